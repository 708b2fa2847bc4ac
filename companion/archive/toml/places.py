"""Places in a TOML text: which lines belong together, and how a piece is cut out and put back.

A *segment* is a header with what belongs to it: the blank lines directly before it, the comments
directly above it, and its body down to the end of the last key's paragraph. What stands between
two segments is loose and belongs to neither.

What is cut out is put back where the default would put it; where that is another place, the piece
is kept with a first line that says which: `2 after day`, the second line after that key.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from companion.archive.toml.lines import (
    KeyPath,
    Statement,
    find_body_start,
    find_comments,
    find_value_end,
    parse_children,
    parse_value,
)
from companion.archive.toml.render import CannotEdit, render_key

_PLACE = re.compile(r"(\d+) (?:after ([^\n]+)|from the top)\n")
_INSIDE = re.compile(r"(\d+) inside\n")


class EditResult(NamedTuple):
    """A text after an edit, and what has to be kept to take the edit back exactly.

    `was` is None where the value before is enough, "" where the key was not written at all, else
    the exact text to hand back as `raw`.
    """

    text: str
    was: str | None


class Segment(NamedTuple):
    """Numbers of statements: the first, the header (-1 at the top of a file), the last value (or
    the header where there is none), and the one past the end."""

    path: KeyPath
    first: int
    header: int
    last: int
    end: int


def find_segments(found: Sequence[Statement]) -> list[Segment]:
    """The segments of a file, the keys before any header first."""
    headers = [n for n, statement in enumerate(found) if statement.kind in ("table", "array")]
    firsts = [_find_segment_start(found, header) for header in headers] + [len(found)]
    made: list[Segment] = []
    bounds = [-1, *headers, len(found)]
    for number, header in enumerate(bounds[:-1]):
        last = bounds[number + 1] - 1
        while last > header and found[last].kind != "value":
            last -= 1
        end = last + 1
        while 0 < end < firsts[number] and found[end].kind == "comment":
            end += 1
        first = firsts[number - 1] if number else 0
        made.append(Segment(found[header].path if number else (), first, header, last, end))
    return made


def find_first_comment_above(found: Sequence[Statement], number: int) -> int:
    """The first of the comments that stand directly above a statement, or the statement itself."""
    while number and found[number - 1].kind == "comment":
        number -= 1
    return number


def _find_segment_start(found: Sequence[Statement], header: int) -> int:
    number = find_first_comment_above(found, header)
    while number and found[number - 1].kind == "blank":
        number -= 1
    return number


def find_offset(found: Sequence[Statement], number: int, text: str) -> int:
    """Where a statement begins, or the end of the text past the last one."""
    return found[number].start if number < len(found) else len(text)


def find_end_of_file(found: Sequence[Statement], text: str) -> int:
    """The end of the text, before its trailing blank lines."""
    written = [statement.end for statement in found if statement.kind != "blank"]
    return written[-1] if written else find_body_start(text)


def detect_newline(text: str) -> str:
    """The line ending a text uses: that of its first line."""
    at = text.find("\n")
    return "\r\n" if at > 0 and text[at - 1] == "\r" else "\n"


def find_span(text: str, found: Sequence[Statement], path: KeyPath) -> tuple[int, int] | None:
    """Where the value at a path stands, if it was written as a value; inside others too."""
    for kind, _, _, own, _, value, end in found if path else ():
        if kind == "value" and own == path[: len(own)]:
            return _find_inner_span(text, value, end, path[len(own) :])
    return None


def _find_inner_span(text: str, value: int, end: int, rest: KeyPath) -> tuple[int, int] | None:
    if not rest:
        return value, end
    if text[value] in "[{":
        for number, child in enumerate(parse_children(text, value)):
            keys: KeyPath = child.keys or (number,)
            if rest[: len(keys)] == keys:
                return _find_inner_span(text, child.value, child.end, rest[len(keys) :])
    return None


def list_block_ids(text: str, found: Sequence[Statement], array: str) -> list[object]:
    """The ids of an array's blocks in order, None where a block has none."""
    inline = find_span(text, found, (array,))
    if inline is not None:
        whole = parse_value(text[slice(*inline)])
        if not isinstance(whole, list):
            return []
        return [each.get("id") if isinstance(each, dict) else None for each in whole]
    ids: list[object] = []
    for statement in found:
        path = statement.path
        if not path or path[0] != array:
            continue
        if statement.kind == "array" and len(path) == 2:
            ids.append(None)
        elif statement.kind == "value" and path[1:] == (len(ids) - 1, "id"):
            ids[-1] = parse_value(text[statement.value : statement.value_end])
    return ids


