"""Chases at the prompt: chase (Initiative Turns, Chases; procedures 1.18)."""

from collections.abc import Iterable
from typing import NamedTuple

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.fights import find_combatant, list_combatants, note_action, with_combatants
from companion.campaign.turns import ensure_turn_begun, zoom_in
from companion.commands.context import Ruling, open_dice, refuse_secret
from companion.commands.fights.fights import join_foes, list_company
from companion.commands.fights.movement import find_pace
from companion.commands.fights.roster import is_fighting
from companion.commands.turns.turns import close_and_begin_turn
from companion.dice.faces import Faces as Dice
from companion.dice.faces import HandFaces
from companion.errant.chases import DEVELOPMENT_SIDES, Role, break_tie, has_two_fours, judge_chase
from companion.errant.checks import compute_npc_target, roll_check
from companion.errant.errants import Errant
from companion.errant.fights import Chase
from companion.errant.happenings import Happenings
from companion.errant.movement import MAX_MOVEMENT_DICE, MOVEMENT_SIDES
from companion.errant.slots import can_act, encumbrance
from companion.grammar.context import Context
from companion.grammar.kinds.fights import Foe, Person
from companion.grammar.names import require_able
from companion.refusal import Impossible
from companion.reports.chases import ChaseReport, ChaseRoll, ChaseStep, SprintReport


class _Runner(NamedTuple):
    """Who makes a movement roll, and with how many dice."""

    role: Role
    person: Person
    dice: int
    apart: bool = False


def chase(context: Context, role: Role | None, foes: tuple[Foe, ...] | None) -> Ruling:
    """Begin a Chase with these, or play the next Turn of the one that goes on."""
    goes_on = context.campaign.book.chase != Chase()
    refuse_secret(context, "A Chase")
    if foes is None and role is None and goes_on:
        return _play_turn(context)
    if foes is None:
        raise Impossible("Nobody is chased.", "Try: chase harl, or chase goblin x4 pursuers")
    if goes_on:
        raise Impossible("A Chase goes on.", "Try: chase, or chase end")
    if context.faces is not None:
        raise Impossible("As a Chase begins nothing is rolled.", "Leave the faces for: chase")
    return _begin_chase(context, role or "fugitives", foes)


def _begin_chase(context: Context, role: Role, foes: tuple[Foe, ...]) -> Ruling:
    """The named flee or hunt, and all of the Company who fight are the other side."""
    campaign = context.campaign
    if not is_fighting(campaign):
        campaign = zoom_in(campaign, "initiative")
    campaign, _ = ensure_turn_begun(campaign)
    if not campaign.book.combatants:
        campaign = with_combatants(campaign, list_company(campaign))
    fighting = {each.id for each in campaign.book.combatants}
    new = tuple(foe for foe in foes if _get_id(foe) not in fighting)
    campaign, joined = join_foes(context, campaign, new)
    named = [_get_id(foe) for foe in foes if foe not in new] + [each.id for each in joined]
    others = tuple(
        each.combatant.id
        for each in list_combatants(campaign)
        if each.combatant.side == "company" and each.combatant.id not in named
        if not isinstance(each.who, Errant) or (can_act(each.who) and not each.who.out_of_action)
    )
    if not others:
        raise Impossible("Nobody of the Company is left for the other side.", "Who fights: fight")
    sides: dict[Role, tuple[str, ...]] = {"fugitives": others, "pursuers": others}
    sides[role] = tuple(named)
    made = Chase(fugitives=sides["fugitives"], pursuers=sides["pursuers"])
    for each in (*made.fugitives, *made.pursuers):
        find_pace(campaign, _find_person(campaign, each))
    campaign = _with_chase(campaign, made)
    return Ruling(campaign, _build_report(campaign, "began"))


def _get_id(foe: Foe) -> str:
    return foe.who.id if isinstance(foe.who, Person) else ""


def _find_person(campaign: Campaign, who: str) -> Person:
    for combatant, person in list_combatants(campaign):
        if combatant.id == who:
            return person
    raise Impossible(f"{who} fights no longer.", "Try: chase end")


