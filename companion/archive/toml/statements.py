"""A small lexer for TOML that says where things stand: the line of each key, and where each
statement, value and comment begins and ends.

tomllib says what a file means but not where; this says where. It reads only text that tomllib has
accepted already, so it checks nothing: it only has to find the ends of things.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypeAlias

import tomli

from companion.refusal import Problem
from companion.text_cleaning import clean_text

KeyPath: TypeAlias = tuple[str | int, ...]
"""The way to a value in the parsed data: keys, and positions in arrays."""

StatementKind: TypeAlias = Literal["blank", "comment", "table", "array", "value"]

_MAX_DEPTH = 20
"""Keys on the way to a value; no file that means anything has more."""
_STRING = r'"""(?:\\.|[^\\])*?""""{0,2}|' r"'''.*?''''{0,2}|" r'"(?:[^"\\\n]|\\.)*"|' r"'[^'\n]*'"
_KEY_PART = re.compile(r'[A-Za-z0-9_-]+|"[^"\\\n]*(?:\\.[^"\\\n]*)*"|' r"'[^'\n]*'")
_DOT = re.compile(r"[ \t]*\.[ \t]*")
_EQUALS = re.compile(r"[ \t]*=[ \t]*")
_HEADER = re.compile(r"[ \t]*(\[\[?)[ \t]*")
# The lines nearly every file is made of: a bare key and a value of one word or one-line string;
# a comment; nothing.
_SHORT = r"""(?:"[^"\\\n]*"|'[^'\n]*'|[^\s"'\[{\#][^\s\#]*)"""
_PAIR = rf"([A-Za-z0-9_-]+)[ \t]*=[ \t]*({_SHORT})[ \t]*(?:\#[^\n]*|\r)?"
_COMMON_LINE = re.compile(rf"[ \t]*(?:{_PAIR}|(\#)[^\n]*|\r?)(?:\n|\Z)")
_INDENT = re.compile(r"[ \t]*")
_REST_OF_LINE = re.compile(r"[^\n]*\n?")
_BETWEEN = re.compile(r"(?:[ \t\r\n,]+|#[^\n]*)*")
_TOKEN = re.compile(rf"(?s:{_STRING})|#[^\n]*|[\[\]{{}}]")
_SCALAR = re.compile(rf"(?s:{_STRING})|[^\s,\[\]{{}}#\"'=]+(?: \d\d:[^\s,\]}}#]+)?")


class Statement(NamedTuple):
    """One statement and the whole lines it stands on, newline and trailing comment included.

    Offsets count characters. `path` is the table a header opens or the value's own path, empty
    for blank lines and comments; `key` is the key of a value as it was written.
    """

    kind: StatementKind
    start: int
    end: int
    path: KeyPath = ()
    key: str = ""
    value: int = 0
    value_end: int = 0


class Member(NamedTuple):
    """An element of an array, or a pair of an inline table: its position, or its keys; and the
    offsets of its first character, its value, and the end of that."""

    path: KeyPath
    start: int
    value: int
    end: int


def find_start_after_byte_order_mark(text: str) -> int:
    """Where a text begins after its byte order mark, if it has one."""
    return 1 if text.startswith("\ufeff") else 0


def parse_toml(text: str) -> dict[str, Any]:
    """The data of a text that may begin with a byte order mark; raises tomli.TOMLDecodeError."""
    return tomli.loads(text[find_start_after_byte_order_mark(text) :])


@lru_cache(maxsize=8)
def parse_statements(text: str) -> tuple[Statement, ...]:
    """Every statement of a text in order; together they cover it all but a byte order mark.

    One edit asks for the same text again and again, so the last few answers are kept.
    """
    found: list[Statement] = []
    counts: dict[KeyPath, int] = {}
    table: KeyPath = ()
    at, length = find_start_after_byte_order_mark(text), len(text)
    while at < length:
        if line := _COMMON_LINE.match(text, at):
            if key := line[1]:
                value, stop = line.span(2)
                path = (*table, key)
                found.append(Statement("value", at, line.end(), path, key, value, stop))
            else:
                found.append(Statement("comment" if line[3] else "blank", at, line.end()))
        elif header := _HEADER.match(text, at):
            keys, stop = _parse_key(text, header.end())
            kind: StatementKind = "array" if header[1] == "[[" else "table"
            table = resolve_header_path(keys, kind == "array", counts)
            found.append(Statement(kind, at, _skip_pattern(_REST_OF_LINE, text, stop), table))
        else:
            found.append(_parse_statement(text, at, table))
        at = found[-1].end
    return tuple(found)


def _parse_statement(text: str, at: int, table: KeyPath) -> Statement:
    """The key and its value that begin on the line at offset `at`."""
    start = _skip_pattern(_INDENT, text, at)
    keys, key_end = _parse_key(text, start)
    value = _skip_pattern(_EQUALS, text, key_end)
    stop = find_value_end(text, value)
    end = _skip_pattern(_REST_OF_LINE, text, stop)
    return Statement("value", at, end, (*table, *keys), text[start:key_end], value, stop)


def find_comments(text: str) -> list[str]:
    """The comments of a text, which neither begins nor ends inside a string."""
    tokens = _TOKEN.findall(text)
    return [token.rstrip("\r") for token in tokens if token.startswith("#")]


