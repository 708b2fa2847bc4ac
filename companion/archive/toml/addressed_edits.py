"""Addresses of tables in a document: finds the table, changes a value inside the statement that
writes it, and puts removed lines back where they stood.

A table is addressed by `()` for the top of the file, `("clock",)` for a table, `("items",
"torch-2")` for the block of an array of tables with that id, `("items", 3)` for the one at that
position.
"""

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, TypeAlias

from companion.archive.toml.document import Document, Part, join_document_parts
from companion.archive.toml.statements import (
    KeyPath,
    Statement,
    find_comments,
    is_value,
    parse_statements,
    parse_value,
)
from companion.archive.toml.value_rendering_and_edits import (
    CannotEdit,
    change_written_value,
    encode_splice,
    find_value_span,
    is_canonically_written,
    restore_spliced_text,
)
from companion.campaign.changes import PlainData

Address: TypeAlias = tuple[str | int, ...]

_PLACE = re.compile(r"(\d{1,9}) (?:after ([^\n]+)|from the top)\n")


class EditResult(NamedTuple):
    """A document after an edit, and what has to be kept to take the edit back exactly.

    `was` is None where the value before is enough, "" where the key was not written at all, else
    the exact text to hand back as `raw`.
    """

    document: Document
    was: str | None


class Table(NamedTuple):
    """Where a table is: the number of a part, and the path of the table in its data."""

    document: Document
    number: int
    path: KeyPath

    @property
    def part(self) -> Part:
        """The part of the document that writes this table."""
        return self.document.parts[self.number]

    @property
    def header_path(self) -> KeyPath:
        """The path of the table that the part's header opens, in the part's data."""
        return (self.part.keys[0], 0) if self.part.block else self.part.keys

    def find_statement(self, path: KeyPath) -> Statement | None:
        """The statement that writes a value, or a value around it; None where there is none."""
        for each in parse_statements(self.part.text):
            if each.kind == "value" and each.path == path[: len(each.path)]:
                return each
        return None

    def get_value_text(self, statement: Statement) -> str:
        """The text of the value that a statement writes."""
        return self.part.text[statement.value : statement.value_end]

    def replace_value_text(self, statement: Statement, written: str) -> Document:
        """The document with another value in a statement."""
        text = self.part.text
        return self.replace_part_text(
            text[: statement.value] + written + text[statement.value_end :]
        )

    def replace_part_text(self, text: str) -> Document:
        """The document with another text of the part."""
        return self.document.replace_parts(self.number, self.number + 1, text + self.part.loose)


class InlineArray(NamedTuple):
    """The one statement that writes all blocks of an array, and their ids."""

    table: Table
    statement: Statement
    ids: list[str]


def find_inline_array(document: Document, array: str) -> InlineArray | None:
    """The array where it is written as one value; None where it is not."""
    top = Table(document, 0, ())
    statement = top.find_statement((array,))
    if statement is None or not (written := top.get_value_text(statement)).startswith("["):
        return None
    return InlineArray(top, statement, [str(each.get("id", "")) for each in parse_value(written)])


def find_addressed_table(document: Document, address: Address) -> Table:
    """Where an addressed table is, or the nearest around it. Raises CannotEdit for a block that is
    not there."""
    if len(address) == 2:
        array, block = str(address[0]), address[1]
        if isinstance(block, str) and (at := document.find_block(f"{array}/{block}")) >= 0:
            return Table(document, at, (array, 0))
        if starts := document.list_blocks(array):
            at = _find_block_index(document.list_ids(array), array, block)
            return Table(document, starts[at], (array, 0))
        if inline := find_inline_array(document, array):
            return Table(document, 0, (array, _find_block_index(inline.ids, array, block)))
        if isinstance(block, int):
            raise CannotEdit(f"there is no block {block} in `{array}`")
    around = [
        (len(part.keys), number)
        for number, part in enumerate(document.parts)
        if not part.block and part.keys == address[: len(part.keys)]
    ]
    return Table(document, max(around)[1], address)


def _find_block_index(ids: Sequence[object], array: str, block: str | int) -> int:
    """The position of the block with that id, or at that position."""
    if isinstance(block, int) and 0 <= block < len(ids):
        return block
    if block in ids:
        return ids.index(block)
    raise CannotEdit(f"there is no block {block!r} in `{array}`")


