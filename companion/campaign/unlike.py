"""Where two rows of values differ: what a word did not touch is the very same object before and
after it, so that only the rest need be looked at."""

from collections.abc import Sequence
from itertools import compress, count
from operator import is_not
from typing import NamedTuple


class Unlike(NamedTuple):
    """The middle in which two rows differ: from `start` to `before_end` of the first, to
    `after_end` of the second."""

    start: int
    before_end: int
    after_end: int


def find_unlike(before: Sequence[object], after: Sequence[object]) -> Unlike:
    """The middle that remains of two rows without what both begin with and what both end with, the
    very same objects. It is empty where the rows are the same."""
    if before is after:
        return Unlike(len(before), len(before), len(before))
    start = _count_same(before, after)
    same = _count_same(before[start:][::-1], after[start:][::-1])
    return Unlike(start, len(before) - same, len(after) - same)


def _count_same(one: Sequence[object], other: Sequence[object]) -> int:
    """How many of the first objects of two rows are the same."""
    unlike = compress(count(), map(is_not, one, other))
    return next(unlike, min(len(one), len(other)))
