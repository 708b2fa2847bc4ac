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
"""Nanoseconds: what was saved since may still be being saved."""
_MAX_WAITS = 40
_UNREAD_STAMP = Stamp(-1, -1, -1, -1)
"""Of a file that has to be read again."""

Snapshot: TypeAlias = tuple[dict[str, str], dict[str, Stamp]]
"""What the files hold, and how they stood then; a new one whenever they are read again."""


class StateFiles:
    """What the files hold, and how they stood when that was known."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.snapshot: Snapshot = {}, {}

    @property
    def texts(self) -> dict[str, str]:
        """What the files hold, by their names."""
        return self.snapshot[0]

    @property
    def _stamps(self) -> dict[str, Stamp]:
        return self.snapshot[1]

    @property
    def has_changed(self) -> bool:
        """Whether somebody else has written any of them since."""
        return read_stamps(self._folder) != self._stamps

    @property
    def nearly_full_files(self) -> dict[str, int]:
        """The files with room for hardly more, and how many bytes each has."""
        return find_nearly_full(self._stamps)

    @property
    def mode(self) -> int:
        """Who may read all of them."""
        return reduce(and_, [mode for _, _, _, mode in self._stamps.values()], 0o666)

    def read(self) -> None:
        """Read again what has changed. Raises Broken, as `read_texts`."""
        self.snapshot = read_texts(self._folder, self._stamps, self.texts)

    def read_once_saved(self, known: Mapping[str, str]) -> None:
        """The same, and where they differ from what is `known`, so that a person's editor wrote
        them, wait until it has: some empty a file, or move it away, before they write it anew."""
        self.read()
        for _ in range(_MAX_WAITS):
            if not any(map(self._is_just_saved, self._list_differing(known))):
                return
            time.sleep(_SETTLING_NS / 1e9)
            self.read()

    def _list_differing(self, known: Mapping[str, str]) -> Iterator[str]:
        """The files that hold something else, that are new, or that are gone."""
        for name in {**known, **self.texts}:
            if self.texts.get(name) != known.get(name):
                yield name

    def _is_just_saved(self, name: str) -> bool:
        """Whether a file was written this moment, or went."""
        stamp, place = self._stamps.get(name), (self._folder / name).parent
        if stamp is None and not place.is_dir():
            return False
        saved = stamp.mtime_ns if stamp is not None else place.stat().st_mtime_ns
        return abs(time.time_ns() - saved) < _SETTLING_NS

    def write(self, changed: Mapping[str, str | None], *, readable: bool = False) -> None:
        """Put these texts on disk, one whole file after another; None for one that goes. New files
        come first and those that go last: what stops the writing, or looks in meanwhile, finds
        every Errant that another file names. Raises TooLarge or Impossible, with nothing written,
        for a text that could not be read again; OSError, and Overtaken where somebody has written
        one of them since it was read."""
        if not readable:
            require_readable(changed)
        for name, text in sorted(changed.items(), key=self._rank_write):
            try:
                self._write_text(name, text)
            except FileChanged:
                self._stamps[name] = _UNREAD_STAMP  # where its stamp tells of nothing, too
                raise

    def _rank_write(self, put: tuple[str, str | None]) -> int:
        """When a file is put: 0 for a new one, 1 for one that changes, 2 for one that goes."""
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
        """A file as it was last read; None for one that was not there."""
        stamp = self._stamps.get(name)
        return None if stamp is None else FileVersion(stamp, self.texts.get(name, "").encode())
