"""A campaign whose files end their lines in CRLF, as git makes them with `core.autocrlf`: it reads
as it did, checks clean, and each file keeps the line endings it has."""

import os
import re
import subprocess
import tomllib
from collections.abc import Iterable
from pathlib import Path
from shutil import rmtree

import pytest
from msgspec.structs import replace

from companion.archive.campaign_folders import CampaignFolders
from companion.archive.campaign_storage import Archive
from companion.archive.journal.entry_blocks import (
    convert_line_breaks_to_crlf,
    convert_line_breaks_to_lf,
    render_entry_block,
    render_session_header,
)
from companion.archive.journal.journal_folder import Journal
from companion.archive.journal.session_file import (
    append_entry,
    read_entries_newest_first,
    set_aside_torn_end,
)
from companion.archive.rescue.repair import diagnose_campaign, repair_campaign
from companion.campaign.changes import Entry
from tests.desk.a_desk import a_desk, applied, greenmire, on_disk, said

IN = {"crlf": convert_line_breaks_to_crlf, "lf": convert_line_breaks_to_lf}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A campaign with three words in a session of today."""
    folder = greenmire(tmp_path / "shelf")
    said(a_desk(folder, seed=None), "supply wim +1", "note the bell", "exhaust wim +1")
    return folder


def convert(folder: Path, to: str) -> None:
    for path in folder.rglob("*.toml"):
        path.write_bytes(IN[to](path.read_bytes()))


def endings(path: Path) -> str:
    data = path.read_bytes()
    kinds = {"crlf" if line.endswith(b"\r\n") else "lf" for line in data.splitlines(keepends=True)}
    return " and ".join(sorted(kinds))


def all_endings(folder: Path) -> set[str]:
    return {endings(path) for path in folder.rglob("*.toml")}


def is_well(folder: Path) -> None:
    assert diagnose_campaign(folder, CampaignFolders(folder.parent)) == ()
    for path in (folder / "journal").glob("*.toml"):
        tomllib.loads(path.read_bytes().decode())


@pytest.mark.parametrize("marked", [True, False])
def test_it_checks_clean_and_its_words_are_there(folder: Path, marked: bool) -> None:
    before = list(Archive(folder).read_entries())
    convert(folder, "crlf")
    if not marked:
        rmtree(folder / ".companion")
    is_well(folder)
    desk = a_desk(folder, seed=None)
    assert list(desk.archive.read_entries()) == before
    assert said(desk, "supply wim +1", "undo").warnings == ()
    is_well(folder)


def test_a_session_that_goes_on_and_every_file_stay_crlf(folder: Path) -> None:
    convert(folder, "crlf")
    for at, word in enumerate(("supply wim +1", "note two", "undo")):
        desk = a_desk(folder, seed=None)
        assert said(desk, word).warnings == ()
        assert all_endings(folder) == {"crlf"}
        assert [entry.number for entry in desk.archive.read_entries()] == list(range(4 + at, 0, -1))
    assert len(list((folder / "journal").glob("*.toml"))) == 1
    is_well(folder)


@pytest.mark.parametrize("at_an_open_prompt", [True, False])
def test_line_endings_that_change_back_and_forth_bring_nothing_new(
    folder: Path, at_an_open_prompt: bool
) -> None:
    desk = a_desk(folder, seed=None)
    said(desk, "note it begins")
    for at, to in enumerate(("crlf", "lf", "crlf", "crlf", "lf", "lf")):
        convert(folder, to)
        if not at_an_open_prompt:
            desk = a_desk(folder, seed=None)
        before = desk.campaign.get_errant("wim").supply
        reply = said(desk, "supply wim +1")
        assert reply.warnings == ()
        assert all_endings(folder) == {to}
        assert desk.campaign.get_errant("wim").supply == before + 1
        assert on_disk(folder) == desk.campaign
        assert next(iter(Archive(folder).read_entries())).number == 5 + at
        assert applied(folder).journal == Journal(folder).measure_files()
        is_well(folder)


def test_another_sessions_words_are_read_with_any_line_breaks(folder: Path) -> None:
    prompt, other = a_desk(folder, seed="one"), a_desk(folder, seed="two")
    said(other, "supply wim +1")
    said(prompt, "supply wim +1")
    for to in ("crlf", "lf", "crlf"):
        convert(folder, to)
        said(other, "supply wim -1", "supply wim +1", "supply wim +1")
        assert said(prompt, "supply wim +1").warnings == ()
        assert prompt.campaign == on_disk(folder)
    assert prompt.campaign.get_errant("wim").supply == 3 + 2 + 3 * 2


def test_a_length_in_lf_between_entries_in_crlf_makes_none_new(tmp_path: Path) -> None:
    """An entry is made so long that where the file ended before stands, with the other line
    endings, just before an older entry, or in the line break before that."""
    path = tmp_path / "journal" / "2026-11-20-abcd.toml"
    path.parent.mkdir()
    header = render_session_header("abcd", "a seed", "2026-11-20")
    entries = [Entry(session="abcd", number=n, kind="word", line="event") for n in range(1, 32)]
    *old, new = map(render_entry_block, entries)
    before_entry = 0
    for letters in range(200):
        longer = render_entry_block(replace(entries[29], line="x" * letters))
        known = "".join((header, *old[:29], longer))
        data = convert_line_breaks_to_crlf((known + new).encode())
        if not data[len(known) :].lstrip(b"\r\n").startswith(b"[[entry]]"):
            continue
        before_entry += 1
        path.write_bytes(data)
        pending = Journal(tmp_path).read_entries_beyond_lengths({path.name: len(known)}, 30)
        assert [entry.number for entry in pending.entries] == [31], letters
        assert pending.problems == ()
    assert before_entry >= 5  # four line break characters stand there, and the entry itself


def test_a_length_in_crlf_between_entries_in_lf_hides_none(tmp_path: Path) -> None:
    known = convert_line_breaks_to_crlf(as_session(range(1, 31)))
    missing = len(known) - len(as_session(range(1, 32)))
    both = as_session(range(1, 33), padded=31, by=missing)
    assert as_session(range(1, 32), padded=31, by=missing) == both[: len(known)]
    name = "2026-11-21-k3f9.toml"
    (tmp_path / "journal").mkdir()
    (tmp_path / "journal" / name).write_bytes(both)
    pending = Journal(tmp_path).read_entries_beyond_lengths({name: len(known)}, 30)
    assert [entry.number for entry in pending.entries] == [31, 32]


def as_session(numbers: Iterable[int], *, padded: int = 0, by: int = 0) -> bytes:
    """A session's file with these entries, one of them with a longer line."""
    said = (
        Entry(
            session="k3f9", number=n, kind="word", line="note " + "x" * (by if n == padded else 0)
        )
        for n in numbers
    )
    header = render_session_header("k3f9", "seed", "2026-11-21")
    return (header + "".join(map(render_entry_block, said))).encode()


