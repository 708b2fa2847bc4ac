"""No line holds up the table: the longest one, of whatever words, is answered soon at any seat."""

from pathlib import Path
from time import process_time

import pytest

from companion.grammar.argument_kinds.packs.list_splitting import MAX_LISTED
from companion.grammar.command_words import WORDS
from tests.commands.table import Table

pytestmark = pytest.mark.slow

FILLERS = ("x and ", "torch and ", "bree, ")
LONGEST = 3_900
SECONDS = 10.0
"""Some are answered in half a second; what is tried in all ways takes minutes."""
ENDING = ("quit", "tutorial", "export")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return Table(tmp_path_factory.mktemp("campaigns"), whole_words=False, dry_run=True)


@pytest.mark.parametrize("word", [word.name for word in WORDS if word.name not in ENDING])
def test_the_longest_line_is_answered_soon(word: str, table: Table) -> None:
    for filler in FILLERS:
        for times in (MAX_LISTED - 2, LONGEST // len(filler)):
            line = f"{word} {filler * times}"
            begun = process_time()
            table.say(line)
            table.desk.suggest_completions(line)
            assert process_time() - begun < SECONDS, line[:60]


def test_a_list_has_an_end(tmp_path: Path) -> None:
    table = Table(tmp_path)
    refusal = table.refused(f"give bree {'torch, ' * MAX_LISTED}torch")
    assert refusal.message == f"A list has at most {MAX_LISTED} things, not {MAX_LISTED + 1}."
    table.done(f"give bree {', '.join(['torch'] * MAX_LISTED)}")
