"""What Tab completes in bash, zsh and fish, asked as their scripts ask; --version."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from companion import __version__
from companion.archive.new_campaigns import render_files_of_new_campaign
from companion.cli.app import build_typer_app
from tests.cli.calling import folder_bytes

ROOT = Path(__file__).parents[2]
SHELLS = ("bash", "zsh", "fish")
BY_NAME = {"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
"""With this typer is told the name of the shell; else it is the shell that calls."""
CAMPAIGN_COMMANDS = ("play", "run", "check", "export", "restore", "new x --from", "roll --campaign")
TABLE_COMMANDS = ("roll", "odds", "draw", "shuffle", "tables show", "tables check", "roll 2d6 -2")


def call(*arguments: str, code: str = "", **environment: str) -> "subprocess.CompletedProcess[str]":
    """Call the companion, or run this code, in a process of its own."""
    program = ("-c", code) if code else ("-m", "companion")
    return subprocess.run(
        [sys.executable, *program, *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def protocol(shell: str, line: str) -> dict[str, str]:
    """The environment in which a shell asks for what may follow a line."""
    asking = {"_COMPANION_COMPLETE": f"complete_{shell}"}
    if shell == "bash":
        at = len(re.findall(r"\S+", line)) - (not line.endswith(" "))
        return {**asking, "COMP_WORDS": "\n".join(line.split()), "COMP_CWORD": str(at)}
    return {**asking, "_TYPER_COMPLETE_ARGS": line, "_TYPER_COMPLETE_FISH_ACTION": "get-args"}


def candidates(shell: str, typed: str) -> list[str]:
    """What a shell is offered after `companion` and this."""
    asking = protocol(shell, f"companion {typed}")
    done = CliRunner().invoke(build_typer_app(), [], env=asking, prog_name="companion")
    assert (done.exit_code, done.stderr) == (0, "")
    return list_offered(shell, done.stdout)


def list_offered(shell: str, printed: str) -> list[str]:
    if shell == "zsh":
        return re.findall(r'(?:\(\(|^)"([^"]*)"', printed, re.MULTILINE)
    return [line.partition("\t")[0] for line in printed.splitlines() if line]


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A folder with two campaigns, one of which has a table of its own, and with what is none."""
    folder = tmp_path / "kept"
    for name in ("mire", "moor"):
        (folder / name / "tables" / name).mkdir(parents=True)
        text = render_files_of_new_campaign(name)["campaign.toml"]
        (folder / name / "campaign.toml").write_text(text, "utf-8")
        (folder / name / "tables" / name / f"{name}-birds.toml").touch()
    for odd in ("m\x1b[31mred", "m\n$(touch owned)", "m`touch owned`", ".mold", "m*"):
        (folder / odd).mkdir()
        (folder / odd / "campaign.toml").touch()
    return folder


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize("line", ["companion play m", "companion roll --campaign m"])
def test_a_process_answers_a_shell(shell: str, line: str) -> None:
    done = call(**protocol(shell, line))
    assert (done.returncode, done.stderr) == (0, "")
    assert list_offered(shell, done.stdout) == ["mire", "moor"]


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize("command", CAMPAIGN_COMMANDS)
def test_a_campaign_is_completed(shell: str, command: str) -> None:
    assert candidates(shell, f"{command} m") == ["mire", "moor"]


@pytest.mark.usefixtures("own_tables")
@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize("command", TABLE_COMMANDS)
def test_a_table_is_completed_by_its_whole_name_and_its_short_one(shell: str, command: str) -> None:
    assert candidates(shell, f"{command} fen/") == ["fen/birds", "fen/cards", "fen/moods"]
    assert candidates(shell, f"{command} bi") == ["birds"]


@pytest.mark.parametrize("shell", SHELLS)
def test_commands_and_options_are_completed(shell: str) -> None:
    assert candidates(shell, "ro") == ["roll"]
    assert candidates(shell, "tables ") == ["list", "show", "check"]
    assert candidates(shell, "roll --camp") == ["--campaign", "--campaigns"]
    assert candidates(shell, "--v") == ["--version"]


