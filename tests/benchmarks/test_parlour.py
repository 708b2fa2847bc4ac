"""Random games of two: each game of the parlour plays fifty a second on one core, in memory that
does not grow."""

import gc
import tracemalloc
from itertools import count
from statistics import median
from time import process_time

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from companion.parlour.bots import RANDOM
from companion.parlour.game import find_game, list_game_names
from companion.parlour.simulation import play_bot_game
from tests.parlour.making import SHIPPED

GAMES, ROUNDS = 10, 10
MIN_A_SECOND = 50
WARM_UP, MORE, MOST_GROWN = 16, 12, 100_000
"""Games played before memory is measured, games in between, and bytes: twelve matches that are kept
take more."""


@pytest.mark.parametrize("name", list_game_names())
def test_random_games_of_two(benchmark: BenchmarkFixture, name: str) -> None:
    """Counted in the time of the processor, which a busy machine does not lengthen much."""
    game = find_game(name)
    data = game.load((SHIPPED,))
    numbers, took = count(), []

    def play_some() -> None:
        began = process_time()
        for _ in range(GAMES):
            played = play_bot_game(game, data, (RANDOM, RANDOM), f"speed/{next(numbers)}")
            assert played.moves
        took.append(process_time() - began)

    benchmark.pedantic(play_some, rounds=ROUNDS, warmup_rounds=1)
    a_second = GAMES / median(took)
    benchmark.extra_info["games a second"] = round(a_second)
    assert benchmark.disabled or a_second >= MIN_A_SECOND, a_second


@pytest.mark.parametrize("name", list_game_names())
@pytest.mark.slow
def test_memory_does_not_grow_with_games(name: str) -> None:
    game = find_game(name)
    data = game.load((SHIPPED,))
    held = []
    tracemalloc.start()
    try:
        for number in range(WARM_UP + MORE + 1):
            if number in (WARM_UP, WARM_UP + MORE):
                gc.collect()
                held.append(tracemalloc.get_traced_memory()[0])
            play_bot_game(game, data, (RANDOM, RANDOM), f"memory/{number}")
    finally:
        tracemalloc.stop()
    assert held[1] - held[0] < MOST_GROWN
