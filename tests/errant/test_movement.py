"""Speed and movement in Initiative Turns (procedures 1.5)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errant.movement import (
    MAX_MOVEMENT_DICE,
    TERRAIN,
    Movement,
    count_movement_dice,
    measure_free_shift,
    measure_movement_roll,
    parse_npc_movements,
)
from companion.errant.packs.slots import compute_person_spd
from companion.refusal import Malformed
from tests.making import errant, laden


@pytest.mark.parametrize(
    ("speed", "dice"),
    [
        *((speed, 0) for speed in range(4)),
        *((speed, 1) for speed in range(4, 8)),
        *((speed, 2) for speed in range(8, 12)),
        *((speed, 3) for speed in range(12, 16)),
        *((speed, 4) for speed in range(16, 20)),
        (20, 5),
        (24, 6),
        (-1, 0),
    ],
)
def test_a_movement_die_for_every_4_of_spd(speed: int, dice: int) -> None:
    assert count_movement_dice(speed) == dice


def test_skill_14_with_encumbrance_3_has_two_dice_and_shifts_20() -> None:
    bree = laden(30, skill=14)  # three quarters of 10 slots
    assert compute_person_spd(bree) == 11
    dice = count_movement_dice(compute_person_spd(bree))
    assert (dice, measure_free_shift(dice)) == (2, 20)
    assert measure_movement_roll((3, 4)) == 70
    assert measure_movement_roll((3, 4), terrain=2) == 50


def test_without_dice_an_action_moves_10_and_there_is_no_shift() -> None:
    assert count_movement_dice(compute_person_spd(errant(skill=3))) == 0
    assert measure_movement_roll(()) == 10
    assert measure_movement_roll((), terrain=1) == 0
    assert measure_free_shift(0) == 0


@given(st.lists(st.integers(1, 4), max_size=MAX_MOVEMENT_DICE), st.integers(0, 40))
def test_terrain_is_taken_once_and_never_below_0(faces: list[int], terrain: int) -> None:
    gone = measure_movement_roll(tuple(faces), terrain)
    assert gone % 10 == 0
    assert gone == max(0, measure_movement_roll(tuple(faces)) - 10 * terrain)
    assert measure_free_shift(len(faces), terrain) <= gone or not faces


@given(st.integers(0, 200), st.integers(0, 200))
def test_who_is_faster_has_no_fewer_dice(one: int, other: int) -> None:
    slow, fast = sorted((one, other))
    assert count_movement_dice(slow) <= count_movement_dice(fast) <= MAX_MOVEMENT_DICE


@pytest.mark.parametrize(
    ("written", "movements"),
    [
        ("1", (Movement(1, ""),)),
        ("2/4", (Movement(2, ""), Movement(4, ""))),
        ("1/3 fly", (Movement(1, ""), Movement(3, "fly"))),
        ("1/4 Fly", (Movement(1, ""), Movement(4, "fly"))),
        ("2 levitates", (Movement(2, "levitates"),)),
        ("99", (Movement(MAX_MOVEMENT_DICE, ""),)),
    ],
)
def test_the_mv_of_npcs_is_read(written: str, movements: tuple[Movement, ...]) -> None:
    assert parse_npc_movements(written) == movements


@pytest.mark.parametrize("written", ["", "fast", "1/2/3", "-1", "1/", "2 d4"])
def test_what_is_no_mv_is_refused(written: str) -> None:
    with pytest.raises(Malformed):
        parse_npc_movements(written)


@pytest.mark.parametrize(
    ("word", "rating"),
    [("muddy", 1), ("rocks", 2), ("stones", 3), ("water", 4), ("swimming", 5), ("molasses", 6)],
)
def test_difficult_terrain_takes_its_rating_times_10(word: str, rating: int) -> None:
    """1.5: from a movement roll and from a shift alike (R11)."""
    assert TERRAIN[word] == rating
    assert measure_movement_roll((4, 4, 4), TERRAIN[word]) == 120 - 10 * rating
    assert measure_free_shift(5, TERRAIN[word]) == max(0, 50 - 10 * rating)
