"""Surgery on the text of one TOML file: every edit touches only the lines it must.

An edit keeps what a person wrote (comments, order, spacing, hexadecimal numbers, the byte order
mark, the line endings), and hands back what it takes to undo it to the byte: for any edits, undone
in reverse, the first text comes back.

A table is addressed by `()` for the top of the file, `("clock",)` for a table, `("items",
"torch-2")` for the block of an array of tables with that id, `("items", 3)` for the one at that
position.

The edits do not look at what became of the file as a whole: read it back once, after all its
edits, before it is put on disk.
"""

from collections.abc import Sequence
from typing import TypeAlias

from companion.archive.toml.blocks import RemovedBlock, add_block, find_block_index, remove_block
from companion.archive.toml.lines import (
    KeyPath,
    Statement,
    parse_children,
    parse_statements,
    parse_value,
)
from companion.archive.toml.places import (
    EditResult,
    Segment,
    cut_element,
    cut_lines,
    cut_statement,
    decode_place,
    encode_place,
    find_end_of_file,
    find_first_comment_above,
    find_offset,
    find_segments,
    find_span,
    insert_element,
    insert_lines,
    is_element_piece,
    list_block_ids,
    render_kept_comments,
    render_path,
    restore_element,
    restore_lines,
)
from companion.archive.toml.render import (
    CannotEdit,
    is_canonical,
    render_file,
    render_key,
    render_value,
    rewrite_value,
)
from companion.campaign.changes import PlainData

__all__ = [
    "Address",
    "CannotEdit",
    "EditResult",
    "RemovedBlock",
    "add_block",
    "remove_block",
    "remove_key",
    "render_file",
    "set_key",
]

Address: TypeAlias = tuple[str | int, ...]

EMPTY_TABLE = "the table was there, empty"
"""`was` of a key set in a table that held none: undo takes the key out and leaves the header."""


def set_key(
    text: str,
    table: Address,
    key: str,
    value: PlainData,
    order: Sequence[str],
    raw: str | None = None,
) -> EditResult:
    """`text` with a key set in place, or put in where `order` wants it; its table too, if need be.

    `raw` is what an edit kept as `was`, to take that edit back: the exact text of the value, ""
    to take the key out, or the lines that `remove_key` cut. A value of None takes the key out.
    Raises CannotEdit.
    """
    found = parse_statements(text)
    path = _find_table_path(text, found, table)
    span = find_span(text, found, (*path, key))
    if raw in ("", EMPTY_TABLE) or (raw is None and value is None):
        if span is None:
            return EditResult(text, "")
        return _take_key_out(text, table, key, order, with_table=raw == "")
    if span is None:
        new = _insert_key(text, table, key, value, order, raw)
        left, _ = _cut_key(new, parse_statements(new), path, key, with_table=True)
        return EditResult(new, "" if left == text else EMPTY_TABLE)
    written = text[span[0] : span[1]]
    new = rewrite_value(written, value) if raw is None else raw
    kept = None if is_canonical(written) else written
    return EditResult(text[: span[0]] + new + text[span[1] :], kept)


def remove_key(text: str, table: Address, key: str, order: Sequence[str] = ()) -> EditResult:
    """`text` without a key. The comments beside it stay, on lines of their own.

    With the `order` that `set_key` will be given to take this back, `was` is None where the value
    alone is enough for it. Raises CannotEdit.
    """
    return _take_key_out(text, table, key, order, with_table=False)


def _find_table_path(text: str, found: Sequence[Statement], table: Address) -> KeyPath:
    """Where in the data an addressed table is."""
    if len(table) != 2:
        return table
    array, block = str(table[0]), table[1]
    ids = list_block_ids(text, found, array)
    return (array, find_block_index(ids, array, block)) if ids or isinstance(block, int) else table


def _take_key_out(
    text: str, table: Address, key: str, order: Sequence[str], *, with_table: bool
) -> EditResult:
    """A text without a key, and the least that `set_key` needs to give the key back."""
    found = parse_statements(text)
    path = _find_table_path(text, found, table)
    span = find_span(text, found, (*path, key))
    if span is None:
        raise CannotEdit(f"there is no `{key}` to take out")
    written = text[span[0] : span[1]]
    left, piece = _cut_key(text, found, path, key, with_table=with_table)
    if not order:
        return EditResult(left, piece)
    value: PlainData = parse_value(written)
    for kept in (*([None] if is_canonical(written) else []), written, piece):
        if _insert_key(left, table, key, value, order, kept) == text:
            return EditResult(left, kept)
    raise CannotEdit(f"`{key}` could not be put back as it stands")


def _cut_key(
    text: str, found: Sequence[Statement], path: KeyPath, key: str, *, with_table: bool
) -> tuple[str, str]:
    """`text` without a key, and the piece that was cut. With `with_table` the header goes too,
    where all that stands there is what `_put_line` writes when the table is missing."""
    inline = find_span(text, found, path)
    if inline is not None:
        for number, child in enumerate(parse_children(text, inline[0])):
            if child.keys == (key,):
                return cut_element(text, inline[0], number)
    own = next((n for n, each in enumerate(found) if each.path == (*path, key)), -1)
    if own < 0:
        raise CannotEdit(f"`{key}` is part of a dotted key inside another value")
    segment = next(each for each in reversed(find_segments(found)) if each.header < own)
    if with_table and path:
        first, last = found[segment.first], found[segment.end - 1]
        lines = text[first.start : last.end].replace("\r\n", "\n").strip("\n").split("\n")
        written = text[found[own].value : found[own].value_end]
        if lines == [_render_header(path), f"{render_key(key)} = {written}"]:
            return cut_lines(text, first.start, last.end)
    before = own - 1
    while before > segment.header and found[before].kind != "value":
        before -= 1
    after = found[before].key if before > segment.header else ""
    left, lines_cut = cut_statement(text, found[own])
    return left, encode_place(own - before - 1, after) + lines_cut


