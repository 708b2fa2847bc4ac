"""Answers `fight` and the words for who acts how: begins a fight, adds to it and shows it
(Initiative Turns; procedures 1.1 to 1.4)."""

from collections.abc import Sequence

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.fights.fights import find_combatant, replace_combatants
from companion.campaign.turns.turns import ensure_turn_begun, nest_inner_turn
from companion.commands.dice_for_handlers import make_dice_face_source
from companion.commands.fights.fight_reports import build_fight_report, is_fight_going_on
from companion.commands.fights.joining_and_leaving import (
    let_foes_join_fight,
    make_company_combatants,
)
from companion.commands.fights.scene_and_surprise import (
    SURPRISED,
    decide_fight_surprise,
    find_fight_ground,
    find_fight_light,
)
from companion.commands.handler_result import Ruling
from companion.commands.record.untold_findings import (
    is_every_encounter_drawn,
    is_part_of_waiting_encounter,
)
from companion.commands.stops_until_typed_again import refuse_secret_line
from companion.commands.turns.opening_and_closing_turns import open_inner_turn
from companion.errant.fights import SURPRISE_SIDES, Excess, Fight, Ground, Met, roll_combat_distance
from companion.errant.world import Npc
from companion.grammar.argument_kinds.fights.fight_arguments import PACES
from companion.grammar.argument_kinds.fights.foes import Foe, Person
from companion.grammar.context import Context
from companion.refusal import Impossible, join_words
from companion.reports.fights import FightReport, FightStep
from companion.values_with_ids import replace_by_id


def require_fight(context: Context) -> None:
    """Raises Impossible unless a fight is going on."""
    if not context.campaign.book.combatants:
        raise Impossible("Nobody fights.", "Try: fight goblin x4")


def begin_join_or_show_fight(
    context: Context,
    ground: Ground | None,
    distance: int | None,
    surprise: str | None,
    ambush: str | None,
    foes: tuple[Foe, ...] | None,
) -> Ruling | FightReport:
    """Begin a fight with these, let them join the one that goes on, or show it. Without foes, in no
    fight, Initiative Turns open and no more."""
    campaign = context.campaign
    is_on = bool(campaign.book.combatants)
    if foes is None and not is_on and context.is_guide:
        foes = _list_met_foes(campaign)
    said = (foes, ground, distance, surprise, ambush)
    if is_on and all(each is None for each in said):
        return build_fight_report(campaign, "shown")
    if not is_on and foes is None:
        if any(each is not None for each in said):
            raise Impossible("Whom do they fight?", f"Try: fight goblin x4 {context.rest}")
        if is_fight_going_on(campaign):
            require_fight(context)
        return open_inner_turn(context, "initiative", None, None)
    refuse_secret_line(context, "Who fights")
    if is_on:
        return _change_fight(context, foes or (), ground, distance, surprise)
    return _begin_fight(context, foes or (), ground, distance, surprise, ambush)


def _list_met_foes(campaign: Campaign) -> tuple[Foe, ...] | None:
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
    ground = ground or find_fight_ground(context.campaign)
    campaign = context.campaign
    light = find_fight_light(campaign)
    may_surprise = ambush is not None or light in ("darkness", "dim")
    if not is_fight_going_on(campaign):
        campaign = nest_inner_turn(campaign, "initiative")
    campaign, _ = ensure_turn_begun(campaign)
    campaign = replace_combatants(campaign, make_company_combatants(campaign))
    campaign, joined = let_foes_join_fight(context, campaign, foes)
    met = _find_distance_met_at(context, joined)
    if context.faces is None and context.is_guide:
        distance = met.distance if distance is None else distance
        known = {"company": "npcs", "others": "company", "": "none"}
        if surprise is None and met.surprised is not None and ambush is None:
            surprise = known[met.surprised]
    with make_dice_face_source(context, "fight", (distance is None) + (surprise is None)) as dice:
        rolled = roll_combat_distance(dice) if distance is None else None
        face = dice.face(SURPRISE_SIDES) if surprise is None else None
    surprised = decide_fight_surprise(context, joined, surprise, face, may_surprise=may_surprise)
    fight = Fight(ground=ground, distance=rolled if distance is None else distance)
    fight = replace(fight, surprised=surprised)
    campaign = campaign.with_fight(fight, campaign.book.combatants)
    if met == context.campaign.book.met:
        campaign = campaign.with_rolled_encounter(Met())
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
    return Ruling(
        campaign, report, outcome=f"{names}, {fight.distance} {get_fight_distance_unit(ground)}"
    )


def _find_distance_met_at(context: Context, joined: Sequence[Person]) -> Met:
    """How far off those are with whom a fight begins, as `encounter` rolled it: nothing of that
    where it was of others, who wait."""
    npcs = [each for each in joined if isinstance(each, Npc)]
    is_of_others = is_every_encounter_drawn(context) and not any(
        is_part_of_waiting_encounter(context, each) for each in npcs
    )
    return Met() if is_of_others else context.campaign.book.met


def get_fight_distance_unit(ground: Ground) -> str:
    """The unit of distances on this ground: `feet` where it is enclosed, else `yards`."""
    return "feet" if ground == "enclosed" else "yards"


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
    campaign, joined = let_foes_join_fight(context, context.campaign, foes)
    fight = campaign.book.fight
    fight = replace(
        fight,
        ground=ground or fight.ground,
        distance=fight.distance if distance is None else distance,
        surprised=fight.surprised if surprise is None else SURPRISED[surprise],
        measured=fight.measured if distance is None else _get_initiative_turn_number(campaign),
    )
    campaign = campaign.with_fight(fight, campaign.book.combatants)
    step: FightStep = "joined" if foes else "changed"
    report = build_fight_report(campaign, step, tuple(each.name for each in joined))
    return Ruling(campaign, report)


def _get_initiative_turn_number(campaign: Campaign) -> int:
    """The number of the Initiative Turn that is played; 0 for none."""
    return campaign.turns[-1].number if is_fight_going_on(campaign) else 0


def add_combatants_to_fight(context: Context, foes: tuple[Foe, ...]) -> Ruling:
    """Let others join the fight, on whichever side they are."""
    require_fight(context)
    refuse_secret_line(context, "Who fights")
    return _change_fight(context, foes, None, None, None)


def set_quick_or_slow_action(context: Context, person: Person, pace: str) -> Ruling:
    """Say whether somebody acts quickly or slowly in this Turn."""
    refuse_secret_line(context, "Who fights")
    combatants = context.campaign.book.combatants
    combatant = find_combatant(context.campaign, person.id)
    assert combatant is not None
    changed = replace_by_id(combatants, replace(combatant, acts=PACES[pace]))
    campaign = replace_combatants(context.campaign, changed)
    return Ruling(campaign, build_fight_report(campaign, "pace", (person.name,)))


def describe_excess_action(person: Person, excess: Excess) -> tuple[str, ...]:
    """Point out what is too much in an action of somebody."""
    is_group = isinstance(person, Npc) and person.count > 1
    if excess == "twice" and is_group:
        return (f"More {person.name} than there are have attacked or cast in this Turn.",)
    if excess == "twice":
        return (f"{person.name} has attacked or cast in this Turn: only one of them, once.",)
    have = "have" if is_group else "has"
    return (f"{person.name} {have} used up the actions of this Turn.",) if excess else ()
