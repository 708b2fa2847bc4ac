"""Where tables are kept: a folder of them, by subject."""

from collections.abc import Iterator
from os import DirEntry, scandir
from pathlib import Path
from typing import NamedTuple

from companion.archive.folders import is_outside

GOODS = "goods"
"""The subject that holds price tables in place of tables to roll on."""


class Shelf(NamedTuple):
    """A folder of tables, `<subject>/*.toml`. What a link leads to outside of `within` is not on
    it. `said` stands before the names of its files where they have problems. The subject GOODS
    holds price tables."""

    folder: Path
    root: Path
    prefix: str

    def find_files(self, only: str = "") -> Iterator[tuple[str, Path]]:
        """Every table by its name, `subject/table`, and its file; of one subject `only`."""
        if self.folder != self.root and is_outside(self.folder, self.root):
            return
        for subject in self._find_entries(self.folder):
            if only and subject.name != only:
                continue
            for entry in self._find_entries(subject.path):
                if entry.name.endswith(".toml"):
                    yield f"{subject.name}/{entry.name.removesuffix('.toml')}", Path(entry.path)

    def _find_entries(self, folder: str | Path) -> Iterator["DirEntry[str]"]:
        """What is in a folder, without the links that lead out."""
        for entry in _list_entries(folder):
            if not entry.is_symlink() or not is_outside(Path(entry.path), self.root):
                yield entry


def is_price_table(name: str) -> bool:
    """Whether a file by this name is a price table."""
    return name.startswith(f"{GOODS}/")


def _list_entries(folder: str | Path) -> list["DirEntry[str]"]:
    """What is in a folder, by name, without what is hidden; nothing where it is no folder."""
    try:
        with scandir(folder) as found:
            entries = [entry for entry in found if not entry.name.startswith(".")]
    except OSError:
        return []
    return sorted(entries, key=lambda entry: entry.name)
