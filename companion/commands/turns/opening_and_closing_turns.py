"""Answers the words that open a Turn type and close it: zoom, downtime, out."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.turns.turns import close_inner_turn, nest_inner_turn
from companion.commands.dice_for_handlers import HARM_STREAM
from companion.commands.handler_result import Ruling
from companion.commands.open_matters import (
    describe_open_matters,
    describe_unsettled_encounters,
    reword_open_matters_for_seat,
)
from companion.commands.status import build_open_turn_lines
from companion.commands.stops_until_typed_again import stop_once_for_open_matters
from companion.commands.turns.turns import (
    build_turn_report,
    describe_doomed_in_this_turn,
    describe_matters_left_open,
    has_new_encounter,
    stop_closing_turn_once,
)
from companion.errant.happenings import Happenings
from companion.errant.packs.light import measure_light
from companion.errant.turns.moments_and_spans import Span
from companion.errant.turns.turns import TurnType
from companion.errant.world import Settlement, Site
from companion.grammar.context import Context
from companion.refusal import join_words
from companion.reports.turns import DeedLine, TurnReport, TurnStep


def open_inner_turn(
    context: Context, turn_type: TurnType, length: Span | None, place: Site | Settlement | None
) -> Ruling:
    """Open an inner Turn type. Raises StillOpen as `stop_once_for_open_matters` does."""
    campaign = nest_inner_turn(context.campaign, turn_type, length)
    stop_once_for_open_matters(context, context.word, _describe_entering(context, turn_type))
    return _build_opening_ruling(campaign, turn_type, place, ())


def begin_downtime(
    context: Context, length: Span | None, place: Site | Settlement | None
) -> Ruling:
    """Open Downtime Turns, so long and at this place. Where only Travel Turns are open they are
    closed first, and the month is spent where they ended. Raises StillOpen as
    `stop_once_for_open_matters` does."""
    campaign = context.campaign
    if [turn.type for turn in campaign.turns] != ["travel"]:
        return open_inner_turn(context, "downtime", length, place)
    left = describe_matters_left_open(context, doomed := describe_doomed_in_this_turn(context))
    left += [each for each in _describe_entering(context, "downtime") if each not in left]
    stop_once_for_open_matters(context, context.word, left, is_fatal=bool(doomed))
    reached = campaign.innermost_turn.place
    campaign, _, happened = close_inner_turn(campaign, context.streams.stream(HARM_STREAM))
    campaign = nest_inner_turn(campaign, "downtime", length)
    campaign = campaign.with_innermost_turn(replace(campaign.innermost_turn, place=reached))
    return _build_opening_ruling(campaign, "downtime", place, happened)


def _build_opening_ruling(
    campaign: Campaign, turn_type: TurnType, place: Site | Settlement | None, happened: Happenings
) -> Ruling:
    """The Ruling on a Turn type that was opened, at this place, with what is to be minded in it."""
    if place is not None:
        campaign = campaign.with_innermost_turn(replace(campaign.innermost_turn, place=place.id))
    report, lit = (
        build_turn_report(campaign, "zoomed", happened),
        _describe_burning_lights(campaign),
    )
    warned = f"Still lit: {lit}. Snuff it, or let it burn." if lit and turn_type == "travel" else ""
    supplied = [f"{each.supply} of {each.name}" for each in campaign.errants if each.supply]
    if turn_type == "downtime" and supplied:
        warned = f"As next begins a month, all Supply is lost: {join_words(supplied)}."
    return Ruling(campaign, report, warnings=(warned,) if warned else ())


def _describe_entering(context: Context, turn_type: TurnType) -> list[str]:
    """What is open as a Turn type is opened: an encounter that nobody has settled, unless they
    fight, and lights that nobody put out before months go by."""
    campaign = context.campaign
    is_met = turn_type != "initiative" and has_new_encounter(campaign)
    lines = describe_unsettled_encounters(context) if is_met else []
    if turn_type == "downtime" and (lit := _describe_burning_lights(campaign)):
        lines.append(
            f"snuff, or burn for what it costs ({lit}: a month marks off no Burn by itself)"
        )
    return lines


def _describe_burning_lights(campaign: Campaign) -> str:
    """The lights that burn, and whose they are; "" for none."""
    lit = (
        f"{campaign.get_errant(source.errant).name}'s {source.name}"
        for source in measure_light(campaign.errants).sources
    )
    return join_words(list(lit))


def close_innermost_turn(context: Context) -> Ruling:
    """Close the innermost Turn type."""
    stop_closing_turn_once(context, "out")
    campaign, _, happened = close_inner_turn(context.campaign, context.streams.stream(HARM_STREAM))
    step: TurnStep = "out" if campaign.turns else "closed"
    after = context._replace(campaign=campaign)
    left_open = reword_open_matters_for_seat(after, describe_open_matters(after))
    report = build_turn_report(campaign, step, happened, left_open)
    began, turn = context.campaign.now, context.campaign.innermost_turn
    if step == "closed" and turn.begun and campaign.now != began:
        ended = build_open_turn_lines(context.campaign)[-1]
        report = replace(report, ended=ended, day_before=began.day, time_before=began.time)
        report = _add_deeds_of_ended_turn(context, report)
    return Ruling(campaign, report)


def _add_deeds_of_ended_turn(context: Context, report: TurnReport) -> TurnReport:
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
