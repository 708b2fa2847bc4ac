"""Hexes in axial coordinates (q, r): how far they lie apart, and which lie around one."""

from collections.abc import Iterator
from functools import cache
from typing import Annotated, TypeAlias

from msgspec import Meta

Coordinate: TypeAlias = Annotated[int, Meta(ge=-100_000, le=100_000)]
Hex: TypeAlias = tuple[Coordinate, Coordinate]
"""Axial coordinates, (q, r)."""
MAP_REACH = 9
"""How far a map goes from its middle: what 40 columns take."""


def distance(one: Hex, other: Hex) -> int:
    """How many hexes there are to go from one to the other."""
    q, r = one[0] - other[0], one[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


@cache
def around(reach: int) -> tuple[tuple[int, int, int], ...]:
    """Every hex at most so far from another, itself included: the steps there in q and in r, and
    how far it lies."""
    steps = range(-reach, reach + 1)
    found = ((q, r, max(abs(q), abs(r), abs(q + r))) for q in steps for r in steps)
    return tuple(each for each in found if each[2] <= reach)


def within(middle: Hex, reach: int) -> Iterator[tuple[Hex, int]]:
    """The same around one hex: each, and how far it lies."""
    for q, r, away in around(reach):
        yield (middle[0] + q, middle[1] + r), away
