"""Answers `tables`: lists, shows and validates the random tables."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.campaign.facts_and_decks_for_tables import KNOWN_FACTS
from companion.grammar.context import Context
from companion.randomtables.table import list_subject_tables
from companion.refusal import Broken
from companion.reports.rolls_and_random_tables import (
    ModifierLine,
    ProblemLine,
    RowLine,
    TableLine,
    TablesReport,
)

if TYPE_CHECKING:
    from companion.randomtables.table import Row, Table
    from companion.randomtables.validation import ReadTable


def list_tables(context: Context, names: tuple[str, ...] | None) -> TablesReport:
    """The tables there are, or those of a subject."""
    names = tuple(list_subject_tables("", context.list_tables())) if names is None else names
    return build_table_list_report(names, context.read_table)


def show_table(context: Context, table: str) -> TablesReport:
    """The rows of a table. Raises Broken if it cannot be read."""
    found, problems = context.read_table(table)
    if found is None or problems:
        raise Broken(problems)
    return build_table_rows_report(found)


def show_table_problems(context: Context, names: tuple[str, ...] | None) -> TablesReport:
    """What is wrong with these tables; or with all, price tables and those of creatures too."""
    among = context.list_tables()
    checked = validate_tables(among if names is None else names, context.read_table, among)
    for read in (context.read_goods, context.read_creatures) if names is None else ():
        try:
            read()
        except Broken as broken:
            wrong = (ProblemLine(*problem) for problem in broken.problems)
            checked = replace(checked, problems=(*(checked.problems or ()), *wrong))
    return checked


def build_table_list_report(names: Iterable[str], read: "ReadTable") -> TablesReport:
    """These tables in a line each, with what is wrong with them counted."""
    return TablesReport(
        step="listed", tables=tuple(_build_table_line(name, read) for name in names)
    )


def _build_table_line(name: str, read: "ReadTable") -> TableLine:
    table, problems = read(name)
    if table is None:
        return TableLine(name, "", "", 0, False, len(problems))
    dice = "" if table.dice is None else str(table.dice)
    return TableLine(name, table.title, dice, len(table.rows), table.deck, len(problems))


def build_table_rows_report(table: "Table") -> TablesReport:
    """A table as it is written: texts with their braces, nothing rolled."""
    from companion.randomtables.row_texts import render_text

    dice = "" if table.dice is None else str(table.dice)
    return TablesReport(
        step="shown",
        tables=(TableLine(table.name, table.title, dice, len(table.rows), table.deck, 0),),
        column=table.column_fact,
        rows=tuple(_build_row_line(row, diced=bool(dice)) for row in table.rows),
        modifiers=tuple(ModifierLine(m.add, dict(m.when)) for m in table.modifiers),
        fallback=render_text(table.fallback or ()),
    )


def _build_row_line(row: "Row", *, diced: bool) -> RowLine:
    from companion.randomtables.row_texts import render_text

    return RowLine(
        number=row.number,
        roll=str(row.span) if diced else "",
        weight=row.weight,
        when=dict(row.when),
        texts={column: render_text(text) for column, text in row.texts.items()},
        sign=render_text(row.sign or ()),
        data=dict(row.data),  # type: ignore[arg-type]  # what TOML gives, but for dates
    )


def validate_tables(names: Iterable[str], read: "ReadTable", among: Iterable[str]) -> TablesReport:
    """All problems of these tables; the tables in `among` may draw from them."""
    from companion.randomtables.validation import find_problems

    names = tuple(names)
    found = find_problems(names, read, KNOWN_FACTS, among)
    return TablesReport(
        step="checked",
        tables=tuple(_build_table_line(name, read) for name in names),
        problems=tuple(ProblemLine(*problem) for problem in found),
    )
