"""The texts of files with what they read as, kept so that a word need not read a file again.

After an edit only the blocks in the parts that changed are read: all other bytes stay, so all other
values do. `companion.archive.writing` compares what comes of it with what the file must hold, and
reads the whole file where a block cannot be read by itself.
"""

from typing import NamedTuple

import tomli
from msgspec import Struct
from msgspec.structs import replace

from companion.archive.reading import read_block, read_part
from companion.archive.rescue.conflicts import has_conflict_markers
from companion.archive.schema import SCHEMA, parse_schema
from companion.archive.toml.document import Document, join_parts, parse_document
from companion.archive.toml.lines import find_changed_values
from companion.campaign.encoding import get_block_types
from companion.rows import find_changed_range

_MAX_CACHED = 16
"""Files of which that is kept: of all that a word writes again and again."""


class CachedText(NamedTuple):
    """A campaign's file in parts, and the value that it reads as."""

    document: Document
    value: Struct


class TextCache:
    """What is known of the files of one campaign that its words wrote last."""

    def __init__(self) -> None:
        self._cached: dict[str, CachedText] = {}

    def find(self, file: str, text: str) -> CachedText | None:
        """A file's text with what it reads as; None where it does not load, or is of an older
        schema. What a word wrote is known already; any other text is read, once."""
        kept = self._cached.get(file)
        if kept is not None and kept.document.text == text:
            return kept
        value = read_part(file, text)
        if value is None or parse_schema(text) != SCHEMA:
            return None
        return CachedText(parse_document(text), value)

    def keep(self, file: str, document: Document, value: Struct) -> None:
        """Keep what is known of a text for the next word."""
        self._cached.pop(file, None)
        if "\n" not in document.text:
            return  # another process could not tell how its lines end
        self._cached[file] = CachedText(document, value)
        if len(self._cached) > _MAX_CACHED:
            del self._cached[next(iter(self._cached))]


def reread_blocks(
    file: str, value: Struct, old: Document, new: Document, path: list[str]
) -> Struct | None:
    """What a file reads as after an edit of one block, or of one key in it; None where that takes
    the whole text. `value` is what it read as before; `path` is the way inside the file: an array,
    the id of a block and, where one key of it changed, that key."""
    if len(path) not in (2, 3) or path[0] not in get_block_types(type(value)):
        return None
    array, own = path[0], f"{path[0]}/"
    if path[2:] == ["id"] or (len(path) == 2 and old.find_block(own) >= 0):
        return None  # blocks without an id get theirs from what the others leave them
    start, old_end, new_end = find_changed_range(old.parts, new.parts)
    while start and old.parts[start].keys[:1] == (array,) and not old.parts[start].block:
        start -= 1
    while old_end < len(old.parts) and old.parts[old_end].keys[0] == array:
        if old.parts[old_end].block:
            break
        old_end, new_end = old_end + 1, new_end + 1
    text = join_parts(new.parts[start:new_end])
    try:
        before, after = tomli.loads(join_parts(old.parts[start:old_end])), tomli.loads(text)
    except (ValueError, RecursionError):
        return None
    gone, come = before.pop(array, []), after.pop(array, [])
    if repr(before) != repr(after) or has_conflict_markers(text):
        return None
    first, gone_end, come_end = find_changed_values(gone, come)
    read = [read_block(file, array, data) for data in come[first:come_end]]
    blocks = [block for block in read if block is not None]
    if len(blocks) < len(read):
        return None
    at = first + old.count_blocks(array, start)
    row: tuple[Struct, ...] = getattr(value, array)
    return replace(value, **{array: (*row[:at], *blocks, *row[at + gone_end - first :])})
