"""Turns and the clock at the prompt: turn, zoom, out, clock, season."""

import re

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.tables import SEASONS
from companion.campaign.turns import (
    begin_next_turn,
    list_open_matters,
    move_clock,
    zoom_in,
    zoom_out,
)
from companion.commands.context import WORDS, Ruling, StillOpen, refuse_secret
from companion.commands.turns.declarations import declare_in_turn, list_actions
from companion.errant.clock import Span
from companion.errant.happenings import Happenings
from companion.errant.light import measure_light
from companion.errant.turns import TURN_TYPES, WHOLE_COMPANY, TurnType
from companion.grammar.arguments import Arguments, parse_whole_number
from companion.grammar.context import Context
from companion.grammar.kinds.places import find_place, find_place_name
from companion.refusal import Malformed, Unknown, join_words, suggest_similar
from companion.reports.turns import ClockReport, SeasonReport, TurnLine, TurnReport, TurnStep

DEPLETE_OR_BURN_FACE = 3


def build_turn_lines(campaign: Campaign) -> tuple[TurnLine, ...]:
    """The open Turns for a Report, the outermost first."""
    return tuple(
        TurnLine(
            turn_type=turn.type,
            turn_number=turn.number if turn.begun else 0,
            place=turn.place,
            declared=list_actions(turn),
            asleep=turn.asleep,
            watch=turn.watch,
            place_name=find_place_name(campaign, turn.place),
        )
        for turn in campaign.turns
    )


def describe_open_matters(campaign: Campaign, *, all_at_0: bool = True) -> tuple[str, ...]:
    """What is open in the Turn being played: the words that settle it, and on what. `all_at_0`
    counts in things at 0, whichever Turn used them up."""
    matters = list_open_matters(campaign)
    return (
        *(["rest or press-on"] if matters.choices else []),
        *(
            f"refill or let-go {errant} {item}"
            for errant, item, _ in matters.empty_items
            if all_at_0
        ),
        *(
            f"done ({action})" if who == WHOLE_COMPANY else f"done ({who} {action})"
            for who, action in matters.unresolved_actions
        ),
    )


def _stop_once(context: Context, word: str) -> None:
    """Raises StillOpen if anything is open, once: typed again, or forced with `!`, the word goes
    through. Things at 0 count only in the Turn whose Event Die used them up."""
    turn = context.campaign.innermost_turn
    used_up = turn.face == DEPLETE_OR_BURN_FACE and not turn.ignored
    lines = describe_open_matters(context.campaign, all_at_0=used_up)
    message = f"Still open: {'; '.join(lines)}."
    if not lines or context.is_forced or message == context.stop_message:
        return
    shortest = (*WORDS.find_word(word).short_forms, word)[0]
    way = f"Settle it, type {word} again, or {shortest}! to leave it so."
    raise StillOpen(message, way, overrulable=True)


def _take_length(arguments: Arguments) -> tuple[Span | None, Arguments]:
    """The length of time in `for 1h`, or None; any other `for` belongs to the action."""
    for at, argument in enumerate(arguments[:-1]):
        if argument.casefold() == "for" and re.fullmatch(
            r"\d{1,9}[smhd]\S*", arguments[at + 1].casefold()
        ):
            span = Span.parse(arguments[at + 1])
            return span, arguments[:at] + arguments[at + 2 :]
    return None, arguments


def close_and_begin_turn(
    context: Context, word: str, arguments: Arguments
) -> tuple[Campaign, Happenings, Arguments]:
    """Close this Turn and begin the next of its type. Returns what happens, and the action that
    remains to be declared. Raises StillOpen as `_stop_once` does, Impossible for a secret
    action."""
    _stop_once(context, word)
    length, action = _take_length(arguments)
    if action:
        refuse_secret(context, "What is declared")
    return *begin_next_turn(context.campaign, length=length), action


def build_turn_report(
    campaign: Campaign, step: TurnStep, happened: Happenings, left_open: tuple[str, ...] = ()
) -> TurnReport:
    """The clock and the open Turns after a step."""
    turn = campaign.turns[-1] if campaign.turns else None
    return TurnReport(
        step=step,
        turn_type=turn.type if turn else None,
        turn_number=turn.number if turn and turn.begun else None,
        day=campaign.now.day,
        time=campaign.now.time,
        nested=build_turn_lines(campaign),
        happened=happened,
        left_open=left_open,
    )


@WORDS.command(
    "turn",
    subject="turns",
    usage="turn [ACTION…] [for LENGTH]",
    short=("t",),
    completes=("action…",),
)
def handle_turn(context: Context) -> Ruling:
    """Close, begin, declare."""
    campaign, happened, action = close_and_begin_turn(context, "turn", context.arguments)
    campaign = declare_in_turn(campaign, action, forced=context.is_forced)
    return Ruling(campaign, build_turn_report(campaign, "began", happened))