def _with_chase(campaign: Campaign, chase: Chase) -> Campaign:
    return replace(campaign, book=replace(campaign.book, chase=chase))


def _play_turn(context: Context) -> Ruling:
    """Both sides roll, in the next Initiative Turn if they have in this one. Faces by hand are the
    fugitives', the pursuers', of both again after a tie, then of those apart, and of the
    development."""
    campaign, happened = context.campaign, Happenings()
    chase = campaign.book.chase
    if any(_has_moved(campaign, each) for each in (*chase.fugitives, *chase.pursuers)):
        passing = context._replace(faces=None)
        campaign, happened = close_and_begin_turn(passing, "chase", None, None)
    stream = context.streams.stream("chase")
    dice = stream if context.faces is None else HandFaces(context.faces, then=stream)
    runners = [
        _find_slowest(campaign, "fugitives"),
        _find_slowest(campaign, "pursuers"),
        *_list_apart(campaign),
    ]
    if isinstance(dice, HandFaces):
        dice.expect(sum(each.dice for each in runners[:2] if each))
    fugitives, pursuers = (_roll(each, dice) for each in runners[:2])
    turn = judge_chase(fugitives.faces, pursuers.faces)
    tie: tuple[ChaseRoll, ...] = ()
    winner = turn.lucky[0] if len(turn.lucky) == 1 else None
    if len(turn.lucky) == 2:
        tie = (_roll(runners[0], dice), _roll(runners[1], dice))
        winner = break_tie(tie[0].faces, tie[1].faces)
    apart = tuple(_roll(each, dice) for each in runners[2:])
    lagging = None if winner else turn.lagging
    development = dice.face(DEVELOPMENT_SIDES) if lagging else 0
    if isinstance(dice, HandFaces):
        dice.finish()
    for each in (*chase.fugitives, *chase.pursuers):
        campaign = note_action(campaign, each, "move")
    over = {"fugitives": "escaped", "pursuers": "caught"}
    report = _build_report(campaign, "rolled")
    report = replace(
        report,
        rolls=(fugitives, pursuers, *apart),
        tie=tie,
        entered=context.faces is not None,
        outcome=over[winner] if winner else "",
        may_act=turn.may_act,
        shared=turn.shared,
        lagging=lagging,
        development=development,
        happened=happened,
    )
    gone = {each.who for each in apart if each.lucky and each.role == "fugitives"}
    left = _remove(replace(campaign.book.chase, sprinting={}), gone)
    is_over = winner or not left.fugitives
    campaign = _with_chase(campaign, Chase() if is_over else left)
    outcome = f"{fugitives.total} to {pursuers.total}"
    return Ruling(campaign, report, outcome=f"{outcome}, {report.outcome}".rstrip(", "))


def _has_moved(campaign: Campaign, who: str) -> bool:
    combatant = find_combatant(campaign, who)
    return combatant is not None and combatant.moved == "roll"


