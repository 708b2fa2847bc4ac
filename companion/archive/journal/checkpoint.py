"""The checkpoint: how far the journal has been written into the state files, and the texts that
they had then.

It lies in `.companion/applied`, is ignored by git and may be deleted while no word is being
written: without it the files are the truth. A power cut may bring back an older one: the next
opening then finds in the files what the journal has, and nothing is lost.

Large texts lie beside it, in `.companion/applied-…`, with the changes since in the checkpoint: a
word writes these alone. Such a file is never changed. A new one has a new name, and is synced
before a checkpoint names it; the old one is removed once that checkpoint is synced. So whatever a
crash leaves, a checkpoint that can be read has its file.
"""

import errno
import os
import re
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct, field, json
from msgspec.structs import replace

from companion.archive.disk.atomic_writes import make_folder, replace_file
from companion.archive.disk.dot_companion_folder import OWN_FOLDER, read_private_file
from companion.campaign.changes import is_plausible_entry_number
from companion.campaign.file_layout import is_campaign_file_name

CHECKPOINT_FILE = "applied"
MAX_CHECKPOINT_BYTES = 1024 * 1024 * 1024
"""Of a checkpoint, or of its texts."""
SPLIT_LENGTH = 64 * 1024
"""Characters: so many in all texts together lie in a file of their own."""
MAX_CHANGED_LENGTH = 8 * 1024
"""Characters: after so many have changed, that file is written anew."""
_TEXTS_FILE_NAME = re.compile(r"applied-[0-9a-f]{8}")
_VERSION, _VERSION_SPLIT = 1, 2
_MAX_TRIES = 3
"""How often a checkpoint is read whose file is gone: another may have been written meanwhile."""

Patch: TypeAlias = tuple[str, int, int, str | None]
"""A file, the part of its text that is replaced (from, to), and the new part; None: the whole file
is removed."""


class Checkpoint(Struct, frozen=True):
    """The length of each session file, the newest entry's number, and the text of every file.

    `begun_sessions` are those of the newest day that were begun in this folder, which is known by
    its `inode`: a clone or a copy goes on with none of them, so that no two folders write on in one
    file and git can merge both. `lost` has the former lengths of session files that have become
    shorter or gone (0 in `journal`): that was told, and if they come back, what they hold is no
    news. On disk the texts may be split off: `texts_in` names their file, and `patches` is what has
    changed in it since, in order.
    """

    journal: dict[str, int]
    last: int
    texts: dict[str, str] = {}
    begun_sessions: tuple[str, ...] = field(default=(), name="begun")
    inode: int = field(default=0, name="home")
    version: int = _VERSION
    lost: dict[str, int] = {}
    texts_in: str = ""
    patches: tuple[Patch, ...] = ()

    def covers_file_lengths(self, lengths: Mapping[str, int]) -> bool:
        """True if session files of these lengths hold nothing new. Some may be gone for a while."""
        return lengths.items() <= self.journal.items()

    def compute_peak_session_file_lengths(self) -> dict[str, int]:
        """The greatest length that each session file ever had."""
        longer = {name: max(was, self.journal.get(name, 0)) for name, was in self.lost.items()}
        return {**self.journal, **longer}


def has_checkpoint(folder: Path) -> bool:
    """True if there is a checkpoint, even one that cannot be read."""
    return os.path.lexists(folder / OWN_FOLDER / CHECKPOINT_FILE)


def read_inode(folder: Path) -> int:
    """A number that a folder keeps when it is moved, and a copy of it has not."""
    return folder.stat().st_ino


def read_checkpoint(folder: Path) -> Checkpoint | None:
    """The checkpoint of a campaign; None if there is none that can be read, if it names files that
    are not a campaign's (its texts may be put back), or if its `last` is no number of an entry."""
    for _ in range(_MAX_TRIES):
        try:
            return _read_checkpoint(folder)
        except FileNotFoundError:
            continue
        except (OSError, ValueError):
            return None
    return None


def _read_checkpoint(folder: Path) -> Checkpoint:
    """Read the checkpoint. Raises OSError, or ValueError for one that is spoilt."""
    data = read_private_file(folder, CHECKPOINT_FILE, MAX_CHECKPOINT_BYTES)
    found = json.decode(data, type=Checkpoint)
    if found.version == _VERSION_SPLIT:
        found = replace(found, texts=read_checkpoint_texts(folder, found.texts_in, found.patches))
    elif found.version != _VERSION or found.texts_in:
        raise ValueError(found.version)
    if not all(map(is_campaign_file_name, found.texts)) or not is_plausible_entry_number(
        found.last
    ):
        raise ValueError(found.last)
    if found.inode != read_inode(folder):  # this folder was copied from another
        return replace(found, begun_sessions=(), inode=0)
    return found


def read_checkpoint_texts(folder: Path, name: str, patches: tuple[Patch, ...]) -> dict[str, str]:
    """The texts in the file of this name, with these changes made. Raises FileNotFoundError if it
    is not there, ValueError if its name or the changes are spoilt."""
    if not _TEXTS_FILE_NAME.fullmatch(name):
        raise ValueError(name)
    texts = json.decode(read_private_file(folder, name, MAX_CHECKPOINT_BYTES), type=dict[str, str])
    for file, start, end, new in patches:
        old = texts.pop(file, "")
        if not 0 <= start <= end <= len(old):
            raise ValueError(file)
        if new is not None:
            texts[file] = old[:start] + new + old[end:]
    return texts


