"""Rows of values before and after a word: what it did not touch is the very same object in both, so
that only the rest need be looked at. Where two rows differ, and where a block stands in one."""

from collections.abc import Callable, Iterable, Sequence
from itertools import compress, count
from operator import attrgetter, is_not
from typing import NamedTuple, Protocol


class ChangedRange(NamedTuple):
    """The middle in which two rows differ: from `start` to `before_end` of the first, to
    `after_end` of the second."""

    start: int
    before_end: int
    after_end: int


_latest_comparison: tuple[tuple[object, ...], tuple[object, ...], ChangedRange] | None = None
"""The two rows that were compared last: whatever follows a word asks after the same two again."""


def find_changed_range(before: Sequence[object], after: Sequence[object]) -> ChangedRange:
    """The middle that remains of two rows without what both begin with and what both end with, the
    very same objects. It is empty where the rows are the same."""
    global _latest_comparison
    if before is after:
        return ChangedRange(len(before), len(before), len(before))
    if (
        _latest_comparison is not None
        and _latest_comparison[0] is before
        and _latest_comparison[1] is after
    ):
        return _latest_comparison[2]
    most = min(len(before), len(after))
    start = _count_same(before, after, most)
    same = _count_same(reversed(before), reversed(after), most - start)
    found = ChangedRange(start, len(before) - same, len(after) - same)
    if isinstance(before, tuple) and isinstance(after, tuple):
        _latest_comparison = before, after, found
    return found


def _count_same(one: Iterable[object], other: Iterable[object], most: int) -> int:
    """How many of the first objects of two rows are the same, of `most`."""
    unlike = compress(count(), map(is_not, one, other))
    return min(next(unlike, most), most)


class _Block(Protocol):
    """An Errant, an NPC, or whatever else has an id in its row."""

    @property
    def id(self) -> str: ...


_positions: dict[type, tuple[tuple[_Block, ...], dict[str, int]]] = {}
"""The row of each kind of block that was looked through last, and where the ids stand in it."""


def find_position(row: tuple[_Block, ...], block_id: str) -> int:
    """Where the block of this id stands in a row. Raises KeyError where it does not. A long row is
    looked through once, and again when a word has changed which ids are in it."""
    if not row:
        raise KeyError(block_id)
    last, positions = _positions.get(type(row[0]), ((), {}))
    if row is not last:
        start, before_end, end = find_changed_range(last, row)
        if list(map(_id, last[start:before_end])) != list(map(_id, row[start:end])):
            positions = {row[at].id: at for at in reversed(range(len(row)))}
        _positions[type(row[0])] = row, positions
    return positions[block_id]


_id: Callable[[_Block], str] = attrgetter("id")
