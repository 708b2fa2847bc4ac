"""A Reply as people read it, and as programs do. What is secret is shown to the Guide alone."""

from functools import cache
from typing import TypeVar, get_args, get_origin, get_type_hints

import msgspec

from companion.campaign.changes import Change
from companion.campaign.news import LightDied, News
from companion.campaign.secrecy import public_changes
from companion.commands.reply import Refused, Reply
from companion.commands.reports import (
    SECRET,
    ItemReport,
    NoteReport,
    RedoReport,
    Report,
    UndoReport,
)
from companion.refusal import hide_problems, render_problems
from companion.text import in_json
from companion.view.happened import Called
from companion.view.lines import report_lines
from companion.view.news import news_lines
from companion.view.told import Told

SCHEMA = 1
R = TypeVar("R", bound=Report)
_OF_NOTES = NoteReport | UndoReport | RedoReport
"""What can be taken back, or done again, though it may have changed no file."""


@cache
def secret_fields(kind: type[Report]) -> frozenset[str]:
    """The fields of a Report that only the Guide may see."""
    hints = get_type_hints(kind, include_extras=True)
    return frozenset(
        name
        for name in kind.__struct_fields__
        if get_origin(hints[name]) is not None and SECRET in get_args(hints[name])
    )


def for_seat(report: R, *, guide: bool) -> R:
    """The Report as a seat may see it: without anything secret, in the Reports inside it too, for
    all but the Guide's."""
    if guide:
        return report
    hidden: dict[str, object] = dict.fromkeys(secret_fields(type(report)))
    for name in report.__struct_fields__:
        value = getattr(report, name)
        if isinstance(value, Report):
            hidden.setdefault(name, for_seat(value, guide=False))
        elif isinstance(value, tuple) and value and isinstance(value[0], Report):
            hidden.setdefault(name, tuple(for_seat(inner, guide=False) for inner in value))
    return msgspec.structs.replace(report, **hidden) if hidden else report


def reply_json(reply: Reply, *, guide: bool) -> str:
    """One line of JSON: every field always there, null where empty, nothing in it that a terminal
    would obey."""
    report = for_seat(reply.report, guide=guide) if reply.report is not None else None
    changes = reply.changes if guide else public_changes(reply.changes, reply.unknown)
    data = {
        "schema": SCHEMA,
        "line": reply.line,
        "ok": reply.ok,
        "entry": reply.entry,
        "report": report,
        "changes": [_change(change) for change in changes],
        "news": reply.news,
        "warnings": reply.warnings if guide else (),
        "refusal": _refusal(reply, guide=guide),
        "error": reply.error,
    }
    return in_json(msgspec.json.encode(data).decode())


def _change(change: Change) -> dict[str, object]:
    return {"path": change.path, "before": change.before, "after": change.after}


def _refusal(reply: Reply, *, guide: bool) -> dict[str, object] | None:
    refusal = _refusal_for_seat(reply.refusal, guide=guide)
    if refusal is None:
        return None
    return {
        "kind": refusal.kind,
        "message": refusal.message,
        "hint": refusal.hint,
        "problems": [problem._asdict() for problem in refusal.problems],
    }


def _refusal_for_seat(refusal: Refused | None, *, guide: bool) -> Refused | None:
    """The refusal as a seat may see it. What is wrong in a file is quoted to the Guide alone, for
    the file may hold anything."""
    if refusal is None or guide or not refusal.problems:
        return refusal
    return Refused(refusal.kind, *hide_problems(refusal.problems))


def reply_lines(reply: Reply, called: Called, *, guide: bool) -> list[Told]:
    """A Reply as lines of plain text, each in its tone, with nothing in them that a terminal would
    obey: what was done, what everybody should hear of it, what can be typed next."""
    report = for_seat(reply.report, guide=guide) if reply.report is not None else None
    told = [Told(line) for line in report_lines(report, called)] if report is not None else []
    end = next((n for n in range(len(told), 0, -1) if told[n - 1].tone != "way"), 0)
    lines = [*told[:end], *news_lines(_news(reply), called), *told[end:]]
    if guide:
        lines += [Told(f"Note: {warning}", "warning") for warning in reply.warnings]
    lines += [Told(line, "warning") for line in refusal_lines(reply, guide=guide)]
    if reply.error is not None:
        lines.append(Told(reply.error, "warning"))
    if guide and reply.secretly and reply.entry is not None and not _says_so(reply):
        seen = public_changes(reply.changes, reply.unknown)
        lines.append(Told(_SEEN if seen else "Nobody else hears of it.", "secret"))
    changed = reply.changes if guide else public_changes(reply.changes, reply.unknown)
    if reply.entry is not None and (changed or isinstance(reply.report, _OF_NOTES)):
        lines.append(Told(_way_back(reply), "detail"))
    return [line.cleaned() for line in lines]


_SEEN = "Nobody else hears the line, but what it changed is in everybody's sight."


def _says_so(reply: Reply) -> bool:
    """Whether the Report itself tells that it is for the Guide alone."""
    return isinstance(reply.report, NoteReport)


def _news(reply: Reply) -> list[News]:
    """What everybody should hear, but for the light that the word itself has put out."""
    report = reply.report
    if not isinstance(report, ItemReport) or report.step != "snuffed":
        return list(reply.news)
    out = (report.errant, report.item)
    return [n for n in reply.news if not (isinstance(n, LightDied) and (n.errant, n.item) == out)]


def _way_back(reply: Reply) -> str:
    """How to take it back: every reply that changed something says so."""
    number = (reply.entry or "").rpartition("-")[2]
    if isinstance(reply.report, UndoReport):
        return f"redo does it again ({number})."
    return f"undo takes it back ({number})."


_LIST_ALL_OF_TABLES = "tables check"


def refusal_lines(reply: Reply, *, guide: bool) -> list[str]:
    """Why not, and what would do; nothing where nothing was refused."""
    refusal = _refusal_for_seat(reply.refusal, guide=guide)
    if refusal is None:
        return []
    if refusal.problems:
        list_all = refusal.list_all or _LIST_ALL_OF_TABLES
        return [*render_problems(refusal.problems, list_all), refusal.hint]
    return [f"{refusal.message} {refusal.hint}".rstrip()]
