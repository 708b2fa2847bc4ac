"""A TOML text cut at its headers, so that one block is edited without a look at all the others.

A *section* is the text from one header to the next; what stands before the first header is the
first section. Joined together they are the text again.

A *window* is a block of an array of tables with its sub-tables, the whole block or table before
it, and the next header line. Whatever an edit of that block asks of the text around it is in the
window: the comments above it, where the next block begins, the end of the file. So the edit gives
the same in the window as in the whole text. It does not where the parts of a block stand apart, or
where the array is written in some other way: then there is no window.
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from companion.archive.toml.lines import find_headers, parse_statements, parse_value
from companion.archive.toml.places import detect_newline

_ID_FIRST = re.compile(r'[^\n]*\n[ \t]*id[ \t]*=[ \t]*"([^"\\\n]*)"')


class Window(NamedTuple):
    """Sections from `first` to before `end`, as one text, with the header line that follows."""

    first: int
    end: int
    text: str
    next_header: str


class Sections(NamedTuple):
    """The sections of a text; `keys` are those of their headers, none for the first section.

    `blocks` names each section that begins a block of a top array, `npcs/ysolde` (`npcs/` without
    an id), and is "" for all others. `apart` are the first keys of tables whose parts do not stand
    together.
    """

    texts: Sequence[str]
    keys: Sequence[tuple[str, ...]]
    blocks: Sequence[str]
    scattered_roots: frozenset[str]
    newline: str

    @property
    def text(self) -> str:
        """The whole text."""
        return "".join(self.texts)

    def find_neighbours(self, block: str) -> tuple[str, str]:
        """What `blocks` has of the section that the block or table before a block begins with, and
        of the section after it; "" at the ends of the file. Raises ValueError where there is no
        such block."""
        start, end = self._find_run(self.blocks.index(block))
        before = self.blocks[self._find_begin(start - 1)]
        return before, self.blocks[end] if end < len(self.blocks) else ""

    def find_ends(self, array: str) -> tuple[str, str] | None:
        """What `blocks` has of an array's first and last block; None where it has none."""
        own = [name for name in self.blocks if name.startswith(f"{array}/")]
        return (own[0], own[-1]) if own else None

    def find_window(self, block: str) -> Window | None:
        """The window around a block, by its name in `blocks`; None where there is none that an
        edit could be made in as in the whole text."""
        array, _, block_id = block.partition("/")
        if not block_id or array in self.scattered_roots:
            return None
        try:
            start, end = self._find_run(self.blocks.index(block))
        except ValueError:
            return None
        first = self._find_begin(start - 1)
        following = self.texts[end] if end < len(self.texts) else ""
        next_header = following[: following.find("\n") + 1] or following
        text = "".join(self.texts[first:end]) + next_header
        if detect_newline(text) != self.newline:
            return None
        return Window(first, end, text, next_header)

    def splice_window(self, window: Window, text: str) -> "Sections | None":
        """The sections with the window's text changed to this one; None where what follows the
        window is no longer there."""
        if not text.endswith(window.next_header):
            return None
        new = cut_into_sections(text.removesuffix(window.next_header))
        skip = 1 if window.first else 0
        if skip and new.texts[0]:
            return None
        first, end = window.first, window.end
        texts = [*self.texts[:first], *new.texts[skip:], *self.texts[end:]]
        return Sections(
            texts,
            [*self.keys[:first], *new.keys[skip:], *self.keys[end:]],
            [*self.blocks[:first], *new.blocks[skip:], *self.blocks[end:]],
            self.scattered_roots,
            self.newline,
        )

    def _find_run(self, start: int) -> tuple[int, int]:
        """The sections of the block that begins with this one: itself and its sub-tables."""
        end = start + 1
        while end < len(self.keys) and not self.blocks[end] and self._has_same_root(start, end):
            end += 1
        return start, end

    def _find_begin(self, number: int) -> int:
        """The first section of the block or table that this one belongs to."""
        while number > 1 and not self.blocks[number] and self._has_same_root(number - 1, number):
            number -= 1
        return number

    def _has_same_root(self, one: int, other: int) -> bool:
        return self.keys[one][:1] == self.keys[other][:1]


def cut_into_sections(text: str) -> Sections:
    """The sections of a text that tomllib accepts."""
    found = list(find_headers(text))
    cuts = [0, *(header.start for header in found), len(text)]
    texts = [text[start:end] for start, end in pairwise(cuts)]
    keys: list[tuple[str, ...]] = [(), *(header.keys for header in found)]
    blocks = [""]
    begun = {str(each.path[0]) for each in parse_statements(texts[0]) if each.path}
    apart, last = set[str](), ""
    for number, header in enumerate(found, 1):
        root, element = header.keys[0], header.is_array and len(header.keys) == 1
        if root in begun and not element and root != last:
            apart.add(root)
        blocks.append(f"{root}/{_find_id(texts[number])}" if element else "")
        begun.add(root)
        last = root
    return Sections(texts, keys, blocks, frozenset(apart), detect_newline(text))


def _find_id(block: str) -> str:
    """The id that is written in the section a block begins with; "" where none is."""
    if first := _ID_FIRST.match(block):
        return first[1]
    for each in parse_statements(block):
        if each.kind == "value" and each.path[2:] == ("id",):
            found = parse_value(block[each.value : each.value_end])
            return found if isinstance(found, str) else ""
    return ""
