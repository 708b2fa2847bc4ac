"""Whole blocks of an array of tables (`[[items]]`): put in, cut out, put back as they were."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from companion.archive.toml.lines import (
    KeyPath,
    Statement,
    parse_children,
    parse_statements,
    parse_toml,
    parse_value,
)
from companion.archive.toml.places import (
    EditResult,
    Segment,
    cut_element,
    cut_lines,
    decode_place,
    encode_place,
    find_end_of_file,
    find_offset,
    find_segments,
    find_span,
    insert_element,
    insert_lines,
    is_element_piece,
    list_block_ids,
    render_path,
    restore_element,
    restore_lines,
)
from companion.archive.toml.render import CannotEdit, render_key, render_pair, render_value
from companion.campaign.changes import PlainData


class RemovedBlock(NamedTuple):
    """A text without a block. `was` is the exact piece to hand back to `add_block` as `raw`, None
    where the block's values are enough; `follows` is the id of the block before it, "" if it was
    the first (its position, as digits, where that one has no id)."""

    text: str
    was: str | None
    follows: str


def add_block(
    text: str,
    array: str,
    values: Mapping[str, PlainData],
    follows: str | None = None,
    raw: str | None = None,
) -> EditResult:
    """`text` with a `[[array]]` block of these values, None left out: after the block named
    `follows`, before the first one for "", else after the last one; at the end of the file where
    there is none yet. `raw` is what `remove_block` kept, put back as it was.

    Taken back by `remove_block`. Raises CannotEdit.
    """
    found = parse_statements(text)
    ids = list_block_ids(text, found, array)
    number = _find_insert_index(ids, follows)
    inline = find_span(text, found, (array,))
    if inline is not None:
        if text[inline[0]] != "[":
            raise CannotEdit(f"`{array}` is written as one value")
        back = restore_element(text, inline[0], raw) if raw else None
        return EditResult(
            back or insert_element(text, inline[0], number, render_value(dict(values))), None
        )
    there = find_segments(found)
    at = _find_default_offset(text, found, there, array, number, len(ids))
    if raw and not is_element_piece(raw):
        kept = decode_place(raw)
        at = _find_recorded_offset(text, found, there, raw, at)
        return EditResult(restore_lines(text, at, kept[2] if kept else raw), None)
    lines = [render_pair(key, value) for key, value in values.items() if value is not None]
    lines.insert(0, f"[[{render_key(array)}]]")
    return EditResult(insert_lines(text, at, lines, apart=True), None)


def remove_block(
    text: str, array: str, block_id: str | int, values: Mapping[str, PlainData] | None = None
) -> RemovedBlock:
    """`text` without the block of that id (or position): the blank lines and the comments directly
    above its header, its body and its sub-tables. Comments that stand apart stay.

    `values` are those that `add_block` will be given to take this back, where they are not the
    file's own: a key may have been left out there. Raises CannotEdit.
    """
    found = parse_statements(text)
    ids = list_block_ids(text, found, array)
    number = find_block_index(ids, array, block_id)
    follows = _name_block(ids, number - 1) if number else ""
    inline = find_span(text, found, (array,))
    if inline is not None:
        element = list(parse_children(text, inline[0]))[number]
        own: dict[str, PlainData] = parse_value(text[element.value : element.end])
        left, piece = cut_element(text, inline[0], number)
        pieces = [piece]
    else:
        there = find_segments(found)
        first, end = _find_block(there, (array, number))
        start = found[there[first].first].start
        left, piece = cut_lines(text, start, found[there[end - 1].end - 1].end)
        own = parse_toml(piece)[array][0]
        before = there[first - 1]
        place = encode_place(there[first].first - before.last - 1, render_path(before.path))
        pieces = [piece, place + piece]
    return RemovedBlock(
        left, _find_minimal_piece(text, left, array, values or own, follows, pieces), follows
    )


def find_block_index(ids: Sequence[object], array: str, block_id: str | int) -> int:
    """The position of the block with that id, or at that position. Raises CannotEdit."""
    if isinstance(block_id, int) and 0 <= block_id < len(ids):
        return block_id
    if isinstance(block_id, str) and block_id in ids:
        return ids.index(block_id)
    raise CannotEdit(f"there is no block {block_id!r} in `{array}`")


def _find_minimal_piece(
    text: str,
    left: str,
    array: str,
    values: Mapping[str, PlainData],
    follows: str,
    pieces: Sequence[str],
) -> str | None:
    """The least that has to be kept for `add_block` to give `text` back."""
    # What is not plain, a date say, cannot be written anew, and is kept as it stands.
    with suppress(TypeError):
        if add_block(left, array, values, follows).text == text:
            return None
    for piece in pieces:
        if add_block(left, array, {}, follows, piece).text == text:
            return piece
    raise CannotEdit(f"a block of `{array}` could not be put back as it stands")


def _name_block(ids: Sequence[object], number: int) -> str:
    held = ids[number]
    return held if isinstance(held, str) and held else str(number)


def _find_insert_index(ids: Sequence[object], follows: str | None) -> int:
    """The position of a new block that follows the one so named."""
    if follows == "":
        return 0
    if follows is None:
        return len(ids)
    if follows in ids:
        return ids.index(follows) + 1
    return min(int(follows) + 1, len(ids)) if follows.isdecimal() else len(ids)


def _find_block(there: Sequence[Segment], path: KeyPath) -> tuple[int, int]:
    """The run of segments a block and its sub-tables make up: the first, one past the last."""
    own = [n for n, segment in enumerate(there) if segment.path[: len(path)] == path]
    if not own or own[-1] - own[0] >= len(own):
        raise CannotEdit(f"the parts of `{render_path(path)}` stand apart from each other")
    return own[0], own[-1] + 1


def _find_default_offset(
    text: str,
    found: Sequence[Statement],
    there: Sequence[Segment],
    array: str,
    number: int,
    count: int,
) -> int:
    if not count:
        return find_end_of_file(found, text)
    if not number:
        first, _ = _find_block(there, (array, 0))
        return find_offset(found, there[first].first, text)
    _, end = _find_block(there, (array, number - 1))
    return found[there[end - 1].end - 1].end


def _find_recorded_offset(
    text: str, found: Sequence[Statement], there: Sequence[Segment], raw: str, default: int
) -> int:
    """Where the piece says it stood, if what it stood behind is still there."""
    kept = decode_place(raw)
    if kept is None:
        return default
    count, after, _ = kept
    for number, segment in enumerate(there):
        if render_path(segment.path) == after:
            next_header = there[number + 1].header if number + 1 < len(there) else len(found)
            return find_offset(found, min(segment.last + 1 + count, next_header), text)
    return default
