"""What others did meanwhile, as plain lines."""

from companion.campaign.changes import Change, Plain
from companion.commands import reports as r
from companion.view.happened import Called
from companion.view.told import Told

MOST_TOLD = 4


def outside(report: r.OutsideReport, _called: Called) -> list[str]:
    """The words of other prompts and scripts, and the edits by hand."""
    words = sorted((*report.words, *(report.secretly or ())), key=lambda word: word.number)
    lines = [
        f"Meanwhile{'' if w.seat == 'guide' else f', the {w.seat}'}: «{w.line}» ({w.number})"
        for w in words[-MOST_TOLD:]
    ]
    if len(words) > MOST_TOLD:
        lines.insert(0, f"Meanwhile: {len(words) - MOST_TOLD} words, then")
    if report.files:
        lines.append(f"Edited by hand: {', '.join(report.files)}.")
        edits = report.edits or ()
        lines += [Told(f"  {_edit(change)}", "detail") for change in edits[:MOST_TOLD]]
        if len(edits) > MOST_TOLD:
            lines.append(Told(f"  and {len(edits) - MOST_TOLD} more", "detail"))
    return lines or ["Everything reads well again."]


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
    text = str(value)
    return text if len(text) <= 30 else f"{text[:29]}…"
