"""Where tables lead: from one to the next, and whether what is told of them has an end."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from companion.randomtables.draw import MOST_CHARACTERS, MOST_DEPTH
from companion.randomtables.table import KeyPath, Table, texts_of
from companion.randomtables.texts import (
    MOST_REFERENCES,
    InlineDice,
    Insert,
    Recall,
    Reference,
    inserts,
)

Find: TypeAlias = Callable[[str], Table | None]
_Wrong: TypeAlias = tuple[Table, KeyPath, str]
_Most: TypeAlias = dict[str, tuple[int, KeyPath]]
"""By table, what one draw comes to at most, and the key of the text where it does."""
_Weigh: TypeAlias = Callable[[str | Insert, _Most], int]

_NOTHING: tuple[int, KeyPath] = (0, ())
_JOINT = len(" and ")


class Step(NamedTuple):
    """One table leading to another, and the key of the first text in which it does."""

    path: KeyPath
    to: Table


def chained(tables: Iterable[Table], find: Find) -> Iterator[_Wrong]:
    """Circles, told as a → b → a, and results of these tables that could be refused when they are
    told: too many tables deep, too many draws, or too long."""
    walk = Walk(find)
    walk.over(tables)
    yield from walk.circles
    lasting = _values(walk, _at_most(walk, _length({})))
    for most, limit, message in (
        (_depths(walk), MOST_DEPTH, "leads to tables {:,} deep; there is an end at {:,}"),
        (_at_most(walk, _draws), MOST_REFERENCES, "may draw {:,} times; at most {:,} are drawn"),
        (
            _at_most(walk, _length(lasting)),
            MOST_CHARACTERS,
            "may come to {:,} characters; at most {:,} are told",
        ),
    ):
        for table in walk.inner_first:
            number, path = most[table.name]
            inner = [most[step.to.name][0] for step in walk.steps[table.name]]
            if number > limit >= max(inner, default=0):
                yield table, path, message.format(number, limit)


class Walk:
    """A walk along all references, each table once."""

    def __init__(self, find: Find) -> None:
        self._find = find
        self.tables: dict[str, Table] = {}
        self.steps: dict[str, tuple[Step, ...]] = {}
        self.inner_first: list[Table] = []
        self.circles: list[_Wrong] = []

    def over(self, tables: Iterable[Table]) -> None:
        """Walk on from these tables."""
        for table in tables:
            if table.name not in self.steps:
                self._from(table)

    def _from(self, first: Table) -> None:
        path = [(first, self._leave(first))]
        while path:
            table, steps = path[-1]
            step = next(steps, None)
            if step is None:
                self.inner_first.append(table)
                path.pop()
            elif step.to.name not in self.steps:
                path.append((step.to, self._leave(step.to)))
            elif step.to.name in (names := [on_path.name for on_path, _ in path]):
                circle = [table for table, _ in path[names.index(step.to.name) :]]
                self._circle(circle)

    def _leave(self, table: Table) -> Iterator[Step]:
        self.tables[table.name] = table
        first: dict[str, KeyPath] = {}
        for path, text in texts_of(table):
            for piece in inserts(text):
                if isinstance(piece, Reference):
                    first.setdefault(piece.table, path)
        steps = [(path, self._find(name)) for name, path in first.items()]
        self.steps[table.name] = tuple(Step(path, to) for path, to in steps if to is not None)
        return iter(self.steps[table.name])

    def _circle(self, circle: list[Table]) -> None:
        first, second = circle[0], circle[1 % len(circle)]
        path = next(step.path for step in self.steps[first.name] if step.to.name == second.name)
        told = " → ".join([*(table.name for table in circle), first.name])
        self.circles.append((first, path, f"goes round in a circle: {told}"))


def _depths(walk: Walk) -> _Most:
    """How many tables deep each leads, itself counted."""
    most: _Most = {}
    for table in walk.inner_first:
        deeper = [
            (1 + most[step.to.name][0], step.path)
            for step in walk.steps[table.name]
            if step.to.name in most
        ]
        most[table.name] = max(deeper, default=(1, ()), key=itemgetter(0))
    return most


def _at_most(walk: Walk, weigh: _Weigh) -> _Most:
    """What each table comes to at most, where every text is weighed piece by piece. Whatever leads
    back into a circle weighs nothing: the circle has been told of."""
    most: _Most = {}
    for table in walk.inner_first:
        rows: dict[KeyPath, tuple[int, KeyPath]] = {}
        for path, text in texts_of(table):
            weight = sum([weigh(piece, most) for piece in text])
            before, first = rows.get(path[:2], (0, path))
            rows[path[:2]] = before + weight, first
        most[table.name] = max(rows.values(), default=(0, ()), key=itemgetter(0))
    return most


def _draws(piece: str | Insert, most: _Most) -> int:
    """How many draws from other tables a piece of text comes to at most."""
    if not isinstance(piece, Reference):
        return 0
    return _times(piece) * (1 + most.get(piece.table, _NOTHING)[0])


def _length(values: Mapping[str, int]) -> _Weigh:
    """How many characters a piece of text comes to at most; `values` are those of what is
    remembered, by name."""

    def length(piece: str | Insert, most: _Most) -> int:
        match piece:
            case str():
                return len(piece)
            case Recall(name):
                return values.get(name, 0)
            case InlineDice(notation):
                return max(len(str(notation.lowest)), len(str(notation.highest)))
            case Reference(table):
                return _times(piece) * (_JOINT + most.get(table, _NOTHING)[0])

    return length


def _values(walk: Walk, most: _Most) -> Mapping[str, int]:
    """How long what is remembered under each name may be."""
    length = _length({})
    values: dict[str, int] = {}
    for table in walk.inner_first:
        for _, text in texts_of(table):
            for piece in inserts(text):
                if not isinstance(piece, Recall) and piece.name:
                    values[piece.name] = max(values.get(piece.name, 0), length(piece, most))
    return values


def _times(reference: Reference) -> int:
    number = reference.number
    return number if isinstance(number, int) else number.highest
