"""What may have been meant in braces that name no table whole."""

import pytest

from companion.randomtables.parser import read_table
from companion.randomtables.table import Table
from companion.randomtables.validate import find_problems
from companion.refusal import Problem
from tests.randomtables.making import data, make_table

NAMES = ("b/birds", "made/names", "a/birds")


def hint_for(text: str) -> str:
    """What the only problem of a table with this text says, among tables of these names."""

    def read(name: str) -> tuple[Table | None, tuple[Problem, ...]]:
        if name in NAMES:
            return make_table("x", name=name), ()
        return read_table(name, data(text), f"{name}.toml", names=NAMES)

    (found,) = find_problems(["made/x"], read, {}, NAMES)
    return found.message


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("{names}", "Did you mean {made/names}?"),
        ("{Names}", "Did you mean {made/names}?"),
        ("{birds}", "Did you mean {a/birds} or {b/birds}?"),
        ("{2 of names}", "Did you mean {2 of made/names}?"),
        ("{3 names}", "Did you mean {3 of made/names}?"),
        ("{d4 names}", "Did you mean {d4 of made/names}?"),
        ("{3 made/names}", "Did you mean {3 of made/names}?"),
        ("{2 different names}", "Did you mean {2 different of made/names}?"),
        ("{two=2 different of names}", "Did you mean {two = 2 different of made/names}?"),
        ("{who = names}", "Did you mean {who = made/names}?"),
        ("{3 nobodies}", "Write {3 of subject/table}."),
        ("{nobodies}", "Write {nobodies = d6} before it."),
    ],
)
def test_a_table_that_is_written_without_its_subject_is_named_whole(text: str, hint: str) -> None:
    assert hint_for(text).endswith(hint)


@pytest.mark.parametrize("text", ["{2d6 nobodies}", "{2d}", "{d8 enhance}", "{3 d}"])
def test_dice_that_are_written_wrong_are_no_table(text: str) -> None:
    assert "subject/table" not in hint_for(text)
