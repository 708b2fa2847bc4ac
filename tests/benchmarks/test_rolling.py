"""A hundred thousand rolls in one process, without output, beside the same rolls as others make
them; and a million on a table of a hundred weighted rows beside one call of `random.choices`."""

import random
from collections import deque

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from companion.dice.face_sources import Streams
from companion.dice.parser import parse
from companion.dice.rolls import roll_many
from companion.randomtables.draw import map_draws
from companion.randomtables.parser import read_table
from tests.benchmarks.peers import FEW, PEERS

TIMES, A_MILLION = 100_000, 1_000_000


@pytest.mark.parametrize("notation", ["2d6", "4d6kh3"])
def test_rolling(benchmark: BenchmarkFixture, notation: str) -> None:
    parsed, stream = parse(notation), Streams("speed").stream("dice")

    def rolling() -> None:
        last = deque(roll_many(parsed, stream, TIMES), 1)[0]
        assert len(last.faces) == int(notation[0])

    benchmark.extra_info["rolls"] = TIMES
    benchmark.pedantic(rolling, rounds=15, warmup_rounds=1)


@pytest.mark.parametrize("notation", ["2d6", "4d6kh3"])
@pytest.mark.parametrize("peer", PEERS)
def test_rolling_as_others_do(benchmark: BenchmarkFixture, peer: str, notation: str) -> None:
    times = FEW.get(peer, TIMES)
    rolling = PEERS[peer](notation)
    benchmark.extra_info["rolls"] = times
    benchmark.pedantic(rolling, args=(times,), rounds=15, warmup_rounds=1)


WEIGHTS = [1 + place % 7 for place in range(100)]


def test_a_million_rolls_on_a_hundred_weighted_rows(benchmark: BenchmarkFixture) -> None:
    rows = [{"text": f"row {place}", "weight": weight} for place, weight in enumerate(WEIGHTS)]
    table, _ = read_table("speed/rows", {"schema": 1, "title": "Rows", "rows": rows}, "rows.toml")
    assert table is not None
    stream = Streams("speed").stream("table")

    def rolling() -> None:
        last = deque(map_draws(table, stream, A_MILLION, lambda drawn: drawn), 1)[0]
        assert last.text.startswith("row ")

    benchmark.extra_info["rolls"] = A_MILLION
    benchmark.pedantic(rolling, rounds=5, warmup_rounds=1)


def test_one_call_of_choices(benchmark: BenchmarkFixture) -> None:
    rows = [f"row {place}" for place in range(len(WEIGHTS))]
    benchmark.extra_info["rolls"] = A_MILLION
    benchmark.pedantic(
        random.choices,
        args=(rows,),
        kwargs={"weights": WEIGHTS, "k": A_MILLION},
        rounds=5,
        warmup_rounds=1,
    )
