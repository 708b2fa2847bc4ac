"""The state files of one campaign, as they were last read or written here."""

import time
from collections.abc import Iterator, Mapping
from functools import reduce
from operator import and_
from pathlib import Path
from typing import TypeAlias

from companion.archive.disk.atomic import make_folder
from companion.archive.disk.swaps import (
    FileChanged,
    FileVersion,
    remove_if_unchanged,
    replace_if_unchanged,
)
from companion.archive.texts import (
    Stamp,
    find_nearly_full,
    read_stamps,
    read_texts,
    require_readable,
)

_SETTLING_NS = 50_000_000
"""Nanoseconds: an editor may still be writing what is younger."""
_MAX_WAITS = 40
_UNREAD_STAMP = Stamp(-1, -1, -1, -1)
"""The stamp of a file that has to be read again."""

Snapshot: TypeAlias = tuple[dict[str, str], dict[str, Stamp]]
"""The texts of the files and their stamps; a new pair whenever they are read again."""


class StateFiles:
    """The texts of the files, and their stamps when these were read."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.snapshot: Snapshot = {}, {}

    @property
    def texts(self) -> dict[str, str]:
        """The texts by the names of the files."""
        return self.snapshot[0]

    @property
    def _stamps(self) -> dict[str, Stamp]:
        return self.snapshot[1]

    @property
    def has_changed(self) -> bool:
        """True if somebody else has written any of them since."""
        return read_stamps(self._folder) != self._stamps

    @property
    def nearly_full_files(self) -> dict[str, int]:
        """The files that are nearly full, with their sizes in bytes."""
        return find_nearly_full(self._stamps)

    @property
    def mode(self) -> int:
        """The mode of somebody who may read all of them."""
        return reduce(and_, [mode for _, _, _, mode in self._stamps.values()], 0o666)

    def read(self) -> None:
        """Read what has changed. Raises Broken, as `read_texts` does."""
        self.snapshot = read_texts(self._folder, self._stamps, self.texts)

    def read_once_saved(self, known: Mapping[str, str]) -> None:
        """Read, and if a file differs from the `known` texts because an editor is saving it, wait
        until it has: some empty a file, or move it away, before they write it."""
        self.read()
        for _ in range(_MAX_WAITS):
            if not any(map(self._is_just_saved, self._list_differing(known))):
                return
            time.sleep(_SETTLING_NS / 1e9)
            self.read()

    def _list_differing(self, known: Mapping[str, str]) -> Iterator[str]:
        """The files that have another text, that are new, or that are gone."""
        for name in {**known, **self.texts}:
            if self.texts.get(name) != known.get(name):
                yield name

    def _is_just_saved(self, name: str) -> bool:
        """True if a file was written or removed this moment."""
        stamp, place = self._stamps.get(name), (self._folder / name).parent
        if stamp is None and not place.is_dir():
            return False
        saved = stamp.mtime_ns if stamp is not None else place.stat().st_mtime_ns
        return abs(time.time_ns() - saved) < _SETTLING_NS

    def write(self, changed: Mapping[str, str | None], *, readable: bool = False) -> None:
        """Write these texts, one whole file after another; None removes a file. New files come
        first and removed ones last: whoever looks in meanwhile finds every Errant that another file
        names. Raises TooLarge or Impossible, with nothing written, for a text that could not be
        read again; OSError; FileChanged if somebody has written one of them since it was read."""
        if not readable:
            require_readable(changed)
        for name, text in sorted(changed.items(), key=self._rank_write):
            try:
                self._write_text(name, text)
            except FileChanged:
                self._stamps[name] = _UNREAD_STAMP  # its stamp may be the same all the same
                raise

    def _rank_write(self, put: tuple[str, str | None]) -> int:
        """0 for a new file, 1 for one that changes, 2 for one that is removed."""
        name, text = put
        return 2 if text is None else int(name in self.texts)

    def _write_text(self, name: str, text: str | None) -> None:
        path = self._folder / name
        if text is None:
            remove_if_unchanged(path, self._get_known(name))
            self.texts.pop(name, None)
            self._stamps.pop(name, None)
        elif self.texts.get(name) != text:
            if not path.parent.is_dir():
                make_folder(path.parent)
            data = text.encode()
            stamp = Stamp.from_stat(replace_if_unchanged(path, data, self._get_known(name)))
            self.texts[name], self._stamps[name] = text, stamp

    def _get_known(self, name: str) -> FileVersion | None:
        """A file as it was last read; None if it was not there."""
        stamp = self._stamps.get(name)
        return None if stamp is None else FileVersion(stamp, self.texts.get(name, "").encode())
