"""Keys and headers that stand in a TOML text a second time."""

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from companion.archive.toml_layouts import Layout
from companion.archive.toml_lines import Path
from companion.refusal import listed
from companion.text import clean, clipped

_MOST_OF_A_KEY = 40
_MOST_NAMED = 3
_MOST = 100
"""Keys, and headers, that are told."""
_MOST_PARTS = 100
"""Of the name in a header that are told apart; no file of ours has more than three."""


Found: TypeAlias = tuple[int, Path, str]
"""Something wrong: its line, from 1, the path of its key, and what it is and what to do."""


class _Repeat(NamedTuple):
    keys: tuple[str, ...]
    line: int
    first: int


class Repeats:
    """The keys and headers of a text as they are met, and which of them were met before."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._keys: dict[tuple[Path, Path], int] = {}
        self._tables: dict[Path, int] = {}
        self._counts: dict[Path, int] = {}
        self._repeats: dict[Path, list[_Repeat]] = {}
        self._count = 0
        self._headers: list[Found] = []

    def note_key(self, table: Path, keys: tuple[str, ...], line: int) -> None:
        """A key stands on this line, in this table."""
        first = self._keys.setdefault((table, keys), line)
        if first != line and self._count < _MOST:
            self._count += 1
            self._repeats.setdefault(table, []).append(_Repeat(keys, line, first))

    def open_table(self, keys: tuple[str, ...], block: bool, line: int) -> Path:
        """The path of the table that a header opens, blocks with their number from 0."""
        path: Path = ()
        keys = keys[:_MOST_PARTS]
        for key in keys[:-1] if block else keys:
            path = (*path, key)
            if path in self._counts:
                path = (*path, self._counts[path] - 1)
        if block:
            path = (*path, keys[-1])
            number = self._counts.get(path, 0)
            self._counts[path] = number + 1
            return (*path, number)
        first = self._tables.setdefault(path, line)
        if first != line and len(self._headers) < _MOST:
            name = _shown(keys)
            self._headers.append(
                (
                    line,
                    (),
                    f"[{name}] stands here a second time, the first on line {first}; write what is "
                    f"below it there, or [[{name}]] for both if there are to be several",
                )
            )
        return path

    def found(self) -> Iterator[Found]:
        """What stands a second time. Where several keys of one block do, it is its header that is
        missing, and this is told once."""
        yield from self._headers
        for table, repeats in self._repeats.items():
            keys = list(dict.fromkeys(_shown(each.keys) for each in repeats))
            name = self._block_around(table)
            if len(keys) > 1 and name:
                some = [*keys[:_MOST_NAMED], *(["others"] if len(keys) > _MOST_NAMED else [])]
                yield (
                    repeats[0].line,
                    table,
                    f"{listed(some)} stand here a second time: write [[{name}]] above this line if "
                    "something new begins here, or delete what is twice",
                )
                continue
            for each in repeats:
                yield (
                    each.line,
                    (*table, *each.keys),
                    f"stands here a second time, the first on line {each.first}; delete one"
                    f"{self._or_a_header(table)}",
                )

    def _or_a_header(self, table: Path) -> str:
        """What else may be wrong with a key that stands above all headers twice."""
        if table or not self._layout.blocks:
            return ""
        return f", or write the [[{next(iter(self._layout.blocks))}]] that is missing above it"

    def _block_around(self, table: Path) -> str:
        """The name of the blocks that a table is one of, or that may begin in it."""
        if len(table) == 2 and isinstance(table[1], int):
            return str(table[0])
        return (
            next(iter(self._layout.blocks), "")
            if not table and len(self._layout.blocks) == 1
            else ""
        )


def _shown(keys: tuple[str, ...]) -> str:
    return clipped(clean(".".join(keys)), _MOST_OF_A_KEY)
