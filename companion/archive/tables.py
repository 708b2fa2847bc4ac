"""Where random tables are kept and how a name finds its file: several shelves, of which those
named first stand before the others."""

import re
from collections.abc import Callable, Collection, Iterator
from itertools import chain
from os import DirEntry, scandir
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from companion.archive.doubles import original_of
from companion.archive.texts import leads_out
from companion.archive.toml_files import Said, said_by
from companion.refusal import Broken, Problem, Unknown, did_you_mean
from companion.text import free_slug, slug

if TYPE_CHECKING:
    from companion.archive.toml_layouts import Layout
    from companion.errant.goods import Goods
    from companion.randomtables.table import Table

    Read: TypeAlias = tuple[Table | None, tuple[Problem, ...]]

GOODS = "goods"
"""The subject that holds price tables in place of tables to roll on."""
_NAME = re.compile(r"[a-z0-9-]+/[a-z0-9-]+")


class Shelf(NamedTuple):
    """A folder of tables, `<subject>/*.toml`. What a link leads to outside of `within` is not on
    it. `said` stands before the names of its files where they have problems. The subject GOODS
    holds price tables."""

    folder: Path
    within: Path
    said: str

    def files(self, only: str = "") -> Iterator[tuple[str, Path]]:
        """Every table by its name, `subject/table`, and its file; of one subject `only`."""
        if self.folder != self.within and leads_out(self.folder, self.within):
            return
        for subject in self._inside(self.folder):
            if only and subject.name != only:
                continue
            for entry in self._inside(subject.path):
                if entry.name.endswith(".toml"):
                    yield f"{subject.name}/{entry.name.removesuffix('.toml')}", Path(entry.path)

    def _inside(self, folder: str | Path) -> Iterator["DirEntry[str]"]:
        """What is in a folder, without the links that lead out."""
        for entry in _entries(folder):
            if not entry.is_symlink() or not leads_out(Path(entry.path), self.within):
                yield entry


def of_goods(name: str) -> bool:
    """Whether a file by this name is a price table."""
    return name.startswith(f"{GOODS}/")


def _entries(folder: str | Path) -> list["DirEntry[str]"]:
    """What is in a folder, by name, without what is hidden; nothing where it is no folder."""
    try:
        with scandir(folder) as found:
            entries = [entry for entry in found if not entry.name.startswith(".")]
    except OSError:
        return []
    return sorted(entries, key=lambda entry: entry.name)


class Tables:
    """The tables of all these shelves; the same name on two of them is the one on the first. A file
    whose name holds anything but lower-case letters, digits and hyphens is none of them: it could
    not be typed."""

    def __init__(self, *shelves: Shelf) -> None:
        self._shelves = shelves
        self._found: dict[str, tuple[Shelf, Path]] | None = None

    def _files(self) -> dict[str, tuple[Shelf, Path]]:
        if self._found is None:
            self._found = {}
            for shelf in reversed(self._shelves):
                here = {name: (shelf, path) for name, path in shelf.files() if not of_goods(name)}
                self._found.update(here)
        return self._found

    def behind(self, shelf: Shelf) -> "Tables":
        """These, and before them the tables of one more shelf."""
        return Tables(shelf, *self._shelves)

    def look_again(self) -> None:
        """Forget which files there are: somebody may be writing tables while others play."""
        self._found = None

    def names(self) -> tuple[str, ...]:
        """The names of all tables, in alphabetical order."""
        return tuple(sorted(filter(_NAME.fullmatch, self._files())))

    def misnamed(self) -> tuple[str, ...]:
        """What would be tables, were they called otherwise: `read` says so."""
        return tuple(sorted(name for name in self._files() if not _NAME.fullmatch(name)))

    def goods(self) -> "Goods":
        """Every good of the price tables. Raises Broken with what is wrong with them."""
        from companion.archive.goods import catalogue

        return catalogue(self._shelves)

    def goods_problems(self) -> tuple[Problem, ...]:
        """What is wrong with the price tables."""
        return tuple(chain.from_iterable(self.price_tables(bool).values()))

    def price_tables(self, meant: Callable[[str], bool]) -> dict[str, tuple[Problem, ...]]:
        """Every price table whose name, `goods/NAME`, is meant: by its file, what is wrong with
        it."""
        from companion.archive.goods import price_tables

        return price_tables(self._shelves, meant)

    def listed_goods(self) -> "Goods":
        """The goods that could be read, whatever is wrong with the rest."""
        from companion.archive.goods import read_goods

        return read_goods(self._shelves)[0]

    def table(self, name: str) -> "Table":
        """A table by its whole name. Unknown where there is none; Broken with its problems."""
        table, problems = self.read(name)
        if table is None or problems:
            raise Broken(problems)
        return table

    def read(self, name: str) -> "Read":
        """A table and no problems, or None and what is wrong with its file. Unknown where there is
        none; never Broken."""
        table, problems = self.looked_through(name)
        return None if problems else table, problems

    def looked_through(self, name: str) -> "Read":
        """The same, where something is wrong with the table as far as it could be read, if at all:
        for a check to go on with."""
        found = self._files().get(name)
        if found is None:
            raise Unknown(f"There is no table «{name}».", did_you_mean(name, self.names()))
        shelf, path = found
        file = f"{shelf.said}/{name}.toml"
        if not _NAME.fullmatch(name):
            return None, (Problem(file, 0, "", _rename(name, self._files())),)
        return _looked_through(name, path, file, self.names())


def _rename(name: str, taken: Collection[str]) -> str:
    """How a table should be called that is not called as one."""
    subject, _, table = name.partition("/")
    subject = slug(subject)
    there = {other.rpartition("/")[2] for other in taken if other.startswith(f"{subject}/")}
    meant = f"{subject}/{free_slug(table, there)}.toml"
    if original := original_of(table, there):
        return f"it is a copy of {subject}/{original}.toml; delete it, or rename it to {meant}"
    return f"a table is called with lower-case letters, digits and hyphens; rename it to {meant}"


def _looked_through(name: str, path: Path, file: str, names: Collection[str]) -> "Read":
    said = said_by(path, file, _layout)
    if not isinstance(said, Said):
        return None, said
    from companion.archive.toml_lines import key_lines
    from companion.randomtables.table import looked_through

    return looked_through(name, said.data, file, key_lines(said.text), names)


def _layout() -> "Layout":
    from companion.archive.toml_layouts import layout_of_table  # only a spoilt file pays for these
    from companion.randomtables.values import said

    return layout_of_table(lambda path: said(path, ()))
