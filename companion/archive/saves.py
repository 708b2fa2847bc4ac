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

from companion.archive import renames
from companion.archive.atomic import name_beside, sync_folder, sync_move, write_beside
from companion.archive.texts import Stamp

_LEFT_OVER = ".companion-swap"
_PATIENCE = 0.05
"""Seconds in which an editor that has a file open has written it."""
_POLL = 0.001
"""Seconds between two looks."""
_MOST_SAVES = 10
"""In a row, each in the microseconds in which the one before is given back."""
_MOST_BYTES = 128 * 1024 * 1024
"""Of a save that is kept; a larger one stays where it is."""
_NOTHING = "none"
_TAG = re.compile(r"\.(.+)\.(none|[0-9a-f]{8})-(none|[0-9a-f]{8})-[0-9a-f]{8}" + _LEFT_OVER)


class Overtaken(Exception):  # noqa: N818 (nothing went wrong: somebody else was there first)
    """Somebody else has written a file since it was read; what they wrote stands."""


class Known(NamedTuple):
    """How a file stood when it was read, and the bytes it held."""

    stamp: Stamp
    data: bytes


class Saved(NamedTuple):
    """What somebody saved while a writer was stopped: where it lies, the name it was saved by in
    the same folder, and what it holds."""

    place: Path
    name: str
    data: bytes


_summed: tuple[bytes, str] = (b"", f"{0:08x}")
"""What was summed last, and its sum: what one word puts in place is what the next replaces."""


def replace_known(path: Path, data: bytes, known: Known | None) -> os.stat_result:
    """Replace a file that is `known` (None: it is not there yet) by a whole new one, for good; how
    that one stands.

    A link stays a link, and the file keeps its mode. Raises Overtaken if somebody else has written
    the file since, whose file then stands; OSError with the file as it was; one that is Doubtful if
    the new file is in place and may not outlast a power cut.
    """
    if path.is_symlink():
        path = path.resolve()
    old = None if known is None else known.data
    beside = _name_beside(path, data, old)
    new = write_beside(beside, data, path)
    ours = Known(Stamp.of(new), data)
    try:
        if not _stands(path, known):
            raise Overtaken(path)
        old_file = _put(beside, path, known)
        if old_file is not None and _stamp_of(beside) != old_file.stamp:
            _must_be_known(beside, old_file, path, ours)
        sync_move(path.parent)
        if old_file is not None:  # an editor that had it open may have written it since
            _must_be_known(beside, old_file, path, ours)
            with suppress(OSError):
                beside.unlink()  # known to the byte: `_clear` need not read it once more
    finally:
        _clear(beside, data, old)
    return new


def remove_known(path: Path, known: Known | None) -> None:
    """Take a file away that is `known` (None: it is not there), for good. Raises Overtaken if
    somebody else has written it since, and it stays; OSError."""
    if not _stands(path, known):
        raise Overtaken(path)
    if known is None:
        return
    beside = _name_beside(path, None, known.data)
    try:
        path.rename(beside)
    except FileNotFoundError:
        raise Overtaken(path) from None
    try:
        if _look(beside) == known:
            sync_folder(path.parent)
            if _look(beside) == known:
                return
        _move_back(beside, path)
        raise Overtaken(path)
    finally:
        _clear(beside, known.data)


def find_swaps(folder: Path) -> list[Path]:
    """What writers that were stopped left in this one folder."""
    return sorted(folder.glob(f".*{_LEFT_OVER}"))


def sweep_swaps(folder: Path) -> Iterator[Saved]:
    """Remove what writers that were stopped left in this one folder, with the lock held, and find
    what is not the companion's own: a person saved it in the very moment. What can be neither read
    nor removed stays, and so does what is enormous."""
    for left in find_swaps(folder):
        tag = _TAG.fullmatch(left.name)
        held = _bytes(left)
        if tag is None or held is None or len(held) > _MOST_BYTES:
            continue
        name, new, old = tag.groups()
        if f"{crc32(held):08x}" in (new, old) or _sum(_bytes(left.with_name(name))) == old:
            with suppress(OSError):
                left.unlink()
        else:
            yield Saved(left, name, held)


