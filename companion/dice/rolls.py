"""Rolls that keep their faces, so that a view can show how a total came about."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, compress
from math import prod
from typing import NamedTuple, TypeAlias, TypeVar

from companion.dice.dice_of_one_kind import Condition, Dice
from companion.dice.face_sources import Faces, HandFaces, Stream
from companion.dice.notation_tree import (
    Comparison,
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
    """One part after the roll.

    `faces` are all faces of the part's own dice, in the order rolled. `kept` says of each whether
    it counts: not if it was dropped or rolled again, nor if another part won in `max` or `min`.
    A part made of others has no faces of its own; theirs are in `inner`.
    """

    part: Part
    total: int
    faces: tuple[int, ...] = ()
    kept: tuple[bool, ...] = ()
    inner: tuple["RolledPart", ...] = ()


class Roll(NamedTuple):
    """One roll of a notation; `entered` is true if it was rolled by hand.

    `faces` and `kept` are those of all parts, in the order rolled.
    """

    notation: Notation
    root: RolledPart
    total: int
    faces: tuple[int, ...]
    kept: tuple[bool, ...]
    entered: bool

    @property
    def totals_by_label(self) -> tuple[tuple[str, int], ...]:
        """The total of each part with a label, in the order written."""
        return tuple(_find_label_totals(self.root))

    @property
    def success(self) -> bool | None:
        """Whether the comparison holds; None if nothing is compared."""
        return bool(self.total) if self.notation.is_comparison else None


def roll(notation: Notation, faces: Faces) -> Roll:
    """Roll `notation` once, taking faces in the order it is written; `times` is ignored.

    Raises Impossible if typed faces do not fit the dice. Faces left over are not refused here, as
    more may be rolled with them: see `HandFaces.require_no_faces_left`.
    """
    if isinstance(faces, HandFaces):
        faces.require_faces_for(notation.dice_count)
    return _roll_notation_with(notation, faces.face, entered=faces.entered)


def _roll_notation_with(notation: Notation, face: RollFace, *, entered: bool = False) -> Roll:
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


def _find_label_totals(rolled: RolledPart) -> Iterator[tuple[str, int]]:
    if isinstance(rolled.part, Labelled):
        yield rolled.part.label, rolled.total
    for inner in rolled.inner:
        yield from _find_label_totals(inner)


def _roll_part(part: Part, face: RollFace) -> RolledPart:
    """Roll a part of a notation with everything inside it."""
    match part:
        case Number(value):
            return RolledPart(part, value)
        case Dice():
            return _roll_dice(part, face)
        case TensAndOnes():
            tens, ones = face(6), face(6)
            return RolledPart(part, 10 * tens + ones, (tens, ones), (True, True))
        case EventDice():
            return _roll_dice(part.dice, face)._replace(part=part)
        case Sum(terms):
            inner = tuple([_roll_part(term, face) for _, term in terms])
            total = sum(sign * one.total for (sign, _), one in zip(terms, inner, strict=True))
            return RolledPart(part, total, inner=inner)
        case Product(factors):
            inner = tuple([_roll_part(factor, face) for factor in factors])
            return RolledPart(part, prod(one.total for one in inner), inner=inner)
        case Extreme(way, parts):  # of equal ones the first counts
            rolled = [_roll_part(one, face) for one in parts]
            best = (max if way == "max" else min)(rolled, key=lambda one: one.total)
            inner = tuple([one if one is best else _mark_part_dropped(one) for one in rolled])
            return RolledPart(part, best.total, inner=inner)
        case Comparison(left, comparator, right):
            inner = (_roll_part(left, face), _roll_part(right, face))
            holds = Condition(comparator, inner[1].total).is_met_by(inner[0].total)
            return RolledPart(part, int(holds), inner=inner)
        case Labelled(labelled):
            only = _roll_part(labelled, face)
            return RolledPart(part, only.total, inner=(only,))


def _mark_part_dropped(rolled: RolledPart) -> RolledPart:
    inner = tuple([_mark_part_dropped(one) for one in rolled.inner])
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
    """Every face of dice that are rolled again or explode, and of each the number of the die that
    owns it; -1 for a face that was rolled again. A die owns those that it adds."""
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
    """The thrown faces with those kept, and their total, or how many of them count."""
    values: Sequence[int] = faces
    if part.least is not None or part.most is not None:
        values = [part.clamp_face(face) for face in faces]
    if part.picks:
        counted = _find_kept_dice(part, values, owners)
        kept = tuple([owner in counted for owner in owners])
    else:
        kept = tuple([owner >= 0 for owner in owners])
    counting = compress(values, kept)
    if part.count is not None:
        return RolledPart(part, sum(map(part.count.is_met_by, counting)), faces, kept)
    return RolledPart(part, sum(counting), faces, kept)


def _find_kept_dice(part: Dice, values: Sequence[int], owners: Sequence[int]) -> set[int]:
    """The numbers of the dice that are not dropped; of equal ones the earlier stays."""
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
"""If there are at most so many different rolls, each is rendered once and remembered."""
FACES_AT_ONCE = 4_096


def roll_many(notation: Notation, faces: Faces, times: int) -> Iterator[Roll]:
    """Roll a notation many times: the rolls that `roll` would give one by one.

    Faces are taken from a stream some thousands at a time: before the last roll its position may be
    up to `FACES_AT_ONCE` faces ahead, and after it is the same as rolling one by one leaves.
    """
    return map_rolls(notation, faces, times, lambda each: each)


def map_rolls(
    notation: Notation, faces: Faces, times: int, render: Callable[[Roll], Output]
) -> Iterator[Output]:
    """The result of `render` for each of many rolls. Equal rolls may share one result, so `render`
    has to be a pure function. Faces are taken as `roll_many` takes them."""
    dice = notation.sides_of_each_die
    if not dice or not isinstance(faces, Stream):
        return (render(roll(notation, faces)) for _ in range(times))
    return chain.from_iterable(_map_in_batches(notation, dice, faces, times, render))


def _map_in_batches(
    notation: Notation,
    dice: tuple[int, ...],
    stream: Stream,
    times: int,
    render: Callable[[Roll], Output],
) -> Iterator[Iterable[Output]]:
    by_faces = _OutputCache(notation, render).__getitem__ if prod(dice) <= MAX_REMEMBERED else None
    sides = tuple(map(float, dice))  # spares the stream turning each into a float
    at_once = max(1, FACES_AT_ONCE // len(dice))
    for begun in range(0, times, at_once):
        number = min(at_once, times - begun)
        faces = iter(stream.faces(sides * number))
        if by_faces:
            yield map(by_faces, zip(*[faces] * len(dice), strict=True))
        else:
            yield (render(_roll_from_drawn_faces(notation, faces)) for _ in range(number))


class _OutputCache(dict[tuple[int, ...], Output]):
    """The result for each roll, by its faces."""

    def __init__(self, notation: Notation, render: Callable[[Roll], Output]) -> None:
        super().__init__()
        self._notation = notation
        self._render = render

    def __missing__(self, faces: tuple[int, ...]) -> Output:
        output = self[faces] = self._render(_roll_from_drawn_faces(self._notation, iter(faces)))
        return output


def _roll_from_drawn_faces(notation: Notation, faces: Iterator[int]) -> Roll:
    return _roll_notation_with(notation, lambda _: next(faces))
