"""What Tab offers is found at once, in a Company with 200 things: 1 ms and no more."""

from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tests.benchmarks.conftest import ERRANTS, ITEMS, desk_on


@pytest.mark.parametrize("text", ["", "drop ", "drop th", "light t", "drop errant-3 thing"])
def test_a_menu(benchmark: BenchmarkFixture, big: Path, text: str) -> None:
    desk = desk_on(big)
    offered = benchmark(desk.suggest, text)
    assert len(offered) <= ERRANTS * (ITEMS + 1) or not text
