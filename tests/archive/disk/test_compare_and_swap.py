"""Files that an editor saves in the very moment they are replaced or taken away."""

import ctypes
import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread

import pytest

from companion.archive.disk import compare_and_swap
from companion.archive.disk.atomic_writes import FileChanged
from companion.archive.disk.compare_and_swap import (
    FileVersion,
    remove_file_if_unchanged,
    replace_file_if_unchanged,
)
from companion.archive.disk.leftover_files import (
    find_interrupted_swap_files,
    find_leftover_files,
    remove_interrupted_swap_files,
    remove_leftover_files,
)
from companion.archive.file_texts_and_change_stamps import MAX_BYTES, Stamp
from companion.archive.known_state_on_disk import StateFiles
from tests.archive.disk.places import contents, names
from tests.storms.plug import Pulled

Monkey = pytest.MonkeyPatch
Do = Callable[[], object]


def known(path: Path) -> FileVersion:
    return FileVersion(Stamp.from_stat(path.stat()), path.read_bytes())


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "bree.toml"
    path.write_bytes(b"old")
    return path


def by_a_rename(path: Path, data: bytes = b"theirs") -> None:
    beside = path.with_name("theirs")
    beside.write_bytes(data)
    beside.rename(path)


def in_place(path: Path) -> None:
    path.write_bytes(b"theirs")


def in_place_as_long(path: Path) -> None:
    """Neither the size nor the time of the file tells of it."""
    stamp = path.stat()
    path.write_bytes(b"OLD")
    os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))


def around(monkey: Monkey, name: str, before: Do = bool, after: Do = bool) -> None:
    """The first of these renames has something happen right before and right after it."""
    real, waiting = getattr(compare_and_swap, name), [True]

    def renamed(one: Path, other: Path) -> None:
        first = waiting and waiting.pop()
        if first:
            before()
        real(one, other)
        if first:
            after()

    monkey.setattr(compare_and_swap, name, renamed)


def test_a_file_that_nobody_touched_is_replaced_and_keeps_its_mode(old: Path) -> None:
    old.chmod(0o640)
    new = replace_file_if_unchanged(old, b"new", known(old))
    assert old.read_bytes() == b"new"
    assert Stamp.from_stat(new) == Stamp.from_stat(old.stat())
    assert stat.S_IMODE(new.st_mode) == 0o640
    assert names(old.parent) == ["bree.toml"]


@pytest.mark.parametrize("save", [by_a_rename, in_place, in_place_as_long])
def test_what_is_saved_after_the_last_look_stands(
    old: Path, monkeypatch: Monkey, save: Callable[[Path], None]
) -> None:
    around(monkeypatch, "exchange_file_names", before=lambda: save(old))
    with pytest.raises(FileChanged):
        replace_file_if_unchanged(old, b"new", known(old))
    assert old.read_bytes() in (b"theirs", b"OLD")
    assert names(old.parent) == ["bree.toml"]


def test_what_the_bytes_alone_tell_of_is_read_again(tmp_path: Path, monkeypatch: Monkey) -> None:
    world = tmp_path / "world.toml"
    world.write_bytes(b"old")
    files = StateFiles(tmp_path)
    files.read()
    around(monkeypatch, "exchange_file_names", before=lambda: in_place_as_long(world))
    with pytest.raises(FileChanged):
        files.write({"world.toml": "new"})
    files.read()
    assert files.texts == {"world.toml": "OLD"}


def test_what_is_saved_right_after_the_exchange_stands(old: Path, monkeypatch: Monkey) -> None:
    around(monkeypatch, "exchange_file_names", after=lambda: by_a_rename(old))
    replace_file_if_unchanged(old, b"new", known(old))
    assert contents(old.parent) == {"bree.toml": b"theirs"}


def test_of_two_saves_on_both_sides_of_the_exchange_the_newer_stands(
    old: Path, monkeypatch: Monkey
) -> None:
    around(
        monkeypatch,
        "exchange_file_names",
        before=lambda: by_a_rename(old, b"first"),
        after=lambda: by_a_rename(old, b"second"),
    )
    with pytest.raises(FileChanged):
        replace_file_if_unchanged(old, b"new", known(old))
    assert old.read_bytes() == b"second"
    (kept,) = find_interrupted_swap_files(old.parent)
    assert kept.read_bytes() == b"first"


