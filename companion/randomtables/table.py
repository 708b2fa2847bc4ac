"""Random tables: what they are, and how plain data (as `tomllib` gives it) becomes one.

Format 1 is described in docs/tables.md. Reading never raises: what is wrong comes back as
`Problem` values, all of them at once.
"""

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from companion.dice.notation import Dice, Notation, Term, parse
from companion.randomtables.spans import Span, misplaced, missing, read_span
from companion.refusal import Problem, Refusal, did_you_mean, listed
from companion.text import clean

SCHEMA = 1

KeyPath: TypeAlias = tuple[str | int, ...]

_NO_DATA: Mapping[str, object] = MappingProxyType({})
_NO_LINES: Mapping[KeyPath, int] = MappingProxyType({})
_BREAKS = re.compile(r"[\t\r\n]+")
_UNSHOWABLE = "holds control or invisible characters; type it again without"
_UNREAD = Span(0, 0)


class Row(NamedTuple):
    """One row: the totals it answers to, `low` and `high` included; its text; data for programs."""

    low: int
    high: int
    text: str
    data: Mapping[str, object] = _NO_DATA


class Table(NamedTuple):
    """A random table: its rows, lowest first, answer to each total of its dice exactly once."""

    name: str
    title: str
    dice: Notation
    rows: tuple[Row, ...]


def read_table(
    name: str,
    data: Mapping[str, object],
    file: str,
    lines: Mapping[KeyPath, int] = _NO_LINES,
) -> tuple[Table | None, tuple[Problem, ...]]:
    """The table that `data` holds and no problems, or None and everything wrong, in file order.

    Problems name `file`, and lines out of `lines`, which has them by key path with the rows
    counted from 0, as in ("rows", 2, "roll"). A key that is not there takes the line of what
    should hold it, else 0. Problems call the first row "row 1".
    """
    reading = _Reading(file, lines)
    table = reading.table(name, data)
    return table, tuple(sorted(reading.problems, key=lambda problem: problem.line))


