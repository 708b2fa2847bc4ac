"""The Event Die at the prompt: event and next."""

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.event_die import ResultEffects, apply_result
from companion.campaign.history import RevertedValue
from companion.campaign.turns import list_open_matters
from companion.commands.context import WORDS, Context, Ruling, refuse_secret
from companion.commands.turns.declarations import declare_in_turn, ensure_turn_begun, list_actions
from companion.commands.turns.turns import build_turn_report, close_and_begin_turn, take_length
from companion.dice.faces import HandFaces
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
from companion.errant.nights import find_night_half, is_unguarded
from companion.errant.turns import Turn, get_innermost_turn, replace_innermost_turn, show_face
from companion.grammar.arguments import Arguments, take_faces, take_signed
from companion.randomtables.names import shorten_name
from companion.refusal import Impossible, Malformed
from companion.reports.turns import DiceModifier, DiceToRollReport, EventReport


class EventOptions(NamedTuple):
    """What was typed of the Event Die: dice added by hand, its faces rolled by hand, and those of
    the table that its result draws on."""

    extra_dice: tuple[int, ...]
    faces: tuple[int, ...] | None
    table_faces: tuple[int, ...] | None


def take_event_options(arguments: Arguments) -> tuple[EventOptions, Arguments]:
    """`+1`, `-2`, `=5`, `=2,5` and `table=3,4` among the arguments."""
    table, arguments = take_faces(arguments, "table=")
    faces, arguments = take_faces(arguments)
    signed, arguments = take_signed(arguments)
    return EventOptions(signed, faces, table), arguments


def list_event_modifiers(campaign: Campaign, by_hand: tuple[int, ...] = ()) -> tuple[Modifier, ...]:
    """Everything that adds Event Dice to the next roll of the innermost Turn, by name."""
    turn = get_innermost_turn(campaign.turns)
    rest_dice = campaign.book.clock.rest_dice
    return (
        *list_company_modifiers(campaign.errants, turn.type, rest_dice),
        *(Modifier("by hand", dice) for dice in by_hand if dice),
    )


def roll_turn_event(context: Context, campaign: Campaign, wanted: EventOptions) -> EventRoll:
    """The Event Die of the innermost Turn, rolled or entered. One face alone is the one kept."""
    turn = get_innermost_turn(campaign.turns)
    modifiers = list_event_modifiers(campaign, wanted.extra_dice)
    alone = is_unguarded(campaign.errants, turn)
    if wanted.faces is None or len(wanted.faces) == 1:
        kept = wanted.faces[0] if wanted.faces else None
        dice = context.get_dice("event")
        return roll_event(turn.type, modifiers, dice, kept_face=kept, unguarded=alone)
    by_hand = HandFaces(wanted.faces)
    by_hand.expect(abs(compute_net_dice(modifiers)) + 1)
    rolled = roll_event(turn.type, modifiers, by_hand, unguarded=alone)
    by_hand.finish()
    return rolled


