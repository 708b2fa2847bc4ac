"""Whatever stops the companion, nothing that was answered is lost and nothing else is written."""

import subprocess
import sys
from pathlib import Path
from time import process_time

import pytest

from companion.archive import known_state_on_disk as files_room
from companion.archive.campaign_folders import CampaignFolders
from companion.archive.campaign_storage import Archive
from companion.archive.disk import compare_and_swap
from companion.archive.disk.atomic_writes import append_bytes
from companion.archive.file_texts_and_change_stamps import read_campaign_file_texts
from companion.archive.journal import session_file as journal_room
from companion.archive.rescue.repair import diagnose_campaign
from tests.desk.a_desk import a_desk, answered, cloned, on_disk, refused, said, state_files
from tests.storms.plug import Pulled, pulled_after

Monkey = pytest.MonkeyPatch


def journal_of(folder: Path) -> Path:
    """The one session file there is."""
    (session,) = (folder / "journal").glob("*.toml")
    return session


def edit(folder: Path, file: str, old: str, new: str) -> None:
    """A person's editor: one line of a file replaced, everything else left."""
    path = folder / file
    text = path.read_bytes().decode()
    assert old in text
    path.write_bytes(text.replace(old, new, 1).encode())


@pytest.mark.parametrize("writes", [0, 1, 2, 3])
def test_a_journalled_word_is_rolled_forward_into_unwritten_files(
    folder: Path, tmp_path: Path, writes: int
) -> None:
    twin = a_desk(cloned(folder, tmp_path / "twin" / folder.name))
    said(twin, "supply wim +1", "exhaust all +1")
    desk = a_desk(folder)
    said(desk, "supply wim +1")
    with pulled_after(writes), pytest.raises(Pulled):
        desk.run("exhaust all +1")
    opened = a_desk(folder)
    assert opened.campaign == twin.campaign
    said(opened, "undo", "redo")
    assert on_disk(folder) == twin.campaign
    assert state_files(folder) == state_files(tmp_path / "twin" / folder.name)


@pytest.mark.parametrize("line", ["errant remove mule", "undo"])
def test_a_crash_between_two_files_leaves_none_that_names_a_missing_one(
    folder: Path, monkeypatch: Monkey, line: str
) -> None:
    desk = a_desk(folder)
    said(desk, "errant add Mule animal slots 80", "ride wim mule", "errant remove mule")
    if line != "undo":
        said(desk, "undo")
    with monkeypatch.context() as patched, pytest.raises(Pulled):
        put, writes = files_room.StateFiles._write_text, [1]

        def put_or_die(files: files_room.StateFiles, name: str, text: str | None) -> None:
            if not writes:
                raise Pulled
            writes.pop()
            put(files, name, text)

        patched.setattr(files_room.StateFiles, "_write_text", put_or_die)
        desk.run(line)
    assert [
        each
        for each in diagnose_campaign(folder, CampaignFolders(folder.parent))
        if not each.is_transient
    ] == []
    opened = a_desk(folder)
    said(opened, "note on we go")
    assert ("mule" in [errant.id for errant in on_disk(folder).errants]) == (line == "undo")
    assert on_disk(folder) == opened.campaign == desk.campaign


def test_the_very_first_word_of_a_campaign_is_rolled_forward_too(folder: Path) -> None:
    desk = a_desk(folder)
    with pulled_after(0), pytest.raises(Pulled):
        desk.run("supply wim +1")
    assert (
        a_desk(folder).campaign.get_errant("wim").supply
        == desk.campaign.get_errant("wim").supply
        == 3
    )


def test_a_killed_process_loses_nothing_it_had_journalled(folder: Path) -> None:
    script = (
        "import os, sys\n"
        "from pathlib import Path\n"
        "from companion.archive import campaign_storage as own\n"
        "from companion.archive.disk import compare_and_swap\n"
        "from companion.archive.campaign_folders import CampaignFolders\n"
        "from companion.desk import Desk\n"
        "folder = Path(sys.argv[1])\n"
        "desk = Desk(own.Archive(folder, seed='test'), CampaignFolders(folder.parent))\n"
        "desk.run('supply wim +3')\n"
        "compare_and_swap.replace_file_if_unchanged = lambda *_, **__: os._exit(9)\n"
        "desk.run('next! search =3')\n"
    )
    before = state_files(folder)
    died = subprocess.run([sys.executable, "-c", script, str(folder)], check=False)
    assert died.returncode == 9
    assert list(before) == list(state_files(folder))
    desk = a_desk(folder, seed=None)
    assert desk.campaign.get_errant("wim").supply == 5
    assert desk.campaign.turns[-1].face == 3
    assert on_disk(folder) != desk.campaign
    said(desk, "supply bree +1")
    assert on_disk(folder) == desk.campaign
    said(desk, "undo", "undo", "undo")
    assert state_files(folder) == before


