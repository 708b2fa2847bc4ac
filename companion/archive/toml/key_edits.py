"""Edits of the keys of one TOML text: every edit touches only the lines it must.

An edit keeps what a person wrote (comments, order, spacing, hexadecimal numbers, the byte order
mark, the line endings), and hands back what it takes to undo it to the byte: for any edits, undone
in reverse, the first text comes back. The lexer in `statements` finds the lines of a key;
`value_rendering_and_edits` changes what is written in them.

The edits do not look at what became of the file as a whole: read it back once, after all its
edits, before it is put on disk.
"""

from collections.abc import Sequence
from contextlib import suppress
from itertools import takewhile

from companion.archive.toml.addressed_edits import (
    Address,
    EditResult,
    Table,
    change_value_in_statement,
    encode_line_position,
    extract_comments_of_lines,
    find_addressed_table,
    parse_line_position,
    put_removed_lines_back,
    read_indent,
)
from companion.archive.toml.document import Document
from companion.archive.toml.statements import KeyPath, is_value, parse_statements, parse_value
from companion.archive.toml.value_rendering_and_edits import CannotEdit, render_key, render_value
from companion.campaign.changes import PlainData

EMPTY_TABLE = "the table was there, empty"
"""`was` of a key set in a table that held none: undo takes the key out and leaves the header."""


def set_key(
    document: Document,
    address: Address,
    key: str,
    value: PlainData,
    order: Sequence[str],
    raw: str | None = None,
) -> EditResult:
    """A document with a key set in place, or put in where `order` wants it; its table too, if need
    be.

    `raw` is what an edit kept as `was`, to take that edit back: the exact text of the value, ""
    to take the key out, or the lines that `remove_key` cut. A value of None takes the key out.
    Raises CannotEdit.
    """
    table = find_addressed_table(document, address)
    path = (*table.path, key)
    statement = table.find_statement(path)
    if raw in ("", EMPTY_TABLE):
        value = None
    if statement is not None and (value is not None or statement.path != path):
        return change_value_in_statement(table, statement, path[len(statement.path) :], value, raw)
    if statement is not None:
        return _cut_key_out(table, address, key, order, with_table=raw == "")
    if value is None:
        return EditResult(document, "")
    was_empty = table.part.text.strip("\n") == _render_table_header(table)
    return EditResult(_insert_key(table, key, value, order, raw), EMPTY_TABLE if was_empty else "")


def remove_key(document: Document, address: Address, key: str, order: Sequence[str]) -> EditResult:
    """A document without a key. The comments beside it stay, on lines of their own.

    `order` is that which `set_key` will be given to take this back: where the value alone is enough
    for it, `was` is None. Raises CannotEdit.
    """
    table = find_addressed_table(document, address)
    if table.find_statement((*table.path, key)) is None:
        raise CannotEdit(f"there is no `{key}` to take out")
    return set_key(document, address, key, None, order)


def _cut_key_out(
    table: Table, address: Address, key: str, order: Sequence[str], *, with_table: bool
) -> EditResult:
    """A document without the lines of a key, whose comments stay, and the least that `set_key`
    needs to give them back. With `with_table` the header goes too, where all that stands there is
    what `_insert_key` writes when the table is missing."""
    document, text, path = table.document, table.part.text, (*table.path, key)
    found = parse_statements(text)
    own = next(n for n, each in enumerate(found) if each.path == path)
    start, end = found[own].start, found[own].end
    lines = text[start:end]
    if (
        with_table
        and table.number
        and text.strip("\n") == f"{_render_table_header(table)}\n{lines}"[:-1]
    ):
        above = document.parts[table.number - 1]
        left = document.replace_parts(
            table.number - 1, table.number + 1, above.text + above.loose + table.part.loose
        )
    else:
        left = table.replace_part_text(text[:start] + extract_comments_of_lines(lines) + text[end:])
    before = next((n for n in reversed(range(own)) if found[n].path), -1)
    piece = encode_line_position(own - before - 1, found[before].key if before >= 0 else "") + lines
    written = table.get_value_text(found[own])
    rest = find_addressed_table(left, address)
    for was in (None, written, piece):
        with suppress(TypeError):  # a date cannot be written anew
            if _insert_key(rest, key, parse_value(written), order, was).text == document.text:
                return EditResult(left, was)
    raise CannotEdit(f"`{key}` could not be put back as it stands")


