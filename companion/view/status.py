"""Renders the status of the whole table, its timers, and who types as plain lines."""

from collections.abc import Iterable, Iterator

from companion.errant.names_to_type import quote_typed_name_from_id
from companion.errant.turns.timers import Timer
from companion.refusal import join_words
from companion.reports import status as reports
from companion.reports.status import StatusReport
from companion.view import shared_wording as w
from companion.view.reply import render_report

_LIGHT_LEVELS = {"darkness": 0, "dim": 1, "ordinary": 2, "bright": 3}
_ENDLESS_TEXTS = {
    "wound": "until it is healed",
    "disease": "until it is cured",
    "burning": "until it is put out",
    "breath": "until there is air",
}


@render_report.register
def _render_status(report: StatusReport, name_of: w.NameLookup) -> w.Lines:
    """Time, Turns, light and food, what runs out, what is open, what undo takes back."""
    moment = w.format_day_and_time(report.day, report.time)
    yield w.Headline(f"{report.name}: {moment}, watch {report.watch} of 6.")
    yield from _render_open_turns(report, name_of)
    yield describe_company_light(report)
    yield w.StyledLine(f"Supply {report.supply}, rations {report.food}.", label="Supply")
    if report.event_dice is not None:
        when = "at the next Turn" if report.rolled else "not rolled yet"
        yield w.StyledLine(f"Event Die: {report.event_dice}, {when}.", label="Event Die")
    if report.overloaded:
        names = join_words(map(name_of, report.overloaded))
        yield w.NewsLine(f"Overloaded: {names}.", label="Overloaded")
    yield from _render_hurt_people(report, name_of)
    if worn := [f"{name_of(e.errant)} {', '.join(_list_worn_down_arms(e))}" for e in report.worn]:
        yield w.StyledLine(f"Armour: {'; '.join(worn)}.", label="Armour")
    told = {each.errant for each in report.hurt}
    timers = [t for t in report.timers if t.errant not in told or t.kind not in ("wound", "dying")]
    for line in render_timer_lines(timers, name_of):
        yield w.StyledLine(w.end_with_full_stop(line), label=line.partition(":")[0])
    for sign in report.signs or ():
        yield w.make_guide_only_line(w.describe_encounter_sign(sign), label="Secret")
    for line in report.open:
        yield w.NewsLine(f"Open: {line}.", label="Open")
    if not any(line.startswith("grant") for line in report.open):
        for each in report.requests:
            yield w.NewsLine(f"Waits for the Guide ({each.seat}): {each.line}", label="Open")
    if report.undo is not None:
        yield w.DetailLine(f"undo takes back «{report.undo}».", label="undo")
    if not report.nested:
        yield w.HintLine("Type zoom travel, or zoom downtime.")


def describe_refill_cost(matter: reports.OpenMatter) -> str:
    """What it takes to refill something at 0; "" for anything else."""
    return "" if matter.supply is None else f"{matter.supply} of {matter.supply_left} Supply"


def _list_worn_down_arms(line: reports.WearLine) -> Iterator[str]:
    """What of somebody's arms is used up or about to break."""
    if line.blocks < line.most_blocks:
        yield f"Blocks {line.blocks}/{line.most_blocks}"
    yield from (f"{name} Quality 1" for name in line.failing)


def _render_hurt_people(report: StatusReport, name_of: w.NameLookup) -> Iterator[str]:
    """HP and wounds of whoever is not well."""
    if report.hurt:
        from companion.view.fights.hp import (
            describe_hp_and_wounds,  # only who is hurt pays for its import
        )

        yield from (describe_hp_and_wounds(line, name_of(line.errant)) for line in report.hurt)


