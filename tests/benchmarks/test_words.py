"""A word from desk to disk: at or under 15 ms in the middle, and no slower after two years."""

from itertools import cycle
from pathlib import Path

from pytest_benchmark.fixture import BenchmarkFixture

from tests.benchmarks.conftest import ENTRIES, desk_on

WORDS = ("supply errant-3 +1", "next search the nave =6", "done", "supply errant-3 -1")


def _answer(benchmark: BenchmarkFixture, folder: Path) -> None:
    desk, words = desk_on(folder), cycle(WORDS)

    def one_word() -> None:
        reply = desk.run(next(words))
        assert reply is not None
        assert reply.ok, reply
        assert reply.entry is not None

    benchmark.pedantic(one_word, rounds=200, iterations=1, warmup_rounds=4)


def test_a_word_from_desk_to_disk(benchmark: BenchmarkFixture, big: Path) -> None:
    _answer(benchmark, big)


def test_a_word_with_twenty_thousand_entries_behind_it(
    benchmark: BenchmarkFixture, long_lived: Path
) -> None:
    _answer(benchmark, long_lived)
    numbers = {path.name for path in (long_lived / "journal").iterdir()}
    assert len(numbers) == 2
    last = next(desk_on(long_lived).archive.read_entries())
    assert last.number > ENTRIES


def test_a_result_that_burns_eight_torches(benchmark: BenchmarkFixture, big: Path) -> None:
    desk, words = desk_on(big), cycle(("burn", "undo"))

    def one_word() -> None:
        reply = desk.run(next(words))
        assert reply is not None
        assert reply.ok
        assert len(reply.changes) == 8

    benchmark.pedantic(one_word, rounds=100, iterations=1, warmup_rounds=2)
