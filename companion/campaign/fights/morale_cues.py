"""When those who fight may lose heart (Initiative Turns, Morale; procedures 1.20)."""

from collections.abc import Collection, Iterator
from typing import Literal, NamedTuple

from companion.campaign.campaign import Campaign
from companion.errant.harm.harm import is_beaten, list_group_hp
from companion.errant.world import Npc
from companion.values_with_ids import pair_changed_values


class MoraleCue(NamedTuple):
    """Why an NPC may lose heart now: so many of a group are `down` of all there `were`, its HP is
    below half, or a leader has fallen, by name."""

    npc: Npc
    why: Literal["down", "half", "leader"]
    down: int = 0
    were: int = 0
    leader: str = ""


def list_morale_cues(before: Campaign, after: Campaign) -> Iterator[MoraleCue]:
    """The cues for Morale that a word has given: each comes once, as a limit is passed."""
    if before.world.npcs is after.world.npcs:
        return
    fighting = {each.id for each in after.book.combatants if each.npc}
    for was, npc in pair_changed_values(before.world.npcs, after.world.npcs):
        if was is None or npc is None or was.hp == npc.hp or is_beaten(npc):
            if was is not None and npc is not None and is_beaten(npc) and not is_beaten(was):
                yield from _list_cues_of_led_npcs(after, npc, fighting)
            continue
        earlier, now = list_group_hp(was), list_group_hp(npc)
        if len(now) > 1:
            down, then = now.count(0), earlier.count(0)
            if down * 2 > len(now) >= then * 2:
                yield MoraleCue(npc, "down", down, len(now))
        elif now and npc.hp_max and now[0] * 2 < npc.hp_max <= (sum(earlier) or npc.hp_max) * 2:
            yield MoraleCue(npc, "half")


def _list_cues_of_led_npcs(
    campaign: Campaign, leader: Npc, fighting: Collection[str]
) -> Iterator[MoraleCue]:
    """Who of those who fight may have been led by one who is beaten: of the same Faction, or those
    whom only they can have led."""
    if len(list_group_hp(leader)) > 1:
        return
    for npc in campaign.world.npcs:
        may_be_led = npc.count > 1 or (npc.faction and npc.faction == leader.faction)
        if npc.id in fighting and npc.id != leader.id and may_be_led and not is_beaten(npc):
            yield MoraleCue(npc, "leader", leader=leader.name)
