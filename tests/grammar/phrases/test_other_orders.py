"""Words in another order are read where they can be read in one way alone, and soon."""

import pytest

from companion.commands.spoken_lines.phrase_meanings import make_context_for_unparsed_line
from companion.grammar.phrases.ways_of_saying.reordered_words import list_reordered_lines
from tests.commands.table import Table
from tests.quick import is_quick


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("wound 2 bree physical", ["wound bree 2 physical"]),
        ("hurt 3 bree", ["hurt bree 3"]),
        ("pass wim torch bree", []),  # from whom?
        ("court harl by bree up 2", ["court harl by bree up +2"]),
        ("settlement town Saltford hex 3,0", ["settlement Saltford town hex 3,0"]),
        ("give torch bree", []),
        ("note bree 3", []),
        ("hurt bree", []),
        ("fnord bree 3", []),
        ("hurt a b c", []),
    ],
)
def test_the_one_line_that_can_be_read(table: Table, typed: str, meant: list[str]) -> None:
    context = make_context_for_unparsed_line(table.desk._build_context)
    assert list(list_reordered_lines(typed, context)) == meant


def test_many_numbers_are_refused_at_once(table: Table) -> None:
    context = make_context_for_unparsed_line(table.desk._build_context)
    typed = "coins " + " ".join(map(str, range(40)))
    assert is_quick(lambda said: list(list_reordered_lines(said, context)), typed)
