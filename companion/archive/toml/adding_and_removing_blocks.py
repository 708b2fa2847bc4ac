"""Adds, removes and restores whole blocks of an array of tables (`[[items]]`) in a TOML text."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from companion.archive.toml.addressed_edits import (
    EditResult,
    edit_value_in_statement,
    encode_line_position,
    find_addressed_table,
    find_inline_array,
    parse_line_position,
    put_removed_lines_back,
)
from companion.archive.toml.document import Document, join_document_parts
from companion.archive.toml.statements import parse_statements, parse_toml
from companion.archive.toml.value_rendering_and_edits import (
    CannotEdit,
    insert_written_elements,
    remove_written_element,
    render_block,
    render_value,
)
from companion.campaign.changes import PlainData


class RemovedBlock(NamedTuple):
    """A document without a block. `was` is the exact text to hand back to `add_block` as `raw`,
    None where the block's values are enough; `follows` is the id of the block before it, "" if it
    was the first (its position, as digits, where that one has no id)."""

    document: Document
    was: str | None
    follows: str


def add_block(
    document: Document,
    array: str,
    values: Mapping[str, PlainData],
    follows: str | None = None,
    raw: str | None = None,
) -> EditResult:
    """A document with a `[[array]]` block of these values, None left out: after the block named
    `follows`, before the first one for "", else after the last one; at the end of the file where
    there is none yet. `raw` is what `remove_block` kept, put back as it was.

    Taken back by `remove_block`, with `was`. Raises CannotEdit.
    """
    starts = document.list_blocks(array)
    if not starts and (inline := find_inline_array(document, array)):
        table, statement, ids = inline
        whole, at = table.get_value_text(statement), _find_insert_index(ids, follows)
        return edit_value_in_statement(
            table,
            statement,
            lambda: insert_written_elements(whole, at, [render_value(dict(values))]),
            raw,
            block=str(values.get("id", "")),
        )
    piece = None
    if raw is not None:
        place = parse_line_position(raw)
        piece = document.convert_to_whole_lines(place[2] if place else raw)
        if not _begins_with_block(piece, array):
            piece = None
        elif place and place[1] in (names := document.list_part_names()):
            return EditResult(
                put_removed_lines_back(document, names.index(place[1]), None, place[0], piece), None
            )
    number, above, below = _find_part_to_insert_in(document, array, follows)
    if piece is None:
        apart = "\n" if number or above else ""
        piece = apart + render_block(array, values)
    return EditResult(document.replace_parts(number, number + 1, above + piece + below), None)


def remove_block(
    document: Document,
    array: str,
    block_id: str | int,
    values: Mapping[str, PlainData] | None = None,
    raw: str | None = None,
) -> RemovedBlock:
    """A document without the block of that id (or position): the blank lines and the comments
    directly above its header, its body and its sub-tables. Comments that stand apart stay.

    `values` are those that `add_block` will be given to take this back, where they are not the
    file's own: a key may have been left out there. `raw` is what `add_block` kept, to take that
    back. Raises CannotEdit.
    """
    table = find_addressed_table(document, (array, block_id))
    if not table.part.block and (inline := find_inline_array(document, array)):
        at, whole = int(table.path[1]), table.get_value_text(inline.statement)
        done = edit_value_in_statement(
            table,
            inline.statement,
            lambda: remove_written_element(whole, at),
            raw,
            block=inline.ids[at],
        )
        return RemovedBlock(*done, _name_block(inline.ids, at - 1))
    start, end = table.number, document.find_block_end(table.number)
    at = document.list_blocks(array).index(start)
    follows = _name_block(document.list_ids(array), at - 1)
    above, last = document.parts[start - 1], document.parts[end - 1]
    text = join_document_parts(document.parts[start:end])
    piece = text[: len(text) - len(last.loose)]
    left = document.replace_parts(start - 1, end, above.text + above.loose + last.loose)
    lines = parse_statements(above.text + above.loose)
    count = next((n for n, each in enumerate(reversed(lines)) if each.path), len(lines))
    place = encode_line_position(count, document.list_part_names()[start - 1])
    given = values or parse_toml(piece)[array][0]
    for was in (None, piece, place + piece):
        with suppress(TypeError):  # what is not plain, a date say, cannot be written anew
            if add_block(left, array, given, follows, was).document.text == document.text:
                return RemovedBlock(left, was, follows)
    raise CannotEdit(f"a block of `{array}` could not be put back as it stands")


def _begins_with_block(piece: str, array: str) -> bool:
    """True for lines that begin with a block of this array."""
    try:
        return next(iter(parse_toml(piece)), "") == array
    except ValueError:
        return False


def _name_block(ids: Sequence[str], at: int) -> str:
    """The block at a position: its id, or the position where it has none."""
    return "" if at < 0 else ids[at] or str(at)


def _find_part_to_insert_in(
    document: Document, array: str, follows: str | None
) -> tuple[int, str, str]:
    """Where a new block goes: the number of a part, and its text before and behind the block."""
    starts = document.list_blocks(array)
    at = _find_insert_index(document.list_ids(array), follows)
    if not starts:
        number = len(document.parts) - 1
        text = document.parts[number].text + document.parts[number].loose
        end = text.find("\n", len(text.rstrip())) + 1 if text.strip() else 0
        return number, text[:end], text[end:]
    if not at:
        above = document.parts[starts[0] - 1]
        return starts[0] - 1, above.text + above.loose, ""
    number = document.find_block_end(starts[at - 1]) - 1
    return number, document.parts[number].text, document.parts[number].loose


def _find_insert_index(ids: Sequence[str], follows: str | None) -> int:
    """The position of a new block that follows the one so named."""
    if follows == "":
        return 0
    if follows in ids:
        return ids.index(follows) + 1
    return min(int(follows) + 1, len(ids)) if follows and follows.isdecimal() else len(ids)
