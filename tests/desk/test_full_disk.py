"""A disk that is full or may not be written: the word is refused, and nothing is lost."""

import errno
import os
from pathlib import Path

from companion.archive.disk import compare_and_swap
from companion.archive.journal import session_file as journal_room
from tests.desk.a_desk import a_desk, all_files, answered, on_disk, refused, said
from tests.desk.test_survival import Monkey


def full(*_: object, **__: object) -> None:
    """A disk that takes nothing more."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_full_disk_refuses_the_word_and_changes_nothing(
    folder: Path, monkeypatch: Monkey
) -> None:
    desk = a_desk(folder)
    said(desk, "next! search")
    files, before, dice = all_files(folder), desk.campaign, desk.archive.session.streams.positions
    with monkeypatch.context() as patched:
        patched.setattr(journal_room, "append_bytes", full)
        assert "space" in refused(desk, "next! search", "unwritable")
        assert answered(desk, "status").ok
    assert all_files(folder) == files
    assert desk.campaign == before
    assert desk.archive.session.streams.positions == dice
    said(desk, "next! search")
    assert [entry.number for entry in desk.archive.read_entries()] == [2, 1]


def test_a_disk_that_fills_up_leaves_no_half_entry(folder: Path, monkeypatch: Monkey) -> None:
    desk = a_desk(folder)
    said(desk, "supply wim +1")
    files = all_files(folder)
    write = os.write

    def half(handle: int, data: bytes) -> int:
        if len(data) < 40:
            full()
        return write(handle, data[: len(data) // 2])

    with monkeypatch.context() as patched:
        patched.setattr(os, "write", half)
        refused(desk, "supply wim +1", "unwritable")
    assert all_files(folder) == files
    assert desk.archive.campaign == on_disk(folder)


def test_after_a_full_disk_the_next_word_brings_the_files_up_to_date(
    folder: Path, monkeypatch: Monkey
) -> None:
    desk = a_desk(folder)
    with monkeypatch.context() as patched:
        patched.setattr(compare_and_swap, "replace_file_if_unchanged", full)
        reply = said(desk, "exhaust all +1")
        assert any("space" in warning for warning in reply.warnings)
        assert desk.campaign.get_errant("wim").exhaustion == 3
        assert on_disk(folder).get_errant("wim").exhaustion == 2
        assert answered(desk, "company").ok
        assert desk.campaign.get_errant("wim").exhaustion == 3
        refused(desk, "supply wim +1", "unwritable")
    said(desk, "supply wim +1")
    assert on_disk(folder) == desk.campaign
    assert desk.campaign.get_errant("wim").exhaustion == 3
    assert [entry.line for entry in desk.archive.read_entries()] == [
        "supply wim +1",
        "exhaust all +1",
    ]


def test_a_read_only_folder_can_be_read_and_refuses_writing(
    folder: Path, monkeypatch: Monkey
) -> None:
    said(a_desk(folder), "supply wim +1")
    files = all_files(folder)

    def denied(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(Path, "mkdir", denied)
    opener = os.open

    def open_to_read(path: str, flags: int, *rest: int, **more: int) -> int:
        if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            denied()
        return opener(path, flags, *rest, **more)

    monkeypatch.setattr(os, "open", open_to_read)
    desk = a_desk(folder, seed=None)
    for word in ("status", "company", "slots bree", "log", "help", "event ?"):
        assert answered(desk, word).ok
    assert "cannot be written" in refused(desk, "supply wim +1", "unwritable")
    assert answered(desk, "status").ok
    assert all_files(folder) == files