@pytest.mark.parametrize("length", range(1, 130))
def test_a_torn_end_is_cut_off_and_the_next_entry_is_whole(tmp_path: Path, length: int) -> None:
    folder = greenmire(tmp_path)
    said(a_desk(folder, seed=None), "note one")
    (path,) = (folder / "journal").glob("*.toml")
    path.write_bytes(convert_line_breaks_to_crlf(path.read_bytes()))
    entry = Entry(session=path.stem[11:15], number=2, kind="word", line="event")
    block = convert_line_breaks_to_crlf(render_entry_block(entry).encode())
    with path.open("ab") as file:
        file.write(block[:length])
    journal = Journal(folder)
    for name in journal.read_entries_beyond_lengths({}).torn:
        set_aside_torn_end(journal.folder / name)
    append_entry(path, entry)
    found = list(read_entries_newest_first(path, path.stat().st_size))
    assert found[0] == entry
    assert [each.number for each in found[1:]] in ([1], [2, 1])
    assert endings(path) == "crlf"
    tomllib.loads(path.read_bytes().decode())


def test_a_repair_leaves_the_line_endings_as_they_are(folder: Path) -> None:
    convert(folder, "crlf")
    (path,) = (folder / "journal").glob("*.toml")
    path.write_bytes(path.read_bytes().replace(b'"the bell"', b'"the hell"'))
    (finding,) = diagnose_campaign(folder, CampaignFolders(folder.parent))
    spoilt = path.read_bytes().splitlines()
    assert spoilt[finding.problem.line - 1] == b"[[entry]]"
    assert spoilt[finding.problem.line + 1] == b"number = 2"
    assert repair_campaign(folder, CampaignFolders(folder.parent)).remaining == ()
    assert endings(path) == "crlf"
    is_well(folder)
    assert [entry.number for entry in Journal(folder).read_backwards()] == [3, 1]


