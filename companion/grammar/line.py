"""A typed line as words: quotes keep a name with spaces together, `!` forces, `#` comments."""

import re
from typing import NamedTuple

from companion.refusal import Malformed
from companion.text import clean_text

MAX_CHARACTERS = 4_000
_EXCERPT_LENGTH = 200
_DICE = re.compile(r"\(*\d*d(\d|%)", re.IGNORECASE)
_QUOTE_PAIRS = {'"': '"', "“": "”", "«": "»", "„": "“"}


class Line(NamedTuple):
    """A line read: the word that commands, whether `!` forces it, and what follows.

    `rest` is everything after the first word as it was typed, for text that is kept as it is.
    """

    word: str
    forced: bool
    arguments: tuple[str, ...]
    rest: str


def read_line(text: str) -> Line | None:
    """A line as words; None for an empty line or a comment.

    Malformed when a quote is not closed or the line is longer than any sentence.
    """
    if len(text) > MAX_CHARACTERS:
        raise Malformed(
            f"That line has {len(text):,} characters.", f"A line may have {MAX_CHARACTERS:,}."
        )
    text = clean_text(text).strip()
    if not text or text.startswith("#"):
        return None
    first, _, rest = text.partition(" ")
    forced = len(first) > 1 and first.endswith("!")
    return Line(
        first.removesuffix("!").casefold() if forced else first.casefold(),
        forced,
        split_words(rest),
        rest.strip(),
    )


def clip_line(typed: str) -> str:
    """The beginning of a line that could not be read, fit to show. A line that is too long is cut
    before it is cleaned: nobody waits for what is refused."""
    return clean_text(typed[:MAX_CHARACTERS]).strip()[:_EXCERPT_LENGTH]


def is_dice(word: str) -> bool:
    """Whether the first word of a line is no word but dice, as in `3d6` or `(d8+d6)*2`."""
    return _DICE.match(word) is not None


def make_roll_line(line: Line) -> Line:
    """What a line of dice alone says to roll; its `!` explodes and forces nothing."""
    dice = f"{line.word}{'!' if line.forced else ''}"
    rest = f"{dice} {line.rest}".rstrip()
    return Line("roll", False, (dice, *line.arguments), rest)


class Token(NamedTuple):
    """A word of a text and where it begins; one in quotes begins at its quote, and is not
    `closed` while the other quote is wanting."""

    word: str
    start: int
    is_closed: bool = True


def split_words(text: str) -> tuple[str, ...]:
    """The words of a text; what stands in double quotes is one word. Malformed when one is open."""
    found = tokenize(text)
    if found and not found[-1].is_closed:
        opened = text[found[-1].start :]
        raise Malformed(f"The quote in «{opened}» is not closed.", 'Close it with ".')
    return tuple(piece.word for piece in found)


def tokenize(text: str) -> list[Token]:
    """The words of a text with their places; only the last can be in a quote left open."""
    found: list[Token] = []
    at, end = 0, len(text)
    while at < end:
        start = at
        if text[at].isspace():
            at += 1
        elif text[at] in _QUOTE_PAIRS:
            closing = text.find(_QUOTE_PAIRS[text[at]], at + 1)
            if closing < 0:
                closing = text.find('"', at + 1) if text[at] != '"' else -1
            at = closing + 1 if closing >= 0 else end
            found.append(
                Token(text[start + 1 : closing if closing >= 0 else end], start, closing >= 0)
            )
        else:
            while at < end and not text[at].isspace() and not _is_quote_opening(text, at):
                at += 1
            found.append(Token(text[start:at], start))
    return found


def _is_quote_opening(text: str, at: int) -> bool:
    """Whether a quote opens inside a word: after `name=`, but not in 6" or rock"n"roll."""
    return text[at] in _QUOTE_PAIRS and text[at - 1] == "="


def quote_name(name: str) -> str:
    """A name as it must be typed: in quotes when it has a space or a quote of its own."""
    if name.split() == [name] and _QUOTE_PAIRS.keys().isdisjoint(name):
        return name
    return f'"{name}"' if '"' not in name else f"«{name}»"
