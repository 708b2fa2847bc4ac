"""What a player's prompt was the first to find out about the files, kept until the Guide is told.

No player hears of it, and most of it is told only once, by whichever process came upon it.
"""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from companion.archive.own_folder import PLACE, added, held

_NAME = "for-the-guide"
_BEING_TOLD = f"{_NAME}-being-told"
_MOST_BYTES = 64 * 1024
"""What is past this is not kept; `check` finds what lasts of it."""


def keep_for_the_guide(folder: Path, warnings: Iterable[str]) -> None:
    """Keep these sentences, each once. Where they cannot be kept nothing is said."""
    with suppress(OSError):
        kept = _read(folder, _NAME)
        new = [line for line in map(_one_line, warnings) if line not in kept]
        if new and sum(map(len, (*kept, *new))) < _MOST_BYTES // 4:
            added(folder, _NAME, "".join(f"{line}\n" for line in new))


def take_kept(folder: Path) -> tuple[str, ...]:
    """The sentences that were kept, which are kept no longer."""
    place = folder / PLACE
    if not os.path.lexists(place / _NAME):
        return ()
    with suppress(OSError):
        (place / _NAME).replace(place / _BEING_TOLD)
        lines = _read(folder, _BEING_TOLD)
        (place / _BEING_TOLD).unlink()
        return tuple(lines)
    return ()


def _read(folder: Path, name: str) -> list[str]:
    try:
        return held(folder, name, _MOST_BYTES).decode(errors="replace").splitlines()
    except FileNotFoundError:
        return []


def _one_line(warning: str) -> str:
    return " ".join(warning.splitlines())
