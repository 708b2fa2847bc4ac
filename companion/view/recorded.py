"""Notes and the log as plain lines."""

from itertools import groupby
from typing import get_args

from companion.commands import reports as r
from companion.errant.event_die import Result
from companion.view.happened import Called
from companion.view.told import SECRETLY, Told, Tone, secret, sentence
from companion.view.turn_names import when

_RESULTS: tuple[str, ...] = get_args(Result)
MOST_OF_AN_OUTCOME = 60
"""Characters of what a table said that the log shows; the recap tells all of it."""


def note(report: r.NoteReport, _called: Called) -> list[str]:
    """Something was written down."""
    at = when(report.day, report.time)
    if report.note is not None:
        return [sentence(f"Noted ({at}): {report.note}")]
    if report.secretly is not None:
        return [secret(sentence(f"noted for the Guide alone ({at}): {report.secretly}"))]
    return [f"Noted for the Guide alone ({at})."]


def log(report: r.LogReport, _called: Called) -> list[str]:
    """The end of the journal, by the days of the game."""
    secretly = report.secretly or ()
    entries = sorted((*report.entries, *secretly), key=lambda e: (e.number, e.entry))
    if not entries:
        empty = "No note is written down yet. Type: note TEXT"
        return [empty if report.notes else "The journal is empty."]
    for_the_guide = {e.entry for e in secretly}
    widest = len(str(max(e.number for e in entries)))
    longest = max(len(day_and_time(e.clock)[1]) for e in entries)
    lines: list[str] = []
    for day, of_day in groupby(entries, lambda e: day_and_time(e.clock)[0]):
        lines.append(Told(f"{day.capitalize()}:", "headline"))
        for e in of_day:
            hidden = e.entry in for_the_guide
            tone: Tone = "secret" if hidden else "detail" if e.taken_back else "said"
            at = f"{e.number:>{widest}}  {day_and_time(e.clock)[1]:<{longest}}"
            said = _said(e, e.note if report.notes else f"{e.line}{_came_of_it(e.outcome)}")
            lines.append(Told(f"{at}  {SECRETLY if hidden else ''}{said}", tone))
    if report.more:
        again = f"log {report.more}{' notes' if report.notes else ''}"
        lines.append(Told(f"Earlier ones: {again}", "way"))
    return lines


def _came_of_it(outcome: str) -> str:
    """What the dice said, in short."""
    face, _, result = outcome.partition(" ")
    text = f"{face} {result.replace('_', ' ')}" if result in _RESULTS else outcome
    if len(text) > MOST_OF_AN_OUTCOME:
        text = f"{text[:MOST_OF_AN_OUTCOME].rpartition(' ')[0]} …"
    return f" → {text}" if text else ""


def day_and_time(clock: str) -> tuple[str, str]:
    """`day 3 14:20` as its two parts."""
    day, _, time = clock.rpartition(" ")
    return day or "before the first day", time


def _said(e: r.LogLine, text: str) -> str:
    """Who said it, where it was not the Guide, and what became of it."""
    seat = "" if e.seat == "guide" else f"{e.seat}: "
    of = [name.rpartition("-")[2] for name in e.takes_back]
    whose = f" (of {of[0] if len(of) == 1 else f'{of[-1]} to {of[0]}'})" if of else ""
    return f"{seat}{text}{whose}{' (taken back)' if e.taken_back else ''}"
