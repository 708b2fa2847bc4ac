"""Rows of a screen: pieces of text in their looks, wrapped between words to any width."""

import re
from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from rich.cells import cell_len, chop_cells

from companion.view.colours import Look
from companion.view.told import Told

Piece: TypeAlias = tuple[str, Look]
HANG = 2
LONG = 12
"""A number stays with the word before it unless that is longer than this."""
_NUMBER = re.compile(r"\d{1,4}[.,:;)]*")
_FACES = re.compile(r"(?:\(\d+\)|(?<!\d)\d+)(?: (?:\(\d+\)|\d+))+")
_THAT_COUNTS = re.compile(r"(?<![(\d])(\d+)(?![)\d])")


class Row(NamedTuple):
    """What stands on one line where there is room; else it goes on `hang` columns in."""

    pieces: tuple[Piece, ...]
    hang: int = HANG


def told_row(line: str) -> Row:
    """A line in its tone; of dice some of which do not count, the faces that do stand out."""
    told = Told(line)
    hang = len(line) - len(line.lstrip(" ")) + HANG
    if told.tone != "detail":
        return Row(((str(told), told.tone),), hang)
    faces = _FACES.search(told)
    if faces is None or "(" not in faces[0]:
        return Row(((str(told), "detail"),), hang)
    parts = enumerate(_THAT_COUNTS.split(faces[0]))
    counted: list[Piece] = [(part, "counted" if n % 2 else "detail") for n, part in parts]
    before, after = told[: faces.start()], told[faces.end() :]
    pieces: list[Piece] = [(before, "detail"), *counted, (after, "detail")]
    return Row(tuple(piece for piece in pieces if piece[0]), hang)


def cells(text: str) -> int:
    """How many columns a text takes: 2 for each character of a wide script."""
    return len(text) if text.isascii() else cell_len(text)


def padded(text: str, width: int) -> str:
    """A text, and blanks up to a width."""
    return text + " " * (width - cells(text))


def wrapped(row: Row, width: int) -> list[tuple[Piece, ...]]:
    """A row as lines of at most `width` columns, broken between words; within one only where it is
    longer than a line."""
    if sum(cells(text) for text, _ in row.pieces) <= width:
        return [row.pieces]
    hang = max(0, min(row.hang, width // 2, width - 2))
    lines: list[tuple[Piece, ...]] = []
    line: list[Piece] = []
    used, begun = 0, False
    for blank, word in _words(row.pieces):
        size = sum(cells(text) for text, _ in word)
        if begun and used + blank + size > width:
            lines.append(tuple(line))
            line, used, blank = [], 0, hang
        elif not begun:
            blank = min(blank, hang)
        if blank:
            line.append((" " * blank, line[-1][1] if line and line[-1][1] != "counted" else "said"))
        used, begun = used + blank, True
        for text, look in word:
            for part in _parts(text, width, used, hang):
                if used + cells(part) > width:
                    lines.append(tuple(line))
                    line, used = [(" " * hang, "said")] if hang else [], hang
                line.append((part, look))
                used += cells(part)
    return [*lines, tuple(line)]


def _parts(text: str, width: int, used: int, hang: int) -> Iterable[str]:
    """A text whole where it fits on this line, else in pieces that fit."""
    if used + cells(text) <= width:
        return (text,)
    return chop_cells(text, max(1, width - hang))


def _words(pieces: Iterable[Piece]) -> list[tuple[int, list[Piece]]]:
    """Words, each with the number of blanks before it; a word may be of several looks, and a number
    stays with the word before it."""
    words: list[tuple[int, list[Piece]]] = []
    blank, begun = 0, False
    for text, look in pieces:
        for token in re.findall(r" +|[^ ]+", text):
            if token[0] == " ":
                blank, begun = blank + len(token), False
            elif begun:
                words[-1][1].append((token, look))
            elif words and blank == 1 and _NUMBER.fullmatch(token) and _short(words[-1][1]):
                words[-1][1].append((f" {token}", look))
                blank, begun = 0, True
            else:
                words.append((blank, [(token, look)]))
                blank, begun = 0, True
    return words


def _short(word: Iterable[Piece]) -> bool:
    return sum(cells(text) for text, _ in word) <= LONG
