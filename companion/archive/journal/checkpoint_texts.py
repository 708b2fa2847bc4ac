"""The texts of a large checkpoint: in a file of their own, written now and then, and what has
changed in them since, which is all that a word writes.

The file lies beside the checkpoint and is never changed. A new one has a new name, and lasts before
a checkpoint names it; the old one is removed once that checkpoint lasts. So whatever a crash
leaves, a checkpoint that can be read has its file.
"""

import errno
import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct, json

from companion.archive.disk.atomic import replace_file
from companion.archive.disk.own_folder import OWN_FOLDER, read_file

MAX_BYTES = 1024 * 1024 * 1024
"""Of a checkpoint, or of its texts."""
SPLIT_LENGTH = 64 * 1024
"""Characters: so many in all texts together lie in a file of their own."""
MAX_CHANGED_LENGTH = 8 * 1024
"""Characters: after so many have changed, the file is written anew."""
_TEXTS_FILE_NAME = re.compile(r"applied-[0-9a-f]{8}")

Patch: TypeAlias = tuple[str, int, int, str | None]
"""A file, where the part of its text begins and ends that is replaced, and the new part; None: the
whole file is removed."""


class TextsFile(Struct, frozen=True):
    """The name of the file, the texts it holds, and what has changed in them since, in order."""

    name: str
    texts: dict[str, str]
    patches: tuple[Patch, ...] = ()
    changed_length: int = 0
    """Characters of the changes."""

    def add_changes(
        self, before: Mapping[str, str], after: Mapping[str, str]
    ) -> "TextsFile | None":
        """The same for new texts, where `before` are those it stands for now; None if so much has
        changed that the file should be written anew."""
        patches = tuple(_diff_texts(before, after))
        changed = self.changed_length + _count_changed(patches)
        if changed >= MAX_CHANGED_LENGTH:
            return None
        return TextsFile(self.name, self.texts, (*self.patches, *patches), changed)

    def is_in(self, folder: Path, mode: int | None) -> bool:
        """True if the file is still there, with this mode (None: with any)."""
        try:
            found = os.lstat(folder / OWN_FOLDER / self.name)
        except OSError:
            return False
        return stat.S_ISREG(found.st_mode) and mode in (None, stat.S_IMODE(found.st_mode))


def read_texts_file(
    folder: Path, name: str, patches: tuple[Patch, ...]
) -> tuple[TextsFile, dict[str, str]]:
    """The file of this name, and the texts with these changes made. Raises OSError if there is
    none, ValueError if it cannot be read or the changes do not fit."""
    if not _TEXTS_FILE_NAME.fullmatch(name):
        raise ValueError(name)
    written = json.decode(read_file(folder, name, MAX_BYTES), type=dict[str, str])
    texts = dict(written)
    for file, start, end, new in patches:
        old = texts.pop(file, "")
        if not 0 <= start <= end <= len(old):
            raise ValueError(file)
        if new is not None:
            texts[file] = old[:start] + new + old[end:]
    return TextsFile(name, written, patches, _count_changed(patches)), texts


def encode_checkpoint(value: object) -> bytes:
    """A part of a checkpoint as JSON. Raises OSError if it would be too large to be read."""
    data = json.encode(value)
    if len(data) > MAX_BYTES:
        raise OSError(errno.EFBIG, "all files together are too large to be noted")
    return data


def write_texts_file(folder: Path, texts: Mapping[str, str], mode: int | None) -> TextsFile:
    """Put texts in a new file, for good. Raises OSError."""
    name = f"applied-{os.urandom(4).hex()}"
    replace_file(folder / OWN_FOLDER / name, encode_checkpoint(texts), mode=mode)
    return TextsFile(name, dict(texts))


def remove_other_texts_files(folder: Path, kept: str) -> None:
    """Remove the files that no checkpoint names any more. One that cannot be removed stays."""
    with suppress(OSError):
        for name in os.listdir(folder / OWN_FOLDER):  # noqa: PTH208 (names alone)
            if _TEXTS_FILE_NAME.fullmatch(name) and name != kept:
                (folder / OWN_FOLDER / name).unlink()


def _count_changed(patches: Iterable[Patch]) -> int:
    return sum(len(name) + len(text or "") for name, _, _, text in patches)


def _diff_texts(before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[Patch]:
    for name in before.keys() - after.keys():
        yield name, 0, 0, None
    for name, new in after.items():
        old = before.get(name)
        if old is not new and old != new:
            yield _diff_text(name, old or "", new)


def _diff_text(name: str, old: str, new: str) -> Patch:
    """What differs between two texts of a file, without their common beginning and end."""
    shorter, ends = min(len(old), len(new)), (len(old), len(new))
    start = _count_same(lambda n, m: new.startswith(old[n:m], n), shorter)
    end = _count_same(
        lambda n, m: new.startswith(old[ends[0] - m : ends[0] - n], ends[1] - m), shorter - start
    )
    return name, start, len(old) - end, new[start : len(new) - end]


def _count_same(are_same: Callable[[int, int], bool], most: int) -> int:
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
