"""What a random table is: rows that a total, or chance alone, chooses between."""

from collections.abc import Callable, Collection, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from companion.dice.notation import Notation
from companion.randomtables.texts import Text
from companion.refusal import Problem, Unknown

Facts: TypeAlias = Mapping[str, str]
"""What holds where a table is rolled, by fact: {"season": "winter", "time": "night"}. A fact that
is not known is not in it. Which facts there are is for the caller to say."""
FactCondition: TypeAlias = Mapping[str, tuple[str, ...]]
"""A condition: each fact has to be one of its values, written without capitals."""
CardsOut: TypeAlias = Mapping[str, tuple[int, ...]]
"""By the name of the table, the numbers of the rows that are out of its deck. A row of weight 3
may be out three times."""
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

    `number` is its place in the file, from 1. It answers to the totals from `low` to `high`, both
    included (0 and 0 where the table has no dice); without dice it comes as often as its `weight`
    says. `texts` are by column, or under "" where the table has none. `sign` is what gives it away
    beforehand (Core Procedures, Encounter Sign). It stands only where `when` holds. `data` is for
    programs. `roll` is how the file says which totals it answers to, `"8-9"`.
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


class Modifier(NamedTuple):
    """What is added to the roll while a condition holds."""

    add: int
    when: FactCondition


class Table(NamedTuple):
    """A random table.

    With `dice` their total says which row comes, else the weights do, row 1 first. `rows` are in
    file order. `columns` are the names of the columns, none where each row has one text, and
    `column` is the fact that chooses between them ("": all of them are told). From a `deck` no row
    comes twice before it is shuffled. The `fallback` comes where no row does. `file` and `lines`
    say where problems are. It is `misread` where a text of it has mistakes, and so may hold more
    than is known of it: no such table is drawn from.
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
    """Every text of a table with the key it stands under, in file order."""
    for row in table.rows:
        path: KeyPath = ("rows", row.number - 1)
        for column, text in row.texts.items():
            yield ((*path, "text", column) if column else (*path, "text")), text
        if row.sign is not None:
            yield (*path, "sign"), row.sign
    if table.fallback is not None:
        yield ("fallback",), table.fallback


def find_no_table(name: str) -> Table:
    """A `FindTable` that finds none."""
    raise Unknown(f"There is no table «{name}».", "No other tables were given to look in.")


def read_table(
    name: str,
    data: Mapping[str, object],
    file: str,
    lines: KeyLines = NO_LINES,
    names: Collection[str] = (),
) -> tuple[Table | None, tuple[Problem, ...]]:
    """The table that plain `data` holds (as `tomllib` gives it) and no problems, or None and
    everything wrong with it, in file order; docs/tables.md describes the format. Never raises.

    Problems name `file`, and lines out of `lines`. A key that is not there takes the line of what
    should hold it, else 0. What is wrong between several tables is for `check.problems` to tell;
    `names` are those that all tables are called by, for hints.
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
    """The same as `read_table`, where something is wrong with the table as far as it could be
    read: not to draw from, but for `check.problems` to look through."""
    from companion.randomtables.parser import TableParser  # it makes what is described here

    return TableParser(file, lines, names).parse_table(name, data)