def _remove(chase: Chase, gone: Iterable[str]) -> Chase:
    """The Chase without these."""

    def without(ids: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(each for each in ids if each not in gone)

    return replace(
        chase,
        fugitives=without(chase.fugitives),
        pursuers=without(chase.pursuers),
        apart=without(chase.apart),
    )


def _find_slowest(campaign: Campaign, role: Role) -> _Runner | None:
    """Who rolls for a side: the slowest of those who are together; None for nobody."""
    chase = campaign.book.chase
    together = [
        _Runner(role, person, _count_dice(campaign, person))
        for each in getattr(chase, role)
        if each not in chase.apart
        for person in (_find_person(campaign, each),)
    ]
    return min(together, key=lambda each: find_pace(campaign, each.person).dice, default=None)


def _list_apart(campaign: Campaign) -> list[_Runner]:
    chase = campaign.book.chase
    roles: dict[str, Role] = {
        **dict.fromkeys(chase.fugitives, "fugitives"),
        **dict.fromkeys(chase.pursuers, "pursuers"),
    }
    return [
        _Runner(roles[each], person, _count_dice(campaign, person), True)
        for each in chase.apart
        for person in (_find_person(campaign, each),)
    ]


def _count_dice(campaign: Campaign, person: Person) -> int:
    """The movement dice of somebody, doubled in a sprint; none if it failed."""
    dice = find_pace(campaign, person).dice
    sprints = campaign.book.chase.sprinting.get(person.id)
    if sprints is None:
        return dice
    return min(MAX_MOVEMENT_DICE, 2 * dice) if sprints else 0


def _roll(runner: _Runner | None, dice: Dice) -> ChaseRoll:
    if runner is None:
        return ChaseRoll("fugitives", "", "", (), 0, False)
    faces = tuple([dice.face(MOVEMENT_SIDES) for _ in range(runner.dice)])
    return ChaseRoll(
        role=runner.role,
        who=runner.person.id,
        name=runner.person.name,
        faces=faces,
        total=sum(faces),
        lucky=has_two_fours(faces),
        apart=runner.apart,
    )


def sprint(context: Context, person: Person) -> Ruling:
    """Somebody sprints in the roll that comes: a phys Check at a DV of their Encumbrance."""
    campaign = context.campaign
    _require_in_chase(campaign, person)
    if person.id in campaign.book.chase.sprinting:
        raise Impossible(f"{person.name} sprints already.", "Try: chase")
    if isinstance(person, Errant):
        require_able(person, forced=context.is_forced)
        target, dv = person.phys, encumbrance(person)
    elif person.threat is None:
        raise Impossible(f"{person.name} has no Threat.", f"Try: npc {person.id} threat 1")
    else:
        target, dv = compute_npc_target(person.threat), 0
    with open_dice(context, "check", 1) as dice:
        rolled = roll_check(target, dv, dice)
    chase = campaign.book.chase
    sprinting = {**chase.sprinting, person.id: rolled.success}
    campaign = _with_chase(campaign, replace(chase, sprinting=sprinting))
    report = SprintReport(
        who=person.id,
        name=person.name,
        faces=() if rolled.face is None else (rolled.face,),
        entered=rolled.entered,
        dv=dv,
        target=target,
        success=rolled.success,
    )
    return Ruling(campaign, report, outcome="sprints" if rolled.success else "stumbles")


def split_off(context: Context, person: Person) -> Ruling:
    """Somebody splits off and is rolled for by themselves, or is with their side again."""
    campaign = context.campaign
    _require_in_chase(campaign, person)
    chase = campaign.book.chase
    if person.id in chase.apart:
        apart = tuple(each for each in chase.apart if each != person.id)
    else:
        apart = (*chase.apart, person.id)
    for side in (chase.fugitives, chase.pursuers):
        if set(side) <= set(apart):
            raise Impossible(f"{person.name} is the last of them.", "Try: chase end")
    campaign = _with_chase(campaign, replace(chase, apart=apart))
    return Ruling(campaign, _build_report(campaign, "split"))


def end_chase(context: Context) -> Ruling:
    """The Chase is over; the Initiative Turns go on."""
    if context.campaign.book.chase == Chase():
        raise Impossible("Nobody is chased.", "Try: chase harl")
    report = _build_report(context.campaign, "ended")
    return Ruling(_with_chase(context.campaign, Chase()), report)


def _require_in_chase(campaign: Campaign, person: Person) -> None:
    chase = campaign.book.chase
    if chase == Chase():
        raise Impossible("Nobody is chased.", "Try: chase harl")
    if person.id not in (*chase.fugitives, *chase.pursuers):
        raise Impossible(f"{person.name} is not in the Chase.", "Who is: chase end, or fight")


def _build_report(campaign: Campaign, step: ChaseStep) -> ChaseReport:
    chase = campaign.book.chase
    names = {combatant.id: person.name for combatant, person in list_combatants(campaign)}

    def get_names(ids: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(names.get(each, each) for each in ids)

    return ChaseReport(
        step=step,
        fugitives=get_names(chase.fugitives),
        pursuers=get_names(chase.pursuers),
        apart=get_names(chase.apart),
        turn_number=campaign.turns[-1].number if campaign.turns else None,
    )
