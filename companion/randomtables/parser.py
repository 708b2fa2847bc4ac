"""How plain data becomes a table: every key read, and everything wrong told at once."""

from collections.abc import Collection, Mapping
from types import MappingProxyType

from companion.dice.notation import MAX_NUMBER, MAX_SIDES, Notation
from companion.dice.parser import parse
from companion.randomtables.coverage import find_misplaced_rows, find_missing_totals
from companion.randomtables.spans import Span, read_span
from companion.randomtables.table import (
    NO_CONDITION,
    NO_DATA,
    KeyLines,
    KeyPath,
    Modifier,
    Row,
    Table,
    list_texts,
)
from companion.randomtables.texts import Reference, Text, list_inserts
from companion.randomtables.values import ValueReader, describe_kind, describe_row
from companion.refusal import Problem, Refusal, join_words
from companion.text import clean_text

SCHEMA = 1
MAX_ROWS = 5_000
MAX_COLUMNS = 50
MAX_MODIFIERS = 50
MAX_TABLES = 200
"""So many others a table may draw from."""

TABLE_KEYS = ("schema", "title", "dice", "rows", "deck", "fallback", "columns", "modifiers")
ROW_KEYS = ("roll", "weight", "text", "sign", "when", "data")
_UNREAD_SPAN = Span(0, 0)


