"""The NPCs that a line may mean: no unknown one for a player, and none for a mistyped name.

The Company as the sample has it, with three NPCs, of whom Old Pike met nobody yet.
"""

import pytest

from companion.reports.npcs_and_factions import NpcReport
from tests.commands.table import Table


def test_a_player_sees_only_npcs_they_have_met(table: Table) -> None:
    table.done("as caller")
    assert [seen.npc for seen in table.read(NpcReport, "npc").npcs] == ["ysolde", "harl-dunn"]
    table.done("as guide", "bond pike bree 7", "npc pike threat 2", "as caller")
    assert "old-pike" not in [seen.npc for seen in table.read(NpcReport, "npc").npcs]
    table.done("as guide", "npc pike met yes", "as caller")
    assert "old-pike" in [seen.npc for seen in table.read(NpcReport, "npc").npcs]


def test_a_player_finds_nobody_unknown_by_any_name(table: Table) -> None:
    table.done("npc Secret Sam at reedmarket", "as caller")
    for line in ("talk sam", "react secret", "check bree pres with sam", "save bree mind vs sam"):
        assert "There is no" in table.refused(line).message, line
    for name in ("sam", "secret sam", "secret-sam", "Nobody Else"):
        for line in (f"morale {name}", f"npc {name}", f"npc remove {name}", f"talk {name} giving"):
            refusal = table.refused(line)
            assert (refusal.kind, refusal.hint[-5:]) == ("unknown", ": npc"), line
    assert table.refused("npc secret-sam threat").kind == "malformed"


@pytest.mark.parametrize("line", ["npc new Secret Sam", "npc ysolde name Odo", "npc ?"])
def test_who_there_is_is_the_guides_to_say(line: str, table: Table) -> None:
    """Else a name that is taken would give away whose it is."""
    table.done("npc Secret Sam at reedmarket", "as caller")
    refusal = table.refused(line)
    assert refusal.message == "Who there is, and where, is the Guide's to say."
    assert refusal.hint == "Try: note Brother Odo keeps the ferry"


def test_no_hint_names_an_unknown_npc(table: Table) -> None:
    assert "Secret Sam" in table.refused("npc Secret Sam", "react secrte-sam").hint
    table.done("as caller")
    assert table.refused("react secrte-sam").hint == "Who there is: npc"
    assert table.refused("npc secrte-sam").hint == "Who there is: npc"


def test_a_mistyped_name_makes_no_npc(table: Table) -> None:
    refusal = table.refused("npc ysolda threat 2")
    assert str(refusal.message) == "There is nobody called «ysolda»."
    assert refusal.hint == "Did you mean ysolde? To make them: npc new ysolda"
    assert table.read(NpcReport, "npc new ysolda").step == "made"


def test_a_name_with_capitals_makes_an_npc_with_a_similar_name(table: Table) -> None:
    assert table.read(NpcReport, "npc Ysolda threat 2").step == "made"


@pytest.mark.parametrize("line", ["npc a peddler", "npc the miller", "npc reeve"])
def test_an_unlike_name_needs_no_new(line: str, table: Table) -> None:
    table.done("npc The Eel Queen")
    assert table.read(NpcReport, line).step == "made"


def test_players_read_of_an_npc_in_the_log_only_after_meeting(table: Table) -> None:
    table.done("npc Masked One at chapel", "npc masked name Mask", "npc remove mask", "npc ?")
    assert all(entry.secret for entry in table.desk.archive.read_entries())
    table.done("npc harl at sallows-end")
    assert not next(iter(table.desk.archive.read_entries())).secret