def insert_lines(text: str, at: int, lines: Sequence[str], *, apart: bool = False) -> str:
    """`text` with lines put in at the offset where one begins; `apart` leaves one blank line
    before them, unless they come first of all. A missing last newline stays missing."""
    end = detect_newline(text)
    piece = "".join(f"{line}{end}" for line in lines)
    started = at > find_body_start(text)
    if apart and started:
        piece = end + piece
    if started and text[at - 1] != "\n":
        piece = end + piece.removesuffix(end)
    return text[:at] + piece + text[at:]


def cut_lines(text: str, start: int, end: int) -> tuple[str, str]:
    """`text` without whole lines, and those lines. The last line of a text that lacks its last
    newline takes the newline before it along."""
    if end == len(text) and not text.endswith("\n") and start > find_body_start(text):
        start -= 2 if text[:start].endswith("\r\n") else 1
    return text[:start] + text[end:], text[start:end]


def restore_lines(text: str, at: int, piece: str) -> str:
    """The opposite of `cut`. Nothing is glued together where the text has changed meanwhile."""
    end = detect_newline(text)
    if at > find_body_start(text) and text[at - 1] != "\n" and piece[0] not in "\r\n":
        piece = end + piece
    if at < len(text) and not piece.endswith("\n"):
        piece = piece.removeprefix("\r").removeprefix("\n") + end
    return text[:at] + piece + text[at:]


def cut_statement(text: str, statement: Statement) -> tuple[str, str]:
    """`text` without a key, and the lines it stood on. Its comments stay, on lines of their own."""
    left = render_kept_comments(text[statement.start : statement.end])
    if not left:
        return cut_lines(text, statement.start, statement.end)
    lines = text[statement.start : statement.end]
    return text[: statement.start] + left + text[statement.end :], lines


def render_kept_comments(lines: str) -> str:
    """What stays when a key is cut: its comments, as lines."""
    indent = lines[: len(lines) - len(lines.lstrip(" \t"))]
    end = "\r\n" if "\r\n" in lines else "\n"
    kept = end.join(indent + comment for comment in find_comments(lines))
    if not kept or not lines.endswith("\n"):
        return kept
    return kept + ("\r\n" if lines.endswith("\r\n") else "\n")


def encode_place(count: int, after: str) -> str:
    """A place as the first line of a piece: so many lines after that one ("" the top)."""
    return f"{count} after {after}\n" if after else f"{count} from the top\n"


def decode_place(piece: str) -> tuple[int, str, str] | None:
    """The place a kept piece came from (lines, after which) and the piece itself."""
    found = _PLACE.match(piece)
    return (int(found[1]), found[2] or "", piece[found.end() :]) if found else None


def render_path(path: KeyPath) -> str:
    """A segment's path as a place names it: `clock`, `items.2`."""
    return ".".join(render_key(str(part)) for part in path)


# Inside one inline table or array, whose elements stand between commas.


def insert_element(text: str, at: int, number: int, element: str) -> str:
    """`text` with an element put in as the `number`th of what opens at `at`."""
    there = list(parse_children(text, at))
    if not there:
        place = find_value_end(text, at) - 1
        return text[:place] + element + text[place:]
    if number:
        place = there[min(number, len(there)) - 1].end
        return f"{text[:place]}, {element}{text[place:]}"
    return f"{text[: there[0].start]}{element}, {text[there[0].start :]}"


def cut_element(text: str, at: int, number: int) -> tuple[str, str]:
    """`text` without the `number`th element, and a piece that `put_element_back` understands."""
    there = list(parse_children(text, at))
    if number:
        start, end = there[number - 1].end, there[number].end
    else:
        start = there[0].start
        end = there[1].start if len(there) > 1 else find_value_end(text, at) - 1
    if find_comments(text, start, end):
        raise CannotEdit("there are comments inside the value, which would be lost")
    return text[:start] + text[end:], f"{number} inside\n{text[start:end]}"


def is_element_piece(piece: str) -> bool:
    """Whether a piece was cut out by `cut_element`."""
    return _INSIDE.match(piece) is not None


def restore_element(text: str, at: int, piece: str) -> str | None:
    """The opposite of `cut_element`; None where the piece no longer fits between the others."""
    found = _INSIDE.match(piece)
    if found is None:
        return None
    number, element = int(found[1]), piece[found.end() :]
    there = list(parse_children(text, at))
    if number > len(there) or (there and not number and not element.rstrip().endswith(",")):
        return None
    if number:
        place = there[number - 1].end
    else:
        place = there[0].start if there else find_value_end(text, at) - 1
    return text[:place] + element + text[place:]