class TableParser:
    """One table being read."""

    def __init__(self, file: str, lines: KeyLines, names: Collection[str]) -> None:
        self.values = ValueReader(file, lines, names)
        self.add_problem = self.values.add_problem
        self.reach = _UNREAD_SPAN
        self.columns: tuple[str, ...] = ()
        self.column_row = 0
        self.unread_rows: set[int] = set()

    def parse_table(
        self, name: str, data: Mapping[str, object]
    ) -> tuple[Table, tuple[Problem, ...]]:
        """The table as far as it can be read, and every problem in file order."""
        values = self.values
        values.reject_unknown_keys((), data, TABLE_KEYS)
        self._validate_schema(data.get("schema"))
        title = values.read_text(("title",), data.get("title"))
        dice = self._parse_dice(data["dice"]) if "dice" in data else None
        modifiers = self._parse_modifiers(data.get("modifiers"))
        if dice is not None:
            self.reach = _find_reach(dice, modifiers)
        rows = self._parse_rows(data.get("rows"), rolled="dice" in data)
        fallback = (
            values.read_template(("fallback",), data["fallback"]) if "fallback" in data else None
        )
        column = self._parse_column(data.get("columns"))
        deck = "deck" in data and values.read_flag(("deck",), data["deck"])
        table = Table(
            name,
            title,
            dice,
            rows,
            self.columns,
            column,
            deck,
            fallback,
            modifiers,
            values.file,
            values.lines,
            values.is_misread,
        )
        self._validate_whole(table, rolled="dice" in data)
        self._validate_coverage(table)
        return table, tuple(sorted(values.problems, key=lambda problem: problem.line))

    def _validate_schema(self, value: object) -> None:
        if value is None:
            self.add_problem(("schema",), f"is missing; write schema = {SCHEMA}")
        elif type(value) is not int or value != SCHEMA:
            self.add_problem(("schema",), f"is not {SCHEMA}, the only one this companion reads")

    def _parse_dice(self, value: object) -> Notation | None:
        if not isinstance(value, str):
            self.add_problem(("dice",), f'is {describe_kind(value)}, not text such as "2d6"')
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
        read = []
        for place, entry in enumerate(
            self._read_blocks("modifiers", value, MAX_MODIFIERS, "when and add")
        ):
            path = ("modifiers", place)
            self.values.reject_unknown_keys(path, entry, ("when", "add"))
            add = self.values.read_whole((*path, "add"), entry.get("add"), -MAX_NUMBER, MAX_NUMBER)
            if when := self.values.read_condition((*path, "when"), entry.get("when")):
                read.append(Modifier(add, when))
        return tuple(read)

    def _read_blocks(
        self, key: str, value: object, most: int, holds: str
    ) -> list[Mapping[str, object]]:
        """The blocks of an array as they stand in the file; none where one of them is no block."""
        if value is None or value == []:
            return []
        held = value if isinstance(value, list) else [value]
        entries = [entry for entry in held if isinstance(entry, Mapping)]
        if held is not value or len(entries) < len(held):
            stray = next((entry for entry in held if not isinstance(entry, Mapping)), value)
            self.add_problem(
                (key,), f"holds {describe_kind(stray)}; write [[{key}]], each with {holds}"
            )
            return []
        if len(entries) > most:
            self.add_problem((key,), f"holds {len(entries):,}; at most {most:,} are read")
            return []
        return entries

    def _parse_rows(self, value: object, *, rolled: bool) -> tuple[Row, ...]:
        if value is None or value == []:
            self.add_problem(("rows",), "is empty; add [[rows]], each with a text")
        rows = []
        for place, entry in enumerate(self._read_blocks("rows", value, MAX_ROWS, "a text")):
            if self.values.has_enough:
                break
            rows.append(self._parse_row(place, entry, rolled=rolled))
        return tuple(rows)

    def _parse_row(self, place: int, entry: Mapping[str, object], *, rolled: bool) -> Row:
        values, path = self.values, ("rows", place)
        low, high = self._parse_span(place, entry) if rolled else _UNREAD_SPAN
        values.reject_unknown_keys(path, entry, ROW_KEYS, TABLE_KEYS)
        when = (
            values.read_condition((*path, "when"), entry["when"])
            if "when" in entry
            else NO_CONDITION
        )
        if "when" in entry and not when:
            self.unread_rows.add(place + 1)
        if rolled and "weight" in entry:
            self.add_problem((*path, "weight"), "means nothing with dice; the roll says how often")
        if not rolled and "roll" in entry:
            self.add_problem((*path, "roll"), 'means nothing unless dice = "2d6" or such')
        return Row(
            place + 1,
            low,
            high,
            values.read_whole((*path, "weight"), entry.get("weight", 1), 1, MAX_SIDES),
            self._parse_texts(place, (*path, "text"), entry.get("text")),
            values.read_template((*path, "sign"), entry["sign"]) if "sign" in entry else None,
            when,
            values.read_data((*path, "data"), entry["data"]) if "data" in entry else NO_DATA,
            values.rolls[place] if rolled else "",
        )

    def _parse_span(self, place: int, entry: Mapping[str, object]) -> Span:
        """The totals a row answers to."""
        path, value = ("rows", place, "roll"), entry.get("roll")
        self.values.rolls.append("")
        if isinstance(value, int | str) and not isinstance(value, bool):
            try:
                span = read_span(value, self.reach)
            except Refusal as refusal:
                self.add_problem(path, clean_text(str(refusal)))
            else:
                self.values.rolls[place] = "".join(str(value).split())
                return span
        else:
            found = "is missing" if value is None else f"is {describe_kind(value)}"
            self.add_problem(path, f'{found}; write 7, "3-5", "12+" or "3-"')
        self.unread_rows.add(place + 1)
        return _UNREAD_SPAN

    def _parse_texts(self, place: int, path: KeyPath, value: object) -> Mapping[str, Text]:
        """The texts of a row by column; a plain text stands for every column."""
        if not isinstance(value, Mapping):
            return MappingProxyType({"": self.values.read_template(path, value)})
        columns = tuple(value)
        if not 1 <= len(columns) <= MAX_COLUMNS:
            self.add_problem(path, f"has {len(columns):,} columns; write 1 to {MAX_COLUMNS}")
            return MappingProxyType({})
        if not self.columns:
            self.columns, self.column_row = columns, place + 1
            for column in columns:
                self.values.read_text((*path, column), column)
        elif missing := [column for column in self.columns if column not in value]:
            self.add_problem(
                path, f"has no {join_words(missing)}, and {self._describe_column_row()} does"
            )
        elif extra := [column for column in columns if column not in self.columns]:
            self.add_problem(
                path, f"has {join_words(extra)}, and {self._describe_column_row()} does not"
            )
        return MappingProxyType(
            {
                column: self.values.read_template((*path, column), value[column])
                for column in self.columns
                if column in value
            }
        )

    def _describe_column_row(self) -> str:
        """The row that says which columns there are."""
        rolls = self.values.rolls
        return describe_row(self.column_row, rolls[self.column_row - 1] if rolls else "")

    def _parse_column(self, value: object) -> str:
        if value is None:
            return ""
        if not self.columns:
            self.add_problem(("columns",), 'means nothing unless rows have text = { winter = "…" }')
        return self.values.read_fact(("columns",), value)

    def _validate_whole(self, table: Table, *, rolled: bool) -> None:
        """What is wrong only because of what else the table says."""
        if rolled and table.deck:
            self.add_problem(("deck",), "is true, and a deck is drawn from without dice")
        if not rolled and table.modifiers:
            self.add_problem(("modifiers",), 'mean nothing unless dice = "2d6" or such')
        folded = {column.casefold() for column in self.columns}
        if len(folded) < len(self.columns):
            self.add_problem(("rows", self.column_row - 1, "text"), "has one column twice")
        others = {
            piece.table
            for _, text in list_texts(table)
            for piece in list_inserts(text)
            if isinstance(piece, Reference)
        }
        if len(others) > MAX_TABLES:
            self.add_problem(
                ("rows",), f"draw from {len(others):,} tables; at most {MAX_TABLES} will do"
            )
        if rolled or not table.rows:
            return
        if (whole := sum(row.weight for row in table.rows)) > MAX_SIDES:
            self.add_problem(("rows",), f"weigh {whole:,} together; at most {MAX_SIDES:,} will do")
        if table.fallback is None and all(row.when for row in table.rows):
            self.add_problem(
                ("rows",),
                "all have a when; add a row without one, or a fallback for when none holds",
            )

    def _validate_coverage(self, table: Table) -> None:
        """Whether rolls and dice fit together, as far as both could be read."""
        if table.dice is None:
            return
        read = table._replace(rows=tuple(r for r in table.rows if r.number not in self.unread_rows))
        for path, message in find_misplaced_rows(read):
            self.add_problem(path, message)
        if read.rows and not self.unread_rows and not self.values.has_enough:
            for path, message in find_missing_totals(read):
                self.add_problem(path, message)


def _find_reach(dice: Notation, modifiers: tuple[Modifier, ...]) -> Span:
    """From the lowest to the highest total with modifiers."""
    adds = [modifier.add for modifier in modifiers]
    return Span(
        dice.lowest + sum(add for add in adds if add < 0),
        dice.highest + sum(add for add in adds if add > 0),
    )
