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

from companion.archive.disk.atomic import make_folder, replace_file
from companion.archive.disk.own_folder import OWN_FOLDER, read_file
from companion.archive.journal.checkpoint_texts import (
    MAX_BYTES,
    SPLIT_LENGTH,
    Patch,
    TextsFile,
    encode_checkpoint,
    read_texts_file,
    remove_other_texts_files,
    write_texts_file,
)
from companion.campaign.changes import is_plausible_number
from companion.campaign.files import is_campaign_file

_CHECKPOINT_FILE = "applied"
_VERSION = 1
_VERSION_SPLIT = 2
"""Of a mark whose texts lie in a file of their own."""
_MAX_TRIES = 3
"""How often a mark is read whose file is not there: it may have been written anew meanwhile."""


class Checkpoint(Struct, frozen=True):
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
    begun_sessions: tuple[str, ...] = ()
    inode: int = 0
    lost: dict[str, int] = {}
    texts_file: TextsFile | None = None

    def covers(self, lengths: Mapping[str, int]) -> bool:
        """Whether nothing stands in session files of these lengths that is not noted; some may be
        gone for a while."""
        return lengths.items() <= self.journal.items()

    def compute_longest_lengths(self) -> dict[str, int]:
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


def read_checkpoint(folder: Path) -> Checkpoint | None:
    """The mark of a campaign; None if there is none that can be read, if it names files that are
    not a campaign's (what it holds may be put back), or if its `last` is no number of an entry."""
    for _ in range(_MAX_TRIES):
        try:
            stored = json.decode(read_file(folder, _CHECKPOINT_FILE, MAX_BYTES), type=_Stored)
        except (OSError, DecodeError, ValidationError, ValueError):
            return None
        try:
            mark = _load_texts(folder, stored)
            if mark is None or not all(map(is_campaign_file, mark.texts)):
                return None
            if not is_plausible_number(mark.last):
                return None
            return mark if mark.inode == read_inode(folder) else _forget_home(mark)
        except FileNotFoundError:
            continue
        except (OSError, DecodeError, ValidationError, ValueError):
            return None
    return None


def _load_texts(folder: Path, stored: _Stored) -> Checkpoint | None:
    """A mark with the texts it stands for; None for one of another version."""
    if stored.version == _VERSION:
        texts, aside = stored.texts, None
    elif stored.version == _VERSION_SPLIT:
        aside, texts = read_texts_file(folder, stored.texts_in, stored.patches)
    else:
        return None
    known = stored.journal, stored.last, texts, stored.begun, stored.home
    return Checkpoint(*known, lost=stored.lost, texts_file=aside)


def has_checkpoint(folder: Path) -> bool:
    """Whether there is a mark, be it one that can be read or not."""
    return os.path.lexists(folder / OWN_FOLDER / _CHECKPOINT_FILE)


def _forget_home(mark: Checkpoint) -> Checkpoint:
    """The mark of a folder that this one was copied from."""
    return Checkpoint(
        mark.journal, mark.last, mark.texts, lost=mark.lost, texts_file=mark.texts_file
    )


def read_inode(folder: Path) -> int:
    """What a folder is known by as long as it is not copied."""
    return folder.stat().st_ino


def write_checkpoint(
    folder: Path,
    mark: Checkpoint,
    *,
    before: Checkpoint | None = None,
    mode: int | None = None,
    lasting: bool = False,
) -> Checkpoint:
    """Note what has been written, and say how that is kept; `before` is what was noted last, so
    that only what has changed since is written where the texts are large. `lasting` where there is
    no older one for a power cut to bring back. Nobody should read it who may not read all that it
    holds: that is its `mode`, or that of the mark before it. Raises OSError, also for one that is
    too large to be read: an older one then says what is written."""
    place = folder / OWN_FOLDER / _CHECKPOINT_FILE
    if not place.parent.is_dir() or lasting:
        make_folder(place.parent)
    if place.is_symlink():
        place.unlink()  # nothing of ours is written through a link
    stored = _Stored(
        mark.journal, mark.last, mark.texts, mark.begun_sessions, mark.inode, lost=mark.lost
    )
    if sum(map(len, mark.texts.values())) < SPLIT_LENGTH:
        small_again = before is not None and before.texts_file is not None
        replace_file(place, encode_checkpoint(stored), lasting=lasting or small_again, mode=mode)
        if small_again:
            remove_other_texts_files(folder, "")
        return replaced(mark, texts_file=None)
    aside = None
    if (
        before is not None
        and before.texts_file is not None
        and before.texts_file.is_in(folder, mode)
    ):
        aside = before.texts_file.add_changes(before.texts, mark.texts)
    anew = aside is None
    if aside is None:
        aside = write_texts_file(folder, mark.texts, _read_mode(place) if mode is None else mode)
    stored = replaced(
        stored, texts={}, version=_VERSION_SPLIT, texts_in=aside.name, patches=aside.patches
    )
    replace_file(place, encode_checkpoint(stored), lasting=lasting or anew, mode=mode)
    if anew:
        remove_other_texts_files(folder, aside.name)
    return replaced(mark, texts_file=aside)


def _read_mode(place: Path) -> int | None:
    """Who may read a file; None where it is not there."""
    try:
        return stat.S_IMODE(place.stat().st_mode)
    except FileNotFoundError:
        return None


def shorten_checkpoint(folder: Path, lengths: Mapping[str, int]) -> None:
    """Session files have been cut to these lengths, and what was cut off is kept elsewhere: no more
    is known of them now. Raises OSError."""
    mark = read_checkpoint(folder)
    if mark is not None and lengths:
        known = {name: min(known, lengths.get(name, known)) for name, known in mark.journal.items()}
        write_checkpoint(folder, replaced(mark, journal=known), before=mark)
