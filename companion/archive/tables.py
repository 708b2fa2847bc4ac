"""Where random tables are kept and how a name finds its file: several shelves, of which those
named first stand before the others."""

import re
from collections.abc import Collection, Iterator
from os import DirEntry, scandir
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import tomli

from companion.archive.texts import MOST_BYTES, TOO_LONG, endless, leads_out
from companion.refusal import Broken, Problem, Unknown, did_you_mean
from companion.text import free_slug, slug

if TYPE_CHECKING:
    from companion.randomtables.table import Table

    Read: TypeAlias = tuple[Table | None, tuple[Problem, ...]]

_NAME = re.compile(r"[a-z0-9-]+/[a-z0-9-]+")


class Shelf(NamedTuple):
    """A folder of tables, `<subject>/*.toml`. What a link leads to outside of `within` is not on
    it. `said` stands before the names of its files where they have problems."""

    folder: Path
    within: Path
    said: str

    def files(self) -> Iterator[tuple[str, Path]]:
        """Every table by its name, `subject/table`, and its file."""
        if self.folder != self.within and leads_out(self.folder, self.within):
            return
        for subject in self._inside(self.folder):
            for entry in self._inside(subject.path):
                if entry.name.endswith(".toml"):
                    yield f"{subject.name}/{entry.name.removesuffix('.toml')}", Path(entry.path)

    def _inside(self, folder: str | Path) -> Iterator["DirEntry[str]"]:
        """What is in a folder, without the links that lead out."""
        for entry in _entries(folder):
            if not entry.is_symlink() or not leads_out(Path(entry.path), self.within):
                yield entry


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
                self._found.update({name: (shelf, path) for name, path in shelf.files()})
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
            return _unreadable(file, _rename(name, self._files()))
        return _looked_through(name, path, file, self.names())


def _rename(name: str, taken: Collection[str]) -> str:
    """How a table should be called that is not called as one."""
    subject, _, table = name.partition("/")
    subject = slug(subject)
    there = {other.rpartition("/")[2] for other in taken if other.startswith(f"{subject}/")}
    meant = f"{subject}/{free_slug(table, there)}.toml"
    return f"a table is called with lower-case letters, digits and hyphens; rename it to {meant}"


def _looked_through(name: str, path: Path, file: str, names: Collection[str]) -> "Read":
    from companion.archive.toml_lines import key_lines
    from companion.randomtables.table import looked_through

    try:
        if not path.is_file():
            return _unreadable(file, "it is no file")
        if path.stat().st_size > MOST_BYTES:
            return _unreadable(file, f"it is larger than {MOST_BYTES:,} bytes")
        text = path.read_bytes().decode("utf-8-sig")
        if (number := endless(text)) is not None:
            return _unreadable(file, TOO_LONG, text.count("\n", 0, number) + 1)
        data = tomli.loads(text)
    except OSError as error:
        return _unreadable(file, f"it cannot be read ({error.strerror})")
    except UnicodeDecodeError as error:
        return _unreadable(file, f"byte {error.start + 1} is not UTF-8")
    except tomli.TOMLDecodeError as error:
        from companion.archive.toml_slips import slip  # only a file that is no TOML pays for it

        return _unreadable(file, *slip(error, text))
    except RecursionError:
        return _unreadable(file, "it is nested too deeply to be read")
    except ValueError:
        return _unreadable(file, TOO_LONG)
    return looked_through(name, data, file, key_lines(text), names)


def _unreadable(file: str, message: str, line: int = 0) -> "Read":
    return None, (Problem(file, line, "", message),)