def parse_turn_type(typed: str) -> TurnType:
    """A Turn type by its name or the beginning of it. Raises Unknown."""
    found: list[TurnType] = [t for t in TURN_TYPES if typed and t.startswith(typed.casefold())]
    if len(found) != 1:
        way = "Type out by itself." if typed == "out" else f"Try: {join_words(TURN_TYPES, 'or')}"
        raise Unknown(f"There is no type of Turn «{typed}».", way)
    return found[0]


@WORDS.command(
    "zoom",
    subject="turns",
    usage="zoom TYPE [at PLACE] [for LENGTH]",
    short=("z",),
    completes=("turn type", "where…"),
)
def handle_zoom(context: Context) -> Ruling:
    """Open an inner Turn type."""
    span, arguments = _take_length(context.arguments)
    place, arguments = _take_place_name(arguments)
    if len(arguments) != 1:
        raise Malformed("Zoom to which type of Turn?", f"Try: zoom {join_words(TURN_TYPES, 'or')}")
    campaign = zoom_in(context.campaign, parse_turn_type(arguments[0]), span)
    if place:
        place_id = find_place(context, place, arriving=True).id
        campaign = campaign.with_innermost_turn(replace(campaign.innermost_turn, place=place_id))
    report = build_turn_report(campaign, "zoomed", ())
    return Ruling(campaign, report, warnings=_warn_still_lit(campaign))


def _warn_still_lit(campaign: Campaign) -> tuple[str, ...]:
    """A warning about lights that nobody put out before hours or months go by."""
    if campaign.innermost_turn.type not in ("travel", "downtime"):
        return ()
    lit = [
        f"{campaign.get_errant(source.errant).name}'s {source.name}"
        for source in measure_light(campaign.errants).sources
    ]
    return (f"Still lit: {join_words(lit)}. Snuff it, or let it burn.",) if lit else ()


def _take_place_name(arguments: Arguments) -> tuple[str, Arguments]:
    """The name of the place after `at`, or ""."""
    words = [word.casefold() for word in arguments]
    if "at" not in words:
        return "", arguments
    at = words.index("at")
    place = " ".join(arguments[at + 1 :])
    if not place:
        raise Malformed("Something must follow «at».", "Try: zoom exploration at chapel")
    return place, arguments[:at]


def close_turn_type(context: Context) -> Ruling:
    """Close the innermost Turn type."""
    _stop_once(context, "out")
    campaign, _, happened = zoom_out(context.campaign)
    step: TurnStep = "out" if campaign.turns else "closed"
    left_open = describe_open_matters(campaign)
    return Ruling(campaign, build_turn_report(campaign, step, happened, left_open))


@WORDS.command("clock", subject="turns", usage="+4h | -30m | +1d | +2t", completes=("clock",))
def handle_clock(context: Context) -> Ruling:
    """Move the clock."""
    typed = "".join(context.arguments)
    if not typed:
        raise Malformed("How far shall the clock move?", "Try: +4h, -30m, +1d or +2t")
    if typed[0] not in "+-":
        raise Malformed(f"«{typed}» does not say how far.", "Try: +4h, -30m, +1d or +2t")
    span = _parse_span(context.campaign, typed[1:])
    signed = Span(-span.seconds if typed[0] == "-" else span.seconds)
    campaign, happened = move_clock(context.campaign, signed)
    report = ClockReport(
        moved=str(campaign.now - context.campaign.now),
        day=campaign.now.day,
        time=campaign.now.time,
        happened=happened,
    )
    return Ruling(campaign, report)


def _parse_span(campaign: Campaign, typed: str) -> Span:
    turns = re.fullmatch(r"(\d{1,6})t", typed.casefold())
    if not turns:
        return Span.parse(typed)
    turn = campaign.innermost_turn
    length = turn.span or campaign.book.rules.get_turn_length(turn.type)
    return Span(parse_whole_number(turns[1]) * length.seconds)


def show_season(context: Context) -> Ruling:
    """The season."""
    season = context.campaign.book.season
    return Ruling(context.campaign, SeasonReport(season=season, before=season))


def set_season(context: Context, season: str) -> Ruling:
    """Set the season."""
    refuse_secret(context, "The season")
    before = context.campaign.book
    campaign = replace(context.campaign, book=replace(before, season=season))
    hint = "" if season in SEASONS else suggest_similar(season, SEASONS)
    report = SeasonReport(season=season, before=before.season)
    return Ruling(campaign, report, warnings=(hint,) if hint else ())
