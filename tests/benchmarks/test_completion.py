"""A line is read, and what Tab offers is found, at or under 2 ms in the middle: in a Company with
200 things, among 200 NPCs."""

from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from companion.commands.dispatch import resolve_word_of_line
from companion.desk import Desk
from companion.grammar.typed_line import parse_typed_line
from tests.benchmarks.conftest import ERRANTS, ITEMS, desk_on

NPCS = 200
SECONDS = 0.002


@pytest.fixture
def desk(big: Path) -> Desk:
    """A desk on the campaign, with NPCs in it."""
    npcs = (f'\n[[npcs]]\nid = "npc-{each}"\nname = "Npc {each}"\n' for each in range(NPCS))
    (big / "world.toml").write_text("schema = 1\n" + "".join(npcs))
    return desk_on(big)


def _require_quick(benchmark: BenchmarkFixture) -> None:
    assert benchmark.stats is None or benchmark.stats.stats.median <= SECONDS


@pytest.mark.parametrize(
    "text", ["", "drop ", "drop th", "light t", "drop errant-3 thing", "npc ", "talk npc-1"]
)
def test_a_menu(benchmark: BenchmarkFixture, desk: Desk, text: str) -> None:
    offered = benchmark(desk.suggest_completions, text)
    assert len(offered) <= max(ERRANTS * (ITEMS + 1), NPCS + 10) or not text
    _require_quick(benchmark)


@pytest.mark.parametrize(
    "typed",
    [
        "supply errant-3 +1",
        "drop errant-3 thing-7, thing-9, torch",
        "pass errant-1 errant-2 torch",
        "npc npc-150 wants gold",
        "talk npc-150 convincing by errant-1",
    ],
)
def test_reading_a_line(benchmark: BenchmarkFixture, desk: Desk, typed: str) -> None:
    def read() -> object:
        line = parse_typed_line(typed)
        assert line is not None
        word, line, *_ = resolve_word_of_line(line, desk.campaign)
        context = desk.build_completion_context()
        return word.read(line.arguments, context)

    assert benchmark(read)
    _require_quick(benchmark)
