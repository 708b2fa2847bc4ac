"""A Reply as programs read it: one line of JSON. docs/scripting.md promises its fields."""

import msgspec

from companion.reports.reply import RefusalDetails, Reply, filter_reply
from companion.text import escape_json

SCHEMA = 1


def encode_reply(reply: Reply, *, guide: bool) -> str:
    """One line of JSON: every field always there, null where empty, nothing in it that a terminal
    would obey."""
    seen = filter_reply(reply, guide=guide)
    data = {
        "schema": SCHEMA,
        "line": seen.line,
        "ok": seen.ok,
        "entry": seen.entry,
        "report": seen.report,
        "changes": [
            {"path": each.path, "before": each.before, "after": each.after} for each in seen.changes
        ],
        "news": seen.news,
        "warnings": seen.warnings,
        "refusal": _encode_refusal(seen.refusal) if seen.refusal is not None else None,
        "error": seen.error,
    }
    return escape_json(msgspec.json.encode(data).decode())


def _encode_refusal(refusal: RefusalDetails) -> dict[str, object]:
    return {
        "kind": refusal.kind,
        "message": refusal.message,
        "hint": refusal.hint,
        "problems": [problem._asdict() for problem in refusal.problems],
    }