def _render_open_turns(report: StatusReport, name_of: w.NameLookup) -> Iterator[str]:
    """The open Turns with place and actions; the innermost, which is played now, is last."""
    if not report.nested:
        yield w.StyledLine("No Turn is open.", label="Turn")
    for turn in report.nested:
        place = turn.place_name or turn.place
        where = f" at {place}" if place else ""
        name = w.format_turn_name(turn.turn_type, turn.turn_number)
        asleep = [w.describe_night_watch(turn.watch, name_of)] if turn.asleep else []
        line = " ".join(
            [f"{name}{where}.", *w.render_declared_actions(turn.declared, name_of), *asleep]
        )
        tone: w.Tone = "result" if turn is report.nested[-1] else "said"
        yield w.StyledLine(line, tone=tone, label="Turn")


def describe_company_light(report: StatusReport) -> str:
    """The light. Without any lit source it is dark only in Exploration Turns: in others it may be
    day."""
    if not report.burn and not is_exploring(report):
        return w.StyledLine("No light burns.", label="Light")
    level = w.Gauge(_LIGHT_LEVELS[report.light], 3)
    return w.StyledLine("Light ", level, f"{report.light}, Burn {report.burn}.", label="Light")


def is_exploring(report: StatusReport) -> bool:
    """True while an Exploration Turn is open."""
    return any(turn.turn_type == "exploration" for turn in report.nested)


@render_report.register
def render_timers_report(report: reports.TimersReport, name_of: w.NameLookup) -> list[str]:
    """All timers, the one that can end soonest first."""
    hint = w.HintLine("Type effect add NAME miracle 3, or every 6 turns burn")
    return render_timer_lines(report.timers, name_of) or ["Nothing runs out.", hint]


def render_timer_lines(timers: Iterable[Timer], name_of: w.NameLookup) -> list[str]:
    """A line for each timer: the next, those after it, and those that no Turn ends."""
    lines: list[str] = []
    timers = tuple(timers)
    for timer in timers:
        when = "Lasts" if timer.unit == "never" else "Then" if lines else "Next"
        lines.append(f"{when}: {describe_timer(timer, name_of)}")
    return lines


def describe_timer(timer: Timer, name_of: w.NameLookup) -> str:
    """A timer: what, whose, and how long it lasts."""
    name, left = timer.name.rstrip("."), _describe_time_left(timer)
    if timer.kind in ("light", "every"):
        whose = f"{name_of(timer.errant)}'s " if timer.errant else ""
        return f"{whose}{name}, {left}"
    on = f" on {name_of(timer.errant)}" if timer.errant else ""
    return f"{name}{on} ({timer.kind}), {left}"


def _describe_time_left(timer: Timer) -> str:
    if timer.unit == "turns":
        return f"in {w.format_count(timer.left or 0, f'{timer.turn_types[0].capitalize()} Turn')}"
    if timer.unit == "result":
        return f"ends at the next {'Expiration' if timer.turn_types == ('downtime',) else '3'}"
    if timer.unit == "never":
        typed = quote_typed_name_from_id(timer.timer, timer.name)
        if timer.lasting:
            return f"lasting until effect end {typed}"
        return f"{_ENDLESS_TEXTS.get(timer.kind, 'until it is lifted')} (effect end {typed})"
    return f"{timer.unit.capitalize()} {timer.left}"


@render_report.register
def _render_seat(report: reports.SeatReport, _name_of: w.NameLookup) -> w.Lines:
    said = f"From now on the {report.seat} types."
    if report.seat == "guide":
        return [said]
    return [f"{said} At a terminal this is a courtesy: no word is kept from a seat."]


@render_report.register
def _render_verbosity(report: reports.VerbosityReport, _name_of: w.NameLookup) -> w.Lines:
    return [f"Answers are {report.form} from now on."]


@render_report.register
def _render_tutorial(_report: reports.TutorialReport, _name_of: w.NameLookup) -> w.Lines:
    return ["The tutorial is played at the prompt: companion tutorial"]


@render_report.register
def _render_quit(_report: reports.QuitReport, _name_of: w.NameLookup) -> w.Lines:
    return ["Everything is on disk. Until the next time."]
