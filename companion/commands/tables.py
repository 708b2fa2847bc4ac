"""The random tables themselves at the prompt: which there are, what is in one, what is wrong."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.campaign.facts import KNOWN
from companion.commands.reports import (
    ModifierLine,
    ProblemLine,
    RowLine,
    TableLine,
    TablesReport,
)
from companion.commands.rolling import table_meant
from companion.commands.sitting import WORDS, Ruling, Sitting
from companion.randomtables.names import of_subject
from companion.refusal import Broken, Malformed, did_you_mean
from companion.words.registry import always

if TYPE_CHECKING:
    from companion.randomtables.check import ReadTable
    from companion.randomtables.table import Row, Table

STEPS = ("list", "show", "check")


@WORDS.command(
    "tables",
    subject="dice",
    usage="tables [[list] [SUBJECT] | show TABLE | check [TABLE|SUBJECT]]",
    summary="The random tables there are: the campaign's own before the Guide's, those before what "
    "comes with the companion. show tells the rows of one as they are written, for the Guide "
    "alone; check finds every mistake in one, in a subject's or in all and the price tables, with "
    "file and line.",
    examples=("tables", "tables downtime", "tables show trends", "tables check"),
    reads=always,
    completes=("tables…",),
)
def tables_word(sitting: Sitting) -> Ruling:
    """List, show or check tables."""
    step, *rest = sitting.arguments or ("list",)
    step, typed = step.casefold(), " ".join(rest)
    names, read = sitting.table_names(), sitting.read_table
    if step == "list":
        return Ruling(sitting.campaign, tables_listed(of_subject(typed, names), read))
    if step == "show":
        if not typed:
            raise Malformed("Show which table?", "Try: tables show trends")
        table, problems = read(table_meant(sitting, typed))
        if table is None or problems:
            raise Broken(problems)
        return Ruling(sitting.campaign, table_shown(table))
    if step == "check":
        subject = _is_subject(typed, names)
        chosen = of_subject(typed, names) if subject else [table_meant(sitting, typed)]
        checked = tables_checked(chosen, read, names)
        return Ruling(sitting.campaign, checked if typed else _with_goods(checked, sitting))
    if _is_subject(sitting.rest, names):
        return Ruling(sitting.campaign, tables_listed(of_subject(sitting.rest, names), read))
    hint = did_you_mean(step, STEPS) or f"Try: tables show {step}"
    raise Malformed(f"«tables {sitting.rest}» says nothing of tables.", hint)


def _with_goods(checked: TablesReport, sitting: Sitting) -> TablesReport:
    """The same, and what is wrong with the price tables."""
    try:
        sitting.goods()
    except Broken as broken:
        wrong = (ProblemLine(*problem) for problem in broken.problems)
        return replace(checked, problems=(*(checked.problems or ()), *wrong))
    return checked


def _is_subject(typed: str, names: Iterable[str]) -> bool:
    """Whether it is a folder of tables, or nothing, which is all of them."""
    subject = typed.casefold().strip("/")
    return not subject or any(name.startswith(f"{subject}/") for name in names)


def tables_listed(names: Iterable[str], read: "ReadTable") -> TablesReport:
    """These tables, each at a glance."""
    return TablesReport(step="listed", tables=tuple(_table_line(name, read) for name in names))


def _table_line(name: str, read: "ReadTable") -> TableLine:
    table, problems = read(name)
    if table is None:
        return TableLine(name, "", "", 0, False, len(problems))
    dice = "" if table.dice is None else str(table.dice)
    return TableLine(name, table.title, dice, len(table.rows), table.deck, len(problems))


def table_shown(table: "Table") -> TablesReport:
    """A table as it is written: the texts with what stands in braces, nothing rolled."""
    from companion.randomtables.texts import written

    dice = "" if table.dice is None else str(table.dice)
    return TablesReport(
        step="shown",
        tables=(TableLine(table.name, table.title, dice, len(table.rows), table.deck, 0),),
        column=table.column,
        rows=tuple(_row_line(row, diced=bool(dice)) for row in table.rows),
        modifiers=tuple(ModifierLine(m.add, dict(m.when)) for m in table.modifiers),
        fallback=written(table.fallback or ()),
    )


def _row_line(row: "Row", *, diced: bool) -> RowLine:
    from companion.randomtables.spans import Span
    from companion.randomtables.texts import written

    return RowLine(
        number=row.number,
        roll=str(Span(row.low, row.high)) if diced else "",
        weight=row.weight,
        when=dict(row.when),
        texts={column: written(text) for column, text in row.texts.items()},
        sign=written(row.sign or ()),
        data=dict(row.data),  # type: ignore[arg-type]  # what TOML gives, but for dates
    )


def tables_checked(names: Iterable[str], read: "ReadTable", among: Iterable[str]) -> TablesReport:
    """Everything that is wrong with these tables; others `among` all may draw from them."""
    from companion.randomtables.check import problems

    names = tuple(names)
    found = problems(names, read, KNOWN, among)
    return TablesReport(
        step="checked",
        tables=tuple(_table_line(name, read) for name in names),
        problems=tuple(ProblemLine(*problem) for problem in found),
    )
