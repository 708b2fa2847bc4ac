"""One writer at a time, each in its turn."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from companion.archive.own_folder import PLACE
from companion.archive.unwritable import must_be_its_own
from companion.refusal import Impossible

if TYPE_CHECKING:
    from filelock import BaseFileLock

_POLL = 0.001
"""Seconds between two tries."""


@contextmanager
def locked(folder: Path, timeout: float = 10.0) -> Iterator[None]:
    """Holds the lock of a campaign's folder, waiting up to `timeout` seconds for it.

    A second lock is the queue: who holds it is next, so that one who writes without pause cannot
    keep the others out. Raises Impossible when somebody else holds the lock all that time, its
    folder is a link, or a part of the campaign leads out of it; OSError where none can be made. Not
    to be taken twice by one process; on network file systems such as sshfs the lock holds on this
    machine only.
    """
    from filelock import FileLock, Timeout

    must_be_its_own(folder)
    place = folder / PLACE
    if place.is_symlink():
        raise Impossible(
            f"`{PLACE}` of the campaign `{folder.name}` is a link.",
            "Delete the link and try again.",
        )
    place.mkdir(exist_ok=True)
    until = monotonic() + timeout
    lock = FileLock(place / "lock")
    try:
        with _acquired(FileLock(place / "queue"), until):
            lock.acquire(timeout=max(0.0, until - monotonic()), poll_interval=_POLL)
    except Timeout:
        raise Impossible(
            f"Someone else is writing to the campaign `{folder.name}`.",
            "Nothing was changed. Try again in a moment.",
        ) from None
    try:
        yield
    finally:
        lock.release()


@contextmanager
def _acquired(queue: "BaseFileLock", until: float) -> Iterator[None]:
    queue.acquire(timeout=max(0.0, until - monotonic()), poll_interval=_POLL)
    try:
        yield
    finally:
        queue.release()
