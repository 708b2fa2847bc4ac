"""Where random tables are kept and how a name finds its file: several shelves, of which those
named first stand before the others."""

import re
from collections.abc import Callable, Collection
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from companion.archive.table_shelf import Shelf, is_price_table
from companion.refusal import Broken, Problem, Unknown, suggest_similar
from companion.text import make_free_slug, make_slug

if TYPE_CHECKING:
    from companion.archive.toml.layouts import Layout
    from companion.errant.goods import Goods
    from companion.randomtables.table import Table

    TableResult: TypeAlias = tuple[Table | None, tuple[Problem, ...]]

_NAME = re.compile(r"[a-z0-9-]+/[a-z0-9-]+")


class Tables:
    """The tables of all these shelves; the same name on two of them is the one on the first. A file
    whose name holds anything but lower-case letters, digits and hyphens is none of them: it could
    not be typed."""

    def __init__(self, *shelves: Shelf) -> None:
        self._shelves = shelves
        self._files_by_name: dict[str, tuple[Shelf, Path]] | None = None

    def _find_files(self) -> dict[str, tuple[Shelf, Path]]:
        if self._files_by_name is None:
            self._files_by_name = {}
            for shelf in reversed(self._shelves):
                here = {
                    name: (shelf, path)
                    for name, path in shelf.find_files()
                    if not is_price_table(name)
                }
                self._files_by_name.update(here)
        return self._files_by_name

    def prepend_shelf(self, shelf: Shelf) -> "Tables":
        """These, and before them the tables of one more shelf."""
        return Tables(shelf, *self._shelves)

    def forget_files(self) -> None:
        """Forget which files there are: somebody may be writing tables while others play."""
        self._files_by_name = None

    def list_names(self) -> tuple[str, ...]:
        """The names of all tables, in alphabetical order."""
        return tuple(sorted(filter(_NAME.fullmatch, self._find_files())))

    def list_misnamed(self) -> tuple[str, ...]:
        """What would be tables, were they called otherwise: `read_table` says so."""
        return tuple(sorted(name for name in self._find_files() if not _NAME.fullmatch(name)))

    def load_goods(self) -> "Goods":
        """Every good of the price tables. Raises Broken with what is wrong with them."""
        from companion.archive.goods import read_catalogue

        return read_catalogue(self._shelves)

    def find_goods_problems(self) -> tuple[Problem, ...]:
        """What is wrong with the price tables."""
        return tuple(chain.from_iterable(self.validate_price_tables(bool).values()))

    def validate_price_tables(self, meant: Callable[[str], bool]) -> dict[str, tuple[Problem, ...]]:
        """Every price table whose name, `goods/NAME`, is meant: by its file, what is wrong with
        it."""
        from companion.archive.goods import validate_price_tables

        return validate_price_tables(self._shelves, meant)

    def load_readable_goods(self) -> "Goods":
        """The goods that could be read, whatever is wrong with the rest."""
        from companion.archive.goods import read_goods

        return read_goods(self._shelves)[0]

    def load_table(self, name: str) -> "Table":
        """A table by its whole name. Unknown where there is none; Broken with its problems."""
        table, problems = self.read_table(name)
        if table is None or problems:
            raise Broken(problems)
        return table

    def read_table(self, name: str) -> "TableResult":
        """A table and no problems, or None and what is wrong with its file. Unknown where there is
        none; never Broken."""
        table, problems = self.inspect_table(name)
        return None if problems else table, problems

    def inspect_table(self, name: str) -> "TableResult":
        """The same, where something is wrong with the table as far as it could be read, if at all:
        for a check to go on with."""
        found = self._find_files().get(name)
        if found is None:
            raise Unknown(f"There is no table «{name}».", suggest_similar(name, self.list_names()))
        shelf, path = found
        file = f"{shelf.prefix}/{name}.toml"
        if not _NAME.fullmatch(name):
            return None, (Problem(file, 0, "", _suggest_rename(name, self._find_files())),)
        return _inspect_file(name, path, file, self.list_names())


def _suggest_rename(name: str, taken: Collection[str]) -> str:
    """How a table should be called that is not called as one."""
    from companion.archive.rescue.duplicates import find_original

    subject, _, table = name.partition("/")
    subject = make_slug(subject)
    there = {other.rpartition("/")[2] for other in taken if other.startswith(f"{subject}/")}
    meant = f"{subject}/{make_free_slug(table, there)}.toml"
    if original := find_original(table, there):
        return f"it is a copy of {subject}/{original}.toml; delete it, or rename it to {meant}"
    return f"a table is called with lower-case letters, digits and hyphens; rename it to {meant}"


def _inspect_file(name: str, path: Path, file: str, names: Collection[str]) -> "TableResult":
    # Imported when a table is read: the shell completes the names alone, without a TOML parser.
    from companion.archive.toml.load import load_toml

    try:
        text, data = load_toml(
            path, file, _make_layout, clean=False
        )  # a table says what is unclean
    except Broken as broken:
        return None, broken.problems
    from companion.archive.toml.lines import find_key_lines
    from companion.randomtables.table import inspect_table

    return inspect_table(name, data, file, find_key_lines(text), names)


def _make_layout() -> "Layout":
    from companion.archive.toml.layouts import (
        make_table_layout,  # only a spoilt file pays for these
    )
    from companion.randomtables.values import describe_path

    return make_table_layout(lambda path: describe_path(path, ()))
