"""Rolls beside odds: a chi-square that a right roller passes, and each wrong one here fails."""

from collections import Counter
from collections.abc import Callable
from math import sqrt

import pytest

from companion.dice.face_sources import Faces, Streams
from companion.dice.notation_tree import Notation
from companion.dice.odds import compute_odds
from companion.dice.parser import parse
from companion.dice.rolls import roll

ROLLS = 12_000
FEW = 5
"""Totals expected less often than this are counted together."""
SURPRISING = 4
"""How many standard deviations above its mean a chi-square may lie: once in thousands of tests,
and the seeds never change."""

NOTATIONS = (
    "2d6",
    "4d6kh3",
    "4d6dh1",
    "6d6kl1",
    "5d8dl1dh1",
    "20d6",
    "d66",
    "d%",
    "3d6!",
    "4d6!kh2",
    "5d10!c>=8",
    "3d6r<=2",
    "3d6ro<=2",
    "2d8min3max6",
    "d6*d4-d8",
    "max(d8, 2d4, 3)",
    "event +2",
    "event -2",
    "2d6+1 >= 8",
    "d8 enhance 1",
)


def surprise(rolled_as: Notation, faces: Faces, expected_as: Notation) -> float:
    """How far the chi-square of many rolls lies above its mean, in standard deviations."""
    fallen = Counter(roll(rolled_as, faces).total for _ in range(ROLLS))
    expected = compute_odds(expected_as)
    bins: list[tuple[float, int]] = []
    wanted, got = 0.0, 0
    for total, weight in expected.weights:
        wanted, got = wanted + ROLLS * weight / expected.whole, got + fallen.pop(total, 0)
        if wanted >= FEW:
            bins.append((wanted, got))
            wanted, got = 0.0, 0
    last_wanted, last_got = bins.pop()
    rest = sum(fallen.values())  # totals that the odds do not have, or that are in the remainder
    bins.append((last_wanted + wanted, last_got + got + rest))
    chi_square = sum((got - wanted) ** 2 / wanted for wanted, got in bins)
    freedom = len(bins) - 1
    return (chi_square - freedom) / sqrt(2 * freedom)


@pytest.mark.slow
@pytest.mark.parametrize("text", NOTATIONS)
@pytest.mark.parametrize("seed", ["greenmire", "marsh"])
def test_rolls_fall_as_the_odds_say(text: str, seed: str) -> None:
    notation = parse(text)
    assert surprise(notation, Streams(seed).stream("dice"), notation) < SURPRISING


class Wrong:
    """Faces of a stream, spoilt."""

    entered = False

    def __init__(self, spoilt: Callable[[Faces, int], int]) -> None:
        self._faces = Streams("greenmire").stream("dice")
        self._spoilt = spoilt

    def face(self, sides: int) -> int:
        return self._spoilt(self._faces, sides)


def a_face_too_few(faces: Faces, sides: int) -> int:
    return faces.face(sides - 1)


def a_face_that_comes_more_often(faces: Faces, sides: int) -> int:
    """One roll in twenty comes up highest, whatever it showed."""
    face = faces.face(sides)
    return sides if faces.face(20) == 1 else face


def halved_from_double(faces: Faces, sides: int) -> int:
    """Rounded where it should be cut: the ends come half as often."""
    return max(1, round(faces.face(sides * 10) / 10))


@pytest.mark.slow
@pytest.mark.parametrize("text", ["2d6", "4d6kh3", "20d6", "d66", "d%", "event -2", "3d6r<=2"])
@pytest.mark.parametrize(
    "spoilt", [a_face_too_few, a_face_that_comes_more_often, halved_from_double]
)
def test_wrong_faces_fail_the_same_test(text: str, spoilt: Callable[[Faces, int], int]) -> None:
    notation = parse(text)
    assert surprise(notation, Wrong(spoilt), notation) > SURPRISING


@pytest.mark.slow
@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("4d6kl3", "4d6kh3"),
        ("6d6kl2", "6d6kl1"),
        ("4d6!kh2", "4d6kh2"),
        ("3d6ro<=2", "3d6r<=2"),
        ("3d6r1", "3d6ro1"),
        ("event +1", "event -1"),
        ("d6+d6", "2d6min2"),
        ("19d6+d5", "20d6"),
        ("d8", "d8 enhance 1"),
        ("5d8dl1dh1", "5d8dl2"),
        ("5d10c>=8", "5d10!c>=8"),
        ("2d6+1 > 8", "2d6+1 >= 8"),
    ],
)
def test_a_wrong_roller_fails_the_same_test(wrong: str, right: str) -> None:
    faces = Streams("greenmire").stream("dice")
    assert surprise(parse(wrong), faces, parse(right)) > SURPRISING
