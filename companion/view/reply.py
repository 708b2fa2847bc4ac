"""A Reply as people read it, line by line."""

from companion.campaign.news import LightDied, NewsItem
from companion.campaign.secrecy import filter_public_changes
from companion.refusal import render_problems
from companion.reports.packs import ItemReport
from companion.reports.record import NoteReport, RedoReport, UndoReport
from companion.reports.reply import Reply, filter_reply
from companion.view.news import render_news
from companion.view.report import render_report
from companion.view.wording import NameLookup, StyledLine

_FILELESS_REPORTS = NoteReport | UndoReport | RedoReport
"""Reports of words that can be taken back or done again though they may have changed no file."""
_LIST_ALL_OF_TABLES = "tables check"


def render_reply(reply: Reply, name_of: NameLookup, *, guide: bool) -> list[StyledLine]:
    """A Reply as lines of plain text, each in its tone, with nothing in them that a terminal would
    obey: what was done, what everybody should hear of it, what can be typed next."""
    seen = filter_reply(reply, guide=guide)
    lines: list[StyledLine] = []
    if seen.report is not None:
        lines = [StyledLine(line) for line in render_report(seen.report, name_of)]
    end = next((n for n in range(len(lines), 0, -1) if lines[n - 1].tone != "way"), 0)
    lines[end:end] = render_news(_filter_news(seen), name_of)
    lines += [StyledLine(f"Note: {warning}", "warning") for warning in seen.warnings]
    lines += [StyledLine(line, "warning") for line in _render_refusal(seen)]
    if seen.error is not None:
        lines.append(StyledLine(seen.error, "warning"))
    if seen.entry is not None:
        if guide and seen.has_secret_prefix and not isinstance(seen.report, NoteReport):
            lines.append(StyledLine(_describe_secrecy(reply), "secret"))
        if seen.changes or isinstance(seen.report, _FILELESS_REPORTS):
            lines.append(StyledLine(_describe_way_back(seen), "detail"))
    return [line.clean_controls() for line in lines]


def _filter_news(reply: Reply) -> list[NewsItem]:
    """What everybody should hear, but for the light that the word itself has put out."""
    report = reply.report
    if not isinstance(report, ItemReport) or report.step != "snuffed":
        return list(reply.news)
    out = (report.errant, report.item)
    return [n for n in reply.news if not (isinstance(n, LightDied) and (n.errant, n.item) == out)]


def _render_refusal(reply: Reply) -> list[str]:
    """Why not, and what would do; nothing where nothing was refused."""
    refusal = reply.refusal
    if refusal is None:
        return []
    if refusal.problems:
        list_all = refusal.list_all or _LIST_ALL_OF_TABLES
        return [*render_problems(refusal.problems, list_all), refusal.hint]
    return [f"{refusal.message} {refusal.hint}".rstrip()]


def _describe_secrecy(reply: Reply) -> str:
    if filter_public_changes(reply.changes, reply.unknown_paths):
        return "Nobody else hears the line, but what it changed is in everybody's sight."
    return "Nobody else hears of it."


def _describe_way_back(reply: Reply) -> str:
    """How to take it back: every reply that changed something says so."""
    number = (reply.entry or "").rpartition("-")[2]
    if isinstance(reply.report, UndoReport):
        return f"redo does it again ({number})."
    return f"undo takes it back ({number})."
