"""Values with ids in tuples: finds and replaces one, and finds what differs before and
after a word."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, wraps
from itertools import compress, count
from operator import attrgetter, indexOf, is_not
from typing import NamedTuple, Protocol, TypeVar, TypeVarTuple

R = TypeVar("R")
Rows = TypeVarTuple("Rows")


class HasId(Protocol):
    """A value with an id."""

    @property
    def id(self) -> str: ...


B = TypeVar("B", bound=HasId)


def find_position(row: Sequence[HasId], value_id: str) -> int:
    """The position of the value with this id in a row. Raises KeyError if there is none."""
    try:
        return indexOf(map(attrgetter("id"), row), value_id)
    except ValueError:
        raise KeyError(value_id) from None


def replace_by_id(row: tuple[B, ...], value: B) -> tuple[B, ...]:
    """The row with this value in the place of the one with the same id. Raises KeyError if there is
    none."""
    at = find_position(row, value.id)
    return (*row[:at], value, *row[at + 1 :])


def pair_changed_values(
    before: Sequence[B], after: Sequence[B]
) -> Iterator[tuple[B | None, B | None]]:
    """Each value before and after, if they are not the same object: None before for a new one, None
    after for one that is gone. They come in the order of the row after, what is gone comes last."""
    start, before_end, after_end = find_changed_range(before, after)
    old = {value.id: value for value in before[start:before_end]}
    for value in after[start:after_end]:
        was = old.pop(value.id, None)
        if was is not value:
            yield was, value
    yield from ((value, None) for value in old.values())


class ChangedRange(NamedTuple):
    """The middle in which two rows differ: from `start` to `before_end` in the first, to
    `after_end` in the second."""

    start: int
    before_end: int
    after_end: int


_ROWS = 32
"""Rows that are remembered: more than a Company has packs."""


class _Row:
    """A row of values that equals itself alone: to compare thousands would take longer than what is
    remembered of them."""

    def __init__(self, values: object) -> None:
        self.values = values

    def __hash__(self) -> int:
        return id(self.values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Row) and self.values is other.values


def cache_result_of_last_rows(function: Callable[[*Rows], R]) -> Callable[[*Rows], R]:
    """Remember what a function made of the rows it was called with last. A word asks about the same
    thousands of NPCs, and about each pack of a Company, again and again, and a row never changes.
    """
    remembered = lru_cache(maxsize=_ROWS)(lambda *rows: function(*(each.values for each in rows)))

    @wraps(function)
    def compute_for_rows(*rows: *Rows) -> R:
        return remembered(*map(_Row, rows))

    return compute_for_rows


@cache_result_of_last_rows
def find_changed_range(before: Sequence[object], after: Sequence[object]) -> ChangedRange:
    """The middle of two rows without the same objects that both begin with and that both end with.
    What a word did not touch is the same object before and after it. Empty if the rows are equal.
    """
    most = min(len(before), len(after))
    start = most if before is after else _count_same_at_start(before, after, most)
    same = _count_same_at_start(reversed(before), reversed(after), most - start)
    return ChangedRange(start, len(before) - same, len(after) - same)


def _count_same_at_start(one: Iterable[object], other: Iterable[object], most: int) -> int:
    """How many of the first objects of two rows are the same, of `most`."""
    different = compress(count(), map(is_not, one, other))
    return min(next(different, most), most)
