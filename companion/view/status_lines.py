"""The whole table at a glance, as plain lines."""

from companion.commands import reports as r
from companion.refusal import listed
from companion.view.happened import Called
from companion.view.timer_lines import next_lines
from companion.view.told import Told, sentence
from companion.view.turn_lines import sign_line
from companion.view.turn_names import declared, night, turn_name, when


def status(report: r.StatusReport, called: Called) -> list[str]:
    """Time, Turns, light and food, what runs out, what is open, what undo takes back."""
    lines: list[str] = [Told(f"{report.name}: {moment(report)}.", "headline")]
    lines += turns(report, called)
    lines += [f"{light(report)}.", food(report)]
    if report.event_dice is not None:
        lines.append(f"Event Die: {dice(report)}.")
    if report.overloaded:
        lines.append(Told(f"Overloaded: {listed(map(called, report.overloaded))}.", "news"))
    lines += map(sentence, next_lines(report.timers, called))
    lines += [sign_line(sign) for sign in report.signs or ()]
    lines += [Told(f"Open: {line}.", "news") for line in report.open]
    if report.undo is not None:
        lines.append(Told(f"undo takes back «{report.undo}».", "detail"))
    return lines


def known_places(report: r.KnownPlacesReport, _called: Called) -> list[str]:
    """Which places the players know of, and for the Guide of which they do not."""
    lines: list[str] = []
    if report.known:
        lines.append(Told(f"The players know of: {listed(report.known)}.", "headline"))
    if report.unknown:
        lines.append(Told(f"They know nothing of: {listed(report.unknown)}.", "secret"))
    return lines or ["The players know of no place yet."]


def moment(report: r.StatusReport) -> str:
    """The game's time, with its watch."""
    return f"{when(report.day, report.time)}, watch {report.watch} of 6"


def turns(report: r.StatusReport, called: Called) -> list[str]:
    """The open Turns, the innermost, which is played, last: where, and who does what."""
    if not report.nested:
        return ["No Turn is open. Type zoom travel, or zoom downtime."]
    lines = []
    for turn in report.nested:
        place = turn.place_name or turn.place
        name = f"{turn_name(turn.turn_type, turn.turn_number)}{f' at {place}' if place else ''}"
        asleep = [night(turn.watch, called)] if turn.asleep else []
        lines.append(" ".join([f"{name}.", *declared(turn.declared, called), *asleep]))
    return [*lines[:-1], Told(lines[-1], "result")]


def light(report: r.StatusReport) -> str:
    """How much light there is. Where no light burns, it is dark only where the Company explores:
    in other Turns it may be day."""
    if report.burn or explores(report):
        return f"Light {report.light}, Burn {report.burn}"
    return "No light burns"


def explores(report: r.StatusReport) -> bool:
    """Whether an Exploration Turn is open."""
    return any(turn.turn_type == "exploration" for turn in report.nested)


def food(report: r.StatusReport) -> str:
    """What there is to live on."""
    return f"Supply {report.supply}, rations {report.food}."


def dice(report: r.StatusReport) -> str:
    """What the Event Die rolls, and by which word."""
    return f"{report.event_dice}, {'at the next Turn' if report.rolled else 'not rolled yet'}"
