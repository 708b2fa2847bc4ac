"""The sides of a file that two evenings differ in.

Each side is made a whole file again and read, so that what differs is known by its key, or by the
name of its block, however git cut the lines.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from typing import Any, NamedTuple, TypeAlias

import tomli

from companion.archive.rescue.conflicts import Conflict, SideName
from companion.archive.toml.lines import KeyPath, Statement, parse_statements
from companion.campaign.secrecy import is_secret_path
from companion.text import clean_text, clip_text

Name: TypeAlias = tuple[str, ...]
"""The way to a value by names, as the path of a change has it: `("items", "rope", "burn")`."""

MAX_VALUE_LENGTH = 40
_TITLE_KEYS = ("name", "word", "table", "type", "id")
_MAX_DEPTH = 20
"""Names on the way to a value; no file that means anything has more."""


class Value(NamedTuple):
    """A value as it is written, the key it has, and what people call the block or table around it;
    of a `secret` only what it is part of is told."""

    written: str
    container: str
    key: str
    secret: bool


class SideReading(NamedTuple):
    """What one side holds where a conflict stood: the blocks that begin there and what people call
    them, the values there, and the lines around the conflict that two such blocks share; and the
    whole side, for git cuts where lines are alike, and what is not there may stand beside it."""

    side: "Side"
    blocks: Mapping[Name, str]
    values: Mapping[Name, Value]
    shared: tuple[str, ...]

    def find_value(self, name: Name) -> Value | None:
        """A value of this side, wherever it stands."""
        return self.values.get(name) or self.side.find_value(name)

    def has_name(self, name: Name) -> bool:
        """Whether this side has a value or block of this name, or one that it is part of."""
        return name in self.values or self.side.has_name(name)


class Side:
    """A whole file as one side has it, and where in it each conflict stood."""

    def __init__(
        self, file: str, lines: Sequence[str], conflicts: Iterable[Conflict], which: SideName
    ) -> None:
        self._file = file.removesuffix(".toml")
        self._spans: list[tuple[int, int]] = []
        pieces: list[str] = []
        length = done = 0
        for each in conflicts:
            before, own = "".join(lines[done : each.ours]), "".join(lines[each.get_slice(which)])
            start = length + len(before)
            length = start + len(own)
            self._spans.append((start, length))
            pieces += [before, own]
            done = each.end + 1
        self._text = "".join([*pieces, *lines[done:]])
        self._data = _parse_text(self._text)
        found = () if self._data is None else parse_statements(self._text)
        self._statements = [each for each in found if each.path]
        self._starts = [each.start for each in self._statements]
        self._ends = [each.end for each in self._statements]
        self._values = {
            self._name_path(each.path): each for each in self._statements if each.kind == "value"
        }
        self._names = add_parents(self._values)

    def find_value(self, name: Name) -> Value | None:
        """The value of this name."""
        found = self._values.get(name)
        return None if found is None else self._make_value(found)

    def has_name(self, name: Name) -> bool:
        """Whether there is a value or block of this name, or a value that it is part of."""
        return name in self._names or not self._values.keys().isdisjoint(add_parents([name]))

    def quote_lines(self, number: int) -> list[str]:
        """The lines that stood in one of the conflicts."""
        start, end = self._spans[number]
        lines = (clean_text(line).strip() for line in self._text[start:end].split("\n"))
        return [f"«{clip_text(line, MAX_VALUE_LENGTH)}»" for line in lines if line]

    def read_conflict(self, number: int) -> SideReading | None:
        """What stood in one of the conflicts; None where this side cannot be read."""
        if self._data is None:
            return None
        start, end = self._spans[number]
        first, after = bisect_right(self._ends, start), bisect_left(self._starts, end)
        inside = self._statements[first:after]
        begun = [each.path[:2] for each in inside if _is_block_start(each)]
        values = {
            self._name_path(each.path): self._make_value(each)
            for each in inside
            if each.kind == "value"
        }
        blocks = {self._name_path(path): self._describe_block(path) for path in begun}
        shared = self._find_shared_lines(begun[0], begun[-1], first, after) if begun else ()
        return SideReading(self, blocks, values, shared)

    def _find_shared_lines(
        self, first: KeyPath, last: KeyPath, start: int, end: int
    ) -> tuple[str, ...]:
        """The lines of the last block that stand below a conflict, and those of the first that
        stand above it."""
        found = self._statements
        below = (found[at] for at in range(end, len(found)))
        above = (found[at] for at in range(start - 1, -1, -1))
        shared = [*takewhile(lambda each: each.path[:2] == first, above)][::-1]
        shared[:0] = takewhile(lambda each: each.path[:2] == last, below)
        return tuple(self._text[each.start : each.end].strip() for each in shared)

    def _make_value(self, statement: Statement) -> Value:
        written = " ".join(self._text[statement.value : statement.value_end].split())
        *tables, key = self._name_path(statement.path)
        if is_secret_path("/".join((self._file, *tables, key))):
            return Value(written, clean_text(tables[0] if tables else self._file), key, True)
        around = self._describe_block(statement.path[:2]) if len(tables) > 1 else "".join(tables)
        return Value(written, clean_text(around), clean_text(key), False)

    def _describe_block(self, path: KeyPath) -> str:
        """What people call a block; one that is secret by what it is."""
        if is_secret_path("/".join((self._file, *self._name_path(path)))):
            return f"a secret of {path[0]}"
        block = self._get_block(path)
        title = next((str(block[key]) for key in _TITLE_KEYS if block.get(key)), str(path[0]))
        return f"«{clip_text(clean_text(title), MAX_VALUE_LENGTH)}»"

    def _name_path(self, path: KeyPath) -> Name:
        """A path with the id of a block, or else what it is called, in the place of its number."""
        if len(path) < 2 or not isinstance(path[1], int):
            return tuple(map(str, path))
        block = self._get_block(path)
        own = next(
            (str(block[key]) for key in ("id", *_TITLE_KEYS) if block.get(key)), str(path[1])
        )
        return (str(path[0]), own, *map(str, path[2:]))

    def _get_block(self, path: KeyPath) -> dict[str, Any]:  # a file's data, before it is checked
        assert self._data is not None
        block = self._data[str(path[0])][path[1]]
        return block if isinstance(block, dict) else {}


def _parse_text(text: str) -> dict[str, Any] | None:
    """What a text holds; None where it cannot be read."""
    try:
        return tomli.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return None


def _is_block_start(statement: Statement) -> bool:
    """Whether a block is known from here on: by its header, or by its id."""
    if statement.kind == "array":
        return len(statement.path) == 2
    return len(statement.path) == 3 and statement.path[2] == "id"


def add_parents(names: Iterable[Name]) -> set[Name]:
    """The names, and those of all that they are part of."""
    found: set[Name] = set()
    for name in names:
        found.add(name)
        found.update(name[:length] for length in range(1, min(len(name), _MAX_DEPTH + 1)))
    return found
