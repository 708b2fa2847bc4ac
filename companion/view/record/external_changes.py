"""What others did meanwhile, as plain lines."""

from collections.abc import Sequence

from companion.campaign.changes import Change, PlainData
from companion.refusal import join_words
from companion.reports.record import ExternalChangesReport, ExternalWord
from companion.text import clip_text
from companion.view.report import render_report
from companion.view.wording import NameLookup, StyledLine, make_secret_line

MAX_LINES_SHOWN = 4
MAX_VALUE_LENGTH = 30
MAX_UNDONE_SHOWN = 3
MAX_UNDONE_LENGTH = 40
"""Characters of a line that was taken back; its number names it too."""


@render_report.register
def render_external_changes(report: ExternalChangesReport, _name_of: NameLookup) -> list[str]:
    """The words of other prompts and scripts, and the edits by hand."""
    lines = ["Everything reads well again."] if report.mended else []
    hidden = report.secretly or ()
    words = sorted((*report.words, *hidden), key=lambda word: word.number)
    if len(words) > MAX_LINES_SHOWN:
        lines.append(f"Meanwhile: {len(words) - MAX_LINES_SHOWN} words, then")
    lines += [_describe_word(word, hidden=word in hidden) for word in words[-MAX_LINES_SHOWN:]]
    if report.files:
        lines.append(f"Edited by hand: {', '.join(report.files)}.")
        edits = report.edits or ()
        lines += [
            StyledLine(f"  {_describe_edit(change)}", "detail")
            for change in edits[:MAX_LINES_SHOWN]
        ]
        if len(edits) > MAX_LINES_SHOWN:
            lines.append(StyledLine(f"  and {len(edits) - MAX_LINES_SHOWN} more", "detail"))
    return lines


def _describe_word(word: ExternalWord, *, hidden: bool) -> str:
    who = "" if word.seat == "guide" else f", the {word.seat}"
    line = f"Meanwhile{who}: «{word.line}»{_describe_undone_lines(word.of)} ({word.number})"
    return make_secret_line(line) if hidden else line


def _describe_undone_lines(lines: Sequence[str]) -> str:
    """The first lines that were taken back or done again, and the number of the others."""
    if not lines:
        return ""
    shown = [f"«{clip_text(line, MAX_UNDONE_LENGTH)}»" for line in lines[:MAX_UNDONE_SHOWN]]
    more = len(lines) - len(shown)
    return f" of {join_words([*shown, f'{more} more'] if more else shown)}"


def _describe_edit(change: Change) -> str:
    where = " ".join(change.path.split("/")[1:])
    if change.before is None:
        return f"{where}: {_shorten_value(change.after)} is new"
    if change.after is None:
        return f"{where}: {_shorten_value(change.before)} is gone"
    return f"{where}: {_shorten_value(change.before)} to {_shorten_value(change.after)}"


def _shorten_value(value: PlainData) -> str:
    if isinstance(value, dict):
        return str(value.get("name", value.get("id", "a block")))
    return clip_text(str(value), MAX_VALUE_LENGTH)
