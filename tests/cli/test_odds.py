"""Odds from the shell: of dice and tables, in every form, at any width."""

import csv
import io
import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from tests.cli.calling import companion

TWO_DICE = {total: Fraction(6 - abs(7 - total), 36) for total in range(2, 13)}


def test_of_two_dice_in_every_form() -> None:
    (found,) = json.loads(companion("odds", "2d6", "--format", "json").out)
    assert companion("odds", "2d6", "--format", "jsonl").objects == [found]
    assert (found["kind"], found["notation"], found["table"]) == ("odds", "2d6", None)
    assert (found["mean"], found["remainder"], found["references"]) == (7, 0, [])
    told = {each["outcome"]: Fraction(each["exact"]) for each in found["outcomes"]}
    assert told == TWO_DICE
    rows = list(csv.DictReader(io.StringIO(companion("odds", "2d6", "--format", "csv").out)))
    assert {int(row["outcome"]): Fraction(row["exact"]) for row in rows} == TWO_DICE
    for row, each in zip(rows, found["outcomes"], strict=True):
        assert float(row["probability"]) == each["probability"]
        assert abs(float(row["probability"]) - TWO_DICE[int(row["outcome"])]) < 1e-12


@pytest.mark.parametrize("columns", ["40", "80", "120"])
def test_several_are_compared_at_any_width(columns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    call = companion("odds", "3d6 kl1", "d6")
    assert (call.status, call.err) == (0, "")
    assert call == companion("odds", "3d6kl1", "vs", "d6")
    lines = call.out.splitlines()
    assert all(len(line) <= int(columns) for line in lines)
    assert "3d6kl1" in call.out
    assert any("42.13%" in line and "16.67%" in line for line in lines), "side by side"


@pytest.mark.parametrize(
    ("typed", "notations"),
    [
        (["3d6kl1", "d6"], ["3d6kl1", "d6"]),
        (["3d6 kl1", "vs", "d6"], ["3d6kl1", "d6"]),
        (["d8", "impair", "2"], ["d8 impair 2"]),
        (["event", "-2"], ["event -2"]),
        (["d20", ">", "d12"], ["d20 > d12"]),
    ],
)
def test_what_reads_as_one_is_one(typed: list[str], notations: list[str]) -> None:
    call = companion("odds", *typed, "--format", "jsonl")
    assert [each["notation"] for each in call.objects] == notations


@pytest.mark.usefixtures("own_tables")
def test_of_the_rows_of_a_table_and_of_what_they_refer_to() -> None:
    (birds,) = companion("odds", "birds", "--format", "jsonl").objects
    assert birds["notation"] == "2d6"
    assert isinstance(birds["outcomes"], list)
    told = {each["row"]: Fraction(each["exact"]) for each in birds["outcomes"]}
    assert told == {1: Fraction(21, 36), 2: Fraction(15, 36)}
    assert isinstance(birds["references"], list)
    (moods,) = birds["references"]
    assert moods["table"] == "fen/moods"
    assert [each["row"] for each in moods["draws"]] == [2]
    assert [Fraction(each["exact"]) for each in moods["outcomes"]] == [Fraction(1, 2)] * 2
    (moved,) = companion("odds", "birds", "+10", "--format", "jsonl").objects
    assert isinstance(moved["outcomes"], list)
    assert [each["row"] for each in moved["outcomes"]] == [2]


@pytest.mark.usefixtures("own_tables")
def test_of_a_table_as_things_stand() -> None:
    companion("new", "Mire")
    companion("run", "mire", typed="season winter\n")
    for ways in (["--with", "season=winter"], ["--campaign", "mire"]):
        rows = companion("odds", "cards", *ways, "--format", "csv").out.splitlines()
        assert rows[-1] == ",fen/cards,4,,the frost,0.2,1/5"
    assert "frost" not in companion("odds", "cards", "--format", "csv").out


def test_line_by_line() -> None:
    call = companion("odds", "--format", "jsonl", typed="2d6\n# and\nd4\n")
    assert [each["notation"] for each in call.objects] == ["2d6", "d4"]
    wrong = companion("odds", typed="d4\n2z6\n")
    assert wrong.status == 1
    assert wrong.out.startswith("d4")
    assert wrong.err.startswith("Line 2: ")


@pytest.mark.parametrize("form", ["text", "json", "jsonl", "csv"])
@pytest.mark.parametrize("what", [["2z6"], ["d6", "nothing"], ["10000d1000000kh5000"]])
def test_what_has_no_odds_is_refused(what: list[str], form: str) -> None:
    call = companion("odds", *what, "--format", form)
    assert (call.status, call.out) == (1, "")
    assert call.err.count("\n") == 1


def test_what_cannot_show_blocks_is_given_plain_bars(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    command = [sys.executable, "-m", "companion", "odds", "2d6"]
    done = subprocess.run(command, capture_output=True, check=True)
    assert b"16.67%" in done.stdout
    assert b"####" in done.stdout
