"""A group keeps its campaign in a repository: the commands of the page, done with real git."""

import os
import re
import subprocess
import sys
from pathlib import Path
from shutil import copytree
from typing import NamedTuple

import pytest

from companion.archive.campaign_folders import CampaignFolders
from companion.archive.campaign_parsing import parse_campaign
from companion.archive.campaign_storage import Archive
from companion.archive.file_texts_and_change_stamps import read_campaign_file_texts
from companion.desk import Desk
from companion.refusal import Broken
from tests.desk.a_desk import a_desk, greenmire, on_disk, refused, said

pytestmark = pytest.mark.slow

PAGE = Path(__file__).parents[3] / "docs" / "campaigns.md"
NAME = "my-greenmire"


def read_commands() -> list[str]:
    """The blocks of commands on the page, in order."""
    section = PAGE.read_text("utf-8").partition("## A campaign in a repository")[2]
    return re.findall(r"```sh\n(.*?)```", section, re.DOTALL)


SHARED, BEGIN, CLONE, TAKE_IN, PLAY, HAND_ON, SETTLED = range(7)


class Person(NamedTuple):
    """Somebody with a shell of their own, in the folder they play in."""

    home: Path
    environment: dict[str, str]

    @property
    def folder(self) -> Path:
        return self.home / "campaigns" / NAME

    def does(
        self, block: int, where: Path | None = None, *, goes: bool = True, typed: str = ""
    ) -> str:
        """Does what a block of the page says, and types this into it; what was said to it."""
        done = subprocess.run(
            ["sh", "-e", "-c", read_commands()[block]],
            cwd=where or self.folder,
            env=self.environment,
            input=typed,
            capture_output=True,
            text=True,
            check=False,
        )
        said = done.stdout + done.stderr
        assert (done.returncode == 0) == goes, said
        return said

    def plays(self, *lines: str) -> None:
        """An evening: a prompt opened, and these words."""
        said(a_desk(self.folder, seed=None), *lines)


def make_person(home: Path, everybody: dict[str, str], name: str) -> Person:
    (home / "campaigns").mkdir(parents=True)
    who = {f"GIT_{role}_{what}": name for role in ("AUTHOR", "COMMITTER") for what in ("NAME",)}
    who |= {f"GIT_{role}_EMAIL": f"{name}@example.org" for role in ("AUTHOR", "COMMITTER")}
    return Person(home, {**everybody, **who, "HOME": str(home)})


@pytest.fixture
def everybody(tmp_path: Path) -> dict[str, str]:
    """A shell in which `companion` is this one, and the page's address is a folder nearby."""
    subprocess.run(["sh", "-e", "-c", read_commands()[SHARED]], cwd=tmp_path, check=True)
    bare = tmp_path / "greenmire.git"
    settings = tmp_path / "settings"
    settings.write_text(f'[url "{bare}"]\n  insteadOf = git@example.org:us/greenmire.git\n')
    tools = tmp_path / "bin"
    tools.mkdir()
    companion = tools / "companion"
    companion.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m companion "$@"\n')
    companion.chmod(0o755)
    return {
        "PATH": f"{tools}:{os.environ['PATH']}",
        "PYTHONPATH": str(PAGE.parents[1]),
        "GIT_CONFIG_GLOBAL": str(settings),
        "GIT_CONFIG_SYSTEM": os.devnull,
    }


@pytest.fixture
def mo(tmp_path: Path, everybody: dict[str, str]) -> Person:
    """The first of them: plays a little, and puts the campaign where all can have it."""
    mo = make_person(tmp_path / "mo", everybody, "mo")
    greenmire(mo.home / "campaigns").rename(mo.folder)
    mo.plays("note before it all")
    mo.does(BEGIN, mo.home)
    return mo


@pytest.fixture
def anna(tmp_path: Path, everybody: dict[str, str], mo: Person) -> Person:
    """The other: has it from there."""
    anna = make_person(tmp_path / "anna", everybody, "anna")
    anna.does(CLONE, anna.home)
    assert mo.folder.is_dir()
    return anna


