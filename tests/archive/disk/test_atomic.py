"""Files are old or new, never in between."""

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.archive.disk.atomic_writes import (
    UncertainWrite,
    append_bytes,
    make_folder,
    remove_file,
    replace_file,
    sweep_temp_files,
    sync_folder,
    truncate_file,
)
from tests.archive.disk.places import contents, names

Break = Callable[..., object]


def disk_full(*_: object) -> object:
    raise OSError(errno.ENOSPC, "No space left on device")


def not_allowed(*_: object) -> object:
    raise PermissionError(errno.EACCES, "Permission denied")


def half_then_full() -> Callable[[int, memoryview], int]:
    """A disk that takes a few bytes and then no more."""
    real, calls = os.write, [0]

    def write(handle: int, data: memoryview) -> int:
        calls[0] += 1
        if calls[0] > 1:
            disk_full()
        return real(handle, data[:3])

    return write


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "campaign.toml"
    path.write_bytes(b"old bytes")
    return path


def test_a_file_is_replaced_and_nothing_else_is_left(old: Path) -> None:
    replace_file(old, b"new")
    assert contents(old.parent) == {"campaign.toml": b"new"}


def test_a_disk_that_takes_a_little_at_a_time_gets_it_all(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: real(handle, data[:2]))
    replace_file(old, b"new bytes")
    append_bytes(old, b" and more")
    assert old.read_bytes() == b"new bytes and more"


@pytest.mark.parametrize("step", ["write", "fsync", "replace", "fchmod", "open"])
@pytest.mark.parametrize("failure", [disk_full, not_allowed])
def test_when_a_step_fails_the_old_bytes_stand_and_no_file_is_left(
    old: Path, step: str, failure: Break, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, step, failure)
    with pytest.raises(OSError, match=r"No space|Permission"):
        replace_file(old, b"new")
    monkeypatch.undo()
    assert contents(old.parent) == {"campaign.toml": b"old bytes"}


def test_when_the_disk_fills_half_way_the_old_bytes_stand(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "write", half_then_full())
    with pytest.raises(OSError, match="No space"):
        replace_file(old, b"new bytes")
    assert contents(old.parent) == {"campaign.toml": b"old bytes"}


