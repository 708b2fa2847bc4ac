"""Edits of one TOML text: every edit touches only the lines it must.

An edit keeps what a person wrote (comments, order, spacing, hexadecimal numbers, the byte order
mark, the line endings), and hands back what it takes to undo it to the byte: for any edits, undone
in reverse, the first text comes back. The scanner in `lines` finds the lines of a key or a block;
tomlkit changes the values in them (`values`).

A table is addressed by `()` for the top of the file, `("clock",)` for a table, `("items",
"torch-2")` for the block of an array of tables with that id, `("items", 3)` for the one at that
position.

The edits do not look at what became of the file as a whole: read it back once, after all its
edits, before it is put on disk.
"""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import takewhile
from typing import Any, NamedTuple, TypeAlias

from companion.archive.toml.document import Document, Part, join_parts
from companion.archive.toml.lines import (
    KeyPath,
    Statement,
    find_comments,
    parse_statements,
    parse_toml,
    parse_value,
)
from companion.archive.toml.render import (
    CannotEdit,
    is_canonical,
    render_block,
    render_key,
    render_value,
)
from companion.campaign.changes import PlainData

Address: TypeAlias = tuple[str | int, ...]

EMPTY_TABLE = "the table was there, empty"
"""`was` of a key set in a table that held none: undo takes the key out and leaves the header."""
_WHOLE = "the whole value\n"
"""The first line of a `was` that is all of an inline table or array, of which a part changed."""
_PLACE = re.compile(r"(\d+) (?:after ([^\n]+)|from the top)\n")
"""The first line of a `was` that tells where its lines stood: so many lines after that key, or
after the end of the part of that name."""
_NO_LINES = re.compile(rf"{_WHOLE}|\d+ inside\n")
"""The first line of a `was` that is no lines; in older journals an element of an inline value."""


class EditResult(NamedTuple):
    """A document after an edit, and what has to be kept to take the edit back exactly.

    `was` is None where the value before is enough, "" where the key was not written at all, else
    the exact text to hand back as `raw`.
    """

    document: Document
    was: str | None


class RemovedBlock(NamedTuple):
    """A document without a block. `was` is the exact text to hand back to `add_block` as `raw`,
    None where the block's values are enough; `follows` is the id of the block before it, "" if it
    was the first (its position, as digits, where that one has no id)."""

    document: Document
    was: str | None
    follows: str


class _Table(NamedTuple):
    """Where a table is: the number of a part, and the path of the table in its data."""

    document: Document
    number: int
    path: KeyPath

    @property
    def part(self) -> Part:
        return self.document.parts[self.number]

    def find_statement(self, path: KeyPath) -> Statement | None:
        """The statement that writes a value, or a value around it; None where there is none."""
        for each in parse_statements(self.part.text):
            if each.kind == "value" and each.path == path[: len(each.path)]:
                return each
        return None

    @property
    def own_path(self) -> KeyPath:
        """The path of the table that the part's header opens, in the part's data."""
        return (self.part.keys[0], 0) if self.part.block else self.part.keys

    def read_written(self, statement: Statement) -> str:
        """The text of the value that a statement writes."""
        return self.part.text[statement.value : statement.value_end]

    def replace_written(self, statement: Statement, written: str) -> Document:
        """The document with another value in a statement."""
        text = self.part.text
        return self.replace_text(text[: statement.value] + written + text[statement.value_end :])

    def replace_text(self, text: str) -> Document:
        """The document with another text of the part."""
        return self.document.replace_parts(self.number, self.number + 1, text + self.part.loose)


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
    table = _find_table(document, address)
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
    left, _ = _cut_line(_find_table(new, address), key, with_table=True)
    return EditResult(new, "" if left.text == document.text else EMPTY_TABLE)


