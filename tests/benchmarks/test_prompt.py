"""The prompt on a real terminal: from Enter to the answer on the screen, from a key to the menu,
and from the shell to the first prompt.

What is timed ends when the bytes that were written stand on an emulated screen; drawing them there
is part of it. The campaign is that of the other benchmarks; by hand each is asked a hundred times.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from statistics import median
from time import perf_counter

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tests.terminal.a_terminal import Terminal

pytestmark = pytest.mark.slow

MENU_SECONDS = 0.015
FIRST_PROMPT_RATIO = 30
"""So many times as long as `python -c pass` the shell may be on its way to the first prompt."""
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
    """By turns with `python -c pass`, so that whatever else the machine does slows both."""
    opened: list[Terminal] = []
    took: dict[str, list[float]] = {"prompt": [], "pass": []}

    def open_prompt() -> None:
        began = perf_counter()
        terminal = Terminal(big.parent, campaign=big.name)
        opened.append(terminal)
        terminal.wait_for(terminal.at_prompt)
        took["prompt"].append(perf_counter() - began)

    def closed() -> None:
        while opened:
            opened.pop().close()
        began = perf_counter()
        subprocess.run((sys.executable, "-c", "pass"), check=True)
        took["pass"].append(perf_counter() - began)

    try:
        benchmark.pedantic(open_prompt, setup=closed, rounds=25, iterations=1, warmup_rounds=2)
    finally:
        closed()
    ratio = median(took["prompt"]) / median(took["pass"])
    benchmark.extra_info["ratio"] = round(ratio, 2)
    assert benchmark.disabled or ratio <= FIRST_PROMPT_RATIO, ratio