def test_who_saves_at_every_exchange_stops_nobody_for_ever(old: Path, monkeypatch: Monkey) -> None:
    exchange, saved = compare_and_swap.exchange_file_names, list[bytes]()

    def saved_and_exchanged(one: Path, other: Path) -> None:
        saved.append(b"%d" % len(saved))
        by_a_rename(other, saved[-1])
        exchange(one, other)

    monkeypatch.setattr(compare_and_swap, "exchange_file_names", saved_and_exchanged)
    with pytest.raises(FileChanged):
        replace_file_if_unchanged(old, b"new", known(old))
    (kept,) = find_interrupted_swap_files(old.parent)
    assert {old.read_bytes(), kept.read_bytes()} == {*saved[-2:]}


def test_an_editor_that_has_the_old_file_open_is_waited_for(old: Path, monkeypatch: Monkey) -> None:
    exchanged = Event()

    def write_late() -> None:
        with old.open("r+b") as file:
            opened.set()
            exchanged.wait()
            Event().wait(0.02)
            file.write(b"theirs")

    opened, editor = Event(), Thread(target=write_late)

    def open_it() -> None:
        editor.start()
        opened.wait()

    around(monkeypatch, "exchange_file_names", before=open_it, after=exchanged.set)
    with pytest.raises(FileChanged):
        replace_file_if_unchanged(old, b"new", known(old))
    editor.join()
    assert contents(old.parent) == {"bree.toml": b"theirs"}


def test_who_keeps_a_file_open_and_writes_nothing_stops_no_word(old: Path) -> None:
    with old.open("r+b"):
        replace_file_if_unchanged(old, b"new", known(old))
    assert contents(old.parent) == {"bree.toml": b"new"}


def test_a_write_into_the_old_file_counts_until_the_new_one_lasts(
    old: Path, monkeypatch: Monkey
) -> None:
    with old.open("r+b", buffering=0) as file:
        monkeypatch.setattr(
            "companion.archive.disk.compare_and_swap.sync_folder_after_move",
            lambda _: file.write(b"theirs"),
        )
        with pytest.raises(FileChanged):
            replace_file_if_unchanged(old, b"new", known(old))
    assert contents(old.parent) == {"bree.toml": b"theirs"}


def test_a_save_lasts_before_anything_is_cleared_away(old: Path, monkeypatch: Monkey) -> None:
    there = list[list[str]]()
    monkeypatch.setattr(
        "companion.archive.disk.compare_and_swap.sync_folder",
        lambda folder: there.append(names(folder)),
    )
    around(monkeypatch, "exchange_file_names", before=lambda: by_a_rename(old))
    with pytest.raises(FileChanged):
        replace_file_if_unchanged(old, b"new", known(old))
    assert [len(each) for each in there] == [2]


def test_a_file_moved_away_meanwhile_is_not_made_anew(old: Path, monkeypatch: Monkey) -> None:
    around(
        monkeypatch, "exchange_file_names", before=lambda: old.rename(old.with_name("bree.toml~"))
    )
    with pytest.raises(FileChanged):
        replace_file_if_unchanged(old, b"new", known(old))
    assert names(old.parent) == ["bree.toml~"]


def test_a_new_file_never_takes_the_place_of_another(tmp_path: Path, monkeypatch: Monkey) -> None:
    path = tmp_path / "hob.toml"
    around(monkeypatch, "move_file_without_replacing", before=lambda: in_place(path))
    with pytest.raises(FileChanged):
        replace_file_if_unchanged(path, b"new", None)
    assert path.read_bytes() == b"theirs"
    assert names(tmp_path) == ["hob.toml"]


def test_what_a_link_points_at_is_replaced(old: Path) -> None:
    link = old.with_name("wim.toml")
    link.symlink_to(old.name)
    replace_file_if_unchanged(link, b"new", known(link))
    assert link.is_symlink()
    assert old.read_bytes() == b"new"


