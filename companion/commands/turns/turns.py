"""Answers the words that begin and show Turns, and move the clock: turn, clock, season."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.facts_and_decks_for_tables import SEASONS
from companion.campaign.record.recap import find_event_die_result_of_turn
from companion.campaign.turns.effects_of_passing_time import (
    Passed,
    find_living_errant,
    list_effects_that_would_kill,
    measure_time_of_moved_clock,
)
from companion.campaign.turns.turns import (
    begin_next_turn,
    lacks_event_die_roll,
    measure_time_left_in_turn,
    move_clock,
)
from companion.commands.dice_for_handlers import HARM_STREAM, make_harm_face_source
from companion.commands.fights.fight_reports import attach_fight_to_turn_report
from companion.commands.handler_result import Ruling
from companion.commands.open_matters import describe_open_matters, describe_unsettled_encounters
from companion.commands.status import build_open_turn_lines
from companion.commands.stops_until_typed_again import (
    refuse_secret_line,
    stop_once_for_open_matters,
)
from companion.commands.turns.declared_actions_and_nights import (
    EVENT_BEFORE_ACTIONS,
    add_declaration_to_turn,
    describe_idle_errants,
)
from companion.errant.happenings import Happenings
from companion.errant.names_to_type import quote_typed_name
from companion.errant.turns.moments_and_spans import Span
from companion.grammar.argument_kinds.declared_actions_and_nights import DeclaredAction
from companion.grammar.context import Context
from companion.refusal import suggest_similar_words
from companion.reports.turns import ClockReport, SeasonReport, TurnReport, TurnStep

DEPLETE_OR_BURN_FACE = 3


def stop_closing_turn_once(context: Context, word: str, more: tuple[str, ...] = ()) -> None:
    """Raises StillOpen for what is open in the Turn being left, as
    `stop_once_for_open_matters` does."""
    doomed = describe_doomed_in_this_turn(context)
    stop_once_for_open_matters(
        context, word, (*describe_matters_left_open(context, doomed), *more), is_fatal=bool(doomed)
    )


def describe_matters_left_open(context: Context, doomed: list[str]) -> list[str]:
    """What is open in the Turn being left, who is `doomed`, the Event Die that nobody rolled, and
    who declared nothing in a month. Things at 0 count only in the Turn whose Event Die used them
    up."""
    campaign, turn = context.campaign, context.campaign.innermost_turn
    used_up = turn.face == DEPLETE_OR_BURN_FACE and not turn.ignored
    lines = [*describe_open_matters(context, all_at_0=used_up)]
    if lines == describe_unsettled_encounters(context) and not has_new_encounter(campaign):
        lines = []
    lines += doomed
    if lacks_event_die_roll(campaign):
        lines.append("event (the Event Die has not been rolled)")
    return [*_group_by_word(lines), *describe_idle_errants(context)]


_GROUPED = (("done (", ")", "; "), ("refill or let-go ", "", ", "))
"""How the lines begin and end that are said as one, and what stands between their parts."""


def _group_by_word(lines: list[str]) -> list[str]:
    """The lines of what is open, with one line for all that the same word settles."""
    for start, end, between in _GROUPED:
        alike = [line for line in lines if line.startswith(start) and line.endswith(end)]
        if len(alike) > 1:
            parts = [line.removeprefix(start).removesuffix(end) for line in alike]
            at = lines.index(alike[0])
            lines = [line for line in lines if line not in alike]
            lines.insert(at, f"{start}{between.join(parts)}{end}")
    return lines


def has_new_encounter(campaign: Campaign) -> bool:
    """True if the Event Die of this very Turn brought an encounter that nobody has settled."""
    found = find_event_die_result_of_turn(campaign.turns[-1], campaign) if campaign.turns else None
    return campaign.book.clock.encounter and found == "encounter"


def describe_doomed_in_this_turn(context: Context) -> list[str]:
    """Who would not live to see the end of the Turn being left."""
    campaign = context.campaign
    is_begun = campaign.innermost_turn.begun
    return describe_who_would_die(campaign, measure_time_left_in_turn(campaign)) if is_begun else []


def describe_who_would_die(campaign: Campaign, passed: Passed) -> list[str]:
    """Who would die before the end of so much time, and what would help them."""
    lines = []
    for effect in list_effects_that_would_kill(campaign, passed):
        errant = find_living_errant(campaign, effect.errant)
        if errant is None or (effect.sure and effect.turn_type == passed.ended):
            continue
        if effect.kind == "dying":
            way = "nothing helps" if effect.sure else f"tend {quote_typed_name(errant)}"
            lines.append(f"{way} ({errant.name} dies before it ends)")
        else:
            way, what = ("out", "burns") if effect.kind == "burning" else ("air", "drowns")
            lines.append(f"hazard {quote_typed_name(errant)} {way} ({errant.name} {what})")
    return lines


def close_and_begin_turn(
    context: Context, word: str, action: DeclaredAction | None, length: Span | None
) -> tuple[Campaign, Happenings]:
    """Close this Turn and begin the next of its type, in which an action is to be declared. Raises
    StillOpen as `stop_once_for_open_matters` does, Impossible for a secret action."""
    declares = word == "turn" and action is not None
    is_month = context.campaign.innermost_turn.type == "downtime"
    stop_closing_turn_once(context, word, (EVENT_BEFORE_ACTIONS,) if declares and is_month else ())
    if action is not None:
        refuse_secret_line(context, "What is declared")
    if context.campaign.innermost_turn.type != "initiative":
        context = context._replace(faces=None)  # those are of the Event Die
    with make_harm_face_source(context) as dice:
        return begin_next_turn(context.campaign, length=length, dice=dice)


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
        nested=build_open_turn_lines(campaign),
        happened=happened,
        left_open=left_open,
    )


def close_turn_and_begin_next(
    context: Context, action: DeclaredAction | None, length: Span | None
) -> Ruling:
    """Close this Turn, begin the next of its type, and declare an action in it."""
    campaign, happened = close_and_begin_turn(context, "turn", action, length)
    campaign = add_declaration_to_turn(campaign, action, forced=context.is_forced)
    return Ruling(
        campaign,
        attach_fight_to_turn_report(campaign, build_turn_report(campaign, "began", happened)),
    )


def move_clock_by_hand(context: Context, span: Span) -> Ruling:
    """Move the clock on or back by this span."""
    passed = measure_time_of_moved_clock(context.campaign, max(0, span.seconds))
    stop_once_for_open_matters(context, "", describe_who_would_die(context.campaign, passed))
    dice = context.streams.stream(HARM_STREAM)
    campaign, happened = move_clock(context.campaign, span, dice)
    turn_type = campaign.turns[-1].type if campaign.turns else None
    has_die = turn_type is not None and turn_type != "initiative"
    report = ClockReport(
        moved=str(campaign.now - context.campaign.now),
        day=campaign.now.day,
        time=campaign.now.time,
        happened=happened,
        turns=passed.turns[turn_type] if turn_type and has_die else 0,
        turn_type=turn_type,
    )
    return Ruling(campaign, report)


def show_season(context: Context) -> SeasonReport:
    """Report the season of the year."""
    season = context.campaign.book.season
    return SeasonReport(season=season, before=season)


def set_season(context: Context, season: str) -> Ruling:
    """Set the season of the year."""
    refuse_secret_line(context, "The season")
    before = context.campaign.book
    campaign = replace(context.campaign, book=replace(before, season=season))
    hint = "" if season in SEASONS else suggest_similar_words(season, SEASONS)
    report = SeasonReport(season=season, before=before.season)
    return Ruling(campaign, report, warnings=(hint,) if hint else ())
