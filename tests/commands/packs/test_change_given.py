"""Coins that are paid out of a purse, with change for larger ones: no penny is lost or made."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errant.packs.coin import Purse
from tests.commands.table import Table
from tests.rounds import rounds

OTHERS = ("ondine", "bree")
SORTS = ("pennies", "shillings", "guilders")
counts = st.integers(0, 12)
sums = st.lists(st.tuples(st.integers(1, 15), st.sampled_from(SORTS)), min_size=1, max_size=4)


def _say_with(table: Table, purse: Purse, line: str) -> bool:
    """Type a line when Corvin has this purse, and Wim none; True if it was not refused."""
    for errant_id, has in (("corvin", purse), ("wim", Purse())):
        for sort, number in zip(SORTS, table.get_errant(errant_id).purse, strict=True):
            if number:
                table.done(f"coins {errant_id} -{number} {sort}")
        for sort, number in zip(SORTS, has, strict=True):
            if number:
                table.done(f"coins {errant_id} +{number} {sort}")
    return table.say(line).ok


@rounds(25)
@given(st.builds(Purse, counts, counts, counts), sums, st.sampled_from(("pass", "drop", "coins")))
def test_the_worth_that_leaves_one_arrives_at_the_other(
    purse: Purse, paid: list[tuple[int, str]], word: str
) -> None:
    said = " ".join(f"{number} {sort}" for number, sort in paid)
    worth = sum(Purse()._replace(**{sort: number}).worth for number, sort in paid)
    lines = {
        "pass": f"pass corvin wim {said}",
        "drop": f"drop corvin {said}",
        "coins": "coins corvin " + " ".join(f"-{number} {sort}" for number, sort in paid),
    }
    with TemporaryDirectory() as folder:
        table = Table(Path(folder), dry_run=True)
        others = [table.get_errant(each) for each in OTHERS]
        is_done = _say_with(table, purse, lines[word])
        left, got = table.get_errant("corvin").purse, table.get_errant("wim").purse
        assert [table.get_errant(each) for each in OTHERS] == others
    has_each = all(
        sum(number for number, each in paid if each == sort) <= has
        for sort, has in zip(SORTS, purse, strict=True)
    )
    assert is_done == (has_each if word == "drop" else purse.worth >= worth)
    assert left.worth == purse.worth - (worth if is_done else 0)
    assert got.worth == (worth if is_done and word == "pass" else 0)
    assert min(*left, *got) >= 0


@pytest.mark.parametrize(
    "line",
    [
        "pass corvin wim 3 shillings 1 guilder",
        "pass corvin wim 1 guilder 3 shillings",
        "pass corvin wim 13 pennies 1 guilder",
        "pass corvin wim 1 guilder 1 guilder",
        "drop corvin 1 guilder 1 guilder",
        "stash corvin 1 guilder 1 guilder",
        "coins corvin -1 guilder -3 shillings",
    ],
)
def test_a_sum_that_is_not_there_is_refused_as_a_whole(line: str, tmp_path: Path) -> None:
    table = Table(tmp_path)
    assert not _say_with(table, Purse(12, 0, 1), line)
    assert table.get_errant("corvin").purse == Purse(12, 0, 1)
