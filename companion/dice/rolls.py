"""Rolls that keep their faces, so that a view can show how a total came to be."""

from collections.abc import Callable, Iterator, Sequence
from itertools import compress
from math import prod
from typing import NamedTuple, TypeAlias

from companion.dice.faces import ByHand, Faces
from companion.dice.notation import (
    Comparison,
    Condition,
    Dice,
    EventDice,
    Extreme,
    Labelled,
    Notation,
    Number,
    Part,
    Product,
    Sum,
    TensAndOnes,
)

Face: TypeAlias = Callable[[int], int]


class Rolled(NamedTuple):
    """One part as it fell.

    `faces` are the part's own, every die thrown in the order rolled, and `kept` whether each
    counted: dropped ones did not, nor those that were rolled again, nor any of a part that another
    beat in `max(…)` or `min(…)`. Parts made of others have no faces; theirs are in `inner`.
    """

    part: Part
    total: int
    faces: tuple[int, ...] = ()
    kept: tuple[bool, ...] = ()
    inner: tuple["Rolled", ...] = ()


class Roll(NamedTuple):
    """A notation as it fell, once; `entered` is true where it was rolled by hand.

    `faces` and `kept` are those of every part, in the order rolled.
    """

    notation: Notation
    rolled: Rolled
    total: int
    faces: tuple[int, ...]
    kept: tuple[bool, ...]
    entered: bool

    @property
    def labels(self) -> tuple[tuple[str, int], ...]:
        """What each part with a label came to, in the order written."""
        return tuple(_labels(self.rolled))

    @property
    def success(self) -> bool | None:
        """Whether the comparison of totals holds; None where none is compared."""
        return bool(self.total) if self.notation.compares else None


def roll(notation: Notation, faces: Faces) -> Roll:
    """Roll `notation` once with faces taken in the order it is written; `times` is for whoever
    rolls it so often.

    Raises `Impossible` where the faces are given and do not fit the dice. Faces left over are
    not refused here, as more may be rolled with them: see `ByHand.finish`.
    """
    if isinstance(faces, ByHand):
        faces.expect(notation.number_of_dice)
    return fallen(notation, faces.face, entered=faces.entered)


def fallen(notation: Notation, face: Face, *, entered: bool = False) -> Roll:
    """`notation` rolled with `face`, which gives a face for each number of sides it is called
    with."""
    rolled = _rolled(notation.part, face)
    if not rolled.inner:
        return Roll(notation, rolled, rolled.total, rolled.faces, rolled.kept, entered)
    faces: list[int] = []
    kept: list[bool] = []
    _gather(rolled, faces, kept)
    return Roll(notation, rolled, rolled.total, tuple(faces), tuple(kept), entered)


def _gather(rolled: Rolled, faces: list[int], kept: list[bool]) -> None:
    faces += rolled.faces
    kept += rolled.kept
    for inner in rolled.inner:
        _gather(inner, faces, kept)


def _labels(rolled: Rolled) -> Iterator[tuple[str, int]]:
    if isinstance(rolled.part, Labelled):
        yield rolled.part.label, rolled.total
    for inner in rolled.inner:
        yield from _labels(inner)


def _rolled(part: Part, face: Face) -> Rolled:
    match part:
        case Number(value):
            return Rolled(part, value)
        case Dice():
            return _rolled_dice(part, face)
        case TensAndOnes():
            tens, ones = face(6), face(6)
            return Rolled(part, 10 * tens + ones, (tens, ones), (True, True))
        case EventDice(added):
            return _rolled_event(part, tuple([face(6) for _ in range(abs(added) + 1)]))
        case Sum(terms):
            inner = tuple([_rolled(term, face) for _, term in terms])
            total = sum(sign * one.total for (sign, _), one in zip(terms, inner, strict=True))
            return Rolled(part, total, inner=inner)
        case Product(factors):
            inner = tuple([_rolled(factor, face) for factor in factors])
            return Rolled(part, prod(one.total for one in inner), inner=inner)
        case Extreme(way, parts):
            return _rolled_extreme(part, way, [_rolled(one, face) for one in parts])
        case Comparison(left, comparing, right):
            inner = (_rolled(left, face), _rolled(right, face))
            holds = Condition(comparing, inner[1].total).holds(inner[0].total)
            return Rolled(part, int(holds), inner=inner)
        case Labelled(labelled):
            only = _rolled(labelled, face)
            return Rolled(part, only.total, inner=(only,))