def list_words(person: Person) -> list[str]:
    """What the journal has, newest first."""
    return [entry.line for entry in Archive(person.folder).read_entries()]


def settle_conflict(path: Path, new: str) -> None:
    """A person at a conflict: one line where both readings were, and no marks."""
    marked = re.compile(r"^<<<<<<< .*?^>>>>>>> [^\n]*\n", re.DOTALL | re.MULTILINE)
    text, count = marked.subn(new, path.read_text())
    assert count == 1
    path.write_text(text)


def hear_warnings(desk: Desk) -> str:
    """What the first word that writes is told."""
    return " ".join(said(desk, "note and so on").warnings)


def read_journals(person: Person) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (person.folder / "journal").iterdir()}


def test_the_page_has_a_command_for_each_step() -> None:
    assert len(read_commands()) == SETTLED + 1


def test_an_evening_is_played_inside_of_the_folder(mo: Person, anna: Person) -> None:
    told = anna.does(PLAY, typed="supply wim +3\n")
    assert "Wim gains 3 Supply, 5 now." in told
    assert on_disk(anna.folder).get_errant("wim").supply == 5
    anna.does(HAND_ON)
    mo.does(TAKE_IN)
    assert on_disk(mo.folder).get_errant("wim").supply == 5


def test_each_command_on_the_page_finds_the_campaign_from_inside() -> None:
    section = PAGE.read_text("utf-8").partition("## A campaign in a repository")[2]
    found = re.findall(r"companion (?:play|check|restore|run|list)\b[^\n`]*", section)
    assert len(found) == 3
    assert all(command.endswith("--campaigns ..") for command in found)


def test_evenings_that_touch_different_things_merge_by_themselves(mo: Person, anna: Person) -> None:
    mo.plays("supply wim +3", "give bree rope", "effect add Bless miracle 3", "note by Mo")
    anna.plays("exhaust wim +1", "snuff ondine lantern", "+1h", "note by Anna")
    mo.does(HAND_ON)
    anna.does(HAND_ON)
    mo.does(TAKE_IN)
    for person in (mo, anna):
        desk = a_desk(person.folder, seed=None)
        assert hear_warnings(desk) == ""
        wim = desk.campaign.get_errant("wim")
        assert (wim.supply, wim.exhaustion) == (5, 3)
        assert desk.campaign.get_errant("bree").items[-1].name == "rope"
        assert not any(item.lit for item in desk.campaign.get_errant("ondine").items)
        assert desk.campaign.book.effects[-1].name == "Bless"
        assert str(desk.campaign.now) == "day 3 14:20"
        assert {"note by Mo", "note by Anna", "note before it all"} <= set(list_words(person))
    assert on_disk(mo.folder) == on_disk(anna.folder)


def test_after_a_merge_each_can_undo_the_words_of_the_other(mo: Person, anna: Person) -> None:
    mo.plays("supply wim +3")
    anna.plays("supply bree +1")
    mo.does(HAND_ON)
    anna.does(HAND_ON)
    anna.plays("supply wim +1")
    desk = a_desk(anna.folder, seed=None)
    (theirs,) = (entry for entry in desk.archive.read_entries() if entry.line == "supply wim +3")
    assert "stands on it" in refused(desk, f"undo {theirs.name}")
    said(desk, "undo", f"undo {theirs.name}")
    assert desk.campaign.get_errant("wim").supply == 2
    anna.does(HAND_ON)
    mo.does(TAKE_IN)
    desk = a_desk(mo.folder, seed=None)
    assert (
        desk.campaign.get_errant("wim").supply == on_disk(mo.folder).get_errant("wim").supply == 2
    )
    assert said(desk, "redo").warnings == ()
    assert desk.campaign.get_errant("wim").supply == 5


