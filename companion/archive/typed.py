"""What was typed at the prompt, kept beside a campaign for the next evening: a line each.

It is a convenience, never a record: it is not synced, and where it cannot be kept nothing is said.
"""

from contextlib import suppress
from pathlib import Path

from companion.archive.atomic import replace

MOST_LINES = 2_000


def typed_before(folder: Path, seat: str) -> list[str]:
    """The lines typed from this seat, oldest first; the oldest are let go past a few thousand."""
    path = _path(folder, seat)
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []
    if len(lines) > MOST_LINES:
        lines = lines[-MOST_LINES // 2 :]
        with suppress(OSError):
            replace(path, "".join(f"{line}\n" for line in lines).encode(), lasting=False)
    return lines


def keep_typed(folder: Path, seat: str, line: str) -> None:
    """Keep one more line."""
    path = _path(folder, seat)
    with suppress(OSError):
        path.parent.mkdir(exist_ok=True)
        with path.open("a", encoding="utf-8", errors="replace") as kept:
            kept.write(f"{line}\n")


def _path(folder: Path, seat: str) -> Path:
    return folder / ".companion" / f"typed-{seat}"
