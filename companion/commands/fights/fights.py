"""A fight at the prompt: its roster, distance and surprise, the order of a Turn, and who acts how
(Initiative Turns; procedures 1.1 to 1.4)."""

from collections.abc import Sequence

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.fights import find_combatant, find_excess, list_standing, with_combatants
from companion.campaign.tables import time_of_day
from companion.campaign.turns import ensure_turn_begun, zoom_in
from companion.commands.context import Ruling, open_dice, refuse_secret
from companion.commands.fights.roster import build_fight_report, is_fighting
from companion.commands.record.telling import is_drawn, is_of_encounter
from companion.commands.turns.turns import open_turn_type
from companion.errant import fights
from companion.errant.creatures import Creature, apply_creature, find_creature, pluralise_creature
from companion.errant.errants import Errant, list_members
from companion.errant.fights import (
    NPCS_SURPRISE_TO,
    ORDER_SIDES,
    SURPRISE_SIDES,
    Action,
    Combatant,
    Combatants,
    Excess,
    Fight,
    Ground,
    Met,
    NoneOrSide,
    Parity,
    Side,
    decide_order,
    decide_surprise,
    leave_chase,
    roll_distance,
)
from companion.errant.harm import is_beaten
from companion.errant.light import LightLevel, list_sources, measure_light
from companion.errant.naming import type_name
from companion.errant.world import Npc
from companion.grammar.context import Context
from companion.grammar.kinds.fights import PACES, Foe, Leaving, Person
from companion.grammar.names import require_able
from companion.refusal import Impossible, join_words
from companion.reports.fights import FightReport, FightStep, OrderReport
from companion.rows import replace_block
from companion.text import make_free_slug, make_slug

_FIGHTING = "Try: fight goblin x4"


def require_fight(context: Context) -> None:
    """Raises Impossible where nobody fights."""
    if not context.campaign.book.combatants:
        way = "Try: fight goblin x4. Initiative Turns without anybody to fight: zoom initiative"
        raise Impossible("Nobody fights.", way if not is_fighting(context.campaign) else _FIGHTING)


def find_ground(campaign: Campaign) -> Ground:
    """The ground of the fight; before one it is enclosed where the Company explores."""
    if campaign.book.combatants:
        return campaign.book.fight.ground
    explores = any(turn.type == "exploration" for turn in campaign.turns)
    return "enclosed" if explores else "open"


def is_daylight(campaign: Campaign) -> bool:
    """True for what happens in the open while it is not night."""
    return find_ground(campaign) == "open" and time_of_day(campaign.now) != "night"


def open_fight(
    context: Context,
    ground: Ground | None,
    distance: int | None,
    surprise: str | None,
    ambush: str | None,
    foes: tuple[Foe, ...] | None,
) -> Ruling | FightReport:
    """Begin a fight with these, let them join the one that goes on, or show it. Without foes, in no
    fight, Initiative Turns open and no more if an encounter waits. Raises Impossible if none
    does."""
    campaign = context.campaign
    is_on = bool(campaign.book.combatants)
    if foes is None and not is_on and context.is_guide:
        foes = _list_met(campaign)
    said = (foes, ground, distance, surprise, ambush)
    if is_on and all(each is None for each in said):
        return build_fight_report(campaign, "shown")
    if not is_on and foes is None:
        if any(each is not None for each in said):
            raise Impossible("Whom do they fight?", f"Try: fight goblin x4 {context.rest}")
        if is_fighting(campaign) or not campaign.book.clock.encounter:
            require_fight(context)
        return open_turn_type(context, "initiative", None, None)
    refuse_secret(context, "Who fights")
    if is_on:
        return _change_fight(context, foes or (), ground, distance, surprise)
    return _begin_fight(context, foes or (), ground, distance, surprise, ambush)


def _list_met(campaign: Campaign) -> tuple[Foe, ...] | None:
    """Whom the Company has met in this Turn; None for nobody."""
    npc_id = campaign.book.met.npc
    return tuple(Foe(each) for each in campaign.world.npcs if each.id == npc_id) or None