def _rolled_event(part: EventDice, faces: tuple[int, ...]) -> Rolled:
    """The highest of positive Event Dice, the lowest of negative (Core Procedures, Event Die)."""
    total = max(faces) if part.added > 0 else min(faces)
    at = faces.index(total)
    return Rolled(part, total, faces, tuple([place == at for place in range(len(faces))]))


def _rolled_extreme(part: Extreme, way: str, inner: list[Rolled]) -> Rolled:
    """The highest or lowest of several; of equal ones the one written first."""
    totals = [one.total for one in inner]
    total = max(totals) if way == "max" else min(totals)
    best = totals.index(total)
    kept = [one if place == best else _unkept(one) for place, one in enumerate(inner)]
    return Rolled(part, total, inner=tuple(kept))


def _unkept(rolled: Rolled) -> Rolled:
    inner = tuple([_unkept(one) for one in rolled.inner])
    return rolled._replace(kept=(False,) * len(rolled.kept), inner=inner)


def _rolled_dice(part: Dice, face: Face) -> Rolled:
    if part.reroll is not None or part.explode is not None:
        return _reckoned(part, *_thrown(part, face))
    sides = part.die
    faces = tuple([face(sides) for _ in range(part.number)])
    if (part.least, part.most, part.picks, part.count) == (None, None, (), None):
        return Rolled(part, sum(faces), faces, (True,) * part.number)
    return _reckoned(part, faces, range(part.number))


def _thrown(part: Dice, face: Face) -> tuple[tuple[int, ...], list[int]]:
    """Every face thrown for dice that are rolled again or explode, and for each the number of the
    die it belongs to with those added to it; -1 for a face that was rolled again."""
    sides = part.die
    again = part.reroll.condition.faces(sides) if part.reroll else range(0)
    more = part.explode.faces(sides) if part.explode else range(0)
    once = part.reroll is not None and part.reroll.once
    faces: list[int] = []
    owners: list[int] = []
    for die in range(part.number):
        while True:
            faces.append(shown := face(sides))
            while shown in again:
                owners.append(-1)
                faces.append(shown := face(sides))
                if once:
                    break
            owners.append(die)
            if shown not in more:
                break
    return tuple(faces), owners


def _reckoned(part: Dice, faces: tuple[int, ...], owners: Sequence[int]) -> Rolled:
    """What the faces of dice come to."""
    values: Sequence[int] = faces
    if part.least is not None or part.most is not None:
        values = [part.valued(face) for face in faces]
    if part.picks:
        counted = _kept_dice(part, values, owners)
        kept = tuple([owner in counted for owner in owners])
    else:
        kept = tuple([owner >= 0 for owner in owners])
    standing = compress(values, kept)
    if part.count is not None:
        return Rolled(part, sum(map(part.count.holds, standing)), faces, kept)
    return Rolled(part, sum(standing), faces, kept)


def _kept_dice(part: Dice, values: Sequence[int], owners: Sequence[int]) -> set[int]:
    """Which dice, by number, are not dropped; of equal ones the one rolled earlier stays."""
    worth = [0] * part.number
    for owner, value in zip(owners, values, strict=True):
        if owner >= 0:
            worth[owner] += value
    lowest, highest = part.dropped
    ranked = sorted(range(part.number), key=worth.__getitem__, reverse=True)
    left = sorted(ranked[: part.number - lowest])
    return set(sorted(left, key=worth.__getitem__)[: len(left) - highest])
