"""Tables at the shell: draw, shuffle, tables list, tables show, tables check."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct

from companion.archive.data_folders import format_folder_path
from companion.archive.table_files import CREATURES, Shelf, Tables, is_price_or_creature_table
from companion.campaign.facts_and_decks_for_tables import KNOWN_FACTS
from companion.cli.output import CSV_FORMATS, encode_csv_row, encode_json, exit_with_refusal
from companion.cli.rolling.resolved_options import CallOptions
from companion.cli.rolling.roll_and_draw_requests import DrawRequest
from companion.cli.rolling.rolls_and_odds import encode_roll_as_csv_row, make_draw_renderer
from companion.commands.tables.table_lists_and_validation import (
    build_table_list_report,
    build_table_rows_report,
)
from companion.desk import Desk
from companion.dice.face_sources import Faces, HandFaces
from companion.randomtables.draw import draw_from
from companion.randomtables.possible_rows import (
    fold_case_of_facts,
    require_enough_cards,
    weigh_possible_rows,
)
from companion.randomtables.table import CardsOut, Table, list_subject_tables
from companion.randomtables.validation import find_problems
from companion.refusal import Broken, Impossible, Problem, Refusal, Unknown, join_words
from companion.reports.rolls_and_random_tables import DeckReport, TableLine, TablesReport
from companion.text_cleaning import clean_text, escape_json, quote_name
from companion.view.reply import render_reply, render_report
from companion.view.shared_wording import make_name_lookup

TABLE_COLUMNS = TableLine.__struct_fields__
"""The header of a CSV of tables."""
PROBLEM_COLUMNS = Problem._fields
"""The header of a CSV of problems."""


def draw_random_rows(request: DrawRequest, options: CallOptions, form: str) -> Iterable[str]:
    """So many rows of a table, as pieces. The fallback comes last if there are too few rows.
    Raises Impossible if there are too few and no fallback."""
    table, times = _require_deck(request.table, options), request.times
    require_enough_cards(table, times, options.facts, {})
    stream = options.streams.stream("table")
    if request.entered is None:
        return _draw_from_fresh_deck(table, times, options, form, stream)
    by_hand = HandFaces(request.entered, then=stream)
    pieces = list(_draw_from_fresh_deck(table, times, options, form, by_hand))
    by_hand.require_no_faces_left()
    return pieces


def shuffle_table_rows(typed: str, options: CallOptions, form: str) -> Iterator[str]:
    """All rows of a table in a shuffled order."""
    table = _require_deck(typed, options)
    cards = sum(
        weight for _, weight in weigh_possible_rows(table, fold_case_of_facts(options.facts), {})
    )
    return _draw_from_fresh_deck(table, cards, options, form, options.streams.stream("table"))


def _require_deck(typed: str, options: CallOptions) -> Table:
    """A table to draw from. Raises Impossible if it has dice."""
    table = options.resolve_table(typed)
    if table.dice is not None:
        raise Impossible(
            f"«{table.name}» is rolled with {table.dice}, and none of its rows is ever used up.",
            f"Try: companion roll {table.name}",
        )
    return table


def _draw_from_fresh_deck(
    table: Table, times: int, options: CallOptions, form: str, faces: Faces
) -> Iterator[str]:
    render, find, facts = make_draw_renderer(form, options.seed), options.find_table, options.facts
    out: CardsOut = {}
    for _ in range(times):
        drawn = draw_from(table, faces, find=find, facts=facts, out=out, deck=True)
        out = drawn.out
        yield render(drawn)
        if drawn.row is None:
            return


def run_draw_or_shuffle_in_campaign(
    word: str, typed: str, options: CallOptions, form: str, *more: str
) -> Iterable[str]:
    """Run `draw` or `shuffle` in a campaign. The answer is that of the prompt in text, else the
    rolls, or the Report if nothing was drawn, as pieces. A refusal of the word ends the call."""
    archive = options.campaign_folders.open_campaign(
        options.campaign or "", seed=options.explicit_seed
    )
    desk = Desk(archive, options.campaign_folders, whole_words=True)
    facts = [quote_name(f"{fact}={value}") for fact, value in options.explicit_facts.items()]
    reply = desk.run(" ".join([word, quote_name(typed), *facts, *more]))
    if reply is not None and reply.refusal is not None:
        exit_with_refusal(reply.refusal)
    if reply is None or reply.report is None:
        raise Refusal(reply.error if reply and reply.error else "Nothing was said.")
    if form == "text":
        return render_reply(reply, make_name_lookup(desk.campaign), guide=True)
    rolls = reply.report.rolls if isinstance(reply.report, DeckReport) else ()
    if form not in CSV_FORMATS:
        return encode_structs_as_rows(rolls or (reply.report,), form)
    return (
        encode_roll_as_csv_row(
            each, (each.notation, each.table, each.row, each.total, each.text), form
        )
        for each in rolls
    )


def render_table_list(subject: str, options: CallOptions, form: str) -> Iterable[str]:
    """All tables, or those of a subject: in text by subject, else one a piece."""
    names = options.tables.list_names()
    report = build_table_list_report(list_subject_tables(subject, names), options.tables.read_table)
    return (
        _render_tables_report(report)
        if form == "text"
        else encode_structs_as_rows(report.tables, form)
    )


def render_written_table(typed: str, options: CallOptions, form: str) -> Iterable[str]:
    """A table as it is written: in text a line for each row, else the Report as one piece."""
    report = build_table_rows_report(options.resolve_table(typed))
    return (
        _render_tables_report(report) if form == "text" else encode_structs_as_rows([report], form)
    )


def encode_structs_as_rows(structs: Iterable[Struct], form: str) -> Iterable[str]:
    """Structs as pieces of JSON or CSV."""
    if form in CSV_FORMATS:
        return (encode_csv_row(msgspec.structs.astuple(each), form) for each in structs)
    return (escape_json(msgspec.json.encode(each).decode()) for each in structs)


def _render_tables_report(report: TablesReport) -> Iterable[str]:
    return map(clean_text, render_report(report, str))


class TableValidation(NamedTuple):
    """How many tables, price tables and tables of creatures were validated, and their problems, in
    file order."""

    tables: int
    price_tables: int
    creature_tables: int
    problems: tuple[Problem, ...]

    def render(self, form: str) -> Iterable[str]:
        """The problems, as pieces; in text a sentence if there are none, and else Broken is
        raised."""
        if form in CSV_FORMATS:
            return (encode_csv_row(problem, form) for problem in self.problems)
        if form != "text":
            return (encode_json(problem._asdict()) for problem in self.problems)
        if self.problems:
            broken, files = Broken(self.problems), len({problem.file for problem in self.problems})
            what = "the file" if files == 1 else f"the {files} files"
            broken.hint = f"Mend {what} in an editor and check again."
            raise broken
        counts = (
            (self.tables, "table", "tables"),
            (self.price_tables, "price table", "price tables"),
            (self.creature_tables, "table of creatures", "tables of creatures"),
        )
        kinds = [f"{n} {many}" if n > 1 else f"one {one}" for n, one, many in counts if n]
        reads = "reads" if sum(n for n, *_ in counts) == 1 else "read"
        sentence = f"{join_words(kinds)} {reads} well."
        return [sentence[:1].upper() + sentence[1:]]


def validate_tables(typed: Sequence[str], options: CallOptions) -> TableValidation:
    """Validate these tables, each a name, a subject, a file or a folder; without any, all tables.
    Raises Unknown for anything else."""
    if not typed:
        tables = options.tables
        names = (*tables.list_names(), *tables.list_misnamed_files())
        return _validate_named_tables(
            names, tables, (), tables.validate_price_and_creature_tables(bool)
        )
    every = [_validate_path_or_name(each, options) for each in typed]
    problems = dict.fromkeys(chain.from_iterable(each.problems for each in every))
    return TableValidation(
        sum(each.tables for each in every),
        sum(each.price_tables for each in every),
        sum(each.creature_tables for each in every),
        (*problems,),
    )


def _validate_path_or_name(typed: str, options: CallOptions) -> TableValidation:
    """Validate a file, a folder, a listing, a table or a subject."""
    path, tables = Path(typed).resolve(), options.tables
    if path.is_file():
        only = f"{path.parent.name}/{path.stem}"
        return _validate_folder(path.parent.parent, only.__eq__, options)
    if path.is_dir():
        if any(path.glob("*.toml")):
            subject = f"{path.name}/"
            return _validate_folder(path.parent, lambda name: name.startswith(subject), options)
        return _validate_folder(path, bool, options)
    folded = typed.casefold()
    listings = tables.validate_price_and_creature_tables(
        lambda name: folded in (name, name.partition("/")[0])
    )
    if listings:
        return _validate_named_tables((), tables, (), listings)
    return _validate_named_tables(
        _resolve_table_or_subject(typed, options), tables, tables.list_names(), {}
    )


def _resolve_table_or_subject(typed: str, options: CallOptions) -> list[str]:
    """The table of this name, or all tables of this subject. Raises Unknown for neither."""
    try:
        return [options.resolve_table_name(typed)]
    except Unknown as refusal:
        with suppress(Unknown):
            return list_subject_tables(typed, options.tables.list_names())
        raise refusal


def _validate_folder(
    folder: Path, selects: Callable[[str], bool], options: CallOptions
) -> TableValidation:
    """Validate the tables of a folder whose names are selected. They may refer to all tables there,
    and to those found by name."""
    shelf = Shelf(folder, folder, format_folder_path(folder))
    tables = options.tables.prepend_shelf(shelf)
    names = sorted(
        {
            name
            for name, _ in shelf.find_table_files()
            if selects(name) and not is_price_or_creature_table(name)
        }
    )
    listings = Tables(shelf).validate_price_and_creature_tables(selects)
    if not names and not listings:
        raise Unknown(f"There are no tables in {folder}.", "A table is a file SUBJECT/NAME.toml.")
    return _validate_named_tables(names, tables, tables.list_names(), listings)


def _validate_named_tables(
    names: Sequence[str],
    tables: Tables,
    among: Iterable[str],
    listings: Mapping[str, tuple[Problem, ...]],
) -> TableValidation:
    problems = find_problems(names, tables.inspect_table, KNOWN_FACTS, among)
    creatures = sum(f"{CREATURES}/" in file for file in listings)
    return TableValidation(
        len(names),
        len(listings) - creatures,
        creatures,
        (*problems, *chain.from_iterable(listings.values())),
    )
