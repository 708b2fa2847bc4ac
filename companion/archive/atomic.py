"""Bytes to the disk so that a crash, a full disk or a pulled plug leaves the old or the new file,
never half of one."""

import os
import stat
from contextlib import suppress
from pathlib import Path

_LEFT_OVER = ".companion-tmp"


def replace(path: Path, data: bytes, *, lasting: bool = True) -> None:
    """Writes a whole file: beside it, synced, then moved over it in one step.

    With `lasting` false a power cut may bring the old file back, whole; the move is not waited for.

    A link stays a link (what it points at is replaced), the file's mode stays, a new file gets
    what the umask leaves. Raises OSError, with the old file as it was.
    """
    path = path.resolve()
    beside = path.with_name(f".{path.name}.{os.urandom(4).hex()}{_LEFT_OVER}")
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
    try:
        try:
            with suppress(FileNotFoundError):
                os.fchmod(handle, stat.S_IMODE(path.stat().st_mode))
            _write(handle, data)
            os.fsync(handle)
        finally:
            os.close(handle)
        os.replace(beside, path)  # noqa: PTH105 (one step, and one that tests can make fail)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
    if lasting:
        sync_folder(path.parent)


def append(path: Path, data: bytes) -> None:
    """Adds bytes to the end of a file that is there, and syncs it.

    Raises OSError, with the file cut back to its old length.
    """
    handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC)
    try:
        length = os.fstat(handle).st_size
        try:
            _write(handle, data)
            os.fsync(handle)
        except BaseException:
            with suppress(OSError):
                os.ftruncate(handle, length)
            raise
    finally:
        os.close(handle)


def truncate(path: Path, length: int) -> None:
    """Cuts a file to so many bytes, and syncs it. Raises OSError."""
    handle = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
    try:
        os.ftruncate(handle, length)
        os.fsync(handle)
    finally:
        os.close(handle)


def sweep(folder: Path) -> None:
    """Removes what writers that were killed left in this one folder. Call it under the lock: what
    another writer is writing right now looks the same."""
    for left in folder.glob(f".*{_LEFT_OVER}"):
        left.unlink(missing_ok=True)


def _write(handle: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(handle, rest) :]


def sync_folder(folder: Path) -> None:
    """Makes a move last. Not every filesystem can; the new file is whole and in place by now."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