def _insert_key(
    text: str, table: Address, key: str, value: PlainData, order: Sequence[str], raw: str | None
) -> str:
    """`text` with a key that was not there, where it was cut out or where `order` wants it."""
    found = parse_statements(text)
    path = _find_table_path(text, found, table)
    inline = find_span(text, found, path)
    if raw is not None and (is_element_piece(raw) or decode_place(raw) is not None):
        if inline is not None:
            back = restore_element(text, inline[0], raw)
        else:
            back = _restore_key_line(text, found, (*path, key), raw)
        if back is not None:
            return back
        raw = None
    written = render_value(value) if raw is None else raw
    if inline is not None:
        return _insert_key_inline(text, inline, key, written, order)
    return _insert_key_line(text, found, (*path, key), written, order)


def _insert_key_inline(
    text: str, inline: tuple[int, int], key: str, written: str, order: Sequence[str]
) -> str:
    if text[inline[0]] != "{":
        raise CannotEdit(f"`{key}` cannot be put into what is no table")
    there = [child.keys[0] for child in parse_children(text, inline[0])]
    pair = f"{render_key(key)} = {written}"
    return insert_element(text, inline[0], _rank_key(there, key, order), pair)


def _insert_key_line(
    text: str, found: Sequence[Statement], path: KeyPath, written: str, order: Sequence[str]
) -> str:
    """`text` with a line for a key, in the table it belongs to; the table too where it is not."""
    table, key = path[:-1], str(path[-1])
    if any(each.path[: len(path)] == path for each in found):
        raise CannotEdit(f"`{key}` is written as a table of its own")
    there = find_segments(found)
    segment = _find_segment(there, table)
    body = _list_body(found, there, segment, table)
    if segment.path != table and not body:
        if any(isinstance(part, int) for part in table):
            raise CannotEdit(f"there is no `{render_path(table)}`")
        lines = [_render_header(table), f"{render_key(key)} = {written}"]
        return insert_lines(text, _find_table_offset(text, found, there), lines, apart=True)
    number = _rank_key([str(found[n].path[len(table)]) for n in body], key, order)
    if number:
        like = body[number - 1]
        at = found[like].end
    elif body:
        like = body[0]
        at = found[find_first_comment_above(found, like)].start
    else:
        like = segment.header
        at = found[like].end if like >= 0 else _find_top_end(text, found, there)
    indent = "" if like < 0 else _read_indent(text, found[like].start)
    name = render_path(path[len(segment.path) :])
    return insert_lines(text, at, [f"{indent}{name} = {written}"])


def _restore_key_line(text: str, found: Sequence[Statement], path: KeyPath, raw: str) -> str | None:
    """What `_cut` cut, put back where it stood; None where it would not mean the same there."""
    place = decode_place(raw)
    if place is None:
        return None
    count, after, lines = place
    there = find_segments(found)
    segment = _find_segment(there, path[:-1])
    if not any((*segment.path, *each.path) == path for each in parse_statements(lines)):
        return None
    end = _find_end_of_body(found, there, segment)
    anchor = segment.header
    for number in range(segment.header + 1, end):
        if after and found[number].key == after:
            anchor = number
    at = find_offset(found, min(anchor + 1 + count, end), text)
    left = render_kept_comments(lines)
    if left and text.startswith(left, at):
        return text[:at] + lines + text[at + len(left) :]
    return restore_lines(text, at, lines)


def _rank_key(there: Sequence[str], key: str, order: Sequence[str]) -> int:
    """How many of the keys present a new one comes after: it follows the last present of those
    before it in `order`; a key `order` does not know comes last."""
    if key not in order:
        return len(there)
    for earlier in reversed(order[: order.index(key)]):
        if earlier in there:
            return len(there) - list(reversed(there)).index(earlier)
    return 0


def _find_segment(there: Sequence[Segment], table: KeyPath) -> Segment:
    """The segment a table's keys stand in: its own, or the nearest around it."""
    around = [each for each in there if table[: len(each.path)] == each.path]
    return max(around, key=lambda each: len(each.path))


def _find_end_of_body(
    found: Sequence[Statement], there: Sequence[Segment], segment: Segment
) -> int:
    number = there.index(segment) + 1
    return there[number].header if number < len(there) else len(found)


def _list_body(
    found: Sequence[Statement], there: Sequence[Segment], segment: Segment, table: KeyPath
) -> list[int]:
    """The numbers of the statements that set keys of a table."""
    numbers = range(segment.header + 1, _find_end_of_body(found, there, segment))
    return [n for n in numbers if found[n].path and found[n].path[: len(table)] == table]


def _find_table_offset(text: str, found: Sequence[Statement], there: Sequence[Segment]) -> int:
    """After the last plain table, before the first array of tables."""
    arrays = {each.path[0] for each in found if each.kind == "array"}
    plain = [each for each in there[1:] if each.path[0] not in arrays]
    last = plain[-1] if plain else there[0]
    return found[last.end - 1].end if last.end else _find_top_end(text, found, there)


def _find_top_end(text: str, found: Sequence[Statement], there: Sequence[Segment]) -> int:
    """Where the first key of a file goes: below what heads the file, above its first header."""
    return found[there[1].first].start if len(there) > 1 else find_end_of_file(found, text)


def _render_header(table: KeyPath) -> str:
    return f"[{render_path(table)}]"


def _read_indent(text: str, at: int) -> str:
    return text[at : len(text) - len(text[at:].lstrip(" \t"))]
