"""The mark: what of the journal has been written into the files, and what they held then.

It lies in `.companion/applied`, is ignored by git and may be deleted while no word is being
written: without it the files are the truth. A power cut may bring back an older one: the next
opening then finds in the files what the journal has, and nothing is lost.
"""

import os
from collections.abc import Mapping
from pathlib import Path

from msgspec import DecodeError, Struct, ValidationError, json
from msgspec.structs import replace as replaced

from companion.archive.atomic import make_folder, replace
from companion.archive.own_folder import PLACE, held
from companion.archive.texts import is_of_a_campaign

_NAME = "applied"
_VERSION = 1
_MOST_BYTES = 1024 * 1024 * 1024
"""It holds the text of every file, each of which may be large."""


class Mark(Struct, frozen=True):
    """How long each session file was, the newest entry's number, and the text of every file.

    `begun` are the sessions of the newest day that were begun in this folder, which is known by its
    `home`, an inode: a clone or a copy goes on with none of them, so that no two folders write on
    in one file and git can bring both together.
    """

    journal: dict[str, int]
    last: int
    texts: dict[str, str]
    begun: tuple[str, ...] = ()
    home: int = 0
    version: int = _VERSION

    def has(self, lengths: Mapping[str, int]) -> bool:
        """Whether nothing stands in session files of these lengths that is not noted; some may be
        gone for a while."""
        return lengths.items() <= self.journal.items()


def read_mark(folder: Path) -> Mark | None:
    """The mark of a campaign; None where there is none that can be read, or it names files that are
    none of a campaign's: what it holds may be put back."""
    try:
        mark = json.decode(held(folder, _NAME, _MOST_BYTES), type=Mark)
        if mark.version != _VERSION or not all(map(is_of_a_campaign, mark.texts)):
            return None
        return mark if mark.home == home_of(folder) else _elsewhere(mark)
    except (OSError, DecodeError, ValidationError, ValueError):
        return None


def is_marked(folder: Path) -> bool:
    """Whether there is a mark, be it one that can be read or not."""
    return os.path.lexists(folder / PLACE / _NAME)


def _elsewhere(mark: Mark) -> Mark:
    """The mark of a folder that this one was copied from."""
    return Mark(mark.journal, mark.last, mark.texts)


def home_of(folder: Path) -> int:
    """What a folder is known by as long as it is not copied."""
    return folder.stat().st_ino


def write_mark(folder: Path, mark: Mark, *, mode: int | None = None, lasting: bool = False) -> None:
    """Note what has been written; `lasting` where there is no older one for a power cut to bring
    back. Nobody should read it who may not read all that it holds: that is its `mode`, or that of
    the mark before it. Raises OSError."""
    place = folder / PLACE / _NAME
    if not place.parent.is_dir() or lasting:
        make_folder(place.parent)
    if place.is_symlink():
        place.unlink()  # nothing of ours is written through a link
    replace(place, json.encode(mark), lasting=lasting, mode=mode)


def cut_to(folder: Path, lengths: Mapping[str, int]) -> None:
    """Session files have been cut to these lengths, and what was cut off is kept elsewhere: no more
    is known of them now. Raises OSError."""
    mark = read_mark(folder)
    if mark is not None and lengths:
        known = {name: min(known, lengths.get(name, known)) for name, known in mark.journal.items()}
        write_mark(folder, replaced(mark, journal=known))