def parse_value(
    written: str,
) -> Any:  # a TOML value may be a date, which no narrower type here holds
    """What a value means, from the text it was written with."""
    if written[0] == '"' and written[1] != '"' and "\\" not in written:
        return written[1:-1]
    return tomli.loads(f"v = {written}")["v"]


def is_value(written: str) -> bool:
    """True for the text of a single TOML value."""
    try:
        return tomli.loads(f"v = {written}").keys() == {"v"}
    except (ValueError, RecursionError):
        return False


def find_range_of_changed_elements(
    before: Sequence[object], after: Sequence[object]
) -> tuple[int, int, int]:
    """Where two lists of values begin to differ, types and all, and where that ends in each."""
    start = _count_equal_at_start(before, after)
    end = _count_equal_at_start(before[start:][::-1], after[start:][::-1])
    return start, len(before) - end, len(after) - end


def _count_equal_at_start(before: Sequence[object], after: Sequence[object]) -> int:
    alike = (repr(one) == repr(other) for one, other in zip(before, after, strict=False))
    return next((n for n, same in enumerate(alike) if not same), min(len(before), len(after)))


@lru_cache(maxsize=8)
def find_key_lines(text: str) -> Mapping[KeyPath, int]:
    """The line (from 1) of every key, table and block: `("items", 0, "burn")`, `("items", 0)`,
    `("clock",)`; tables nobody wrote a header for stand where their first key does. What is nested
    deeper than any file has it stands where what holds it does.

    Every problem of a file asks for the same text, so the last few answers are kept.
    """
    lines: dict[KeyPath, int] = {}
    line, counted = 1, 0
    for path, at in _find_key_offsets(text):
        line += text.count("\n", counted, at)
        counted = at
        for length in range(1, min(len(path), _MAX_DEPTH) + 1):
            lines.setdefault(path[:length], line)
    return MappingProxyType(lines)


def find_line_of_key(text: str, path: KeyPath) -> int:
    """The line a key stands on, or that of the table it is missing from; 0 for neither."""
    lines = find_key_lines(text)
    while path:
        if path in lines:
            return lines[path]
        path = path[:-1]
    return 1 if text else 0


def describe_key_path(path: KeyPath) -> str:
    """A key as people name it: `items[3].burn`, counted from 1."""
    parts = [f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in path]
    return "".join(parts).lstrip(".")


def make_value_problem(file: str, text: str, path: KeyPath, message: str) -> Problem:
    """What is wrong with the value at a path in the text of a file."""
    return Problem(clean_text(file), find_line_of_key(text, path), describe_key_path(path), message)


def _find_key_offsets(text: str) -> Iterator[tuple[KeyPath, int]]:
    """Paths and offsets in the order they stand in the text."""
    for statement in parse_statements(text):
        if statement.path:
            yield statement.path, statement.start
        if statement.kind == "value":
            yield from _find_inner_key_offsets(text, statement.value, statement.path)


def _find_inner_key_offsets(text: str, at: int, path: KeyPath) -> Iterator[tuple[KeyPath, int]]:
    for member in list_inline_elements(text, at) if len(path) < _MAX_DEPTH else ():
        inner = (*path, *member.path)
        yield inner, member.start
        yield from _find_inner_key_offsets(text, member.value, inner)


def list_inline_elements(text: str, at: int) -> Iterator[Member]:
    """What stands directly in the array or inline table that opens at an offset; nothing in another
    value."""
    if text[at] not in "[{":
        return
    is_table, number = text[at] == "{", 0
    at = _skip_pattern(_BETWEEN, text, at + 1)
    while text[at] not in "]}":
        keys, value = _parse_key(text, at) if is_table else ((number,), at)
        if is_table:
            value = _skip_pattern(_EQUALS, text, value)
        end = find_value_end(text, value)
        yield Member(keys, at, value, end)
        number += 1
        at = _skip_pattern(_BETWEEN, text, end)


def resolve_header_path(keys: tuple[str, ...], array: bool, counts: dict[KeyPath, int]) -> KeyPath:
    """The path a header opens; `counts` says how many blocks each array of tables has so far."""
    path: KeyPath = ()
    for key in keys[:-1] if array else keys:
        path = (*path, key)
        if path in counts:
            path = (*path, counts[path] - 1)
    if not array:
        return path
    path = (*path, keys[-1])
    number = counts.get(path, 0)
    counts[path] = number + 1
    return (*path, number)


def _parse_key(text: str, at: int) -> tuple[tuple[str, ...], int]:
    """A key, dotted or not, and where it ends."""
    parts: list[str] = []
    while True:
        end = _skip_pattern(_KEY_PART, text, at)
        part = text[at:end]
        parts.append(str(parse_value(part)) if part[0] in "\"'" else part)
        dot = _DOT.match(text, end)
        if dot is None:
            return tuple(parts), end
        at = dot.end()


def find_value_end(text: str, at: int) -> int:
    """Where the value that begins at offset `at` ends."""
    if text[at] not in "[{":
        return _skip_pattern(_SCALAR, text, at)
    depth = 0
    for token in _TOKEN.finditer(text, at):
        if token[0] in "[{":
            depth += 1
        elif token[0] in "]}":
            depth -= 1
            if not depth:
                return token.end()
    raise ValueError(f"no end to what opens at offset {at}")


def _skip_pattern(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    if found is None:
        raise ValueError(f"not TOML at offset {at}")
    return found.end()
