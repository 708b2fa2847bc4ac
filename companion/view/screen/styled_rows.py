"""Rows of styled text for a screen, wrapped between words to any width, and gauges, whose marks
read without colour. The number of a gauge always stands beside it."""

import re
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple, TypeAlias

from rich.cells import cell_len, chop_cells

from companion.view.shared_wording import Gauge, Tone, make_styled_line

Look: TypeAlias = Tone | Literal["label", "gauge", "counted"]
"""A tone, or a part of a panel: what a value is called, a gauge, the face of a die that counts."""

STYLES: dict[Look, str] = {
    "said": "",
    "headline": "bold",
    "result": "bold bright_blue",
    "news": "color(166)",
    "warning": "bold color(166)",
    "secret": "italic",
    "way": "bright_blue",
    "detail": "dim",
    "label": "dim",
    "gauge": "bright_blue",
    "counted": "bold reverse",
}
"""Looks as rich spells them."""

Piece: TypeAlias = tuple[str, Look]
HANGING_INDENT = 2
LABEL_WIDTH = 12
LONG_WORD = 12
"""A number stays on the line of the word before it, unless that word is longer than this."""
_NUMBER = re.compile(r"\d{1,4}[.,:;)]*")
_FACES = re.compile(r"(?:\(\d+\)|(?<!\d)\d+)(?: (?:\(\d+\)|\d+))+")
_KEPT_FACE = re.compile(r"(?<![(\d])(\d+)(?![)\d])")


class Marks(NamedTuple):
    """What a full and an empty place of a gauge look like."""

    full: str
    empty: str


BLOCKS = Marks("▮", "▯")
ASCII = Marks("#", "-")
"""For a console whose encoding holds no blocks."""


def draw_gauge(gauge: Gauge, marks: Marks) -> str:
    """So much of so much: Burn 2 of 3 is `▮▮▯`. Where there are too few places each stands for
    several: only what is whole looks whole, and only what is gone looks gone."""
    left, full, most = gauge
    places = min(max(full, left, 1), most)
    filled = left
    if full > places:
        filled = min(-(-left * places // full), places if left >= full else places - 1)
    filled = max(0, min(filled, places))
    return marks.full * filled + marks.empty * (places - filled)


class Row(NamedTuple):
    """One line where there is room; else its next lines are indented by `hang` columns."""

    pieces: tuple[Piece, ...]
    hang: int = HANGING_INDENT


def make_line_row(line: str, marks: Marks | None = None) -> Row:
    """A line in its tone. With `marks` its label stands in a column and its gauges are drawn; one
    that is a column already is kept free. Of dice some of which do not count, the faces that do
    stand out."""
    styled = make_styled_line(line)
    hang = len(line) - len(line.lstrip(" ")) + HANGING_INDENT
    if styled.label.endswith(" "):
        return Row(((str(styled), styled.tone),), len(styled.label))
    if marks is not None and styled.label:
        first = str(styled.parts[0]).removeprefix(styled.label).lstrip(": ")
        body = _draw_texts_and_gauges((first, *styled.parts[1:]), styled.tone, marks)
        return Row(((styled.label.ljust(LABEL_WIDTH), "label"), *body), LABEL_WIDTH)
    if marks is not None and len(styled.parts) > 1:
        return Row(tuple(_draw_texts_and_gauges(styled.parts, styled.tone, marks)), hang)
    if styled.tone != "detail":
        return Row(((str(styled), styled.tone),), hang)
    faces = _FACES.search(styled)
    if faces is None or "(" not in faces[0]:
        return Row(((str(styled), "detail"),), hang)
    parts = enumerate(_KEPT_FACE.split(faces[0]))
    counted: list[Piece] = [(part, "counted" if n % 2 else "detail") for n, part in parts]
    before, after = styled[: faces.start()], styled[faces.end() :]
    pieces: list[Piece] = [(before, "detail"), *counted, (after, "detail")]
    return Row(tuple(piece for piece in pieces if piece[0]), hang)


def _draw_texts_and_gauges(
    parts: Iterable[str | Gauge], tone: Tone, marks: Marks
) -> Iterator[Piece]:
    for part in parts:
        if isinstance(part, Gauge):
            yield (draw_gauge(part, marks), "gauge")
            yield (" ", tone)
        elif part:
            yield (part, tone)


def count_columns_of_text(text: str) -> int:
    """How many columns a text takes: 2 for each character of a wide script."""
    return len(text) if text.isascii() else cell_len(text)


def wrap_row(row: Row, width: int) -> list[tuple[Piece, ...]]:
    """A row as lines of at most `width` columns, broken between words, and inside a word only if it
    is longer than a line."""
    if sum(count_columns_of_text(text) for text, _ in row.pieces) <= width:
        return [row.pieces]
    hang = max(0, min(row.hang, width // 2, width - 2))
    lines: list[tuple[Piece, ...]] = []
    line: list[Piece] = []
    used, begun = 0, False
    for blank, word in _group_pieces_into_words(row.pieces):
        size = sum(count_columns_of_text(text) for text, _ in word)
        if begun and used + blank + size > width:
            lines.append(tuple(line))
            line, used, blank = [], 0, hang
        elif not begun:
            blank = min(blank, hang)
        if blank:
            line.append((" " * blank, line[-1][1] if line and line[-1][1] != "counted" else "said"))
        used, begun = used + blank, True
        for text, look in word:
            for part in _split_text_to_fit(text, width, used, hang):
                if used + count_columns_of_text(part) > width:
                    lines.append(tuple(line))
                    line, used = [(" " * hang, "said")] if hang else [], hang
                line.append((part, look))
                used += count_columns_of_text(part)
    return [*lines, tuple(line)]


def _split_text_to_fit(text: str, width: int, used: int, hang: int) -> Iterable[str]:
    """The whole text if it fits on this line, else pieces that fit."""
    if used + count_columns_of_text(text) <= width:
        return (text,)
    return chop_cells(text, max(1, width - hang))


def _group_pieces_into_words(pieces: Iterable[Piece]) -> list[tuple[int, list[Piece]]]:
    """Words, each with the number of blanks before it. A word may have several looks; a number is
    part of the word before it."""
    words: list[tuple[int, list[Piece]]] = []
    blank, begun = 0, False
    for text, look in pieces:
        for token in re.findall(r" +|[^ ]+", text):
            if token[0] == " ":
                blank, begun = blank + len(token), False
            elif begun:
                words[-1][1].append((token, look))
            elif words and blank == 1 and _NUMBER.fullmatch(token) and _is_short_word(words[-1][1]):
                words[-1][1].append((f" {token}", look))
                blank, begun = 0, True
            else:
                words.append((blank, [(token, look)]))
                blank, begun = 0, True
    return words


def _is_short_word(word: Iterable[Piece]) -> bool:
    return sum(count_columns_of_text(text) for text, _ in word) <= LONG_WORD
