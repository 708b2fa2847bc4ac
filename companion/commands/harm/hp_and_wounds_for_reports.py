"""HP, wounds and Statuses for Reports: of the Company, and of NPCs."""

from companion.campaign.campaign import Campaign
from companion.campaign.fights.fights import list_numbers_gone_from_fight
from companion.errant.company import Errant
from companion.errant.harm.dying import count_turns_left_to_live, list_dying_effects
from companion.errant.harm.harm import find_current_hp, find_max_hp, has_tracked_hp, list_group_hp
from companion.errant.harm.wounds import list_handicaps, list_wounds, pair_wounds_with_handicaps
from companion.errant.turns.timers import Effects
from companion.errant.turns.turns import is_turn_begun
from companion.errant.world import Npc
from companion.reports.harm import NpcHpLine
from companion.reports.status import DyingLine, HpLine


def build_company_hp_lines(campaign: Campaign, *, hurt_only: bool) -> tuple[HpLine, ...]:
    """HP and wounds of those of the Company who are here and have HP; of the hurt alone, if it is
    asked so."""
    lines = (
        build_errant_hp_line(campaign, errant)
        for errant in campaign.errants
        if has_tracked_hp(errant) and not errant.away and not errant.is_dead
    )
    return tuple(line for line in lines if line.is_hurt or not hurt_only)


def build_errant_hp_line(campaign: Campaign, errant: Errant) -> HpLine:
    """HP, wounds and Statuses of one of the Company for a Report."""
    effects = campaign.book.effects
    known = has_tracked_hp(errant)
    return HpLine(
        errant=errant.id,
        name=errant.name,
        hp=find_current_hp(errant, effects) if known else None,
        hp_max=find_max_hp(errant, effects) if errant.is_person else None,
        at_zero=errant.at_zero,
        wounds=tuple(each.name for each in list_wounds(effects, errant.id)),
        handicaps=tuple(list_handicaps(effects, errant.id)),
        statuses=_list_statuses(effects, errant.id),
        dying=build_dying_line(campaign, errant.id),
        out_of_action=errant.out_of_action,
        dead=errant.is_dead,
    )


_STATUS_KINDS = ("condition", "burning", "breath")


def _list_statuses(effects: Effects, errant_id: str) -> tuple[str, ...]:
    return tuple(e.name for e in effects if e.errant == errant_id and e.kind in _STATUS_KINDS)


def build_dying_line(campaign: Campaign, errant_id: str) -> DyingLine | None:
    """What somebody dies of first, by the Turns they live after this one; None for who is not
    dying."""
    found = [each for each in list_dying_effects(campaign.book.effects) if each.errant == errant_id]
    found.sort(key=lambda each: (each.turn_type != "initiative", each.turns or 0))
    for each in found:
        turn_type = each.turn_type or "initiative"
        is_open = is_turn_begun(campaign.turns, turn_type)
        return DyingLine(count_turns_left_to_live(each, is_open=is_open), turn_type, each.sure)
    return None


def build_npc_hp_line(campaign: Campaign, npc: Npc) -> NpcHpLine:
    """HP of an NPC, or of each of a group, for a Report."""
    gone = tuple(sorted(list_numbers_gone_from_fight(campaign, npc)))
    return NpcHpLine(npc.id, npc.name, list_group_hp(npc), npc.hp_max, gone)


_HINDERING_STATES = ("stunned", "unconscious", "paralysed")


def warn_of_hindering_wounds(campaign: Campaign, who: Errant | Npc) -> tuple[str, ...]:
    """A reminder of what somebody cannot do for their wounds, before they do it."""
    if isinstance(who, Npc):
        return ()
    effects = campaign.book.effects
    states = [
        each.name
        for each in effects
        if each.errant == who.id and each.name.casefold() in _HINDERING_STATES
    ]
    wounds = [
        f"{name}, {handicap}" for name, handicap in pair_wounds_with_handicaps(effects, who.id)
    ]
    found = [*states, *wounds]
    return (f"{who.name}: {'; '.join(found)}.",) if found else ()


def warn_of_certain_death(campaign: Campaign, errant: Errant) -> tuple[str, ...]:
    """Point out that somebody who is consigned to the reaper dies with HP, too (R42)."""
    dying = list_dying_effects(campaign.book.effects)
    is_doomed = any(each.errant == errant.id and each.sure for each in dying)
    return (f"{errant.name} dies all the same: against that nothing helps.",) if is_doomed else ()
