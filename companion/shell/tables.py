"""The random tables themselves at the shell: which there are, and what is in one."""

from collections.abc import Iterable

import msgspec
from msgspec import Struct

from companion.commands.reports import TableLine, TablesReport
from companion.commands.tables import table_shown, tables_listed
from companion.randomtables.names import of_subject
from companion.shell.forms import CSV, csv_row
from companion.shell.given import Given
from companion.text import clean, in_json
from companion.view.lines import report_lines

COLUMNS = TableLine.__struct_fields__
"""The header of a CSV of tables."""


def listed_tables(subject: str, given: Given, form: str) -> Iterable[str]:
    """The tables there are, or those of a subject: for people by subject, else one a piece."""
    names = given.tables.names()
    report = tables_listed(of_subject(subject, names), given.tables.read)
    return _lines(report) if form == "text" else struct_pieces(report.tables, form)


def shown_table(typed: str, given: Given, form: str) -> Iterable[str]:
    """A table as it is written: for people a line a row, else the Report as one piece."""
    report = table_shown(given.table(typed))
    return _lines(report) if form == "text" else struct_pieces([report], form)


def struct_pieces(structs: Iterable[Struct], form: str) -> Iterable[str]:
    """Each by its fields."""
    if form in CSV:
        return (csv_row(msgspec.structs.astuple(each), form) for each in structs)
    return (in_json(msgspec.json.encode(each).decode()) for each in structs)


def _lines(report: TablesReport) -> Iterable[str]:
    return map(clean, report_lines(report, str))
