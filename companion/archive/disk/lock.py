"""The lock of a campaign's folder: one process writes at a time, the others wait."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from companion.archive.data_folders import leads_out_of_folder_by_link
from companion.archive.disk.dot_companion_folder import OWN_FOLDER
from companion.archive.file_texts_and_change_stamps import list_folders_companion_writes_in
from companion.refusal import Impossible

if TYPE_CHECKING:
    from filelock import BaseFileLock

_POLL_SECONDS = 0.001
_stuck_locks: "dict[Path, BaseFileLock]" = {}
"""Locks that could not be released. The next word of this process goes on with them, and tries
again; the system frees them when the process ends."""


@contextmanager
def hold_campaign_lock(
    folder: Path, timeout: float = 10.0, warn: Callable[[str], object] = lambda _: None
) -> Iterator[None]:
    """Hold the lock of a campaign's folder, waiting up to `timeout` seconds for it.

    A second lock is the queue: its holder is next, so that a process that writes without pause
    cannot keep the others out. Raises Impossible if somebody else holds the lock all that time, or
    a folder that is written in is a link; OSError if no lock can be made. If a lock cannot be
    released, `warn` gets a warning, and what was written stays. One process must not take it twice.
    On network file systems such as sshfs it holds on this machine only.
    """
    from filelock import Timeout

    _require_no_links_out_of_folder(folder)
    (folder / OWN_FOLDER).mkdir(exist_ok=True)
    until = monotonic() + timeout
    with ExitStack() as stack:
        try:
            with _hold_lock_file(folder / OWN_FOLDER / "queue", until, warn):
                stack.enter_context(_hold_lock_file(folder / OWN_FOLDER / "lock", until, warn))
        except Timeout:
            raise Impossible(
                f"Someone else is writing to the campaign `{folder.name}`.",
                "Nothing was changed. Try again in a moment.",
            ) from None
        yield


def _require_no_links_out_of_folder(folder: Path) -> None:
    """Raises Impossible if a folder that is written in leads out of the campaign's."""
    for name in list_folders_companion_writes_in():
        if (folder / name).is_symlink() and leads_out_of_folder_by_link(folder / name, folder):
            raise Impossible(
                f"{folder.name}/{name} is a link that leads out of the campaign's folder.",
                "Nothing was changed. Put a folder in its place.",
            )
    if (folder / OWN_FOLDER).is_symlink():
        raise Impossible(
            f"`{OWN_FOLDER}` of the campaign `{folder.name}` is a link.",
            "Delete the link and try again.",
        )


@contextmanager
def _hold_lock_file(path: Path, until: float, warn: Callable[[str], object]) -> Iterator[None]:
    """Hold the lock until the block ends; `warn` is told if it cannot be released."""
    from filelock import FileLock

    lock = _stuck_locks.pop(path, None) or FileLock(path)
    if lock.is_locked:
        with suppress(OSError):
            lock.release(force=True)
    if not lock.is_locked:  # what still cannot be released is still ours
        lock.acquire(timeout=max(0.0, until - monotonic()), poll_interval=_POLL_SECONDS)
    try:
        yield
    finally:
        try:
            lock.release(force=True)
        except OSError as error:
            if lock.is_locked:
                _stuck_locks[path] = lock
            warn(
                f"The campaign's lock could not be let go ({error.strerror or error}). Nothing is "
                "lost by that; if others are told that someone else is writing, quit here and "
                "start again."
            )
