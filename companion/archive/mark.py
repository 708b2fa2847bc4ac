"""The mark: what of the journal has been written into the files, and what they held then.

It lies in `.companion/applied`, is ignored by git and may be deleted while no word is being
written: without it the files are the truth. A power cut may bring back an older one: the next
opening then finds in the files what the journal has, and nothing is lost. Where the texts are large
they lie beside it, in `.companion/applied-…`.
"""

import os
import stat
from collections.abc import Mapping
from pathlib import Path

from msgspec import DecodeError, Struct, ValidationError, json
from msgspec.structs import replace as replaced

from companion.archive.atomic import make_folder, replace
from companion.archive.mark_texts import (
    LARGE,
    MOST_BYTES,
    Aside,
    Patch,
    encode_noted,
    read_aside,
    remove_others,
    write_aside,
)
from companion.archive.own_folder import PLACE, held
from companion.archive.texts import is_of_a_campaign
from companion.campaign.changes import is_plausible

_NAME = "applied"
_VERSION = 1
_VERSION_ASIDE = 2
"""Of a mark whose texts lie in a file of their own."""
_TRIES = 3
"""How often a mark is read whose file is not there: it may have been written anew meanwhile."""


class Mark(Struct, frozen=True):
    """How long each session file was, the newest entry's number, and the text of every file.

    `begun` are the sessions of the newest day that were begun in this folder, which is known by its
    `home`, an inode: a clone or a copy goes on with none of them, so that no two folders write on
    in one file and git can bring both together. `lost` says how long session files were that have
    since become shorter or gone (0 in `journal`): that was told, and if they come back what they
    hold is no news. `aside` says where the texts lie on disk, unless in the mark itself.
    """

    journal: dict[str, int]
    last: int
    texts: dict[str, str]
    begun: tuple[str, ...] = ()
    home: int = 0
    lost: dict[str, int] = {}
    aside: Aside | None = None

    def has(self, lengths: Mapping[str, int]) -> bool:
        """Whether nothing stands in session files of these lengths that is not noted; some may be
        gone for a while."""
        return lengths.items() <= self.journal.items()

    def longest(self) -> dict[str, int]:
        """How long each session file ever was."""
        longer = {name: max(was, self.journal.get(name, 0)) for name, was in self.lost.items()}
        return {**self.journal, **longer}


class _Stored(Struct, frozen=True):
    """A mark as it is written, with its texts (version 1) or the file that has them (version 2)."""

    journal: dict[str, int]
    last: int
    texts: dict[str, str] = {}
    begun: tuple[str, ...] = ()
    home: int = 0
    version: int = _VERSION
    lost: dict[str, int] = {}
    texts_in: str = ""
    patches: tuple[Patch, ...] = ()


def read_mark(folder: Path) -> Mark | None:
    """The mark of a campaign; None if there is none that can be read, if it names files that are
    not a campaign's (what it holds may be put back), or if its `last` is no number of an entry."""
    for _ in range(_TRIES):
        try:
            stored = json.decode(held(folder, _NAME, MOST_BYTES), type=_Stored)
        except (OSError, DecodeError, ValidationError, ValueError):
            return None
        try:
            mark = _whole(folder, stored)
            if mark is None or not all(map(is_of_a_campaign, mark.texts)):
                return None
            if not is_plausible(mark.last):
                return None
            return mark if mark.home == home_of(folder) else _elsewhere(mark)
        except FileNotFoundError:
            continue
        except (OSError, DecodeError, ValidationError, ValueError):
            return None
    return None


def _whole(folder: Path, stored: _Stored) -> Mark | None:
    """A mark with the texts it stands for; None for one of another version."""
    if stored.version == _VERSION:
        texts, aside = stored.texts, None
    elif stored.version == _VERSION_ASIDE:
        aside, texts = read_aside(folder, stored.texts_in, stored.patches)
    else:
        return None
    known = stored.journal, stored.last, texts, stored.begun, stored.home
    return Mark(*known, lost=stored.lost, aside=aside)


def is_marked(folder: Path) -> bool:
    """Whether there is a mark, be it one that can be read or not."""
    return os.path.lexists(folder / PLACE / _NAME)


def _elsewhere(mark: Mark) -> Mark:
    """The mark of a folder that this one was copied from."""
    return Mark(mark.journal, mark.last, mark.texts, lost=mark.lost, aside=mark.aside)


def home_of(folder: Path) -> int:
    """What a folder is known by as long as it is not copied."""
    return folder.stat().st_ino


def write_mark(
    folder: Path,
    mark: Mark,
    *,
    before: Mark | None = None,
    mode: int | None = None,
    lasting: bool = False,
) -> Mark:
    """Note what has been written, and say how that is kept; `before` is what was noted last, so
    that only what has changed since is written where the texts are large. `lasting` where there is
    no older one for a power cut to bring back. Nobody should read it who may not read all that it
    holds: that is its `mode`, or that of the mark before it. Raises OSError, also for one that is
    too large to be read: an older one then says what is written."""
    place = folder / PLACE / _NAME
    if not place.parent.is_dir() or lasting:
        make_folder(place.parent)
    if place.is_symlink():
        place.unlink()  # nothing of ours is written through a link
    stored = _Stored(mark.journal, mark.last, mark.texts, mark.begun, mark.home, lost=mark.lost)
    if sum(map(len, mark.texts.values())) < LARGE:
        small_again = before is not None and before.aside is not None
        replace(place, encode_noted(stored), lasting=lasting or small_again, mode=mode)
        if small_again:
            remove_others(folder, "")
        return replaced(mark, aside=None)
    aside = None
    if before is not None and before.aside is not None and before.aside.lies_in(folder, mode):
        aside = before.aside.after(before.texts, mark.texts)
    anew = aside is None
    if aside is None:
        aside = write_aside(folder, mark.texts, _mode_of(place) if mode is None else mode)
    stored = replaced(
        stored, texts={}, version=_VERSION_ASIDE, texts_in=aside.name, patches=aside.patches
    )
    replace(place, encode_noted(stored), lasting=lasting or anew, mode=mode)
    if anew:
        remove_others(folder, aside.name)
    return replaced(mark, aside=aside)


def _mode_of(place: Path) -> int | None:
    """Who may read a file; None where it is not there."""
    try:
        return stat.S_IMODE(place.stat().st_mode)
    except FileNotFoundError:
        return None


def cut_to(folder: Path, lengths: Mapping[str, int]) -> None:
    """Session files have been cut to these lengths, and what was cut off is kept elsewhere: no more
    is known of them now. Raises OSError."""
    mark = read_mark(folder)
    if mark is not None and lengths:
        known = {name: min(known, lengths.get(name, known)) for name, known in mark.journal.items()}
        write_mark(folder, replaced(mark, journal=known), before=mark)
