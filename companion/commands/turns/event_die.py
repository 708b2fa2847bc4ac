"""Answers `event` and `next`: rolls the Event Die of the Turn, by itself or as the Turn ends."""

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.changes import RevertedValue
from companion.campaign.turns.event_die import ResultEffects, apply_event_die_result
from companion.campaign.turns.turns import ensure_turn_begun
from companion.commands.dice_for_handlers import make_dice_face_source
from companion.commands.fights.fight_reports import attach_fight_to_turn_report
from companion.commands.handler_result import Ruling
from companion.commands.status import (
    build_dice_to_roll_report,
    list_declared_actions,
    list_event_dice_modifiers,
)
from companion.commands.turns.declared_actions_and_nights import add_declaration_to_turn
from companion.commands.turns.turns import build_turn_report, close_and_begin_turn
from companion.dice.face_sources import HandFaces
from companion.errant.happenings import Happenings
from companion.errant.turns.event_die import (
    EventResult,
    EventRoll,
    count_event_dice_to_roll,
    find_event_die_result,
    roll_event_dice,
)
from companion.errant.turns.moments_and_spans import Span
from companion.errant.turns.turns import (
    find_half_of_night,
    is_sleeping_unguarded,
    set_event_die_face,
)
from companion.grammar.argument_kinds.declared_actions_and_nights import DeclaredAction
from companion.grammar.context import Context
from companion.randomtables.table import shorten_table_name
from companion.refusal import Impossible
from companion.reports.turns import EventReport


def _roll_turn_event(
    context: Context, campaign: Campaign, extra_dice: tuple[int, ...]
) -> EventRoll:
    """The Event Die of the innermost Turn, rolled or typed. A single face is the one that
    counts."""
    turn = campaign.innermost_turn
    modifiers = list_event_dice_modifiers(campaign, extra_dice)
    unguarded = is_sleeping_unguarded(campaign.errants, turn)
    if context.faces is not None and len(context.faces) == 1:
        stream, (face,) = context.streams.stream("event"), context.faces
        return roll_event_dice(turn.type, modifiers, stream, kept_face=face, unguarded=unguarded)
    with make_dice_face_source(context, "event", count_event_dice_to_roll(modifiers)) as dice:
        return roll_event_dice(turn.type, modifiers, dice, unguarded=unguarded)


def _record_event_face(campaign: Campaign, rolled: EventRoll) -> Campaign:
    """The campaign with the face in its Turn; the die that a Rest added is spent."""
    turn = set_event_die_face(campaign.innermost_turn, rolled.face)
    campaign = campaign.with_innermost_turn(turn)
    if turn.type in ("travel", "exploration") and campaign.book.clock.rest_dice:
        campaign = campaign.with_clock(rest_dice=0)
    return campaign.add_unsettled_encounter() if rolled.result == "encounter" else campaign


def list_words_settling_open_matters(campaign: Campaign) -> tuple[str, ...]:
    """The words that settle what is open."""
    matters = campaign.open_matters
    return (
        *(("rest", "press-on") if matters.choices else ()),
        *(("refill", "let-go") if matters.empty_items else ()),
    )


def list_words_needed_now(campaign: Campaign) -> tuple[str, ...]:
    """The words needed now: those that settle what is open, then the one that goes on."""
    if not campaign.turns:
        return (*list_words_settling_open_matters(campaign), "zoom")
    done = ("done",) if campaign.open_matters.unresolved_actions else ()
    return (*list_words_settling_open_matters(campaign), *done, "next")


def build_event_die_report(
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
        choices=list_words_settling_open_matters(campaign),
        declared=list_declared_actions(turn),
        day=campaign.now.day,
        time=campaign.now.time,
        happened=effects.happened,
        before=before,
        replaced=replaced,
        ignored=ignored,
        table=table,
        table_typed=shorten_table_name(table, table_names()) if table else "",
        foretold=effects.sign.encounter if effects.sign else None,
        sign=effects.sign.clue or None if effects.sign else None,
        undrawn=effects.draw_failure or None,
        drawn=effects.drawn.text if effects.drawn else None,
        drawn_faces=effects.drawn.faces if effects.drawn else (),
        asleep=turn.asleep,
        half_of_night=find_half_of_night(campaign.errants, turn),
        resting=turn.resting,
        watch=turn.watch if turn.asleep else (),
        taken_back=taken_back,
    )


