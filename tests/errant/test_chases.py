"""Chases: what the movement rolls of both sides mean (procedures 1.18)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errant.chases import Faces, Role, break_chase_tie, has_two_fours, judge_chase_turn
from companion.errant.checks_and_saves import CheckRoll
from companion.errant.movement import count_movement_dice

ROLLS = st.lists(st.integers(1, 4), max_size=6).map(tuple)


@pytest.mark.parametrize(
    ("fugitives", "pursuers", "lucky", "may_act", "shared", "lagging"),
    [
        ((3, 4), (2, 3), (), (), (3,), "pursuers"),
        ((4, 4), (2, 2), ("fugitives",), ("pursuers",), (), None),
        ((2, 2), (1, 3), (), ("fugitives",), (), None),
        ((4, 1, 4), (3, 3, 3), ("fugitives",), ("pursuers",), (), None),
        ((4, 4), (4, 4), ("fugitives", "pursuers"), (), (4,), None),
        ((1,), (4,), (), (), (), "fugitives"),
        ((), (1,), (), (), (), "fugitives"),
        ((), (), (), (), (), None),
        ((3, 3), (3, 3), (), ("fugitives", "pursuers"), (3,), None),
    ],
)
def test_what_a_turn_of_a_chase_comes_to(
    fugitives: Faces,
    pursuers: Faces,
    lucky: tuple[Role, ...],
    may_act: tuple[Role, ...],
    shared: Faces,
    lagging: Role | None,
) -> None:
    assert judge_chase_turn(fugitives, pursuers) == (lucky, may_act, shared, lagging)


@pytest.mark.parametrize(
    ("fugitives", "pursuers", "winner"),
    [((3, 4), (1, 2), "fugitives"), ((1,), (2,), "pursuers"), ((2, 2), (1, 3), None)],
)
def test_if_both_are_lucky_the_higher_roll_has_it(
    fugitives: Faces, pursuers: Faces, winner: Role | None
) -> None:
    assert break_chase_tie(fugitives, pursuers) == winner


def test_one_die_is_lucky_only_in_a_sprint() -> None:
    assert not any(has_two_fours((face,)) for face in range(1, 5))
    assert has_two_fours((4, 4))


def test_a_sprint_doubles_the_dice() -> None:
    sprint = CheckRoll(target=11, dv=2, face=3, entered=False)
    assert sprint.success
    assert 2 * count_movement_dice(4) == 2


@given(ROLLS, ROLLS)
def test_both_sides_are_judged_alike(one: Faces, other: Faces) -> None:
    there, back = judge_chase_turn(one, other), judge_chase_turn(other, one)
    swap: dict[Role | None, Role | None] = {
        "fugitives": "pursuers",
        "pursuers": "fugitives",
        None: None,
    }
    assert {swap[role] for role in there.lucky} == set(back.lucky)
    assert {swap[role] for role in there.may_act} == set(back.may_act)
    assert swap[there.lagging] == back.lagging
    assert there.shared == back.shared


@given(ROLLS, ROLLS)
def test_the_side_with_the_lower_total_lags(one: Faces, other: Faces) -> None:
    lagging = judge_chase_turn(one, other).lagging
    if lagging == "fugitives":
        assert sum(one) < sum(other)
    elif lagging is None:
        assert sum(one) == sum(other) or has_two_fours(one) or has_two_fours(other)
