"""A Reply as people read it, and as programs do. What is secret is shown to the Guide alone."""

from collections.abc import Mapping
from functools import cache
from typing import TypeVar, get_args, get_origin, get_type_hints

import msgspec

from companion.campaign.changes import Change
from companion.campaign.secrecy import public_changes
from companion.commands.reply import Reply
from companion.commands.reports import SECRET, Report, UndoReport
from companion.text import clean
from companion.view.happened import Called, news_lines
from companion.view.lines import report_lines

SCHEMA = 1
R = TypeVar("R", bound=Report)


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
    """The Report as a seat may see it: without anything secret for all but the Guide's."""
    if guide:
        return report
    hidden: Mapping[str, object] = dict.fromkeys(secret_fields(type(report)))
    return msgspec.structs.replace(report, **hidden) if hidden else report


def reply_json(reply: Reply, *, guide: bool) -> str:
    """One line of JSON: every field always there, null where empty."""
    report = for_seat(reply.report, guide=guide) if reply.report is not None else None
    changes = reply.changes if guide else public_changes(reply.changes)
    data = {
        "schema": SCHEMA,
        "line": reply.line,
        "ok": reply.ok,
        "entry": reply.entry,
        "report": report,
        "changes": [_change(change) for change in changes],
        "news": reply.news,
        "warnings": reply.warnings if guide else (),
        "refusal": _refusal(reply),
        "error": reply.error,
    }
    return msgspec.json.encode(data).decode()


def _change(change: Change) -> dict[str, object]:
    return {"path": change.path, "before": change.before, "after": change.after}


def _refusal(reply: Reply) -> dict[str, object] | None:
    if reply.refusal is None:
        return None
    problems = [problem._asdict() for problem in reply.refusal.problems]
    return {
        "kind": reply.refusal.kind,
        "message": reply.refusal.message,
        "hint": reply.refusal.hint,
        "problems": problems,
    }


def reply_lines(reply: Reply, called: Called, *, guide: bool) -> list[str]:
    """A Reply as lines of plain text, with nothing in them that a terminal would obey."""
    lines: list[str] = []
    if reply.report is not None:
        lines += report_lines(for_seat(reply.report, guide=guide), called)
    lines += news_lines(reply.news, called)
    if guide:
        lines += [f"Note: {warning}" for warning in reply.warnings]
    if reply.refusal is not None:
        lines += refusal_lines(reply)
    if reply.error is not None:
        lines.append(reply.error)
    if reply.entry is not None and reply.changes:
        lines.append(f"[{reply.entry}] {_way_back(reply)}")
    return [clean(line) for line in lines]


def _way_back(reply: Reply) -> str:
    """How to take it back: every reply that changed something says so."""
    if isinstance(reply.report, UndoReport):
        return "redo does it again"
    return "undo takes this back"


def refusal_lines(reply: Reply) -> list[str]:
    """Why not, and what would do."""
    refusal = reply.refusal
    assert refusal is not None
    if refusal.problems:
        return [*map(str, refusal.problems), refusal.hint]
    return [f"{refusal.message} {refusal.hint}".rstrip()]
