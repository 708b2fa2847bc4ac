"""How plain data becomes a table: every key read, and everything wrong told at once."""

from collections.abc import Collection, Mapping
from types import MappingProxyType

from companion.dice.grammar import parse
from companion.dice.notation import MOST_NUMBER, MOST_SIDES, Notation
from companion.randomtables.coverage import misplaced, missing
from companion.randomtables.spans import Span, read_span
from companion.randomtables.table import (
    ALWAYS,
    NOTHING,
    KeyPath,
    Lines,
    Modifier,
    Row,
    Table,
    texts_of,
)
from companion.randomtables.texts import Reference, Text, inserts
from companion.randomtables.values import Values, kind, row_said
from companion.refusal import Problem, Refusal, listed
from companion.text import clean

SCHEMA = 1
MOST_ROWS = 5_000
MOST_COLUMNS = 50
MOST_MODIFIERS = 50
MOST_TABLES = 200
"""So many others a table may draw from."""

TABLE_KEYS = (
    "schema",
    "title",
    "dice",
    "rows",
    "deck",
    "fallback",
    "columns",
    "modifiers",
)
ROW_KEYS = ("roll", "weight", "text", "sign", "when", "data")
_UNREAD = Span(0, 0)


class Reading:
    """One table being read."""

    def __init__(self, file: str, lines: Lines, names: Collection[str]) -> None:
        self.values = Values(file, lines, names)
        self.wrong = self.values.wrong
        self.reach = _UNREAD
        self.columns: tuple[str, ...] = ()
        self.columns_of = 0
        self.unread: set[int] = set()

    def table(self, name: str, data: Mapping[str, object]) -> tuple[Table, tuple[Problem, ...]]:
        """The table as far as it can be read, and every problem in file order."""
        values = self.values
        values.only((), data, TABLE_KEYS)
        self._schema(data.get("schema"))
        title = values.text(("title",), data.get("title"))
        dice = self._dice(data["dice"]) if "dice" in data else None
        modifiers = self._modifiers(data.get("modifiers"))
        if dice is not None:
            self.reach = _reach(dice, modifiers)
        rows = self._rows(data.get("rows"), rolled="dice" in data)
        fallback = values.template(("fallback",), data["fallback"]) if "fallback" in data else None
        column = self._column(data.get("columns"))
        deck = "deck" in data and values.flag(("deck",), data["deck"])
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
            values.misread,
        )
        self._together(table, rolled="dice" in data)
        self._covered(table)
        return table, tuple(sorted(values.problems, key=lambda problem: problem.line))

    def _schema(self, value: object) -> None:
        if value is None:
            self.wrong(("schema",), f"is missing; write schema = {SCHEMA}")
        elif type(value) is not int or value != SCHEMA:
            self.wrong(("schema",), f"is not {SCHEMA}, the only one this companion reads")

    def _dice(self, value: object) -> Notation | None:
        if not isinstance(value, str):
            self.wrong(("dice",), f'is {kind(value)}, not text such as "2d6"')
            return None
        try:
            notation = parse(value)
        except Refusal as refusal:
            self.wrong(("dice",), clean(str(refusal)))
            return None
        if notation.times > 1:
            self.wrong(("dice",), f"rolls {notation.times} times; a table is rolled on once")
        return notation

    def _modifiers(self, value: object) -> tuple[Modifier, ...]:
        read = []
        for place, entry in enumerate(
            self._entries("modifiers", value, MOST_MODIFIERS, "when and add")
        ):
            path = ("modifiers", place)
            self.values.only(path, entry, ("when", "add"))
            add = self.values.whole((*path, "add"), entry.get("add"), -MOST_NUMBER, MOST_NUMBER)
            if when := self.values.when((*path, "when"), entry.get("when")):
                read.append(Modifier(add, when))
        return tuple(read)

    def _entries(
        self, key: str, value: object, most: int, holds: str
    ) -> list[Mapping[str, object]]:
        """The blocks of an array as they stand in the file; none where one of them is no block."""
        if value is None or value == []:
            return []
        held = value if isinstance(value, list) else [value]
        entries = [entry for entry in held if isinstance(entry, Mapping)]
        if held is not value or len(entries) < len(held):
            stray = next((entry for entry in held if not isinstance(entry, Mapping)), value)
            self.wrong((key,), f"holds {kind(stray)}; write [[{key}]], each with {holds}")
            return []
        if len(entries) > most:
            self.wrong((key,), f"holds {len(entries):,}; at most {most:,} are read")
            return []
        return entries

    def _rows(self, value: object, *, rolled: bool) -> tuple[Row, ...]:
        if value is None or value == []:
            self.wrong(("rows",), "is empty; add [[rows]], each with a text")
        rows = []
        for place, entry in enumerate(self._entries("rows", value, MOST_ROWS, "a text")):
            if self.values.enough:
                break
            rows.append(self._row(place, entry, rolled=rolled))
        return tuple(rows)

    def _row(self, place: int, entry: Mapping[str, object], *, rolled: bool) -> Row:
        values, path = self.values, ("rows", place)
        low, high = self._span(place, entry) if rolled else _UNREAD
        values.only(path, entry, ROW_KEYS, TABLE_KEYS)
        when = values.when((*path, "when"), entry["when"]) if "when" in entry else ALWAYS
        if "when" in entry and not when:
            self.unread.add(place + 1)
        if rolled and "weight" in entry:
            self.wrong((*path, "weight"), "means nothing with dice; the roll says how often")
        if not rolled and "roll" in entry:
            self.wrong((*path, "roll"), 'means nothing unless dice = "2d6" or such')
        return Row(
            place + 1,
            low,
            high,
            values.whole((*path, "weight"), entry.get("weight", 1), 1, MOST_SIDES),
            self._texts(place, (*path, "text"), entry.get("text")),
            values.template((*path, "sign"), entry["sign"]) if "sign" in entry else None,
            when,
            values.data((*path, "data"), entry["data"]) if "data" in entry else NOTHING,
            values.rolls[place] if rolled else "",
        )

    def _span(self, place: int, entry: Mapping[str, object]) -> Span:
        """The totals a row answers to."""
        path, value = ("rows", place, "roll"), entry.get("roll")
        self.values.rolls.append("")
        if isinstance(value, int | str) and not isinstance(value, bool):
            try:
                span = read_span(value, self.reach)
            except Refusal as refusal:
                self.wrong(path, clean(str(refusal)))
            else:
                self.values.rolls[place] = "".join(str(value).split())
                return span
        else:
            found = "is missing" if value is None else f"is {kind(value)}"
            self.wrong(path, f'{found}; write 7, "3-5", "12+" or "3-"')
        self.unread.add(place + 1)
        return _UNREAD

    def _texts(self, place: int, path: KeyPath, value: object) -> Mapping[str, Text]:
        """The texts of a row by column; a plain text stands for every column."""
        if not isinstance(value, Mapping):
            return MappingProxyType({"": self.values.template(path, value)})
        columns = tuple(value)
        if not 1 <= len(columns) <= MOST_COLUMNS:
            self.wrong(path, f"has {len(columns):,} columns; write 1 to {MOST_COLUMNS}")
            return MappingProxyType({})
        if not self.columns:
            self.columns, self.columns_of = columns, place + 1
            for column in columns:
                self.values.text((*path, column), column)
        elif missing := [column for column in self.columns if column not in value]:
            self.wrong(path, f"has no {listed(missing)}, and {self._row_of_columns()} does")
        elif extra := [column for column in columns if column not in self.columns]:
            self.wrong(path, f"has {listed(extra)}, and {self._row_of_columns()} does not")
        return MappingProxyType(
            {
                column: self.values.template((*path, column), value[column])
                for column in self.columns
                if column in value
            }
        )

    def _row_of_columns(self) -> str:
        """The row that says which columns there are."""
        rolls = self.values.rolls
        return row_said(self.columns_of, rolls[self.columns_of - 1] if rolls else "")

    def _column(self, value: object) -> str:
        if value is None:
            return ""
        if not self.columns:
            self.wrong(("columns",), 'means nothing unless rows have text = { winter = "…" }')
        return self.values.fact(("columns",), value)

    def _together(self, table: Table, *, rolled: bool) -> None:
        """What is wrong only because of what else the table says."""
        if rolled and table.deck:
            self.wrong(("deck",), "is true, and a deck is drawn from without dice")
        if not rolled and table.modifiers:
            self.wrong(("modifiers",), 'mean nothing unless dice = "2d6" or such')
        folded = {column.casefold() for column in self.columns}
        if len(folded) < len(self.columns):
            self.wrong(("rows", self.columns_of - 1, "text"), "has one column twice")
        others = {
            piece.table
            for _, text in texts_of(table)
            for piece in inserts(text)
            if isinstance(piece, Reference)
        }
        if len(others) > MOST_TABLES:
            self.wrong(
                ("rows",), f"draw from {len(others):,} tables; at most {MOST_TABLES} will do"
            )
        if rolled or not table.rows:
            return
        if (whole := sum(row.weight for row in table.rows)) > MOST_SIDES:
            self.wrong(("rows",), f"weigh {whole:,} together; at most {MOST_SIDES:,} will do")
        if table.fallback is None and all(row.when for row in table.rows):
            self.wrong(
                ("rows",),
                "all have a when; add a row without one, or a fallback for when none holds",
            )

    def _covered(self, table: Table) -> None:
        """Whether rolls and dice fit together, as far as both could be read."""
        if table.dice is None:
            return
        read = table._replace(rows=tuple(r for r in table.rows if r.number not in self.unread))
        for path, message in misplaced(read):
            self.wrong(path, message)
        if read.rows and not self.unread and not self.values.enough:
            for path, message in missing(read):
                self.wrong(path, message)


def _reach(dice: Notation, modifiers: tuple[Modifier, ...]) -> Span:
    """From the lowest to the highest total with modifiers."""
    adds = [modifier.add for modifier in modifiers]
    return Span(
        dice.lowest + sum(add for add in adds if add < 0),
        dice.highest + sum(add for add in adds if add > 0),
    )
