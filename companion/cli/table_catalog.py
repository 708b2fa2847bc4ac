"""Tables at the shell: list, show and validate them, price tables too, by name, file or folder."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct

from companion.archive.folders import render_folder
from companion.archive.tables import GOODS, Shelf, Tables, is_price_table
from companion.campaign.tables import KNOWN_FACTS
from companion.cli.options import CallOptions
from companion.cli.output import CSV_FORMATS, encode_csv_row, encode_json
from companion.commands.tables.tables import build_table_list, build_table_rows
from companion.randomtables.table import list_subject_tables
from companion.randomtables.validate import find_problems
from companion.refusal import Broken, Problem, Unknown, join_words
from companion.reports.tables import TableLine, TablesReport
from companion.text import clean_text, escape_json
from companion.view.report import render_report

PROBLEM_COLUMNS = Problem._fields
"""The header of a CSV of problems."""


class TableValidation(NamedTuple):
    """How many tables and price tables were validated, and their problems, in file order."""

    tables: int
    price_tables: int
    problems: tuple[Problem, ...]

    def encode_problems(self, form: str) -> Iterator[str]:
        """The problems, as pieces."""
        if form in CSV_FORMATS:
            return (encode_csv_row(problem, form) for problem in self.problems)
        return (encode_json(problem._asdict()) for problem in self.problems)

    def make_refusal(self) -> Broken:
        """The problems as a refusal."""
        broken = Broken(self.problems)
        files = len({problem.file for problem in self.problems})
        what = "the file" if files == 1 else f"the {files} files"
        broken.hint = f"Mend {what} in an editor and check again."
        return broken

    def describe(self) -> str:
        """A sentence for tables without problems."""
        kinds = (
            _describe_count(self.tables, "table"),
            _describe_count(self.price_tables, "price table"),
        )
        reads = "reads" if self.tables + self.price_tables == 1 else "read"
        said = f"{join_words(filter(None, kinds))} {reads} well."
        return said[:1].upper() + said[1:]


def validate_tables(asked: Sequence[str], options: CallOptions) -> TableValidation:
    """Validate these tables, each a name, a subject, a file or a folder; without any, all tables.
    Raises Unknown for anything else."""
    if not asked:
        names = (*options.tables.list_names(), *options.tables.list_misnamed())
        return _validate_named(
            names, options.tables, (), options.tables.validate_price_tables(bool)
        )
    every = [_validate_one(each, options) for each in asked]
    found = [problem for each in every for problem in each.problems]
    return TableValidation(
        sum(each.tables for each in every),
        sum(each.price_tables for each in every),
        tuple(dict.fromkeys(found)),
    )


def _validate_one(asked: str, options: CallOptions) -> TableValidation:
    path = Path(asked).resolve()
    if path.is_file():
        only = f"{path.parent.name}/{path.stem}"
        return _validate_folder(path.parent.parent, only.__eq__, options)
    if path.is_dir():
        if any(path.glob("*.toml")):
            subject = f"{path.name}/"
            return _validate_folder(path.parent, lambda name: name.startswith(subject), options)
        return _validate_folder(path, bool, options)
    if prices := options.tables.validate_price_tables(
        lambda name: asked.casefold() in (GOODS, name)
    ):
        return _validate_named((), options.tables, (), prices)
    return _validate_named(
        _resolve_tables(asked, options), options.tables, options.tables.list_names(), {}
    )


def _resolve_tables(asked: str, options: CallOptions) -> list[str]:
    """The table of this name, or all tables of this subject. Raises Unknown for neither."""
    try:
        return [options.resolve_table_name(asked)]
    except Unknown as refusal:
        with suppress(Unknown):
            return list_subject_tables(asked, options.tables.list_names())
        raise refusal


def _validate_folder(
    folder: Path, meant: Callable[[str], bool], options: CallOptions
) -> TableValidation:
    """Validate the tables of a folder that `meant` selects. They may refer to all tables there, and
    to those found by name."""
    shelf = Shelf(folder, folder, render_folder(folder))
    tables = options.tables.prepend_shelf(shelf)
    names = sorted(
        {name for name, _ in shelf.find_files() if meant(name) and not is_price_table(name)}
    )
    prices = Tables(shelf).validate_price_tables(meant)
    if not names and not prices:
        raise Unknown(f"There are no tables in {folder}.", "A table is a file SUBJECT/NAME.toml.")
    return _validate_named(names, tables, tables.list_names(), prices)


def _validate_named(
    names: Sequence[str],
    tables: Tables,
    among: Iterable[str],
    prices: Mapping[str, tuple[Problem, ...]],
) -> TableValidation:
    wrong = find_problems(names, tables.inspect_table, KNOWN_FACTS, among)
    return TableValidation(len(names), len(prices), (*wrong, *chain.from_iterable(prices.values())))


def _describe_count(number: int, what: str) -> str:
    """`3 tables`, `one table`, or nothing."""
    return f"{number} {what}s" if number > 1 else f"one {what}" if number else ""


TABLE_COLUMNS = TableLine.__struct_fields__
"""The header of a CSV of tables."""


def render_table_list(subject: str, options: CallOptions, form: str) -> Iterable[str]:
    """All tables, or those of a subject: in text by subject, else one a piece."""
    names = options.tables.list_names()
    report = build_table_list(list_subject_tables(subject, names), options.tables.read_table)
    return _render_report(report) if form == "text" else encode_structs(report.tables, form)


def render_table(typed: str, options: CallOptions, form: str) -> Iterable[str]:
    """A table as it is written: in text a line for each row, else the Report as one piece."""
    report = build_table_rows(options.resolve_table(typed))
    return _render_report(report) if form == "text" else encode_structs([report], form)


def encode_structs(structs: Iterable[Struct], form: str) -> Iterable[str]:
    """Structs as pieces of JSON or CSV."""
    if form in CSV_FORMATS:
        return (encode_csv_row(msgspec.structs.astuple(each), form) for each in structs)
    return (escape_json(msgspec.json.encode(each).decode()) for each in structs)


def _render_report(report: TablesReport) -> Iterable[str]:
    return map(clean_text, render_report(report, str))
