"""The Event Die (Core Procedures, Event Die; readings, Event Die)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.dice.face_sources import HandFaces, LoadedFaces, Streams
from companion.errant.turns.event_die import (
    Modifier,
    compute_net_event_dice,
    find_event_die_result,
    list_company_modifiers,
    roll_event_dice,
)
from companion.errant.turns.turns import TurnType
from companion.refusal import Impossible
from tests.making import animal, errant, laden

TRAVEL = ["encounter", "rest", "deplete", "local_effect", "encounter_sign", "free"]
EXPLORATION = ["encounter", "rest", "burn", "local_effect", "encounter_sign", "free"]
DOWNTIME = ["encounter", "complication", "expiration", "trend", "intimation", "free"]


def by_hand(*dice: int) -> tuple[Modifier, ...]:
    return tuple(Modifier("by hand", d) for d in dice)


@pytest.mark.parametrize(
    ("turn_type", "results"),
    [("travel", TRAVEL), ("exploration", EXPLORATION), ("downtime", DOWNTIME)],
)
def test_the_results_for_the_event_die_are_specific_for_each_turn_type(
    turn_type: TurnType, results: list[str]
) -> None:
    assert [find_event_die_result(turn_type, face) for face in range(1, 7)] == results


def test_initiative_turns_roll_no_event_die() -> None:
    with pytest.raises(Impossible, match="no Event Die"):
        roll_event_dice("initiative", (), LoadedFaces([3]))


@pytest.mark.parametrize("face", [-1, 0, 7])
def test_a_face_no_d6_has_is_refused(face: int) -> None:
    with pytest.raises(Impossible, match=f"no {face}"):
        find_event_die_result("travel", face)
    with pytest.raises(Impossible, match=f"no {face}"):
        roll_event_dice("travel", (), LoadedFaces([]), kept_face=face)


def test_without_event_dice_added_the_event_die_is_one_d6() -> None:
    rolled = roll_event_dice("exploration", (), LoadedFaces([3]))
    assert (rolled.faces, rolled.face, rolled.result) == ((3,), 3, "burn")


@pytest.mark.parametrize(
    ("added", "faces", "kept"),
    [
        ((1,), (2, 5), 5),
        ((-1,), (2, 5), 2),
        ((2,), (4, 1, 3), 4),
        ((-1, -1), (4, 1, 3), 1),
        ((2, -1), (2, 5), 5),
        ((1, -3), (6, 2, 5), 2),
        ((1, -1), (5,), 5),
        ((-2, 2), (1,), 1),
    ],
)
def test_positive_dice_keep_the_highest_negative_the_lowest(
    added: tuple[int, ...], faces: tuple[int, ...], kept: int
) -> None:
    rolled = roll_event_dice("travel", by_hand(*added), LoadedFaces(faces))
    assert (rolled.faces, rolled.face) == (faces, kept)


@given(st.lists(st.integers(-4, 4), max_size=6), st.text("abc", max_size=5))
def test_net_dice_and_one_are_rolled_and_the_highest_or_lowest_kept(
    added: list[int], seed: str
) -> None:
    rolled = roll_event_dice("travel", by_hand(*added), Streams(seed).stream("event"))
    total = sum(added)
    assert len(rolled.faces) == abs(total) + 1
    in_order = sorted(rolled.faces)
    assert rolled.face == in_order[-1 if total > 0 else 0]
    assert rolled.positive_dice - rolled.negative_dice == total
    assert rolled.result == TRAVEL[rolled.face - 1]
    naive = Streams(seed).stream("event")
    assert rolled.faces == tuple(naive.face(6) for _ in rolled.faces)


def test_a_roll_tells_its_dice_before_they_cancel() -> None:
    rolled = roll_event_dice("travel", by_hand(1, -2, -1, 1), LoadedFaces([4, 6]))
    assert (rolled.positive_dice, rolled.negative_dice) == (2, 3)


@pytest.mark.parametrize("dice", [101, -101])
def test_more_event_dice_than_a_table_can_roll_are_refused(dice: int) -> None:
    with pytest.raises(Impossible, match="101 extra Event Dice"):
        compute_net_event_dice(by_hand(dice))


@pytest.mark.parametrize("turn_type", ["travel", "exploration"])
def test_each_member_with_encumbrance_above_4_adds_a_negative_die(turn_type: TurnType) -> None:
    company = (
        laden(4 * 12, "Four", phys=12),
        laden(4 * 13, "Five", phys=12),
        laden(4 * 20, "Helpless", phys=12),
        laden(4 * 13, "Porter", phys=12, kind="retainer"),
    )
    found = list_company_modifiers(company, turn_type, 0)
    assert [m.dice for m in found] == [-1, -1, -1]
    assert [m.reason.split("'")[0] for m in found] == ["Five", "Helpless", "Porter"]


@pytest.mark.parametrize("turn_type", ["downtime", "initiative"])
def test_in_downtime_turns_encumbrance_and_rest_add_none(turn_type: TurnType) -> None:
    assert list_company_modifiers((laden(4 * 20, phys=12),), turn_type, 1) == []


def test_those_away_dead_or_animals_add_no_event_die() -> None:
    company = (
        laden(60, "Away", phys=12, away=True),
        laden(60, "Dead", phys=12, exhaustion=12),
        animal("Tansy", *laden(400).items),
    )
    assert list_company_modifiers(company, "travel", 0) == []


@pytest.mark.parametrize("turn_type", ["travel", "exploration"])
def test_a_rest_adds_a_negative_die_to_the_next_event_die(turn_type: TurnType) -> None:
    assert list_company_modifiers((errant(),), turn_type, 1) == [Modifier("Rest", -1)]


def test_result_5_in_a_travel_turn_counts_as_1_while_unguarded() -> None:
    rolled = roll_event_dice("travel", (), LoadedFaces([5]), unguarded=True)
    assert (rolled.face, rolled.result) == (5, "encounter")


@pytest.mark.parametrize("face", [1, 2, 3, 4, 6])
def test_unguarded_no_other_face_changes(face: int) -> None:
    assert find_event_die_result("travel", face, unguarded=True) == TRAVEL[face - 1]


@pytest.mark.parametrize(
    ("turn_type", "result"), [("exploration", "encounter_sign"), ("downtime", "intimation")]
)
def test_only_in_a_travel_turn_does_a_5_count_as_1(turn_type: TurnType, result: str) -> None:
    assert find_event_die_result(turn_type, 5, unguarded=True) == result


def test_the_guide_may_enter_the_face_kept_by_hand_whatever_the_dice() -> None:
    rolled = roll_event_dice("travel", by_hand(-2), LoadedFaces([]), kept_face=4)
    assert (rolled.face, rolled.entered, rolled.negative_dice) == (4, True, 2)


def test_the_guide_may_enter_all_the_faces_rolled_by_hand() -> None:
    rolled = roll_event_dice("travel", by_hand(-1), HandFaces([5, 2]))
    assert (rolled.faces, rolled.face, rolled.entered) == ((5, 2), 2, True)
    assert not roll_event_dice("travel", (), LoadedFaces([5])).entered
