"""What others do to the campaign while a line is being typed."""

import subprocess
import sys
from pathlib import Path
from time import monotonic

import pytest

from tests.terminal.a_terminal import CAMPAIGN, Terminal, a_campaign, environment

pytestmark = pytest.mark.slow

SOON = 2.0
"""Seconds: a look around every half second, and time for a busy machine to draw it."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return a_campaign(tmp_path)


def run_elsewhere(folder: Path, line: str) -> None:
    """Another process says a word to the same campaign."""
    subprocess.run(
        [sys.executable, "-m", "companion", "run", CAMPAIGN, "--campaigns", folder.parent],
        input=line,
        env=environment(folder.parent),
        cwd=Path(__file__).parents[2],
        text=True,
        check=True,
        capture_output=True,
    )


def edit(folder: Path, before: str, after: str) -> None:
    """A hand edit of Bree's file, as an editor saves it."""
    path = folder / "errants" / "bree.toml"
    text = path.read_text()
    assert text.count(before) == 1
    path.write_text(text.replace(before, after))


def told_within(terminal: Terminal, seconds: float, *words: str) -> None:
    """These words come above the line being typed, within so many seconds."""
    began = monotonic()
    above = terminal.above()
    terminal.wait_for(lambda: all(terminal.above().count(w) > above.count(w) for w in words))
    assert monotonic() - began <= seconds
    terminal.wait()


def test_a_word_from_elsewhere_is_told_above_the_line_being_typed(folder: Path) -> None:
    with Terminal(folder.parent, columns=100) as terminal:
        terminal.put("exhaust wim")
        run_elsewhere(folder, "supply bree +9\n")
        told_within(terminal, SOON, "supply bree +9")
        assert terminal.typed() == "exhaust wim"
        terminal.wait(lambda: "24" in terminal.bottom())  # the Company's Supply was 15
        terminal.type(" +1")
        assert any(terminal.enter())
    assert "exhaustion = 3" in (folder / "errants" / "wim.toml").read_text()
    assert "supply = 15" in (folder / "errants" / "bree.toml").read_text()


def test_what_nobody_is_told_of_shows_below_at_once(folder: Path) -> None:
    """A word that the Guide said in secret, though what it changed is in everybody's sight."""
    with Terminal(folder.parent, columns=100) as terminal:
        terminal.say("as timekeeper")
        above = terminal.above()
        run_elsewhere(folder, "secret next! =6\n")
        terminal.wait_for(lambda: "Expl 9" in terminal.bottom())
        assert terminal.above() == above


def test_a_hand_edit_is_told_above_the_line_being_typed(folder: Path) -> None:
    with Terminal(folder.parent) as terminal:
        terminal.put("slots br")
        edit(folder, "supply = 6", "supply = 11")
        told_within(terminal, SOON, "bree")
        assert terminal.typed() == "slots br"
        terminal.wait(lambda: "20" in terminal.bottom())
        assert "11 Supply" in "\n".join(terminal.enter())


def test_a_file_broken_by_hand_is_told_and_the_prompt_goes_on(folder: Path) -> None:
    with Terminal(folder.parent) as terminal:
        edit(folder, "supply = 6", "supply = many")
        answer = "\n".join(terminal.say("supply wim +1"))
        assert "bree.toml" in answer
        assert "Traceback" not in terminal.shown()
        edit(folder, "supply = many", "supply = 6")
        assert any(terminal.say("supply wim +1"))
    assert "supply = 3" in (folder / "errants" / "wim.toml").read_text()


@pytest.mark.parametrize("wreck", ["broken", "gone"])
@pytest.mark.parametrize("leaving", ["quit", "q", "exit"])
def test_who_would_leave_a_campaign_that_cannot_be_read_may(
    leaving: str, wreck: str, folder: Path
) -> None:
    with Terminal(folder.parent) as terminal:
        if wreck == "broken":
            edit(folder, 'name = "Bree Tanner"', 'name = "Bree Tanner')
        else:
            folder.rename(folder.parent / "elsewhere")
        terminal.say("status")
        assert any("redo" in line for line in terminal.say("help undo"))
        assert "brief from now on" in "\n".join(terminal.say("brief"))
        terminal.type(f"{leaving}\r")
        assert terminal.status() == 0
        assert "Everything is on disk." in terminal.shown()
        assert "Traceback" not in terminal.shown()


@pytest.mark.parametrize("columns", [40, 80])
def test_a_broken_file_is_shown_with_the_command_that_explains_it(
    columns: int, folder: Path
) -> None:
    with Terminal(folder.parent, columns=columns) as terminal:
        edit(folder, "supply = 6", "supply = many")
        answer = " ".join(" ".join(terminal.say("supply wim +1")).split())
        assert f"How to mend it: companion check {CAMPAIGN} --campaigns" in answer


def test_two_terminals_at_one_campaign_see_each_other(folder: Path) -> None:
    with Terminal(folder.parent) as one, Terminal(folder.parent, "--as", "quartermaster") as other:
        other.put("slots wim")
        one.say("next! listen at the door =6")
        told_within(other, SOON, "listen at the door")
        assert other.typed() == "slots wim"
        other.wait(lambda: "9" in other.bottom())
        other.enter()
        other.say("supply wim +1")
        told_within(one, SOON, "supply wim +1")


def test_a_menu_shows_eight_at_a_time_and_the_arrow_keys_bring_the_rest(tmp_path: Path) -> None:
    a_campaign(tmp_path)
    with Terminal(tmp_path, lines=40) as terminal:
        menu = terminal.type("s").wait(lambda: bool(terminal.below())).below()
        assert len(menu) == 8
        for _ in range(9):
            terminal.press("down")
        terminal.wait(lambda: terminal.below()[0] != menu[0])
        assert len(terminal.below()) == 8
