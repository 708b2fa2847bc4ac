"""Where two people's evenings differ in one file: the marks that git leaves there.

A conflict is told by its lines and never by what stands in them, which may be secret; `check` alone
quotes both sides, to the Guide.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import tomli

from companion.archive.texts import MAX_BYTES
from companion.refusal import Problem
from companion.text import clean_text, clip_text

_MARKERS = ("<<<<<<<", "|||||||", "=======", ">>>>>>>")
_MARKER_LINE = re.compile(r"^([<|=>])\1{6}(?: ([^\r\n]*))?\r?$", re.MULTILINE)
_COMMIT_HASH = re.compile(r"[0-9a-f]{40}")
_MAX_NAME_LENGTH = 30
_MAX_QUOTED_LINES = 30
_MAX_LINE_LENGTH = 100


class Conflict(NamedTuple):
    """One conflict: the lines of its marks, from 1 (`base` is None where git did not write what
    stood there before), and what git calls the two sides."""

    ours: int
    base: int | None
    theirs: int
    end: int
    our_name: str
    their_name: str

    def describe(self) -> str:
        """The lines of each side, and what to do."""
        ours = _render_side(self.ours + 1, self.base or self.theirs, self.our_name or "above")
        theirs = _render_side(self.theirs + 1, self.end, self.their_name or "below")
        return f"two evenings differ: {ours} or {theirs}; keep one and delete the marks"


def find_conflicts(file: str, text: str) -> tuple[Problem, ...]:
    """Every conflict in the text of a campaign's file. A row of `=======` in a note is none."""
    found = _parse_conflicts(text)
    return tuple(Problem(clean_text(file), each.ours, "", each.describe()) for each in found)


def quote_conflicts(text: str) -> dict[int, tuple[str, ...]]:
    """The lines of each conflict as they stand, marks included, each behind its number; by the line
    that the conflict begins at."""
    if not has_conflict_markers(text):
        return {}
    lines = text.split("\n")
    return {each.ours: tuple(_quote_lines(lines, each)) for each in _parse_conflicts(text)}


def _quote_lines(lines: Sequence[str], conflict: Conflict) -> Iterator[str]:
    last = min(conflict.end, conflict.ours + _MAX_QUOTED_LINES - 1)
    for number in range(conflict.ours, last + 1):
        line = clip_text(clean_text(lines[number - 1]), _MAX_LINE_LENGTH)
        yield f"{number:>6}  {line}".rstrip()
    if last < conflict.end:
        yield f"        and {conflict.end - last:,} more lines"


def is_unresolved(text: str) -> bool:
    """True for a text in the midst of a merge: it has a conflict, or some of the marks are left in
    it and it is no TOML."""
    if not has_conflict_markers(text):
        return False
    if any(_parse_conflicts(text)) or len(text) > MAX_BYTES:
        return True
    try:
        tomli.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return True
    return False


def has_conflict_markers(text: str) -> bool:
    """True where a line of a text is like a mark of git's, whatever it is."""
    return any(mark in text for mark in _MARKERS) and _MARKER_LINE.search(text) is not None


def _parse_conflicts(text: str) -> Iterator[Conflict]:
    """The conflicts that have all their marks. Marks of other lengths stand inside of what git says
    was there before, and belong to it."""
    if not has_conflict_markers(text):
        return
    marks: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(text.split("\n"), 1):
        mark = _MARKER_LINE.match(line)
        if mark is None:
            continue
        letter, name = mark[1], mark[2] or ""
        if letter == "<":
            marks = {}
        elif "<" not in marks or (letter in "|=" and "=" in marks):
            continue
        marks[letter] = number, name
        if letter == ">" and "=" in marks:
            base = marks["|"][0] if "|" in marks else None
            yield Conflict(marks["<"][0], base, marks["="][0], number, marks["<"][1], name)
            marks = {}


def _render_side(first: int, after: int, name: str) -> str:
    """The lines of a side up to the mark `after` it, and its name, a commit by the beginning of its
    number."""
    lines = f"lines {first}-{after - 1}" if after - first > 1 else f"line {first}"
    shown = (
        name[:7] if _COMMIT_HASH.fullmatch(name) else clip_text(clean_text(name), _MAX_NAME_LENGTH)
    )
    return f"{lines if after > first else 'nothing'} ({shown})"
