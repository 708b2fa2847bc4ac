from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.dice.face_sources import HandFaces, LoadedFaces, Streams
from companion.refusal import Impossible, Malformed

names = st.sampled_from(["event", "table", "reaction"])


def test_a_seed_gives_the_same_faces_for_ever() -> None:
    # Recorded once. A change here changes every seeded evening ever played: never edit them.
    streams = Streams("greenmire")
    event, table, reaction = (streams.stream(name) for name in ("event", "table", "reaction"))
    assert [event.face(6) for _ in range(12)] == [1, 1, 6, 2, 1, 4, 3, 3, 1, 1, 6, 2]
    assert [table.face(100) for _ in range(8)] == [32, 15, 54, 66, 85, 84, 26, 29]
    assert [reaction.face(1_000_000) for _ in range(3)] == [855804, 950870, 916061]
    assert streams.positions == {"event": 12, "table": 8, "reaction": 3}


@given(st.text("abc123", max_size=8), st.lists(st.integers(1, 1_000_000), max_size=30))
def test_a_face_is_one_draw_of_the_stream_spread_over_the_sides(seed: str, dice: list[int]) -> None:
    naive = Random(f"{seed}/event")
    stream = Streams(seed).stream("event")
    assert [stream.face(sides) for sides in dice] == [
        int(naive.random() * sides) + 1 for sides in dice
    ]


@given(st.lists(st.tuples(names, st.integers(1, 20)), max_size=40))
def test_no_stream_ever_moves_another(asked: list[tuple[str, int]]) -> None:
    together = Streams("seed")
    got = [(name, together.stream(name).face(sides)) for name, sides in asked]
    for name in {name for name, _ in asked}:
        alone = Streams("seed").stream(name)
        expected = [alone.face(sides) for other, sides in asked if other == name]
        assert [face for other, face in got if other == name] == expected


def test_streams_of_other_names_and_seeds_give_other_faces() -> None:
    streams = [Streams(seed).stream(name) for seed in ("a", "b") for name in ("event", "table")]
    assert len({tuple(stream.face(1000) for _ in range(5)) for stream in streams}) == 4


@given(st.lists(names, max_size=40), st.integers(0, 40))
def test_streams_go_on_from_their_positions_as_if_never_stopped(asked: list[str], cut: int) -> None:
    whole = Streams("seed")
    expected = [whole.stream(name).face(6) for name in asked]
    first = Streams("seed")
    before = [first.stream(name).face(6) for name in asked[:cut]]
    second = Streams("seed", first.positions)
    after = [second.stream(name).face(6) for name in asked[cut:]]
    assert before + after == expected
    assert second.positions == whole.positions


@given(st.lists(names, max_size=20), st.lists(names, min_size=1, max_size=20))
def test_what_a_dry_run_took_can_be_put_back(played: list[str], dry: list[str]) -> None:
    streams = Streams("seed")
    held = {name: streams.stream(name) for name in ("event", "table", "reaction")}
    for name in played:
        held[name].face(6)
    mark = streams.positions
    tried = [held[name].face(6) for name in dry]
    streams.move_to_positions(mark)
    assert streams.positions == mark
    assert [held[name].face(6) for name in dry] == tried


def test_positions_leave_out_streams_that_never_gave_a_face() -> None:
    streams = Streams("seed", {"table": 0, "reaction": 2})
    streams.stream("event")
    assert streams.positions == {"reaction": 2}


def test_faces_of_a_stream_are_not_entered_by_hand() -> None:
    assert not Streams("seed").stream("event").entered
    assert not LoadedFaces([1]).entered
    assert HandFaces([1]).entered


@pytest.mark.parametrize("seed", ["two\nlines", "\udcff"])
def test_a_seed_that_cannot_be_written_down_is_refused(seed: str) -> None:
    with pytest.raises(Malformed):
        Streams(seed)


@pytest.mark.parametrize(("half", "whole"), [(3, 6), (5, 10)])
def test_a_d3_and_a_d5_are_a_d6_and_a_d10_halved_and_rounded_up(half: int, whole: int) -> None:
    halves, wholes = Streams("seed").stream("event"), Streams("seed").stream("event")
    for _ in range(2000):
        assert halves.face(half) == (wholes.face(whole) + 1) // 2


def chi_square(roller: Callable[[], int], sides: int, rolls: int = 12_000) -> float:
    seen = dict.fromkeys(range(1, sides + 1), 0)
    for _ in range(rolls):
        face = roller()
        if face not in seen:
            return float("inf")
        seen[face] += 1
    expected = rolls / sides
    return sum((count - expected) ** 2 / expected for count in seen.values())


