"""Answers the words that open, close and show Turns, and move the clock: turn, zoom, out, clock,
season."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.record.recap import find_event_die_result_of_turn
from companion.campaign.table_facts_and_decks import SEASONS
from companion.campaign.turns.effects_of_passing_time import (
    Passed,
    find_living_errant,
    list_effects_that_would_kill,
    measure_time_of_moved_clock,
)
from companion.campaign.turns.turns import (
    begin_next_turn,
    close_inner_turn,
    lacks_event_die_roll,
    measure_time_left_in_turn,
    move_clock,
    nest_inner_turn,
)
from companion.commands.dice_for_handlers import HARM_STREAM, make_harm_face_source
from companion.commands.fights.fight_reports import attach_fight_to_turn_report
from companion.commands.ruling import Ruling
from companion.commands.status import (
    build_open_turn_lines,
    describe_open_matters,
    describe_unsettled_encounters,
    reword_open_matters_for_seat,
)
from companion.commands.stops_and_warnings import refuse_secret_line, stop_once_for_open_matters
from companion.commands.turns.declarations_and_nights import (
    EVENT_BEFORE_ACTIONS,
    add_declaration_to_turn,
    describe_idle_errants,
)
from companion.errant.happenings import Happenings
from companion.errant.packs.light import measure_light
from companion.errant.turns.clock import Span
from companion.errant.turns.turns import TurnType
from companion.errant.typed_names import quote_typed_name
from companion.errant.world import Settlement, Site
from companion.grammar.argument_kinds.turns import DeclaredAction
from companion.grammar.context import Context
from companion.refusal import join_words, suggest_similar
from companion.reports.turns import ClockReport, DeedLine, SeasonReport, TurnReport, TurnStep

DEPLETE_OR_BURN_FACE = 3


def _stop_closing_turn_once(context: Context, word: str, more: tuple[str, ...] = ()) -> None:
    """Raises StillOpen for what is open in the Turn being left, as
    `stop_once_for_open_matters` does."""
    doomed = _list_doomed(context)
    stop_once_for_open_matters(
        context, word, (*_describe_matters_left_open(context, doomed), *more), is_fatal=bool(doomed)
    )


def _describe_matters_left_open(context: Context, doomed: list[str]) -> list[str]:
    """What is open in the Turn being left, who is `doomed`, the Event Die that nobody rolled, and
    who declared nothing in a month. Things at 0 count only in the Turn whose Event Die used them
    up."""
    campaign, turn = context.campaign, context.campaign.innermost_turn
    used_up = turn.face == DEPLETE_OR_BURN_FACE and not turn.ignored
    lines = [*describe_open_matters(context, all_at_0=used_up)]
    if lines == describe_unsettled_encounters(context) and not _has_new_encounter(campaign):
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


def _has_new_encounter(campaign: Campaign) -> bool:
    """True if the Event Die of this very Turn brought an encounter that nobody has settled."""
    found = find_event_die_result_of_turn(campaign.turns[-1], campaign) if campaign.turns else None
    return campaign.book.clock.encounter and found == "encounter"


def _list_doomed(context: Context) -> list[str]:
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
    _stop_closing_turn_once(context, word, (EVENT_BEFORE_ACTIONS,) if declares and is_month else ())
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


def open_inner_turn(
    context: Context, turn_type: TurnType, length: Span | None, place: Site | Settlement | None
) -> Ruling:
    """Open an inner Turn type. Raises StillOpen as `stop_once_for_open_matters` does."""
    campaign = nest_inner_turn(context.campaign, turn_type, length)
    stop_once_for_open_matters(context, context.word, _describe_entering(context, turn_type))
    return _rule_opened_type(campaign, turn_type, place, ())


def begin_downtime(
    context: Context, length: Span | None, place: Site | Settlement | None
) -> Ruling:
    """Open Downtime Turns, so long and at this place. Where only Travel Turns are open they are
    closed first, and the month is spent where they ended. Raises StillOpen as
    `stop_once_for_open_matters` does."""
    campaign = context.campaign
    if [turn.type for turn in campaign.turns] != ["travel"]:
        return open_inner_turn(context, "downtime", length, place)
    left = _describe_matters_left_open(context, doomed := _list_doomed(context))
    left += [each for each in _describe_entering(context, "downtime") if each not in left]
    stop_once_for_open_matters(context, context.word, left, is_fatal=bool(doomed))
    reached = campaign.innermost_turn.place
    campaign, _, happened = close_inner_turn(campaign, context.streams.stream(HARM_STREAM))
    campaign = nest_inner_turn(campaign, "downtime", length)
    campaign = campaign.with_innermost_turn(replace(campaign.innermost_turn, place=reached))
    return _rule_opened_type(campaign, "downtime", place, happened)


def _rule_opened_type(
    campaign: Campaign, turn_type: TurnType, place: Site | Settlement | None, happened: Happenings
) -> Ruling:
    """The Ruling on a Turn type that was opened, at this place, with what is to be minded in it."""
    if place is not None:
        campaign = campaign.with_innermost_turn(replace(campaign.innermost_turn, place=place.id))
    report, lit = build_turn_report(campaign, "zoomed", happened), _list_lit(campaign)
    warned = f"Still lit: {lit}. Snuff it, or let it burn." if lit and turn_type == "travel" else ""
    supplied = [f"{each.supply} of {each.name}" for each in campaign.errants if each.supply]
    if turn_type == "downtime" and supplied:
        warned = f"As next begins a month, all Supply is lost: {join_words(supplied)}."
    return Ruling(campaign, report, warnings=(warned,) if warned else ())


def _describe_entering(context: Context, turn_type: TurnType) -> list[str]:
    """What is open as a Turn type is opened: an encounter that nobody has settled, unless they
    fight, and lights that nobody put out before months go by."""
    campaign = context.campaign
    is_met = turn_type != "initiative" and _has_new_encounter(campaign)
    lines = describe_unsettled_encounters(context) if is_met else []
    if turn_type == "downtime" and (lit := _list_lit(campaign)):
        lines.append(
            f"snuff, or burn for what it costs ({lit}: a month marks off no Burn by itself)"
        )
    return lines


def _list_lit(campaign: Campaign) -> str:
    """The lights that burn, and whose they are; "" for none."""
    lit = (
        f"{campaign.get_errant(source.errant).name}'s {source.name}"
        for source in measure_light(campaign.errants).sources
    )
    return join_words(list(lit))


def close_innermost_turn(context: Context) -> Ruling:
    """Close the innermost Turn type."""
    _stop_closing_turn_once(context, "out")
    campaign, _, happened = close_inner_turn(context.campaign, context.streams.stream(HARM_STREAM))
    step: TurnStep = "out" if campaign.turns else "closed"
    after = context._replace(campaign=campaign)
    left_open = reword_open_matters_for_seat(after, describe_open_matters(after))
    report = build_turn_report(campaign, step, happened, left_open)
    began, turn = context.campaign.now, context.campaign.innermost_turn
    if step == "closed" and turn.begun and campaign.now != began:
        ended = build_open_turn_lines(context.campaign)[-1]
        report = replace(report, ended=ended, day_before=began.day, time_before=began.time)
        report = _add_deeds(context, report)
    return Ruling(campaign, report)


def _add_deeds(context: Context, report: TurnReport) -> TurnReport:
    """The Report with what everybody may know of the Turn that is over."""
    # Only who closes the last Turn.
    from companion.campaign.record.recap import read_entries_of_innermost_turn
    from companion.commands.record.recap import build_evening_story

    played = read_entries_of_innermost_turn(context.campaign, context.read_entries())
    if not played:
        return report
    deeds: list[DeedLine] = []
    settled: dict[int, int] = {}  # the last action of each entry
    for line in build_evening_story(played):
        if line.secret or line.step not in ("action", "outcome"):
            continue
        if line.step == "outcome" and line.of in settled:
            at = settled[line.of]
            deeds[at] = replace(deeds[at], outcome=line.text)
            continue
        if line.step == "action":
            settled[line.number] = len(deeds)
            deeds.append(DeedLine(line.who, line.text, ""))
        else:
            deeds.append(DeedLine("", "", line.text))
    were = {effect.id for effect in played[0].before.book.effects}
    began = (e.name for e in context.campaign.book.effects if e.id not in were)
    return replace(report, deeds=tuple(deeds), began=tuple(began))


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
    hint = "" if season in SEASONS else suggest_similar(season, SEASONS)
    report = SeasonReport(season=season, before=before.season)
    return Ruling(campaign, report, warnings=(hint,) if hint else ())