def remove_key(document: Document, address: Address, key: str, order: Sequence[str]) -> EditResult:
    """A document without a key. The comments beside it stay, on lines of their own.

    `order` is that which `set_key` will be given to take this back: where the value alone is enough
    for it, `was` is None. Raises CannotEdit.
    """
    table = _find_table(document, address)
    statement = table.find_statement((*table.path, key))
    if statement is None:
        raise CannotEdit(f"there is no `{key}` to take out")
    if statement.path != (*table.path, key):
        return _set_inline_key(table, statement, key, None, None)
    return _take_key_out(table, address, key, order, with_table=False)


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
    if not starts and (statement := _find_inline_array(document, array)):
        top = _Table(document, 0, ())
        blocks: list[Any] = parse_value(top.read_written(statement))
        at = _find_insert_index(_list_inline_ids(blocks), follows)
        new = [*blocks[:at], dict(values), *blocks[at:]]
        return _change_inline(top, statement, (), new, raw, values.get("id"))
    if raw is None or _NO_LINES.match(raw):
        piece = None
    else:
        place = _PLACE.match(raw)
        piece = document.fit_piece(raw[place.end() :] if place else raw)
        if place and (place[2] or "") in (names := document.list_names()):
            number = names.index(place[2] or "")
            return EditResult(_insert_at(document, number, None, int(place[1]), piece), None)
    number, above, below = _find_insert_place(document, starts, follows)
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
    table = _find_table(document, (array, block_id))
    if not table.part.block:
        statement = _find_inline_array(document, array)
        assert statement is not None
        blocks: list[Any] = parse_value(table.read_written(statement))
        at, ids = int(table.path[1]), _list_inline_ids(blocks)
        del blocks[at]
        done = _change_inline(table, statement, (), blocks, raw, ids[at])
        return RemovedBlock(*done, _name_block(ids, at - 1))
    start, end = table.number, document.find_block_end(table.number)
    starts = document.list_blocks(array)
    follows = _name_block(_list_ids(document, starts), starts.index(start) - 1)
    above, (*_, last) = document.parts[start - 1], document.parts[start:end]
    text = join_parts(document.parts[start:end])
    piece = text[: len(text) - len(last.loose)]
    left = document.replace_parts(start - 1, end, above.text + above.loose + last.loose)
    own: Mapping[str, PlainData] = parse_toml(piece)[array][0]
    # What is not plain, a date say, cannot be written anew, and is kept as it stands.
    with suppress(TypeError):
        if add_block(left, array, values or own, follows).document.text == document.text:
            return RemovedBlock(left, None, follows)
    if add_block(left, array, {}, follows, piece).document.text == document.text:
        return RemovedBlock(left, piece, follows)
    lines = parse_statements(above.text + above.loose)
    count = next((n for n, each in enumerate(reversed(lines)) if each.path), len(lines))
    was = _encode_place(count, document.list_names()[start - 1]) + piece
    if add_block(left, array, {}, follows, was).document.text == document.text:
        return RemovedBlock(left, was, follows)
    raise CannotEdit(f"a block of `{array}` could not be put back as it stands")


def _find_table(document: Document, address: Address) -> _Table:
    """Where an addressed table is, or the nearest around it. Raises CannotEdit for a block that is
    not there."""
    if len(address) == 2:
        array, block = str(address[0]), address[1]
        if starts := document.list_blocks(array):
            at = _find_block_index(_list_ids(document, starts), array, block)
            return _Table(document, starts[at], (array, 0))
        if statement := _find_inline_array(document, array):
            blocks = parse_value(_Table(document, 0, ()).read_written(statement))
            return _Table(
                document, 0, (array, _find_block_index(_list_inline_ids(blocks), array, block))
            )
        if isinstance(block, int):
            raise CannotEdit(f"there is no block {block} in `{array}`")
    around = [
        (len(part.keys), number)
        for number, part in enumerate(document.parts)
        if not part.block and part.keys == address[: len(part.keys)]
    ]
    return _Table(document, max(around)[1], address)


def _list_ids(document: Document, starts: Sequence[int]) -> list[str]:
    return [document.parts[start].block.partition("/")[2] for start in starts]


def _find_block_index(ids: Sequence[object], array: str, block: str | int) -> int:
    """The position of the block with that id, or at that position."""
    if isinstance(block, int) and 0 <= block < len(ids):
        return block
    if block in ids:
        return ids.index(block)
    raise CannotEdit(f"there is no block {block!r} in `{array}`")


