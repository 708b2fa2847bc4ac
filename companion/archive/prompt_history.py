"""What was typed at the prompt, kept beside a campaign for the next evening: a line each.

It is a convenience, never a record: it is not synced, and if it cannot be kept nothing is said. The
file begins with a comment. One without it is an older version's, which kept lines that the journal
marks as the Guide's: those are removed.
"""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from companion.archive.disk import own_folder
from companion.archive.disk.atomic import replace_file
from companion.archive.disk.own_folder import OWN_FOLDER, PRIVATE_MODE
from companion.text import clean_text

MAX_LINES = 2_000
HEADING = "# lines without secrets"


def read_history(
    folder: Path, seat: str, *, may_stay: Callable[[str], bool] = lambda _line: False
) -> list[str]:
    """The lines typed from this seat, oldest first, clean for a terminal. The oldest are dropped
    past MAX_LINES, or once the file is half as large as it can be; of an older version's file only
    those that `may_stay` are read."""
    room = own_folder.MAX_BYTES // 2
    try:
        data = own_folder.read_end(folder, _name_file(seat), own_folder.MAX_BYTES)
    except OSError:
        return []
    is_older = not data.startswith(f"{HEADING}\n".encode())
    is_long = len(data) > room
    lines = data[-room:].decode(errors="replace").splitlines()
    if is_long or not is_older:
        lines = lines[1:]  # half a line, or the heading
    if is_older:
        lines = [line for line in lines if may_stay(clean_text(line))]
    if is_long or len(lines) > MAX_LINES:
        lines = lines[-MAX_LINES // 2 :]
        is_long = True
    if is_older or is_long:
        with suppress(OSError):
            text = "".join(f"{line}\n" for line in (HEADING, *lines))
            replace_file(
                folder / OWN_FOLDER / _name_file(seat),
                text.encode(),
                lasting=False,
                mode=PRIVATE_MODE,
            )
    return [clean_text(line) for line in lines]


def append_history(folder: Path, seat: str, line: str) -> None:
    """Add one line."""
    with suppress(OSError):
        own_folder.append_text(folder, _name_file(seat), f"{line}\n", heading=f"{HEADING}\n")


def _name_file(seat: str) -> str:
    return f"typed-{seat}"
