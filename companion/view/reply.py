"""Renders a Reply as lines for people, or encodes it as one line of JSON for programs."""

from collections.abc import Iterable
from functools import singledispatch
from importlib import import_module

import msgspec

from companion.campaign.news_of_changes import BecameKnown, LightDied, NewsItem
from companion.campaign.secrecy import filter_public_changes
from companion.refusal import render_problems
from companion.reports import Report
from companion.reports.reply import RefusalDetails, Reply, UntakenClause, filter_reply_for_seat
from companion.text_cleaning import escape_json
from companion.view.shared_wording import (
    DetailLine,
    Lines,
    NameLookup,
    SecretLine,
    StyledLine,
    WarningLine,
    make_styled_line,
)

_NOTE, _ENDS = "note ", ("?", "!", ".")
_FILES = {
    "RecapReport": "record.recap",
    "ExportReport": "record.export",
    "journal": "record.log",
    **dict.fromkeys(("CoinsReport", "PursesReport", "CoinsWorthReport"), "purses"),
    "HpReport": "fights.hp",
    "HelpReport": "help",
    **dict.fromkeys(("EventReport", "DiceToRollReport"), "turns.event_die"),
    **dict.fromkeys(("EffectReport", "CadencesReport"), "turns.ongoing_effects"),
    **dict.fromkeys(
        ("DistanceReport", "PlaceReport", "KnownPlacesReport", "SignReport", "SeasonReport"),
        "turns.places_and_signs",
    ),
    "turns": "turns.turns",
    **{name: f"fights.{name}" for name in ("armour", "attacks", "chases", "fights", "harm")},
}
"""Where Reports, or all of a file, are rendered, if not in the file called as the Reports' own."""


@singledispatch
def render_report(report: Report, name_of: NameLookup) -> Lines:
    """A Report as people read it: what happened first, what can be typed next last. Each file of
    the view registers a function for each of its Reports."""
    _import_renderer(report)
    return render_report.dispatch(type(report))(report, name_of)


def _import_renderer(report: Report) -> None:
    """Import the file that renders a Report now: an answer pays for no other. A Report that says
    more than another of a file that is there already would be rendered as that."""
    kind = type(report)
    room = kind.__module__.rpartition(".")[2]
    import_module(f"companion.view.{_FILES.get(kind.__name__) or _FILES.get(room, room)}")


_FILELESS_REPORTS = ("note", "read_out", "undo", "redo")
"""What can be taken back or done again, though it may have changed no file."""
_UNPLAYED_REPORTS = ("request",)
"""What `undo` passes over."""
_HARM_REPORTS = ("harm", "attack")
"""Reports of words that everybody sees done, though all that they change may be the Guide's."""
_FOUND_REPORTS = ("roll", "rolls", "deck")
"""Reports of rolls, which may be for the Guide alone until they are told."""
_LIST_ALL_OF_TABLES = "tables check"


_NUMBERED_REPORTS = ("log", "undo", "redo", "outside")
"""Reports that tell the numbers of entries; they can be rendered without."""


def render_reply(
    reply: Reply, name_of: NameLookup, *, guide: bool, numbered: bool = True
) -> list[StyledLine]:
    """A Reply as lines of plain text, each in its tone, with nothing in them that a terminal would
    obey: what was done, what everybody should hear of it, what can be typed next. Unless it is
    `numbered`, no entry of the journal is named by its number: from a gap a player would learn that
    there is something secret."""
    seen = filter_reply_for_seat(reply, guide=guide)
    lines: list[StyledLine] = []
    if seen.report is not None:
        _import_renderer(seen.report)
        without = not numbered and seen.report.tag in _NUMBERED_REPORTS
        options = {"numbered": False} if without else {}
        lines = [make_styled_line(line) for line in render_report(seen.report, name_of, **options)]
    end = next((n for n in range(len(lines), 0, -1) if lines[n - 1].tone != "way"), 0)
    if news := _filter_news_beside_answer(seen):
        from companion.view.news_of_changes import render_news_of_changes  # as above

        lines[end:end] = render_news_of_changes(news, name_of, guide=guide)
    if seen.meant is not None:
        whose = f"Granted to the {seen.granted_to}:" if seen.granted_to else "="
        lines.insert(0, DetailLine(f"{whose} {seen.meant}"))
    lines += [WarningLine(f"Note: {warning}") for warning in seen.warnings]
    lines += map(_render_untaken_clause, seen.untaken)
    if seen.refusal is not None:
        lines += map(WarningLine, _render_refusal(seen.refusal))
    if seen.shown is not None:
        lines += render_reply(seen.shown, name_of, guide=guide, numbered=numbered)
    if seen.error is not None:
        lines.append(WarningLine(seen.error))
    if seen.entry is not None:
        tag = seen.report.tag if seen.report is not None else ""
        if guide and seen.has_secret_prefix and tag != "note":
            lines.append(SecretLine(_describe_secrecy(reply)))
        elif guide and seen.guide_only and tag in _FOUND_REPORTS:
            lines.append(SecretLine("Nobody else hears of it until you say tell, or play it out."))
        is_seen = tag in _HARM_REPORTS and reply.changes and not reply.guide_only
        is_played = seen.changes and tag not in _UNPLAYED_REPORTS
        if is_played or is_seen or tag in _FILELESS_REPORTS:
            lines.append(DetailLine(_describe_how_to_undo(seen.report, seen.entry, numbered)))
    return [line.remove_control_characters() for line in lines]