def saved_as_it_is_moved_away(monkey: Monkey, save: Do) -> None:
    rename = Path.rename

    def saved_and_renamed(path: Path, to: Path) -> Path:
        monkey.setattr(Path, "rename", rename)
        save()
        return rename(path, to)

    monkey.setattr(Path, "rename", saved_and_renamed)


def test_a_file_goes_and_stays_away(old: Path) -> None:
    remove_file_if_unchanged(old, known(old))
    remove_file_if_unchanged(old, None)
    assert names(old.parent) == []


@pytest.mark.parametrize("save", [by_a_rename, in_place])
def test_a_file_saved_as_it_is_taken_away_stays(
    old: Path, monkeypatch: Monkey, save: Callable[[Path], None]
) -> None:
    seen = known(old)
    saved_as_it_is_moved_away(monkeypatch, lambda: save(old))
    with pytest.raises(FileChanged):
        remove_file_if_unchanged(old, seen)
    assert contents(old.parent) == {"bree.toml": b"theirs"}


def test_what_is_written_into_a_file_until_it_is_gone_for_good_stands(
    old: Path, monkeypatch: Monkey
) -> None:
    with old.open("r+b", buffering=0) as file:
        monkeypatch.setattr(
            "companion.archive.disk.compare_and_swap.sync_folder", lambda _: file.write(b"theirs")
        )
        with pytest.raises(FileChanged):
            remove_file_if_unchanged(old, known(old))
    assert contents(old.parent) == {"bree.toml": b"theirs"}


# Where names cannot be exchanged


@pytest.mark.parametrize("number", [errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP])
def test_without_an_exchange_the_file_is_checked_and_replaced(
    old: Path, monkeypatch: Monkey, number: int
) -> None:
    def unsupported(*_: object) -> int:
        ctypes.set_errno(number)
        return -1

    monkeypatch.setattr(compare_and_swap, "_find_rename_system_call", lambda: unsupported)
    seen = known(old)
    replace_file_if_unchanged(old, b"new", seen)
    replace_file_if_unchanged(old.with_name("hob.toml"), b"hob", None)
    assert (old.read_bytes(), names(old.parent)) == (b"new", ["bree.toml", "hob.toml"])
    with pytest.raises(FileChanged):
        replace_file_if_unchanged(old, b"newer", seen)
    assert old.read_bytes() == b"new"


def test_a_c_library_without_the_function_makes_the_system_call(
    old: Path, monkeypatch: Monkey
) -> None:
    class Library:
        syscall = ctypes.CDLL(None, use_errno=True).syscall

    other = old.with_name("other")
    other.write_bytes(b"other")
    monkeypatch.setattr(ctypes, "CDLL", lambda *_, **__: Library())
    compare_and_swap._find_rename_system_call.cache_clear()
    try:
        compare_and_swap.exchange_file_names(old, other)
    finally:
        compare_and_swap._find_rename_system_call.cache_clear()
    assert (old.read_bytes(), other.read_bytes()) == (b"other", b"old")


def test_other_failures_of_an_exchange_are_raised_and_change_nothing(old: Path) -> None:
    with pytest.raises(FileNotFoundError):
        compare_and_swap.exchange_file_names(old, old.with_name("none"))
    with pytest.raises(FileExistsError):
        compare_and_swap.move_file_without_replacing(old, old)
    assert old.read_bytes() == b"old"


# What a crash leaves


def killed(old: Path, monkey: Monkey, save: Do, *, exchanged: bool) -> Path:
    """A writer that is killed at the exchange; what it left."""
    exchange = compare_and_swap.exchange_file_names

    def die(one: Path, other: Path) -> None:
        save()
        if exchanged:
            exchange(one, other)
        raise Pulled

    with monkey.context() as patched:
        patched.setattr(compare_and_swap, "exchange_file_names", die)
        patched.setattr(
            "companion.archive.disk.compare_and_swap._remove_own_swap_file", lambda *_: None
        )
        with pytest.raises(Pulled):
            replace_file_if_unchanged(old, b"new", known(old))
    (left,) = find_interrupted_swap_files(old.parent)
    return left


