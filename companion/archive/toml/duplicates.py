"""Keys and headers that stand in a TOML text a second time."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.archive.toml.layouts import Layout
from companion.archive.toml.lines import KeyPath, resolve_header_path
from companion.refusal import join_words
from companion.text import clean_text, clip_text

_MAX_KEY_LENGTH = 40
_MAX_NAMED = 3
_MAX_PARTS = 100
"""Of the name in a header that are told apart; no file of ours has more than three."""


class Typo(NamedTuple):
    """A slip: its line, from 1, the path of its key (empty where there is none), and what it is and
    what to do."""

    line: int
    path: KeyPath
    message: str


class DuplicateFinder:
    """The keys and headers of a text as they are met, and which of them were met before."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._lines: dict[tuple[KeyPath, KeyPath], int] = {}
        self._counts: dict[KeyPath, int] = {}
        self._headers: list[Typo] = []
        self._keys: dict[KeyPath, list[Typo]] = {}

    def note_key(self, table: KeyPath, keys: Sequence[str], line: int) -> None:
        """A key stands on this line, in this table."""
        path = tuple(keys)
        first = self._lines.setdefault((table, path), line)
        if first != line:
            more = ""
            if not table and self._layout.blocks:
                header = f"[[{next(iter(self._layout.blocks))}]]"
                more = f", or write the {header} that is missing above it"
            message = f"stands here a second time, the first on line {first}; delete one{more}"
            self._keys.setdefault(table, []).append(Typo(line, path, message))

    def open_table(self, name: str, is_array: bool, line: int) -> KeyPath:
        """The path of the table that a header opens, blocks with their number from 0."""
        keys = tuple(name.split(".")[:_MAX_PARTS])
        path = resolve_header_path(keys, is_array, self._counts)
        first = self._lines.setdefault((path, ()), line)
        if first != line:
            shown = _render_keys(keys)
            message = (
                f"[{shown}] stands here a second time, the first on line {first}; write what is "
                f"below it there, or [[{shown}]] for both if there are to be several"
            )
            self._headers.append(Typo(line, (), message))
        return path

    def list_typos(self) -> Iterator[Typo]:
        """What stands a second time. Where several keys of one block do, it is its header that is
        missing, and this is told once."""
        yield from self._headers
        for table, typos in self._keys.items():
            keys = list(dict.fromkeys(_render_keys(each.path) for each in typos))
            name = str(table[0]) if len(table) == 2 and isinstance(table[1], int) else ""
            if not table and len(self._layout.blocks) == 1:
                (name,) = self._layout.blocks
            if len(keys) > 1 and name:
                some = [*keys[:_MAX_NAMED], *(["others"] if len(keys) > _MAX_NAMED else [])]
                message = (
                    f"{join_words(some)} stand here a second time: write [[{name}]] above "
                    "this line if something new begins here, or delete what is twice"
                )
                yield Typo(typos[0].line, table, message)
                continue
            for line, path, message in typos:
                yield Typo(line, (*table, *path), message)


def _render_keys(keys: KeyPath) -> str:
    return clip_text(clean_text(".".join(map(str, keys))), _MAX_KEY_LENGTH)