# What a fair die passes 999 times in a thousand, by number of sides less one.
CHI_SQUARE_999 = {4: 16.27, 6: 20.52, 20: 43.82}


@pytest.mark.parametrize("sides", CHI_SQUARE_999)
def test_every_face_comes_up_about_as_often_as_any_other(sides: int) -> None:
    stream = Streams("fair").stream("event")
    assert chi_square(lambda: stream.face(sides), sides) < CHI_SQUARE_999[sides]


@pytest.mark.parametrize("sides", CHI_SQUARE_999)
def test_the_measure_of_fairness_catches_rollers_that_are_wrong(sides: int) -> None:
    draw = Random("wrong").random
    wrong: list[Callable[[], int]] = [
        lambda: int(draw() * sides),
        lambda: int(draw() * (sides - 1)) + 1,
        lambda: min(int(draw() * sides) + 2, sides),
        lambda: round(draw() * (sides - 1)) + 1,
        lambda: int(draw() * 1.1 * sides) % sides + 1,
    ]
    assert all(chi_square(roller, sides) > CHI_SQUARE_999[sides] for roller in wrong)


def test_loaded_faces_come_in_turn_and_run_out() -> None:
    loaded = LoadedFaces([6, 20])
    assert (loaded.face(6), loaded.face(20)) == (6, 20)
    with pytest.raises(Impossible, match="more dice to roll than the 2 faces given"):
        loaded.face(6)


@pytest.mark.parametrize(("sides", "face"), [(6, 7), (6, 0), (20, -1), (3, 4), (100, 101)])
def test_a_face_no_such_die_has_is_refused(sides: int, face: int) -> None:
    with pytest.raises(Impossible) as refused:
        HandFaces([face]).face(sides)
    assert refused.value.message == f"A d{sides} has no {face}."
    assert f"1 to {sides}" in refused.value.hint


@given(st.integers(1, 100).flatmap(lambda n: st.tuples(st.just(n), st.integers(1, n))))
def test_every_face_a_die_has_may_be_entered(die: tuple[int, int]) -> None:
    sides, face = die
    by_hand = HandFaces([face])
    assert by_hand.face(sides) == face
    by_hand.require_no_faces_left()


def test_who_types_the_d6_for_a_d3_is_told_that_it_is_halved() -> None:
    with pytest.raises(Impossible) as refused:
        HandFaces([5]).face(3)
    assert "a d6 halved, rounded up" in refused.value.hint


def test_faces_left_over_are_refused_with_the_number_of_dice_there_are() -> None:
    by_hand = HandFaces([1, 2, 3])
    by_hand.face(6)
    with pytest.raises(Impossible) as refused:
        by_hand.require_no_faces_left()
    assert refused.value.message == "There is 1 die to roll, and 3 faces were given."


def test_too_few_faces_are_refused_with_the_number_of_dice_there_are() -> None:
    by_hand = HandFaces([1])
    with pytest.raises(Impossible) as refused:
        by_hand.require_faces_for(4)
    assert refused.value.message == "There are 4 dice to roll, and 1 face was given."


def test_faces_by_hand_go_on_from_the_companions_own_where_they_may() -> None:
    stream, alike = Streams("seed").stream("table"), Streams("seed").stream("table")
    by_hand = HandFaces([2, 20], then=stream)
    by_hand.require_faces_for(1)
    assert by_hand.face(6) == 2
    by_hand.require_faces_for(3)
    assert [by_hand.face(20) for _ in range(3)] == [20, alike.face(20), alike.face(20)]
    by_hand.require_no_faces_left()


def test_faces_by_hand_are_enough_for_what_is_rolled_first_whatever_comes_then() -> None:
    by_hand = HandFaces([2], then=Streams("seed").stream("table"))
    with pytest.raises(Impossible) as refused:
        by_hand.require_faces_for(2)
    assert refused.value.message == "There are 2 dice to roll, and 1 face was given."


def test_faces_by_hand_left_over_are_refused_though_others_could_follow() -> None:
    by_hand = HandFaces([2, 3], then=Streams("seed").stream("table"))
    by_hand.face(6)
    with pytest.raises(Impossible):
        by_hand.require_no_faces_left()


@given(st.lists(st.integers(1, 1_000_000), max_size=50), st.integers(0, 9))
def test_several_faces_at_once_are_those_that_come_one_by_one(dice: list[int], gone: int) -> None:
    together, alone = Streams("seed", {"dice": gone}), Streams("seed", {"dice": gone})
    faces = together.stream("dice").faces(dice)
    assert faces == [alone.stream("dice").face(sides) for sides in dice]
    assert together.positions == alone.positions
    assert together.stream("dice").face(100) == alone.stream("dice").face(100)
