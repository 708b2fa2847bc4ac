"""The texts of files with what they read as, kept so that a word need not read a file again.

A block edited in a text is read back alone: all other bytes stay, so all other values do.
`companion.archive.writing` compares what comes of it with what the file must hold, and edits and
reads the whole file where a block cannot be looked at by itself.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from companion.archive.reading import read_block, read_part
from companion.archive.rescue.conflicts import has_conflict_markers
from companion.archive.schema import migrate_text
from companion.archive.toml.lines import parse_toml
from companion.archive.toml.places import decode_place, is_element_piece
from companion.archive.toml.render import CannotEdit
from companion.archive.toml.sections import Sections, Window, cut_into_sections
from companion.campaign.changes import Change
from companion.campaign.encoding import get_block_types

Edit: TypeAlias = Callable[[str], tuple[str, Change]]
"""An edit of a text: the new text, and the change with what undoes it. Raises CannotEdit."""

_MAX_CACHED = 16
"""Files of which that is kept: of all that a word writes again and again."""


class CachedText(NamedTuple):
    """A text of a campaign's file, its sections, and the value that the whole of it reads as."""

    file: str
    text: str
    sections: Sections
    value: Struct

    def edit_block(
        self, path: list[str], change: Change, edit: Edit
    ) -> "tuple[CachedText, Change] | None":
        """This text with one block changed, added or removed, and read back alone; None where
        that takes the whole text. `path` is the way inside the file: an array, the id of a block
        and, where one key of it changes, that key."""
        if (
            len(path) not in (2, 3)
            or path[0] not in get_block_types(type(self.value))
            or path[2:] == ["id"]
        ):
            return None
        window = self._find_window(path, change)
        if window is None:
            return None
        try:
            text, done = edit(window.text)
            if len(path) == 2 and done.was is not None and decode_place(done.was):
                return None  # a place is told by what stands before it, counted through the file
            row = self._reread_blocks(path[0], window, text)
        except (CannotEdit, ValueError, RecursionError):
            return None
        sections = self.sections.splice_window(window, text)
        if row is None or sections is None:
            return None
        value = replace(self.value, **{path[0]: row})
        return CachedText(self.file, sections.text, sections, value), done

    def _find_window(self, path: list[str], change: Change) -> Window | None:
        """The part of the text that a change needs; None where it needs the whole."""
        array, block_id, *key = path
        if key:
            return self.sections.find_window(f"{array}/{block_id}")
        if change.after is None:
            return self._find_removal_window(array, block_id)
        ends = self.sections.find_ends(array)
        taken = any(block.id == block_id for block in getattr(self.value, array))
        placed = change.put is not None and (
            decode_place(change.put) or is_element_piece(change.put)
        )
        if ends is None or taken or placed:
            return None
        if change.follows is None:
            return self.sections.find_window(ends[1])
        return self.sections.find_window(f"{array}/{change.follows}" if change.follows else ends[0])

    def _find_removal_window(self, array: str, block_id: str) -> Window | None:
        """The same for a block that goes. Blocks without an id get theirs from what others leave
        them, and a place is told by the block before: both must be in sight."""
        own, sections = f"{array}/", self.sections
        ends = sections.find_ends(array)
        if ends is None or own in sections.blocks or own + block_id not in sections.blocks:
            return None
        before, after = sections.find_neighbours(own + block_id)
        if before.startswith(own) or (ends[0] == own + block_id and after.startswith(own)):
            return sections.find_window(own + block_id)
        return None

    def _reread_blocks(self, array: str, window: Window, text: str) -> tuple[Struct, ...] | None:
        """The blocks of an array after an edit in the window; None where something else would have
        changed too, or a block would not load."""
        before, after = parse_toml(window.text), parse_toml(text)
        old, new = before.pop(array, []), after.pop(array, [])
        if repr(before) != repr(after) or has_conflict_markers(text):
            return None
        start = _count_alike(old, new)
        end = _count_alike(old[start:][::-1], new[start:][::-1])
        changed = [read_block(self.file, array, each) for each in new[start : len(new) - end]]
        read = [block for block in changed if block is not None]
        if len(read) < len(changed):
            return None
        held: tuple[Struct, ...] = getattr(self.value, array)
        before_it = "\n".join(("", *self.sections.blocks[: window.first]))
        first = start + before_it.count(f"\n{array}/")
        return (*held[:first], *read, *held[first + len(old) - end - start :])


def _count_alike(one: list[Any], other: list[Any]) -> int:  # as tomllib gives them
    """How many of the first values of two lists are written alike, types and all."""
    alike: Iterator[bool] = (repr(a) == repr(b) for a, b in zip(one, other, strict=False))
    return next((n for n, same in enumerate(alike) if not same), min(len(one), len(other)))


class TextCache:
    """What is known of the files of one campaign that its words wrote last."""

    def __init__(self) -> None:
        self._cached: dict[str, CachedText] = {}

    def find(self, file: str, text: str) -> CachedText | None:
        """A file's text with what it reads as; None where it does not load, or is of an older
        schema. What a word wrote is known already; any other text is read, once."""
        kept = self._cached.get(file)
        if kept is not None and kept.text == text:
            return kept
        value = read_part(file, text)
        if value is None or migrate_text(file, text) != text:
            return None
        return CachedText(file, text, cut_into_sections(text), value)

    def keep(self, known: CachedText) -> None:
        """Keep what is known of a text for the next word."""
        self._cached.pop(known.file, None)
        self._cached[known.file] = known
        if len(self._cached) > _MAX_CACHED:
            del self._cached[next(iter(self._cached))]
