"""The Event Die at the prompt: event and next."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.event_die import ResultEffects, apply_result
from companion.campaign.history import RevertedValue
from companion.campaign.turns import ensure_turn_begun, list_open_matters
from companion.commands.context import Ruling, open_dice
from companion.commands.turns.declarations import declare_in_turn, list_actions
from companion.commands.turns.turns import build_turn_report, close_and_begin_turn
from companion.dice.faces import HandFaces
from companion.errant.clock import Span
from companion.errant.event_die import (
    EventResult,
    EventRoll,
    Modifier,
    compute_net_dice,
    find_result,
    list_company_modifiers,
    roll_event,
)
from companion.errant.happenings import Happenings
from companion.errant.turns import find_night_half, is_unguarded, show_face
from companion.grammar.context import Context
from companion.grammar.kinds.turns import DeclaredAction
from companion.randomtables.table import shorten_name
from companion.refusal import Impossible
from companion.reports.turns import DiceToRollReport, EventReport


class EventOptions(NamedTuple):
    """Options of the Event Die: dice added by hand, its faces rolled by hand, and those of the
    table that its result draws on."""

    extra_dice: tuple[int, ...]
    faces: tuple[int, ...] | None
    table_faces: tuple[int, ...] | None


def _list_event_modifiers(
    campaign: Campaign, by_hand: tuple[int, ...] = ()
) -> tuple[Modifier, ...]:
    """Everything that adds Event Dice to the next roll of the innermost Turn, by name."""
    rest_dice = campaign.book.clock.rest_dice
    return (
        *list_company_modifiers(campaign.errants, campaign.innermost_turn.type, rest_dice),
        *(Modifier("by hand", dice) for dice in by_hand if dice),
    )


def _roll_turn_event(context: Context, campaign: Campaign, options: EventOptions) -> EventRoll:
    """The Event Die of the innermost Turn, rolled or typed. A single face is the one that
    counts."""
    turn = campaign.innermost_turn
    modifiers = _list_event_modifiers(campaign, options.extra_dice)
    unguarded = is_unguarded(campaign.errants, turn)
    if options.faces is not None and len(options.faces) == 1:
        dice, (face,) = context.get_dice("event"), options.faces
        return roll_event(turn.type, modifiers, dice, kept_face=face, unguarded=unguarded)
    with open_dice(context, "event", options.faces, _count_dice(modifiers)) as dice:
        return roll_event(turn.type, modifiers, dice, unguarded=unguarded)


def _record_event_face(campaign: Campaign, rolled: EventRoll) -> Campaign:
    """The campaign with the face in its Turn; the die that a Rest added is spent."""
    turn = show_face(campaign.innermost_turn, rolled.face)
    campaign = campaign.with_innermost_turn(turn)
    if turn.type in ("travel", "exploration") and campaign.book.clock.rest_dice:
        campaign = campaign.with_clock(rest_dice=0)
    return campaign.with_clock(encounter=True) if rolled.result == "encounter" else campaign


def list_choices(campaign: Campaign) -> tuple[str, ...]:
    """The words that settle what is open."""
    matters = list_open_matters(campaign)
    return (
        *(("rest", "press-on") if matters.choices else ()),
        *(("refill", "let-go") if matters.empty_items else ()),
    )


def build_event_report(
    rolled: EventRoll,
    effects: ResultEffects,
    table_names: Callable[[], tuple[str, ...]],
    *,
    before: Happenings = (),
    replaced: bool = False,
    ignored: bool = False,
    taken_back: tuple[RevertedValue, ...] = (),
) -> EventReport:
    """An Event Die with all that it did; `taken_back` is what the result before it had done."""
    campaign, table = effects.campaign, effects.table_name
    turn = campaign.innermost_turn
    return EventReport(
        turn_type=turn.type,
        turn_number=turn.number,
        positive_dice=rolled.positive_dice,
        negative_dice=rolled.negative_dice,
        faces=rolled.faces,
        face=rolled.face,
        entered=rolled.entered,
        result=rolled.result,
        modifiers=rolled.modifiers,
        choices=list_choices(campaign),
        declared=list_actions(turn),
        day=campaign.now.day,
        time=campaign.now.time,
        happened=effects.happened,
        before=before,
        replaced=replaced,
        ignored=ignored,
        table=table,
        table_typed=shorten_name(table, table_names()) if table else "",
        foretold=effects.sign.encounter if effects.sign else None,
        sign=effects.sign.clue or None if effects.sign else None,
        undrawn=effects.draw_failure or None,
        drawn=effects.drawn.text if effects.drawn else None,
        drawn_faces=effects.drawn.faces if effects.drawn else (),
        asleep=turn.asleep,
        half_of_night=find_night_half(campaign.errants, turn),
        resting=turn.resting,
        watch=turn.watch if turn.asleep else (),
        taken_back=taken_back,
    )


def apply_turn_result(
    context: Context, campaign: Campaign, result: EventResult, table: tuple[int, ...] | None
) -> ResultEffects:
    """What a result does; `table` are faces rolled by hand for the table that it draws on."""
    stream = context.get_dice("table")
    if table is None:
        return apply_result(campaign, result, stream, context.find_table)
    by_hand = HandFaces(table, then=stream)
    typed = f"table={','.join(map(str, table))}"
    try:
        effects = apply_result(campaign, result, by_hand, context.find_table)
        if by_hand.used_count:
            by_hand.finish()
            return effects
    except Impossible as refusal:
        raise Impossible(f"{typed}: {refusal.message}", refusal.hint) from None
    raise Impossible(f"No table is drawn from now, so {typed} is no use.", f"Leave out {typed}.")


def _play_event_die(
    context: Context, campaign: Campaign, options: EventOptions, before: Happenings = ()
) -> Ruling:
    """Roll the Event Die in the innermost Turn; its effects happen at once."""
    rolled = _roll_turn_event(context, campaign, options)
    before_effects = _record_event_face(campaign, rolled)
    effects = apply_turn_result(context, before_effects, rolled.result, options.table_faces)
    return Ruling(
        effects.campaign,
        build_event_report(rolled, effects, context.list_tables, before=before),
        before_effects=before_effects,
        effects_turn_type=campaign.innermost_turn.type,
        outcome=f"{rolled.face} {rolled.result}",
    )


def roll_event_die(
    context: Context,
    extra_dice: tuple[int, ...],
    faces: tuple[int, ...] | None,
    table_faces: tuple[int, ...] | None,
    only_dice: str | None,
) -> Ruling:
    """Roll, or say what to roll."""
    turn = context.campaign.innermost_turn
    if only_dice:
        return Ruling(context.campaign, build_dice_report(context.campaign, extra_dice))
    if turn.face is not None and not context.is_forced:
        raise Impossible(
            "The Event Die has been rolled this Turn.",
            f"Try: next, becomes {turn.face % 6 + 1}, or event! to roll another",
            overrulable=True,
        )
    campaign, happened = ensure_turn_begun(context.campaign)
    options = EventOptions(extra_dice, faces, table_faces)
    return _play_event_die(context, campaign, options, happened)


def _count_dice(modifiers: tuple[Modifier, ...]) -> int:
    """How many D6 are rolled."""
    return abs(compute_net_dice(modifiers)) + 1


def build_dice_report(campaign: Campaign, by_hand: tuple[int, ...] = ()) -> DiceToRollReport:
    """How many D6 to roll by hand, and which one counts: for this Turn, or for the next one if this
    Turn's die has fallen. Raises Impossible in Initiative Turns."""
    turn = campaign.innermost_turn
    find_result(turn.type, 1)
    modifiers = _list_event_modifiers(campaign, by_hand)
    dice = compute_net_dice(modifiers)
    return DiceToRollReport(
        turn_type=turn.type,
        number=_count_dice(modifiers),
        keep="high" if dice > 0 else "low" if dice < 0 else "only",
        modifiers=modifiers,
        rolled=turn.face,
    )


def begin_next(
    context: Context,
    action: DeclaredAction | None,
    length: Span | None,
    extra_dice: tuple[int, ...],
    faces: tuple[int, ...] | None,
    table_faces: tuple[int, ...] | None,
) -> Ruling:
    """Turn, declare, event; in Downtime the die falls before anything is declared."""
    campaign, happened = close_and_begin_turn(context, "next", action, length)
    options = EventOptions(extra_dice, faces, table_faces)
    declare = partial(declare_in_turn, action=action, forced=context.is_forced)
    turn_type = campaign.innermost_turn.type
    if turn_type == "initiative":
        if options.faces or options.extra_dice:
            find_result("initiative", 1)
        campaign = declare(campaign)
        return Ruling(campaign, build_turn_report(campaign, "began", happened))
    if turn_type != "downtime":
        return _play_event_die(context, declare(campaign), options, happened)
    ruling = _play_event_die(context, campaign, options, happened)
    assert ruling.before_effects is not None
    assert isinstance(ruling.report, EventReport)
    campaign = declare(ruling.campaign)
    return ruling._replace(
        campaign=campaign,
        before_effects=declare(ruling.before_effects),
        report=replace(ruling.report, declared=list_actions(campaign.innermost_turn)),
    )