@pytest.mark.parametrize("stop", [KeyboardInterrupt, SystemExit])
def test_a_desk_goes_on_after_an_interrupt_between_journal_and_files(
    folder: Path, monkeypatch: Monkey, stop: type[BaseException]
) -> None:
    desk = a_desk(folder)

    def interrupted(*_: object, **__: object) -> None:
        raise stop

    with monkeypatch.context() as patched, pytest.raises(stop):
        patched.setattr(compare_and_swap, "replace_file_if_unchanged", interrupted)
        desk.run("next! search")
    rolled = desk.campaign.turns[-1].face
    said(desk, "supply wim +1")
    assert desk.campaign.turns[-1].face == rolled
    assert desk.campaign == on_disk(folder) == Archive(folder).campaign
    entries = list(desk.archive.read_entries())
    assert [entry.number for entry in entries] == [2, 1]
    assert entries[0].streams == entries[1].streams == desk.archive.session.streams.positions


def test_a_torn_last_entry_is_never_read_and_is_set_aside_and_told_of(folder: Path) -> None:
    desk = a_desk(folder)
    said(desk, "supply wim +1")
    session = journal_of(folder)
    whole = session.stat().st_size
    said(desk, "supply wim +2")
    (folder / ".companion" / "applied").unlink()
    data = session.read_bytes()
    for cut in range(whole + 2, len(data), 9):
        clone = cloned(folder, folder.parent / f"cut-{cut}")
        path = clone / "journal" / session.name
        path.write_bytes(data[:cut])
        desk = a_desk(clone, seed=None)
        reply = answered(desk, "status")
        assert any(session.name in warning for warning in reply.warnings), cut
        assert [entry.line for entry in desk.archive.read_entries()] == ["supply wim +1"]
        said(desk, "supply wim +3")
        (aside,) = (clone / "journal").glob("*.torn-1")
        assert aside.read_bytes() == data[whole:cut]
        assert path.read_bytes().startswith(data[:whole])
        assert not answered(desk, "status").warnings


def test_a_torn_end_is_told_of_once_by_words_that_only_read(folder: Path) -> None:
    desk = a_desk(folder)
    said(desk, "supply wim +1", "supply wim +1")
    session = journal_of(folder)
    session.write_bytes(session.read_bytes()[:-5])
    desk = a_desk(folder, seed=None)
    told = [answered(desk, "status").warnings for _ in range(3)]
    assert [len(warnings) for warnings in told] == [1, 0, 0]


def test_a_fresh_clone_takes_the_files_for_the_truth(folder: Path) -> None:
    said(a_desk(folder), "supply wim +1", "supply bree +1")
    for path in (folder / ".companion").iterdir():
        path.unlink()
    (folder / ".companion").rmdir()
    edit(folder, "errants/wim.toml", "supply = 3", "supply = 7")
    desk = a_desk(folder, seed=None)
    assert desk.campaign == on_disk(folder)
    assert desk.campaign.get_errant("wim").supply == 7
    said(desk, "supply wim +1")
    assert [entry.number for entry in desk.archive.read_entries()] == [3, 2, 1]
    said(desk, "undo", "undo")
    assert desk.campaign.get_errant("bree").supply == 6
    assert "came later" not in refused(desk, "undo")


def test_two_desks_on_one_folder_see_each_other_and_lose_nothing(folder: Path) -> None:
    one, other = a_desk(folder, seed=None), a_desk(folder, seed=None)
    for number in range(6):
        said(one if number % 2 else other, f"supply wim +{number + 1}")
        answered(other if number % 2 else one, "status")
        assert one.campaign.get_errant("wim").supply == other.campaign.get_errant("wim").supply
    said(one, "exhaust wim +1")
    said(other, "exhaust bree +1", "undo", "undo")
    answered(one, "status")
    assert one.campaign == other.campaign == on_disk(folder) == Archive(folder).campaign
    entries = list(one.archive.read_entries())
    assert [entry.number for entry in entries] == list(range(10, 0, -1))
    assert len({entry.name for entry in entries}) == 10


