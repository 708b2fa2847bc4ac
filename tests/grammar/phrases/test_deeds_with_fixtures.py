"""Whatever is done to a thing of the place is a deed, and never another line."""

from itertools import cycle
from pathlib import Path

import pytest

from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from tests.commands.table import Table
from tests.phrases.test_phrases import understand
from tests.rounds import pick_part

VERBS = ("close", "turn", "block", "mend", "mark", "circle", "leave", "count", "light", "fill")
TOLD = ("declare ", "next ")


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path, whole_words=False)


def test_each_thing_of_a_place_may_have_anything_done_to_it(table: Table) -> None:
    others, refused = [], []
    fixtures = [*zip(load_phrases().groups["fixtures"], cycle(VERBS), strict=False)]
    for fixture, verb in pick_part(fixtures, 1):
        for line in (f"they {verb} the {fixture}", f"bree {verb}s the {fixture}"):
            understood = understand(table.desk, line)
            others += [(line, each) for each in understood if not each.startswith(TOLD)]
            refused += [] if understood else [line]
    assert not others
    assert len(refused) < 20, refused


@pytest.mark.parametrize(
    "line",
    [
        "the guard closes the door",
        "bree doesn't close the door",
        "bree would close the door",
        "does bree close the door?",
        "bree closes the door for 5p",
        "bree is at the door",
        "bree closed the door",
    ],
)
def test_what_nobody_of_the_company_does_now_is_no_deed(line: str, table: Table) -> None:
    assert not [each for each in understand(table.desk, line) if each.startswith(TOLD)]


@pytest.mark.parametrize("way", ["left", "right", "north", "straight on", "right at the fork"])
def test_which_way_they_go_is_a_deed(way: str, table: Table) -> None:
    for line in (f"go {way}", f"they go {way}", f"let's go {way}", f"bree turns {way}"):
        (understood,) = understand(table.desk, line)
        assert understood.startswith(TOLD), line
