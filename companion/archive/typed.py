"""What was typed at the prompt, kept beside a campaign for the next evening: a line each.

It is a convenience, never a record: it is not synced, and where it cannot be kept nothing is said.
"""

from contextlib import suppress
from pathlib import Path

from companion.archive import own_folder
from companion.archive.atomic import replace
from companion.archive.own_folder import PLACE
from companion.text import clean

MOST_LINES = 2_000


def typed_before(folder: Path, seat: str) -> list[str]:
    """The lines typed from this seat, oldest first, fit to show whatever the file holds; the oldest
    are let go past a few thousand, or once the file is half as large as it can be."""
    room = own_folder.MOST_BYTES // 2
    try:
        data = own_folder.read_end(folder, _name(seat), own_folder.MOST_BYTES)
    except OSError:
        return []
    lines = data.decode(errors="replace").splitlines()
    if len(lines) > MOST_LINES or len(data) > room:
        lines = data[-room:].decode(errors="replace").splitlines()[1:][-MOST_LINES // 2 :]
        with suppress(OSError):
            text = "".join(f"{line}\n" for line in lines)
            replace(folder / PLACE / _name(seat), text.encode(), lasting=False)
    return [clean(line) for line in lines]


def keep_typed(folder: Path, seat: str, line: str) -> None:
    """Keep one more line."""
    with suppress(OSError):
        own_folder.added(folder, _name(seat), f"{line}\n")


def _name(seat: str) -> str:
    return f"typed-{seat}"