def record_event_face(campaign: Campaign, rolled: EventRoll) -> Campaign:
    """The face noted in the Turn; the die that a Rest added is spent."""
    turn = show_face(get_innermost_turn(campaign.turns), rolled.face)
    campaign = campaign.with_turns(replace_innermost_turn(campaign.turns, turn))
    if turn.type in ("travel", "exploration") and campaign.book.clock.rest_dice:
        campaign = campaign.with_clock(rest_dice=0)
    return campaign


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
    """An Event Die as it fell, all it did, and what came back of the result it had before."""
    campaign, table = effects.campaign, effects.table_name
    turn = get_innermost_turn(campaign.turns)
    return EventReport(
        turn_type=turn.type,
        turn_number=turn.number,
        positive_dice=rolled.positive_dice,
        negative_dice=rolled.negative_dice,
        faces=rolled.faces,
        face=rolled.face,
        entered=rolled.entered,
        result=rolled.result,
        modifiers=tuple(DiceModifier(m.reason, m.dice) for m in rolled.modifiers),
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
    """What a result does now; `table` are faces rolled by hand for the table that it draws on."""
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


def play_event_die(
    context: Context, campaign: Campaign, wanted: EventOptions, before: Happenings = ()
) -> Ruling:
    """Roll the Event Die in the innermost Turn and let it do what it does, at once."""
    rolled = roll_turn_event(context, campaign, wanted)
    marked = record_event_face(campaign, rolled)
    effects = apply_turn_result(context, marked, rolled.result, wanted.table_faces)
    return Ruling(
        effects.campaign,
        build_event_report(rolled, effects, context.list_tables, before=before),
        before_effects=marked,
        effects_turn_type=get_innermost_turn(campaign.turns).type,
        outcome=f"{rolled.face} {rolled.result}",
    )


@WORDS.command(
    "event",
    subject="event die",
    usage="event [+N] [-N] [=FACE | =FACES] [table=FACES] | event ?",
    short=("e",),
    completes=("dice to roll",),
    reads=lambda arguments: "?" in arguments,
)
def handle_event(context: Context) -> Ruling:
    """Roll, or say what to roll."""
    wanted, rest = take_event_options(context.arguments)
    turn = get_innermost_turn(context.campaign.turns)
    if rest == ("?",):
        return Ruling(
            context.campaign, build_dice_report(context.campaign, turn, wanted.extra_dice)
        )
    if rest:
        face = f"event ={rest[0]}" if rest[0].isdecimal() else "event -1 =2,5"
        raise Malformed(f"«{' '.join(rest)}» is nothing the Event Die knows.", f"Try: {face}")
    if turn.face is not None and not context.is_forced:
        raise Impossible(
            "The Event Die has been rolled this Turn.",
            f"Try: next, becomes {turn.face % 6 + 1}, or event! to roll another",
            overrulable=True,
        )
    campaign, happened = ensure_turn_begun(context.campaign)
    return play_event_die(context, campaign, wanted, happened)


def build_dice_report(campaign: Campaign, turn: Turn, by_hand: tuple[int, ...]) -> DiceToRollReport:
    """How many D6 a person would have to roll, and which one counts: for this Turn, or for the
    next one where this Turn's die has fallen."""
    find_result(turn.type, 1)
    modifiers = list_event_modifiers(campaign, by_hand)
    dice = compute_net_dice(modifiers)
    return DiceToRollReport(
        turn_type=turn.type,
        number=abs(dice) + 1,
        keep="high" if dice > 0 else "low" if dice < 0 else "only",
        modifiers=tuple(DiceModifier(m.reason, m.dice) for m in modifiers),
        rolled=turn.face,
    )


@WORDS.command(
    "next",
    subject="turns",
    usage="next [ACTION…] [for LENGTH] [+N] [-N] [=FACES] [table=FACES]",
    short=("n",),
    completes=("action…",),
)
def handle_next(context: Context) -> Ruling:
    """Turn, declare, event."""
    wanted, arguments = take_event_options(context.arguments)
    campaign, happened = close_and_begin_turn(context, "next", arguments)
    _, action = take_length(arguments)
    if action:
        refuse_secret(context, "What is declared")
    turn = get_innermost_turn(campaign.turns)
    if turn.type == "initiative":
        if wanted.faces or wanted.extra_dice:
            find_result("initiative", 1)
        return _begin_without_die(
            declare_in_turn(campaign, action, forced=context.is_forced), happened
        )
    if turn.type != "downtime":
        return play_event_die(
            context, declare_in_turn(campaign, action, forced=context.is_forced), wanted, happened
        )
    ruling = play_event_die(context, campaign, wanted, happened)
    return _declare_after_die(ruling, action, forced=context.is_forced)


def _declare_after_die(ruling: Ruling, action: Arguments, *, forced: bool) -> Ruling:
    """In Downtime what is declared comes after the die, and is none of its doing."""
    assert ruling.before_effects is not None
    assert isinstance(ruling.report, EventReport)
    campaign = declare_in_turn(ruling.campaign, action, forced=forced)
    return ruling._replace(
        campaign=campaign,
        before_effects=declare_in_turn(ruling.before_effects, action, forced=forced),
        report=replace(ruling.report, declared=list_actions(get_innermost_turn(campaign.turns))),
    )


def _begin_without_die(campaign: Campaign, happened: Happenings) -> Ruling:
    return Ruling(campaign, build_turn_report(campaign, "began", happened))
