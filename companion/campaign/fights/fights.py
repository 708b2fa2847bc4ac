"""The fight that goes on in the Initiative Turns: who is in it, and the ledger of what each has
done in this Turn (procedures 1.1, 1.4)."""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.errant import fights
from companion.errant.company import Errant
from companion.errant.fights import Action, Chase, Combatant, Combatants, Excess, Fight, Numbers
from companion.errant.happenings import FightOver, Happenings
from companion.errant.harm.harm import list_group_hp
from companion.errant.turns.timers import HARM_KINDS
from companion.errant.world import Npc
from companion.refusal import Impossible
from companion.values_with_ids import replace_by_id

Fighter: TypeAlias = Errant | Npc


class Fighting(NamedTuple):
    """A combatant, and who that is."""

    combatant: Combatant
    who: Fighter


def list_combatants(campaign: Campaign) -> tuple[Fighting, ...]:
    """Who fights, in the order in which they joined. Whoever is gone is left out, and so are the
    granted actions of those of a group who stand no longer."""
    errants = {each.id: each for each in campaign.errants}
    wanted = {each.id for each in campaign.book.combatants if each.npc}
    npcs = {each.id: each for each in campaign.world.npcs if each.id in wanted} if wanted else {}
    found = (
        (each, npcs.get(each.id) if each.npc else errants.get(each.id))
        for each in campaign.book.combatants
    )
    return tuple(
        Fighting(_drop_actions_of_fallen(combatant, who), who)
        for combatant, who in found
        if who is not None
    )


def _drop_actions_of_fallen(combatant: Combatant, who: Fighter) -> Combatant:
    if not combatant.ready or not isinstance(who, Npc):
        return combatant
    return fights.drop_actions_of_fallen_members(
        combatant, _list_numbers_of_standing(combatant, who)
    )


def find_combatant(campaign: Campaign, who_id: str) -> Combatant | None:
    """The combatant with the id of an Errant or an NPC; None for somebody who does not fight."""
    found = next((each for each in campaign.book.combatants if each.id == who_id), None)
    if found is None or not found.ready:
        return found
    npcs = (each for each in campaign.world.npcs if each.id == who_id)
    return next((_drop_actions_of_fallen(found, each) for each in npcs), found)


def require_unsurprised(campaign: Campaign, who: Fighter, *, forced: bool | None = None) -> None:
    """Raises Impossible in a Turn of surprise for whoever is surprised, unless `forced`."""
    own = find_combatant(campaign, who.id)
    if own is not None and own.side == campaign.book.fight.surprised and not forced:
        why = f"{who.name} is surprised, and cannot act in this Turn."
        raise Impossible(why, "Try: next.", overrulable=forced is not None)


def list_numbers_gone_from_fight(campaign: Campaign, npc: Npc) -> tuple[int, ...]:
    """The numbers of those of a group who have left the fight."""
    combatant = find_combatant(campaign, npc.id)
    return combatant.gone if combatant else ()


def list_hp_of_fighting_group(campaign: Campaign, npc: Npc) -> tuple[int, ...]:
    """The HP of each of a group, in their order: 0 for who is beaten, and for who has left the
    fight. Empty if nobody has said how much they have."""
    gone = list_numbers_gone_from_fight(campaign, npc)
    return tuple(0 if at in gone else hp for at, hp in enumerate(list_group_hp(npc), 1))


def list_numbers_still_standing(campaign: Campaign, npc: Npc) -> tuple[int, ...]:
    """The numbers of those of a group who stand and fight; of one alone 1."""
    combatants = (each for each in campaign.book.combatants if each.id == npc.id)
    return _list_numbers_of_standing(next(combatants, None), npc)


def _list_numbers_of_standing(combatant: Combatant | None, npc: Npc) -> tuple[int, ...]:
    gone = combatant.gone if combatant else ()
    heads = list_group_hp(npc) or (1,) * npc.count
    return tuple(at for at, hp in enumerate(heads, 1) if hp and at not in gone)


def list_numbers_yet_to_attack(campaign: Campaign, npc: Npc) -> tuple[int, ...]:
    """The numbers of those of a group who stand and have not attacked in this Turn."""
    combatant = find_combatant(campaign, npc.id)
    done = {*combatant.attackers, *combatant.answered} if combatant else set[int]()
    return tuple(
        number for number in list_numbers_still_standing(campaign, npc) if number not in done
    )


def is_standing(campaign: Campaign, who: Fighter) -> bool:
    """True for an NPC, or a group, of whom somebody is neither beaten nor gone; for one of the
    Company who is here."""
    return (
        bool(list_numbers_still_standing(campaign, who)) if isinstance(who, Npc) else who.is_present
    )


def can_fight(campaign: Campaign, who: Fighter) -> bool:
    """True for who stands, and is not out of action."""
    is_out = isinstance(who, Errant) and (who.is_dead or who.out_of_action)
    return is_standing(campaign, who) and not is_out


def count_combatant_members(campaign: Campaign, who: Fighter) -> int:
    """How many a combatant is: one, or as many of a group as stand and fight."""
    return max(1, len(list_numbers_still_standing(campaign, who))) if isinstance(who, Npc) else 1


