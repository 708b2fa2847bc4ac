"""Who joins a fight, who leaves it, and who is down without an attack."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.fights.fights import (
    find_combatant,
    list_numbers_still_standing,
    replace_combatants,
)
from companion.commands.fights.fight_reports import build_fight_report
from companion.commands.handler_result import Ruling
from companion.commands.people.reactions_and_morale import place_npc_where_company_is
from companion.commands.stops_until_typed_again import refuse_secret_line
from companion.errant.company import Errant, list_members_present
from companion.errant.creatures import Creature, apply_creature_figures, pluralise_creature
from companion.errant.fights import Combatant, Combatants, remove_from_chase
from companion.errant.harm.harm import is_beaten, list_group_hp, set_group_hp
from companion.errant.names_to_type import quote_typed_name
from companion.errant.negotiation import ENDED_BY_FIGHT
from companion.errant.world import Npc
from companion.grammar.argument_kinds.fights.fight_arguments import Leaving
from companion.grammar.argument_kinds.fights.foes import Foe, Person
from companion.grammar.context import Context
from companion.grammar.name_matching import require_present_and_able_errant
from companion.refusal import Impossible, join_words
from companion.values_with_ids import make_free_slug, make_slug, replace_by_id


def make_company_combatants(campaign: Campaign) -> Combatants:
    """The members of the Company who are here, as combatants."""
    return tuple(
        Combatant(id=each.id, side="company") for each in list_members_present(campaign.errants)
    )


def let_foes_join_fight(
    context: Context, campaign: Campaign, foes: tuple[Foe, ...], *, ends_talk: bool = True
) -> tuple[Campaign, tuple[Person, ...]]:
    """The campaign in which these fight, too: an NPC whom the players have met by now, so many of a
    creature made an NPC, one of the Company. A fight `ends_talk`, a chase does not: they may still
    be called after. Raises Impossible for who fights already."""
    joined: list[Person] = []
    for foe in foes:
        who: Person
        if isinstance(foe.who, Creature):
            number = foe.number or 1
            name = pluralise_creature(foe.who) if number > 1 else foe.who.name
            who, campaign = make_foe_npc(campaign, foe.who, name, number, met=True)
        elif isinstance(foe.who, Errant):
            who = require_present_and_able_errant(foe.who, forced=context.is_forced)
        else:
            who = replace(foe.who, met=True)
            who = _end_negotiation_of_fighter(who, campaign) if ends_talk else who
            campaign = campaign.with_npc(who)
        if isinstance(who, Npc) and is_beaten(who):
            context.refuse_unforced(
                f"{who.name} is beaten.", f"Try: hp {quote_typed_name(who)} full"
            )
        if find_combatant(campaign, who.id) is not None:
            if isinstance(foe.who, Errant) and len(foes) > 1:
                continue
            raise Impossible(f"{who.name} fights already.", "Who fights: fight")
        is_npc = isinstance(who, Npc)
        combatant = Combatant(id=who.id, npc=is_npc, side="others" if is_npc else "company")
        campaign = replace_combatants(campaign, (*campaign.book.combatants, combatant))
        joined.append(who)
    return campaign, tuple(joined)


def _end_negotiation_of_fighter(npc: Npc, campaign: Campaign) -> Npc:
    """An NPC who fights: a Negotiation that went on has ended (Core Procedures, Negotiations)."""
    talk = npc.negotiation if npc.is_in_negotiation else None
    return npc.with_negotiation(talk.close(ENDED_BY_FIGHT, campaign.now)) if talk else npc


def make_foe_npc(
    campaign: Campaign, creature: Creature | None, name: str, count: int, *, met: bool = False
) -> tuple[Npc, Campaign]:
    """So many of a creature, or of people without figures, as an NPC where the Company is. A name
    that is taken gets a number; a group, in which each has one, a letter."""
    npcs, name = campaign.world.npcs, f"{name[:1].upper()}{name[1:]}"
    taken = {each.id for each in npcs} | {each.id for each in campaign.errants}
    if count > 1 and make_slug(name) in taken:
        lettered = (f"{name} {letter}" for letter in "BCDEFGHIJKLMNOPQRSTUVWXYZ")
        name = next((each for each in lettered if make_slug(each) not in taken), name)
    npc_id = make_free_slug(name, taken)
    if npc_id != make_slug(name):
        name = f"{name} {npc_id.rpartition('-')[2]}"
    npc = place_npc_where_company_is(campaign, Npc(id=npc_id, name=name, met=met, count=count))
    npc = apply_creature_figures(npc, creature) if creature else npc
    return npc, campaign.with_npcs((*npcs, npc))


def remove_combatant(context: Context, leaving: Leaving) -> Ruling:
    """Take somebody, or some of a group, out of the fight. The group leaves with the last who
    stands."""
    refuse_secret_line(context, "Who fights")
    person = leaving.person
    if leaving.numbers:
        assert isinstance(person, Npc)
        standing = list_numbers_still_standing(context.campaign, person)
        able = tuple(number for number in leaving.numbers if number in standing)
        if not able:
            number = join_words([*map(str, leaving.numbers)])
            way = f"Those who stand are {join_words([*map(str, standing)])}."
            raise Impossible(f"{person.name} {number} does not fight.", way)
        if not set(standing) <= set(able):
            return _remove_some_of_group(context, person, able)
    left = tuple(each for each in context.campaign.book.combatants if each.id != person.id)
    campaign = replace_combatants(context.campaign, left)
    chase = remove_from_chase(campaign.book.chase, {person.id})
    campaign = replace(campaign, book=replace(campaign.book, chase=chase))
    return Ruling(campaign, build_fight_report(campaign, "left", (person.name,)))


def _remove_some_of_group(context: Context, group: Npc, numbers: tuple[int, ...]) -> Ruling:
    combatants = context.campaign.book.combatants
    own = next(each for each in combatants if each.id == group.id)
    gone = tuple(sorted({*own.gone, *numbers}))
    campaign = replace_combatants(
        context.campaign, replace_by_id(combatants, replace(own, gone=gone))
    )
    named = f"{group.name} {join_words([*map(str, numbers)])}"
    return Ruling(campaign, build_fight_report(campaign, "left", (named,)))


def bring_down_combatant(context: Context, leaving: Leaving) -> Ruling:
    """An NPC has no HP left, or some of a group have none. Whose HP nobody has said fights no
    longer. Raises Impossible for one of the Company, and for who is down already."""
    refuse_secret_line(context, "Who fights")
    campaign, who = context.campaign, leaving.person
    if not isinstance(who, Npc):
        name = quote_typed_name(who)
        way = f"Try: hurt {name} 7, or hp {name} 0"
        raise Impossible(f"{who.name} is one of the Company, and has a save.", way)
    standing = list_numbers_still_standing(campaign, who)
    felled = tuple(each for each in leaving.numbers or standing if each in standing)
    named = who.name
    if leaving.numbers:
        named = f"{who.name} {join_words(map(str, felled or leaving.numbers))}"
    if not felled:
        raise Impossible(f"{named} does not fight.", "Who fights: fight")
    if not (heads := list_group_hp(who)):
        return remove_combatant(context, leaving)
    left = tuple(0 if at in felled else hp for at, hp in enumerate(heads, 1))
    campaign = campaign.with_npc(set_group_hp(who, left))
    return Ruling(campaign, build_fight_report(campaign, "fell", (named,)))
