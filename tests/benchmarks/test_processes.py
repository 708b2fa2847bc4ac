"""Whole processes, beside `python -c pass` and `python -c "import typer"` in the same run."""

import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

pytestmark = pytest.mark.slow

PYTHON = sys.executable
COMPANION = (PYTHON, "-m", "companion")
PASS = (PYTHON, "-c", "pass")
TYPER = (PYTHON, "-c", "import typer")


def _run(command: tuple[str, ...], folder: Path, typed: str = "") -> None:
    done = subprocess.run(
        command, cwd=folder, input=typed, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "campaigns").mkdir()
    _run((*COMPANION, "run", "greenmire"), tmp_path, "status\n")
    return tmp_path


@pytest.mark.parametrize("name", ["pass", "import typer"])
def test_what_it_is_compared_with(benchmark: BenchmarkFixture, folder: Path, name: str) -> None:
    command = PASS if name == "pass" else TYPER
    benchmark.pedantic(_run, args=(command, folder), rounds=25, warmup_rounds=2)


RUN = (*COMPANION, "run", "greenmire")
ROLL = (*COMPANION, "roll", "2d6")
MOST = (
    (RUN, "status", PASS, 8.0),
    (RUN, "slots bree", PASS, 8.0),
    (RUN, "supply bree +1", PASS, 18.0),
    (ROLL, "", TYPER, 1.0),
)
"""A command, what is typed, the command beside it, and how many times as long it may take."""


@pytest.mark.parametrize(("command", "typed", "beside", "most"), MOST)
def test_a_call_by_turns_with_another(
    benchmark: BenchmarkFixture,
    folder: Path,
    command: tuple[str, ...],
    typed: str,
    beside: tuple[str, ...],
    most: float,
) -> None:
    """By turns, so that whatever else the machine does slows both."""
    took: dict[tuple[str, ...], list[float]] = {beside: [], command: []}

    def by_turns() -> None:
        for each, times in took.items():
            began = perf_counter()
            _run(each, folder, f"{typed}\n")
            times.append(perf_counter() - began)

    benchmark.pedantic(by_turns, rounds=40, warmup_rounds=2)
    ratio = median(took[command]) / median(took[beside])
    benchmark.extra_info["ratio"] = round(ratio, 2)
    assert benchmark.disabled or ratio <= most, ratio


@pytest.mark.parametrize("notation", ["4d6kh3", "6d6kl1", "20d6"])
def test_the_odds_of_a_notation(benchmark: BenchmarkFixture, folder: Path, notation: str) -> None:
    command = (*COMPANION, "odds", notation)
    benchmark.pedantic(_run, args=(command, folder), rounds=25, warmup_rounds=2)


@pytest.mark.parametrize("form", ["csv", "jsonl", "text"])
def test_a_million_rolls(benchmark: BenchmarkFixture, folder: Path, form: str) -> None:
    command = (*COMPANION, "roll", "2d6", "-n", "1000000", "--format", form)

    def rolling() -> None:
        subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, check=True)

    benchmark.extra_info["rolls"] = 1_000_000
    benchmark.pedantic(rolling, rounds=5, warmup_rounds=1)
