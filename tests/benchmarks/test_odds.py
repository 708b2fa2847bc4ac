"""Exact odds in one process, worked out anew each time, beside the same odds as others work them
out while they are warm. Whoever is not installed is skipped; all have to agree."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from companion.dice.odds import compute_odds
from companion.dice.parser import parse

NOTATIONS = ("4d6kh3", "6d6kl1", "20d6")
Weights: TypeAlias = Mapping[int, int]


def icepool(notation: str) -> Callable[[], Weights]:
    """icepool, as its documentation writes these."""
    module = pytest.importorskip("icepool")
    d6 = module.d6
    written: dict[str, Callable[[], Weights]] = {
        "4d6kh3": lambda: d6.highest(4, 3),
        "6d6kl1": lambda: d6.lowest(6),
        "20d6": lambda: 20 @ d6,
    }
    return written[notation]


def dyce(notation: str) -> Callable[[], Weights]:
    """dyce, as its documentation writes these."""
    module = pytest.importorskip("dyce")
    pool, histogram = module.P, module.H
    written: dict[str, Callable[[], Weights]] = {
        "4d6kh3": lambda: (4 @ pool(6)).at(slice(-3, None)),
        "6d6kl1": lambda: (6 @ pool(6)).at(0),
        "20d6": lambda: 20 @ histogram(6),
    }
    return written[notation]


@pytest.mark.parametrize("notation", NOTATIONS)
def test_odds(benchmark: BenchmarkFixture, notation: str) -> None:
    parsed = parse(notation)
    found = benchmark(compute_odds, parsed)
    assert sum(weight for _, weight in found.weights) == found.whole


@pytest.mark.parametrize("notation", NOTATIONS)
@pytest.mark.parametrize("peer", [icepool, dyce])
def test_odds_as_others_work_them_out(
    benchmark: BenchmarkFixture, peer: Callable[[str], Callable[[], Weights]], notation: str
) -> None:
    found = benchmark(peer(notation))
    assert tuple(sorted(found.items())) == compute_odds(parse(notation)).weights
