"""The door with somebody sitting at it: campaigns offered, questions asked, a way to leave."""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pexpect
import pytest

from companion.repl.tutorial import load_tutorial_texts
from tests.cli.calling import companion, folder_bytes

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
Spawn = Callable[..., "pexpect.spawn[str]"]
CTRL_C, CTRL_D = "\x03", "\x04"


@pytest.fixture
def spawn(tmp_path: Path) -> Iterator[Spawn]:
    """`companion` called on a terminal."""
    called: list[pexpect.spawn[str]] = []

    def call(
        *arguments: str, term: str = "xterm-256color", columns: int = 80
    ) -> "pexpect.spawn[str]":
        child = pexpect.spawn(
            sys.executable,
            ["-m", "companion", *arguments],
            cwd=str(tmp_path),
            env={
                **os.environ,
                "TERM": term,
                "PYTHONPATH": str(ROOT),
                "PYTHONUTF8": "1",
                "PROMPT_TOOLKIT_NO_CPR": "1",
            },
            dimensions=(24, columns),
            encoding="utf-8",
            timeout=10,
        )
        called.append(child)
        return child

    yield call
    for child in called:
        child.close(force=True)


def left(child: "pexpect.spawn[str]") -> int | None:
    """The exit status of a call that comes to its end, having said no traceback."""
    child.expect(pexpect.EOF)
    assert "Traceback" not in (child.before or "")
    child.close()
    status: int | None = child.exitstatus
    return status


@pytest.mark.parametrize("term", ["xterm-256color", "dumb"])
def test_play_offers_the_campaigns_and_enter_takes_the_first(term: str, spawn: Spawn) -> None:
    companion("new", "Mire", "--start", "travel")
    child = spawn("play", term=term)
    child.expect("1  mire       Mire, day 1 08:00")
    child.expect("2  greenmire  The Greenmire, a sample: opens as your copy my-greenmire")
    child.expect("3  new        begin")
    child.expect("Enter for mire")
    child.send("\r")
    child.expect("Travel Turns, about to begin")
    child.expect(">")
    child.send("quit\r")
    assert left(child) == 0


def test_a_wrong_answer_is_told_and_a_part_of_a_name_will_do(spawn: Spawn, tmp_path: Path) -> None:
    companion("new", "Mire")
    child = spawn("play", "--plain")
    child.expect("Enter for mire")
    child.send("atlantis\r")
    child.expect("There is no campaign «atlantis».")
    child.expect("Enter for mire")
    child.send("green\r")
    child.expect("The Greenmire")
    child.send(CTRL_D)
    assert left(child) == 0
    assert (tmp_path / "kept" / "my-greenmire").is_dir()


@pytest.mark.parametrize("key", [CTRL_C, CTRL_D, "quit\r", "q\r"])
@pytest.mark.parametrize(
    ("command", "asked"), [("play", "Enter for greenmire"), ("new", "What is it called\\?")]
)
def test_ctrl_c_and_ctrl_d_leave(
    command: str, asked: str, key: str, spawn: Spawn, tmp_path: Path
) -> None:
    child = spawn(command)
    child.expect(asked)
    child.send(key)
    assert left(child) == 0
    assert not (tmp_path / "kept").exists()


def test_new_asks_and_says_how_to_play_and_what_to_edit(spawn: Spawn) -> None:
    child = spawn("new", columns=40)
    for question, answer in (
        ("What is it called", "The Salt Road"),
        ("Enter for empty", ""),
        ("Who plays", "Bree 13 9 8 12"),
        ("Who else", "Wim"),
        ("Who else", ""),
        ("Which Turns", "travel"),
    ):
        child.expect(question)
        child.send(f"{answer}\r")
    child.expect("companion play the-salt-road")
    child.expect("errants/bree.toml")
    child.expect("Play it now\\?")
    child.send("no\r")
    assert left(child) == 0
    assert companion("check", "the-salt-road").status == 0


def test_what_new_has_made_can_be_played_at_once(spawn: Spawn) -> None:
    child = spawn("new")
    for answer in ("Mire", "", "", ""):
        child.expect("[?.]\r\n> ")
        child.send(f"{answer}\r")
    child.expect("Play it now\\?")
    child.send("\r")
    child.expect("Mire: day 1")
    child.send(CTRL_D)
    assert left(child) == 0


def test_a_part_of_a_name_plays(spawn: Spawn) -> None:
    companion("new", "The Salt Road")
    child = spawn("play", "salt", "--plain")
    child.expect("The Salt Road: day 1")
    child.send(CTRL_D)
    assert left(child) == 0


def test_what_is_broken_is_not_what_enter_takes(spawn: Spawn, tmp_path: Path) -> None:
    companion("new", "Mire")
    (tmp_path / "kept" / "mire" / "world.toml").write_text("schema = [", encoding="utf-8")
    child = spawn("play", "--plain")
    child.expect("1  mire       broken, one problem: companion check mire")
    child.expect("Enter for greenmire")
    child.send("\r")
    child.expect("The Greenmire")
    child.send(CTRL_D)
    assert left(child) == 0


def test_play_can_begin_a_campaign_and_opens_it(spawn: Spawn) -> None:
    child = spawn("play", "--plain")
    child.expect("no campaign of your own yet")
    child.expect("Enter for greenmire")
    child.send("new\r")
    for answer in ("Mire", "", "", "travel"):
        child.expect("[?.]\r\n> ")
        child.send(f"{answer}\r")
    child.expect("Play it: companion play mire")
    child.expect("Mire: day 1")
    child.send(CTRL_D)
    assert left(child) == 0


@pytest.mark.parametrize("ending", [signal.SIGHUP, signal.SIGTERM])
def test_a_terminal_closed_in_the_tutorial_leaves_nothing_behind(
    ending: signal.Signals, spawn: Spawn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tmp").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
    child = spawn("tutorial")
    child.expect("Type: status")
    child.expect("tutorial>")
    assert list((tmp_path / "tmp").iterdir())
    child.kill(ending)
    child.expect(pexpect.EOF)
    child.wait()
    assert list((tmp_path / "tmp").iterdir()) == []


def test_the_tutorial_ends_at_the_choice_of_campaigns(spawn: Spawn, tmp_path: Path) -> None:
    before = folder_bytes(tmp_path)
    child = spawn("play", "--plain")
    child.expect("Enter for greenmire")
    child.send("tutorial\r")
    child.expect("Type: status")
    child.expect(">")
    child.send("\r")
    child.expect("Type: done")
    child.expect(">")
    child.send("quit\r")
    child.expect("The tutorial ends here")
    child.expect("Enter for greenmire")
    child.send(CTRL_D)
    assert left(child) == 0
    assert folder_bytes(tmp_path) == before


@pytest.mark.parametrize("term", ["xterm-256color", "dumb"])
def test_the_whole_tutorial_with_enter_alone(term: str, spawn: Spawn) -> None:
    child = spawn("tutorial", term=term)
    for number in range(1, len(load_tutorial_texts().steps) + 1):
        child.expect(f"{number} of {len(load_tutorial_texts().steps)}")
        child.expect("Type: ")
        child.expect(">")
        child.send("\r")
    child.expect("That is the tutorial")
    assert left(child) == 0