def _name_block(ids: Sequence[str], at: int) -> str:
    """The block at a position: its id, or the position where it has none."""
    return "" if at < 0 else ids[at] or str(at)


def _find_insert_place(
    document: Document, starts: Sequence[int], follows: str | None
) -> tuple[int, str, str]:
    """Where a new block goes: the number of a part, and its text before and behind the block."""
    at = _find_insert_index(_list_ids(document, starts), follows)
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


def _take_key_out(
    table: _Table, address: Address, key: str, order: Sequence[str], *, with_table: bool
) -> EditResult:
    """A document without a line, and the least that `set_key` needs to give its key back."""
    left, piece = _cut_line(table, key, with_table=with_table)
    statement = table.find_statement((*table.path, key))
    assert statement is not None
    written = table.read_written(statement)
    value: PlainData = parse_value(written)
    rest = _find_table(left, address)
    for was in (*([None] if is_canonical(written) else []), written, piece):
        if _insert_line(rest, key, value, order, was).text == table.document.text:
            return EditResult(left, was)
    raise CannotEdit(f"`{key}` could not be put back as it stands")


def _change_value(
    table: _Table, statement: Statement, path: KeyPath, value: PlainData, raw: str | None
) -> EditResult:
    """A document with the value at a path inside a statement's value changed where it stands, or
    written as `raw` if that is a value."""
    new, written = _rewrite(table, statement, path, value, raw if raw and _is_value(raw) else None)
    return EditResult(new, None if is_canonical(written) else written)


def _rewrite(
    table: _Table, statement: Statement, path: KeyPath, value: PlainData, raw: str | None
) -> tuple[Document, str]:
    """A document with such a value changed, and the text that the value had."""
    from companion.archive.toml import values  # only a value that changes pays for tomlkit

    whole = table.read_written(statement)
    if raw is None:
        new = values.change_value(whole, path, value)
    else:
        new = values.replace_text(whole, path, table.document.convert_lines(raw))
    return table.replace_written(statement, new), values.find_text(whole, path)


