"""Where tables lead: from one to the next, and whether what is told of them has an end."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import islice
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from companion.randomtables.draw import MAX_CHARACTERS, MAX_DEPTH
from companion.randomtables.names import suggest_reference
from companion.randomtables.table import KeyPath, Table, list_texts
from companion.randomtables.texts import (
    MAX_REFERENCES,
    InlineDice,
    Insert,
    Recall,
    Reference,
    list_inserts,
)
from companion.randomtables.values import MAX_PROBLEMS
from companion.refusal import suggest_similar

LookUpTable: TypeAlias = Callable[[str], Table | None]
_Finding: TypeAlias = tuple[Table, KeyPath, str]
_Maxima: TypeAlias = dict[str, tuple[int, KeyPath]]
"""By table, what one draw comes to at most, and the key of the text where it does."""
_WeighPiece: TypeAlias = Callable[[str | Insert, _Maxima], int]

_NO_WEIGHT: tuple[int, KeyPath] = (0, ())
_JOINT = len(" and ")


class Step(NamedTuple):
    """One table leading to another, and the key of the first text in which it does."""

    path: KeyPath
    target: Table


def find_endless_chains(tables: Iterable[Table], find: LookUpTable) -> Iterator[_Finding]:
    """Circles, told as a → b → a, and results of these tables that could be refused when they are
    told: too many tables deep, too many draws, or too long."""
    walk = Walk(find)
    walk.visit_tables(tables)
    yield from walk.circles
    lasting = _measure_values(walk, _measure_maxima(walk, _make_length_weigher({})))
    for most, limit, message in (
        (_measure_depths(walk), MAX_DEPTH, "leads to tables {:,} deep; there is an end at {:,}"),
        (
            _measure_maxima(walk, _count_draws),
            MAX_REFERENCES,
            "may draw {:,} times; at most {:,} are drawn",
        ),
        (
            _measure_maxima(walk, _make_length_weigher(lasting)),
            MAX_CHARACTERS,
            "may come to {:,} characters; at most {:,} are told",
        ),
    ):
        for table in walk.postorder:
            number, path = most[table.name]
            inner = [most[step.target.name][0] for step in walk.steps[table.name]]
            if number > limit >= max(inner, default=0):
                yield table, path, message.format(number, limit)


class Walk:
    """A walk along all references, each table once."""

    def __init__(self, find: LookUpTable) -> None:
        self._find = find
        self.tables: dict[str, Table] = {}
        self.steps: dict[str, tuple[Step, ...]] = {}
        self.postorder: list[Table] = []
        self.circles: list[_Finding] = []

    def visit_tables(self, tables: Iterable[Table]) -> None:
        """Walk on from these tables."""
        for table in tables:
            if table.name not in self.steps:
                self._visit_table(table)

    def _visit_table(self, first: Table) -> None:
        path = [(first, self._enter_table(first))]
        while path:
            table, steps = path[-1]
            step = next(steps, None)
            if step is None:
                self.postorder.append(table)
                path.pop()
            elif step.target.name not in self.steps:
                path.append((step.target, self._enter_table(step.target)))
            elif step.target.name in (names := [on_path.name for on_path, _ in path]):
                circle = [table for table, _ in path[names.index(step.target.name) :]]
                self._record_circle(circle)

    def _enter_table(self, table: Table) -> Iterator[Step]:
        self.tables[table.name] = table
        first: dict[str, KeyPath] = {}
        for path, text in list_texts(table):
            for piece in list_inserts(text):
                if isinstance(piece, Reference):
                    first.setdefault(piece.table, path)
        steps = [(path, self._find(name)) for name, path in first.items()]
        self.steps[table.name] = tuple(Step(path, to) for path, to in steps if to is not None)
        return iter(self.steps[table.name])

    def _record_circle(self, circle: list[Table]) -> None:
        first, second = circle[0], circle[1 % len(circle)]
        path = next(step.path for step in self.steps[first.name] if step.target.name == second.name)
        told = " → ".join([*(table.name for table in circle), first.name])
        self.circles.append((first, path, f"goes round in a circle: {told}"))


def _measure_depths(walk: Walk) -> _Maxima:
    """How many tables deep each leads, itself counted."""
    most: _Maxima = {}
    for table in walk.postorder:
        deeper = [
            (1 + most[step.target.name][0], step.path)
            for step in walk.steps[table.name]
            if step.target.name in most
        ]
        most[table.name] = max(deeper, default=(1, ()), key=itemgetter(0))
    return most


def _measure_maxima(walk: Walk, weigh: _WeighPiece) -> _Maxima:
    """What each table comes to at most, where every text is weighed piece by piece. Whatever leads
    back into a circle weighs nothing: the circle has been told of."""
    most: _Maxima = {}
    for table in walk.postorder:
        rows: dict[KeyPath, tuple[int, KeyPath]] = {}
        for path, text in list_texts(table):
            weight = sum([weigh(piece, most) for piece in text])
            before, first = rows.get(path[:2], (0, path))
            rows[path[:2]] = before + weight, first
        most[table.name] = max(rows.values(), default=(0, ()), key=itemgetter(0))
    return most


def _count_draws(piece: str | Insert, most: _Maxima) -> int:
    """How many draws from other tables a piece of text comes to at most."""
    if not isinstance(piece, Reference):
        return 0
    return _count_times(piece) * (1 + most.get(piece.table, _NO_WEIGHT)[0])


def _make_length_weigher(values: Mapping[str, int]) -> _WeighPiece:
    """How many characters a piece of text comes to at most; `values` are those of what is
    remembered, by name."""

    def length(piece: str | Insert, most: _Maxima) -> int:
        match piece:
            case str():
                return len(piece)
            case Recall(name):
                return values.get(name, 0)
            case InlineDice(notation):
                return max(len(str(notation.lowest)), len(str(notation.highest)))
            case Reference(table):
                return _count_times(piece) * (_JOINT + most.get(table, _NO_WEIGHT)[0])

    return length


def _measure_values(walk: Walk, most: _Maxima) -> Mapping[str, int]:
    """How long what is remembered under each name may be."""
    length = _make_length_weigher({})
    values: dict[str, int] = {}
    for table in walk.postorder:
        for _, text in list_texts(table):
            for piece in list_inserts(text):
                if not isinstance(piece, Recall) and piece.name:
                    values[piece.name] = max(values.get(piece.name, 0), length(piece, most))
    return values


def _count_times(reference: Reference) -> int:
    number = reference.number
    return number if isinstance(number, int) else number.highest


def find_unset_recalls(
    tables: Iterable[Table], find: LookUpTable, among: Iterable[str], names: Collection[str]
) -> Iterator[_Finding]:
    """Where a text of these tables tells a value that nothing before it may have remembered: not
    the text itself, nor a table it drew from until then, nor any of these, or `among`, that leads
    here and so is told around it. A hint may be one of the `names` of all tables. Nobody knows that
    of a table which is misread."""
    checked = [table for table in tables if not table.is_misread]
    walk = Walk(find)
    walk.visit_tables(checked)
    remembered = _MemoryIndex(walk)
    missing = [
        (table, *told)
        for table in checked
        for told in islice(_find_unset_in_table(table, remembered), MAX_PROBLEMS)
    ]
    if not missing:
        return
    walk.visit_tables(table for name in among if (table := find(name)) is not None)
    for table, path, name, here in missing:
        around = remembered.list_names_around(table)
        if name not in around:
            hint = suggest_reference(name, names) or suggest_similar(name, here | around)
            hint = hint or f"Write {{{name} = d6}} before it."
            yield table, path, f"{{{name}}} is told, but nothing remembers it before. {hint}"


def _find_unset_in_table(
    table: Table, remembered: "_MemoryIndex"
) -> Iterator[tuple[KeyPath, str, frozenset[str]]]:
    """What is told in a table without being remembered before in reading order: its key, its name,
    and what is remembered there. A sign is told after the texts of its row."""
    row: KeyPath = ()
    in_row: set[str] = set()
    for path, text in list_texts(table):
        if path[:2] != row:
            row, in_row = path[:2], set()
        before = set(in_row) if path[-1] == "sign" else set()
        for piece in list_inserts(text):
            if isinstance(piece, Recall) and piece.name not in before:
                yield path, piece.name, frozenset(before)
            before |= remembered.list_names_set_by(piece)
        in_row |= before


class _MemoryIndex:
    """What may be remembered while a table is told, the tables it leads to included."""

    def __init__(self, walk: Walk) -> None:
        self._walk = walk
        self._reached: dict[str, frozenset[str]] = {}
        self._around: dict[str, frozenset[str]] = {}
        self._owned: dict[str, frozenset[str]] = {}

    def list_names_set_by(self, piece: Insert) -> frozenset[str]:
        """What a piece of text may remember."""
        if isinstance(piece, Recall):
            return frozenset()
        names = frozenset([piece.name] if piece.name else [])
        if isinstance(piece, Reference):
            return names.union(*map(self._list_own_names, self._list_reachable(piece.table)))
        return names

    def list_names_around(self, table: Table) -> frozenset[str]:
        """What may be remembered by all that is told when a table is drawn from by another."""
        if table.name not in self._around:
            others = [name for name in self._walk.steps if name != table.name]
            leading = [
                reach for name in others if table.name in (reach := self._list_reachable(name))
            ]
            told = frozenset[str]().union(*leading) - {table.name}
            self._around[table.name] = frozenset[str]().union(*map(self._list_own_names, told))
        return self._around[table.name]

    def _list_own_names(self, name: str) -> frozenset[str]:
        """What the texts of one table may remember themselves."""
        if name not in self._owned:
            table = self._walk.tables.get(name)
            texts = [text for _, text in list_texts(table)] if table is not None else []
            self._owned[name] = frozenset(
                piece.name
                for text in texts
                for piece in list_inserts(text)
                if not isinstance(piece, Recall) and piece.name
            )
        return self._owned[name]

    def _list_reachable(self, name: str) -> frozenset[str]:
        """The names of the tables that one leads to, its own too."""
        if name not in self._reached:
            found = {name}
            waiting = [name]
            while waiting:
                steps = self._walk.steps.get(waiting.pop(), ())
                fresh = {step.target.name for step in steps} - found
                found |= fresh
                waiting += fresh
            self._reached[name] = frozenset(found)
        return self._reached[name]