def _begin_fight(
    context: Context,
    foes: tuple[Foe, ...],
    ground: Ground | None,
    distance: int | None,
    surprise: str | None,
    ambush: str | None,
) -> Ruling:
    """Open Initiative Turns with a roster, roll the distance and the surprise that nobody has said,
    and begin the first Turn."""
    ground = ground or find_ground(context.campaign)
    campaign = context.campaign
    light = find_fight_light(campaign)
    may_surprise = ambush is not None or light in ("darkness", "dim")
    if not is_fighting(campaign):
        campaign = zoom_in(campaign, "initiative")
    campaign, _ = ensure_turn_begun(campaign)
    campaign = with_combatants(campaign, list_company(campaign))
    campaign, joined = join_foes(context, campaign, foes)
    met = _find_meeting(context, joined)
    if context.faces is None and context.is_guide:
        distance = met.distance if distance is None else distance
        known = {"company": "npcs", "others": "company", "": "none"}
        if surprise is None and met.surprised is not None and ambush is None:
            surprise = known[met.surprised]
    with open_dice(context, "fight", (distance is None) + (surprise is None)) as dice:
        rolled = roll_distance(dice) if distance is None else None
        face = dice.face(SURPRISE_SIDES) if surprise is None else None
    surprised = _decide_surprise(context, joined, surprise, face, may_surprise=may_surprise)
    fight = Fight(ground=ground, distance=rolled if distance is None else distance)
    fight = replace(fight, surprised=surprised)
    campaign = campaign.with_fight(fight, campaign.book.combatants)
    if met == context.campaign.book.met:
        campaign = campaign.with_met(Met())
    report = replace(
        build_fight_report(campaign, "began"),
        light=light,
        may_surprise=may_surprise,
        distance_face=rolled and rolled // 10,
        surprise_face=face,
        entered=context.faces is not None,
        named=tuple(each.name for each in joined),
    )
    names = join_words(each.name for each in joined)
    return Ruling(campaign, report, outcome=f"{names}, {fight.distance} {_get_unit(ground)}")


def _find_meeting(context: Context, joined: Sequence[Person]) -> Met:
    """How far off those are with whom a fight begins, as `encounter` rolled it: nothing of that
    where it was of others, who wait."""
    npcs = [each for each in joined if isinstance(each, Npc)]
    is_of_others = is_drawn(context) and not any(is_of_encounter(context, each) for each in npcs)
    return Met() if is_of_others else context.campaign.book.met


def _get_unit(ground: Ground) -> str:
    return "feet" if ground == "enclosed" else "yards"


_SURPRISED: dict[str, NoneOrSide] = {"none": "", "npcs": "company", "company": "others"}


def _decide_surprise(
    context: Context,
    joined: Sequence[Person],
    said: str | None,
    face: int | None,
    *,
    may_surprise: bool,
) -> NoneOrSide:
    if face is None:
        return _SURPRISED[said or "none"]
    creatures = context.read_creatures() if any(_is_creature(each) for each in joined) else ()
    found = (find_creature(each.creature, creatures) for each in joined if isinstance(each, Npc))
    others_to = max((each.surprises for each in found if each), default=NPCS_SURPRISE_TO)
    return decide_surprise(face, company=may_surprise, others_to=others_to)


def decide_met_surprise(context: Context, npc: Npc | None, face: int) -> NoneOrSide:
    """The side that a D6 says is surprised as the Company meets somebody; "" for nobody."""
    may_surprise = find_fight_light(context.campaign) in ("darkness", "dim")
    joined = (npc,) if npc else ()
    return _decide_surprise(context, joined, None, face, may_surprise=may_surprise)


def _is_creature(who: Person) -> bool:
    return isinstance(who, Npc) and bool(who.creature)


def find_fight_light(campaign: Campaign) -> LightLevel:
    """The light that the Company keeps, as far as it decides on surprise: one person alone with a
    lantern or a candle is in dim light (R7); outside, by day, it is bright without any."""
    light = measure_light(campaign.errants)
    explores = any(turn.type == "exploration" for turn in campaign.turns)
    if not explores and time_of_day(campaign.now) != "night":
        return "bright"
    members = list_members(campaign.errants)
    if len(members) == 1 and light.burn:
        kinds = {members[0].get_item(each.item).kind for each in list_sources(members[0])}
        if kinds and kinds <= {"lantern", "candle"}:
            return "dim"
    return light.level