def change_value_in_statement(
    table: Table, statement: Statement, path: KeyPath, value: PlainData, raw: str | None
) -> EditResult:
    """A document with the value at a path inside a statement's value set, or taken out where it is
    None. Raises CannotEdit, naming the key."""
    whole = table.get_value_text(statement)
    span = find_value_span(whole, path)
    if span is None or value is None or (raw and restore_spliced_text(whole, raw)):
        return edit_value_in_statement(
            table, statement, lambda: change_written_value(whole, path, value), raw, path=path
        )
    start, end = span
    new = table.document.convert_line_endings(raw) if raw else ""
    if not is_value(new):
        new = _name_key_in_error(
            table, statement, lambda: change_written_value(whole[start:end], (), value)
        )
    document = table.replace_value_text(statement, whole[:start] + new + whole[end:])
    return EditResult(
        document, None if is_canonically_written(whole[start:end]) else whole[start:end]
    )


def edit_value_in_statement(
    table: Table,
    statement: Statement,
    edit: Callable[[], str],
    raw: str | None,
    *,
    block: str = "",
    path: KeyPath = (),
) -> EditResult:
    """A document with a statement's value edited, of which the pair at a `path` or a `block` is new
    or gone: as it was before, where `raw` tells that and nothing else differs (a pair that is left
    out has its default). Raises CannotEdit, naming the key."""
    whole = table.get_value_text(statement)
    new = _name_key_in_error(table, statement, edit)
    before = restore_spliced_text(whole, raw) if raw else ""
    if is_value(before):
        left_out = path if path and find_value_span(before, path) is None else ()
        if _read_other_values(before, block, left_out) == _read_other_values(new, block, left_out):
            new = before
    return EditResult(table.replace_value_text(statement, new), encode_splice(whole, new))


def _read_other_values(written: str, block: str, path: KeyPath) -> object:
    """What a written value means, without the block of an array that has this id, or the pair at a
    path."""
    found: object = parse_value(written)
    if block and isinstance(found, list):
        return [each for each in found if not isinstance(each, dict) or each.get("id") != block]
    if path:
        inner: Any = found
        with suppress(KeyError, IndexError, TypeError):
            for step in path[:-1]:
                inner = inner[step]
            if isinstance(inner, dict):
                inner.pop(path[-1], None)
    return found


def _name_key_in_error(table: Table, statement: Statement, edit: Callable[[], str]) -> str:
    try:
        return edit()
    except (CannotEdit, TypeError) as error:  # a date beside it cannot be written anew
        name = "/".join(filter(None, (table.part.block, statement.key)))
        raise CannotEdit(f"`{name}`: {error}") from error


def encode_line_position(count: int, after: str) -> str:
    """A place as the first line of what is kept: so many lines after that key or part ("" the
    top)."""
    return f"{count} after {after}\n" if after else f"{count} from the top\n"


def parse_line_position(piece: str) -> tuple[int, str, str] | None:
    """The place that a kept piece begins with, and its lines; None where it begins with none."""
    found = _PLACE.match(piece)
    return (int(found[1]), found[2] or "", piece[found.end() :]) if found else None


def put_removed_lines_back(
    document: Document, number: int, after: str | None, count: int, lines: str
) -> Document:
    """A document with lines put back where they stood in a part: so many lines behind the key that
    is written so ("" for the header); where it is None, behind the last key."""
    text = join_document_parts(document.parts[number : number + 2])
    found = parse_statements(text)
    headers = [n for n, each in enumerate(found) if each.kind in ("table", "array")]
    own = headers.pop(0) if number else -1
    end = headers[0] if headers else len(found)
    anchor = own
    for n in range(own + 1, end):
        if found[n].key and after in (None, found[n].key):
            anchor = n
    at = found[n].start if (n := min(anchor + 1 + count, end)) < len(found) else len(text)
    left = "" if after is None else extract_comments_of_lines(lines)
    behind = text[at:].removeprefix(left)
    return document.replace_parts(number, number + 2, text[:at] + lines + behind)


def extract_comments_of_lines(lines: str) -> str:
    """What stays of the lines of a key that goes: its comments, a line each."""
    return "".join(f"{read_indent(lines)}{comment}\n" for comment in find_comments(lines))


def read_indent(line: str) -> str:
    """The blanks and tabs that a line begins with."""
    return line[: len(line) - len(line.lstrip(" \t"))]