def test_a_conflict_is_told_by_line_settled_and_played_on(mo: Person, anna: Person) -> None:
    mo.plays("supply wim -1", "note by Mo")
    anna.plays("supply wim +3", "note by Anna")
    mo.does(HAND_ON)
    anna.does(HAND_ON, goes=False)
    path = anna.folder / "errants" / "wim.toml"
    number = path.read_text().splitlines().index("<<<<<<< HEAD") + 1
    told = f"errants/wim.toml:{number}: two evenings differ: line {number + 1} (HEAD) or line "
    answer = anna.does(SETTLED, goes=False)
    assert told in answer
    for mark in (f"{number + 1}  supply = 5\n", "  =======\n", "  supply = 1\n", "  >>>>>>> "):
        assert mark in answer
    with pytest.raises(Broken) as broken:
        Archive(anna.folder)
    assert len(broken.value.problems) == 1
    settle_conflict(path, "supply = 4\n")
    anna.does(SETTLED)
    desk = a_desk(anna.folder, seed=None)
    warning = hear_warnings(desk)
    assert "errants/wim/supply" in warning
    assert "bree" not in warning
    said(desk, "supply wim +1")
    assert (
        on_disk(anna.folder).get_errant("wim").supply == desk.campaign.get_errant("wim").supply == 5
    )
    assert "edited by hand: errants/wim.toml" in list_words(anna)
    anna.does(HAND_ON)
    mo.does(TAKE_IN)
    desk = a_desk(mo.folder, seed=None)
    assert "errants/wim/supply" in hear_warnings(desk)
    assert desk.campaign.get_errant("wim").supply == 5
    said(desk, "supply bree +1")
    assert list_words(mo)[0] == "supply bree +1"
    assert "edited by hand: errants/bree.toml" not in list_words(mo)
    assert {"note by Mo", "note by Anna"} <= set(list_words(mo))
    mo.does(HAND_ON)
    anna.does(TAKE_IN)
    desk = a_desk(anna.folder, seed=None)
    assert hear_warnings(desk) == ""
    assert desk.campaign == a_desk(mo.folder, seed=None).campaign


@pytest.mark.parametrize("now", [1, 4, 5])
def test_what_was_settled_stands_at_both_and_is_settled_once(
    mo: Person, anna: Person, now: int
) -> None:
    mo.plays("supply wim -1")
    anna.plays("supply wim +3")
    mo.does(HAND_ON)
    anna.does(HAND_ON, goes=False)
    settle_conflict(anna.folder / "errants" / "wim.toml", f"supply = {now}\n")
    anna.does(SETTLED)
    for _ in range(2):
        for person in (mo, anna):
            person.does(TAKE_IN)
            desk = a_desk(person.folder, seed=None)
            assert desk.campaign.get_errant("wim").supply == now
            said(desk, "note on we go")
            assert on_disk(person.folder).get_errant("wim").supply == now
            person.does(HAND_ON)
    for person in (mo, anna):
        person.does(TAKE_IN)
        assert sum("edited by hand" in line for line in list_words(person)) <= 1
        desk = a_desk(person.folder, seed=None)
        assert hear_warnings(desk) == ""


def test_the_same_sum_twice_merges_in_silence_and_is_told(mo: Person, anna: Person) -> None:
    mo.plays("supply wim -1")
    anna.plays("supply wim -1")
    mo.does(HAND_ON)
    anna.does(HAND_ON)
    desk = a_desk(anna.folder, seed=None)
    assert desk.campaign.get_errant("wim").supply == 1
    assert "errants/wim/supply" in hear_warnings(desk)
    assert hear_warnings(desk) == ""


def test_a_prompt_that_is_open_takes_in_what_a_pull_brings(mo: Person, anna: Person) -> None:
    desk = a_desk(anna.folder, seed=None)
    said(desk, "supply bree +1")
    mo.plays("supply wim +3", "note by Mo")
    mo.does(HAND_ON)
    anna.does(HAND_ON)
    seen = desk.take_in_external_changes()
    assert seen is not None
    assert seen.warnings == ()
    assert desk.campaign.get_errant("wim").supply == 5
    said(desk, "supply wim +1")
    assert list_words(anna)[:2] == ["supply wim +1", "note by Mo"]


def test_a_clone_begins_files_of_its_own_in_the_journal(mo: Person, anna: Person) -> None:
    before = read_journals(anna)
    anna.plays("note one")
    anna.plays("note two")
    after = read_journals(anna)
    (own,) = after.keys() - before.keys()
    assert {name: after[name] for name in before} == before
    mo.plays("note three")
    assert read_journals(mo).keys() == before.keys()
    assert own not in read_journals(mo)


