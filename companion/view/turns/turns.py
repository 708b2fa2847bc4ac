"""Renders Turns, what is declared and what happens in them, the clock and nights as plain lines."""

from collections.abc import Iterator

from companion.errant.happenings import Burned
from companion.refusal import join_words
from companion.reports import turns as reports
from companion.reports.turns import TurnLine, TurnReport
from companion.view import shared_wording as w
from companion.view.reply import render_report
from companion.view.turns.happenings import render_happenings


def _render_ended_turn(report: TurnReport, ended: TurnLine, name_of: w.NameLookup) -> Iterator[str]:
    """What was done in the Turn that is over, and what came of it."""
    for deed in report.deeds:
        actions = [reports.Action(deed.who, deed.action)] if deed.action else []
        outcome = w.end_with_full_stop(deed.outcome) if deed.outcome else ""
        said = (*w.render_declared_actions(actions, name_of), w.capitalize_first_letter(outcome))
        yield f"  {' '.join(filter(None, said))}"
    if not report.deeds:
        yield from w.render_declared_actions(ended.declared, name_of)
    if report.began:
        yield f"Began: {w.end_with_full_stop('; '.join(report.began))}"


@render_report.register
def render_turn_report(report: TurnReport, name_of: w.NameLookup) -> w.Lines:
    """A Turn that began, was nested or was closed."""
    name = w.format_turn_name(report.turn_type, report.turn_number)
    step = {
        "began": f"{name} begins",
        "zoomed": f"Zoomed in: {name}",
        "out": f"Zoomed out: {name}",
        "closed": name,
    }[report.step]
    yield w.Headline(f"{step} ({w.format_day_and_time(report.day, report.time)}).")
    if report.ended is not None:
        ended = w.format_turn_name(report.ended.turn_type, report.ended.turn_number)
        began = w.format_day_and_time(report.day_before, report.time_before)
        yield f"{ended} is over; it began on {began}."
        yield from _render_ended_turn(report, report.ended, name_of)
    for turn in report.nested[-1:]:
        yield from w.render_declared_actions(turn.declared, name_of)
        if turn.asleep:
            yield w.describe_night_watch(turn.watch, name_of)
    yield from render_happenings(report.happened, name_of)
    choices = [line for line in report.left_open if not line.startswith("done ")]
    if choices:
        yield f"Still open here: {'; '.join(choices)}."
    if report.step == "zoomed" and report.turn_type == "downtime":
        yield w.HintLine(
            "Type next: the Event Die falls first, then declare what each of them does."
        )
    elif report.step == "zoomed" and not report.turn_number:
        yield w.HintLine("Type next, and what is done.")
    elif report.step != "zoomed" and len(choices) < len(report.left_open):
        yield w.HintLine("Type done, or done and what came of it.")
    elif report.step != "zoomed" and report.turn_type is None:
        yield w.HintLine("Type zoom travel, or zoom downtime.")


@render_report.register
def _render_declaration(report: reports.DeclarationReport, name_of: w.NameLookup) -> w.Lines:
    name = w.format_turn_name(report.turn_type, report.turn_number)
    if report.resolved:
        yield w.Headline(w.end_with_full_stop(f"{name}: {report.outcome or 'done'}"))
        if report.settles_encounter:
            yield "That settles an encounter."
    else:
        yield w.Headline(f"{name}.")
        yield from w.render_declared_actions(report.declared, name_of)
        if report.replaced:
            yield "Instead of what was declared before:"
            yield from w.render_declared_actions(report.replaced, name_of)
        if report.destination:
            yield f"When they arrive: at {report.destination}"


@render_report.register
def _render_clock(report: reports.ClockReport, name_of: w.NameLookup) -> w.Lines:
    now = w.format_day_and_time(report.day, report.time)
    yield w.Headline(f"The clock moves {report.moved}: {now}.")
    yield from render_happenings(report.happened, name_of)
    if report.turns and report.turn_type:
        turns = w.format_count(report.turns, f"{report.turn_type.capitalize()} Turn")
        burned = any(isinstance(each, Burned) for each in report.happened)
        unburned = "" if burned else ", and nothing lit burned down"
        yield w.HintLine(f"No Event Die for {turns}{unburned}. To play a Turn: next")


@render_report.register
def _render_night(report: reports.NightReport, name_of: w.NameLookup) -> w.Lines:
    if report.asleep:
        yield w.Headline(f"The Company sleeps this Turn ({report.camp} camp).")
    if report.watch:
        yield f"On watch: {join_words(map(name_of, report.watch))}."
    if report.watch and not report.asleep:
        night = f"next sleep watch {' '.join(report.watch)}"
        yield w.HintLine(f"Awake this Turn. For the night to come: {night}")
    if report.unguarded:
        yield "Unguarded: an encounter sign (5) counts as an encounter (1)."
    if not (report.asleep or report.watch or report.unguarded):
        yield "Nobody keeps watch."


_HAPPENINGS_HEADLINES = {
    "rest": "The Company Rests and forgoes its action; an armour repair kit may be used.",
    "press-on": "The Company presses on.",
    "burn": "Burn, marked off by hand.",
    "deplete": "Deplete, marked off by hand.",
    "plenty on": "Food is plentiful here: Deplete costs 1 Supply each instead of rations.",
    "plenty off": "Food is no longer plentiful.",
}


@render_report.register
def _render_happenings_report(report: reports.HappeningsReport, name_of: w.NameLookup) -> w.Lines:
    headlines = [_HAPPENINGS_HEADLINES[report.word]] if report.word in _HAPPENINGS_HEADLINES else []
    lines = [*map(w.Headline, headlines), *render_happenings(report.happened, name_of)]
    return lines or ["Nothing changes."]
