"""Dice and tables asked for on standard input, a line each, and whoever reads the answers."""

import json
import os
import select
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.calling import companion

ROOT = Path(__file__).parents[2]
COMPANION = (sys.executable, "-m", "companion")
LINES = "# what the fen brings\n2d6+1\n\n  fen/birds +1  \nd8 enhance 1\nevent -2\n4d6kh3 x2\n"
NOTATIONS = ["2d6+1", "2d6", "d8 enhance 1", "event -2", "4d6kh3", "4d6kh3"]


@pytest.fixture(autouse=True)
def _from_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes find the companion of this checkout, and hold back what they write."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("PYTHONUTF8", "1")
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)


@pytest.mark.parametrize("dash", [(), ("-",)])
@pytest.mark.parametrize("form", ["json", "jsonl"])
@pytest.mark.usefixtures("own_tables")
def test_each_line_is_rolled_in_turn_without_empty_ones_and_comments(
    form: str, dash: tuple[str, ...]
) -> None:
    call = companion("roll", *dash, "--format", form, "--seed", "5", typed=LINES)
    assert call.status == 0
    told = json.loads(call.out) if form == "json" else call.objects
    assert [roll["notation"] for roll in told] == NOTATIONS
    assert [roll["modifier"] for roll in told] == [0, 1, 0, 0, 0, 0]
    asked = ("2d6+1", "fen/birds", "+1", "d8 enhance 1", "event -2", "4d6kh3 x2")
    assert call == companion("roll", *asked, "--format", form, "--seed", "5")


@pytest.mark.parametrize(
    ("form", "nothing"),
    [
        ("text", ""),
        ("json", "[]\n"),
        ("jsonl", ""),
        ("csv", "notation,table,row,total,text,faces,kept\n"),
    ],
)
def test_nothing_asked_is_nothing_answered(form: str, nothing: str) -> None:
    assert companion("roll", "--format", form, typed="\n# nothing\n") == (0, nothing, "")


@pytest.mark.parametrize("wrong", ["2z6", "no/such-table", "9999999d6", "\ufffd"])
@pytest.mark.parametrize("form", ["text", "json", "jsonl", "csv"])
def test_a_line_that_cannot_be_rolled_is_refused_with_its_number(form: str, wrong: str) -> None:
    call = companion("roll", "--format", form, typed=f"2d6\n\n{wrong}\nd8\n")
    assert call.status == 1
    assert call.err.startswith("Line 3: ")
    assert call.err.count("\n") == 1
    told = json.loads(call.out) if form == "json" else call.out.splitlines()[form == "csv" :]
    assert len(told) == 1, "what came before it stands"


def test_broken_bytes_are_refused_as_any_line_is() -> None:
    done = subprocess.run(
        [*COMPANION, "roll"], input=b"2d6\n\xff\xfe\n", capture_output=True, check=False
    )
    assert done.returncode == 1
    assert done.stdout.count(b"\n") == 1
    assert done.stderr.startswith(b"Line 2: ")
    assert b"Traceback" not in done.stderr


@pytest.fixture
def asking() -> Iterator["subprocess.Popen[str]"]:
    """A companion that is asked line by line and never told that it is over."""
    process = subprocess.Popen(
        [*COMPANION, "roll", "--format", "jsonl"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        yield process
        process.kill()


def test_who_asks_without_end_is_answered_line_by_line(asking: "subprocess.Popen[str]") -> None:
    assert asking.stdin is not None
    assert asking.stdout is not None
    for notation in ("2d6", "d20", "4d6kh3") * 3:
        asking.stdin.write(f"{notation}\n")
        asking.stdin.flush()
        assert select.select([asking.stdout], [], [], 10)[0], "nobody answers"
        assert json.loads(asking.stdout.readline())["notation"] == notation


@pytest.mark.parametrize("form", ["text", "json", "jsonl", "csv"])
@pytest.mark.parametrize("asked", [("2d6", "-n", "1000000000"), ("2d6", "-n", "1")])
def test_whoever_stops_reading_has_had_enough(form: str, asked: tuple[str, ...]) -> None:
    reading, writing = os.pipe()
    with subprocess.Popen(
        [*COMPANION, "roll", *asked, "--format", form],
        stdout=writing,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
    ) as process:
        os.close(writing)
        if "1" not in asked:
            assert os.read(reading, 10)
        os.close(reading)
        _, said = process.communicate(timeout=20)
    assert process.returncode == 0
    assert said == b""


def test_on_a_terminal_without_anything_asked_it_says_what_to_type() -> None:
    import pexpect

    child = pexpect.spawn(sys.executable, ["-m", "companion", "roll"], encoding="utf-8", timeout=10)
    child.expect("What\\? Try: companion roll 2d6")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 2
