"""The parser of tables: plain data to a `Table`, with every problem of the file at once."""

from collections.abc import Collection, Mapping
from itertools import takewhile
from types import MappingProxyType
from typing import Any

from companion.dice.dice_of_one_kind import MAX_SIDES
from companion.dice.face_sources import MAX_NUMBER
from companion.dice.notation_tree import Notation
from companion.dice.parser import parse
from companion.randomtables.coverage_of_totals import find_missing_totals, find_wrong_totals_of_rows
from companion.randomtables.row_texts import Reference, Text, list_inserts
from companion.randomtables.table import (
    NO_CONDITION,
    NO_DATA,
    NO_LINES,
    KeyLines,
    KeyPath,
    Modifier,
    Row,
    Span,
    Table,
    list_texts_of_table,
    parse_total_span,
)
from companion.randomtables.table_file_values import (
    ValueReader,
    describe_found_value,
    describe_row,
    describe_value_kind,
)
from companion.refusal import Problem, Refusal, join_words
from companion.text_cleaning import clean_text

SCHEMA = 1
MAX_ROWS = 5_000
MAX_COLUMNS = 50
MAX_MODIFIERS = 50
MAX_TABLES = 200
"""Other tables that a table may draw from."""

TABLE_KEYS = (
    "schema",
    "title",
    "dice",
    "rows",
    "deck",
    "fallback",
    "columns",
    "modifiers",
    "secret",
)
ROW_KEYS = ("roll", "weight", "text", "sign", "when", "data")
_UNREAD_SPAN = Span(0, 0)


