"""Where random tables, price tables and tables of creatures are kept, and how a name finds its
file: several shelves, of which those named first take precedence."""

import re
from collections.abc import Callable, Collection, Iterator
from functools import cached_property
from os import DirEntry, scandir
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypeVar

from companion.archive.data_folders import leads_out_of_folder_by_link
from companion.refusal import Broken, Problem, Unknown, suggest_similar_words
from companion.values_with_ids import make_free_slug, make_slug

if TYPE_CHECKING:
    from companion.archive.toml.file_shapes import Layout
    from companion.errant.creatures import Creatures
    from companion.errant.goods import Goods
    from companion.randomtables.table import Table

    TableResult: TypeAlias = tuple[Table | None, tuple[Problem, ...]]

T = TypeVar("T")
GOODS, CREATURES = "goods", "creatures"
"""The subjects that hold price tables and tables of creatures in place of tables to roll on."""
_NAME = re.compile(r"[a-z0-9-]+/[a-z0-9-]+")


class Shelf(NamedTuple):
    """A folder of tables, `<subject>/*.toml`. A link that leads out of `root` is not followed.
    `prefix` stands before the names of its files in problems."""

    folder: Path
    root: Path
    prefix: str

    def find_table_files(self) -> Iterator[tuple[str, Path]]:
        """The name of every table, `subject/table`, and its file."""
        for name, entry in self.find_table_directory_entries():
            yield name, Path(entry.path)

    def find_table_directory_entries(self, only: str = "") -> Iterator[tuple[str, "DirEntry[str]"]]:
        """The name of every table, and its entry in the folder of its subject; of one subject
        `only`."""
        if self.folder.is_symlink() and leads_out_of_folder_by_link(self.folder, self.root):
            return
        for subject in (
            [only] if only else [each.name for each in self._find_entries_of_subject("")]
        ):
            for entry in self._find_entries_of_subject(subject):
                if entry.name.endswith(".toml"):
                    yield f"{subject}/{entry.name.removesuffix('.toml')}", entry

    def _find_entries_of_subject(self, subject: str) -> Iterator["DirEntry[str]"]:
        """What is in a subject's folder, or in that of all subjects, in order, without hidden
        entries and links that lead out; nothing if it is no folder."""
        folder = self.folder / subject
        if subject and folder.is_symlink() and leads_out_of_folder_by_link(folder, self.root):
            return
        try:
            with scandir(folder) as found:
                entries = [entry for entry in found if not entry.name.startswith(".")]
        except OSError:
            return
        for entry in sorted(entries, key=lambda entry: entry.name):
            if not entry.is_symlink() or not leads_out_of_folder_by_link(
                Path(entry.path), self.root
            ):
                yield entry


def is_price_or_creature_table(name: str) -> bool:
    """True for the name of a price table or a table of creatures."""
    return name.partition("/")[0] in (GOODS, CREATURES)


