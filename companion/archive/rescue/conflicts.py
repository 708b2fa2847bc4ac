"""Where two people's evenings differ in one file: the marks that git leaves there."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

import tomli

from companion.refusal import Problem
from companion.text import clean_text

SideName: TypeAlias = Literal["ours", "base", "theirs"]

_MAX_DESCRIBED = 100
"""Conflicts of one file that are told with both readings; of the others, how many they are."""

_MARKERS = ("<<<<<<<", "|||||||", "=======", ">>>>>>>")
_MARKER_START = re.compile(r"^(?:<{7}|\|{7}|={7}|>{7})(?: |\r?$)", re.MULTILINE)
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_MARKER_LINE = re.compile(r"([<|=>])\1{6}(?: (.*))?")


class Conflict(NamedTuple):
    """One conflict: the lines of its marks, from 0 (`base` only where git wrote what stood there
    before), and what git calls the two sides."""

    ours: int
    base: int | None
    theirs: int
    end: int
    our_name: str
    their_name: str

    def get_slice(self, which: SideName) -> slice:
        """The lines of one side; of what stood there before, none where git did not write it."""
        if which == "theirs":
            return slice(self.theirs + 1, self.end)
        before = self.theirs if self.base is None else self.base
        return slice(self.ours + 1, before) if which == "ours" else slice(before + 1, self.theirs)


def find_conflicts(file: str, text: str) -> tuple[Problem, ...]:
    """Every conflict in the text of a campaign's file, with its line and both readings. A row of
    `=======` in somebody's note is none."""
    return _find_problems(file, text) if has_conflict_markers(text) else ()


def has_conflict_markers(text: str) -> bool:
    """Whether a line of a text begins like a mark of git's, whatever it is."""
    return any(mark in text for mark in _MARKERS) and _MARKER_START.search(text) is not None


@lru_cache(maxsize=64)
def _find_problems(file: str, text: str) -> tuple[Problem, ...]:
    """What there is to tell of a text with marks in it. It is remembered: a prompt looks at its
    files again and again while somebody settles them."""
    lines = _LINE.findall(text)
    found = tuple(_parse_conflicts(lines))
    if not found:
        return _find_stray_markers(file, text)
    from companion.archive.rescue.conflict_texts import (
        describe_conflicts,  # only a file with marks in it pays for it
    )

    messages = describe_conflicts(file, lines, found)
    problems = [
        Problem(clean_text(file), each.ours + 1, "", message)
        for each, message in zip(found[:_MAX_DESCRIBED], messages, strict=False)
    ]
    if more := found[_MAX_DESCRIBED:]:
        many = "1 more conflict" if len(more) == 1 else f"{len(more):,} more conflicts"
        problems.append(Problem(clean_text(file), more[0].ours + 1, "", f"and {many} from here on"))
    return tuple(problems)


def _parse_conflicts(lines: Sequence[str]) -> Iterator[Conflict]:
    """The conflicts that are whole, marks of other lengths aside: those stand inside of what git
    says was there before, and belong to it."""
    marks: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(lines):
        mark = _parse_marker(line)
        if mark is None:
            continue
        letter, name = mark
        if letter == "<":
            marks = {}
        elif "<" not in marks or (letter in "|=" and "=" in marks):
            continue
        marks[letter] = number, name
        if letter == ">" and "=" in marks:
            ours, our_name = marks["<"]
            base = marks["|"][0] if "|" in marks else None
            yield Conflict(ours, base, marks["="][0], number, our_name, name)
            marks = {}


def _parse_marker(line: str) -> tuple[str, str] | None:
    """Which mark a line is, and the name behind it."""
    found = _MARKER_LINE.fullmatch(line.rstrip("\r\n"))
    return (found[1], found[2] or "") if found else None


def _find_stray_markers(file: str, text: str) -> tuple[Problem, ...]:
    """Marks that somebody forgot to delete, where they are what the file cannot be read for."""
    try:
        tomli.loads(text.removeprefix("\ufeff"))
    except tomli.TOMLDecodeError as error:
        stray = [number for number, line in enumerate(text.split("\n"), 1) if _parse_marker(line)]
        if error.lineno in stray:
            message = "a mark of a conflict was left here; delete the line"
            return tuple(Problem(clean_text(file), line, "", message) for line in stray)
    except (ValueError, RecursionError):
        pass
    return ()
