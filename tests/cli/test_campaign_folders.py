"""The campaigns there are: their names, what is wrong with them, and calls that are wrong."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from companion.archive import new_campaigns
from companion.archive.campaign_folders import CampaignFolders
from tests.cli.calling import companion


@pytest.mark.parametrize(
    "arguments",
    [
        ["run", "greenmire", "--format", "xml"],
        ["run", "greenmire", "--as", "king"],
        ["run", "greenmire", "no-such-file.txt"],
        ["run", "greenmire", "."],
        ["run"],
        ["run", "greenmire", "--louder"],
        ["draw"],
        ["tables", "sort"],
        ["roll", "2d6", "-n", "0"],
        ["roll", "2d6", "--format", "xml"],
        ["dance"],
        ["new"],
        ["new", "Mire", "--from", "greenmire", "--errant", "Bree"],
        ["new", "Mire", "--from", "greenmire", "--start", "travel"],
        ["tutorial"],
        ["cheatsheet", "--format", "xml"],
    ],
)
def test_wrong_usage_is_told_on_standard_error_with_status_2(arguments: list[str]) -> None:
    call = companion(*arguments)
    assert call.status == 2
    assert call.out == ""
    assert call.err


PATHS = ["../x", "..", ".", "/etc", "a/b", "", " ", "x\x1b[31m", "a\nb", "-x" * 40, "ünder", ".git"]


@pytest.mark.parametrize("name", PATHS)
def test_a_campaigns_name_is_no_path(name: str, tmp_path: Path) -> None:
    for command in ("run", "check"):
        call = companion(command, "--", name)
        assert call.status == 1
        assert call.out == ""
        assert "\x1b" not in call.err
        assert call.err.count("\n") == 1
    assert not (tmp_path / "kept").exists()


def listed() -> list[str]:
    """The names that `companion list` gives, in its order."""
    return [line.split()[0] for line in companion("list").out.splitlines()]


def test_list_names_the_last_played_first_and_the_sample_last(tmp_path: Path) -> None:
    for at, name in enumerate(("Alder", "Birch", "Cedar")):
        companion("new", name)
        for file in (tmp_path / "kept" / name.lower()).rglob("*"):
            os.utime(file, (at, at))
    assert listed() == ["cedar", "birch", "alder", "greenmire"]
    companion("run", "alder", typed="zoom travel\n")
    assert listed() == ["alder", "cedar", "birch", "greenmire"]


def test_a_sample_is_listed_as_its_copy_once_there_is_one() -> None:
    assert listed() == ["greenmire"]
    companion("run", "greenmire", typed="done\n")
    assert listed() == ["my-greenmire"]


def test_list_says_what_each_is_in_one_column_and_what_is_broken_last(tmp_path: Path) -> None:
    companion("new", "Mire")
    companion("new", "The Salt Road")
    os.utime(tmp_path / "kept" / "the-salt-road" / "campaign.toml", (1, 1))
    (tmp_path / "kept" / "mire" / "world.toml").write_text("schema = [", encoding="utf-8")
    call = companion("list")
    assert call.status == 0
    assert call.err == ""
    assert call.out.splitlines() == [
        "the-salt-road  The Salt Road, day 1 08:00",
        "mire           broken, one problem: companion check mire",
        "greenmire      The Greenmire, a sample: opens as your copy my-greenmire",
    ]


def test_list_says_how_to_play_when_nothing_is_theirs() -> None:
    call = companion("list")
    assert "companion play" in call.err
    assert "companion new" in call.err


def test_play_without_name_and_terminal_names_the_campaigns() -> None:
    companion("new", "Mire")
    call = companion("play")
    assert call.status == 2
    assert call.out == ""
    assert "mire" in call.err
    assert "greenmire" in call.err


def test_the_folder_that_was_chosen_goes_with_what_is_to_be_typed(tmp_path: Path) -> None:
    shelf = tmp_path / "an other"
    made = companion("new", "Mire", "--campaigns", str(shelf))
    assert f"companion play mire --campaigns '{shelf}'" in made.out
    (shelf / "mire" / "world.toml").write_text("schema = [", encoding="utf-8")
    told = companion("list", "--campaigns", str(shelf)).out.splitlines()[0]
    typed = shlex.split(told.partition("problem: ")[2])
    assert companion(*typed[1:]).status == 3
    missing = companion("check", "marsh", "--campaigns", str(shelf)).err
    assert f"Try: companion new marsh --campaigns '{shelf}'" in missing


def test_play_of_what_several_may_be_is_refused_with_their_names() -> None:
    companion("new", "The Salt Road")
    companion("new", "The Salt Mire")
    call = companion("play", "salt")
    assert call.status == 1
    assert "«salt» may be " in call.err
    assert "the-salt-road" in call.err
    assert "the-salt-mire" in call.err
    assert companion("run", "the-salt").status == 1, "scripts use whole names"


def test_play_of_what_is_not_there_is_refused() -> None:
    call = companion("play", "greenmyre")
    assert call.status == 1
    assert "Did you mean greenmire?" in call.err


def test_check_tells_every_problem_with_its_file_line_and_key(tmp_path: Path) -> None:
    companion("new", "Mire", "--from", "greenmire")
    assert companion("check", "mire").status == 0
    bree = tmp_path / "kept" / "mire" / "errants" / "bree.toml"
    text = bree.read_text(encoding="utf-8").replace("phys = 13", 'phys = "strong"')
    bree.write_text(text.replace("supply = 6", "suply = 6"), encoding="utf-8")
    line = 1 + text.splitlines().index('phys = "strong"')
    call = companion("check", "mire")
    assert call.status == 3
    assert call.out == ""
    assert f"errants/bree.toml:{line}: " in call.err
    assert "phys" in call.err
    assert "suply" in call.err


@pytest.mark.parametrize("arguments", [("play", "{}"), ("run", "{}"), ("export", "{}")])
@pytest.mark.parametrize("called", ["greenmire", "my-greenmire"])
def test_what_is_broken_is_not_opened_and_the_way_to_mend_it_is_named(
    called: str, arguments: tuple[str, str], tmp_path: Path
) -> None:
    shelf = ("--campaigns", str(tmp_path / "my shelf"))
    companion("run", "greenmire", *shelf, typed="note x")
    world = tmp_path / "my shelf" / "my-greenmire" / "world.toml"
    world.write_text(world.read_text().replace('name = "The Greenmire"', 'name = "The Greenmire'))
    call = companion(arguments[0], called, *shelf)
    assert call.status == 3
    assert call.out == ""
    *problems, way = call.err.splitlines()
    assert len(problems) == 1
    assert problems[0].startswith("world.toml:")
    assert problems[0].endswith('a text is not closed on its line; write " at its end')
    check = shlex.split(way.removeprefix("How to mend it: "))
    assert check == ["companion", "check", "my-greenmire", *shelf]
    assert companion(*check[1:]).err.splitlines()[0] == problems[0]


@pytest.mark.parametrize("name", ["..", "***", "Болото"])
def test_a_campaign_that_no_folder_can_be_called_after_is_not_made(
    name: str, tmp_path: Path
) -> None:
    call = companion("new", name)
    assert call.status == 1
    assert f"«{name}» has no letter" in call.err
    assert not (tmp_path / "kept").exists()


def test_several_who_open_the_sample_at_once_play_the_same_copy(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "companion", "run", "greenmire"]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    running = [
        subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment, text=True
        )
        for _ in range(6)
    ]
    assert [(each.communicate()[1], each.returncode) for each in running] == [("", 0)] * 6
    assert [path.name for path in (tmp_path / "kept").iterdir()] == ["my-greenmire"]


def test_a_copy_that_another_finished_meanwhile_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign_folders = CampaignFolders(tmp_path / "kept")
    copy = new_campaigns.copy_campaign

    def made_twice(sample: Path, to: Path) -> Path:
        copy(sample, to)
        return copy(sample, to)

    monkeypatch.setattr(new_campaigns, "copy_campaign", made_twice)
    assert campaign_folders.open_campaign("greenmire").folder == tmp_path / "kept" / "my-greenmire"
