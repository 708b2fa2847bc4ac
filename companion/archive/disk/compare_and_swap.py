"""Compare and swap for files: a file is replaced or removed only if nobody has saved it since it
was read, as in an editor.

An editor may save a file after it was last looked at and before it is replaced. So the new file
and the old one exchange names in one step, and then the old one is read: if it is not what was last
read, somebody saved it meanwhile, and it goes back. An editor that writes into the old file is
given the time to finish, and the old file is read once more before it is removed.

Python has no call for an exchange of two names, nor for a move that never replaces anything: these
renames are the system's. If the system or the filesystem has none, the file is looked at just
before it is replaced, and what is saved in between is lost.
"""

import errno
import os
import stat
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from signal import SIGURG
from typing import NamedTuple
from zlib import crc32

from companion.archive.disk.atomic_writes import (
    FileChanged,
    make_temp_path,
    sync_folder,
    sync_folder_after_move,
    write_temp_file,
)
from companion.archive.file_texts_and_change_stamps import Stamp

SWAP_SUFFIX = ".companion-swap"
_PATIENCE_SECONDS = 0.05
"""For an editor that has a file open to write it."""
_POLL_SECONDS = 0.001
_MAX_GIVE_BACKS = 10
"""Saves in a row, each in the microseconds in which the one before is given back."""
MAX_SAVE_BYTES = 128 * 1024 * 1024
"""A larger save stays where it is."""
_NO_FILE = "none"

_AT_FDCWD = -100
_EXCHANGE, _NO_REPLACE = (0x2, 0x4) if sys.platform == "darwin" else (0x2, 0x1)
"""RENAME_SWAP and RENAME_EXCL of macOS; RENAME_EXCHANGE and RENAME_NOREPLACE of Linux."""
_RENAMEAT2_NUMBERS = {"x86_64": 316, "aarch64": 276, "riscv64": 276, "armv7l": 382, "i686": 353}
"""The number of the Linux system call, for a C library that has no function for it."""
_UNSUPPORTED_ERRNOS = {errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EPERM}
"""The errors of filesystems, kernels and sandboxes that do not know these """


class Unsupported(OSError):  # noqa: N818 (nothing is wrong with the disk)
    """The system, or this filesystem, cannot do it in one step; nothing was changed."""


def exchange_file_names(one: Path, other: Path) -> None:
    """Exchange two names in one step. Raises Unsupported; FileNotFoundError if either is missing;
    any other OSError. Nothing has changed then."""
    _rename_with_flags(one, other, _EXCHANGE)


def move_file_without_replacing(source: Path, target: Path) -> None:
    """Move a file to a name that is free. Raises Unsupported; FileExistsError if the name is taken;
    any other OSError. Nothing has changed then."""
    _rename_with_flags(source, target, _NO_REPLACE)


def _rename_with_flags(source: Path, target: Path, flags: int) -> None:
    import ctypes  # 5 ms that only a process that writes a campaign's files pays for

    rename = _find_rename_system_call()
    if rename is None:
        raise Unsupported(errno.ENOSYS, os.strerror(errno.ENOSYS), str(source))
    if rename(os.fsencode(source), os.fsencode(target), flags):
        number = ctypes.get_errno()
        if number in _UNSUPPORTED_ERRNOS:
            raise Unsupported(number, os.strerror(number), str(source))
        raise OSError(number, os.strerror(number), str(source), None, str(target))


@cache
def _find_rename_system_call() -> Callable[[bytes, bytes, int], int] | None:
    """The C library's function, or the system call itself; None if there is neither."""
    import ctypes

    library = ctypes.CDLL(None, use_errno=True)
    if hasattr(library, "renamex_np"):
        return lambda source, target, flags: int(library.renamex_np(source, target, flags))
    call, first = getattr(library, "renameat2", None), tuple[int, ...]()
    number = _RENAMEAT2_NUMBERS.get(os.uname().machine)
    if call is None and sys.platform == "linux" and number is not None:
        call, first = library.syscall, (number,)
    if call is None:
        return None
    return lambda source, target, flags: int(
        call(*first, _AT_FDCWD, source, _AT_FDCWD, target, flags)
    )


class FileVersion(NamedTuple):
    """The stamp of a file when it was read, and its bytes."""

    stamp: Stamp
    data: bytes


def replace_file_if_unchanged(path: Path, data: bytes, known: FileVersion | None) -> os.stat_result:
    """Replace a file that is `known` (None: it is not there yet) by a whole new one, for good;
    returns the new one's stat result.

    A link stays a link, and the file keeps its mode. Raises FileChanged, and leaves the file, if
    somebody else has written it since; OSError with the file as it was; UncertainWrite if the new
    file is in place and may not outlast a power cut.
    """
    if path.is_symlink():
        path = path.resolve()
    old = None if known is None else known.data
    beside = _make_swap_path(path, data, old)
    new = write_temp_file(beside, data, path)
    ours = FileVersion(Stamp.from_stat(new), data)
    try:
        if not _is_file_unchanged(path, known):
            raise FileChanged(path)
        old_file = _swap_new_file_in(beside, path, known)
        if old_file is not None and not _is_file_unchanged(beside, old_file):
            _require_known_old_file(beside, old_file, path, ours)
        sync_folder_after_move(path.parent)
        if old_file is not None:  # an editor that had it open may have written it since
            _require_known_old_file(beside, old_file, path, ours)
    finally:
        _remove_own_swap_file(beside, data, old)
    return new