def _change_fight(
    context: Context,
    foes: tuple[Foe, ...],
    ground: Ground | None,
    distance: int | None,
    surprise: str | None,
) -> Ruling:
    """Let others join, and set what is said of the ground, the distance and the surprise."""
    if context.faces is not None:
        raise Impossible("Nothing is rolled in a fight that goes on.", "Leave the faces out.")
    campaign, joined = join_foes(context, context.campaign, foes)
    fight = campaign.book.fight
    fight = replace(
        fight,
        ground=ground or fight.ground,
        distance=fight.distance if distance is None else distance,
        surprised=fight.surprised if surprise is None else _SURPRISED[surprise],
        measured=fight.measured if distance is None else _count_turns(campaign),
    )
    campaign = campaign.with_fight(fight, campaign.book.combatants)
    step: FightStep = "joined" if foes else "changed"
    report = build_fight_report(campaign, step, tuple(each.name for each in joined))
    return Ruling(campaign, report)


def _count_turns(campaign: Campaign) -> int:
    """The number of the Initiative Turn that is played; 0 for none."""
    return campaign.turns[-1].number if is_fighting(campaign) else 0


def add_foes(context: Context, foes: tuple[Foe, ...]) -> Ruling:
    """Let others join the fight, on whichever side they are."""
    require_fight(context)
    refuse_secret(context, "Who fights")
    return _change_fight(context, foes, None, None, None)


def list_company(campaign: Campaign) -> Combatants:
    """The members of the Company who are here, as combatants."""
    return tuple(Combatant(id=each.id, side="company") for each in list_members(campaign.errants))


def join_foes(
    context: Context, campaign: Campaign, foes: tuple[Foe, ...]
) -> tuple[Campaign, tuple[Person, ...]]:
    """The campaign in which these fight, too: an NPC whom the players have met by now, so many of a
    creature made an NPC, one of the Company. Raises Impossible for who fights already."""
    joined: list[Person] = []
    for foe in foes:
        who: Person
        if isinstance(foe.who, Creature):
            number = foe.number or 1
            name = pluralise_creature(foe.who) if number > 1 else foe.who.name
            who, campaign = make_npc(campaign, foe.who, name, number, met=True)
        elif isinstance(foe.who, Errant):
            who = require_able(foe.who, forced=context.is_forced)
        else:
            who = replace(foe.who, met=True)
            campaign = campaign.with_npc(who)
        if isinstance(who, Npc) and is_beaten(who):
            context.refuse_unforced(f"{who.name} is beaten.", f"Try: hp {type_name(who)} full")
        if find_combatant(campaign, who.id) is not None:
            if isinstance(foe.who, Errant) and len(foes) > 1:
                continue
            raise Impossible(f"{who.name} fights already.", "Who fights: fight")
        is_npc = isinstance(who, Npc)
        combatant = Combatant(id=who.id, npc=is_npc, side="others" if is_npc else "company")
        campaign = with_combatants(campaign, (*campaign.book.combatants, combatant))
        joined.append(who)
    return campaign, tuple(joined)


