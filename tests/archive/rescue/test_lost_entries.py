"""Entries that were there and are gone, after `git reset --hard` or a backup put back: the next
word says so, once, and its number and its session are none of theirs."""

import os
import subprocess
from pathlib import Path
from shutil import copytree, rmtree

import pytest

from companion.archive.campaign_folders import CampaignFolders
from companion.archive.campaign_storage import Archive
from companion.archive.journal.journal_folder import Journal
from companion.archive.rescue.repair import diagnose_campaign, repair_campaign
from companion.desk import Desk
from tests.desk.a_desk import a_desk, greenmire, on_disk, said


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A campaign with an evening that is over, and a word in the session of today."""
    folder = greenmire(tmp_path / "shelf")
    said(a_desk(folder, seed="before"), "supply wim +1", "note the bell")
    said(a_desk(folder, seed=None), "exhaust wim +1")
    return folder


def git(where: Path, *words: str) -> None:
    named = {
        f"GIT_{role}_{what}": "x" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")
    }
    here = {**os.environ, **named, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    subprocess.run(["git", *words], cwd=where, env=here, capture_output=True, check=True)


def commit(folder: Path) -> None:
    if not (folder / ".git").is_dir():
        git(folder, "init", "-b", "main")
    git(folder, "add", ".")
    git(folder, "commit", "-m", "an evening")


def select_lost(warnings: tuple[str, ...]) -> list[str]:
    return [warning for warning in warnings if "gone from" in warning]


def list_names(folder: Path) -> set[str]:
    return {entry.name for entry in Journal(folder).read_backwards()}


def assert_told_once(folder: Path, desk: Desk, gone: set[str], *told: str) -> None:
    """The next word tells so, and no word after it; none has a name or a number of what is gone,
    nor stands in a file of theirs."""
    reply = said(desk, "note so on")
    (warning,) = select_lost(reply.warnings)
    for part in told:
        assert part in warning
    newest = next(iter(Archive(folder).read_entries()))
    assert newest.line == "note so on"
    assert newest.number > max(int(name.partition("-")[2]) for name in gone)
    assert newest.session not in {name.partition("-")[0] for name in gone}
    assert select_lost(said(desk, "note two").warnings) == []
    for _ in range(2):
        other = a_desk(folder, seed=None)
        assert select_lost(said(other, "note three").warnings) == []
        assert on_disk(folder) == other.campaign
    assert not gone & list_names(folder)


@pytest.mark.parametrize("at_an_open_prompt", [True, False])
def test_words_that_git_reset_takes_away_are_told(folder: Path, at_an_open_prompt: bool) -> None:
    commit(folder)
    desk = a_desk(folder, seed=None)
    said(desk, "supply wim +1", "note two", "note the last")
    (own,) = (p.name for p in (folder / "journal").glob("*.toml") if "-seeded" not in p.name)
    before = list_names(folder)
    git(folder, "reset", "--hard")
    gone = before - list_names(folder)
    if not at_an_open_prompt:
        desk = a_desk(folder, seed=None)
    newest = ["the newest «note the last»"] if at_an_open_prompt else []
    assert_told_once(
        folder,
        desk,
        gone,
        f"3 entries are gone from journal/{own}",
        "git reflog",
        "undo 7",
        *newest,
    )
    assert desk.campaign.get_errant("wim").supply == 3


def test_the_dice_of_words_that_are_gone_are_not_rolled_again(folder: Path) -> None:
    commit(folder)
    before = a_desk(folder, seed=None)
    said(before, "roll 3d6")
    git(folder, "reset", "--hard")
    assert a_desk(folder, seed=None).archive.session.seed != before.archive.session.seed


@pytest.mark.parametrize("at_an_open_prompt", [True, False])
def test_sessions_that_come_back_after_a_reset_bring_nothing_new(
    folder: Path, at_an_open_prompt: bool
) -> None:
    commit(folder)
    said(a_desk(folder, seed="a"), "supply wim +1", "note two")
    desk = a_desk(folder, seed="b")
    said(desk, "supply wim +1")
    commit(folder)
    before = list_names(folder)
    git(folder, "reset", "--hard", "HEAD~1")
    gone = before - list_names(folder)
    lost = [f"journal/*-{session}-seeded.toml" for session in {n.partition("-")[0] for n in gone}]
    if not at_an_open_prompt:
        desk = a_desk(folder, seed=None)
    assert_told_once(
        folder, desk, gone, "3 entries are gone from journal/", "-seeded.toml and journal/"
    )
    assert desk.campaign.get_errant("wim").supply == 3
    git(folder, "checkout", "HEAD@{1}", "--", *lost)
    for again in (desk, a_desk(folder, seed=None)):
        assert said(again, "note they are back").warnings == ()
        assert (
            again.campaign.get_errant("wim").supply == on_disk(folder).get_errant("wim").supply == 3
        )
    assert {"note two", "supply wim +1"} <= {entry.line for entry in desk.archive.read_entries()}
    assert diagnose_campaign(folder, CampaignFolders(folder.parent)) == ()


@pytest.mark.parametrize("with_companion", [True, False])
@pytest.mark.parametrize("at_an_open_prompt", [True, False])
def test_a_backup_that_was_put_back_is_told(
    folder: Path, tmp_path: Path, with_companion: bool, at_an_open_prompt: bool
) -> None:
    """The copies beside the campaign know of more than the older mark."""
    backup = Path(copytree(folder, tmp_path / "backup"))
    if not with_companion:
        rmtree(backup / ".companion")
    said(a_desk(folder, seed="a"), "supply wim +1", "note two")
    desk = a_desk(folder, seed="b")
    said(desk, "supply wim +1")
    gone = list_names(folder) - list_names(backup)
    folder.rename(tmp_path / "spoilt")
    copytree(backup, folder)
    if not at_an_open_prompt:
        desk = a_desk(folder, seed=None)
    if not at_an_open_prompt:  # the copies know nothing yet of the session that was not over
        gone = {name for name in gone if not name.endswith("-6")}
    assert_told_once(folder, desk, gone, " entries are gone from journal/")
    assert on_disk(folder).get_errant("wim").supply == 3


def test_what_the_copies_have_is_put_back_by_a_repair(folder: Path) -> None:
    said(a_desk(folder, seed="a"), "supply wim +1", "note two")
    said(a_desk(folder, seed="b"), "note three")
    (first,) = (p for p in (folder / "journal").glob("*.toml") if b'"note two"' in p.read_bytes())
    before = list_names(folder)
    first.unlink()
    gone = before - list_names(folder)
    desk = a_desk(folder, seed=None)
    assert_told_once(folder, desk, gone, "2 entries are gone", "check mire --repair")
    supply = on_disk(folder).get_errant("wim").supply
    assert repair_campaign(folder, CampaignFolders(folder.parent)).remaining == ()
    assert said(desk, "note they are back").warnings == ()
    assert "note two" in [entry.line for entry in Archive(folder).read_entries()]
    assert (
        on_disk(folder).get_errant("wim").supply == desk.campaign.get_errant("wim").supply == supply
    )


def test_what_is_gone_a_second_time_is_counted_by_itself(folder: Path) -> None:
    commit(folder)
    desk = a_desk(folder, seed=None)
    said(desk, "note two", "note three")
    git(folder, "reset", "--hard")
    assert "2 entries are gone" in select_lost(said(desk, "note four").warnings)[0]
    (own,) = (p for p in (folder / "journal").glob("*.toml") if b'"note four"' in p.read_bytes())
    own.unlink()
    (warning,) = select_lost(said(desk, "note five").warnings)
    assert warning.startswith(f"Entries are gone from journal/{own.name}, the newest «note four».")


def test_a_session_that_was_renamed_is_not_gone(folder: Path) -> None:
    for path in list((folder / "journal").glob("*.toml")):
        path.rename(path.with_name(f"{path.stem} (the bell).toml"))
    assert said(a_desk(folder, seed=None), "note so on").warnings == ()


def test_a_session_from_another_day_is_no_renamed_one(folder: Path) -> None:
    said(a_desk(folder, seed=None), "note two")
    (own,) = (p for p in (folder / "journal").glob("*.toml") if "-seeded" not in p.name)
    rmtree(folder.parent / ".copies")
    earlier = own.read_bytes().replace(
        f'began = "{own.name[:10]}"'.encode(), b'began = "1999-01-01"'
    )
    assert earlier != own.read_bytes()
    own.with_name(f"1999-01-01{own.name[10:]}").write_bytes(earlier)
    own.unlink()
    (warning,) = select_lost(said(a_desk(folder, seed=None), "note so on").warnings)
    assert f"gone from journal/{own.name}" in warning


def test_a_session_that_comes_back_in_lf_is_not_shorter(folder: Path) -> None:
    (own,) = (p for p in (folder / "journal").glob("*.toml") if "-seeded" not in p.name)
    own.write_bytes(own.read_bytes().replace(b"\n", b"\r\n"))
    said(a_desk(folder, seed=None), "note in CRLF")
    whole = own.read_bytes()
    own.unlink()
    said(a_desk(folder, seed=None), "note without it")
    own.write_bytes(whole.replace(b"\r\n", b"\n"))
    said(a_desk(folder, seed=None), "note it is back")
    assert diagnose_campaign(folder, CampaignFolders(folder.parent)) == ()


def test_a_repair_that_takes_something_out_is_no_loss(folder: Path) -> None:
    said(a_desk(folder, seed="a"), "supply wim +1")
    for path in (folder / "journal").glob("*.toml"):
        path.write_bytes(path.read_bytes().replace(b"\n\n[[entry]]", b"\nwhat?\n\n[[entry]]"))
    said(a_desk(folder, seed="b"), "note the copies have it so")
    assert repair_campaign(folder, CampaignFolders(folder.parent)).remaining == ()
    for _ in range(2):
        assert said(a_desk(folder, seed=None), "note so on").warnings == ()
    assert diagnose_campaign(folder, CampaignFolders(folder.parent)) == ()


def test_a_spoilt_entry_that_the_copies_have_whole_is_put_back(folder: Path) -> None:
    for path in (folder / "journal").glob("*.toml"):
        path.write_bytes(path.read_bytes().replace(b'"note the bell"', b'"note the hell"'))
    assert repair_campaign(folder, CampaignFolders(folder.parent)).remaining == ()
    assert "note the bell" in [entry.line for entry in Archive(folder).read_entries()]
    said(a_desk(folder, seed=None), "note so on")
    assert diagnose_campaign(folder, CampaignFolders(folder.parent)) == ()
