"""Random tables as values: rows that a total, or chance alone, chooses between."""

from collections.abc import Callable, Collection, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from companion.dice.notation import Notation
from companion.randomtables.spans import Span
from companion.randomtables.texts import Text
from companion.refusal import Problem, Unknown

Facts: TypeAlias = Mapping[str, str]
"""Known facts with their values: {"season": "winter", "time": "night"}. The caller decides which
facts there are."""
FactCondition: TypeAlias = Mapping[str, tuple[str, ...]]
"""A condition: for each fact the values that fit, without capitals."""
CardsOut: TypeAlias = Mapping[str, tuple[int, ...]]
"""By table, the numbers of the rows that are out of its deck. A row of weight 3 may be out three
times."""
FindTable: TypeAlias = Callable[[str], "Table"]
"""Finds a table by its whole name; raises Unknown or Broken."""
KeyPath: TypeAlias = tuple[str | int, ...]
"""The way to a value in the data of a file, rows counted from 0: ("rows", 2, "roll")."""
KeyLines: TypeAlias = Mapping[KeyPath, int]
"""The line each key stands on, from 1."""

NO_FACTS: Facts = MappingProxyType({})
NO_CARDS_OUT: CardsOut = MappingProxyType({})
NO_DATA: Mapping[str, object] = MappingProxyType({})
NO_CONDITION: FactCondition = MappingProxyType({})
NO_LINES: KeyLines = MappingProxyType({})


class Row(NamedTuple):
    """One row.

    `number` is its place in the file, from 1. It answers to totals from `low` to `high` (0 and 0
    without dice); without dice `weight` says how often it comes. `texts` are by column, or under ""
    without columns. `sign` gives it away beforehand (Core Procedures, Encounter Sign). It comes
    only while `when` holds. `data` is for programs. `roll` is the span as the file has it, `"8-9"`.
    """

    number: int
    low: int = 0
    high: int = 0
    weight: int = 1
    texts: Mapping[str, Text] = MappingProxyType({"": ()})
    sign: Text | None = None
    when: FactCondition = NO_CONDITION
    data: Mapping[str, object] = NO_DATA
    roll: str = ""

    @property
    def span(self) -> Span:
        """The totals from `low` to `high`."""
        return Span(self.low, self.high)


class Modifier(NamedTuple):
    """A number added to the roll while a condition holds."""

    add: int
    when: FactCondition


class Table(NamedTuple):
    """A random table.

    The total of `dice` chooses a row; without dice the weights do, row 1 first. `rows` are in file
    order. `columns` are the names of the columns, if rows have several texts, and `column_fact` is
    the fact that chooses one of them ("": all are told). From a `deck` no row comes twice before it
    is shuffled. The `fallback` comes if no row does. `file` and `lines` locate problems. With
    `is_misread` a text has mistakes and may hold more than was read.
    """

    name: str
    title: str
    dice: Notation | None
    rows: tuple[Row, ...]
    columns: tuple[str, ...] = ()
    column_fact: str = ""
    deck: bool = False
    fallback: Text | None = None
    modifiers: tuple[Modifier, ...] = ()
    file: str = ""
    lines: KeyLines = NO_LINES
    is_misread: bool = False


def list_texts(table: Table) -> Iterator[tuple[KeyPath, Text]]:
    """Every text of a table with its key, in file order."""
    for row in table.rows:
        path: KeyPath = ("rows", row.number - 1)
        for column, text in row.texts.items():
            yield ((*path, "text", column) if column else (*path, "text")), text
        if row.sign is not None:
            yield (*path, "sign"), row.sign
    if table.fallback is not None:
        yield ("fallback",), table.fallback


def find_no_table(name: str) -> Table:
    """A `FindTable` without tables."""
    raise Unknown(f"There is no table «{name}».", "No other tables were given to look in.")


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
    are found by `validate.find_problems`.
    """
    table, problems = inspect_table(name, data, file, lines, names)
    return (None if problems else table), problems


def inspect_table(
    name: str,
    data: Mapping[str, object],
    file: str,
    lines: KeyLines = NO_LINES,
    names: Collection[str] = (),
) -> tuple[Table, tuple[Problem, ...]]:
    """The same as `read_table`, but a table with problems comes as far as it can be read, for
    `validate.find_problems`; never draw from it."""
    from companion.randomtables.parser import TableParser  # the parser imports this module

    return TableParser(file, lines, names).parse_table(name, data)
