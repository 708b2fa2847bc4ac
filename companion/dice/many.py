"""The same roll over and over, as fast as it goes."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from math import prod
from typing import TypeVar

from companion.dice.faces import Faces, Stream
from companion.dice.notation import Notation
from companion.dice.rolls import Roll, fallen, roll

Told = TypeVar("Told")

MOST_REMEMBERED = 10_000
"""Of so many different rolls, or fewer, each is worked out once and then remembered."""
FACES_AT_ONCE = 4_096


def rolls(notation: Notation, faces: Faces, times: int) -> Iterator[Roll]:
    """So many rolls, the very same that `roll` would give one by one.

    A stream gives its faces some thousands at a time: one that is left before the last roll stands
    up to `FACES_AT_ONCE` faces further than the rolls that were taken. After the last it stands
    where rolling one by one leaves it.
    """
    return told(notation, faces, times, _as_it_is)


def told(
    notation: Notation, faces: Faces, times: int, tell: Callable[[Roll], Told]
) -> Iterator[Told]:
    """So many rolls, each as `tell` makes of it; equal rolls are told once and remembered, so
    `tell` is a pure function. The faces are taken as `rolls` takes them."""
    dice = notation.thrown
    if not dice or not isinstance(faces, Stream):
        return (tell(roll(notation, faces)) for _ in range(times))
    return chain.from_iterable(_by_thousands(notation, dice, faces, times, tell))


def _by_thousands(
    notation: Notation,
    dice: tuple[int, ...],
    stream: Stream,
    times: int,
    tell: Callable[[Roll], Told],
) -> Iterator[Iterable[Told]]:
    """What is told of all rolls of these dice, some thousands of faces at a time."""
    by_faces = _ByFaces(notation, tell).__getitem__ if prod(dice) <= MOST_REMEMBERED else None
    sides = tuple(map(float, dice))  # spares the stream turning each into a float
    at_once = max(1, FACES_AT_ONCE // len(dice))
    for begun in range(0, times, at_once):
        number = min(at_once, times - begun)
        faces = iter(stream.several(sides * number))
        if by_faces:
            yield map(by_faces, zip(*[faces] * len(dice), strict=True))
        else:
            yield (tell(_fallen(notation, faces)) for _ in range(number))


class _ByFaces(dict[tuple[int, ...], Told]):
    """What is told of a roll, by its faces; worked out when it is first asked for."""

    def __init__(self, notation: Notation, tell: Callable[[Roll], Told]) -> None:
        super().__init__()
        self._notation = notation
        self._tell = tell

    def __missing__(self, faces: tuple[int, ...]) -> Told:
        told = self[faces] = self._tell(_fallen(self._notation, iter(faces)))
        return told


def _fallen(notation: Notation, faces: Iterator[int]) -> Roll:
    return fallen(notation, lambda _: next(faces))


def _as_it_is(rolled: Roll) -> Roll:
    return rolled
