"""The commands of the shell, each called as a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli.app import build_typer_app
from companion.cli.output import WRONG_USAGE
from tests.cli.calling import companion

COMMANDS = [
    *(str(command.name) for command in build_typer_app().registered_commands),
    *(str(group.name) for group in build_typer_app().registered_groups),
]


WITHOUT_TYPER = ("roll 2d6 =3,5", "roll d6,nonsense", "odds 2d6 d8", "odds downtime/trends")
"""Dice and tables alone: no import of typer is waited for."""


def call_by_process(*arguments: str, code: str = "") -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, *(("-c", code) if code else ("-m", "companion")), *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "PYTHONUTF8": "1"},
    )


@pytest.mark.parametrize(
    "line", [*(f"{each} --help" for each in COMMANDS), "dance", *WITHOUT_TYPER]
)
def test_a_process_makes_only_its_command_and_says_the_same(line: str) -> None:
    done, call = call_by_process(*line.split()), companion(*line.split())
    assert done.returncode == call.status
    assert done.stdout.split() == call.out.split()
    assert done.stderr.split() == call.err.split()


@pytest.mark.parametrize("line", ["roll 2d6", "odds 2d6"])
def test_dice_alone_load_no_typer(line: str) -> None:
    called = "import sys; from companion.__main__ import answer_call; answer_call()"
    code = f"{called}; assert 'typer' not in sys.modules"
    done = call_by_process(*line.split(), code=code)
    assert (done.returncode, done.stderr) == (0, "")


def test_every_command_says_what_it_is() -> None:
    told = companion("--help").out
    assert len(COMMANDS) == 16
    for command in COMMANDS:
        assert f"  {command} " in told


def test_the_player_screen_wants_a_terminal(tmp_path: Path) -> None:
    call = companion("play", "greenmire", "--screen", "--campaigns", str(tmp_path))
    assert call.status == WRONG_USAGE
    assert not list(tmp_path.iterdir())
