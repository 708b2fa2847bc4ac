"""The files through which `companion share` and the Guide's prompt talk: who is there, and the
Guide's orders. They lie in the campaign's own folder and may be deleted at any time.

Who shares it holds `mark_campaign_shared`, says who is there whenever a page opens or closes, and
looks at `read_guide_orders` a few times a second: while nothing changes that costs one `stat`. A
`sent_away` greater than at the last look means: renew the link of that place, and end its pages.
The prompt's word `seat` reads all of it with `read_sharing_state` and writes `write_guide_orders`.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct

from companion.archive.disk.dot_companion_folder import (
    OWN_FOLDER,
    read_private_file,
    remove_private_file,
    write_private_file,
)
from companion.campaign.seat_presence_and_orders import (
    MAX_PLAYER_NAME,
    Order,
    Orders,
    Place,
    Presence,
    Sharing,
)
from companion.refusal import Impossible
from companion.text_cleaning import clean_text, clip_text

PRESENT_FILE = "share-present"
ORDERS_FILE = "share-orders"
LOCK_FILE = "share-lock"
_MAX_BYTES = 16_384
_MAX_ADDRESS = 100
T = TypeVar("T")


class _Present(Struct, frozen=True):
    """What the file of the process that shares holds."""

    address: str = ""
    present: tuple[Presence, ...] = ()


@contextmanager
def mark_campaign_shared(
    folder: Path, address: str = ""
) -> Iterator[Callable[[tuple[Presence, ...]], None]]:
    """Share a campaign at this address, until the block ends: yields what writes who is there.
    Raises Impossible if it is shared already, OSError if no lock can be made."""
    from filelock import FileLock, Timeout

    place = folder / OWN_FOLDER
    if place.is_symlink():
        raise Impossible(f"`{OWN_FOLDER}` of the campaign `{folder.name}` is a link.")
    place.mkdir(exist_ok=True)
    lock = FileLock(place / LOCK_FILE)
    try:
        lock.acquire(timeout=1.0, poll_interval=0.05)
    except Timeout:
        message = f"The campaign `{folder.name}` is shared already, by another process."
        raise Impossible(message, "End that one first, with Ctrl-C in its window.") from None
    written: list[tuple[Presence, ...]] = []

    def write_present(present: tuple[Presence, ...]) -> None:
        """Never raises, and writes nothing twice."""
        if written != [present]:
            data = msgspec.json.encode(_Present(address, present))
            with suppress(OSError):
                write_private_file(folder, PRESENT_FILE, data)
            written[:] = [present]

    try:
        write_present(())
        yield write_present
    finally:
        with suppress(OSError):
            remove_private_file(folder, PRESENT_FILE)
        with suppress(OSError):
            lock.release(force=True)


def is_campaign_shared(folder: Path) -> bool:
    """True while a process shares this campaign."""
    path = folder / OWN_FOLDER / LOCK_FILE
    if (folder / OWN_FOLDER).is_symlink() or not path.is_file():
        return False
    from filelock import FileLock, Timeout

    lock = FileLock(path)
    try:
        lock.acquire(timeout=0.05, poll_interval=0.01)  # another may be looking at this moment
    except Timeout:
        return True
    except OSError:
        return False
    lock.release(force=True)
    return False


def read_sharing_state(folder: Path) -> Sharing:
    """Whether a campaign is shared, who is there, and what the Guide has decided. Spoilt files say
    nothing. Never raises."""
    orders = read_guide_orders(folder)
    if not is_campaign_shared(folder):
        return Sharing(folder.name, orders)
    found = _read_own_folder_file(folder, PRESENT_FILE, _Present) or _Present()
    present = tuple(
        Presence(
            each.place,
            max(0, each.pages),
            tuple(_clean_line(address, _MAX_ADDRESS) for address in each.addresses),
        )
        for each in found.present
    )
    address = _clean_line(found.address, _MAX_ADDRESS)
    return Sharing(folder.name, orders, True, address, present)


_known_orders: dict[Path, tuple[tuple[int, int, int], Orders]] = {}
"""The orders of each folder as they were read, with what the file's status was then."""


def read_guide_orders(folder: Path) -> Orders:
    """What the Guide has decided. A spoilt file says nothing. Never raises."""
    path = folder / OWN_FOLDER / ORDERS_FILE
    try:
        status = path.lstat()
    except OSError:
        return {}
    seen = (status.st_mtime_ns, status.st_size, status.st_ino)
    if path not in _known_orders or _known_orders[path][0] != seen:
        found = _read_own_folder_file(folder, ORDERS_FILE, dict[Place, Order]) or {}
        _known_orders[path] = seen, {place: _clean_order(each) for place, each in found.items()}
    return _known_orders[path][1]


def write_guide_orders(folder: Path, orders: Orders) -> None:
    """Write what the Guide has decided, for whoever shares the campaign. Raises OSError."""
    kept = {place: _clean_order(order) for place, order in orders.items() if order != Order()}
    write_private_file(folder, ORDERS_FILE, msgspec.json.encode(kept))


def _clean_order(order: Order) -> Order:
    name = _clean_line(order.name, MAX_PLAYER_NAME)
    return Order(name, order.is_muted, max(0, order.sent_away))


def _clean_line(text: str, most: int) -> str:
    return clip_text(" ".join(clean_text(text).split()), most)


def _read_own_folder_file(folder: Path, name: str, kind: type[T]) -> T | None:
    """What a file of the campaign's own folder holds; None where that cannot be read."""
    try:
        return msgspec.json.decode(read_private_file(folder, name, _MAX_BYTES), type=kind)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
