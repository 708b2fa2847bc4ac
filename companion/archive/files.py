"""The state files of one campaign, as they were last read or written here."""

import time
from collections.abc import Iterator, Mapping
from functools import reduce
from operator import and_
from pathlib import Path
from typing import TypeAlias

from companion.archive.atomic import make_folder
from companion.archive.listing import Listing
from companion.archive.saves import Known, Overtaken, remove_known, replace_known
from companion.archive.texts import (
    Stamp,
    find_nearly_full,
    must_be_readable,
    read_texts,
    stand_so,
)

_JUST_NOW = 50_000_000
"""Nanoseconds: what was saved since may still be being saved."""
_PATIENCE = 40
_UNREAD = Stamp(-1, -1, -1, -1)
"""Of a file that has to be read again."""

Held: TypeAlias = tuple[dict[str, str], dict[str, Stamp]]
"""What the files hold, and how they stood then; a new one whenever they are read again."""


class Files:
    """What the files hold, and how they stood when that was known."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.held: Held = {}, {}
        self._errants = Listing(f"{folder}/errants")
        self._put_last = "", Known(_UNREAD, b"")
        """The text that was put on disk last, and its file."""

    @property
    def texts(self) -> dict[str, str]:
        """What the files hold, by their names."""
        return self.held[0]

    @property
    def _stamps(self) -> dict[str, Stamp]:
        return self.held[1]

    @property
    def changed(self) -> bool:
        """Whether somebody else has written any of them since."""
        return not stand_so(self._folder, self._stamps, self._errants)

    @property
    def nearly_full(self) -> dict[str, int]:
        """The files with room for hardly more, and how many bytes each has."""
        return find_nearly_full(self._stamps)

    @property
    def mode(self) -> int:
        """Who may read all of them."""
        return reduce(and_, [mode for _, _, _, mode in self._stamps.values()], 0o666)

    def read(self) -> None:
        """Read again what has changed. Raises Broken, as `read_texts`."""
        self.held = read_texts(self._folder, self._stamps, self.texts)

    def read_whole(self, known: Mapping[str, str]) -> None:
        """The same, and where they differ from what is `known`, so that a person's editor wrote
        them, wait until it has: some empty a file, or move it away, before they write it anew."""
        self.read()
        for _ in range(_PATIENCE):
            if not any(map(self._just_saved, self._unlike(known))):
                return
            time.sleep(_JUST_NOW / 1e9)
            self.read()

    def _unlike(self, known: Mapping[str, str]) -> Iterator[str]:
        """The files that hold something else, that are new, or that are gone."""
        for name in {**known, **self.texts}:
            if self.texts.get(name) != known.get(name):
                yield name

    def _just_saved(self, name: str) -> bool:
        """Whether a file was written this moment, or went."""
        stamp, place = self._stamps.get(name), (self._folder / name).parent
        if stamp is None and not place.is_dir():
            return False
        saved = stamp.mtime_ns if stamp is not None else place.stat().st_mtime_ns
        return abs(time.time_ns() - saved) < _JUST_NOW

    def put(self, changed: Mapping[str, str | None], *, readable: bool = False) -> None:
        """Put these texts on disk, one whole file after another; None for one that goes. New files
        come first and those that go last: what stops the writing, or looks in meanwhile, finds
        every Errant that another file names. Raises TooLarge or Impossible, with nothing written,
        for a text that could not be read again; OSError, and Overtaken where somebody has written
        one of them since it was read."""
        if not readable:
            must_be_readable(changed)
        for name, text in sorted(changed.items(), key=self._turn):
            try:
                self._put(name, text)
            except Overtaken:
                self._stamps[name] = _UNREAD  # where its stamp tells of nothing, too
                raise

    def _turn(self, put: tuple[str, str | None]) -> int:
        """When a file is put: 0 for a new one, 1 for one that changes, 2 for one that goes."""
        name, text = put
        return 2 if text is None else int(name in self.texts)

    def _put(self, name: str, text: str | None) -> None:
        path = self._folder / name
        if text is None:
            remove_known(path, self._known(name))
            self.texts.pop(name, None)
            self._stamps.pop(name, None)
        elif self.texts.get(name) != text:
            if not path.parent.is_dir():
                make_folder(path.parent)
            data = text.encode()
            stamp = Stamp.of(replace_known(path, data, self._known(name)))
            self.texts[name], self._stamps[name] = text, stamp
            self._put_last = text, Known(stamp, data)

    def _known(self, name: str) -> Known | None:
        """A file as it was last read; None for one that was not there."""
        stamp, text = self._stamps.get(name), self.texts.get(name, "")
        last, known = self._put_last
        if text is last and stamp == known.stamp:
            return known
        return None if stamp is None else Known(stamp, text.encode())