def _render_untaken_clause(clause: UntakenClause) -> StyledLine:
    """What was told and not done, and the line that does it, or writes it down."""
    if clause.line.startswith(_NOTE):
        return WarningLine(f"Only told: «{clause.said}». To write it down: {clause.line}")
    who = "Who? " if clause.asks_who else ""
    return WarningLine(f"Not done, only told: «{clause.said}». {who}Try: {clause.line}")


def describe_deeds_not_done(deeds: Iterable[str]) -> str:
    """A sentence about the deeds of a line of several that were not done."""
    told = "; ".join(deeds)
    return f"Not done: {told}{'' if told.endswith(_ENDS) else '.'}"


def describe_how_to_undo_deeds(number: int) -> str:
    """How all that a line of several did is taken back at once."""
    return f"undo x{number} takes all of it back."


def _filter_news_beside_answer(reply: Reply) -> list[NewsItem]:
    """What everybody should hear, but for what the answer itself says: the light that the word has
    put out, the place that it has made known."""
    out = reply.report.snuffed_light if reply.report is not None else None
    tells_places = reply.report is not None and reply.report.tag == "known"
    return [
        n
        for n in reply.news
        if not (isinstance(n, LightDied) and (n.errant, n.item) == out)
        and not (tells_places and isinstance(n, BecameKnown))
    ]


def _render_refusal(refusal: RefusalDetails) -> list[str]:
    """Why not, and what would do."""
    if refusal.problems:
        list_all = refusal.list_all or _LIST_ALL_OF_TABLES
        return [*render_problems(refusal.problems, list_all), refusal.hint]
    return [f"{refusal.message} {refusal.hint}".rstrip()]


def _describe_how_to_undo(report: Report | None, entry: str, numbered: bool) -> str:
    """How to take back the entry that a line made, with the number that `undo` and `log` know it
    by. A step back or forward is no such entry; `redo` is for whoever reads numbers."""
    if report is not None and report.tag == "undo":
        return (
            "redo does it again." if numbered else "What was taken back is the Guide's to do again."
        )
    repeated = report.repeated_entries if report is not None else ()
    if len(repeated) > 1:
        return f"undo x{len(repeated)} takes it back."
    number = f" ({(*repeated, entry)[0].rpartition('-')[2]})" if numbered else ""
    return f"undo takes it back{number}."


def _describe_secrecy(reply: Reply) -> str:
    if reply.undoes_public or filter_public_changes(reply.changes, reply.unknown_paths):
        return "Nobody else hears the line, but what it changed is in everybody's sight."
    return "Nobody else hears of it."


SCHEMA = 1
"""Of a line of JSON, whose fields docs/scripting.md promises."""


def encode_reply(reply: Reply, *, guide: bool, loose: bool = False) -> str:
    """A Reply in one line of JSON: every field always there, null where empty, nothing in it that a
    terminal would obey. What a line meant is told where lines are read `loose`."""
    seen, refusal = filter_reply_for_seat(reply, guide=guide), None
    if seen.refusal is not None:
        problems = [problem._asdict() for problem in seen.refusal.problems]
        refusal = {
            "kind": seen.refusal.kind,
            "message": seen.refusal.message,
            "hint": seen.refusal.hint,
            "problems": problems,
        }
    data = {
        "schema": SCHEMA,
        "line": seen.line,
        **({"meant": seen.meant} if loose else {}),
        "ok": seen.ok,
        "entry": seen.entry,
        "report": seen.report,
        "changes": [
            {"path": each.path, "before": each.before, "after": each.after} for each in seen.changes
        ],
        "news": seen.news,
        "warnings": seen.warnings,
        "refusal": refusal,
        "error": seen.error,
    }
    if loose:
        data["untaken"] = [each._asdict() for each in seen.untaken]
    return escape_json(msgspec.json.encode(data).decode())