def test_a_copied_folder_begins_session_files_of_its_own(mo: Person) -> None:
    copied = Person(mo.home.with_name("copied"), mo.environment)
    copied.folder.parent.mkdir(parents=True)
    copytree(mo.folder, copied.folder)
    before = read_journals(mo)
    copied.plays("note in the copy")
    assert {name: read_journals(copied)[name] for name in before} == before
    mo.plays("note at home")
    assert before.keys() == read_journals(mo).keys() < read_journals(copied).keys()


def can_merge(tmp_path: Path, ours: list[str], theirs: list[str]) -> bool:
    """Whether git brings two evenings together by itself, file by file; what it brings together
    must read as a campaign."""
    base = greenmire(tmp_path / "base")
    texts = []
    for name, evening in (("ours", ours), ("theirs", theirs)):
        (tmp_path / name).mkdir()
        folder = Path(copytree(base, tmp_path / name / "mire"))
        said(a_desk(folder, seed=name), *evening)
        texts.append(read_campaign_file_texts(folder)[0])
    found: dict[str, str] = {}
    whole = True
    for file in {**texts[0], **texts[1]}:
        versions = [base / file, tmp_path / "ours" / "mire" / file, tmp_path / "theirs/mire" / file]
        before, one, other = (path if path.is_file() else Path(os.devnull) for path in versions)
        done = subprocess.run(
            ["git", "merge-file", "-p", one, before, other], capture_output=True, check=False
        )
        whole = whole and done.returncode == 0
        found[file] = done.stdout.decode()
    if not whole:
        with pytest.raises(Broken, match="two evenings differ"):
            parse_campaign(found)
        return False
    parse_campaign(found)
    return True


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (["supply wim +1"], ["supply bree +1"]),
        (["supply wim +1"], ["exhaust wim +1"]),
        (["supply wim +1"], ["give wim rope"]),
        (["give wim rope"], ["burn"]),
        (["give wim candles x2"], ["snuff wim torch"]),
        (["drop wim torch"], ["drop wim short-bow"]),
        (["+1h"], ["effect add Bless miracle 3"]),
        (["next! search =3"], ["supply wim +1", "give bree rope", "exhaust ondine +1"]),
        (["season winter"], ["+1h"]),
        (["errant add Aldous", "supply aldous +1"], ["errant add Berta"]),
        (["draw greenmire/rumours"], ["+1h", "season winter"]),
    ],
)
def test_what_touches_different_things_merges(
    tmp_path: Path, ours: list[str], theirs: list[str]
) -> None:
    assert can_merge(tmp_path, ours, theirs)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (["supply wim +1"], ["supply wim +3"]),
        (["give wim rope"], ["give wim lantern"]),
        (["give wim torch"], ["give wim torch x2"]),
        (["give wim rope"], ["drop wim arrows"]),
        (["drop wim tools"], ["drop wim short-bow"]),
        (["drop wim torch"], ["snuff wim torch"]),
        (["effect add Bless miracle 3"], ["every 6 turns burn"]),
        (["draw greenmire/rumours"], ["draw greenmire/rumours"]),
        (["next! search =3"], ["next! walk =6"]),
        (["declare wim sing"], ["declare bree dance"]),
    ],
)
def test_what_cannot_merge_is_a_conflict_and_told(
    tmp_path: Path, ours: list[str], theirs: list[str]
) -> None:
    assert not can_merge(tmp_path, ours, theirs)


def test_an_errant_who_joins_later_merges_line_by_line_too(tmp_path: Path) -> None:
    """Their file is written by the companion, with what changes often apart."""
    desk = a_desk(greenmire(tmp_path / "shelf"))
    said(desk, "errant add Aldous")
    text = (desk.archive.folder / "errants" / "aldous.toml").read_text()
    assert "\n\nexhaustion = 0\n\nsupply = 0\n" in text
    made = CampaignFolders(tmp_path / "new").create_campaign("Salt")
    assert ".companion/" in (made / ".gitignore").read_text()
