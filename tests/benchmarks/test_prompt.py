"""The prompt on a real terminal: from Enter to the answer on the screen, from a key to the menu,
and from the shell to the first prompt.

What is timed ends when the bytes that were written stand on an emulated screen; drawing them there
is part of it. The campaign is that of the other benchmarks; by hand each is asked a hundred times.
"""

import re
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tests.terminal.a_terminal import Terminal

pytestmark = pytest.mark.slow

MENU_SECONDS = 0.015
WORDS = {
    "a word that writes": (("supply errant-3 +1", "errant 3"), ("supply errant-3 -1", "errant 3")),
    "next": (("next =4", "local effect"),),
    "status": (("status", "errant 3"),),
}


@pytest.fixture
def terminal(big: Path) -> Iterator[Terminal]:
    with Terminal(big.parent, campaign=big.name, lines=40) as terminal:
        yield terminal


@pytest.mark.parametrize("what", WORDS)
def test_enter_to_the_answer_on_the_screen(
    benchmark: BenchmarkFixture, terminal: Terminal, what: str
) -> None:
    """The answer's own words, and a prompt below them to type the next line at."""
    lines = cycle(WORDS[what])
    reads = 0

    def typed() -> tuple[tuple[str], dict[str, object]]:
        nonlocal reads
        line, wanted = next(lines)
        terminal.wipe().put(line)  # what is looked for can only be new
        reads = terminal.reads
        return (wanted,), {}

    def enter(wanted: str) -> None:
        terminal.press("enter")
        terminal.wait_for(lambda: terminal.reads > reads and not terminal.typed())
        assert wanted in terminal.above().casefold()

    benchmark.pedantic(enter, setup=typed, rounds=100, iterations=1, warmup_rounds=2)


@pytest.mark.parametrize(
    ("typed", "key", "wanted"),
    [("", "s", "slots"), ("supply", " ", "errant.0")],
    ids=["of words", "of names"],
)
def test_a_key_to_the_menu(
    benchmark: BenchmarkFixture, terminal: Terminal, typed: str, key: str, wanted: str
) -> None:
    offered = re.compile(wanted, re.IGNORECASE)

    def is_offered() -> bool:
        return offered.search("\n".join(terminal.below())) is not None

    def cleared() -> None:
        terminal.clear().wipe().put(typed)
        assert not is_offered()

    def key_pressed() -> None:
        terminal.type(key)
        terminal.wait_for(is_offered)

    benchmark.pedantic(key_pressed, setup=cleared, rounds=100, iterations=1, warmup_rounds=2)
    assert benchmark.stats is None or benchmark.stats.stats.median <= MENU_SECONDS


def test_the_shell_to_the_first_prompt(benchmark: BenchmarkFixture, big: Path) -> None:
    """Beside `python -c pass` in test_processes.py."""
    opened: list[Terminal] = []

    def play() -> None:
        terminal = Terminal(big.parent, campaign=big.name)
        opened.append(terminal)
        terminal.wait_for(terminal.at_prompt)

    def closed() -> None:
        while opened:
            opened.pop().close()

    try:
        benchmark.pedantic(play, setup=closed, rounds=25, iterations=1, warmup_rounds=2)
    finally:
        closed()
