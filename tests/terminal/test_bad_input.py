"""Whatever is typed, pasted or done to the window: an answer, and the prompt again."""

import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from prompt_toolkit.utils import get_cwidth

from tests.desk.a_desk import state_files
from tests.terminal.a_terminal import CAMPAIGN, Terminal, a_campaign, environment

pytestmark = pytest.mark.slow

STRANGE = {
    "an unclosed quote": 'give bree "torch',
    "quotes within quotes": "'\"' \"'",
    "only marks": "!! =, ?? ~~ {} [] <> «» $() ``",
    "a long word": "x" * 300,
    "a long name": "slots " + "unpronounceable" * 20,
    "another script": "銅貨 を 渡す",
    "pictures": "🐉🔥 👩‍👩‍👧 🇳🇱",
    "letters that combine": "Zwo\u0308lf e\u0301\u0323\u0323\u0323",
    "right to left": "שלום \u202eabc",
    "markup of others": "[bold]x[/] %s {0} \\n \\x1b[31m",
    "a number too large": "supply bree +99999999999999999999999999",
    "what looks like an option": "--help -v",
}
CONTROL = "supply\x1b[31m bree\x07 +1 sack\x00\x9b2J\x1b]0;title\x07\x08\x0b\x0c"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return a_campaign(tmp_path)


def as_it_was(terminal: Terminal, folder: Path, before: dict[str, bytes]) -> None:
    """Nothing broke, nothing changed, and the next line is answered."""
    assert terminal.typed() == ""
    assert "Traceback" not in terminal.shown()
    assert "on our side" not in terminal.shown()
    assert state_files(folder) == before
    assert "Bree" in "".join(terminal.say("company"))


def _answered(terminal: Terminal, reads: int) -> bool:
    return terminal.reads > reads and not terminal.typed()


@pytest.mark.parametrize("columns", [20, 80])
def test_a_strange_line_gets_a_sentence_and_the_prompt_again(folder: Path, columns: int) -> None:
    before = state_files(folder)
    with Terminal(folder.parent, columns=columns) as terminal:
        for what, line in STRANGE.items():
            answer = terminal.say(line)
            assert any(answer), what
            assert all(get_cwidth(each) <= columns for each in answer), what
        as_it_was(terminal, folder, before)


@pytest.mark.parametrize("columns", [20, 80])
def test_control_characters_are_pasted_as_text_and_do_nothing(folder: Path, columns: int) -> None:
    before = state_files(folder)
    with Terminal(folder.parent, columns=columns) as terminal:
        assert any(terminal.paste(CONTROL).enter())
        assert b"\x1b[31m bree" not in terminal.written
        assert b"\x1b]0;title" not in terminal.written
        as_it_was(terminal, folder, before)


def test_a_control_key_that_means_nothing_is_no_part_of_the_line(folder: Path) -> None:
    before = state_files(folder)
    with Terminal(folder.parent) as terminal:
        terminal.type("\x00\x1c\x1f\x1b[99~").clear()
        as_it_was(terminal, folder, before)


def test_four_thousand_characters_are_one_line(folder: Path) -> None:
    before = state_files(folder)
    long = "declare " + "wade on and on " * 266
    assert len(long) > 3_990
    with Terminal(folder.parent) as terminal:
        terminal.paste(long).wait(lambda: "wade on and on" in terminal.screen()[-2])
        terminal.clear()
        assert state_files(folder) == before
        assert any(terminal.paste("x" * 4_000).enter())
        as_it_was(terminal, folder, before)


def test_a_name_in_another_script_can_be_given_and_is_shown(folder: Path) -> None:
    with Terminal(folder.parent, columns=40) as terminal:
        terminal.say("give bree 銅貨 slots 1")
        assert "銅貨" in "\n".join(terminal.say("slots bree"))
        assert "銅貨" in (folder / "errants" / "bree.toml").read_text()


@pytest.mark.parametrize("columns", [20, 21, 39])
def test_a_narrow_window_shows_every_word_of_an_answer(folder: Path, columns: int) -> None:
    lines = ("status", "company", "slots bree", "next listen =3", "refill all", "help next", "undo")
    with Terminal(folder.parent, columns=columns) as terminal:
        for line in lines:
            answer = terminal.say(line)
            assert all(len(each) <= columns for each in answer), line
        assert "Traceback" not in terminal.shown()
        assert terminal.bottom()
        told = "".join("".join(terminal.say("slots bree")).split())
        assert "bellhammer" in told
        assert "bedroll" in told


def test_a_dumb_terminal_is_answered_without_a_single_escape(folder: Path) -> None:
    with Terminal(folder.parent, term="dumb") as terminal:
        assert "Bree" in "\n".join(terminal.say("company"))
        assert any(terminal.say("supply bree +1"))
        assert any(terminal.say("lihgt"))
        terminal.press("c-d")
        assert terminal.status() == 0
    assert b"\x1b" not in terminal.written
    assert "supply = 7" in (folder / "errants" / "bree.toml").read_text()


def test_lines_from_a_pipe_are_answered(folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "companion", "play", CAMPAIGN, "--campaigns", folder.parent],
        input="company\nsupply bree +1\nlihgt\nsupply wim +1\n",
        env=environment(folder.parent),
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    assert done.stderr == ""
    assert "\x1b" not in done.stdout
    assert done.stdout.count("Wim") >= 2
    assert "lihgt" in done.stdout
    assert "supply = 7" in (folder / "errants" / "bree.toml").read_text()
    assert "supply = 3" in (folder / "errants" / "wim.toml").read_text()


def test_a_window_resized_during_an_answer_shows_the_prompt_again(folder: Path) -> None:
    with Terminal(folder.parent) as terminal:
        for columns, lines in ((40, 12), (100, 40), (20, 10), (80, 24)):
            reads = terminal.reads
            terminal.type("help").press("enter").resize(columns, lines)
            terminal.wait(partial(_answered, terminal, reads))
            assert len(terminal.bottom()) <= columns
        assert "Traceback" not in terminal.shown()
        assert "Bree" in "\n".join(terminal.say("company"))


def test_a_window_of_a_few_lines_keeps_what_is_typed_in_sight(folder: Path) -> None:
    with Terminal(folder.parent, lines=5) as terminal:
        assert terminal.put("supply bree +1").typed() == "supply bree +1"
        assert any(terminal.enter())
    assert "supply = 7" in (folder / "errants" / "bree.toml").read_text()


def test_a_campaign_that_is_gone_is_told_and_goes_on_when_it_is_back(folder: Path) -> None:
    before = state_files(folder)
    with Terminal(folder.parent) as terminal:
        terminal.say("status")
        away = folder.rename(folder.with_name("elsewhere"))
        for line in ("supply bree +1", "status", "undo"):
            answer = "\n".join(terminal.say(line))
            assert "gone" in answer or CAMPAIGN in answer, line
        assert not folder.exists()
        assert state_files(away) == before
        away.rename(folder)
        assert any(terminal.say("supply bree +1"))
        assert "Traceback" not in terminal.shown()
    assert "supply = 7" in (folder / "errants" / "bree.toml").read_text()
