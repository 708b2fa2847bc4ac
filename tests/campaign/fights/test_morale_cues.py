"""When those who fight may lose heart."""

import pytest
from msgspec.structs import replace

from companion.campaign.campaign import World
from companion.campaign.fights.morale_cues import list_morale_cues
from companion.errant.fights import Combatant, Fight
from companion.errant.world import Npc
from tests.making import campaign

GOBLINS = Npc(id="goblins", name="Goblins", count=6, hp_max=6)
FIGHTING = (
    Combatant(id="chief", npc=True, side="others"),
    Combatant(id="goblins", npc=True, side="others"),
)


def harm(*hp: int, hp_max: int = 14) -> Npc:
    """An NPC, or a group of which so many stand, with this HP."""
    count = max(1, sum(each > 0 for each in hp))
    return Npc(id="foe", name="Foe", hp=hp, hp_max=hp_max, count=count)


@pytest.mark.parametrize(
    ("before", "after", "cues"),
    [
        (harm(14), harm(7), []),
        (harm(14), harm(6), ["half"]),
        (harm(6), harm(5), []),
        (harm(20, hp_max=20), harm(10, hp_max=20), []),
        (harm(), harm(6), ["half"]),
        (harm(14), harm(0), []),
        (harm(6, 6, 6, 6, 0, 0, 0, 0), harm(6, 6, 6, 0, 0, 0, 0, 0), ["down"]),
        (harm(6, 6, 6, 6, 6, 0, 0, 0), harm(6, 6, 6, 6, 0, 0, 0, 0), []),
        (harm(6, 6, 6, 0, 0, 0, 0, 0), harm(6, 6, 0, 0, 0, 0, 0, 0), []),
        (harm(6, 6), harm(6, 1), []),
    ],
)
def test_cues_for_morale_come_once(before: Npc, after: Npc, cues: list[str]) -> None:
    were, are = (campaign(world=World(npcs=(npc,))) for npc in (before, after))
    found = list_morale_cues(were, are)
    assert [each.why for each in found] == cues


def test_a_group_may_lose_heart_when_its_leader_falls() -> None:
    chief = Npc(id="chief", name="Chief", hp_max=9)
    were = campaign(world=World(npcs=(GOBLINS, chief)))
    were = were.with_fight(Fight(), FIGHTING)
    (cue,) = list_morale_cues(were, were.with_npc(replace(chief, hp=(0,))))
    assert (cue.npc, cue.leader) == (GOBLINS, "Chief")