def write_checkpoint(
    folder: Path,
    checkpoint: Checkpoint,
    *,
    before: Checkpoint | None = None,
    mode: int | None = None,
    lasting: bool = False,
) -> Checkpoint:
    """Write a checkpoint; returns it as it is on disk, with all texts. `before` is the last one: of
    large texts only what has changed since is written. Make it `lasting` if there is no older one
    for a power cut to bring back. With its `mode`, or that of the last one, only those may read it
    who may read all files. Raises OSError, also if it would be too large to be read; the older one
    then stays."""
    place = folder / OWN_FOLDER / CHECKPOINT_FILE
    if not place.parent.is_dir() or lasting:
        make_folder(place.parent)
    if place.is_symlink():
        place.unlink()  # nothing of ours is written through a link
    old_file = before.texts_in if before is not None else ""
    texts_in, patches = "", tuple[Patch, ...]()
    if sum(map(len, checkpoint.texts.values())) >= SPLIT_LENGTH:
        if before is not None and _has_texts_file(folder, old_file, mode):
            changes = diff_texts(before.texts, checkpoint.texts)
            texts_in, patches = old_file, (*before.patches, *changes)
        if not texts_in or _count_patch_characters(patches) >= MAX_CHANGED_LENGTH:
            file_mode = _read_file_mode(place) if mode is None else mode
            texts_in, patches = _write_texts_file(folder, checkpoint.texts, file_mode), ()
    version = _VERSION_SPLIT if texts_in else _VERSION
    checkpoint = replace(checkpoint, version=version, texts_in=texts_in, patches=patches)
    data = _encode_within_size_limit(replace(checkpoint, texts={}) if texts_in else checkpoint)
    replace_file(place, data, lasting=lasting or texts_in != old_file, mode=mode)
    if texts_in != old_file:  # no checkpoint names the old one any more
        _remove_other_texts_files(folder, texts_in)
    return checkpoint


def _has_texts_file(folder: Path, name: str, mode: int | None) -> bool:
    """True if a file of texts is still there, with this mode (None: with any)."""
    try:
        found = os.lstat(folder / OWN_FOLDER / name)
    except OSError:
        return False
    return stat.S_ISREG(found.st_mode) and mode in (None, stat.S_IMODE(found.st_mode))


def _read_file_mode(place: Path) -> int | None:
    """The mode of a file; None if it is not there."""
    try:
        return stat.S_IMODE(place.stat().st_mode)
    except FileNotFoundError:
        return None


def _write_texts_file(folder: Path, texts: Mapping[str, str], mode: int | None) -> str:
    """Put texts in a new file, for good; returns its name. Raises OSError."""
    name = f"{CHECKPOINT_FILE}-{os.urandom(4).hex()}"
    replace_file(folder / OWN_FOLDER / name, _encode_within_size_limit(texts), mode=mode)
    return name


def _encode_within_size_limit(value: object) -> bytes:
    """Raises OSError for what would be too large to be read."""
    data = json.encode(value)
    if len(data) > MAX_CHECKPOINT_BYTES:
        raise OSError(errno.EFBIG, "all files together are too large to be noted")
    return data


def _remove_other_texts_files(folder: Path, kept: str) -> None:
    """Remove the other files of texts. One that cannot be removed stays."""
    with suppress(OSError):
        for name in os.listdir(folder / OWN_FOLDER):  # noqa: PTH208 (names alone)
            if _TEXTS_FILE_NAME.fullmatch(name) and name != kept:
                (folder / OWN_FOLDER / name).unlink()


def record_shortened_sessions(folder: Path, lengths: Mapping[str, int]) -> None:
    """Note that session files have been cut to these lengths; what was cut off is kept elsewhere.
    Raises OSError."""
    last = read_checkpoint(folder)
    if last is not None and lengths:
        known = {name: min(known, lengths.get(name, known)) for name, known in last.journal.items()}
        write_checkpoint(folder, replace(last, journal=known), before=last)


def _count_patch_characters(patches: tuple[Patch, ...]) -> int:
    return sum(len(name) + len(text or "") for name, _, _, text in patches)


def diff_texts(before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[Patch]:
    """What makes the texts `before` those `after`."""
    for name in before.keys() - after.keys():
        yield name, 0, 0, None
    for name, new in after.items():
        old = before.get(name)
        if old is not new and old != new:
            yield _diff_file_text(name, old or "", new)


def _diff_file_text(name: str, old: str, new: str) -> Patch:
    """What differs between two texts of a file, without their common beginning and end."""
    shorter, ends = min(len(old), len(new)), (len(old), len(new))
    start = _find_common_length_by_halving(lambda n, m: new.startswith(old[n:m], n), shorter)
    end = _find_common_length_by_halving(
        lambda n, m: new.startswith(old[ends[0] - m : ends[0] - n], ends[1] - m), shorter - start
    )
    return name, start, len(old) - end, new[start : len(new) - end]


def _find_common_length_by_halving(are_same: Callable[[int, int], bool], most: int) -> int:
    """The number of characters that are the same, of `most`. `are_same` compares a piece, from and
    to; halving is much faster than comparing character by character."""
    least = 0
    while least < most:
        middle = (least + most + 1) // 2
        if are_same(least, middle):
            least = middle
        else:
            most = middle - 1
    return least