def apply_event_result(context: Context, campaign: Campaign, result: EventResult) -> ResultEffects:
    """Apply a result of the Event Die. Faces that were typed as `table=` are used for the roll on
    its table."""
    stream, table = context.streams.stream("table"), context.table_faces
    if table is None:
        return apply_event_die_result(campaign, result, stream, context.find_table)
    by_hand = HandFaces(table, then=stream)
    typed = f"table={','.join(map(str, table))}"
    try:
        effects = apply_event_die_result(campaign, result, by_hand, context.find_table)
        if by_hand.used_count:
            by_hand.require_no_faces_left()
            return effects
    except Impossible as refusal:
        raise Impossible(f"{typed}: {refusal.message}", refusal.hint) from None
    raise Impossible(f"No table is drawn from now, so {typed} is no use.", f"Leave out {typed}.")


def _play_event_die(
    context: Context, campaign: Campaign, extra_dice: tuple[int, ...], before: Happenings
) -> Ruling:
    """Roll the Event Die in the innermost Turn; its effects happen at once."""
    rolled = _roll_turn_event(context, campaign, extra_dice)
    before_effects = _record_event_face(campaign, rolled)
    effects = apply_event_result(context, before_effects, rolled.result)
    return Ruling(
        effects.campaign,
        build_event_die_report(rolled, effects, context.list_tables, before=before),
        before_effects=before_effects,
        effects_turn_type=campaign.innermost_turn.type,
        outcome=f"{rolled.face} {rolled.result}",
    )


def roll_event_die(context: Context, extra_dice: tuple[int, ...]) -> Ruling:
    """Roll the Event Die and apply its result; with `?` only say what to roll by hand."""
    turn = context.campaign.innermost_turn
    if context.is_asking:
        return Ruling(context.campaign, build_dice_to_roll_report(context.campaign, extra_dice))
    if turn.face is not None:
        context.refuse_unforced(
            "The Event Die has been rolled this Turn.", _suggest_other_lines(context)
        )
    campaign, happened = ensure_turn_begun(context.campaign)
    return _play_event_die(context, campaign, extra_dice, happened)


def _suggest_other_lines(context: Context) -> str:
    """What to type where the die of this Turn has fallen: faces of such a die stay in it."""
    fallen = context.campaign.innermost_turn.face or 0
    faces = [face for face in context.faces or () if 1 <= face <= 6]
    typed = f" ={','.join(map(str, faces))}" if faces else ""
    other = faces[0] if len(faces) == 1 else fallen % 6 + 1
    ways = [f"next{typed}"]
    if other != fallen:  # a face that is told of is likelier this Turn's than the next one's
        ways.insert(0 if len(faces) == 1 else 1, f"becomes {other}")
    return f"Try: {', '.join(ways)}, or event!{typed} to roll another"


def _has_hazard(context: Context) -> bool:
    """True while fire or water does its harm at the end of the Turn: its faces may be typed."""
    return any(each.kind in ("burning", "breath") for each in context.campaign.book.effects)


def _warn_skipped_order(before: Campaign, after: Campaign) -> tuple[str, ...]:
    """Say, once in a fight, that a Turn has ended in which nobody called who acts first."""
    if before.book.fight.skips_order or not after.book.fight.skips_order:
        return ()
    return ("Nobody called who acts first in the Turn that has ended. In this one: order odd",)


def play_next_turn(
    context: Context,
    action: DeclaredAction | None,
    length: Span | None,
    extra_dice: tuple[int, ...],
) -> Ruling:
    """Answer `next`: begin the next Turn, declare the action, and roll the Event Die; in Downtime
    the die falls before anything is declared."""
    turn = context.campaign.innermost_turn
    if turn.type == "initiative" and (extra_dice or (context.faces and not _has_hazard(context))):
        find_event_die_result("initiative", 1)
    campaign, happened = close_and_begin_turn(context, "next", action, length)
    declare = partial(add_declaration_to_turn, action=action, forced=context.is_forced)
    turn_type = campaign.innermost_turn.type
    if turn_type == "initiative":
        campaign = declare(campaign)
        report = build_turn_report(campaign, "began", happened)
        warnings = _warn_skipped_order(context.campaign, campaign)
        return Ruling(campaign, attach_fight_to_turn_report(campaign, report), warnings=warnings)
    if turn_type != "downtime":
        return _play_event_die(context, declare(campaign), extra_dice, happened)
    ruling = _play_event_die(context, campaign, extra_dice, happened)
    assert ruling.before_effects is not None
    assert isinstance(ruling.report, EventReport)
    campaign = declare(ruling.campaign)
    return ruling._replace(
        campaign=campaign,
        before_effects=declare(ruling.before_effects),
        report=replace(ruling.report, declared=list_declared_actions(campaign.innermost_turn)),
    )
