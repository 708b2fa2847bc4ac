"""Edits of the keys of one TOML text: every edit touches only the lines it must.

An edit keeps what a person wrote (comments, order, spacing, hexadecimal numbers, the byte order
mark, the line endings), and hands back what it takes to undo it to the byte: for any edits, undone
in reverse, the first text comes back. The scanner in `lines` finds the lines of a key; tomlkit
changes the values in them (`values`).

The edits do not look at what became of the file as a whole: read it back once, after all its
edits, before it is put on disk.
"""

from collections.abc import Sequence
from itertools import takewhile

from companion.archive.toml.document import Document
from companion.archive.toml.lines import KeyPath, Statement, parse_statements, parse_value
from companion.archive.toml.places import (
    EMPTY_TABLE,
    PLACE,
    WHOLE,
    Address,
    EditResult,
    Table,
    change_inline,
    encode_place,
    find_table,
    insert_at,
    is_value,
    read_indent,
    render_comments,
    render_path,
    rewrite_value,
)
from companion.archive.toml.render import CannotEdit, is_canonical, render_key, render_value
from companion.campaign.changes import PlainData


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
    table = find_table(document, address)
    statement = table.find_statement((*table.path, key))
    is_there = statement is not None and statement.path == (*table.path, key)
    if statement is not None and not is_there:
        return _set_inline_key(table, statement, key, value, raw)
    if raw in ("", EMPTY_TABLE) or (raw is None and value is None):
        if not is_there:
            return EditResult(document, "")
        return _take_key_out(table, address, key, order, with_table=raw == "")
    if statement is not None:
        return _change_value(table, statement, (), value, raw)
    new = _insert_line(table, key, value, order, raw)
    left, _ = _cut_line(find_table(new, address), key, with_table=True)
    return EditResult(new, "" if left.text == document.text else EMPTY_TABLE)


def remove_key(document: Document, address: Address, key: str, order: Sequence[str]) -> EditResult:
    """A document without a key. The comments beside it stay, on lines of their own.

    `order` is that which `set_key` will be given to take this back: where the value alone is enough
    for it, `was` is None. Raises CannotEdit.
    """
    table = find_table(document, address)
    statement = table.find_statement((*table.path, key))
    if statement is None:
        raise CannotEdit(f"there is no `{key}` to take out")
    if statement.path != (*table.path, key):
        return _set_inline_key(table, statement, key, None, None)
    return _take_key_out(table, address, key, order, with_table=False)


def _take_key_out(
    table: Table, address: Address, key: str, order: Sequence[str], *, with_table: bool
) -> EditResult:
    """A document without a line, and the least that `set_key` needs to give its key back."""
    left, piece = _cut_line(table, key, with_table=with_table)
    statement = table.find_statement((*table.path, key))
    assert statement is not None
    written = table.read_written(statement)
    value: PlainData = parse_value(written)
    rest = find_table(left, address)
    for was in (*([None] if is_canonical(written) else []), written, piece):
        if _insert_line(rest, key, value, order, was).text == table.document.text:
            return EditResult(left, was)
    raise CannotEdit(f"`{key}` could not be put back as it stands")


def _change_value(
    table: Table, statement: Statement, path: KeyPath, value: PlainData, raw: str | None
) -> EditResult:
    """A document with the value at a path inside a statement's value changed where it stands, or
    written as `raw` if that is a value."""
    new, written = rewrite_value(
        table, statement, path, value, raw if raw and is_value(raw) else None
    )
    return EditResult(new, None if is_canonical(written) else written)


def _set_inline_key(
    table: Table, statement: Statement, key: str, value: PlainData, raw: str | None
) -> EditResult:
    """A document with a key of an inline table set, or taken out where its value is None."""
    path = table.path[len(statement.path) :]
    holder = parse_value(table.read_written(statement))
    try:
        for each in path:
            holder = holder[each]
    except (KeyError, IndexError, TypeError):
        raise CannotEdit(f"there is no table for `{key}`") from None
    if not isinstance(holder, dict):
        raise CannotEdit(f"`{key}` cannot be put into what is no table")
    if raw in ("", EMPTY_TABLE):
        value = None
    elif key in holder and value is not None and not (raw and raw.startswith(WHOLE)):
        return _change_value(table, statement, (*path, key), value, raw)
    if key not in holder and value is None:
        return EditResult(table.document, "")
    return change_inline(table, statement, path, {**holder, key: value}, raw, key)