def _name_beside(path: Path, new: bytes | None, old: bytes | None) -> Path:
    """A name that says by checksums what was to be put in place of what: after a crash, anything
    else that has this name was saved by somebody."""
    old_sum = _sum(old)  # first, for it is known: the word before put it in place
    return name_beside(path, f"{_sum(new)}-{old_sum}-", _LEFT_OVER)


def _sum(data: bytes | None) -> str:
    global _summed
    if data is None:
        return _NOTHING
    if _summed[0] is not data:
        _summed = data, f"{crc32(data):08x}"
    return _summed[1]


def _stamp_of(path: Path) -> Stamp | None:
    """How a file stands; None where there is none."""
    try:
        return Stamp.of(path.stat())
    except OSError:
        return None


def _bytes(path: Path) -> bytes | None:
    """What a file holds; None where there is none that can be read, or a link, which may lead out
    of the campaign's folder."""
    seen = None if path.is_symlink() else _look(path)
    return None if seen is None else seen.data


def _stands(path: Path, known: Known | None) -> bool:
    """Whether a file stands as it was read."""
    try:
        found = os.stat(path)  # noqa: PTH116 (asked at every word)
    except FileNotFoundError:
        return known is None
    return known is not None and Stamp.of(found) == known.stamp


def _put(beside: Path, path: Path, known: Known | None) -> Known | None:
    """Put the new file in its place; what the one beside it should be now, None if there is none.
    Raises Overtaken."""
    try:
        if known is None:
            renames.move_to_free(beside, path)
        else:
            renames.exchange(beside, path)
    except renames.Unsupported:
        os.replace(beside, path)  # noqa: PTH105 (as in `atomic`)
        return None
    except (FileExistsError, FileNotFoundError):
        raise Overtaken(path) from None
    return known


def _must_be_known(beside: Path, known: Known, path: Path, ours: Known) -> None:
    """Look at the file that lies beside now, for ours has its place. Unless it is the known one it
    goes back for good, and Overtaken is raised."""
    came = _look(beside)
    if came != known:
        _give_back(beside, path, came, ours)
        with suppress(OSError):  # nothing may be cleared away while only memory has the save
            sync_folder(path.parent)
        raise Overtaken(path)


def _give_back(beside: Path, path: Path, saved: Known | None, put: Known | None) -> None:
    """Give back what somebody saved in the place where we have `put` a file. If that is not what
    comes out, there is a newer save: it goes back in turn. Where that never ends, the last to come
    out stays beside the file, for `sweep_swaps` to find."""
    for _ in range(_MOST_SAVES):
        try:
            renames.exchange(beside, path)
        except FileNotFoundError:  # ours was moved away, as some editors do before they save
            _move_back(beside, path)
            break
        came = _look(beside)
        if came == put:
            break
        saved, put = came, saved


def _move_back(beside: Path, path: Path) -> None:
    """Move a file back to its name. Where somebody has saved another there meanwhile, that one
    stands, and this one stays where it is to be found."""
    try:
        renames.move_to_free(beside, path)
    except renames.Unsupported:
        if not os.path.lexists(path):
            beside.rename(path)
    except FileExistsError:
        pass


def _look(path: Path) -> Known | None:
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
        return Known(Stamp.of(looked), os.read(handle, min(looked.st_size, _MOST_BYTES) + 1))
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

    until = time.monotonic() + _PATIENCE
    while True:
        try:
            fcntl.fcntl(handle, fcntl.F_SETSIG, SIGURG)  # it stops nobody, unlike SIGIO
            fcntl.fcntl(handle, fcntl.F_SETLEASE, fcntl.F_RDLCK)
            fcntl.fcntl(handle, fcntl.F_SETLEASE, fcntl.F_UNLCK)
        except OSError as error:
            if error.errno == errno.EAGAIN and time.monotonic() < until:
                time.sleep(_POLL)
                continue
        return


def _clear(beside: Path, *ours: bytes | None) -> None:
    """Remove what is left beside a file, unless somebody else has written it."""
    with suppress(OSError):
        if beside.read_bytes() in ours:
            beside.unlink()
