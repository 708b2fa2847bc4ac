"""Ids, and values that have one: makes an id of a name, finds and replaces a value in a tuple, and
finds what differs before and after a word."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache, wraps
from itertools import compress, count
from operator import attrgetter, indexOf, is_not
from typing import NamedTuple, Protocol, TypeVar, TypeVarTuple

R = TypeVar("R")
Rows = TypeVarTuple("Rows")


MAX_SLUG_LENGTH = 60
"""An id is also a file's name."""
_MAX_NAME_LENGTH = 1_000
"""Characters of a name that an id is made from."""


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


class _SameRows:
    """Rows that equal the very same rows alone: to compare thousands of values would take longer
    than what is remembered of them."""

    def __init__(self, rows: tuple[object, ...]) -> None:
        self.rows = rows
        self.ids = tuple(map(id, rows))  # no other object's while the rows are held here

    def __hash__(self) -> int:
        return hash(self.ids)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _SameRows) and self.ids == other.ids


def cache_result_of_last_rows(function: Callable[[*Rows], R]) -> Callable[[*Rows], R]:
    """Remember what a function made of the rows it was called with last. A word asks about the same
    thousands of NPCs, and about each pack of a Company, again and again, and a row never changes.
    """
    remembered = lru_cache(maxsize=_ROWS)(lambda same: function(*same.rows))

    @wraps(function)
    def compute_for_rows(*rows: *Rows) -> R:
        return remembered(_SameRows(rows))

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


def make_slug(name: str) -> str:
    """An id for a name: lower case ASCII letters, digits and hyphens; `x` if nothing is left.

    >>> make_slug("Abbess Ysolde's Torches (6)")
    'abbess-ysoldes-torches-6'
    """
    import unicodedata  # measured: a table of a megabyte, and few texts need it

    name = name[:_MAX_NAME_LENGTH]
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain.replace("'", ""))[:MAX_SLUG_LENGTH].strip("-") or "x"


def make_free_slug(name: str, taken: AbstractSet[str], tried: dict[str, int] | None = None) -> str:
    """The first free id for `name`: `torch`, `torch-2`, `torch-3` …

    `tried` remembers the last number of each id, so that many ids of one name take linear time; no
    taken id may become free meanwhile.
    """
    base = make_slug(name)
    if base not in taken:
        return base
    number = 2 if tried is None else tried.get(base, 2)
    while f"{base}-{number}" in taken:
        number += 1
    if tried is not None:
        tried[base] = number
    return f"{base}-{number}"
