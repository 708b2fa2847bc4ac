"""Turns at the prompt: turn, zoom, out, and the clock by hand."""

import re

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.passing import (
    clock_by_hand,
    next_turn,
    open_matters,
    zoomed_in,
    zoomed_out,
)
from companion.commands.declaring import actions, with_declared
from companion.commands.places_meant import find_place
from companion.commands.reports import (
    ClockReport,
    TurnLine,
    TurnReport,
    TurnStep,
)
from companion.commands.sitting import WORDS, Ruling, Sitting, Stopped, seen_by_all
from companion.errant.clock import Span
from companion.errant.happenings import Happenings
from companion.errant.light import light_of
from companion.errant.turns import (
    COMPANY,
    TURN_TYPES,
    TurnType,
    innermost,
    with_innermost,
)
from companion.refusal import Malformed, Unknown, listed
from companion.words.options import Arguments, nothing_more, whole_number

DEPLETE_OR_BURN = 3


def place_name(campaign: Campaign, place: str) -> str:
    """How a place or Settlement of this id is called; the id itself where there is none."""
    return next((site.name for site in campaign.world.sites if site.id == place), place)


def turn_lines(campaign: Campaign) -> tuple[TurnLine, ...]:
    """The open Turns, the outermost first, as a Report has them."""
    return tuple(
        TurnLine(
            turn_type=t.type,
            turn_number=t.number if t.begun else 0,
            place=t.place,
            declared=actions(t),
            asleep=t.asleep,
            watch=t.watch,
            place_name=place_name(campaign, t.place),
        )
        for t in campaign.turns
    )


def _wore_things_down(campaign: Campaign) -> bool:
    """Whether the Turn being played is the one that brought things to 0: what waits in an outer
    Turn, or since an earlier one, never stops it."""
    turn = innermost(campaign.turns)
    return turn.face == DEPLETE_OR_BURN and not turn.ignored


def open_lines(campaign: Campaign, *, all_at_0: bool = True) -> tuple[str, ...]:
    """What is open in the Turn being played: the words that settle it, and on what. Things at 0
    wait for a refill whichever Turn brought them there."""
    matters = open_matters(campaign)
    return (
        *(["rest or press-on"] if matters.choices else []),
        *(f"refill or let-go {errant} {item}" for errant, item, _ in matters.empty if all_at_0),
        *(
            f"done ({action})" if who == COMPANY else f"done ({who} {action})"
            for who, action in matters.declared
        ),
    )


def stops_once(sitting: Sitting, word: str) -> None:
    """What is open stops this word once: typed again, or forced with `!`, it goes through."""
    lines = open_lines(sitting.campaign, all_at_0=_wore_things_down(sitting.campaign))
    if not lines or sitting.forced:
        return
    message = f"Still open: {'; '.join(lines)}."
    if message != sitting.stopped:
        shortest = (*WORDS.find(word).short, word)[0]
        raise Stopped(
            message,
            f"Settle it, type {word} again, or {shortest}! to leave it so.",
            overrulable=True,
        )


def take_length(arguments: Arguments) -> tuple[Span | None, Arguments]:
    """`for 1h`: a length of time, where `for` is followed by one; else the words stay an action."""
    for at, argument in enumerate(arguments[:-1]):
        if argument.casefold() == "for" and re.fullmatch(
            r"\d{1,9}[smhd]\S*", arguments[at + 1].casefold()
        ):
            span = Span.parse(arguments[at + 1])
            return span, arguments[:at] + arguments[at + 2 :]
    return None, arguments


def begin(sitting: Sitting, word: str, arguments: Arguments) -> tuple[Campaign, Happenings]:
    """Close this Turn and begin the next of the open type; what is open stops the word once."""
    innermost(sitting.campaign.turns)
    stops_once(sitting, word)
    length, _ = take_length(arguments)
    return next_turn(sitting.campaign, length=length)


def turn_report(
    campaign: Campaign, step: TurnStep, happened: Happenings, left_open: tuple[str, ...] = ()
) -> TurnReport:
    """Where the clock and the Turns stand after a step."""
    turn = campaign.turns[-1] if campaign.turns else None
    return TurnReport(
        step=step,
        turn_type=turn.type if turn else None,
        turn_number=turn.number if turn and turn.begun else None,
        day=campaign.now.day,
        time=campaign.now.time,
        nested=turn_lines(campaign),
        happened=happened,
        left_open=left_open,
    )


@WORDS.command(
    "turn",
    subject="turns",
    usage="turn [ACTION…] [for LENGTH]",
    summary="Close this Turn and begin the next of the same type, without rolling the Event Die. "
    "What is still open stops it once.",
    examples=("turn", "turn search the nave", "turn for 1h ask around the market"),
    short=("t",),
    completes=("action…",),
)
def turn_word(sitting: Sitting) -> Ruling:
    """Close, begin, declare."""
    campaign, happened = begin(sitting, "turn", sitting.arguments)
    _, words = take_length(sitting.arguments)
    if words:
        seen_by_all(sitting, "What is declared")
    campaign = with_declared(campaign, words, forced=sitting.forced)
    return Ruling(campaign, turn_report(campaign, "began", happened))