@pytest.mark.parametrize("exchanged", [False, True])
def test_the_companions_own_leftovers_are_swept(
    old: Path, monkeypatch: Monkey, exchanged: bool
) -> None:
    killed(old, monkeypatch, bool, exchanged=exchanged)
    assert old.read_bytes() == (b"new" if exchanged else b"old")
    assert list(remove_interrupted_swap_files(old.parent)) == []
    assert names(old.parent) == ["bree.toml"]


def test_half_a_file_is_swept(old: Path, monkeypatch: Monkey) -> None:
    killed(old, monkeypatch, bool, exchanged=False).write_bytes(b"ne")
    assert list(remove_interrupted_swap_files(old.parent)) == []
    assert names(old.parent) == ["bree.toml"]


def test_a_save_that_came_out_just_before_a_crash_is_found(old: Path, monkeypatch: Monkey) -> None:
    left = killed(old, monkeypatch, lambda: by_a_rename(old), exchanged=True)
    (saved,) = remove_interrupted_swap_files(old.parent)
    assert saved == (left, "bree.toml", b"theirs")
    assert left.exists()


def test_a_link_to_the_campaigns_own_folder_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "errants").mkdir()
    (tmp_path / "errants" / "x.toml").symlink_to(tmp_path)
    assert list(find_leftover_files(tmp_path)) == []


def test_what_lies_beside_a_file_that_one_is_linked_to_is_swept(tmp_path: Path) -> None:
    folder = tmp_path / "mire"
    for place in ("errants", "sheets"):
        (folder / place).mkdir(parents=True)
    (folder / "sheets" / "bree.toml").write_text("old")
    (folder / "errants" / "bree.toml").symlink_to("../sheets/bree.toml")
    left = folder / "sheets" / SWAP.replace("world", "bree")
    left.write_text("theirs")
    assert list(find_leftover_files(folder)) == [left]
    (told,) = remove_leftover_files(folder)
    assert told.startswith("sheets/bree.toml was saved")
    assert names(folder / "sheets") == ["bree.toml"]


SWAP = ".world.toml.aaaaaaaa-bbbbbbbb-00000000.companion-swap"


def test_a_link_that_is_called_like_a_leftover_is_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "diary"
    outside.write_text("dear diary")
    folder = tmp_path / "shelf" / "mire"
    folder.mkdir(parents=True)
    (folder / SWAP).symlink_to(outside)
    assert list(remove_leftover_files(folder)) == []
    assert names(folder) == [SWAP]
    assert names(folder.parent) == ["mire"]


def test_a_save_that_is_kept_is_kept_whole(tmp_path: Path, monkeypatch: Monkey) -> None:
    folder = tmp_path / "mire"
    folder.mkdir()
    save = b"# the marsh\n" * 100_000
    assert len(save) > MAX_BYTES
    (folder / SWAP).write_bytes(save)
    with monkeypatch.context() as patched:
        patched.setattr("companion.archive.disk.leftover_files.MAX_SAVE_BYTES", len(save) - 1)
        assert list(remove_leftover_files(folder)) == []
        assert names(folder) == [SWAP]
    assert len(list(remove_leftover_files(folder))) == 1
    assert names(folder) == []
    (kept,) = (tmp_path / ".copies").rglob("world.toml")
    assert kept.read_bytes() == save


def test_a_save_is_kept_though_its_file_is_now_a_link_that_leads_out(tmp_path: Path) -> None:
    outside = tmp_path / "diary"
    outside.write_text("dear diary")
    folder = tmp_path / "shelf" / "mire"
    folder.mkdir(parents=True)
    (folder / SWAP).write_text("theirs")
    (folder / "world.toml").symlink_to(outside)
    (told,) = remove_leftover_files(folder)
    assert told.startswith("world.toml was saved")
    assert names(folder) == ["world.toml"]
    (kept,) = (folder.parent / ".copies").rglob("world.toml")
    assert kept.read_text() == "theirs"