@pytest.mark.parametrize("shell", SHELLS)
def test_the_folders_are_those_that_options_choose(
    shell: str, kept: Path, own_tables: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = kept.rename(tmp_path / "elsewhere")
    monkeypatch.setenv("COMPANION_TABLES", str(tmp_path / "none"))
    assert candidates(shell, "play m") == []
    assert candidates(shell, f"play --campaigns {elsewhere} mi") == ["mire"]
    assert candidates(shell, "roll bi") == []
    assert candidates(shell, f"roll --tables {own_tables.parent} bi") == ["birds"]
    chosen = f"--campaigns={elsewhere}" if shell != "bash" else f"--campaigns = {elsewhere}"
    assert candidates(shell, f"roll {chosen} --campaign mire mire/") == ["mire/mire-birds"]


@pytest.mark.usefixtures("kept")
def test_a_value_after_an_equals_sign_is_completed() -> None:
    assert candidates("zsh", "roll --campaign=mi") == ["--campaign=mire"]
    assert candidates("bash", "roll --campaign = mi") == ["mire"]


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize(
    "typed", ["play ../", "roll ../", "roll fen/../", "roll --campaign .. ../"]
)
def test_no_name_leaves_its_folder(shell: str, typed: str, own_tables: Path) -> None:
    (own_tables.parent / "out").symlink_to("/")
    (own_tables / "secret.toml").symlink_to("/etc/passwd")
    assert candidates(shell, typed) == []
    assert "fen/secret" not in candidates(shell, "roll fen/")


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize("broken", ["a file", "a circle", "missing"])
def test_a_broken_folder_completes_to_nothing_silently(
    shell: str, broken: str, tmp_path: Path
) -> None:
    place = tmp_path / "broken"
    if broken == "a file":
        place.touch()
    elif broken == "a circle":
        place.symlink_to(place)
    assert candidates(shell, f"play --campaigns {place} m") == []
    assert candidates(shell, f"draw --tables {place} zz") == []
    assert candidates(shell, "nonsense m") == []
    assert candidates(shell, "run greenmire x") == []


def test_fish_is_told_whether_to_offer_files() -> None:
    asked = {**protocol("fish", "companion roll marsh"), "_TYPER_COMPLETE_FISH_ACTION": "is-args"}
    assert call(**asked).returncode == 0
    assert call(**{**asked, "_TYPER_COMPLETE_ARGS": "companion roll zz"}).returncode == 1


@pytest.mark.parametrize("line", ["roll marsh", "play g"])
def test_a_name_is_completed_without_heavy_imports(line: str) -> None:
    code = """
import json, sys
sys.argv = ["companion"]
from companion.__main__ import main
try:
    main()
except SystemExit:
    sys.stderr.write(json.dumps(sorted(sys.modules)))
"""
    done = call(code=code, **protocol("zsh", f"companion {line}"))
    loaded = set(json.loads(done.stderr))
    assert "companion.cli.shell_completion" in loaded
    assert not loaded & {"msgspec", "tomli", "rich", "prompt_toolkit", "filelock"}


@pytest.mark.parametrize("shell", SHELLS)
def test_what_is_shown_is_not_written(shell: str, tmp_path: Path) -> None:
    done = call("--show-completion", shell, HOME=str(tmp_path / "home"), **BY_NAME)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"_COMPANION_COMPLETE=complete_{shell}" in done.stdout
    assert folder_bytes(tmp_path) == {}


@pytest.mark.parametrize("shell", SHELLS)
def test_completion_is_installed_at_home_only(shell: str, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    done = call("--install-completion", shell, HOME=str(home), **BY_NAME)
    assert (done.returncode, done.stderr) == (0, "")
    written = folder_bytes(tmp_path)
    assert written
    assert all(name.startswith("home/") for name in written)
    assert any(b"complete_" + shell.encode() in data for data in written.values())


def test_a_start_file_in_another_encoding_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / ".bashrc").write_bytes(b"# caf\xe9\n")
    home = {"HOME": str(tmp_path), "PYTHONUTF8": "1"}
    assert call("--install-completion", "bash", **home, **BY_NAME).returncode == 1
    assert folder_bytes(tmp_path) == {".bashrc": b"# caf\xe9\n"}


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
@pytest.mark.usefixtures("kept")
def test_bash_completes_with_the_script_it_is_shown(tmp_path: Path) -> None:
    program = tmp_path / "companion"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m companion "$@"\n')
    program.chmod(0o755)
    script = call("--show-completion", "bash", **BY_NAME).stdout
    line = f"{script}\nCOMP_WORDS=({program} play m) COMP_CWORD=2\n"
    line += f'_companion_completion {program}; printf "%s\\n" "${{COMPREPLY[@]}}"'
    done = subprocess.run(
        ["bash", "-c", line],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["mire", "moor"]


def test_the_version_is_printed() -> None:
    done = call("--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"companion {__version__}\n", "")
