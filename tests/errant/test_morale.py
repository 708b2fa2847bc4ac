"""Morale (Initiative Turns, Morale)."""

from itertools import product

import pytest

from companion.dice.faces import HandFaces, LoadedFaces
from companion.errant.reaction import roll_morale


@pytest.mark.parametrize("morale", range(2, 13))
def test_higher_than_morale_and_they_run(morale: int) -> None:
    for one, other in product(range(1, 7), repeat=2):
        roll = roll_morale(morale, LoadedFaces([one, other]))
        assert roll.is_steady is not (one + other > morale)
        assert (roll.faces, roll.total) == ((one, other), one + other)


def test_goblins_of_morale_7_break_on_8() -> None:
    assert roll_morale(7, LoadedFaces([4, 3])).is_steady
    assert not roll_morale(7, LoadedFaces([4, 4])).is_steady


def test_a_penalty_makes_it_worse() -> None:
    roll = roll_morale(8, HandFaces([4, 3]), penalty=2)
    assert (roll.total, roll.is_steady, roll.entered) == (9, False, True)
