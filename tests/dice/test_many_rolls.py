import tracemalloc
from collections import deque
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.dice.face_sources import LoadedFaces, Streams
from companion.dice.notation_tree import Notation
from companion.dice.parser import parse
from companion.dice.rolls import FACES_AT_ONCE, Roll, map_rolls, roll, roll_many
from companion.refusal import Impossible
from tests.dice.notations import notations


@given(notations, st.text("abc", max_size=3), st.integers(0, 40))
def test_many_rolls_are_those_that_come_one_by_one(
    notation: Notation, seed: str, times: int
) -> None:
    together, alone = Streams(seed), Streams(seed)
    expected = [roll(notation, alone.stream("dice")) for _ in range(times)]
    assert list(roll_many(notation, together.stream("dice"), times)) == expected
    assert together.positions == alone.positions
    assert together.stream("dice").face(1000) == alone.stream("dice").face(1000)


# Few different rolls and very many; more dice than are taken at once; exploding; none at all.
KINDS = ("2d6", "d20+2d4-1", "6d10", "5000d2", "d6!", "7")


@pytest.mark.parametrize("text", KINDS)
def test_longer_runs_too_come_one_by_one_and_go_on_where_they_left(text: str) -> None:
    together, alone = Streams("s", {"dice": 7}), Streams("s", {"dice": 7})
    notation, times = parse(text), 9 if "000" in text else 3000
    expected = [roll(notation, alone.stream("dice")) for _ in range(times + 2)]
    stream = together.stream("dice")
    got = [*roll_many(notation, stream, times), *roll_many(notation, stream, 2)]
    assert got == expected
    assert together.positions == alone.positions


@given(notations, st.integers(0, 5))
def test_rolls_are_told_as_they_would_be_one_by_one(notation: Notation, times: int) -> None:
    def tell(rolled: Roll) -> str:
        return f"{rolled.total}: {rolled.faces}"

    alone = Streams("s").stream("dice")
    expected = [tell(roll(notation, alone)) for _ in range(times)]
    assert list(map_rolls(notation, Streams("s").stream("dice"), times, tell)) == expected


def test_equal_rolls_are_told_once() -> None:
    asked: list[tuple[int, ...]] = []

    def tell(rolled: Roll) -> int:
        asked.append(rolled.faces)
        return rolled.total

    assert len(list(map_rolls(parse("2d6"), Streams("s").stream("dice"), 5000, tell))) == 5000
    assert len(asked) == len(set(asked)) == 36


def test_other_faces_than_a_stream_are_taken_one_by_one() -> None:
    loaded = LoadedFaces([1, 2, 3, 4, 5])
    got = roll_many(parse("2d6"), loaded, 3)
    assert [rolled.total for rolled in islice(got, 2)] == [3, 7]
    with pytest.raises(Impossible, match="more dice to roll"):
        next(got)


@pytest.mark.parametrize("taken", [0, 1, 10, 3000])
def test_who_stops_half_way_leaves_the_stream_at_most_some_thousand_faces_further(
    taken: int,
) -> None:
    streams = Streams("s")
    got = roll_many(parse("3d6"), streams.stream("dice"), 10_000)
    deque(islice(got, taken), maxlen=0)
    given_faces = streams.positions.get("dice", 0)
    assert 3 * taken <= given_faces <= 3 * taken + FACES_AT_ONCE


@pytest.mark.parametrize("text", ["2d6", "6d10", "d6!"])
def test_memory_does_not_grow_with_the_number_of_rolls(text: str) -> None:
    def peak(times: int) -> int:
        tracemalloc.start()
        deque(roll_many(parse(text), Streams("s").stream("dice"), times), maxlen=0)
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return found

    peak(10)
    assert peak(40_000) < peak(8_000) + 200_000
