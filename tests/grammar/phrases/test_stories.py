"""Beside a story the other clause of a line is done; never where the story is more than one."""

from itertools import product
from pathlib import Path

import pytest

from tests.commands.table import Table
from tests.phrases.test_phrases import understand
from tests.rounds import pick_part

STORIES = (
    "bree steps in the hole",
    "bree was careless",
    "bree stumbles on the stairs",
    "bree is in a bad way",
)
DEEDS = {
    "2 damage": "hurt bree 2",
    "she takes 2 damage": "hurt bree 2",
    "give her an exhaustion": "exhaust bree +1",
    "she loses 4 pennies": "coins bree -4 pennies",
}
UNSURE = (
    "if {story}, {deed}",
    "unless {story}, {deed}",
    "maybe {story}, {deed}",
    "{deed} until {story}",
    "does bree know that {story}, {deed}",
    "{story}, {deed}?",
    "{story}, no {deed}",
    "wim says that {story}, {deed}",
    "wim hopes that {story}, {deed}",
    "{story} with 3 goblins, {deed}",
    "{story} in 2 turns, {deed}",
    "{story} and drops her torch, {deed}",
    "{story} for 3 shillings, {deed}",
)
NO_STORIES = (
    "bree will step in the hole",
    "bree wants to juggle",
    "bree tries to jump the gap",
    "bree could slip",
    "bree never slips",
    "bree doesn't slip",
    "nobody slips",
    "bree buys a hat",
    "bree eats something",
    "bree lights a torch",
    "bree searches the altar",
    "bree passes wim a note",
    "bree finds 2 rings",
    "bree rests",
    "two hours pass",
    "we travel on",
)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path, whole_words=False)


def test_beside_a_story_what_is_said_is_done(table: Table) -> None:
    for story, (deed, meant) in product(STORIES, DEEDS.items()):
        assert understand(table.desk, f"{story}, {deed}") == (meant,), (story, deed)


@pytest.mark.parametrize("way", UNSURE)
def test_a_story_that_says_more_is_no_story(table: Table, way: str) -> None:
    for story, deed in pick_part([*product(STORIES, DEEDS)], 1):
        line = way.format(story=story, deed=deed)
        assert not set(understand(table.desk, line)) & set(DEEDS.values()), line


@pytest.mark.parametrize("told", NO_STORIES)
def test_two_deeds_are_no_story_and_a_deed(table: Table, told: str) -> None:
    for deed in DEEDS:
        line = f"{told}, {deed}"
        assert not set(understand(table.desk, line)) & set(DEEDS.values()), line
