"""A second roller, as plain as can be, to compare the first with."""

import operator
from collections.abc import Callable, Iterator
from typing import NamedTuple

from companion.dice.dice_of_one_kind import Dice
from companion.dice.face_sources import Faces
from companion.dice.notation_tree import (
    Comparison,
    EventDice,
    Extreme,
    Labelled,
    Number,
    Part,
    Product,
    Sum,
    TensAndOnes,
)

COMPARED: dict[str, Callable[[int, int], bool]] = {
    "=": operator.eq,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}


class Recording:
    """Passes on the faces of another source and remembers them, and which dice asked."""

    entered = False

    def __init__(self, source: Faces) -> None:
        self.source = source
        self.faces: list[int] = []
        self.sides: list[int] = []

    def face(self, sides: int) -> int:
        self.faces.append(self.source.face(sides))
        self.sides.append(sides)
        return self.faces[-1]


class Fallen(NamedTuple):
    """What a part came to: its total, and whether each face in turn counted."""

    total: int
    kept: list[bool]


class OneDie:
    """A die with those it added: where its faces lie, and what they are worth together."""

    def __init__(self) -> None:
        self.places: list[int] = []
        self.values: list[int] = []


def fallen(part: Part, faces: Iterator[int]) -> Fallen:
    """`part` rolled with the next of `faces`."""
    if isinstance(part, Number):
        return Fallen(part.value, [])
    if isinstance(part, TensAndOnes):
        return Fallen(int(f"{next(faces)}{next(faces)}"), [True, True])
    if isinstance(part, EventDice):
        return event(part, faces)
    if isinstance(part, Dice):
        return dice(part, faces)
    if isinstance(part, Labelled):
        return fallen(part.part, faces)
    if isinstance(part, Comparison):
        left, right = fallen(part.left, faces), fallen(part.right, faces)
        holds = COMPARED[part.comparator](left.total, right.total)
        return Fallen(int(holds), left.kept + right.kept)
    if isinstance(part, Sum):
        terms = [(sign, fallen(term, faces)) for sign, term in part.terms]
        kept = [kept for _, term in terms for kept in term.kept]
        return Fallen(sum(sign * term.total for sign, term in terms), kept)
    several = [
        fallen(one, faces) for one in (part.factors if isinstance(part, Product) else part.parts)
    ]
    if isinstance(part, Extreme):
        return extreme(part, several)
    total = 1
    for factor in several:
        total *= factor.total
    return Fallen(total, [kept for factor in several for kept in factor.kept])


def extreme(part: Extreme, several: list[Fallen]) -> Fallen:
    best = several[0]
    for one in several[1:]:
        if (one.total > best.total) if part.way == "max" else (one.total < best.total):
            best = one
    return Fallen(best.total, [kept and one is best for one in several for kept in one.kept])


def event(part: EventDice, faces: Iterator[int]) -> Fallen:
    shown = [next(faces) for _ in range(1 + abs(part.added))]
    best = sorted(shown)[-1 if part.added > 0 else 0]
    kept = [False] * len(shown)
    kept[shown.index(best)] = True
    return Fallen(best, kept)


def dice(part: Dice, faces: Iterator[int]) -> Fallen:
    together: list[OneDie] = []
    place = 0
    for _ in range(part.number):
        die = OneDie()
        together.append(die)
        rolled_again = False
        while True:
            face = next(faces)
            place += 1
            rolls_again = part.reroll is not None and part.reroll.condition.is_met_by(face)
            if rolls_again and part.reroll and not (part.reroll.once and rolled_again):
                rolled_again = True
                continue
            rolled_again = False
            die.places.append(place - 1)
            value = face
            if part.least is not None and value < part.least:
                value = part.least
            if part.most is not None and value > part.most:
                value = part.most
            die.values.append(value)
            if part.explode is None or not part.explode.is_met_by(face):
                break
    standing = left(part, together)
    kept = [any(at in die.places for die in standing) for at in range(place)]
    values = [value for die in standing for value in die.values]
    if part.count is not None:
        return Fallen(len([value for value in values if part.count.is_met_by(value)]), kept)
    return Fallen(sum(values), kept)


def left(part: Dice, together: list[OneDie]) -> list[OneDie]:
    """Throw dice away one at a time, the worst and of equals the latest, until enough are left."""
    standing = list(together)
    for way, number in part.picks:
        away = number if way[0] == "d" else len(together) - number
        for _ in range(away):
            sums = [sum(die.values) for die in standing]
            worst = min(sums) if way in ("kh", "dl") else max(sums)
            del standing[max(at for at, worth in enumerate(sums) if worth == worst)]
    return standing
