"""A word at a prompt while others type without a pause, beside the same alone.

Each prompt is a process of its own, on the campaign of the other benchmarks. What is timed is from
sending a line to its answer; `python -m tests.storms.prompts` measures the longest wait too.
"""

from itertools import cycle
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tests.storms.prompts import SEATS, busy, prompts

WORDS = ("supply errant-3 +1", "supply errant-3 -1")


@pytest.mark.parametrize("others", [0, 2], ids=["alone", "with two other busy prompts"])
def test_a_word_that_writes(benchmark: BenchmarkFixture, big: Path, others: int) -> None:
    lines = cycle(WORDS)
    with (
        prompts(big, SEATS[: 1 + others]) as (prompt, *busy_ones),
        busy(busy_ones, ("errant-1", "errant-2")),
    ):
        benchmark.pedantic(
            lambda: prompt.ask(next(lines)), rounds=200, iterations=1, warmup_rounds=2
        )
