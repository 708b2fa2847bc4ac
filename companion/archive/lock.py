"""One writer at a time."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.refusal import Impossible


@contextmanager
def locked(folder: Path, timeout: float = 10.0) -> Iterator[None]:
    """Holds the lock of a campaign's folder, waiting up to `timeout` seconds for it.

    Raises Impossible when somebody else holds it all that time, OSError where no lock can be
    made. Not to be taken twice by one process; on network file systems such as sshfs the lock
    holds on this machine only.
    """
    from filelock import FileLock, Timeout

    place = folder / ".companion"
    place.mkdir(exist_ok=True)
    lock = FileLock(place / "lock")
    try:
        lock.acquire(timeout=timeout)
    except Timeout:
        raise Impossible(
            f"Someone else is writing to the campaign `{folder.name}`.",
            "Nothing was changed. Try again in a moment.",
        ) from None
    try:
        yield
    finally:
        lock.release()