def turn_type_of(typed: str) -> TurnType:
    """A Turn type by its name or a beginning of it. Unknown for anything else."""
    found: list[TurnType] = [t for t in TURN_TYPES if typed and t.startswith(typed.casefold())]
    if len(found) != 1:
        way = "Type out by itself." if typed == "out" else f"Try: {listed(TURN_TYPES, 'or')}"
        raise Unknown(f"There is no type of Turn «{typed}».", way)
    return found[0]


@WORDS.command(
    "zoom",
    subject="turns",
    usage="zoom TYPE [at PLACE] [for LENGTH]",
    summary="Nest a shorter Turn type inside the open one (or open the first). What was declared "
    "outside waits. `for` gives every Turn of this stretch another length.",
    examples=("zoom exploration at chapel", "zoom initiative", "zoom exploration for 1h"),
    short=("z",),
    completes=("turn type", "where…"),
)
def zoom_word(sitting: Sitting) -> Ruling:
    """Open an inner Turn type."""
    span, arguments = take_length(sitting.arguments)
    place, arguments = _take_place(arguments)
    if len(arguments) != 1:
        raise Malformed("Zoom to which type of Turn?", f"Try: zoom {listed(TURN_TYPES, 'or')}")
    campaign = zoomed_in(sitting.campaign, turn_type_of(arguments[0]), span)
    turn = campaign.turns[-1]
    outer = campaign.turns[-2].place if len(campaign.turns) > 1 else ""
    at = find_place(sitting, place, arriving=True).id if place else outer
    campaign = campaign.with_turns(with_innermost(campaign.turns, replace(turn, place=at)))
    return Ruling(campaign, turn_report(campaign, "zoomed", ()), warnings=_still_lit(campaign))


def _still_lit(campaign: Campaign) -> tuple[str, ...]:
    """The lights that nobody put out before hours or months go by, to be pointed out."""
    if campaign.turns[-1].type not in ("travel", "downtime"):
        return ()
    lit = [
        f"{campaign.errant(source.errant).name}'s {source.name}"
        for source in light_of(campaign.errants).sources
    ]
    return (f"Still lit: {listed(lit)}. Snuff it, or let it burn.",) if lit else ()


def _take_place(arguments: Arguments) -> tuple[str, Arguments]:
    """`at the causeway`: everything after `at` is the place; "" where there is none."""
    words = [word.casefold() for word in arguments]
    if "at" not in words:
        return "", arguments
    at = words.index("at")
    place = " ".join(arguments[at + 1 :])
    if not place:
        raise Malformed("Something must follow «at».", "Try: zoom exploration at chapel")
    return place, arguments[:at]


@WORDS.command(
    "out",
    subject="turns",
    usage="out",
    summary="Close the innermost Turn type; the Turn outside it goes on to its resolution.",
    examples=("out",),
    short=("o",),
)
def out_word(sitting: Sitting) -> Ruling:
    """Close the innermost Turn type."""
    nothing_more("out", sitting.arguments)
    innermost(sitting.campaign.turns)
    stops_once(sitting, "out")
    campaign, _, happened = zoomed_out(sitting.campaign)
    report = turn_report(
        campaign, "out" if campaign.turns else "closed", happened, open_lines(campaign)
    )
    return Ruling(campaign, report)


@WORDS.command(
    "clock",
    subject="turns",
    usage="+4h | -30m | +1d | +2t",
    summary="Move the clock by hand, forwards or back; t means Turns of the open type. Forwards, "
    "what is due every so many Turns falls due, and the open Turn goes on after them; backwards "
    "nothing fires.",
    examples=("+4h", "-30m", "+2t"),
    completes=("clock",),
)
def clock_word(sitting: Sitting) -> Ruling:
    """Move the clock."""
    typed = "".join(sitting.arguments)
    if not typed:
        raise Malformed("How far shall the clock move?", "Try: +4h, -30m, +1d or +2t")
    if typed[0] not in "+-":
        raise Malformed(f"«{typed}» does not say how far.", "Try: +4h, -30m, +1d or +2t")
    span = _span_of(sitting.campaign, typed[1:])
    signed = Span(-span.seconds if typed[0] == "-" else span.seconds)
    campaign, happened = clock_by_hand(sitting.campaign, signed)
    return Ruling(
        campaign,
        ClockReport(
            moved=str(campaign.now - sitting.campaign.now),
            day=campaign.now.day,
            time=campaign.now.time,
            happened=happened,
        ),
    )


def _span_of(campaign: Campaign, typed: str) -> Span:
    turns = re.fullmatch(r"(\d{1,6})t", typed.casefold())
    if not turns:
        return Span.parse(typed)
    turn = innermost(campaign.turns)
    length = turn.span or campaign.campaign.rules.length(turn.type)
    return Span(whole_number(turns[1]) * length.seconds)
