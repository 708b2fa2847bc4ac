"""Values that are told without ever having been remembered."""

from collections.abc import Collection, Iterable, Iterator
from itertools import islice
from typing import TypeAlias

from companion.randomtables.chains import Find, Walk
from companion.randomtables.meant import meant
from companion.randomtables.table import KeyPath, Table, texts_of
from companion.randomtables.texts import Insert, Recall, Reference, inserts
from companion.randomtables.values import MOST_PROBLEMS
from companion.refusal import did_you_mean

_Wrong: TypeAlias = tuple[Table, KeyPath, str]


def unset(
    tables: Iterable[Table], find: Find, among: Iterable[str], names: Collection[str]
) -> Iterator[_Wrong]:
    """Where a text of these tables tells a value that nothing before it may have remembered: not
    the text itself, nor a table it drew from until then, nor any of these, or `among`, that leads
    here and so is told around it. A hint may be one of the `names` of all tables. Nobody knows that
    of a table which is misread."""
    checked = [table for table in tables if not table.misread]
    walk = Walk(find)
    walk.over(checked)
    remembered = _Remembered(walk)
    missing = [
        (table, *told)
        for table in checked
        for told in islice(_before(table, remembered), MOST_PROBLEMS)
    ]
    if not missing:
        return
    walk.over(table for name in among if (table := find(name)) is not None)
    for table, path, name, here in missing:
        around = remembered.around(table)
        if name not in around:
            hint = meant(name, names) or did_you_mean(name, here | around)
            hint = hint or f"Write {{{name} = d6}} before it."
            yield table, path, f"{{{name}}} is told, but nothing remembers it before. {hint}"


def _before(
    table: Table, remembered: "_Remembered"
) -> Iterator[tuple[KeyPath, str, frozenset[str]]]:
    """What is told in a table without being remembered before in reading order: its key, its name,
    and what is remembered there. A sign is told after the texts of its row."""
    row: KeyPath = ()
    in_row: set[str] = set()
    for path, text in texts_of(table):
        if path[:2] != row:
            row, in_row = path[:2], set()
        before = set(in_row) if path[-1] == "sign" else set()
        for piece in inserts(text):
            if isinstance(piece, Recall) and piece.name not in before:
                yield path, piece.name, frozenset(before)
            before |= remembered.by(piece)
        in_row |= before


class _Remembered:
    """What may be remembered while a table is told, the tables it leads to included."""

    def __init__(self, walk: Walk) -> None:
        self._walk = walk
        self._reached: dict[str, frozenset[str]] = {}
        self._around: dict[str, frozenset[str]] = {}
        self._owned: dict[str, frozenset[str]] = {}

    def by(self, piece: Insert) -> frozenset[str]:
        """What a piece of text may remember."""
        if isinstance(piece, Recall):
            return frozenset()
        names = frozenset([piece.name] if piece.name else [])
        if isinstance(piece, Reference):
            return names.union(*map(self._own, self._reach(piece.table)))
        return names

    def around(self, table: Table) -> frozenset[str]:
        """What may be remembered by all that is told when a table is drawn from by another."""
        if table.name not in self._around:
            others = [name for name in self._walk.steps if name != table.name]
            leading = [reach for name in others if table.name in (reach := self._reach(name))]
            told = frozenset[str]().union(*leading) - {table.name}
            self._around[table.name] = frozenset[str]().union(*map(self._own, told))
        return self._around[table.name]

    def _own(self, name: str) -> frozenset[str]:
        """What the texts of one table may remember themselves."""
        if name not in self._owned:
            table = self._walk.tables.get(name)
            texts = [text for _, text in texts_of(table)] if table is not None else []
            self._owned[name] = frozenset(
                piece.name
                for text in texts
                for piece in inserts(text)
                if not isinstance(piece, Recall) and piece.name
            )
        return self._owned[name]

    def _reach(self, name: str) -> frozenset[str]:
        """The names of the tables that one leads to, its own too."""
        if name not in self._reached:
            found = {name}
            waiting = [name]
            while waiting:
                steps = self._walk.steps.get(waiting.pop(), ())
                fresh = {step.to.name for step in steps} - found
                found |= fresh
                waiting += fresh
            self._reached[name] = frozenset(found)
        return self._reached[name]
