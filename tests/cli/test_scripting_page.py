"""What docs/scripting.md shows is what happens: its examples, its fields, its script."""

import json
import os
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.calling import companion, folder_bytes

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "scripting.md").read_text(encoding="utf-8")
DICE = PAGE.partition("## Dice and tables\n")[2]
SCRIPT = re.findall(r"```sh\n(#!.*?)```", PAGE, re.DOTALL)[0]
needs_jq = pytest.mark.skipif(shutil.which("jq") is None, reason="jq is not installed")


@pytest.fixture(autouse=True)
def _on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`companion`, and the script of the page as `fill-hex`, where a shell finds them."""
    program = tmp_path / "bin" / "companion"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m companion "$@"\n', "utf-8")
    program.chmod(program.stat().st_mode | stat.S_IEXEC)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("PYTHONUTF8", "1")
    (tmp_path / "fill-hex").write_text(SCRIPT, "utf-8")


def shell(line: str) -> "subprocess.CompletedProcess[str]":
    """A line as a shell takes it."""
    command = ["bash", "-euo", "pipefail", "-c", line]
    return subprocess.run(command, capture_output=True, text=True, check=False)


EXAMPLES: list[tuple[str, str]] = [
    example
    for block in re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL)
    for example in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
]
"""Each command that the page shows with its answer."""


@pytest.mark.parametrize(("typed", "answered"), EXAMPLES)
def test_each_example_is_answered_as_it_is_shown(typed: str, answered: str) -> None:
    done = shell(typed)
    assert (done.returncode, done.stderr, done.stdout) == (0, "", answered)


@needs_jq
@pytest.mark.parametrize("block", re.findall(r"```sh\n((?!#!).*?)```", PAGE, re.DOTALL))
def test_each_line_to_type_can_be_typed(block: str) -> None:
    shell("companion run greenmire < /dev/null")
    done = shell(block)
    assert (done.returncode, done.stderr) == (0, "")


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 5


def fields(data: object) -> set[str]:
    """Every key in JSON, however deep."""
    if isinstance(data, list):
        return set().union(*map(fields, data))
    return set(data).union(*map(fields, data.values())) if isinstance(data, dict) else set()


@pytest.mark.usefixtures("own_tables")
def test_each_field_of_odds_is_told() -> None:
    told = fields(companion("odds", "2d6", "birds", "--format", "jsonl").objects)
    assert told >= {"outcomes", "exact", "references", "written"}
    for field in told:
        assert re.search(rf"\b{field}\b", DICE), field


def test_each_command_and_option_of_dice_and_tables_is_told() -> None:
    for word in ("roll", "odds", "draw", "shuffle", "tables list", "tables show", "tables check"):
        assert f"| `{word} " in DICE
        told = companion(*word.split(), "--help").out
        options = set(re.findall(r"(?<![\w-])--?[a-z]+", told)) - {"--help", "-n"}
        for option in options:
            assert option in DICE, (word, option)


def notes(campaign: str = "greenmire") -> list[dict[str, object]]:
    exported = json.loads(companion("export", campaign, "--format", "json").out)
    found: list[dict[str, object]] = exported["notes"]
    return found


def test_the_script_is_one_of_ten_lines() -> None:
    assert len(SCRIPT.splitlines()) <= 10


@needs_jq
def test_the_script_fills_a_hex_once_with_what_its_table_says(tmp_path: Path) -> None:
    filled = shell("bash fill-hex greenmire 2 1")
    assert (filled.returncode, filled.stderr) == (0, "")
    rolled = companion("roll", "marsh-encounters", "-n", "6", "--seed", "hex 2,1").out
    expected = [f"hex 2,1: {line}" for line in rolled.splitlines()]
    assert filled.stdout.splitlines() == expected
    assert [(note["note"], note["secret"]) for note in notes()] == [(e, True) for e in expected]
    before = folder_bytes(tmp_path / "kept")
    again = shell("bash fill-hex greenmire 2 1")
    assert (again.returncode, again.stdout, again.stderr) == (0, "", "")
    assert folder_bytes(tmp_path / "kept") == before


@needs_jq
def test_a_hex_without_a_place_is_filled_from_the_wilderness_tables() -> None:
    shell("bash fill-hex greenmire 2 1")
    assert shell("bash fill-hex greenmire 0 3 4").returncode == 0
    rolled = companion("roll", "travel/encounters", "-n", "4", "--seed", "hex 0,3").out
    assert [note["note"] for note in notes()][6:] == [
        f"hex 0,3: {line}" for line in rolled.splitlines()
    ]
    assert companion("export", "greenmire", "--players").out.count("hex 0,3") == 0


@needs_jq
@pytest.mark.parametrize("arguments", ["greenmire 2 x", "nowhere 2 1", "greenmire 2", ""])
def test_the_script_says_what_is_wrong_and_writes_nothing(arguments: str, tmp_path: Path) -> None:
    done = shell(f"bash fill-hex {arguments}")
    assert done.returncode != 0
    assert done.stderr
    assert not (tmp_path / "kept").exists()
