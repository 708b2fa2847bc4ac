"""Every way in which dice may fall: faces in the order rolled, gone through plainly."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import prod

from companion.dice.dice_of_one_kind import Dice
from companion.dice.notation_tree import (
    Comparison,
    EventDice,
    Extreme,
    Labelled,
    Part,
    Product,
    Sum,
    TensAndOnes,
)

DEPTH = 2
"""How often a die explodes at most where every sequence is gone through."""

Sequence = tuple[tuple[int, ...], Fraction]
"""Faces in the order rolled, and how likely they are."""


def one_after_another(several: list[list[Sequence]]) -> list[Sequence]:
    """Every way in which all of several fall, in order."""
    together = []
    for each in product(*several):
        faces = tuple(face for one, _ in each for face in one)
        together.append((faces, prod((chance for _, chance in each), start=Fraction(1))))
    return together


def one_die(dice: Dice, explosions: int = DEPTH) -> Iterator[Sequence]:
    """Every way in which one die falls that explodes no more than so often."""
    again = [
        f
        for f in range(1, dice.final_sides + 1)
        if dice.reroll and dice.reroll.condition.is_met_by(f)
    ]
    stay = [face for face in range(1, dice.final_sides + 1) if face not in again]
    shown: list[Sequence]
    if dice.reroll and dice.reroll.once:
        shown = [((face,), Fraction(1, dice.final_sides)) for face in stay]
        twice = product(again, range(1, dice.final_sides + 1))
        shown += [(faces, Fraction(1, dice.final_sides**2)) for faces in twice]
    else:
        shown = [((face,), Fraction(1, len(stay))) for face in stay]
    for faces, chance in shown:
        if dice.explode is None or not dice.explode.is_met_by(faces[-1]):
            yield faces, chance
        elif explosions:
            for more, of_those in one_die(dice, explosions - 1):
                yield faces + more, chance * of_those


def parts_of(part: Part) -> list[Part]:
    match part:
        case Sum():
            return [term for _, term in part.terms]
        case Product():
            return list(part.factors)
        case Extreme():
            return list(part.parts)
        case Comparison():
            return [part.left, part.right]
        case Labelled():
            return [part.part]
    return []


def thrown(part: Part) -> list[list[Sequence]]:
    """For each die in the order thrown, every way in which it may fall."""
    match part:
        case Dice():
            return [list(one_die(part))] * part.number
        case EventDice():
            return [list(one_die(Dice(1, 6)))] * (1 + abs(part.added))
        case TensAndOnes():
            return [list(one_die(Dice(1, 6)))] * 2
    return [die for each in parts_of(part) for die in thrown(each)]


def how_many(part: Part) -> int:
    """How many sequences of faces a part may take."""
    return prod(map(len, thrown(part)))


def every_way(part: Part) -> list[Sequence]:
    """Every sequence of faces that a part may take."""
    return one_after_another(thrown(part))
