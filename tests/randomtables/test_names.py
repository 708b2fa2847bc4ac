"""Tables by their names: the shortest that means one, and what a short one means."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.randomtables.table import resolve_table_name, shorten_name
from companion.refusal import Ambiguous

NAMES = st.lists(st.from_regex(r"([ab]/)?[abc]{1,2}", fullmatch=True), min_size=1, unique=True)


@given(NAMES, st.data())
def test_the_short_name_of_a_table_means_that_table(names: list[str], data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(names))
    short = shorten_name(name, names)
    assert resolve_table_name(short, names) == name
    assert len(short) <= len(name)


def test_the_folder_is_left_out_where_only_one_table_is_called_so() -> None:
    names = ("marsh/beasts", "woods/beasts", "woods/weather")
    assert [shorten_name(name, names) for name in names] == [*names[:2], "weather"]
    with pytest.raises(Ambiguous):
        resolve_table_name("beasts", names)