def test_an_interrupted_write_leaves_no_file(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        replace_file(old, b"new")
    assert contents(old.parent) == {"campaign.toml": b"old bytes"}


def test_the_bytes_are_synced_before_the_move_and_the_folder_after(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []
    fsync, move = os.fsync, os.replace

    def synced(handle: int) -> None:
        steps.append("folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "file")
        fsync(handle)

    def moved(source: Path, target: Path) -> None:
        steps.append("move")
        move(source, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "replace", moved)
    replace_file(old, b"new")
    assert steps == ["file", "move", "folder"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target = tmp_path / "elsewhere" / "bree.toml"
    target.parent.mkdir()
    target.write_bytes(b"old")
    link = tmp_path / "bree.toml"
    link.symlink_to(target)
    replace_file(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664])
def test_the_mode_stays(old: Path, mode: int) -> None:
    old.chmod(mode)
    replace_file(old, b"new")
    assert stat.S_IMODE(old.stat().st_mode) == mode


def test_a_new_file_gets_what_the_umask_leaves(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        replace_file(tmp_path / "new.toml", b"new")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new.toml").stat().st_mode) == 0o640


def test_what_killed_writers_left_is_swept_and_nothing_else(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "replace", disk_full)
    monkeypatch.setattr(Path, "unlink", disk_full)
    with pytest.raises(OSError, match="No space"):
        replace_file(old, b"new")
    monkeypatch.undo()
    (old.parent / ".gitignore").touch()
    assert len(names(old.parent)) == 3
    sweep_temp_files(old.parent)
    assert names(old.parent) == [".gitignore", "campaign.toml"]


def test_bytes_are_added_to_the_end_and_synced(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", synced.append)
    append_bytes(old, b", more")
    assert old.read_bytes() == b"old bytes, more"
    assert len(synced) == 1


@pytest.mark.parametrize("step", ["write", "fsync"])
@pytest.mark.parametrize("failure", [disk_full, not_allowed])
def test_when_adding_fails_the_file_is_as_long_as_before(
    old: Path, step: str, failure: Break, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, step, failure)
    with pytest.raises(OSError, match=r"No space|Permission"):
        append_bytes(old, b"more")
    assert old.read_bytes() == b"old bytes"


def test_half_an_addition_is_cut_off_again(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "write", half_then_full())
    with pytest.raises(OSError, match="No space"):
        append_bytes(old, b"more bytes")
    assert old.read_bytes() == b"old bytes"


def test_nothing_is_added_to_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        append_bytes(tmp_path / "none.toml", b"x")
    assert names(tmp_path) == []


def test_a_file_can_be_cut_short(old: Path) -> None:
    truncate_file(old, 3)
    assert old.read_bytes() == b"old"


def test_it_is_known_how_a_replaced_file_stands(old: Path) -> None:
    told, found = replace_file(old, b"new bytes"), old.stat()
    assert (told.st_mtime_ns, told.st_size, told.st_ino) == (
        *(found.st_mtime_ns, found.st_size, found.st_ino),
    )


def failing_from(call: int, number: int, until: int = 99) -> Callable[[int], None]:
    """An fsync that fails from this call on, counted from 1, and up to another one."""
    real, calls = os.fsync, [0]

    def fsync(handle: int) -> None:
        calls[0] += 1
        if call <= calls[0] <= until:
            raise OSError(number, os.strerror(number))
        real(handle)

    return fsync


def test_a_move_that_may_not_last_is_uncertain_and_the_file_whole(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", failing_from(2, errno.EIO))
    with pytest.raises(UncertainWrite, match=os.strerror(errno.EIO)) as doubtful:
        replace_file(old, b"new")
    assert doubtful.value.errno == errno.EIO
    assert contents(old.parent) == {"campaign.toml": b"new"}


def test_a_move_that_need_not_last_waits_for_no_folder(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", failing_from(2, errno.EIO))
    replace_file(old, b"new", lasting=False)
    assert old.read_bytes() == b"new"


@pytest.mark.parametrize("number", [errno.EINVAL, errno.ENOTSUP])
def test_a_filesystem_that_cannot_sync_folders_is_no_failure(
    old: Path, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", failing_from(2, number))
    replace_file(old, b"new")
    assert old.read_bytes() == b"new"


def test_a_folder_that_cannot_be_opened_to_sync_it_is_no_failure(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.open

    def opened(path: Path, flags: int, mode: int = 0o777) -> int:
        if Path(path).is_dir():
            not_allowed()
        return real(path, flags, mode)

    monkeypatch.setattr(os, "open", opened)
    replace_file(old, b"new")
    assert old.read_bytes() == b"new"


@pytest.mark.parametrize("number", [errno.EIO, errno.ENOSPC])
def test_any_other_failure_to_sync_a_folder_is_raised(
    tmp_path: Path, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", failing_from(1, number))
    with pytest.raises(OSError, match=os.strerror(number)):
        sync_folder(tmp_path)


def test_what_cannot_be_cut_off_again_is_doubtful(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "write", half_then_full())
    monkeypatch.setattr(os, "ftruncate", not_allowed)
    with pytest.raises(UncertainWrite, match="No space"):
        append_bytes(old, b"more bytes")
    assert old.read_bytes() == b"old bytesmor"


def test_what_was_cut_off_but_may_come_back_is_doubtful(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", failing_from(1, errno.EIO))
    with pytest.raises(UncertainWrite):
        append_bytes(old, b"more")
    assert old.read_bytes() == b"old bytes"


def test_what_was_cut_off_for_good_is_not_doubtful(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", failing_from(1, errno.EIO, until=1))
    with pytest.raises(OSError, match=os.strerror(errno.EIO)) as failed:
        append_bytes(old, b"more")
    assert not isinstance(failed.value, UncertainWrite)
    assert old.read_bytes() == b"old bytes"


def synced_folders(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The inodes of the folders that are synced from now on."""
    synced: list[int] = []
    real = os.fsync

    def fsync(handle: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            synced.append(os.fstat(handle).st_ino)
        real(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    return synced


def test_a_new_folder_lasts_and_so_does_one_that_another_process_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced = synced_folders(monkeypatch)
    make_folder(tmp_path / "errants")
    make_folder(tmp_path / "errants")
    assert names(tmp_path) == ["errants"]
    assert synced == [tmp_path.stat().st_ino] * 2


def test_a_file_where_a_folder_should_be_is_an_error(old: Path) -> None:
    with pytest.raises(FileExistsError):
        make_folder(old)


def test_a_file_that_is_removed_stays_away(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced = synced_folders(monkeypatch)
    remove_file(old)
    remove_file(old)
    assert names(old.parent) == []
    assert synced == [old.parent.stat().st_ino] * 2


def test_what_cannot_be_swept_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / ".odd.companion-tmp").mkdir()
    (tmp_path / ".x.companion-tmp").touch()
    sweep_temp_files(tmp_path)
    assert names(tmp_path) == [".odd.companion-tmp"]


def test_an_interrupted_addition_that_cannot_be_cut_off_is_doubtful(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    monkeypatch.setattr(os, "ftruncate", disk_full)
    with pytest.raises(UncertainWrite):
        append_bytes(old, b"more")
