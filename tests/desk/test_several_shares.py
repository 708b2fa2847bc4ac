"""Lines by which several get something are taken apart into a line for each."""

from pathlib import Path

import pytest

from tests.commands.table import Table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path, whole_words=False)


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        (
            "bree and corvin swap hammer and staff",
            ("pass bree corvin hammer", "pass corvin bree staff"),
        ),
        (
            "corvin trades bree his staff for her hammer",
            ("pass corvin bree staff", "pass bree corvin hammer"),
        ),
        (
            "split bree's torches between corvin and ondine, one each",
            ("pass bree corvin torch x1", "pass bree ondine torch x1"),
        ),
        (
            "split 90p three ways between bree, wim and corvin",
            ("coins bree +30 pennies", "coins wim +30 pennies", "coins corvin +30 pennies"),
        ),
        ("light 2 torches, one for wim one for bree", ("light wim torch", "light bree torch")),
        (
            "bree, wim and corvin split 60p",
            ("coins bree +20 pennies", "coins wim +20 pennies", "coins corvin +20 pennies"),
        ),
    ],
)
def test_several_who_get_something_are_a_line_each(
    table: Table, typed: str, lines: tuple[str, ...]
) -> None:
    assert table.desk.split_line(typed) == lines


@pytest.mark.parametrize(
    "typed",
    [
        "split 91p between bree, wim and corvin",
        "bree splits 54p with wim and corvin",
        "bree splits her 54 pennies with wim and corvin",
        "wim splits 60p between bree and corvin",
        "light 2 candles, one for wim one for corvin",
        "bree and corvin swap weapons",
        "bree doesn't swap hammer and staff with corvin",
        "bree and corvin want to swap hammer and staff",
        "note bree and corvin swap hammer and staff",
        "should bree and corvin swap hammer and staff?",
    ],
)
def test_what_is_open_denied_or_only_kept_stays_one_line(table: Table, typed: str) -> None:
    assert table.desk.split_line(typed) == (typed,)