def _insert_key(
    table: Table, key: str, value: PlainData, order: Sequence[str], raw: str | None
) -> Document:
    """A document with a key that was not there: where it was cut out, or where `order` wants it."""
    document, part, path = table.document, table.part, (*table.path, key)
    _require_no_table_of_key(table, path)
    if raw and (place := parse_line_position(raw)):
        count, after, piece = place
        lines = document.convert_to_whole_lines(piece)
        if any((*table.header_path, *each.path) == path for each in parse_statements(lines)):
            return put_removed_lines_back(document, table.number, after, count, lines)
    written = document.convert_line_endings(raw) if raw and is_value(raw) else render_value(value)
    found = parse_statements(part.text)
    depth = len(table.path)
    body = [each for each in found if each.kind == "value" and each.path[:depth] == table.path]
    if table.path != table.header_path and not body:
        return _insert_table(table, f"{render_key(key)} = {written}\n")
    rank = _count_keys_before([str(each.path[depth]) for each in body], key, order)
    like = body[max(0, rank - 1)] if body else next((each for each in found if each.path), None)
    at = like.end if like else len(part.text)
    if like and body and not rank:  # above the first key and its comments
        number = found.index(like)
        while number and found[number - 1].kind == "comment":
            number -= 1
        at = found[number].start
    indent = read_indent(part.text[like.start :]) if like else ""
    line = f"{indent}{_render_key_path(path[len(table.header_path) :])} = {written}\n"
    return table.replace_part_text(part.text[:at] + line + part.text[at:])


def _require_no_table_of_key(table: Table, path: KeyPath) -> None:
    """Raises CannotEdit where a key is there as a table of its own, with a header or dotted."""
    parts = table.document.parts
    keys = tuple(name for name in path if isinstance(name, str))
    if table.part.block:
        own = f"{path[0]}/"
        behind = parts[table.number + 1 :]
        parts = list(takewhile(lambda each: not each.block.startswith(own), behind))
    if any(part.keys[: len(keys)] == keys for part in parts) or any(
        each.path[: len(path)] == path for each in parse_statements(table.part.text)
    ):
        raise CannotEdit(f"`{path[-1]}` is written as a table of its own")


def _insert_table(table: Table, line: str) -> Document:
    """A document with a table that was not there, and its first line: after the last plain table,
    before the first array of tables."""
    if any(isinstance(key, int) for key in table.path):
        raise CannotEdit(f"there is no `{_render_key_path(table.path)}`")
    document = table.document
    arrays = {part.keys[0] for part in document.parts if part.block}
    number = max(
        n for n, part in enumerate(document.parts) if not (part.keys and part.keys[0] in arrays)
    )
    text, loose = document.parts[number][:2]
    apart = "\n" if text else ""
    new = f"{text}{apart}{_render_table_header(table)}\n{line}{loose}"
    return document.replace_parts(number, number + 1, new)


def _count_keys_before(there: Sequence[str], key: str, order: Sequence[str]) -> int:
    """How many of the keys present a new one comes after: it follows the last present of those
    before it in `order`; a key `order` does not know comes last."""
    if key not in order:
        return len(there)
    earlier = order[: order.index(key)]
    present = [name for name in earlier if name in there]
    return len(there) - there[::-1].index(present[-1]) if present else 0


def _render_table_header(table: Table) -> str:
    return f"[{_render_key_path(table.path)}]"


def _render_key_path(path: KeyPath) -> str:
    return ".".join(render_key(str(key)) for key in path)
