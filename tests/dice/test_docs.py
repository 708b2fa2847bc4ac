"""docs/dice.md keeps its word: what it shows is rolled, and what it says is refused is refused."""

import doctest
import re
from pathlib import Path

import pytest

import companion
from companion.dice.face_sources import Streams
from companion.dice.parser import parse
from companion.dice.rolls import roll
from companion.refusal import Ambiguous, Impossible, Malformed, Refusal

PAGE = Path(companion.__file__).parent.parent / "docs" / "dice.md"
FORMS, REFUSED = PAGE.read_text("utf-8").split("## What is refused")
TABLES = [table for table in re.split(r"\n\n", REFUSED) if table.startswith("| written")]


def first_shown(table: str, column: int) -> list[str]:
    """What stands in backticks at the beginning of a column of a table."""
    cells = [line.split("|")[column + 1] for line in table.splitlines() if line.startswith("|")]
    return [found[1] for cell in cells if (found := re.match(r" `([^`]+)`", cell))]


@pytest.mark.parametrize("text", first_shown(FORMS, 1))
def test_every_form_in_the_table_is_rolled(text: str) -> None:
    notation = parse(text)
    assert parse(str(notation)) == notation
    assert roll(notation, Streams("page").stream("dice")).notation == notation


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (kind, text)
        for kind, table in zip((Malformed, Ambiguous, Impossible), TABLES, strict=True)
        for text in first_shown(table, 0)
    ],
)
def test_every_refusal_in_the_tables_is_one_of_its_kind(kind: type[Refusal], text: str) -> None:
    with pytest.raises(kind):
        parse(text)


def test_the_tables_are_found() -> None:
    assert len(first_shown(FORMS, 1)) >= 30
    assert all(len(first_shown(table, 0)) >= 4 for table in TABLES)


def test_the_examples_in_python_come_out_as_written() -> None:
    found = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert found.attempted >= 10
    assert found.failed == 0
