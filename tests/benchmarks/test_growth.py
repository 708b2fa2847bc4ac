"""What a word costs as a campaign grows. A word that changes one NPC takes at most twice the time
with 2,000 NPCs that it takes in the same campaign with 20; where everything else is small too it is
a little more. `next` asks everybody in the Company, and grows with it."""

from collections.abc import Callable, Mapping
from itertools import count
from statistics import median
from time import perf_counter

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from companion.desk import Desk
from tests.benchmarks.conftest import desk_on
from tests.benchmarks.grown import LARGE, MIDDLE, SMALL, Size, errant_id, grow, npc_id

pytestmark = pytest.mark.slow

FEW_NPCS = LARGE._replace(npcs=20)
SIZES = {"small": SMALL, "middle": MIDDLE, "few-npcs": FEW_NPCS, "large": LARGE}
WORDS: Mapping[str, Callable[[Size, int], str]] = {
    "npc": lambda size, n: f'npc {npc_id(7 * n % size.npcs)} wants "boat {n}"',
    "supply": lambda size, n: f"supply {errant_id(3 % size.errants)} {('-1', '+1')[n % 2]}",
    "next": lambda _, n: ("next search the nave =6", "done")[n % 2],
}
"""Each the `n`th time it is said, so that no text comes twice."""
MAX_GROWN = [("npc", "few-npcs", 2.0), ("npc", "small", 2.5), ("supply", "small", 2.0)]
"""A word, the size it is compared with, and how many times that it may take in the large one."""
ROUNDS = 100

Desks = Mapping[str, Desk]


@pytest.fixture(scope="module")
def desks(tmp_path_factory: pytest.TempPathFactory) -> Desks:
    """A desk on a campaign of each size."""
    folder = tmp_path_factory.mktemp("grown")
    for name, size in SIZES.items():
        grow(folder / name, **size._asdict())
    return {name: desk_on(folder / name) for name in SIZES}


_SAID = count(1)


def pair_of(what: str, size: Size) -> tuple[str, str]:
    """Two lines of a word that follow on each other, new ones each time."""
    number = 2 * next(_SAID)
    return WORDS[what](size, number), WORDS[what](size, number + 1)


def say(desk: Desk, *lines: str) -> None:
    """Have each line done; it must have changed something."""
    for line in lines:
        reply = desk.run(line)
        assert reply is not None
        assert reply.ok, reply
        assert reply.entry is not None


@pytest.mark.parametrize("what", WORDS)
@pytest.mark.parametrize("size", SIZES)
def test_two_words(benchmark: BenchmarkFixture, desks: Desks, size: str, what: str) -> None:
    def two_lines() -> tuple[tuple[object, ...], dict[str, object]]:
        return (desks[size], *pair_of(what, SIZES[size])), {}

    benchmark.pedantic(say, setup=two_lines, rounds=ROUNDS, iterations=1, warmup_rounds=2)


@pytest.mark.parametrize(("what", "beside", "most"), MAX_GROWN)
def test_a_word_in_a_large_campaign_takes_little_longer(
    benchmark: BenchmarkFixture, desks: Desks, what: str, beside: str, most: float
) -> None:
    """By turns, so that whatever else the machine does slows both."""
    took: dict[str, list[float]] = {beside: [], "large": []}

    def by_turns() -> None:
        for size, times in took.items():
            lines = pair_of(what, SIZES[size])
            began = perf_counter()
            say(desks[size], *lines)
            times.append(perf_counter() - began)

    benchmark.pedantic(by_turns, rounds=ROUNDS, iterations=1, warmup_rounds=2)
    ratio = median(took["large"]) / median(took[beside])
    benchmark.extra_info["ratio"] = round(ratio, 2)
    assert benchmark.disabled or ratio <= most, ratio
