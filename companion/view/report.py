"""A Report as plain lines: each room of the view registers a function for each of its Reports."""

from functools import singledispatch
from importlib import import_module

from companion.reports import Report
from companion.reports.tables import OddsReport
from companion.view.wording import NameLookup

_FILES = {
    "RecapReport": "record.recap",
    "ExportReport": "record.export",
    "ExternalChangesReport": "record.external_changes",
    "NoteReport": "record.log",
    "LogReport": "record.log",
    "UndoReport": "record.log",
    "RedoReport": "record.log",
}
"""The files in which Reports are rendered, where they are not called as the Report's own."""


@singledispatch
def render_report(report: Report, name_of: NameLookup) -> list[str]:
    """A Report as people read it: what happened first, what can be typed next last."""
    kind = type(report)  # its file is imported now: an answer pays for no other
    file = _FILES.get(kind.__name__, kind.__module__.rpartition(".")[2])
    import_module(f"companion.view.{file}")
    return render_report.dispatch(kind)(report, name_of)


@render_report.register
def _render_odds(report: OddsReport, name_of: NameLookup) -> list[str]:
    from companion.view.odds import render_odds  # `companion odds` loads it without any Report

    return render_odds(report, name_of)
