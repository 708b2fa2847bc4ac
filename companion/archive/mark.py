"""The mark: what of the journal has been written into the files, and what they held then.

It lies in `.companion/applied`, is ignored by git and may be deleted at any time: without it the
files are the truth. A power cut may bring back an older one: the next opening then finds in the
files what the journal has, and nothing is lost.
"""

from pathlib import Path

from msgspec import DecodeError, Struct, ValidationError, json

from companion.archive.atomic import make_folder, replace
from companion.archive.own_folder import PLACE, held

_NAME = "applied"
_VERSION = 1


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


def read_mark(folder: Path) -> Mark | None:
    """The mark of a campaign; None where there is none that can be read."""
    try:
        mark = json.decode(held(folder, _NAME), type=Mark)
        if mark.version != _VERSION:
            return None
        return mark if mark.home == home_of(folder) else _elsewhere(mark)
    except (OSError, DecodeError, ValidationError, ValueError):
        return None


def _elsewhere(mark: Mark) -> Mark:
    """The mark of a folder that this one was copied from."""
    return Mark(mark.journal, mark.last, mark.texts)


def home_of(folder: Path) -> int:
    """What a folder is known by as long as it is not copied."""
    return folder.stat().st_ino


def write_mark(folder: Path, mark: Mark, *, lasting: bool = False) -> None:
    """Note what has been written; `lasting` where there is no older one for a power cut to bring
    back. Raises OSError."""
    place = folder / PLACE / _NAME
    if not place.parent.is_dir() or lasting:
        make_folder(place.parent)
    if place.is_symlink():
        place.unlink()  # nothing of ours is written through a link
    replace(place, json.encode(mark), lasting=lasting)
