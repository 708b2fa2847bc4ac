"""Places in a document: where an addressed table is, how lines are put back where they stood, and
how a value is changed in the statement that writes it.

A table is addressed by `()` for the top of the file, `("clock",)` for a table, `("items",
"torch-2")` for the block of an array of tables with that id, `("items", 3)` for the one at that
position.
"""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

from companion.archive.toml.document import Document, Part, join_parts
from companion.archive.toml.lines import (
    KeyPath,
    Statement,
    find_comments,
    parse_statements,
    parse_value,
)
from companion.archive.toml.render import CannotEdit, render_key
from companion.campaign.changes import PlainData

Address: TypeAlias = tuple[str | int, ...]

EMPTY_TABLE = "the table was there, empty"
"""`was` of a key set in a table that held none: undo takes the key out and leaves the header."""
WHOLE = "the whole value\n"
"""The first line of a `was` that is all of an inline table or array, of which a part changed."""
PLACE = re.compile(r"(\d+) (?:after ([^\n]+)|from the top)\n")
"""The first line of a `was` that tells where its lines stood: so many lines after that key, or
after the end of the part of that name."""
NO_LINES = re.compile(rf"{WHOLE}|\d+ inside\n")
"""The first line of a `was` that is no lines; in older journals an element of an inline value."""


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


def find_table(document: Document, address: Address) -> Table:
    """Where an addressed table is, or the nearest around it. Raises CannotEdit for a block that is
    not there."""
    if len(address) == 2:
        array, block = str(address[0]), address[1]
        if isinstance(block, str) and (at := document.find_block(f"{array}/{block}")) >= 0:
            return Table(document, at, (array, 0))
        if starts := document.list_blocks(array):
            at = _find_block_index(list_ids(document, starts), array, block)
            return Table(document, starts[at], (array, 0))
        if statement := find_inline_array(document, array):
            blocks = parse_value(Table(document, 0, ()).read_written(statement))
            return Table(
                document, 0, (array, _find_block_index(list_inline_ids(blocks), array, block))
            )
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


def find_inline_array(document: Document, array: str) -> Statement | None:
    """The statement that writes all blocks as one array; None where none does."""
    top = Table(document, 0, ())
    statement = top.find_statement((array,))
    if statement is not None and not top.read_written(statement).startswith("["):
        raise CannotEdit(f"`{array}` is written as one value")
    return statement


def list_ids(document: Document, starts: Sequence[int]) -> list[str]:
    return [document.parts[start].block.partition("/")[2] for start in starts]


def list_inline_ids(blocks: list[Any]) -> list[str]:
    return [str(each.get("id", "")) for each in blocks]


def rewrite_value(
    table: Table, statement: Statement, path: KeyPath, value: PlainData, raw: str | None
) -> tuple[Document, str]:
    """A document with the value at a path inside a statement's value changed, or written as `raw`,
    and the text that it had. Raises CannotEdit, naming the key."""
    from companion.archive.toml import values  # only a value that changes pays for tomlkit

    whole = table.read_written(statement)
    try:
        if raw is None:
            new = values.change_value(whole, path, value)
        else:
            new = values.replace_text(whole, path, table.document.convert_lines(raw))
        return table.replace_written(statement, new), values.find_text(whole, path)
    except (CannotEdit, TypeError) as error:  # a date beside it cannot be written anew
        name = "/".join(filter(None, (table.part.block, statement.key)))
        raise CannotEdit(f"`{name}`: {error}") from error


def change_inline(
    table: Table, statement: Statement, path: KeyPath, value: Any, raw: str | None, name: object
) -> EditResult:
    """A document with an inline table or array changed to this value; to the text that it had
    before, as `raw`, if no more than one key, or the element with one id, differs from that."""
    before = raw.removeprefix(WHOLE) if raw and raw.startswith(WHOLE) else None
    if before and _drop(parse_value(before), name) != _drop(value, name):
        before = None
    new, written = rewrite_value(table, statement, path, value, before)
    return EditResult(new, WHOLE + written)


def _drop(value: Any, name: object) -> object:  # an inline value as tomlkit or tomli gives it
    """An inline table without a key, or an array without the element of that id."""
    if isinstance(value, dict):
        return {key: inner for key, inner in value.items() if key != name}
    return [each for each in value if each.get("id") != name]


def insert_at(
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
    left = "" if after is None else render_comments(lines)
    behind = text[at:].removeprefix(left)
    return document.replace_parts(number, number + 2, text[:at] + lines + behind)


def encode_place(count: int, after: str) -> str:
    """A place as the first line of what is kept: so many lines after that key or part ("" the
    top)."""
    return f"{count} after {after}\n" if after else f"{count} from the top\n"


def render_comments(lines: str) -> str:
    """What stays of the lines of a key that goes: its comments, a line each."""
    return "".join(f"{read_indent(lines)}{comment}\n" for comment in find_comments(lines))


def is_value(raw: str) -> bool:
    """Whether what was kept is the text of a value."""
    return raw not in ("", EMPTY_TABLE) and not (PLACE.match(raw) or NO_LINES.match(raw))


def render_path(path: KeyPath) -> str:
    return ".".join(render_key(str(key)) for key in path)


def read_indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip(" \t"))]