def test_two_desks_of_one_session_never_roll_the_same_dice_twice(folder: Path) -> None:
    said(a_desk(folder, seed=None), "roll 1d6")
    one, other = a_desk(folder, seed=None), a_desk(folder, seed=None)
    said(one, "roll 2d6")
    said(other, "roll 3d6")
    said(one, "roll 1d6")
    standing = [entry.streams for entry in one.archive.read_entries()]
    assert [sum(streams.values()) for streams in standing] == [7, 6, 3, 1]
    assert {entry.session for entry in one.archive.read_entries()} == {
        next(one.archive.read_entries()).session
    }


def test_a_file_saved_while_a_word_is_written_is_not_overwritten(
    folder: Path, monkeypatch: Monkey
) -> None:
    desk = a_desk(folder)
    said(desk, "supply wim +1")

    def append_then_saved(path: Path, data: bytes) -> None:
        append_bytes(path, data)
        if b'kind = "word"' in data:
            edit(folder, "errants/wim.toml", "phys = 10", "phys = 11")

    with monkeypatch.context() as patched:
        patched.setattr(journal_room, "append_bytes", append_then_saved)
        said(desk, "supply wim +1")
    assert on_disk(folder).get_errant("wim").phys == 11
    assert on_disk(folder).get_errant("wim").supply == 4
    assert desk.campaign == on_disk(folder) == Archive(folder).campaign


def test_a_broken_mark_is_as_good_as_none(folder: Path) -> None:
    said(a_desk(folder), "supply wim +1")
    for text in ("", "{", "[]", '{"version": 99}', '{"version": 1, "journal": 3}'):
        (folder / ".companion" / "applied").write_text(text)
        assert Archive(folder).campaign == on_disk(folder)
    said(a_desk(folder), "supply wim +1")
    assert read_campaign_file_texts(folder)[0]


def test_an_edit_saved_while_the_companion_is_killed_is_kept(
    folder: Path, monkeypatch: Monkey
) -> None:
    exchange = compare_and_swap.exchange_file_names

    def saved_and_killed(one: Path, other: Path) -> None:
        beside = other.with_name("theirs")
        beside.write_bytes(other.read_bytes() + b"# theirs\n")
        beside.rename(other)
        exchange(one, other)
        raise Pulled

    desk = a_desk(folder)
    said(desk, "supply wim +1")
    with monkeypatch.context() as patched, pytest.raises(Pulled):
        patched.setattr(compare_and_swap, "exchange_file_names", saved_and_killed)
        desk.run("supply wim +1")
    reply = said(a_desk(folder, seed=None), "supply wim +1")
    (aside,) = (folder.parent / ".copies" / folder.name).glob("*-set-aside-*")
    assert (aside / "errants" / "wim.toml").read_bytes().endswith(b"# theirs\n")
    assert any(str(aside) in warning for warning in reply.warnings)
    assert not list(folder.rglob(".*companion-*"))
    assert on_disk(folder).get_errant("wim").supply == 5


def test_what_another_writer_left_is_swept_before_its_word_is_written(
    folder: Path, monkeypatch: Monkey
) -> None:
    here = a_desk(folder)
    said(here, "supply wim +1")
    with monkeypatch.context() as patched, pytest.raises(Pulled):
        patched.setattr(
            compare_and_swap, "exchange_file_names", lambda *_: (_ for _ in ()).throw(Pulled)
        )
        patched.setattr(
            "companion.archive.disk.compare_and_swap._remove_own_swap_file", lambda *_: None
        )
        a_desk(folder, seed=None).run("supply wim +1")
    assert list(folder.rglob(".*companion-*"))
    said(here, "supply wim +1")
    assert not list(folder.rglob(".*companion-*"))
    assert on_disk(folder).get_errant("wim").supply == 5


def test_a_line_of_millions_is_refused_at_once(folder: Path) -> None:
    desk = a_desk(folder)
    began = process_time()
    assert "characters" in refused(desk, "note " + "\x1b]0;" * 1_000_000, "malformed")
    assert process_time() - began < 0.2