def make_npc(
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
    here = campaign.place_here
    settled = any(here == each.id for each in campaign.world.settlements)
    npc = Npc(
        id=npc_id,
        name=name,
        met=met,
        count=count,
        settlement=here if settled else "",
        place="" if settled else here,
    )
    npc = apply_creature(npc, creature) if creature else npc
    return npc, campaign.with_npcs((*npcs, npc))


def drop_combatant(context: Context, leaving: Leaving) -> Ruling:
    """Somebody fights no longer, or some of a group; the group goes with the last who stands."""
    refuse_secret(context, "Who fights")
    person = leaving.person
    if leaving.numbers:
        assert isinstance(person, Npc)
        standing = list_standing(context.campaign, person)
        able = tuple(number for number in leaving.numbers if number in standing)
        if not able:
            number = join_words([*map(str, leaving.numbers)])
            way = f"Those who stand are {join_words([*map(str, standing)])}."
            raise Impossible(f"{person.name} {number} does not fight.", way)
        if not set(standing) <= set(able):
            return _drop_some(context, person, able)
    left = tuple(each for each in context.campaign.book.combatants if each.id != person.id)
    campaign = with_combatants(context.campaign, left)
    chase = leave_chase(campaign.book.chase, {person.id})
    campaign = replace(campaign, book=replace(campaign.book, chase=chase))
    return Ruling(campaign, build_fight_report(campaign, "left", (person.name,)))


def _drop_some(context: Context, group: Npc, numbers: tuple[int, ...]) -> Ruling:
    """Some of a group fight no longer."""
    combatants = context.campaign.book.combatants
    own = next(each for each in combatants if each.id == group.id)
    gone = tuple(sorted({*own.gone, *numbers}))
    campaign = with_combatants(context.campaign, replace_block(combatants, replace(own, gone=gone)))
    named = f"{group.name} {join_words([*map(str, numbers)])}"
    return Ruling(campaign, build_fight_report(campaign, "left", (named,)))


def clear_gambits(context: Context, leaving: Leaving) -> Ruling:
    """What gambits did to somebody, or to some of a group, is over. Raises Impossible if nothing
    was."""
    refuse_secret(context, "Who fights")
    person, combatants = leaving.person, context.campaign.book.combatants
    combatant = find_combatant(context.campaign, person.id)
    assert combatant is not None
    cleared = fights.clear_gambits(combatant, leaving.numbers)
    if cleared == combatant:
        raise Impossible(f"There is nothing to clear of {person.name}.", "Who suffers what: fight")
    campaign = with_combatants(context.campaign, replace_block(combatants, cleared))
    named = " ".join((person.name, join_words([*map(str, leaving.numbers)]))).strip()
    return Ruling(campaign, build_fight_report(campaign, "cleared", (named,)))


def set_pace(context: Context, person: Person, pace: str) -> Ruling:
    """Say whether somebody acts quickly or slowly in this Turn."""
    refuse_secret(context, "Who fights")
    combatants = context.campaign.book.combatants
    combatant = find_combatant(context.campaign, person.id)
    assert combatant is not None
    changed = replace_block(combatants, replace(combatant, acts=PACES[pace]))
    campaign = with_combatants(context.campaign, changed)
    return Ruling(campaign, build_fight_report(campaign, "pace", (person.name,)))


def call_order(context: Context, call: Parity, errant: Errant | None) -> Ruling:
    """Roll for who acts first in this Turn. Raises Impossible outside Initiative Turns and, unless
    forced, in a Turn of surprise or with an order."""
    campaign = _require_no_order(context)
    if errant is not None:
        require_able(errant, forced=context.is_forced)
    with open_dice(context, "order", 2) as dice:
        faces = (dice.face(ORDER_SIDES), dice.face(ORDER_SIDES))
    first = decide_order(call, faces)
    campaign = _with_first(campaign, first)
    report = OrderReport(
        call=call,
        by=errant.id if errant else "",
        faces=faces,
        entered=context.faces is not None,
        first=first,
    )
    rolled = f"{faces[0]} + {faces[1]}"
    outcome = f"{rolled}: {'the Company' if first == 'company' else 'the others'} first"
    return Ruling(campaign, report, outcome=outcome)


def set_order(context: Context, side: Side) -> Ruling:
    """Say who acts first in this Turn, where the table has settled it without the program. Raises
    Impossible as for a call."""
    campaign = _with_first(_require_no_order(context), side)
    report = OrderReport(call=None, by="", faces=(), entered=True, first=side)
    return Ruling(campaign, report)


def _require_no_order(context: Context) -> Campaign:
    """The campaign in a Turn that has no order yet. Raises Impossible in any other."""
    refuse_secret(context, "Who acts first")
    if not is_fighting(context.campaign):
        raise Impossible("An order is rolled for in Initiative Turns.", "Try: fight goblin x4")
    campaign, _ = ensure_turn_begun(context.campaign)
    fight = campaign.book.fight
    if fight.surprised:
        context.refuse_unforced("In a Turn of surprise there is no order.", "Try: next.")
    if fight.first:
        who = "the Company" if fight.first == "company" else "the others"
        context.refuse_unforced(f"This Turn has its order: {who} first.", "Try: next.")
    return campaign


def _with_first(campaign: Campaign, side: Side) -> Campaign:
    fight = replace(campaign.book.fight, first=side)
    return campaign.with_fight(fight, campaign.book.combatants)


def warn_excess(
    campaign: Campaign, person: Person, action: Action, cost: int = 1
) -> tuple[str, ...]:
    """What is too much in this action of somebody, pointed out before it is noted."""
    return describe_excess(person, find_excess(campaign, person.id, action, cost))


def describe_excess(person: Person, excess: Excess) -> tuple[str, ...]:
    """Point out what is too much in an action of somebody."""
    is_group = isinstance(person, Npc) and person.count > 1
    if excess == "twice" and is_group:
        return (f"More {person.name} than there are have attacked or cast in this Turn.",)
    if excess == "twice":
        return (f"{person.name} has attacked or cast in this Turn: only one of them, once.",)
    have = "have" if is_group else "has"
    return (f"{person.name} {have} used up the actions of this Turn.",) if excess else ()
