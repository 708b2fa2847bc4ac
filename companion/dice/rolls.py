"""Rolls that keep their faces, so that a view can show how a total came to be."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, compress
from math import prod
from typing import NamedTuple, TypeAlias, TypeVar

from companion.dice.faces import Faces, HandFaces, Stream
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

RollFace: TypeAlias = Callable[[int], int]


class RolledPart(NamedTuple):
    """One part as it fell.

    `faces` are the part's own, every die thrown in the order rolled, and `kept` whether each
    counted: dropped ones did not, nor those that were rolled again, nor any of a part that another
    beat in `max(…)` or `min(…)`. Parts made of others have no faces; theirs are in `inner`.
    """

    part: Part
    total: int
    faces: tuple[int, ...] = ()
    kept: tuple[bool, ...] = ()
    inner: tuple["RolledPart", ...] = ()


class Roll(NamedTuple):
    """A notation as it fell, once; `entered` is true where it was rolled by hand.

    `faces` and `kept` are those of every part, in the order rolled.
    """

    notation: Notation
    root: RolledPart
    total: int
    faces: tuple[int, ...]
    kept: tuple[bool, ...]
    entered: bool

    @property
    def labels(self) -> tuple[tuple[str, int], ...]:
        """What each part with a label came to, in the order written."""
        return tuple(_find_labels(self.root))

    @property
    def success(self) -> bool | None:
        """Whether the comparison of totals holds; None where none is compared."""
        return bool(self.total) if self.notation.is_comparison else None


def roll(notation: Notation, faces: Faces) -> Roll:
    """Roll `notation` once with faces taken in the order it is written; `times` is for whoever
    rolls it so often.

    Raises `Impossible` where the faces are given and do not fit the dice. Faces left over are
    not refused here, as more may be rolled with them: see `ByHand.finish`.
    """
    if isinstance(faces, HandFaces):
        faces.expect(notation.dice_count)
    return roll_with(notation, faces.face, entered=faces.entered)


def roll_with(notation: Notation, face: RollFace, *, entered: bool = False) -> Roll:
    """`notation` rolled with `face`, which gives a face for each number of sides it is called
    with."""
    rolled = _roll_part(notation.part, face)
    if not rolled.inner:
        return Roll(notation, rolled, rolled.total, rolled.faces, rolled.kept, entered)
    faces: list[int] = []
    kept: list[bool] = []
    _gather_faces(rolled, faces, kept)
    return Roll(notation, rolled, rolled.total, tuple(faces), tuple(kept), entered)


def _gather_faces(rolled: RolledPart, faces: list[int], kept: list[bool]) -> None:
    faces += rolled.faces
    kept += rolled.kept
    for inner in rolled.inner:
        _gather_faces(inner, faces, kept)


def _find_labels(rolled: RolledPart) -> Iterator[tuple[str, int]]:
    if isinstance(rolled.part, Labelled):
        yield rolled.part.label, rolled.total
    for inner in rolled.inner:
        yield from _find_labels(inner)


def _roll_part(part: Part, face: RollFace) -> RolledPart:
    match part:
        case Number(value):
            return RolledPart(part, value)
        case Dice():
            return _roll_dice(part, face)
        case TensAndOnes():
            tens, ones = face(6), face(6)
            return RolledPart(part, 10 * tens + ones, (tens, ones), (True, True))
        case EventDice(added):
            return _roll_event_dice(part, tuple([face(6) for _ in range(abs(added) + 1)]))
        case Sum(terms):
            inner = tuple([_roll_part(term, face) for _, term in terms])
            total = sum(sign * one.total for (sign, _), one in zip(terms, inner, strict=True))
            return RolledPart(part, total, inner=inner)
        case Product(factors):
            inner = tuple([_roll_part(factor, face) for factor in factors])
            return RolledPart(part, prod(one.total for one in inner), inner=inner)
        case Extreme(way, parts):
            return _roll_extreme(part, way, [_roll_part(one, face) for one in parts])
        case Comparison(left, comparing, right):
            inner = (_roll_part(left, face), _roll_part(right, face))
            holds = Condition(comparing, inner[1].total).is_met_by(inner[0].total)
            return RolledPart(part, int(holds), inner=inner)
        case Labelled(labelled):
            only = _roll_part(labelled, face)
            return RolledPart(part, only.total, inner=(only,))


def _roll_event_dice(part: EventDice, faces: tuple[int, ...]) -> RolledPart:
    """The highest of positive Event Dice, the lowest of negative (Core Procedures, Event Die)."""
    total = max(faces) if part.added > 0 else min(faces)
    at = faces.index(total)
    return RolledPart(part, total, faces, tuple([place == at for place in range(len(faces))]))


def _roll_extreme(part: Extreme, way: str, inner: list[RolledPart]) -> RolledPart:
    """The highest or lowest of several; of equal ones the one written first."""
    totals = [one.total for one in inner]
    total = max(totals) if way == "max" else min(totals)
    best = totals.index(total)
    kept = [one if place == best else _drop_part(one) for place, one in enumerate(inner)]
    return RolledPart(part, total, inner=tuple(kept))


def _drop_part(rolled: RolledPart) -> RolledPart:
    inner = tuple([_drop_part(one) for one in rolled.inner])
    return rolled._replace(kept=(False,) * len(rolled.kept), inner=inner)


def _roll_dice(part: Dice, face: RollFace) -> RolledPart:
    if part.reroll is not None or part.explode is not None:
        return _score_dice(part, *_throw_dice(part, face))
    sides = part.final_sides
    faces = tuple([face(sides) for _ in range(part.number)])
    if (part.least, part.most, part.picks, part.count) == (None, None, (), None):
        return RolledPart(part, sum(faces), faces, (True,) * part.number)
    return _score_dice(part, faces, range(part.number))


def _throw_dice(part: Dice, face: RollFace) -> tuple[tuple[int, ...], list[int]]:
    """Every face thrown for dice that are rolled again or explode, and for each the number of the
    die it belongs to with those added to it; -1 for a face that was rolled again."""
    sides = part.final_sides
    again = part.reroll.condition.list_faces(sides) if part.reroll else range(0)
    more = part.explode.list_faces(sides) if part.explode else range(0)
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


def _score_dice(part: Dice, faces: tuple[int, ...], owners: Sequence[int]) -> RolledPart:
    """What the faces of dice come to."""
    values: Sequence[int] = faces
    if part.least is not None or part.most is not None:
        values = [part.clamp_face(face) for face in faces]
    if part.picks:
        counted = _find_kept_dice(part, values, owners)
        kept = tuple([owner in counted for owner in owners])
    else:
        kept = tuple([owner >= 0 for owner in owners])
    standing = compress(values, kept)
    if part.count is not None:
        return RolledPart(part, sum(map(part.count.is_met_by, standing)), faces, kept)
    return RolledPart(part, sum(standing), faces, kept)


def _find_kept_dice(part: Dice, values: Sequence[int], owners: Sequence[int]) -> set[int]:
    """Which dice, by number, are not dropped; of equal ones the one rolled earlier stays."""
    worth = [0] * part.number
    for owner, value in zip(owners, values, strict=True):
        if owner >= 0:
            worth[owner] += value
    lowest, highest = part.drop_counts
    ranked = sorted(range(part.number), key=worth.__getitem__, reverse=True)
    left = sorted(ranked[: part.number - lowest])
    return set(sorted(left, key=worth.__getitem__)[: len(left) - highest])


Output = TypeVar("Output")

MAX_REMEMBERED = 10_000
"""Of so many different rolls, or fewer, each is worked out once and then remembered."""
FACES_AT_ONCE = 4_096


def roll_many(notation: Notation, faces: Faces, times: int) -> Iterator[Roll]:
    """So many rolls, the very same that `roll` would give one by one.

    A stream gives its faces some thousands at a time: one that is left before the last roll stands
    up to `FACES_AT_ONCE` faces further than the rolls that were taken. After the last it stands
    where rolling one by one leaves it.
    """
    return map_rolls(notation, faces, times, _keep_roll)


def map_rolls(
    notation: Notation, faces: Faces, times: int, tell: Callable[[Roll], Output]
) -> Iterator[Output]:
    """So many rolls, each as `tell` makes of it; equal rolls are told once and remembered, so
    `tell` is a pure function. The faces are taken as `rolls` takes them."""
    dice = notation.thrown_sides
    if not dice or not isinstance(faces, Stream):
        return (tell(roll(notation, faces)) for _ in range(times))
    return chain.from_iterable(_map_in_batches(notation, dice, faces, times, tell))


def _map_in_batches(
    notation: Notation,
    dice: tuple[int, ...],
    stream: Stream,
    times: int,
    tell: Callable[[Roll], Output],
) -> Iterator[Iterable[Output]]:
    """What is told of all rolls of these dice, some thousands of faces at a time."""
    by_faces = _OutputCache(notation, tell).__getitem__ if prod(dice) <= MAX_REMEMBERED else None
    sides = tuple(map(float, dice))  # spares the stream turning each into a float
    at_once = max(1, FACES_AT_ONCE // len(dice))
    for begun in range(0, times, at_once):
        number = min(at_once, times - begun)
        faces = iter(stream.draw_faces(sides * number))
        if by_faces:
            yield map(by_faces, zip(*[faces] * len(dice), strict=True))
        else:
            yield (tell(_roll_faces(notation, faces)) for _ in range(number))


class _OutputCache(dict[tuple[int, ...], Output]):
    """What is told of a roll, by its faces; worked out when it is first asked for."""

    def __init__(self, notation: Notation, tell: Callable[[Roll], Output]) -> None:
        super().__init__()
        self._notation = notation
        self._tell = tell

    def __missing__(self, faces: tuple[int, ...]) -> Output:
        told = self[faces] = self._tell(_roll_faces(self._notation, iter(faces)))
        return told


def _roll_faces(notation: Notation, faces: Iterator[int]) -> Roll:
    return roll_with(notation, lambda _: next(faces))


def _keep_roll(rolled: Roll) -> Roll:
    return rolled
