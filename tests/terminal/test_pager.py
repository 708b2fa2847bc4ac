"""A long answer at the prompt is shown page by page, and stays on the screen."""

import shutil
import sys
from pathlib import Path

import pexpect
import pytest

from tests.terminal.a_terminal import Terminal, a_campaign, environment

pytestmark = pytest.mark.slow

LONG = "help words"
LESS = pytest.mark.skipif(shutil.which("less") is None, reason="there is no less here")


def recording(folder: Path) -> str:
    """A pager that notes its environment and what it is given."""
    return f"sh -c 'env > {folder}/environment; tee {folder}/shown'"


def is_on_page(terminal: Terminal) -> bool:
    """True while less waits for a key, and says which go on and leave."""
    rows = [row for row in terminal.screen() if row]
    return bool(rows) and rows[-1].endswith("space goes on, q leaves")


@LESS
@pytest.mark.parametrize(("columns", "lines"), [(80, 12), (40, 24)])
def test_it_begins_at_its_beginning_and_stays_on_the_screen(
    columns: int, lines: int, tmp_path: Path
) -> None:
    folder = a_campaign(tmp_path)
    with Terminal(
        folder.parent, columns=columns, lines=lines, colour=False, pager="less"
    ) as terminal:
        terminal.type(LONG).press("enter").wait_for(lambda: is_on_page(terminal))
        assert terminal.screen()[0].startswith("Type a word and what follows it")
        assert "help packs." not in terminal.shown()
        terminal.type("G").wait_for(lambda: "help packs." in terminal.shown())
        terminal.type("q").wait()
        assert "Type a word and what follows it" in terminal.shown()
        assert "help packs." in terminal.above()
        assert terminal.say("supply bree +1")


@LESS
def test_what_was_typed_at_a_page_is_no_line_at_the_prompt(tmp_path: Path) -> None:
    folder = a_campaign(tmp_path)
    with Terminal(folder.parent, lines=12, pager="less") as terminal:
        terminal.type(LONG).press("enter").wait_for(lambda: is_on_page(terminal))
        terminal.type("qnote the bell tolls\r").wait()
        assert terminal.say("supply bree +1")
    journal = "".join(path.read_text() for path in (folder / "journal").iterdir())
    assert "supply bree +1" in journal
    assert "bell tolls" not in journal


@LESS
def test_no_command_is_run_from_a_page(tmp_path: Path) -> None:
    folder = a_campaign(tmp_path)
    with Terminal(folder.parent, lines=12, pager="less") as terminal:
        terminal.type(LONG).press("enter").wait_for(lambda: is_on_page(terminal))
        terminal.type("!").wait_for(lambda: "not available" in terminal.shown())
        terminal.press("enter").type("q").wait()


def test_what_fits_the_window_is_printed(tmp_path: Path) -> None:
    folder = a_campaign(tmp_path)
    with Terminal(folder.parent, pager=recording(tmp_path)) as terminal:
        assert len(terminal.say(LONG)) < 24
        assert not (tmp_path / "shown").exists()


def test_the_pager_is_safe_and_gets_the_whole_answer(tmp_path: Path) -> None:
    folder = a_campaign(tmp_path)
    with Terminal(folder.parent, lines=12, pager=recording(tmp_path)) as terminal:
        answer = terminal.say(LONG)
    shown = (tmp_path / "shown").read_text(encoding="utf-8")
    assert answer[-1] in shown
    assert "\x1b[1m" in shown  # bold, as on the screen
    given = (tmp_path / "environment").read_text(encoding="utf-8").splitlines()
    assert {
        "LESS=-FRX -Ps?e(end) .space goes on, q leaves$",
        "LESSSECURE=1",
        "LESSHISTFILE=-",
    } <= set(given)


@pytest.mark.parametrize("pager", ["no-such-pager", "false", "'", ""])
def test_without_a_pager_the_answer_is_printed(pager: str, tmp_path: Path) -> None:
    folder = a_campaign(tmp_path)
    with Terminal(folder.parent, lines=12, pager=pager) as terminal:
        assert len(terminal.say(LONG)) > 12


def test_ctrl_c_ends_a_pager_that_hangs_and_loses_no_answer(tmp_path: Path) -> None:
    folder = a_campaign(tmp_path)
    hanging = "sh -c 'echo waiting; exec sleep 100'"
    with Terminal(folder.parent, lines=12, pager=hanging) as terminal:
        terminal.type(LONG).press("enter").wait_for(lambda: "waiting" in terminal.shown())
        terminal.press("c-c").wait(lambda: "help packs." in terminal.above())
        assert terminal.say("supply bree +1")


@pytest.mark.parametrize("how", [("--plain",), ()])
def test_plain_words_are_never_paged(how: tuple[str, ...], tmp_path: Path) -> None:
    folder, term = a_campaign(tmp_path), "xterm-256color" if how else "dumb"
    terminal = Terminal(folder.parent, *how, lines=12, term=term, pager=recording(tmp_path))
    try:
        terminal.wait_for(lambda: "> " in terminal.glass.before_cursor(0))
        terminal.type(LONG).press("enter").wait_for(lambda: "help packs." in terminal.shown())
    finally:
        terminal.close()
    assert not (tmp_path / "shown").exists()


def test_a_script_is_never_paged(tmp_path: Path) -> None:
    folder = a_campaign(tmp_path)
    script = tmp_path / "script"
    script.write_text(f"{LONG}\n")
    told, status = pexpect.run(
        f"{sys.executable} -m companion run my-greenmire {script} --campaigns {folder.parent}",
        env=environment(folder.parent, pager=recording(tmp_path)),
        cwd=str(Path(__file__).parents[2]),
        withexitstatus=True,
        dimensions=(12, 80),
    )
    assert status == 0, told
    assert b"help packs." in told
    assert not (tmp_path / "shown").exists()


@pytest.mark.parametrize(("lines", "is_paged"), [(12, True), (200, False)])
def test_the_rules_of_a_board_game_are_paged_if_they_are_long(
    lines: int, is_paged: bool, tmp_path: Path
) -> None:
    told, status = pexpect.run(
        f"{sys.executable} -m companion parlour rules errantry",
        env=environment(tmp_path, pager=recording(tmp_path)),
        cwd=str(Path(__file__).parents[2]),
        withexitstatus=True,
        dimensions=(lines, 80),
    )
    assert (status, b"WHOSE RULES" in told) == (0, True)
    assert (tmp_path / "shown").exists() == is_paged
