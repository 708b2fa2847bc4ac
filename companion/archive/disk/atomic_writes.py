"""Writes, replaces and removes files and folders so that a crash, a full disk or a pulled plug
leaves the old or the new one, never half. A file is synced before it is moved into place, a folder
after something in it was moved, made or removed. The refusals for a disk that fails stand at the
end.
"""

import errno
import os
import stat
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from companion.refusal import Impossible

_TEMP_SUFFIX = ".companion-tmp"
_TEMP_FOLDER_SUFFIX = ".companion-new"
_UNSYNCABLE_ERRNOS = {errno.EINVAL, errno.EBADF, errno.ENOTSUP, errno.EOPNOTSUPP}
"""The errors of filesystems that cannot sync a folder at all."""


class UncertainWrite(OSError):  # noqa: N818 (it may have gone well)
    """A write failed and could not be undone for good: its bytes may be there, now or after the
    next start."""


class FileChanged(Exception):  # noqa: N818 (nothing went wrong: somebody else was there first)
    """Somebody else has written a file since it was read; what they wrote stays."""


def replace_file(
    path: Path, data: bytes, *, lasting: bool = True, mode: int | None = None
) -> os.stat_result:
    """Write a whole file beside another, sync it, and move it over that in one step; returns its
    stat result. Nobody but the companion may write such a file: for one that people edit, there is
    `compare_and_swap.py`.

    Without `lasting` the move is not waited for: a power cut may bring the old file back, whole. A
    link stays a link, and the file keeps its mode unless another is given. Raises OSError with the
    old file as it was and nothing left over; UncertainWrite if the new file is in place, whole, and
    only its folder could not be synced: a power cut may bring the old one back.
    """
    if path.is_symlink():
        path = path.resolve()
    beside = make_temp_path(path)
    new = write_temp_file(beside, data, path, mode)
    try:
        os.replace(beside, path)  # noqa: PTH105 (one step, and one that tests can make fail)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
    if lasting:
        sync_folder_after_move(path.parent)
    return new


def make_temp_path(path: Path, tag: str = "", ending: str = _TEMP_SUFFIX) -> Path:
    """A free name for a file that is written beside another."""
    return path.with_name(f".{path.name}.{tag}{os.urandom(4).hex()}{ending}")