class TableParser(ValueReader):
    """Parses one table and collects its problems."""

    def __init__(self, file: str, lines: KeyLines, names: Collection[str]) -> None:
        super().__init__(file, lines, names)
        self._reach = _UNREAD_SPAN
        self._columns: tuple[str, ...] = ()
        self._column_row = 0
        self._unread_rows: set[int] = set()

    def parse_table(
        self, name: str, data: Mapping[str, object]
    ) -> tuple[Table, tuple[Problem, ...]]:
        """The table as far as it can be read, and every problem in file order."""
        self.report_unknown_keys((), data, TABLE_KEYS)
        schema = data.get("schema")
        if schema is None:
            self.add_problem(("schema",), f"is missing; write schema = {SCHEMA}")
        elif type(schema) is not int or schema != SCHEMA:
            self.add_problem(("schema",), f"is not {SCHEMA}, the only one this companion reads")
        title = self.read_text(("title",), data.get("title"))
        rolled = "dice" in data
        dice = self._parse_dice(data["dice"]) if rolled else None
        modifiers = self._parse_modifiers(data.get("modifiers"))
        if dice is not None:
            adds = [modifier.add for modifier in modifiers]
            lowest = dice.lowest + sum(add for add in adds if add < 0)
            self._reach = Span(lowest, dice.highest + sum(add for add in adds if add > 0))
        rows = self._parse_rows(data.get("rows"), rolled=rolled)
        fallback = (
            self.read_template(("fallback",), data["fallback"]) if "fallback" in data else None
        )
        column = ""
        if "columns" in data:
            if not self._columns:
                message = 'means nothing unless rows have text = { winter = "…" }'
                self.add_problem(("columns",), message)
            column = self.read_fact(("columns",), data["columns"])
        deck = "deck" in data and self.read_flag(("deck",), data["deck"])
        secret = "secret" in data and self.read_flag(("secret",), data["secret"])
        table = Table(
            name,
            title,
            dice,
            rows,
            self._columns,
            column,
            deck,
            fallback,
            modifiers,
            self.file,
            self.lines,
            self.is_misread,
            secret,
        )
        self._validate_keys_together(table, rolled=rolled)
        self._validate_coverage(table)
        return table, tuple(sorted(self.problems, key=lambda problem: problem.line))

    def _parse_dice(self, value: object) -> Notation | None:
        if not isinstance(value, str):
            self.add_problem(("dice",), f'is {describe_value_kind(value)}, not text such as "2d6"')
            return None
        try:
            notation = parse(value)
        except Refusal as refusal:
            self.add_problem(("dice",), clean_text(str(refusal)))
            return None
        if notation.times > 1:
            self.add_problem(("dice",), f"rolls {notation.times} times; a table is rolled on once")
        return notation

    def _parse_modifiers(self, value: object) -> tuple[Modifier, ...]:
        modifiers = []
        blocks = self._validate_array_of_blocks("modifiers", value, MAX_MODIFIERS, "when and add")
        for place, block in enumerate(blocks):
            path = ("modifiers", place)
            self.report_unknown_keys(path, block, ("when", "add"))
            add = self.read_whole_number((*path, "add"), block.get("add"), -MAX_NUMBER, MAX_NUMBER)
            if when := self.read_condition((*path, "when"), block.get("when")):
                modifiers.append(Modifier(add, when))
        return tuple(modifiers)

    def _validate_array_of_blocks(
        self, key: str, value: object, most: int, holds: str
    ) -> list[Mapping[str, object]]:
        """The blocks of an array; none if any of them is not a block."""
        if value is None:
            return []
        entries: list[Any] = value if isinstance(value, list) else [value]
        stray = [entry for entry in entries if not isinstance(entry, Mapping)]
        if stray or entries is not value:
            kind = describe_value_kind((stray or entries)[0])
            self.add_problem((key,), f"holds {kind}; write [[{key}]], each with {holds}")
            return []
        if len(entries) > most:
            self.add_problem((key,), f"holds {len(entries):,}; at most {most:,} are read")
            return []
        return entries

    def _parse_rows(self, value: object, *, rolled: bool) -> tuple[Row, ...]:
        if value is None or value == []:
            self.add_problem(("rows",), "is empty; add [[rows]], each with a text")
        blocks = enumerate(self._validate_array_of_blocks("rows", value, MAX_ROWS, "a text"))
        until_enough = takewhile(lambda _: not self.has_enough_problems, blocks)
        return tuple(
            [self._parse_row(place, block, rolled=rolled) for place, block in until_enough]
        )

    def _parse_row(self, place: int, block: Mapping[str, object], *, rolled: bool) -> Row:
        path = ("rows", place)
        span = self._parse_span(place, block) if rolled else _UNREAD_SPAN
        self.report_unknown_keys(path, block, ROW_KEYS, TABLE_KEYS)
        when = NO_CONDITION
        if "when" in block:
            when = self.read_condition((*path, "when"), block["when"])
            if not when:
                self._unread_rows.add(place + 1)
        if rolled and "weight" in block:
            self.add_problem((*path, "weight"), "means nothing with dice; the roll says how often")
        if not rolled and "roll" in block:
            self.add_problem((*path, "roll"), 'means nothing unless dice = "2d6" or such')
        return Row(
            place + 1,
            span,
            self.read_whole_number((*path, "weight"), block.get("weight", 1), 1, MAX_SIDES),
            self._parse_texts(place, (*path, "text"), block.get("text")),
            self.read_template((*path, "sign"), block["sign"]) if "sign" in block else None,
            when,
            self.read_row_data((*path, "data"), block["data"]) if "data" in block else NO_DATA,
            self.rolls[place] if rolled else "",
        )

    def _parse_span(self, place: int, block: Mapping[str, object]) -> Span:
        path, value = ("rows", place, "roll"), block.get("roll")
        self.rolls.append("")
        if isinstance(value, int | str) and not isinstance(value, bool):
            try:
                span = parse_total_span(value, self._reach)
            except Refusal as refusal:
                self.add_problem(path, clean_text(str(refusal)))
            else:
                self.rolls[place] = "".join(str(value).split())
                return span
        else:
            self.add_problem(path, f'{describe_found_value(value)}; write 7, "3-5", "12+" or "3-"')
        self._unread_rows.add(place + 1)
        return _UNREAD_SPAN

    def _parse_texts(self, place: int, path: KeyPath, value: object) -> Mapping[str, Text]:
        """The texts of a row by column; a plain text stands for every column."""
        if not isinstance(value, Mapping):
            return MappingProxyType({"": self.read_template(path, value)})
        columns = tuple(value)
        if not 1 <= len(columns) <= MAX_COLUMNS:
            self.add_problem(path, f"has {len(columns):,} columns; write 1 to {MAX_COLUMNS}")
            return MappingProxyType({})
        if not self._columns:
            self._columns, self._column_row = columns, place + 1
            for column in columns:
                self.read_text((*path, column), column)
        missing = [column for column in self._columns if column not in value]
        extra = [column for column in columns if column not in self._columns]
        first = self._column_row
        first_row = describe_row(first, self.rolls[first - 1] if self.rolls else "")
        if missing:
            self.add_problem(path, f"has no {join_words(missing)}, and {first_row} does")
        elif extra:
            self.add_problem(path, f"has {join_words(extra)}, and {first_row} does not")
        return MappingProxyType(
            {
                column: self.read_template((*path, column), value[column])
                for column in self._columns
                if column in value
            }
        )

    def _validate_keys_together(self, table: Table, *, rolled: bool) -> None:
        """Report keys that do not fit each other."""
        if rolled and table.deck:
            self.add_problem(("deck",), "is true, and a deck is drawn from without dice")
        if not rolled and table.modifiers:
            self.add_problem(("modifiers",), 'mean nothing unless dice = "2d6" or such')
        if len({column.casefold() for column in self._columns}) < len(self._columns):
            self.add_problem(("rows", self._column_row - 1, "text"), "has one column twice")
        others = {
            piece.table
            for _, text in list_texts_of_table(table)
            for piece in list_inserts(text)
            if isinstance(piece, Reference)
        }
        if len(others) > MAX_TABLES:
            message = f"draw from {len(others):,} tables; at most {MAX_TABLES} will do"
            self.add_problem(("rows",), message)
        if rolled or not table.rows:
            return
        if (whole := sum(row.weight for row in table.rows)) > MAX_SIDES:
            self.add_problem(("rows",), f"weigh {whole:,} together; at most {MAX_SIDES:,} will do")
        if table.fallback is None and all(row.when for row in table.rows):
            message = "all have a when; add a row without one, or a fallback for when none holds"
            self.add_problem(("rows",), message)

    def _validate_coverage(self, table: Table) -> None:
        """Report rolls and dice that do not fit, as far as both can be read."""
        if table.dice is None:
            return
        rows = tuple(row for row in table.rows if row.number not in self._unread_rows)
        read = table._replace(rows=rows)
        for path, message in find_wrong_totals_of_rows(read):
            self.add_problem(path, message)
        if read.rows and not self._unread_rows and not self.has_enough_problems:
            for path, message in find_missing_totals(read):
                self.add_problem(path, message)


def read_table(
    name: str,
    data: Mapping[str, object],
    file: str,
    lines: KeyLines = NO_LINES,
    names: Collection[str] = (),
) -> tuple[Table | None, tuple[Problem, ...]]:
    """The table in plain `data` (as `tomllib` gives it), or None and all its problems, in file
    order; docs/tables.md describes the format. Never raises.

    Problems name `file`, and their lines are from `lines`: that of a missing key is the line of
    what should hold it, or 0. `names` are those of all tables, for hints. Problems between tables
    are found by `validation.find_problems`.
    """
    table, problems = parse_table_despite_problems(name, data, file, lines, names)
    return (None if problems else table), problems


def parse_table_despite_problems(
    name: str,
    data: Mapping[str, object],
    file: str,
    lines: KeyLines = NO_LINES,
    names: Collection[str] = (),
) -> tuple[Table, tuple[Problem, ...]]:
    """The table in plain `data`, as far as it can be read, and all its problems in file order.
    Never draw from a table with problems."""
    return TableParser(file, lines, names).parse_table(name, data)
