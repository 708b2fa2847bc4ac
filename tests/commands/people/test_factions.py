"""Factions at the prompt (Downtime Turns, Reputation)."""

import pytest

from companion.reports.npcs_and_factions import FactionLine, FactionReport
from tests.commands.table import Table


@pytest.fixture
def table(table: Table) -> Table:
    """The Company as the sample has it, and one Faction."""
    table.done('faction "The Eel Wardens"')
    return table


def test_a_faction_is_made_shown_changed_and_removed(table: Table) -> None:
    made = table.read(FactionReport, "faction Toll Gatherers reputation 3 alignment L1")
    assert made.step == "made"
    assert made.factions == (
        FactionLine(
            faction="toll-gatherers",
            name="Toll Gatherers",
            met=False,
            reputation=3,
            called="disliked",
            free=None,
            at_a_cost=None,
            access=(),
            alignment="L1",
            note="",
        ),
    )
    reply = table.done("faction toll")
    assert isinstance(reply.report, FactionReport)
    assert (reply.report.step, reply.changes) == ("told", ())
    changed = table.read(FactionReport, "faction gatherers reputation 11")
    assert (changed.step, changed.factions[0].called) == ("changed", "respected")
    assert changed.factions[0].alignment == "L1"
    assert (changed.factions[0].free, changed.factions[0].at_a_cost) == ("minor", "major")
    assert changed.factions[0].access == ("items", "trainers")
    noted = table.read(
        FactionReport, 'faction gatherers note "they want the causeway, and its name"'
    )
    assert (noted.step, noted.factions[0].note) == (
        "changed",
        "they want the causeway, and its name",
    )
    moved = table.read(FactionReport, "faction gatherers reputation -1 note none")
    assert (moved.factions[0].reputation, moved.factions[0].note) == (10, "")
    assert (
        table.read(FactionReport, "faction gatherers reputation none").factions[0].reputation
        is None
    )
    assert table.read(FactionReport, "faction").names == ("The Eel Wardens", "Toll Gatherers")
    table.done("npc pike faction toll")
    assert table.read(FactionReport, "faction remove toll").step == "removed"
    assert table.find_npc("old-pike").faction == ""


def test_a_player_sees_only_factions_they_know(table: Table) -> None:
    assert table.read(FactionReport, "as caller", "faction").names == ()
    table.done("as guide", "faction wardens reputation 6", "as caller")
    assert table.read(FactionReport, "faction").names == ()
    assert table.refused("court wardens up").message == "There is no NPC and no Faction «wardens»."
    table.done("as guide", "faction wardens met yes", "as caller")
    assert table.read(FactionReport, "faction").names == ("The Eel Wardens",)
    assert table.refused("faction Bench").hint == "Who there is: faction"
    assert "Guide's to say" in table.refused("faction new Bench").message
    assert "Guide's to say" in table.refused("faction wardens name Bench").message


def test_a_mistyped_name_makes_no_faction(table: Table) -> None:
    assert table.refused("faction eel hated").hint.startswith('Did you mean "The Eel Wardens"?')
    assert table.refused("faction wardens rep 7").hint == "Try: faction wardens reputation 7"
    assert table.refused("faction The Eel Wardens name Bench", "faction new Bench").message == (
        "There is a Faction called Bench already."
    )


def test_reputation_is_the_disposition_of_each_member(table: Table) -> None:
    table.done("npc pike faction eel", "npc harl faction eel", "talk harl")
    table.done("faction wardens reputation 9")
    assert table.find_npc("old-pike").disposition == 9
    assert table.find_npc("harl-dunn").disposition == 5, "a Negotiation moves it itself"
    table.done("bond pike bree 4", "faction wardens reputation 11")
    assert table.find_npc("old-pike").disposition == 4, "a bond is theirs alone"
    table.done("npc ysolde faction wardens")
    assert table.find_npc("ysolde").disposition == 11
    table.done("npc ysolde faction none disposition 3", "npc ysolde faction wardens disposition 8")
    assert table.find_npc("ysolde").disposition == 8, "as the Guide says in the same breath"
