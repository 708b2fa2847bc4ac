"""Whole blocks of an array of tables (`[[items]]`): put in, cut out, put back as they were."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from companion.archive.toml_lines import Path, Statement, children, parsed, statements, value_of
from companion.archive.toml_places import (
    Edited,
    Segment,
    block_ids,
    cut,
    cut_element,
    described,
    end_of_file,
    label,
    offset,
    place_in,
    put_back,
    put_element,
    put_element_back,
    put_lines,
    segments,
    span_of,
    stood_inside,
)
from companion.archive.toml_values import CannotEdit, rendered, rendered_key, rendered_pair
from companion.campaign.changes import Plain


class Removed(NamedTuple):
    """A text without a block. `was` is the exact piece to hand back to `add_block` as `raw`, None
    where the block's values are enough; `follows` is the id of the block before it, "" if it was
    the first (its position, as digits, where that one has no id)."""

    text: str
    was: str | None
    follows: str


def add_block(
    text: str,
    array: str,
    values: Mapping[str, Plain],
    follows: str | None = None,
    raw: str | None = None,
) -> Edited:
    """`text` with a `[[array]]` block of these values, None left out: after the block named
    `follows`, before the first one for "", else after the last one; at the end of the file where
    there is none yet. `raw` is what `remove_block` kept, put back as it was.

    Taken back by `remove_block`. Raises CannotEdit.
    """
    found = statements(text)
    ids = block_ids(text, found, array)
    number = _number_after(ids, follows)
    inline = span_of(text, found, (array,))
    if inline is not None:
        if text[inline[0]] != "[":
            raise CannotEdit(f"`{array}` is written as one value")
        back = put_element_back(text, inline[0], raw) if raw else None
        return Edited(back or put_element(text, inline[0], number, rendered(dict(values))), None)
    there = segments(found)
    at = _default_place(text, found, there, array, number, len(ids))
    if raw and not stood_inside(raw):
        kept = place_in(raw)
        at = _recorded_place(text, found, there, raw, at)
        return Edited(put_back(text, at, kept[2] if kept else raw), None)
    lines = [rendered_pair(key, value) for key, value in values.items() if value is not None]
    lines.insert(0, f"[[{rendered_key(array)}]]")
    return Edited(put_lines(text, at, lines, apart=True), None)


def remove_block(
    text: str, array: str, block_id: str | int, values: Mapping[str, Plain] | None = None
) -> Removed:
    """`text` without the block of that id (or position): the blank lines and the comments directly
    above its header, its body and its sub-tables. Comments that stand apart stay.

    `values` are those that `add_block` will be given to take this back, where they are not the
    file's own: a key may have been left out there. Raises CannotEdit.
    """
    found = statements(text)
    ids = block_ids(text, found, array)
    number = index_of(ids, array, block_id)
    follows = _name(ids, number - 1) if number else ""
    inline = span_of(text, found, (array,))
    if inline is not None:
        element = list(children(text, inline[0]))[number]
        own: dict[str, Plain] = value_of(text[element.value : element.end])
        left, piece = cut_element(text, inline[0], number)
        pieces = [piece]
    else:
        there = segments(found)
        first, end = _block(there, (array, number))
        start = found[there[first].first].start
        left, piece = cut(text, start, found[there[end - 1].end - 1].end)
        own = parsed(piece)[array][0]
        before = there[first - 1]
        place = described(there[first].first - before.last - 1, label(before.path))
        pieces = [piece, place + piece]
    return Removed(left, _least(text, left, array, values or own, follows, pieces), follows)


def index_of(ids: Sequence[object], array: str, block_id: str | int) -> int:
    """The position of the block with that id, or at that position. Raises CannotEdit."""
    if isinstance(block_id, int) and 0 <= block_id < len(ids):
        return block_id
    if isinstance(block_id, str) and block_id in ids:
        return ids.index(block_id)
    raise CannotEdit(f"there is no block {block_id!r} in `{array}`")


def _least(
    text: str,
    left: str,
    array: str,
    values: Mapping[str, Plain],
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


def _name(ids: Sequence[object], number: int) -> str:
    held = ids[number]
    return held if isinstance(held, str) and held else str(number)


def _number_after(ids: Sequence[object], follows: str | None) -> int:
    """The position of a new block that follows the one so named."""
    if follows == "":
        return 0
    if follows is None:
        return len(ids)
    if follows in ids:
        return ids.index(follows) + 1
    return min(int(follows) + 1, len(ids)) if follows.isdecimal() else len(ids)


def _block(there: Sequence[Segment], path: Path) -> tuple[int, int]:
    """The run of segments a block and its sub-tables make up: the first, one past the last."""
    own = [n for n, segment in enumerate(there) if segment.path[: len(path)] == path]
    if not own or own[-1] - own[0] >= len(own):
        raise CannotEdit(f"the parts of `{label(path)}` stand apart from each other")
    return own[0], own[-1] + 1


def _default_place(
    text: str,
    found: Sequence[Statement],
    there: Sequence[Segment],
    array: str,
    number: int,
    count: int,
) -> int:
    if not count:
        return end_of_file(found, text)
    if not number:
        first, _ = _block(there, (array, 0))
        return offset(found, there[first].first, text)
    _, end = _block(there, (array, number - 1))
    return found[there[end - 1].end - 1].end


def _recorded_place(
    text: str, found: Sequence[Statement], there: Sequence[Segment], raw: str, default: int
) -> int:
    """Where the piece says it stood, if what it stood behind is still there."""
    kept = place_in(raw)
    if kept is None:
        return default
    count, after, _ = kept
    for number, segment in enumerate(there):
        if label(segment.path) == after:
            next_header = there[number + 1].header if number + 1 < len(there) else len(found)
            return offset(found, min(segment.last + 1 + count, next_header), text)
    return default