class _Reading:
    """One table being read, and the problems found on the way."""

    def __init__(self, file: str, lines: Mapping[KeyPath, int]) -> None:
        self.file = file
        self.lines = lines
        self.problems: list[Problem] = []

    def wrong(self, path: KeyPath, message: str) -> None:
        around = (path[:length] for length in range(len(path), 0, -1))
        line = next((self.lines[place] for place in around if place in self.lines), 0)
        self.problems.append(Problem(self.file, line, _told(path), message))

    def table(self, name: str, data: Mapping[str, object]) -> Table | None:
        self.only((), data, ("schema", "title", "dice", "rows"))
        self.schema(data.get("schema"))
        title = self.text(("title",), data.get("title"))
        entries = self.entries(data.get("rows"))
        if "dice" in data:
            dice = self.dice(data["dice"])
            spans = self.spans(entries, dice)
        else:
            dice = Notation((Term(negative=False, part=Dice(1, len(entries))),))
            spans = self.each_in_turn(entries)
        rows = [
            Row(*spans.get(place, _UNREAD), *self.row(("rows", place), entry))
            for place, entry in enumerate(entries)
        ]
        if dice is None or self.problems:
            return None
        return Table(name, title, dice, tuple(sorted(rows, key=lambda row: row.low)))

    def only(self, path: KeyPath, data: Mapping[str, object], known: tuple[str, ...]) -> None:
        for key in data:
            if key not in known:
                hint = did_you_mean(key, known) or f"Known here are {listed(known)}."
                self.wrong((*path, key), f"is not known. {hint}")

    def schema(self, value: object) -> None:
        if value is None:
            self.wrong(("schema",), f"is missing; write schema = {SCHEMA}")
        elif type(value) is not int or value != SCHEMA:
            self.wrong(("schema",), f"is not {SCHEMA}, the only one this companion reads")

    def text(self, path: KeyPath, value: object) -> str:
        """A text on one line, fit to show."""
        if not isinstance(value, str):
            self.wrong(path, "is missing" if value is None else f"is {_kind(value)}, not text")
            return ""
        text = _BREAKS.sub(" ", value).strip()
        if not text:
            self.wrong(path, "is empty")
        elif clean(text) != text:
            self.wrong(path, _UNSHOWABLE)
        return clean(text)

    def dice(self, value: object) -> Notation | None:
        if not isinstance(value, str):
            self.wrong(("dice",), f'is {_kind(value)}, not text such as "2d6"')
            return None
        try:
            return parse(value)
        except Refusal as refusal:
            self.wrong(("dice",), clean(str(refusal)))
            return None

    def entries(self, value: object) -> list[Mapping[str, object]]:
        """The rows as they stand in the file; none where one of them is no row at all."""
        if value is None or value == []:
            self.wrong(("rows",), "is empty; add [[rows]], each with a text")
            return []
        held = value if isinstance(value, list) else [value]
        entries = [entry for entry in held if isinstance(entry, Mapping)]
        if held is value and len(entries) == len(held):
            return entries
        stray = next((entry for entry in held if not isinstance(entry, Mapping)), value)
        self.wrong(("rows",), f"holds {_kind(stray)}; write [[rows]], each with a text")
        return []

    def spans(self, entries: list[Mapping[str, object]], dice: Notation | None) -> dict[int, Span]:
        """The totals each row answers to, by its place, without those that cannot be read."""
        spans = {}
        for place, entry in enumerate(entries):
            value = entry.get("roll")
            if not isinstance(value, int | str) or isinstance(value, bool):
                found = "is missing" if value is None else f"is {_kind(value)}"
                self.wrong(("rows", place, "roll"), f'{found}; write 7, "3-5" or "12+"')
                continue
            try:
                spans[place] = read_span(value, dice.highest if dice else 0)
            except Refusal as refusal:
                self.wrong(("rows", place, "roll"), clean(str(refusal)))
        if dice is not None:
            self.covered(dice, spans, every_row_read=0 < len(spans) == len(entries))
        return spans

    def covered(self, dice: Notation, spans: dict[int, Span], *, every_row_read: bool) -> None:
        for place, message in misplaced(dice, spans):
            self.wrong(("rows", place, "roll"), message)
        if every_row_read and (gaps := missing(dice, spans)):
            self.wrong(("dice",), f"{dice} may roll {listed(map(str, gaps))}, which no row has")

    def each_in_turn(self, entries: list[Mapping[str, object]]) -> dict[int, Span]:
        for place, entry in enumerate(entries):
            if "roll" in entry:
                self.wrong(("rows", place, "roll"), 'means nothing unless dice = "2d6" or such')
        return {place: Span(place + 1, place + 1) for place in range(len(entries))}

    def row(self, path: KeyPath, entry: Mapping[str, object]) -> tuple[str, Mapping[str, object]]:
        """The text and the data of a row."""
        self.only(path, entry, ("roll", "text", "data"))
        text = self.text((*path, "text"), entry.get("text"))
        data = entry.get("data", _NO_DATA)
        if not isinstance(data, Mapping):
            self.wrong(
                (*path, "data"), f"is {_kind(data)}, not a table such as {{ lasting = true }}"
            )
            return text, _NO_DATA
        for leaf in _leaves(data):
            if not isinstance(leaf, str | int | float):
                self.wrong((*path, "data"), f"holds {_kind(leaf)}; write it as text")
            elif isinstance(leaf, str) and clean(leaf) != _BREAKS.sub(" ", leaf):
                self.wrong((*path, "data"), _UNSHOWABLE)
        return text, MappingProxyType(dict(data))


def _leaves(value: object) -> Iterator[object]:
    """Every key and every single value inside `value`, however deep."""
    if isinstance(value, Mapping):
        for key, inside in value.items():
            yield key
            yield from _leaves(inside)
    elif isinstance(value, list):
        for inside in value:
            yield from _leaves(inside)
    else:
        yield value


def _told(path: KeyPath) -> str:
    """A key path as people read it: `title`, or `row 3, roll`."""
    if path[0] == "rows" and len(path) > 1:
        return ", ".join([f"row {int(path[1]) + 1}", *(clean(str(key)) for key in path[2:])])
    return clean(str(path[0]))


def _kind(value: object) -> str:
    """What a value is, as the file format calls it."""
    kinds = ((bool, "true or false"), (int, "a whole number"), (float, "a number"), (str, "text"))
    found = [name for kind, name in kinds if isinstance(value, kind)]
    if found:
        return found[0]
    if isinstance(value, Mapping):
        return "a table"
    return "a list" if isinstance(value, list) else "a date or time"
