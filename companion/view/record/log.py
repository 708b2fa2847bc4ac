"""Notes and the log as plain lines."""

from itertools import groupby
from typing import get_args

from companion.errant.event_die import EventResult
from companion.reports.record import LogLine, LogReport, NoteReport, RedoReport, UndoReport
from companion.view.report import render_report
from companion.view.wording import (
    SECRET_PREFIX,
    NameLookup,
    StyledLine,
    Tone,
    end_sentence,
    format_moment,
    make_secret_line,
)

_RESULTS: tuple[str, ...] = get_args(EventResult)
MAX_OUTCOME_LENGTH = 60
"""Characters of a table's text in the log; the recap has all of it."""


@render_report.register
def render_note(report: NoteReport, _name_of: NameLookup) -> list[str]:
    """A note."""
    at = format_moment(report.day, report.time)
    if report.note is not None:
        return [end_sentence(f"Noted ({at}): {report.note}")]
    if report.secretly is not None:
        return [
            make_secret_line(end_sentence(f"noted for the Guide alone ({at}): {report.secretly}"))
        ]
    return [f"Noted for the Guide alone ({at})."]


@render_report.register
def render_log(report: LogReport, _name_of: NameLookup) -> list[str]:
    """The end of the journal, by the days of the game."""
    secretly = report.secretly or ()
    entries = sorted((*report.entries, *secretly), key=lambda e: (e.number, e.entry))
    if not entries:
        empty = "No note is written down yet. Type: note TEXT"
        return [empty if report.notes else "The journal is empty."]
    for_the_guide = {e.entry for e in secretly}
    widest = len(str(max(e.number for e in entries)))
    longest = max(len(split_clock(e.clock)[1]) for e in entries)
    lines: list[str] = []
    for day, of_day in groupby(entries, lambda e: split_clock(e.clock)[0]):
        lines.append(StyledLine(f"{day.capitalize()}:", "headline"))
        for e in of_day:
            hidden = e.entry in for_the_guide
            tone: Tone = "secret" if hidden else "detail" if e.taken_back else "said"
            at = f"{e.number:>{widest}}  {split_clock(e.clock)[1]:<{longest}}"
            text = _describe_entry(
                e, e.note if report.notes else f"{e.line}{_describe_outcome(e.outcome)}"
            )
            lines.append(StyledLine(f"{at}  {SECRET_PREFIX if hidden else ''}{text}", tone))
    if report.more:
        again = f"log {report.more}{' notes' if report.notes else ''}"
        lines.append(StyledLine(f"Earlier ones: {again}", "way"))
    return lines


def _describe_outcome(outcome: str) -> str:
    """The outcome of the dice, cut to a limit."""
    face, _, result = outcome.partition(" ")
    text = f"{face} {result.replace('_', ' ')}" if result in _RESULTS else outcome
    if len(text) > MAX_OUTCOME_LENGTH:
        text = f"{text[:MAX_OUTCOME_LENGTH].rpartition(' ')[0]} …"
    return f" → {text}" if text else ""


def split_clock(clock: str) -> tuple[str, str]:
    """`day 3 14:20` as its two parts."""
    day, _, time = clock.rpartition(" ")
    return day or "before the first day", time


def _describe_entry(e: LogLine, text: str) -> str:
    """The text, the seat if it was not the Guide's, and whether it was taken back."""
    seat = "" if e.seat == "guide" else f"{e.seat}: "
    of = [name.rpartition("-")[2] for name in e.takes_back]
    whose = f" (of {of[0] if len(of) == 1 else f'{of[-1]} to {of[0]}'})" if of else ""
    return f"{seat}{text}{whose}{' (taken back)' if e.taken_back else ''}"


@render_report.register
def _render_history_step(report: UndoReport | RedoReport, _name_of: NameLookup) -> list[str]:
    what = "Taken back" if isinstance(report, UndoReport) else "Done again"
    more = f" and {len(report.entries) - 1} before it" if len(report.entries) > 1 else ""
    number = report.entry.rpartition("-")[2]
    line = f"«{report.line}» ({number})" if report.line is not None else f"entry {number}"
    return [StyledLine(f"{what}: {line}{more}.", "result")]
