"""Checks, Opposed Checks and Saving Throws (Core Rules)."""

from fractions import Fraction

import pytest

from companion.dice.face_sources import HandFaces, LoadedFaces, Streams
from companion.errant.checks_and_saves import (
    CheckRoll,
    Circumstance,
    Winner,
    compute_dv,
    compute_npc_check_target,
    compute_opposed_odds,
    compute_success_chance,
    decide_opposed_check,
    roll_check,
    roll_fate,
)
from companion.refusal import Impossible

D20 = range(1, 21)
DVS = range(-3, 24)
TARGETS = range(25)


@pytest.mark.parametrize(
    ("face", "success"), [(4, False), (5, True), (11, True), (12, False), (20, False), (1, False)]
)
def test_a_check_is_rolled_above_the_dv_and_at_or_below_the_attribute(
    face: int, success: bool
) -> None:
    rolled = roll_check(11, 4, LoadedFaces([face]))
    assert (rolled.face, rolled.success) == (face, success)


def test_a_dv_of_0_asks_for_no_more_than_the_attribute_and_rolls() -> None:
    assert roll_check(10, 0, LoadedFaces([1])).success
    assert roll_check(10, 0, LoadedFaces([10])).success
    assert not roll_check(10, 0, LoadedFaces([11])).success


def test_a_dv_below_0_succeeds_without_a_roll() -> None:
    rolled = roll_check(0, -1, LoadedFaces([]))
    assert rolled.success
    assert rolled.face is None


def test_a_roll_by_hand_is_known_as_one() -> None:
    assert roll_check(10, 0, HandFaces([7])).entered
    assert not roll_check(10, 0, Streams("x").stream("check")).entered


@pytest.mark.parametrize("dv", DVS)
def test_the_chance_is_what_twenty_faces_give(dv: int) -> None:
    for target in TARGETS:
        won = [face for face in D20 if dv < 0 or (face > dv and face <= target)]
        assert compute_success_chance(target, dv) == Fraction(len(won), 20), target


@pytest.mark.parametrize("dv", DVS)
def test_a_check_succeeds_on_as_many_faces_as_its_chance_says(dv: int) -> None:
    for target in TARGETS:
        won = sum(roll_check(target, dv, LoadedFaces([face])).success for face in D20)
        assert Fraction(won, 20) == compute_success_chance(target, dv), target


def test_helps_and_hindrances_add_up_to_the_dv_even_below_0() -> None:
    helps = (Circumstance("a rope", -2), Circumstance("Corvin pushes too", -4))
    hinders = (Circumstance("rain", 4), Circumstance("Encumbrance", 3))
    assert compute_dv(4) == 4
    assert compute_dv(4, (*helps, *hinders)) == 5
    assert compute_dv(4, helps) == -2


def test_an_npc_rolls_against_threat_and_8() -> None:
    assert [compute_npc_check_target(threat) for threat in (1, 4, 10)] == [9, 12, 18]


def rolled(face: int | None, target: int = 12, dv: int = 2) -> CheckRoll:
    return CheckRoll(target, dv, face, entered=False)


SURE = CheckRoll(5, -2, None, entered=False)


@pytest.mark.parametrize(
    ("one", "other", "winner"),
    [
        (rolled(9), rolled(4), "first"),
        (rolled(4), rolled(9), "second"),
        (rolled(4), rolled(13), "first"),  # higher, but it failed
        (rolled(1), rolled(3), "second"),
        (rolled(13), rolled(20), "both_fail"),
        (rolled(13), rolled(13), "both_fail"),
        (rolled(7), rolled(7, target=18), "tie"),
        (SURE, rolled(13), "first"),
        (rolled(2), SURE, "second"),
        (SURE, rolled(12), "tie"),
        (SURE, SURE, "tie"),
    ],
)
def test_whoever_rolls_higher_while_still_succeeding_wins(
    one: CheckRoll, other: CheckRoll, winner: Winner
) -> None:
    assert decide_opposed_check(one, other) == winner


def test_who_stands_first_makes_no_difference_to_who_wins() -> None:
    turned: dict[Winner, Winner] = {"first": "second", "second": "first"}
    everything = [SURE, *(rolled(face) for face in D20)]
    for one in everything:
        for other in everything:
            winner = decide_opposed_check(one, other)
            assert decide_opposed_check(other, one) == turned.get(winner, winner)


@pytest.mark.parametrize("one", [(13, 0), (9, 2), (20, -1), (0, 0), (14, 20)])
@pytest.mark.parametrize("other", [(14, 0), (9, 0), (11, -3), (1, 8)])
def test_the_odds_of_an_opposed_check_are_those_of_every_pair_of_faces(
    one: tuple[int, int], other: tuple[int, int]
) -> None:
    """Each face by itself: a success counts for its face, a failure for nothing; what needed no
    roll beats a failure and ties with any success."""
    ends = dict.fromkeys(("first", "second", "tie", "both_fail"), Fraction(0))
    for a in range(1, 21):
        for b in range(1, 21):
            first = a if one[1] >= 0 and one[1] < a <= one[0] else 0
            second = b if other[1] >= 0 and other[1] < b <= other[0] else 0
            sure, theirs = one[1] < 0, other[1] < 0
            if (sure and (theirs or second)) or (theirs and first):
                end = "tie"
            elif sure or (not theirs and first > second):
                end = "first"
            elif theirs or second > first:
                end = "second"
            else:
                end = "tie" if first else "both_fail"
            ends[end] += Fraction(1, 400)
    assert compute_opposed_odds(one, other) == ends


def test_it_is_a_d6() -> None:
    assert [roll_fate(LoadedFaces([face])) for face in range(1, 7)] == [1, 2, 3, 4, 5, 6]
    with pytest.raises(Impossible, match="d6"):
        roll_fate(LoadedFaces([7]))


def test_it_takes_one_die() -> None:
    streams = Streams("x")
    roll_fate(streams.stream("fate"))
    assert streams.positions == {"fate": 1}
