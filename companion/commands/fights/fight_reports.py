"""Builds the lines of everybody in the fight, which every Report on a fight shows."""

from collections.abc import Iterator, Sequence

from msgspec.structs import asdict

from companion.campaign.campaign import Campaign
from companion.campaign.fights.fights import (
    Fighter,
    Fighting,
    count_combatant_members,
    is_standing,
    list_combatants,
    list_hp_of_fighting_group,
    list_numbers_still_standing,
)
from companion.commands.harm.hp_and_wounds_for_reports import build_dying_line
from companion.errant.attacks.armour import count_blocks_left, find_max_blocks, list_worn_armour
from companion.errant.company import Errant
from companion.errant.fights import Combatant
from companion.errant.harm.harm import find_current_hp, find_max_hp, is_beaten, list_group_hp
from companion.errant.world import Npc
from companion.reports.fights import (
    CombatantLine,
    Condition,
    FightReport,
    FightStep,
    FightTurnReport,
    FoeLine,
)
from companion.reports.turns import TurnReport


def is_fight_going_on(campaign: Campaign) -> bool:
    """True while Initiative Turns are played."""
    return bool(campaign.turns) and campaign.turns[-1].type == "initiative"


def attach_fight_to_turn_report(campaign: Campaign, report: TurnReport) -> TurnReport:
    """The Report of a Turn with the fight that goes on in it; as it is where none does."""
    if not campaign.book.combatants:
        return report
    return FightTurnReport(**asdict(report), fight=build_fight_report(campaign, "shown"))


def build_fight_report(
    campaign: Campaign, step: FightStep, named: tuple[str, ...] = ()
) -> FightReport:
    """The fight as it stands, for a Report of this `step`; `named` are those whom it is about."""
    fight, fighting = campaign.book.fight, list_combatants(campaign)
    turn = campaign.turns[-1] if is_fight_going_on(campaign) else None
    return FightReport(
        step=step,
        turn_number=turn.number if turn and turn.begun else None,
        ground=fight.ground,
        distance=fight.distance,
        measured=fight.measured,
        first=fight.first,
        surprised=fight.surprised,
        combatants=tuple(_build_combatant_lines(campaign, fighting)),
        foes=tuple(
            _build_foe_line(campaign, each.who) for each in fighting if isinstance(each.who, Npc)
        ),
        named=named,
    )


def _build_combatant_lines(
    campaign: Campaign, fighting: Sequence[Fighting]
) -> Iterator[CombatantLine]:
    effects = campaign.book.effects
    names = {each.id: each.name for each in campaign.errants}
    for combatant, who in fighting:
        is_errant = isinstance(who, Errant)
        armour = list_worn_armour(who) if isinstance(who, Errant) else ()
        yield CombatantLine(
            who=who.id,
            name=who.name,
            side=combatant.side,
            npc=combatant.npc,
            count=count_combatant_members(campaign, who),
            gone=combatant.gone,
            dying=build_dying_line(campaign, who.id) if isinstance(who, Errant) else None,
            acts=combatant.acts,
            taken=combatant.taken,
            attacked=combatant.attacked,
            cast=combatant.cast,
            rolls_left=combatant.rolls_left,
            moved=combatant.moved,
            granted=combatant.granted,
            hp=find_current_hp(who, effects) if isinstance(who, Errant) else None,
            hp_max=find_max_hp(who, effects) if isinstance(who, Errant) else None,
            blocks=sum(map(count_blocks_left, armour)),
            blocks_max=sum(map(find_max_blocks, armour)),
            condition=_find_visible_condition(campaign, who),
            effects=tuple(
                each.name
                for each in effects
                if who.id == (each.errant if is_errant else each.npc)
                and each.kind not in _TOLD_OTHERWISE
            ),
            used=combatant.used,
            weapons=_list_weapons_in_hand(who) if isinstance(who, Errant) else (),
            suffers=_list_gambits_against(campaign, combatant, who),
            broken=combatant.broken,
            attackers=_list_numbers_of_attackers(campaign, combatant, who),
            rides=names.get(who.rides, "") if isinstance(who, Errant) else "",
        )


_TOLD_OTHERWISE = ("light", "dying")
"""Kinds of effects that are no state of a combatant, or are told with their Turns."""


def _list_numbers_of_attackers(
    campaign: Campaign, combatant: Combatant, who: Fighter
) -> tuple[int, ...]:
    """The numbers of those of a group who stand and have attacked in this Turn."""
    done = {*combatant.attackers, *combatant.answered}
    standing = list_numbers_still_standing(campaign, who) if isinstance(who, Npc) and done else ()
    return tuple(number for number in standing if number in done)


def _list_weapons_in_hand(errant: Errant) -> tuple[str, ...]:
    return tuple(
        item.name
        for item in errant.items
        if item.weapon and item.place == "hand" and not (item.inside or item.broken)
    )


def _list_gambits_against(campaign: Campaign, combatant: Combatant, who: Fighter) -> dict[str, str]:
    """What gambits did to somebody; of a group, to those who stand."""
    standing = (
        {"0", *map(str, list_numbers_still_standing(campaign, who))}
        if isinstance(who, Npc)
        else {"0"}
    )
    return {number: what for number, what in combatant.suffers.items() if number in standing}


def _find_visible_condition(campaign: Campaign, who: Errant | Npc) -> Condition:
    """How somebody is seen to be: of an NPC who is not shown, only that they are beaten."""
    if isinstance(who, Errant):
        return "dead" if who.is_dead else "out" if who.out_of_action else ""
    if is_beaten(who):
        return "beaten"
    if not is_standing(campaign, who):
        return "fled"
    if not who.shown or who.hp_max is None or not who.hp:
        return ""
    heads = list_group_hp(who)
    standing, whole = [hp for hp in heads if hp], who.hp_max * len(heads)
    if len(standing) == whole // who.hp_max and sum(heads) == whole:
        return ""
    return "half_gone" if sum(heads) * 2 < whole else "hurt"


def _build_foe_line(campaign: Campaign, npc: Npc) -> FoeLine:
    heads = list_hp_of_fighting_group(campaign, npc)
    return FoeLine(npc.id, heads, npc.hp_max, npc.threat, npc.attacks, npc.special)