def record_action(campaign: Campaign, who_id: str, action: Action, cost: int = 1) -> Campaign:
    """The campaign in which somebody has done this in their Turn."""
    return _change_combatant(campaign, who_id, lambda c: fights.record_action(c, action, cost))


def spend_attack_rolls(
    campaign: Campaign, who: Fighter, rolls: int, of_an_action: int, numbers: Numbers = ()
) -> Campaign:
    """The campaign in which somebody, or those of a group with these numbers, have made these
    Attack Rolls."""
    return _change_combatant(
        campaign, who.id, lambda c: fights.spend_attack_rolls(c, rolls, of_an_action, numbers)
    )


def record_granted_action(campaign: Campaign, who_id: str, number: int = 0) -> Campaign:
    """The campaign in which somebody, or the one of a group with this number, may act at once."""
    return _change_combatant(campaign, who_id, lambda c: fights.grant_action_to_member(c, number))


def record_daylight_effect_told(campaign: Campaign, who_id: str) -> Campaign:
    """The campaign in which it has been said what daylight does to somebody in this Turn."""
    return _change_combatant(campaign, who_id, lambda c: replace(c, told=True))


def add_gambit_effect_to_target(
    campaign: Campaign, who_id: str, number: int, purpose: str
) -> Campaign:
    """The campaign in which a gambit has done this to somebody."""
    if not purpose:
        return campaign
    return _change_combatant(
        campaign, who_id, lambda c: fights.add_gambit_effect_to_target(c, number, purpose)
    )


def record_morale(campaign: Campaign, who_id: str, *, holds: bool) -> Campaign:
    """The campaign in which the Morale of somebody holds or breaks."""
    return _change_combatant(campaign, who_id, lambda c: replace(c, broken=not holds))


def _change_combatant(
    campaign: Campaign, who_id: str, change: Callable[[Combatant], Combatant]
) -> Campaign:
    """The campaign with a combatant changed; the very same one if they do not fight, or nothing
    changes."""
    combatant = find_combatant(campaign, who_id)
    after = change(combatant) if combatant is not None else None
    if after is None or after == combatant:
        return campaign
    return replace_combatants(campaign, replace_by_id(campaign.book.combatants, after))


def explain_excess_action(campaign: Campaign, who_id: str, action: Action, cost: int = 1) -> Excess:
    """Why this action is more than somebody has left in this Turn, asked before it is noted; "" if
    it is not. `cost` is how many actions it takes."""
    for combatant, who in list_combatants(campaign):
        if combatant.id == who_id:
            return fights.explain_excess_action_of_combatant(
                combatant, action, count_combatant_members(campaign, who), cost
            )
    return ""


def explain_excess_attack_rolls(
    campaign: Campaign, who: Fighter, rolls: int, of_an_action: int
) -> Excess:
    """What is too much in these Attack Rolls of somebody, before they are noted; "" for nothing."""
    combatant = find_combatant(campaign, who.id)
    if combatant is None:
        return ""
    heads = count_combatant_members(campaign, who)
    return fights.explain_excess_attack_rolls(combatant, rolls, heads, of_an_action)


def replace_combatants(campaign: Campaign, combatants: Combatants) -> Campaign:
    """The campaign with these combatants in its fight, in place of those before."""
    return campaign.with_fight(campaign.book.fight, combatants)


def begin_fight_turn(campaign: Campaign) -> Campaign:
    """The campaign as the next Initiative Turn of a fight begins: nobody has done anything in it,
    nobody is surprised any longer, and the order is not known."""
    combatants = tuple(map(fights.clear_turn_ledger, campaign.book.combatants))
    fight = campaign.book.fight
    skips = fight.skips_order or lacks_action_order(campaign)
    after = Fight(
        ground=fight.ground, distance=fight.distance, skips_order=skips, measured=fight.measured
    )
    if after == fight and combatants == campaign.book.combatants:
        return campaign
    return campaign.with_fight(after, combatants)


def lacks_action_order(campaign: Campaign) -> bool:
    """True in an Initiative Turn of a fight in which nobody has called who acts first. Nobody does
    in a Turn of surprise, in a Chase, or where nobody of one side can act."""
    book = campaign.book
    is_fighting = bool(book.turns) and book.turns[-1].type == "initiative"
    if not is_fighting or book.fight.first or book.fight.surprised or book.chase != Chase():
        return False
    able = {each.side for each, who in list_combatants(campaign) if can_fight(campaign, who)}
    return able == {"company", "others"}


def end_fight(campaign: Campaign) -> tuple[Campaign, Happenings]:
    """The campaign without a fight or a Chase: who was out of action acts again, and it is told who
    is still dying, on fire or without air."""
    book = campaign.book
    recovered = tuple(e.id for e in campaign.errants if e.out_of_action and not e.is_dead)
    in_danger = tuple(
        (each.errant, each.kind) for each in book.effects if each.kind in HARM_KINDS and each.errant
    )
    if recovered:
        company = tuple(
            replace(e, out_of_action=False) if e.id in recovered else e for e in campaign.errants
        )
        campaign = campaign.with_company(company)
    if book.combatants or book.fight != Fight() or book.chase != Chase():
        book = replace(book, fight=Fight(), combatants=(), chase=Chase())
        campaign = replace(campaign, book=book)
    if not (recovered or in_danger):
        return campaign, ()
    return campaign, (FightOver(recovered, in_danger),)