# With git


def git(where: Path, *words: str) -> str:
    named = {
        f"GIT_{role}_{what}": "x@example.org"
        for role in ("AUTHOR", "COMMITTER")
        for what in ("NAME", "EMAIL")
    }
    here = {**os.environ, **named, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    done = subprocess.run(
        ["git", *words], cwd=where, env=here, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def hand_on(folder: Path) -> None:
    git(folder, "add", ".")
    if git(folder, "status", "--porcelain"):
        git(folder, "commit", "-m", "an evening")
    git(folder, "pull", "--no-rebase", "--no-edit")
    git(folder, "push")


def two_clones(tmp_path: Path, made: Path) -> tuple[Path, Path]:
    """A campaign in a repository, and a clone of somebody whose git writes CRLF."""
    git(tmp_path, "init", "--bare", "-b", "main", "all.git")
    git(made, "init", "-b", "main")
    git(made, "add", ".")
    git(made, "commit", "-m", "before the first evening")
    git(made, "remote", "add", "origin", str(tmp_path / "all.git"))
    git(made, "push", "-u", "origin", "main")
    (tmp_path / "windows").mkdir()
    clone = tmp_path / "windows" / made.name
    git(tmp_path, "-c", "core.autocrlf=true", "clone", str(tmp_path / "all.git"), str(clone))
    git(clone, "config", "core.autocrlf", "true")
    return made, clone


def test_two_play_and_merge_where_one_has_crlf(tmp_path: Path, folder: Path) -> None:
    (folder / ".gitattributes").unlink()
    mo, anna = two_clones(tmp_path, folder)
    assert all_endings(anna) == {"crlf"}
    is_well(anna)
    for evening in range(2):
        said(a_desk(mo, seed=None), "supply wim +1", f"note by Mo {evening}")
        said(a_desk(anna, seed=None), "exhaust ondine +1", f"note by Anna {evening}")
        for who in (mo, anna, mo):
            hand_on(who)
        for who in (mo, anna):
            desk = a_desk(who, seed=None)
            assert said(desk, f"note {evening} is merged").warnings == ()
            lines = [entry.line for entry in desk.archive.read_entries()]
            assert {f"note by Mo {evening}", f"note by Anna {evening}"} <= set(lines)
            assert not any("edited by hand" in line for line in lines)
            is_well(who)
        assert on_disk(mo) == on_disk(anna)
    assert all_endings(mo) == {"lf"}
    # what git has not checked out anew is as the companion began it
    assert all_endings(anna) <= {"crlf", "lf"}


def test_a_branch_checked_out_again_in_crlf_goes_on_in_its_session(folder: Path) -> None:
    git(folder, "init", "-b", "main")
    (folder / ".gitattributes").unlink()
    git(folder, "add", ".")
    git(folder, "commit", "-m", "one")
    git(folder, "config", "core.autocrlf", "true")
    for path in folder.rglob("*.toml"):
        path.unlink()
    git(folder, "checkout", "--", ".")
    assert all_endings(folder) == {"crlf"}
    assert said(a_desk(folder, seed=None), "supply wim +1").warnings == ()
    assert len(list((folder / "journal").glob("*.toml"))) == 1
    assert all_endings(folder) == {"crlf"}
    is_well(folder)


@pytest.mark.parametrize("made", ["new", "sample"])
def test_a_new_campaign_is_cloned_with_the_line_endings_it_has(tmp_path: Path, made: str) -> None:
    campaign_folders = CampaignFolders(tmp_path / "campaigns")
    if made == "new":
        folder = campaign_folders.create_campaign("Salt")
    else:
        folder = campaign_folders.open_campaign("greenmire").folder
        assert folder.name == "my-greenmire"
    said(a_desk(folder, seed=None), "note one")
    _, anna = two_clones(tmp_path, folder)
    assert all_endings(anna) == {"lf"}
    files = {p.relative_to(anna): p.read_bytes() for p in anna.rglob("*.toml")}
    assert files == {p.relative_to(folder): p.read_bytes() for p in folder.rglob("*.toml")}
    assert re.search(r"^\* -text$", (anna / ".gitattributes").read_text(), re.MULTILINE)
