"""What others did meanwhile, as plain lines."""

from collections.abc import Sequence

from companion.campaign.changes import Change, Plain
from companion.commands import reports as r
from companion.refusal import listed
from companion.text import clipped
from companion.view.happened import Called
from companion.view.told import Told, secret

MOST_TOLD = 4
MOST_OF_A_VALUE = 30
MOST_TAKEN_BACK = 3
MOST_OF_A_LINE = 40
"""Characters of a line that was taken back: who took it back names it by its number."""


def outside(report: r.OutsideReport, _called: Called) -> list[str]:
    """The words of other prompts and scripts, and the edits by hand."""
    lines = ["Everything reads well again."] if report.mended else []
    hidden = report.secretly or ()
    words = sorted((*report.words, *hidden), key=lambda word: word.number)
    if len(words) > MOST_TOLD:
        lines.append(f"Meanwhile: {len(words) - MOST_TOLD} words, then")
    lines += [_word(word, hidden=word in hidden) for word in words[-MOST_TOLD:]]
    if report.files:
        lines.append(f"Edited by hand: {', '.join(report.files)}.")
        edits = report.edits or ()
        lines += [Told(f"  {_edit(change)}", "detail") for change in edits[:MOST_TOLD]]
        if len(edits) > MOST_TOLD:
            lines.append(Told(f"  and {len(edits) - MOST_TOLD} more", "detail"))
    return lines


def _word(word: r.OutsideWord, *, hidden: bool) -> str:
    who = "" if word.seat == "guide" else f", the {word.seat}"
    line = f"Meanwhile{who}: «{word.line}»{_taken_back(word.of)} ({word.number})"
    return secret(line) if hidden else line


def _taken_back(lines: Sequence[str]) -> str:
    """The words that were taken back or done again, by their lines; of many, the first."""
    if not lines:
        return ""
    shown = [f"«{clipped(line, MOST_OF_A_LINE)}»" for line in lines[:MOST_TAKEN_BACK]]
    more = len(lines) - len(shown)
    return f" of {listed([*shown, f'{more} more'] if more else shown)}"


def _edit(change: Change) -> str:
    where = " ".join(change.path.split("/")[1:])
    if change.before is None:
        return f"{where}: {_short(change.after)} is new"
    if change.after is None:
        return f"{where}: {_short(change.before)} is gone"
    return f"{where}: {_short(change.before)} to {_short(change.after)}"


def _short(value: Plain) -> str:
    if isinstance(value, dict):
        return str(value.get("name", value.get("id", "a block")))
    return clipped(str(value), MOST_OF_A_VALUE)