def remove_file_if_unchanged(path: Path, known: FileVersion | None) -> None:
    """Remove a file that is `known` (None: it is not there), for good. Raises FileChanged, and
    leaves the file, if somebody else has written it since; OSError."""
    if not _is_file_unchanged(path, known):
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
        _move_file_back(beside, path)
        raise FileChanged(path)
    finally:
        _remove_own_swap_file(beside, known.data)


def _make_swap_path(path: Path, new: bytes | None, old: bytes | None) -> Path:
    """A name with the checksums of the new and the old bytes: after a crash, other bytes under it
    are somebody's save."""
    tag = f"{compute_tag_for_swap_name(new)}-{compute_tag_for_swap_name(old)}-"
    return make_temp_path(path, tag, SWAP_SUFFIX)


def compute_tag_for_swap_name(data: bytes | None) -> str:
    """The tag for these bytes, or for no file, in the name of a swap."""
    return _NO_FILE if data is None else f"{crc32(data):08x}"


def read_bytes_unless_link(path: Path) -> bytes | None:
    """The bytes of a file; None for one that cannot be read, and for a link, which may lead out of
    the campaign's folder."""
    found = None if path.is_symlink() else _read_version(path)
    return None if found is None else found.data


def _is_file_unchanged(path: Path, known: FileVersion | None) -> bool:
    try:
        found = os.stat(path)  # noqa: PTH116 (asked at every word)
    except FileNotFoundError:
        return known is None
    return known is not None and Stamp.from_stat(found) == known.stamp


def _swap_new_file_in(beside: Path, path: Path, known: FileVersion | None) -> FileVersion | None:
    """Put the new file in its place; returns what should lie beside it now, None for nothing.
    Raises FileChanged."""
    try:
        if known is None:
            move_file_without_replacing(beside, path)
        else:
            exchange_file_names(beside, path)
    except Unsupported:
        os.replace(beside, path)  # noqa: PTH105 (as in `atomic`)
        return None
    except (FileExistsError, FileNotFoundError):
        raise FileChanged(path) from None
    return known


def _require_known_old_file(
    beside: Path, known: FileVersion, path: Path, ours: FileVersion
) -> None:
    """Read the old file, whose place ours has now. Unless it is the known one it goes back for
    good, and FileChanged is raised."""
    found = _read_version(beside)
    if found != known:
        _put_foreign_save_back(beside, path, found, ours)
        with suppress(OSError):  # nothing may be cleared away while only memory has the save
            sync_folder(path.parent)
        raise FileChanged(path)


def _put_foreign_save_back(
    beside: Path, path: Path, saved: FileVersion | None, ours: FileVersion | None
) -> None:
    """Exchange what somebody saved with our file in its place. If another file comes out than ours,
    it is a newer save and goes back in turn. If that never ends, the last to come out stays beside
    the file for the next sweep."""
    for _ in range(_MAX_GIVE_BACKS):
        try:
            exchange_file_names(beside, path)
        except FileNotFoundError:  # ours was moved away, as some editors do before they save
            _move_file_back(beside, path)
            break
        found = _read_version(beside)
        if found == ours:
            break
        saved, ours = found, saved


def _move_file_back(beside: Path, path: Path) -> None:
    """Move a file back to its name. If somebody has saved another there meanwhile, both stay where
    they are."""
    try:
        move_file_without_replacing(beside, path)
    except Unsupported:
        if not os.path.lexists(path):
            beside.rename(path)
    except FileExistsError:
        pass


def _read_version(path: Path) -> FileVersion | None:
    """The stamp and bytes of a file, once nobody has it open for writing; None if it is no file or
    cannot be read."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return None
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    except OSError:
        return None
    try:
        _wait_for_open_writers(handle)
        looked = os.fstat(handle)
        return FileVersion(
            Stamp.from_stat(looked), os.read(handle, min(looked.st_size, MAX_SAVE_BYTES) + 1)
        )
    except OSError:
        return None
    finally:
        os.close(handle)


def _wait_for_open_writers(handle: int) -> None:
    """Wait a moment for those who have this file open to write it. Only Linux shows that: it gives
    no lease on a file that somebody can still write."""
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


def _remove_own_swap_file(beside: Path, *ours: bytes | None) -> None:
    """Remove what is left beside a file, unless somebody else has written it."""
    with suppress(OSError):
        if beside.read_bytes() in ours:
            beside.unlink()
