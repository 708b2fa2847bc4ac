"""One writer at a time, each in its turn."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from companion.archive.disk.own_folder import OWN_FOLDER
from companion.archive.disk_errors import require_own_folder
from companion.refusal import Impossible

if TYPE_CHECKING:
    from filelock import BaseFileLock

_POLL_SECONDS = 0.001

_stuck_locks: "dict[Path, BaseFileLock]" = {}
"""Locks that could not be released. The next word of this process goes on with them, and tries
again; the system frees them when the process ends."""


def _ignore_warning(_: str) -> None:
    pass


@contextmanager
def hold_lock(
    folder: Path, timeout: float = 10.0, tell: Callable[[str], object] = _ignore_warning
) -> Iterator[None]:
    """Hold the lock of a campaign's folder, waiting up to `timeout` seconds for it.

    A second lock is the queue: who holds it is next, so that one who writes without pause cannot
    keep the others out. Raises Impossible if somebody else holds the lock all that time, its folder
    is a link, or a part of the campaign leads out of it; OSError if no lock can be made. A lock
    that cannot be released undoes nothing of what was done with it: `tell` gets a sentence. One
    process must not take it twice. On network file systems such as sshfs it holds on this machine
    only.
    """
    from filelock import Timeout

    require_own_folder(folder)
    place = folder / OWN_FOLDER
    if place.is_symlink():
        raise Impossible(
            f"`{OWN_FOLDER}` of the campaign `{folder.name}` is a link.",
            "Delete the link and try again.",
        )
    place.mkdir(exist_ok=True)
    until = monotonic() + timeout
    with ExitStack() as held:
        try:
            with _hold_file(place / "queue", until, tell):
                held.enter_context(_hold_file(place / "lock", until, tell))
        except Timeout:
            raise Impossible(
                f"Someone else is writing to the campaign `{folder.name}`.",
                "Nothing was changed. Try again in a moment.",
            ) from None
        yield


@contextmanager
def _hold_file(path: Path, until: float, tell: Callable[[str], object]) -> Iterator[None]:
    """Hold the lock of one file, or go on with it if it could not be released before."""
    from filelock import FileLock

    lock = _stuck_locks.pop(path, None) or FileLock(path)
    lock.acquire(timeout=max(0.0, until - monotonic()), poll_interval=_POLL_SECONDS)
    try:
        yield
    finally:
        _release_lock(lock, tell)


def _release_lock(lock: "BaseFileLock", tell: Callable[[str], object]) -> None:
    """Release a lock, however often it was taken. One that the system does not release is kept."""
    try:
        lock.release(force=True)
    except OSError as error:
        if lock.is_locked:
            _stuck_locks[Path(lock.lock_file)] = lock
        tell(
            f"The campaign's lock could not be let go ({error.strerror or error}). Nothing is lost "
            "by that; if others are told that someone else is writing, quit here and start again."
        )
