"""The checkpoint: how much of the journal has been written into the files, and their texts then.

It lies in `.companion/applied`, is ignored by git and may be deleted while no word is being
written: without it the files are the truth. A power cut may bring back an older one: the next
opening then finds in the files what the journal has, and nothing is lost. Large texts lie beside
it, in `.companion/applied-…`.
"""

import os
import stat
from collections.abc import Mapping
from pathlib import Path

from msgspec import DecodeError, Struct, ValidationError, json
from msgspec.structs import replace

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
"""Of a checkpoint whose texts lie in a file of their own."""
_MAX_TRIES = 3
"""How often a checkpoint is read whose file is gone: another may have been written meanwhile."""


class Checkpoint(Struct, frozen=True):
    """The length of each session file, the newest entry's number, and the text of every file.

    `begun_sessions` are those of the newest day that were begun in this folder, which is known by
    its `inode`: a clone or a copy goes on with none of them, so that no two folders write on in one
    file and git can merge both. `lost` has the former lengths of session files that have become
    shorter or gone (0 in `journal`): that was told, and if they come back, what they hold is no
    news. `texts_file` says where the texts lie on disk, unless in the checkpoint itself.
    """

    journal: dict[str, int]
    last: int
    texts: dict[str, str]
    begun_sessions: tuple[str, ...] = ()
    inode: int = 0
    lost: dict[str, int] = {}
    texts_file: TextsFile | None = None

    def covers(self, lengths: Mapping[str, int]) -> bool:
        """True if session files of these lengths hold nothing new. Some may be gone for a while."""
        return lengths.items() <= self.journal.items()

    def compute_longest_lengths(self) -> dict[str, int]:
        """The greatest length that each session file ever had."""
        longer = {name: max(was, self.journal.get(name, 0)) for name, was in self.lost.items()}
        return {**self.journal, **longer}


class _Stored(Struct, frozen=True):
    """A checkpoint as it is written, with its texts (version 1) or the name of the file that has
    them (version 2)."""

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
    """The checkpoint of a campaign; None if there is none that can be read, if it names files that
    are not a campaign's (its texts may be put back), or if its `last` is no number of an entry."""
    for _ in range(_MAX_TRIES):
        try:
            stored = json.decode(read_file(folder, _CHECKPOINT_FILE, MAX_BYTES), type=_Stored)
        except (OSError, DecodeError, ValidationError, ValueError):
            return None
        try:
            found = _load_texts(folder, stored)
            if found is None or not all(map(is_campaign_file, found.texts)):
                return None
            if not is_plausible_number(found.last):
                return None
            if found.inode != read_inode(folder):  # this folder was copied from another
                found = replace(found, begun_sessions=(), inode=0)
            return found
        except FileNotFoundError:
            continue
        except (OSError, DecodeError, ValidationError, ValueError):
            return None
    return None


def _load_texts(folder: Path, stored: _Stored) -> Checkpoint | None:
    """A checkpoint with its texts; None for one of another version."""
    if stored.version == _VERSION:
        texts, texts_file = stored.texts, None
    elif stored.version == _VERSION_SPLIT:
        texts_file, texts = read_texts_file(folder, stored.texts_in, stored.patches)
    else:
        return None
    known = stored.journal, stored.last, texts, stored.begun, stored.home
    return Checkpoint(*known, lost=stored.lost, texts_file=texts_file)


def has_checkpoint(folder: Path) -> bool:
    """True if there is a checkpoint, even one that cannot be read."""
    return os.path.lexists(folder / OWN_FOLDER / _CHECKPOINT_FILE)


def read_inode(folder: Path) -> int:
    """A number that a folder keeps when it is moved, and a copy of it has not."""
    return folder.stat().st_ino


def write_checkpoint(
    folder: Path,
    checkpoint: Checkpoint,
    *,
    before: Checkpoint | None = None,
    mode: int | None = None,
    lasting: bool = False,
) -> Checkpoint:
    """Write a checkpoint; returns it with its `texts_file`. `before` is the last one: of large
    texts only what has changed since is written. Make it `lasting` if there is no older one for a
    power cut to bring back. With its `mode`, or that of the last one, only those may read it who
    may read all files. Raises OSError, also if it would be too large to be read; the older one then
    stays."""
    place = folder / OWN_FOLDER / _CHECKPOINT_FILE
    if not place.parent.is_dir() or lasting:
        make_folder(place.parent)
    if place.is_symlink():
        place.unlink()  # nothing of ours is written through a link
    stored = _Stored(
        checkpoint.journal,
        checkpoint.last,
        checkpoint.texts,
        checkpoint.begun_sessions,
        checkpoint.inode,
        lost=checkpoint.lost,
    )
    if sum(map(len, checkpoint.texts.values())) < SPLIT_LENGTH:
        small_again = before is not None and before.texts_file is not None
        replace_file(place, encode_checkpoint(stored), lasting=lasting or small_again, mode=mode)
        if small_again:
            remove_other_texts_files(folder, "")
        return replace(checkpoint, texts_file=None)
    texts_file = before.texts_file if before is not None else None
    if before is not None and texts_file is not None:
        is_there = texts_file.is_in(folder, mode)
        texts_file = texts_file.add_changes(before.texts, checkpoint.texts) if is_there else None
    is_new = texts_file is None
    if texts_file is None:
        mode_of_texts = _read_mode(place) if mode is None else mode
        texts_file = write_texts_file(folder, checkpoint.texts, mode_of_texts)
    stored = replace(
        stored,
        texts={},
        version=_VERSION_SPLIT,
        texts_in=texts_file.name,
        patches=texts_file.patches,
    )
    replace_file(place, encode_checkpoint(stored), lasting=lasting or is_new, mode=mode)
    if is_new:
        remove_other_texts_files(folder, texts_file.name)
    return replace(checkpoint, texts_file=texts_file)


def _read_mode(place: Path) -> int | None:
    """The mode of a file; None if it is not there."""
    try:
        return stat.S_IMODE(place.stat().st_mode)
    except FileNotFoundError:
        return None


def shorten_checkpoint(folder: Path, lengths: Mapping[str, int]) -> None:
    """Note that session files have been cut to these lengths; what was cut off is kept elsewhere.
    Raises OSError."""
    last = read_checkpoint(folder)
    if last is not None and lengths:
        known = {name: min(known, lengths.get(name, known)) for name, known in last.journal.items()}
        write_checkpoint(folder, replace(last, journal=known), before=last)
