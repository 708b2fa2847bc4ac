"""A plain call of `companion run` is read without typer, and means what typer reads in it."""

from inspect import signature

import pytest

from companion.cli.app import build_typer_app
from companion.cli.run_script_command import ScriptCall, parse_plain_run_call
from tests.cli.calling import companion

PLAIN = [
    ["mire"],
    ["mire", "-"],
    ["mire", "evening.txt", "--format", "jsonl"],
    ["--format=jsonl", "mire", "--dry-run", "evening.txt"],
    ["mire", "--seed", "-3", "--keep-going", "--keep-going"],
    ["mire", "--seed=", "--as", "mapper", "--as=guide", "--seed", "a=b"],
    ["--campaigns", "my things", "mire", "--tables=more/", "--campaigns=."],
]
NOT_PLAIN = [
    [],
    [""],
    ["mire", "--help"],
    ["mire", "--form", "text"],
    ["mire", "--format"],
    ["mire", "--dry-run=yes"],
    ["mire", "-x"],
    ["mire", "--", "-"],
    ["mire", "one", "two"],
]


@pytest.mark.parametrize("arguments", PLAIN, ids=" ".join)
def test_a_plain_call_reads_as_typer_reads_it(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[ScriptCall] = []
    monkeypatch.setattr("companion.cli.run_script_command.run_script_call", read.append)
    assert companion("run", *arguments).status == 0
    assert read == [parse_plain_run_call(["run", *arguments])]


def test_typer_reads_no_option_that_a_plain_call_leaves_out() -> None:
    run = next(each for each in build_typer_app().registered_commands if each.name == "run")
    assert run.callback is not None
    assert tuple(signature(run.callback).parameters) == ScriptCall._fields


@pytest.mark.parametrize("arguments", NOT_PLAIN, ids=" ".join)
def test_any_other_call_is_left_to_typer(arguments: list[str]) -> None:
    assert parse_plain_run_call(["run", *arguments]) is None


def test_another_command_is_left_to_typer() -> None:
    assert parse_plain_run_call(["roll", "2d6"]) is None
    assert parse_plain_run_call([]) is None


def test_completion_is_left_to_typer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_COMPANION_COMPLETE", "complete_bash")
    assert parse_plain_run_call(["run", "mire"]) is None
