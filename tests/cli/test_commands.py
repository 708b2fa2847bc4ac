"""The commands of the shell, each called as a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli.app import load_commands
from tests.cli.calling import companion

COMMANDS = [
    *(str(command.name) for command in load_commands().registered_commands),
    *(str(group.name) for group in load_commands().registered_groups),
]


@pytest.mark.parametrize("named", [*COMMANDS, "dance"])
def test_a_process_makes_only_its_command_and_says_the_same(named: str) -> None:
    arguments = [named, "--help"] if named in COMMANDS else [named]
    done = subprocess.run(
        [sys.executable, "-m", "companion", *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "PYTHONUTF8": "1"},
    )
    call = companion(*arguments)
    assert done.returncode == call.status
    assert done.stdout.split() == call.out.split()
    assert done.stderr.split() == call.err.split()


def test_every_command_says_what_it_is() -> None:
    told = companion("--help").out
    assert len(COMMANDS) == 14
    for command in COMMANDS:
        assert f"  {command} " in told
