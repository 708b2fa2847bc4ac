"""Replacing and removing files that a person may be saving in an editor this very moment.

A look before a move leaves a gap between the two. So the new file and the old one exchange names,
in one step, and what came out is looked at: if it is not what was last read, somebody saved it
meanwhile, and it goes back. An editor that writes into the old file is given the time to finish,
and the old file is looked at once more before it goes.

Where the system or the filesystem cannot exchange names, the file is looked at just before it is
replaced, and what is saved in between is lost.
"""

import errno
import os
import re
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from signal import SIGURG
from typing import NamedTuple
from zlib import crc32

from companion.archive.disk import renames
from companion.archive.disk.atomic import (
    find_temp_files,
    make_temp_path,
    sweep_temp_files,
    sync_folder,
    sync_move,
    write_temp_file,
)
from companion.archive.folders import is_outside
from companion.archive.texts import Stamp, list_written_folders, read_stamps
from companion.text import clean_text

_SWAP_SUFFIX = ".companion-swap"
_PATIENCE_SECONDS = 0.05
"""Seconds in which an editor that has a file open has written it."""
_POLL_SECONDS = 0.001
"""Seconds between two looks."""
_MAX_GIVE_BACKS = 10
"""In a row, each in the microseconds in which the one before is given back."""
_MAX_SAVE_BYTES = 128 * 1024 * 1024
"""Of a save that is kept; a larger one stays where it is."""
_NO_FILE = "none"
_SWAP_NAME = re.compile(r"\.(.+)\.(none|[0-9a-f]{8})-(none|[0-9a-f]{8})-[0-9a-f]{8}" + _SWAP_SUFFIX)


class FileChanged(Exception):  # noqa: N818 (nothing went wrong: somebody else was there first)
    """Somebody else has written a file since it was read; what they wrote stands."""


class FileVersion(NamedTuple):
    """How a file stood when it was read, and the bytes it held."""

    stamp: Stamp
    data: bytes


class StraySave(NamedTuple):
    """What somebody saved while a writer was stopped: where it lies, the name it was saved by in
    the same folder, and what it holds."""

    path: Path
    name: str
    data: bytes


_last_checksum: tuple[bytes, str] = (b"", f"{0:08x}")
"""What was summed last, and its sum: what one word puts in place is what the next replaces."""


def replace_if_unchanged(path: Path, data: bytes, known: FileVersion | None) -> os.stat_result:
    """Replace a file that is `known` (None: it is not there yet) by a whole new one, for good; how
    that one stands.

    A link stays a link, and the file keeps its mode. Raises Overtaken if somebody else has written
    the file since, whose file then stands; OSError with the file as it was; one that is Doubtful if
    the new file is in place and may not outlast a power cut.
    """
    if path.is_symlink():
        path = path.resolve()
    old = None if known is None else known.data
    beside = _make_swap_path(path, data, old)
    new = write_temp_file(beside, data, path)
    ours = FileVersion(Stamp.from_stat(new), data)
    try:
        if not _is_unchanged(path, known):
            raise FileChanged(path)
        old_file = _swap_in(beside, path, known)
        if old_file is not None and _read_stamp(beside) != old_file.stamp:
            _require_known(beside, old_file, path, ours)
        sync_move(path.parent)
        if old_file is not None:  # an editor that had it open may have written it since
            _require_known(beside, old_file, path, ours)
            with suppress(OSError):
                beside.unlink()  # known to the byte: `_clear` need not read it once more
    finally:
        _remove_own_swap(beside, data, old)
    return new


def remove_if_unchanged(path: Path, known: FileVersion | None) -> None:
    """Take a file away that is `known` (None: it is not there), for good. Raises Overtaken if
    somebody else has written it since, and it stays; OSError."""
    if not _is_unchanged(path, known):
        raise FileChanged(path)
    if known is None:
        return
    beside = _make_swap_path(path, None, known.data)
    try:
        path.rename(beside)
    except FileNotFoundError:
        raise FileChanged(path) from None
    try:
        if _read_version(beside) == known:
            sync_folder(path.parent)
            if _read_version(beside) == known:
                return
        _move_back(beside, path)
        raise FileChanged(path)
    finally:
        _remove_own_swap(beside, known.data)