def _set_inline_key(
    table: _Table, statement: Statement, key: str, value: PlainData, raw: str | None
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
    elif key in holder and value is not None and not (raw and raw.startswith(_WHOLE)):
        return _change_value(table, statement, (*path, key), value, raw)
    if key not in holder and value is None:
        return EditResult(table.document, "")
    return _change_inline(table, statement, path, {**holder, key: value}, raw, key)


def _change_inline(
    table: _Table, statement: Statement, path: KeyPath, value: Any, raw: str | None, name: object
) -> EditResult:
    """A document with an inline table or array changed to this value; to the text that it had
    before, as `raw`, if no more than one key, or the element with one id, differs from that."""
    before = raw.removeprefix(_WHOLE) if raw and raw.startswith(_WHOLE) else None
    if before and _drop(parse_value(before), name) != _drop(value, name):
        before = None
    new, written = _rewrite(table, statement, path, value, before)
    return EditResult(new, _WHOLE + written)


def _drop(value: Any, name: object) -> object:  # an inline value as tomlkit or tomli gives it
    """An inline table without a key, or an array without the element of that id."""
    if isinstance(value, dict):
        return {key: inner for key, inner in value.items() if key != name}
    return [each for each in value if each.get("id") != name]


def _find_inline_array(document: Document, array: str) -> Statement | None:
    """The statement that writes all blocks as one array; None where none does."""
    top = _Table(document, 0, ())
    statement = top.find_statement((array,))
    if statement is not None and not top.read_written(statement).startswith("["):
        raise CannotEdit(f"`{array}` is written as one value")
    return statement


def _list_inline_ids(blocks: list[Any]) -> list[str]:
    return [str(each.get("id", "")) for each in blocks]


def _cut_line(table: _Table, key: str, *, with_table: bool = False) -> tuple[Document, str]:
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
    left = text[: found[own].start] + _render_comments(lines) + text[found[own].end :]
    return table.replace_text(left), _encode_place(own - before - 1, after) + lines


def _render_table_of(table: _Table, lines: str) -> str:
    """A table as it is written when its first key is set."""
    return f"[{_render_path(table.path)}]\n{lines}".removesuffix("\n")


def _render_comments(lines: str) -> str:
    """What stays of the lines of a key that goes: its comments, a line each."""
    return "".join(f"{_read_indent(lines)}{comment}\n" for comment in find_comments(lines))


def _insert_line(
    table: _Table, key: str, value: PlainData, order: Sequence[str], raw: str | None
) -> Document:
    """A document with a key that was not there, where it was cut out or where `order` wants it."""
    document, part, path = table.document, table.part, (*table.path, key)
    _require_free(table, path)
    if raw and (place := _PLACE.match(raw)):
        lines = document.fit_piece(raw[place.end() :])
        if any((*table.own_path, *each.path) == path for each in parse_statements(lines)):
            return _insert_at(document, table.number, place[2] or "", int(place[1]), lines)
    written = document.convert_lines(raw) if raw and _is_value(raw) else render_value(value)
    found = parse_statements(part.text)
    depth = len(table.path)
    body = [each for each in found if each.kind == "value" and each.path[:depth] == table.path]
    if table.path != table.own_path and not body:
        if any(isinstance(key, int) for key in table.path):
            raise CannotEdit(f"there is no `{_render_path(table.path)}`")
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
    indent = _read_indent(part.text[like.start :]) if like else ""
    line = f"{indent}{_render_path(path[len(table.own_path) :])} = {written}\n"
    return table.replace_text(part.text[:at] + line + part.text[at:])


def _require_free(table: _Table, path: KeyPath) -> None:
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


def _insert_table(table: _Table, line: str) -> Document:
    """A document with a table that was not there, and its first line: after the last plain table,
    before the first array of tables."""
    document = table.document
    arrays = {part.keys[0] for part in document.parts if part.block}
    number = max(
        n for n, part in enumerate(document.parts) if not (part.keys and part.keys[0] in arrays)
    )
    text, loose = document.parts[number][:2]
    apart = "\n" if text else ""
    new = f"{text}{apart}[{_render_path(table.path)}]\n{line}{loose}"
    return document.replace_parts(number, number + 1, new)


def _insert_at(
    document: Document, number: int, after: str | None, count: int, lines: str
) -> Document:
    """A document with lines put back where they stood in a part: so many lines behind the key that
    is written so ("" for the header); where it is None, behind the last key."""
    text = join_parts(document.parts[number : number + 2])
    found = parse_statements(text)
    headers = [n for n, each in enumerate(found) if each.kind in ("table", "array")]
    own = headers.pop(0) if number else -1
    end = headers[0] if headers else len(found)
    anchor = own
    for n in range(own + 1, end):
        if found[n].key and after in (None, found[n].key):
            anchor = n
    at = found[n].start if (n := min(anchor + 1 + count, end)) < len(found) else len(text)
    left = "" if after is None else _render_comments(lines)
    behind = text[at:].removeprefix(left)
    return document.replace_parts(number, number + 2, text[:at] + lines + behind)


def _rank_key(there: Sequence[str], key: str, order: Sequence[str]) -> int:
    """How many of the keys present a new one comes after: it follows the last present of those
    before it in `order`; a key `order` does not know comes last."""
    if key not in order:
        return len(there)
    for earlier in reversed(order[: order.index(key)]):
        if earlier in there:
            return len(there) - list(reversed(there)).index(earlier)
    return 0


def _is_value(raw: str) -> bool:
    """Whether what was kept is the text of a value."""
    return raw not in ("", EMPTY_TABLE) and not (_PLACE.match(raw) or _NO_LINES.match(raw))


def _encode_place(count: int, after: str) -> str:
    """A place as the first line of what is kept: so many lines after that key or part ("" the
    top)."""
    return f"{count} after {after}\n" if after else f"{count} from the top\n"


def _render_path(path: KeyPath) -> str:
    return ".".join(render_key(str(key)) for key in path)


def _read_indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip(" \t"))]
