"""Answers `chase`: begins, plays and ends a Chase (Initiative Turns, Chases; procedures 1.18)."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.fights.fights import (
    list_combatants,
    record_action,
    replace_combatants,
    require_unsurprised,
)
from companion.campaign.turns.turns import ensure_turn_begun, nest_inner_turn
from companion.commands.dice_for_handlers import make_dice_face_source
from companion.commands.fights.chase_movement_rolls import (
    can_run_in_chase,
    find_slowest_chase_runner,
    has_rolled_movement_this_turn,
    list_chase_runners,
    roll_chase_movement,
)
from companion.commands.fights.fight_reports import is_fight_going_on
from companion.commands.fights.joining_and_leaving import (
    let_foes_join_fight,
    make_company_combatants,
)
from companion.commands.handler_result import Ruling
from companion.commands.stops_until_typed_again import refuse_secret_line
from companion.commands.turns.turns import close_and_begin_turn
from companion.dice.face_sources import HandFaces
from companion.errant.chases import (
    DEVELOPMENT_SIDES,
    ROLES,
    Role,
    break_chase_tie,
    judge_chase_turn,
)
from companion.errant.checks_and_saves import compute_npc_check_target, roll_check
from companion.errant.company import Errant
from companion.errant.fights import Chase, remove_from_chase
from companion.errant.happenings import Happenings
from companion.errant.names_to_type import quote_typed_name
from companion.errant.packs.slots import find_encumbrance
from companion.grammar.argument_kinds.fights.foes import Foe, Person
from companion.grammar.context import Context
from companion.grammar.name_matching import require_present_and_able_errant
from companion.refusal import Impossible
from companion.reports.chases import ChaseOutcome, ChaseReport, ChaseRoll, ChaseStep, SprintReport


def begin_or_play_chase(
    context: Context, role: Role | None, foes: tuple[Foe, ...] | None
) -> Ruling:
    """Begin a Chase with these, or play the next Turn of the one that goes on; or, with a role
    alone, the movement roll that something has given that side."""
    goes_on = context.campaign.book.chase != Chase()
    refuse_secret_line(context, "A Chase")
    if foes is None and goes_on:
        return _play_chase_turn(context) if role is None else _roll_for_one_side(context, role)
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
    if not is_fight_going_on(campaign):
        campaign = nest_inner_turn(campaign, "initiative")
    campaign, _ = ensure_turn_begun(campaign)
    if not campaign.book.combatants:
        campaign = replace_combatants(campaign, make_company_combatants(campaign))
    fighting = {each.id for each in campaign.book.combatants}
    new = tuple(foe for foe in foes if _get_id_of_foe(foe) not in fighting)
    campaign, joined = let_foes_join_fight(context, campaign, new, ends_talk=False)
    named = [_get_id_of_foe(foe) for foe in foes if foe not in new] + [each.id for each in joined]
    others = tuple(
        each.combatant.id
        for each in list_combatants(campaign)
        if each.combatant.side == "company" and each.combatant.id not in named
        if can_run_in_chase(each.who)
    )
    if not others:
        raise Impossible("Nobody of the Company is left for the other side.", "Who fights: fight")
    sides: dict[Role, tuple[str, ...]] = {"fugitives": others, "pursuers": others}
    sides[role] = tuple(named)
    made = Chase(fugitives=sides["fugitives"], pursuers=sides["pursuers"])
    campaign = _with_chase(campaign, made)
    if not list_chase_runners(campaign, role):
        raise Impossible("Nobody is left of those who are named.", "Who fights: fight")
    for side in ROLES:
        list_chase_runners(campaign, side)
    return Ruling(campaign, _build_chase_report(campaign, "began"))


def _get_id_of_foe(foe: Foe) -> str:
    return foe.who.id if isinstance(foe.who, Person) else ""


def _with_chase(campaign: Campaign, chase: Chase) -> Campaign:
    return replace(campaign, book=replace(campaign.book, chase=chase))


_ENDS: dict[Role, ChaseOutcome] = {"fugitives": "escaped", "pursuers": "caught"}


def _play_chase_turn(context: Context) -> Ruling:
    """Both sides roll, in the next Initiative Turn if they have in this one. Faces by hand are the
    fugitives', the pursuers', of both again after a tie, then of those apart, and of the
    development."""
    campaign, happened = context.campaign, Happenings()
    sides = {role: list_chase_runners(campaign, role) for role in ROLES}
    if not all(sides.values()):
        if context.faces is not None:
            raise Impossible("Nobody of one side is left, and nothing is rolled.", "Try: chase")
        return end_chase(context)
    if any(
        has_rolled_movement_this_turn(campaign, each.person.id)
        for side in sides.values()
        for each in side
    ):
        passing = context._replace(faces=None)
        campaign, happened = close_and_begin_turn(passing, "chase", None, None)
    for combatant, who in list_combatants(campaign):
        if combatant.id in (*campaign.book.chase.fugitives, *campaign.book.chase.pursuers):
            require_unsurprised(campaign, who, forced=context.is_forced)
    stream = context.streams.stream("chase")
    dice = stream if context.faces is None else HandFaces(context.faces, then=stream)
    running = [each for role in ROLES for each in list_chase_runners(campaign, role)]
    runners = [
        *(find_slowest_chase_runner(campaign, role) for role in ROLES),
        *sorted(
            (each for each in running if each.apart),
            key=lambda each: campaign.book.chase.apart.index(each.person.id),
        ),
    ]
    if isinstance(dice, HandFaces):
        dice.require_faces_for(sum(each.dice for each in runners[:2] if each))
    fugitives, pursuers = (
        roll_chase_movement(each, dice, role) for each, role in zip(runners[:2], ROLES, strict=True)
    )
    turn = judge_chase_turn(fugitives.faces, pursuers.faces)
    tie: tuple[ChaseRoll, ...] = ()
    winner = turn.lucky[0] if len(turn.lucky) == 1 else None
    if len(turn.lucky) == 2:
        tie = (roll_chase_movement(runners[0], dice), roll_chase_movement(runners[1], dice))
        winner = break_chase_tie(tie[0].faces, tie[1].faces)
    apart = tuple(roll_chase_movement(each, dice) for each in runners[2:])
    lagging = None if winner else turn.lagging
    development = dice.face(DEVELOPMENT_SIDES) if lagging else 0
    if isinstance(dice, HandFaces):
        dice.require_no_faces_left()
    for runner in running:
        campaign = record_action(campaign, runner.person.id, "move")
    report = replace(
        _build_chase_report(campaign, "rolled"),
        rolls=(fugitives, pursuers, *apart),
        tie=tie,
        entered=context.faces is not None,
        outcome=_ENDS[winner] if winner else "",
        may_act=turn.may_act,
        shared=turn.shared,
        lagging=lagging,
        development=development,
        happened=happened,
    )
    gone = {each.who for each in apart if each.lucky and each.role == "fugitives"}
    left = remove_from_chase(replace(campaign.book.chase, sprinting={}), gone)
    campaign = _with_chase(campaign, Chase() if winner else left)
    outcome = f"{fugitives.total} to {pursuers.total}"
    return Ruling(campaign, report, outcome=f"{outcome}, {report.outcome}".rstrip(", "))


def _roll_for_one_side(context: Context, role: Role) -> Ruling:
    """The movement roll of one side that a development gives: two 4s end the Chase, and nothing
    else comes of it (R59)."""
    campaign = context.campaign
    runner = find_slowest_chase_runner(campaign, role)
    if runner is None:
        raise Impossible("Nobody of that side is left.", "Try: chase end")
    with make_dice_face_source(context, "chase", runner.dice) as dice:
        rolled = roll_chase_movement(runner, dice)
    outcome: ChaseOutcome = _ENDS[role] if rolled.lucky else ""
    report = replace(
        _build_chase_report(campaign, "alone"),
        rolls=(rolled,),
        entered=context.faces is not None,
        outcome=outcome,
    )
    chase = campaign.book.chase
    sprinting = {who: ends for who, ends in chase.sprinting.items() if who != runner.person.id}
    campaign = _with_chase(campaign, Chase() if outcome else replace(chase, sprinting=sprinting))
    return Ruling(campaign, report, outcome=f"{rolled.total} {outcome}".rstrip())


def sprint_in_chase(context: Context, person: Person) -> Ruling:
    """Somebody sprints in the roll that comes: a phys Check at a DV of their Encumbrance."""
    campaign = context.campaign
    _require_in_chase(campaign, person)
    if person.id in campaign.book.chase.sprinting:
        raise Impossible(f"{person.name} sprints already.", "Try: chase")
    if isinstance(person, Errant):
        require_present_and_able_errant(person, forced=context.is_forced)
        target, dv = person.phys, find_encumbrance(person)
    elif person.threat is None:
        raise Impossible(
            f"{person.name} has no Threat.", f"Try: npc {quote_typed_name(person)} threat 1"
        )
    else:
        target, dv = compute_npc_check_target(person.threat), 0
    with make_dice_face_source(context, "check", 1) as dice:
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


def toggle_chase_split_off(context: Context, person: Person) -> Ruling:
    """Somebody splits off and is rolled for by themselves, or is with their side again."""
    campaign = context.campaign
    _require_in_chase(campaign, person)
    chase = campaign.book.chase
    if person.id in chase.apart:
        apart = tuple(each for each in chase.apart if each != person.id)
    else:
        apart = (*chase.apart, person.id)
    campaign = _with_chase(campaign, replace(chase, apart=apart))
    if any(find_slowest_chase_runner(campaign, role) is None for role in ROLES):
        raise Impossible(f"{person.name} is the last of them.", "Try: chase end")
    return Ruling(campaign, _build_chase_report(campaign, "split"))


def end_chase(context: Context) -> Ruling:
    """The Chase is over; the Initiative Turns go on."""
    if context.campaign.book.chase == Chase():
        raise Impossible("Nobody is chased.", "Try: chase harl")
    report = _build_chase_report(context.campaign, "ended")
    return Ruling(_with_chase(context.campaign, Chase()), report)


def _require_in_chase(campaign: Campaign, person: Person) -> None:
    chase = campaign.book.chase
    if chase == Chase():
        raise Impossible("Nobody is chased.", "Try: chase harl")
    if person.id not in (*chase.fugitives, *chase.pursuers) or not can_run_in_chase(person):
        raise Impossible(f"{person.name} is not in the Chase.", "Who is: chase end, or fight")


def _build_chase_report(campaign: Campaign, step: ChaseStep) -> ChaseReport:
    chase = campaign.book.chase
    names = {
        combatant.id: person.name
        for combatant, person in list_combatants(campaign)
        if can_run_in_chase(person)
    }

    def get_names_of_ids(ids: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(names[each] for each in ids if each in names)

    return ChaseReport(
        step=step,
        fugitives=get_names_of_ids(chase.fugitives),
        pursuers=get_names_of_ids(chase.pursuers),
        apart=get_names_of_ids(chase.apart),
        turn_number=campaign.turns[-1].number if campaign.turns else None,
    )
