"""`split the 60p` of coins that one of the Company got some lines ago hands theirs on, and makes no
new ones."""

from pathlib import Path

import pytest

from tests.commands.table import Table

NEW = ("coins split 60 pennies",)
HANDED_ON = (
    "pass corvin bree 15 pennies",
    "pass corvin ondine 15 pennies",
    "pass corvin wim 15 pennies",
)


@pytest.mark.parametrize(
    ("before", "typed", "lines"),
    [
        (("coins corvin +60 pennies", "light wim candle"), "split the 60p evenly", HANDED_ON),
        (("give corvin 60 pennies, cup", "turn"), "they split the 60p four ways", HANDED_ON),
        (("turn",), "split the 60p evenly", NEW),
        # Another sum, or coins that were handed on since, are not these.
        (("coins corvin +50 pennies", "turn"), "split the 60p evenly", NEW),
        (("coins corvin +60 pennies", "pass corvin bree 5 pennies", "turn"), "split the 60p", NEW),
        (("coins corvin +60 pennies", "undo", "turn"), "split the 60p", NEW),
        # Nobody says that it is theirs.
        (("coins corvin +60 pennies", "turn"), "coins split 60 pennies", NEW),
    ],
)
def test_a_sum_that_one_got_is_shared_out_by_them(
    before: tuple[str, ...], typed: str, lines: tuple[str, ...], tmp_path: Path
) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say("done", *before)
    said = [table.done(each) for each in table.desk.split_line_into_commands(typed)]
    assert tuple(each.meant or each.line for each in said) == lines
