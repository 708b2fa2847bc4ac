"""A number before or behind the name of a new NPC counts them, and is no part of the name."""

from pathlib import Path

import pytest

from tests.commands.table import Table


@pytest.mark.parametrize(
    ("typed", "name", "count"),
    [
        ("npc new Gnolls x3", "Gnolls", 3),
        ("npc new 3 gnolls", "Gnolls", 3),
        ("npc new 12 bandits hp 4", "Bandits", 12),
        ("npc new goblin band goblin x6", "Goblin band", 6),
        ("npc new Gnolls count 3", "Gnolls", 3),
        ("npc new Gnolls x3 count 2", "Gnolls x3", 2),
        ("npc new 7", "7", 1),
        ('npc new "3 gnolls"', "3 gnolls", 1),
        ("npc new Brother Odo", "Brother Odo", 1),
    ],
)
def test_how_many_are_made(tmp_path: Path, typed: str, name: str, count: int) -> None:
    table = Table(tmp_path)
    table.done(typed)
    (made,) = [npc for npc in table.desk.campaign.world.npcs if npc.name == name]
    assert made.count == count
