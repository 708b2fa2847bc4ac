"""CSV that a spreadsheet opens: no cell of it runs, and no number becomes a text."""

import csv
import io
from pathlib import Path

import pytest

from companion.cli.output import encode_csv_row
from tests.cli.calling import companion

RUNS = (
    "=1+1",
    "=cmd|' /C calc'!A0",
    "@SUM(1)",
    "+cmd",
    "-2+3+cmd|' /C calc'!A0",
    "-d6",
    "\t=1",
    "\r=1",
    " =1",
    "＝1+1",
    "-",
)
STAYS = ("-5", "+2.5", "7", "-1 0 1", "a=b", "eels - drowned", "", "it's")


def cell(value: object, form: str) -> str:
    """What a program reads in the one cell of a row."""
    (row,) = csv.reader(io.StringIO(encode_csv_row([value, "x"], form)))
    return row[0]


@pytest.mark.parametrize("text", RUNS)
def test_a_cell_that_would_run_is_a_text_and_raw_as_it_is(text: str) -> None:
    assert cell(text, "csv") == "'" + cell(text, "csv-raw")
    assert cell(text, "csv-raw").strip() == text.strip()


@pytest.mark.parametrize("text", STAYS)
def test_a_cell_that_runs_nothing_stays_as_it_is(text: str) -> None:
    assert cell(text, "csv") == cell(text, "csv-raw") == text


def test_a_number_stays_a_number() -> None:
    assert cell(-5, "csv") == "-5"
    assert cell(-2.5, "csv") == "-2.5"


@pytest.mark.parametrize(
    "call",
    [
        ("roll", "fen/runs"),
        ("draw", "fen/runs"),
        ("shuffle", "fen/runs"),
        ("odds", "fen/runs"),
        ("draw", "fen/runs", "--campaign", "mire"),
        ("tables", "list", "fen"),
    ],
)
def test_every_command_that_writes_csv_writes_no_cell_that_runs(
    call: tuple[str, ...], own_tables: Path
) -> None:
    text = 'schema = 1\ntitle = "=1+1"\ndeck = true\n[[rows]]\ntext = "=1+1"\n'
    (own_tables / "runs.toml").write_text(text, "utf-8")
    companion("new", "Mire")
    safe = companion(*call, "--format", "csv")
    assert safe.status == 0
    cells = [cell for row in csv.reader(io.StringIO(safe.out)) for cell in row]
    assert "'=1+1" in cells
    assert "=1+1" not in cells
    if "--campaign" in call:
        companion("shuffle", "fen/runs", "--campaign", "mire")
    assert ",=1+1," in companion(*call, "--format", "csv-raw").out


def test_the_problems_of_a_table_run_nothing_either(own_tables: Path) -> None:
    (own_tables / "runs.toml").write_text('schema = 1\ntitle = "x"\n"=1+1" = 2\n', "utf-8")
    rows = list(csv.reader(io.StringIO(companion("tables", "check", "--format", "csv").out)))
    assert [cell for row in rows for cell in row if cell.startswith("=")] == []
