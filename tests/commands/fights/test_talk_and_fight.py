"""A Negotiation ends where it comes to a fight, and nobody goes elsewhere in one."""

from pathlib import Path

from companion.errant.negotiation import ENDED_BY_FIGHT
from tests.commands.table import Table


def test_a_fight_ends_the_negotiation_with_those_who_fight(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("done", 'talk "Old Pike"', 'fight "Old Pike"')
    pike = next(npc for npc in table.desk.campaign.world.npcs if npc.id == "old-pike")
    assert not pike.is_in_negotiation
    assert pike.ended == ENDED_BY_FIGHT


def test_undo_goes_on_with_it(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("done", 'talk "Old Pike"', 'fight "Old Pike"', "undo")
    pike = next(npc for npc in table.desk.campaign.world.npcs if npc.id == "old-pike")
    assert pike.is_in_negotiation


def test_who_fights_goes_nowhere_else(tmp_path: Path) -> None:
    table = Table(tmp_path)
    refusal = table.refused("done", "fight goblin x3", "at reedmarket")
    assert "Or force it: at! reedmarket" in refusal.hint
    assert refusal.hint.startswith("Try: out")


def test_after_the_fight_they_may(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("done", "fight goblin x3", "out!", "out!", "at reedmarket")