def find_swaps(folder: Path) -> list[Path]:
    """What writers that were stopped left in this one folder."""
    return sorted(folder.glob(f".*{_SWAP_SUFFIX}"))


def sweep_swaps(folder: Path) -> Iterator[StraySave]:
    """Remove what writers that were stopped left in this one folder, with the lock held, and find
    what is not the companion's own: a person saved it in the very moment. What can be neither read
    nor removed stays, and so does what is enormous."""
    for left in find_swaps(folder):
        tag = _SWAP_NAME.fullmatch(left.name)
        held = _read_bytes(left)
        if tag is None or held is None or len(held) > _MAX_SAVE_BYTES:
            continue
        name, new, old = tag.groups()
        if (
            f"{crc32(held):08x}" in (new, old)
            or _compute_checksum(_read_bytes(left.with_name(name))) == old
        ):
            with suppress(OSError):
                left.unlink()
        else:
            yield StraySave(left, name, held)


def _make_swap_path(path: Path, new: bytes | None, old: bytes | None) -> Path:
    """A name that says by checksums what was to be put in place of what: after a crash, anything
    else that has this name was saved by somebody."""
    old_sum = _compute_checksum(old)  # first, for it is known: the word before put it in place
    return make_temp_path(path, f"{_compute_checksum(new)}-{old_sum}-", _SWAP_SUFFIX)


def _compute_checksum(data: bytes | None) -> str:
    global _last_checksum
    if data is None:
        return _NO_FILE
    if _last_checksum[0] is not data:
        _last_checksum = data, f"{crc32(data):08x}"
    return _last_checksum[1]


def _read_stamp(path: Path) -> Stamp | None:
    """How a file stands; None where there is none."""
    try:
        return Stamp.from_stat(path.stat())
    except OSError:
        return None


def _read_bytes(path: Path) -> bytes | None:
    """What a file holds; None where there is none that can be read, or a link, which may lead out
    of the campaign's folder."""
    seen = None if path.is_symlink() else _read_version(path)
    return None if seen is None else seen.data


def _is_unchanged(path: Path, known: FileVersion | None) -> bool:
    """Whether a file stands as it was read."""
    try:
        found = os.stat(path)  # noqa: PTH116 (asked at every word)
    except FileNotFoundError:
        return known is None
    return known is not None and Stamp.from_stat(found) == known.stamp


def _swap_in(beside: Path, path: Path, known: FileVersion | None) -> FileVersion | None:
    """Put the new file in its place; what the one beside it should be now, None if there is none.
    Raises Overtaken."""
    try:
        if known is None:
            renames.move_without_replacing(beside, path)
        else:
            renames.exchange(beside, path)
    except renames.Unsupported:
        os.replace(beside, path)  # noqa: PTH105 (as in `atomic`)
        return None
    except (FileExistsError, FileNotFoundError):
        raise FileChanged(path) from None
    return known


def _require_known(beside: Path, known: FileVersion, path: Path, ours: FileVersion) -> None:
    """Look at the file that lies beside now, for ours has its place. Unless it is the known one it
    goes back for good, and Overtaken is raised."""
    came = _read_version(beside)
    if came != known:
        _give_back_save(beside, path, came, ours)
        with suppress(OSError):  # nothing may be cleared away while only memory has the save
            sync_folder(path.parent)
        raise FileChanged(path)


def _give_back_save(
    beside: Path, path: Path, saved: FileVersion | None, put: FileVersion | None
) -> None:
    """Give back what somebody saved in the place where we have `put` a file. If that is not what
    comes out, there is a newer save: it goes back in turn. Where that never ends, the last to come
    out stays beside the file, for `sweep_swaps` to find."""
    for _ in range(_MAX_GIVE_BACKS):
        try:
            renames.exchange(beside, path)
        except FileNotFoundError:  # ours was moved away, as some editors do before they save
            _move_back(beside, path)
            break
        came = _read_version(beside)
        if came == put:
            break
        saved, put = came, saved