class Tables:
    """The tables of all these shelves; of two with the same name, the one on the first shelf. A
    name with anything but lower-case letters, digits and hyphens could not be typed: such a file is
    no table."""

    def __init__(self, *shelves: Shelf | Callable[[], Shelf]) -> None:
        self._given_shelves = shelves
        self._secrets: dict[Path, tuple[tuple[int, int, int], bool]] = {}

    @cached_property
    def _shelves(self) -> tuple[Shelf, ...]:
        """Looked for when a table is wanted; most lines want none."""
        return tuple(each if isinstance(each, Shelf) else each() for each in self._given_shelves)

    @cached_property
    def _files(self) -> dict[str, tuple[Shelf, Path]]:
        return {
            name: (shelf, path)
            for shelf in reversed(self._shelves)
            for name, path in shelf.find_table_files()
            if not is_price_or_creature_table(name)
        }

    @cached_property
    def _goods(self) -> "tuple[Goods, tuple[Problem, ...]]":
        """Looked for once a line, as each thing that a line may mean asks for them."""
        from companion.archive.price_and_creature_tables import PRICE_TABLES

        return PRICE_TABLES.read(self._shelves)

    @cached_property
    def _creatures(self) -> "tuple[Creatures, tuple[Problem, ...]]":
        from companion.archive.price_and_creature_tables import CREATURE_TABLES

        return CREATURE_TABLES.read(self._shelves)

    def prepend_shelf(self, shelf: Shelf) -> "Tables":
        """These, and before them the tables of one more shelf."""
        return Tables(shelf, *self._shelves)

    def forget_files(self) -> None:
        """Forget which files there are and what goods and creatures they list: somebody may be
        writing tables while others play."""
        for name in ("_files", "_goods", "_creatures"):
            self.__dict__.pop(name, None)

    def list_names(self) -> tuple[str, ...]:
        """The names of all tables, in alphabetical order."""
        return tuple(sorted(filter(_NAME.fullmatch, self._files)))

    def list_public_names(self) -> tuple[str, ...]:
        """The names of the tables that players may know of: without those that say they are
        secret, and those that may say so and cannot be read."""
        return tuple(name for name in self.list_names() if not self._is_secret_table(name))

    def _is_secret_table(self, name: str) -> bool:
        """What the file says; it is read again when it has changed."""
        path = self._files[name][1]
        try:
            status = path.stat()
        except OSError:
            return True
        stamp = (status.st_mtime_ns, status.st_size, status.st_ino)
        if path not in self._secrets or self._secrets[path][0] != stamp:
            self._secrets[path] = stamp, _is_file_of_secret_table(path)
        return self._secrets[path][1]

    def list_misnamed_files(self) -> tuple[str, ...]:
        """The names of files that would be tables under another name; `read_table` says so."""
        return tuple(sorted(name for name in self._files if not _NAME.fullmatch(name)))

    def read_goods(self) -> "tuple[Goods, tuple[Problem, ...]]":
        """The goods of the price tables that can be read, and what is wrong with the others."""
        return self._goods

    def load_goods(self) -> "Goods":
        """Every good of the price tables. Raises Broken with what is wrong with them."""
        return _require_no_problems(*self.read_goods())

    def read_creatures(self) -> "tuple[Creatures, tuple[Problem, ...]]":
        """The creatures of the tables that can be read, and what is wrong with the others."""
        return self._creatures

    def load_creatures(self) -> "Creatures":
        """Every creature of the tables. Raises Broken with what is wrong with them."""
        return _require_no_problems(*self.read_creatures())

    def validate_price_and_creature_tables(
        self, is_selected: Callable[[str], bool]
    ) -> dict[str, tuple[Problem, ...]]:
        """What is wrong with the selected price tables and tables of creatures, each named as
        `goods/NAME`, by their files."""
        from companion.archive.price_and_creature_tables import CREATURE_TABLES, PRICE_TABLES

        return {
            **CREATURE_TABLES.validate(self._shelves, is_selected),
            **PRICE_TABLES.validate(self._shelves, is_selected),
        }

    def load_table(self, name: str) -> "Table":
        """A table by its whole name. Raises Unknown if there is none, Broken with its problems."""
        table, problems = self.inspect_table(name)
        if table is None or problems:
            raise Broken(problems)
        return table

    def read_table(self, name: str) -> "TableResult":
        """A table and no problems, or None and what is wrong with its file. Raises Unknown if there
        is none."""
        table, problems = self.inspect_table(name)
        return None if problems else table, problems

    def inspect_table(self, name: str) -> "TableResult":
        """A table as far as it can be read, and what is wrong with it. Raises Unknown if there is
        none."""
        if name not in self._files:
            raise Unknown(
                f"There is no table «{name}».", suggest_similar_words(name, self.list_names())
            )
        shelf, path = self._files[name]
        file = f"{shelf.prefix}/{name}.toml"
        if not _NAME.fullmatch(name):
            return None, (Problem(file, 0, "", _explain_misnamed_file(name, self._files)),)
        return _inspect_table_file(name, path, file, self.list_names())


def _is_file_of_secret_table(path: Path) -> bool:
    """True for the file of a table that is the Guide's, or may be."""
    from companion.archive.file_texts_and_change_stamps import UnreadableText, read_text_file
    from companion.archive.toml_loading import parse_toml_file_text  # as in `_inspect_table_file`

    try:
        text = read_text_file(path)
        return (
            "secret" in text
            and parse_toml_file_text(text, "", _make_table_file_layout).get("secret", False)
            is not False
        )
    except (Broken, UnreadableText, OSError):
        return True


def _require_no_problems(things: tuple[T, ...], problems: tuple[Problem, ...]) -> tuple[T, ...]:
    if problems:
        raise Broken(problems)
    return things


def _explain_misnamed_file(name: str, taken: Collection[str]) -> str:
    """The problem with a file that has no name for a table."""
    from companion.archive.rescue.merge_marks_and_conflicted_copies import find_original_of_copy

    subject, _, table = name.partition("/")
    subject = make_slug(subject)
    there = {other.rpartition("/")[2] for other in taken if other.startswith(f"{subject}/")}
    new = f"{subject}/{make_free_slug(table, there)}.toml"
    if original := find_original_of_copy(table, there):
        return f"it is a copy of {subject}/{original}.toml; delete it, or rename it to {new}"
    return f"a table is called with lower-case letters, digits and hyphens; rename it to {new}"


def _inspect_table_file(name: str, path: Path, file: str, names: Collection[str]) -> "TableResult":
    # Imported when a table is read: the shell completes names without a TOML parser.
    from companion.archive.toml.statements import find_key_lines
    from companion.archive.toml_loading import load_toml_file
    from companion.randomtables.parser import parse_table_despite_problems

    try:  # unclean text is a problem of the table
        text, data = load_toml_file(path, file, _make_table_file_layout, clean=False)
    except Broken as broken:
        return None, broken.problems
    return parse_table_despite_problems(name, data, file, find_key_lines(text), names)


def _make_table_file_layout() -> "Layout":
    from companion.archive.toml.file_shapes import (
        make_random_table_layout,  # only a spoilt file pays for it
    )
    from companion.randomtables.table_file_values import describe_key_path

    return make_random_table_layout(lambda path: describe_key_path(path, ()))