def write_temp_file(
    path: Path, data: bytes, like: Path | None, mode: int | None = None
) -> os.stat_result:
    """Write a whole new file and sync it; returns its stat result. Its mode is that of the file
    `like` it, if that is there and no other is given. Raises OSError, with nothing left over."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
    try:
        try:
            if mode is not None:
                os.fchmod(handle, mode)
            elif like is not None:
                with suppress(FileNotFoundError):
                    os.fchmod(handle, stat.S_IMODE(like.stat().st_mode))
            _write_all_bytes(handle, data)
            os.fsync(handle)
            return os.fstat(handle)
        finally:
            os.close(handle)
    except BaseException:
        with suppress(OSError):
            path.unlink()
        raise


def sync_folder_after_move(folder: Path) -> None:
    """Sync a folder after a move in it. Raises UncertainWrite: it was made, and may not last."""
    try:
        sync_folder(folder)
    except OSError as error:
        raise _make_uncertain_write_error(error) from error


def append_bytes(path: Path, data: bytes) -> None:
    """Add bytes to the end of a file that is there, and sync it. Raises OSError with the file cut
    back to its old length for good; UncertainWrite if that failed too."""
    handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC)
    try:
        length = os.fstat(handle).st_size
        try:
            _write_all_bytes(handle, data)
            os.fsync(handle)
        except BaseException as error:
            try:
                os.ftruncate(handle, length)
                os.fsync(handle)
            except OSError:
                raise _make_uncertain_write_error(error) from error
            raise
    finally:
        os.close(handle)


def _make_uncertain_write_error(error: BaseException) -> UncertainWrite:
    was_interrupted = not isinstance(error, OSError)
    return UncertainWrite(*((errno.EIO, "it was interrupted") if was_interrupted else error.args))


def truncate_file(path: Path, length: int) -> None:
    """Cut a file to a length in bytes, and sync it. Raises OSError."""
    handle = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
    try:
        os.ftruncate(handle, length)
        os.fsync(handle)
    finally:
        os.close(handle)


def remove_file(path: Path) -> None:
    """Remove a file, if it is there, and sync its folder. Raises OSError."""
    path.unlink(missing_ok=True)
    sync_folder(path.parent)


def make_folder(folder: Path) -> None:
    """Make a folder unless it is there, and sync the one it is in: whoever made it, it lasts. Call
    it only if the folder is missing or empty: a sync is slow. Raises OSError; an empty folder may
    be left."""
    folder.mkdir(exist_ok=True)
    sync_folder(folder.parent)


def sync_folder(folder: Path) -> None:
    """Sync a folder after something in it was moved, made or removed. Raises OSError, but not if
    the filesystem cannot do it at all, or the folder may be written in and not read."""
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    except PermissionError:
        return
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in _UNSYNCABLE_ERRNOS:
            raise
    finally:
        os.close(handle)


def find_temp_files(folder: Path) -> list[Path]:
    """What killed writers left in this folder; what another is writing right now looks the same."""
    return sorted(folder.glob(f".*{_TEMP_SUFFIX}"))


def sweep_temp_files(folder: Path) -> None:
    """Remove what killed writers left in this folder. Call it under the lock. What cannot be
    removed stays."""
    for left in find_temp_files(folder):
        with suppress(OSError):
            left.unlink()


def _write_all_bytes(handle: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(handle, rest) :]


def write_folder_in_one_step(
    to: Path, files: Mapping[str, bytes], folders: Iterable[str] = (), like: Path | None = None
) -> None:
    """Make a folder with these files, by their names in it, and these folders, which may be empty.
    It is made beside, synced, then moved in place in one step. Each file has the mode of the one of
    the same name in the folder `like` it.

    Raises OSError with nothing left over if it cannot be made or something else is there; with the
    folder whole and in place if only the folder around it cannot be synced.
    """
    beside = to.with_name(f".{to.name}.{os.urandom(4).hex()}{_TEMP_FOLDER_SUFFIX}")
    try:
        beside.mkdir(parents=True)
        for name in folders:
            (beside / name).mkdir()
        for name, data in files.items():
            path = beside / name
            path.parent.mkdir(parents=True, exist_ok=True)
            write_temp_file(path, data, like / name if like is not None else None)
        for path in (beside, *beside.rglob("*")):
            if path.is_dir():
                sync_folder(path)
        beside.rename(to)
    except BaseException:
        _remove_tree(beside)
        raise
    sync_folder(to.parent)


def remove_folder(folder: Path) -> None:
    """Remove a folder, in one step for whoever looks: it is renamed first. Raises OSError."""
    going = folder.with_name(f".{folder.name}.{os.urandom(4).hex()}{_TEMP_FOLDER_SUFFIX}")
    folder.rename(going)
    _remove_tree(going)


def sweep_temp_folders(place: Path) -> None:
    """Remove what is left in this folder of others that were being made or removed. Call it under
    a lock."""
    for left in place.glob(f".*{_TEMP_FOLDER_SUFFIX}"):
        _remove_tree(left)


class DiskError(Impossible):
    """The disk is full or not writable. Nothing was changed."""

    kind = "unwritable"


class CampaignGone(Impossible):
    """The campaign's folder was moved, unmounted or deleted."""

    kind = "gone"


def _remove_tree(folder: Path) -> None:
    """Remove a folder with all that is in it, as far as it can be."""
    from shutil import rmtree  # measured: it imports every packer

    rmtree(folder, ignore_errors=True)


def make_write_error(error: OSError) -> DiskError:
    """The refusal for a write that failed."""
    return DiskError(
        f"The campaign cannot be written: {error.strerror or error}.",
        "Nothing was changed. Make room, or make the folder writable, and try again.",
    )


def make_read_error(error: OSError) -> Impossible:
    """The refusal for a read that failed."""
    return Impossible(
        f"{error.filename or 'The campaign'} cannot be read: {error.strerror or error}.",
        "Nothing was changed. See that you may read it, and try again.",
    )


def make_journal_write_error(error: OSError) -> DiskError:
    """The refusal for an entry that may or may not be in the journal."""
    return DiskError(
        f"The journal could not be written: {error.strerror or error}. It may hold this even so.",
        "Type log to see, before you type it again.",
    )


def require_campaign_folder(folder: Path) -> None:
    """Raises CampaignGone if a campaign's folder is not there."""
    if not folder.is_dir():
        raise CampaignGone(
            f"The campaign's folder is gone: {folder}.",
            "Nothing was changed, and what was answered is in it. Put it back and go on.",
        )