def _move_back(beside: Path, path: Path) -> None:
    """Move a file back to its name. Where somebody has saved another there meanwhile, that one
    stands, and this one stays where it is to be found."""
    try:
        renames.move_without_replacing(beside, path)
    except renames.Unsupported:
        if not os.path.lexists(path):
            beside.rename(path)
    except FileExistsError:
        pass


def _read_version(path: Path) -> FileVersion | None:
    """How a file stands and what it holds, once nobody has it open for writing; None where it is no
    file, or cannot be read."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return None
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    except OSError:
        return None
    try:
        _await_writers(handle)
        looked = os.fstat(handle)
        return FileVersion(
            Stamp.from_stat(looked), os.read(handle, min(looked.st_size, _MAX_SAVE_BYTES) + 1)
        )
    except OSError:
        return None
    finally:
        os.close(handle)


def _await_writers(handle: int) -> None:
    """Wait a moment for whoever has this file open to write it. Linux alone tells: it gives nobody
    a lease on a file that somebody can still write."""
    if sys.platform != "linux":
        return
    import fcntl

    until = time.monotonic() + _PATIENCE_SECONDS
    while True:
        try:
            fcntl.fcntl(handle, fcntl.F_SETSIG, SIGURG)  # it stops nobody, unlike SIGIO
            fcntl.fcntl(handle, fcntl.F_SETLEASE, fcntl.F_RDLCK)
            fcntl.fcntl(handle, fcntl.F_SETLEASE, fcntl.F_UNLCK)
        except OSError as error:
            if error.errno == errno.EAGAIN and time.monotonic() < until:
                time.sleep(_POLL_SECONDS)
                continue
        return


def _remove_own_swap(beside: Path, *ours: bytes | None) -> None:
    """Remove what is left beside a file, unless somebody else has written it."""
    with suppress(OSError):
        if beside.read_bytes() in ours:
            beside.unlink()


def find_leftovers(folder: Path) -> Iterator[Path]:
    """Every file that a writer left behind; what another writer is writing right now looks the
    same."""
    for place in _list_written_folders(folder):
        for path in (*find_temp_files(place), *find_swaps(place)):
            if path.is_file() and not path.is_symlink():
                yield path


def sweep_leftovers(folder: Path) -> Iterator[str]:
    """Remove them, with the lock held. What a person saved in the very moment a writer was stopped
    is kept beside the copies: the sentences that tell of it."""
    for place in _list_written_folders(folder):
        sweep_temp_files(place)
        for saved in sweep_swaps(place):
            with suppress(OSError):  # it stays where it is, for the next sweep
                yield _keep_save(folder, saved)


def _list_written_folders(folder: Path) -> list[Path]:
    """The folders that are written in, those that a file of the campaign is linked to among
    them."""
    places = dict.fromkeys(folder / name for name in ("", *list_written_folders()))
    for name in read_stamps(folder):
        if (folder / name).is_symlink() and not is_outside(folder / name, folder):
            behind = (folder / name).resolve().parent
            if not is_outside(behind, folder):  # it is that of a link to the folder itself
                places[folder / behind.relative_to(folder.resolve())] = None
    return [place for place in places if not is_outside(place, folder)]


def _keep_save(folder: Path, saved: StraySave) -> str:
    """Keep a save and take it out of the folder; what to tell of it. Raises OSError."""
    from companion.archive.rescue.copies import Copies  # rare, and only a writer pays for it

    place = saved.path.parent.resolve()
    name = (place / saved.name).relative_to(folder.resolve()).as_posix()
    kept = Copies(folder).set_aside({name: saved.data})
    saved.path.unlink()
    return (
        f"{clean_text(name)} was saved in an editor just as the companion was stopped; what "
        "was saved "
        f"is kept in {clean_text(str(kept))}. See whether anything of it is missing in "
        f"{clean_text(name)}."
    )
