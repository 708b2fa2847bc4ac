"""Keys and headers that stand in a TOML text a second time."""

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from companion.archive.toml.layouts import Layout
from companion.archive.toml.lines import KeyPath
from companion.refusal import join_words
from companion.text import clean_text, clip_text

_MAX_KEY_LENGTH = 40
_MAX_NAMED = 3
_MAX_FINDINGS = 100
"""Keys, and headers, that are told."""
_MAX_PARTS = 100
"""Of the name in a header that are told apart; no file of ours has more than three."""


Finding: TypeAlias = tuple[int, KeyPath, str]
"""Something wrong: its line, from 1, the path of its key, and what it is and what to do."""


class _Duplicate(NamedTuple):
    keys: tuple[str, ...]
    line: int
    first_line: int


class DuplicateFinder:
    """The keys and headers of a text as they are met, and which of them were met before."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._keys: dict[tuple[KeyPath, KeyPath], int] = {}
        self._tables: dict[KeyPath, int] = {}
        self._counts: dict[KeyPath, int] = {}
        self._duplicates: dict[KeyPath, list[_Duplicate]] = {}
        self._count = 0
        self._headers: list[Finding] = []

    def note_key(self, table: KeyPath, keys: tuple[str, ...], line: int) -> None:
        """A key stands on this line, in this table."""
        first = self._keys.setdefault((table, keys), line)
        if first != line and self._count < _MAX_FINDINGS:
            self._count += 1
            self._duplicates.setdefault(table, []).append(_Duplicate(keys, line, first))

    def open_table(self, keys: tuple[str, ...], block: bool, line: int) -> KeyPath:
        """The path of the table that a header opens, blocks with their number from 0."""
        path: KeyPath = ()
        keys = keys[:_MAX_PARTS]
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
        if first != line and len(self._headers) < _MAX_FINDINGS:
            name = _render_keys(keys)
            self._headers.append(
                (
                    line,
                    (),
                    f"[{name}] stands here a second time, the first on line {first}; write what is "
                    f"below it there, or [[{name}]] for both if there are to be several",
                )
            )
        return path

    def list_findings(self) -> Iterator[Finding]:
        """What stands a second time. Where several keys of one block do, it is its header that is
        missing, and this is told once."""
        yield from self._headers
        for table, repeats in self._duplicates.items():
            keys = list(dict.fromkeys(_render_keys(each.keys) for each in repeats))
            name = self._find_block_around(table)
            if len(keys) > 1 and name:
                some = [*keys[:_MAX_NAMED], *(["others"] if len(keys) > _MAX_NAMED else [])]
                yield (
                    repeats[0].line,
                    table,
                    f"{join_words(some)} stand here a second time: write [[{name}]] above "
                    "this line if "
                    "something new begins here, or delete what is twice",
                )
                continue
            for each in repeats:
                yield (
                    each.line,
                    (*table, *each.keys),
                    f"stands here a second time, the first on line {each.first_line}; delete one"
                    f"{self._suggest_header(table)}",
                )

    def _suggest_header(self, table: KeyPath) -> str:
        """What else may be wrong with a key that stands above all headers twice."""
        if table or not self._layout.blocks:
            return ""
        return f", or write the [[{next(iter(self._layout.blocks))}]] that is missing above it"

    def _find_block_around(self, table: KeyPath) -> str:
        """The name of the blocks that a table is one of, or that may begin in it."""
        if len(table) == 2 and isinstance(table[1], int):
            return str(table[0])
        return (
            next(iter(self._layout.blocks), "")
            if not table and len(self._layout.blocks) == 1
            else ""
        )


def _render_keys(keys: tuple[str, ...]) -> str:
    return clip_text(clean_text(".".join(keys)), _MAX_KEY_LENGTH)