def _cut_line(table: Table, key: str, *, with_table: bool = False) -> tuple[Document, str]:
    """A document without the lines of a key, whose comments stay, and those lines with their place.
    With `with_table` the header goes too, where all that stands there is what `_insert_line` writes
    when the table is missing."""
    text, path = table.part.text, (*table.path, key)
    found = parse_statements(text)
    own = next(n for n, each in enumerate(found) if each.path == path)
    lines = text[found[own].start : found[own].end]
    if with_table and table.number and text.strip("\n") == _render_table_of(table, lines):
        start, above = table.number - 1, table.document.parts[table.number - 1]
        left = above.text + above.loose + table.part.loose
        return table.document.replace_parts(start, table.number + 1, left), ""
    before = next((n for n in reversed(range(own)) if found[n].path), -1)
    after = found[before].key if before >= 0 else ""
    left = text[: found[own].start] + render_comments(lines) + text[found[own].end :]
    return table.replace_text(left), encode_place(own - before - 1, after) + lines


def _render_table_of(table: Table, lines: str) -> str:
    """A table as it is written when its first key is set."""
    return f"[{render_path(table.path)}]\n{lines}".removesuffix("\n")


def _insert_line(
    table: Table, key: str, value: PlainData, order: Sequence[str], raw: str | None
) -> Document:
    """A document with a key that was not there, where it was cut out or where `order` wants it."""
    document, part, path = table.document, table.part, (*table.path, key)
    _require_free(table, path)
    if raw and (place := PLACE.match(raw)):
        lines = document.fit_piece(raw[place.end() :])
        if any((*table.own_path, *each.path) == path for each in parse_statements(lines)):
            return insert_at(document, table.number, place[2] or "", int(place[1]), lines)
    written = document.convert_lines(raw) if raw and is_value(raw) else render_value(value)
    found = parse_statements(part.text)
    depth = len(table.path)
    body = [each for each in found if each.kind == "value" and each.path[:depth] == table.path]
    if table.path != table.own_path and not body:
        if any(isinstance(key, int) for key in table.path):
            raise CannotEdit(f"there is no `{render_path(table.path)}`")
        return _insert_table(table, f"{render_key(key)} = {written}\n")
    rank = _rank_key([str(each.path[depth]) for each in body], key, order)
    like = body[max(0, rank - 1)] if body else next((each for each in found if each.path), None)
    if like is None:
        at = len(part.text)
    elif rank or not body:
        at = like.end
    else:
        number = found.index(like)
        while number and found[number - 1].kind == "comment":
            number -= 1
        at = found[number].start
    indent = read_indent(part.text[like.start :]) if like else ""
    line = f"{indent}{render_path(path[len(table.own_path) :])} = {written}\n"
    return table.replace_text(part.text[:at] + line + part.text[at:])


def _require_free(table: Table, path: KeyPath) -> None:
    """Raises CannotEdit where a key is there as a table of its own, with a header or dotted."""
    parts = table.document.parts
    keys = tuple(key for key in path if isinstance(key, str))
    others = parts
    if table.part.block:
        own = f"{path[0]}/"
        others = list(
            takewhile(lambda each: not each.block.startswith(own), parts[table.number + 1 :])
        )
    if any(part.keys[: len(keys)] == keys for part in others) or any(
        each.path[: len(path)] == path for each in parse_statements(table.part.text)
    ):
        raise CannotEdit(f"`{path[-1]}` is written as a table of its own")


def _insert_table(table: Table, line: str) -> Document:
    """A document with a table that was not there, and its first line: after the last plain table,
    before the first array of tables."""
    document = table.document
    arrays = {part.keys[0] for part in document.parts if part.block}
    number = max(
        n for n, part in enumerate(document.parts) if not (part.keys and part.keys[0] in arrays)
    )
    text, loose = document.parts[number][:2]
    apart = "\n" if text else ""
    new = f"{text}{apart}[{render_path(table.path)}]\n{line}{loose}"
    return document.replace_parts(number, number + 1, new)


def _rank_key(there: Sequence[str], key: str, order: Sequence[str]) -> int:
    """How many of the keys present a new one comes after: it follows the last present of those
    before it in `order`; a key `order` does not know comes last."""
    if key not in order:
        return len(there)
    for earlier in reversed(order[: order.index(key)]):
        if earlier in there:
            return len(there) - list(reversed(there)).index(earlier)
    return 0
