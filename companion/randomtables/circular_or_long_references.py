"""Follows the references between tables: circles, results that may be too long, and values that
nothing remembers."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from itertools import islice
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from companion.randomtables.draw import MAX_CHARACTERS, MAX_DEPTH
from companion.randomtables.row_texts import (
    MAX_REFERENCES,
    InlineDice,
    Insert,
    Recall,
    Reference,
    list_inserts,
    suggest_reference,
)
from companion.randomtables.table import KeyPath, Table, list_texts_of_table
from companion.randomtables.table_file_values import MAX_PROBLEMS
from companion.refusal import suggest_similar_words

LookUpTable: TypeAlias = Callable[[str], Table | None]
_Finding: TypeAlias = tuple[Table, KeyPath, str]
_Maxima: TypeAlias = dict[str, tuple[int, KeyPath]]
"""By table, the most that one draw comes to, and the key of the text that does it."""

_NOTHING: tuple[int, KeyPath] = (0, ())
_JOINT = len(" and ")


class Step(NamedTuple):
    """One table leading to another, and the key of the first text in which it does."""

    path: KeyPath
    target: Table


class ReferenceWalk:
    """A walk along all references, which enters each table once."""

    def __init__(self, find: LookUpTable) -> None:
        self._find = find
        self._reachable: dict[str, frozenset[str]] = {}
        self._own_names: dict[str, set[str]] = {}
        self.steps: dict[str, tuple[Step, ...]] = {}
        self.postorder: list[Table] = []
        self.circles: list[_Finding] = []

    def visit_tables(self, tables: Iterable[Table]) -> None:
        for table in tables:
            if table.name not in self.steps:
                self._visit_table(table)

    def _visit_table(self, first: Table) -> None:
        """Visit the tables a table leads to, noting circles."""
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
                circle = names[names.index(step.target.name) :]
                first, around = path[-len(circle)][0], " → ".join([*circle, circle[0]])
                leads = (circle[1:] or circle)[0]
                key = next(s.path for s in self.steps[circle[0]] if s.target.name == leads)
                self.circles.append((first, key, f"goes round in a circle: {around}"))

    def _enter_table(self, table: Table) -> Iterator[Step]:
        first: dict[str, KeyPath] = {}
        names = self._own_names[table.name] = set()
        for path, text in list_texts_of_table(table):
            for piece in list_inserts(text):
                if isinstance(piece, Reference):
                    first.setdefault(piece.table, path)
                if not isinstance(piece, Recall) and piece.name:
                    names.add(piece.name)
        steps = [(path, self._find(name)) for name, path in first.items()]
        self.steps[table.name] = tuple(Step(path, to) for path, to in steps if to is not None)
        return iter(self.steps[table.name])

    def list_reachable_tables(self, name: str) -> frozenset[str]:
        """The names of the tables that one leads to, with its own."""
        if name not in self._reachable:
            found = {name}
            waiting = [name]
            while waiting:
                steps = self.steps.get(waiting.pop(), ())
                fresh = {step.target.name for step in steps} - found
                found |= fresh
                waiting += fresh
            self._reachable[name] = frozenset(found)
        return self._reachable[name]

    def list_names_set_by(self, piece: Insert) -> set[str]:
        """The names that a piece of text may remember, with those of the tables it draws from."""
        if isinstance(piece, Recall):
            return set()
        names = {piece.name} if piece.name else set()
        if isinstance(piece, Reference):
            names |= self._unite_names_of_tables(self.list_reachable_tables(piece.table))
        return names

    def list_names_remembered_before(self, table: Table) -> set[str]:
        """The names that may be remembered before other tables draw from this one."""
        leading = [self.list_reachable_tables(name) for name in self.steps if name != table.name]
        around = frozenset[str]().union(*(reach for reach in leading if table.name in reach))
        return self._unite_names_of_tables(around - {table.name})

    def _unite_names_of_tables(self, tables: Iterable[str]) -> set[str]:
        return set[str]().union(*(self._own_names.get(name, ()) for name in tables))


def find_circular_or_long_references(
    tables: Iterable[Table], find: LookUpTable
) -> Iterator[_Finding]:
    """Circles, and results of these tables that a draw may refuse: too deep, too many, too long."""
    walk = ReferenceWalk(find)
    walk.visit_tables(tables)
    yield from walk.circles
    values = _measure_remembered_values(
        walk, _measure_heaviest_rows(walk, partial(_measure_longest_text, values={}))
    )
    depth = "leads to tables {:,} deep; there is an end at {:,}"
    draws = "may draw {:,} times; at most {:,} are drawn"
    length = "may come to {:,} characters; at most {:,} are told"
    for most, limit, message in (
        (_measure_depths(walk), MAX_DEPTH, depth),
        (_measure_heaviest_rows(walk, _count_draws_of_piece), MAX_REFERENCES, draws),
        (
            _measure_heaviest_rows(walk, partial(_measure_longest_text, values=values)),
            MAX_CHARACTERS,
            length,
        ),
    ):
        for table in walk.postorder:
            number, path = most[table.name]
            inner = [most[step.target.name][0] for step in walk.steps[table.name]]
            if number > limit >= max(inner, default=0):
                yield table, path, message.format(number, limit)


def _measure_depths(walk: ReferenceWalk) -> _Maxima:
    """How many tables deep each leads, with itself."""
    most: _Maxima = {}
    for table in walk.postorder:
        deeper = [
            (1 + most[step.target.name][0], step.path)
            for step in walk.steps[table.name]
            if step.target.name in most
        ]
        most[table.name] = max(deeper, default=(1, ()), key=itemgetter(0))
    return most


def _measure_heaviest_rows(
    walk: ReferenceWalk, weigh: Callable[[str | Insert, _Maxima], int]
) -> _Maxima:
    """The heaviest row of each table; a row weighs what its pieces weigh together. A reference back
    into a circle weighs nothing, as the circle itself is a problem."""
    most: _Maxima = {}
    for table in walk.postorder:
        rows: dict[KeyPath, tuple[int, KeyPath]] = {}
        for path, text in list_texts_of_table(table):
            weight = sum([weigh(piece, most) for piece in text])
            before, first = rows.get(path[:2], (0, path))
            rows[path[:2]] = before + weight, first
        most[table.name] = max(rows.values(), default=_NOTHING, key=itemgetter(0))
    return most


def _count_draws_of_piece(piece: str | Insert, most: _Maxima) -> int:
    if not isinstance(piece, Reference):
        return 0
    return _count_most_draws(piece) * (1 + most.get(piece.table, _NOTHING)[0])


def _measure_longest_text(piece: str | Insert, most: _Maxima, values: Mapping[str, int]) -> int:
    """The characters of a piece of text at most; `values` are the lengths of remembered values."""
    match piece:
        case str():
            return len(piece)
        case Recall(name):
            return values.get(name, 0)
        case InlineDice(notation):
            return max(len(str(notation.lowest)), len(str(notation.highest)))
        case Reference(table):
            return _count_most_draws(piece) * (_JOINT + most.get(table, _NOTHING)[0])


def _measure_remembered_values(walk: ReferenceWalk, most: _Maxima) -> Mapping[str, int]:
    """The length of each remembered value at most, by its name."""
    values: dict[str, int] = {}
    for table in walk.postorder:
        for _, text in list_texts_of_table(table):
            for piece in list_inserts(text):
                if not isinstance(piece, Recall) and piece.name:
                    length = _measure_longest_text(piece, most, {})
                    values[piece.name] = max(values.get(piece.name, 0), length)
    return values


def _count_most_draws(reference: Reference) -> int:
    number = reference.number
    return number if isinstance(number, int) else number.highest


def find_values_recalled_before_set(
    tables: Iterable[Table], find: LookUpTable, among: Iterable[str], names: Collection[str]
) -> Iterator[_Finding]:
    """Recalls of a value that nothing can have remembered before: not the text itself, nor a table
    it drew from, nor a table of these or `among` that draws from this one. Hints may be among the
    `names` of all tables. A misread table is left out, as it may remember more than is known."""
    checked = [table for table in tables if not table.is_misread]
    walk = ReferenceWalk(find)
    walk.visit_tables(checked)
    missing = [
        (table, list(islice(_find_unset_values_in_table(table, walk), MAX_PROBLEMS)))
        for table in checked
    ]
    if not any(unset for _, unset in missing):
        return
    walk.visit_tables(table for name in among if (table := find(name)) is not None)
    for table, unset in missing:
        around = walk.list_names_remembered_before(table) if unset else set()
        for path, name, before in unset:
            if name not in around:
                hint = suggest_reference(name, names) or suggest_similar_words(
                    name, sorted(before | around)
                )
                hint = hint or f"Write {{{name} = d6}} before it."
                yield table, path, f"{{{name}}} is told, but nothing remembers it before. {hint}"


def _find_unset_values_in_table(
    table: Table, walk: ReferenceWalk
) -> Iterator[tuple[KeyPath, str, frozenset[str]]]:
    """Recalls that nothing earlier in their row sets: key, name, and the names set there."""
    row: KeyPath = ()
    in_row: set[str] = set()
    for path, text in list_texts_of_table(table):
        if path[:2] != row:
            row, in_row = path[:2], set()
        before = set(in_row) if path[-1] == "sign" else set()
        for piece in list_inserts(text):
            if isinstance(piece, Recall) and piece.name not in before:
                yield path, piece.name, frozenset(before)
            before |= walk.list_names_set_by(piece)
        in_row |= before
