"""Reading a typed line: quotes keep a name with spaces together, `!` forces, `#` begins a
comment."""

import re
from typing import NamedTuple

from companion.refusal import Malformed, join_choices
from companion.text_cleaning import QUOTE_PAIRS, clean_text, quote_name

MAX_CHARACTERS = 4_000
_EXCERPT_LENGTH = 200
_DICE = re.compile(r"\(*\d*d(\d|%)", re.IGNORECASE)


class Line(NamedTuple):
    """A line: its first word, whether `!` forces it, and what follows, as `arguments` and, for text
    that is kept as it was typed, as `rest`."""

    word: str
    forced: bool
    arguments: tuple[str, ...]
    rest: str


def parse_typed_line(text: str) -> Line | None:
    """A typed line in parts; None for an empty line or a comment. Raises Malformed if a quote is
    not closed or the line is too long."""
    if len(text) > MAX_CHARACTERS:
        raise Malformed(
            f"That line has {len(text):,} characters.", f"A line may have {MAX_CHARACTERS:,}."
        )
    text = strip_terminal_controls(text)
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


def strip_terminal_controls(typed: str) -> str:
    """A line without what a terminal would obey, and without spaces around it."""
    return clean_text(typed).strip()


def clip_unreadable_line(typed: str) -> str:
    """The beginning of a line that could not be read. A long line is cut before it is cleaned, so
    that a refusal takes no time."""
    return clean_text(typed[:MAX_CHARACTERS]).strip()[:_EXCERPT_LENGTH]


def begins_like_dice(word: str) -> bool:
    """True if the first word of a line is dice, as `3d6` or `(d8+d6)*2`."""
    return _DICE.match(word) is not None


def make_roll_line(line: Line) -> Line:
    """The line that rolls the dice of a line without a word; their `!` explodes and forces
    nothing."""
    dice = f"{line.word}{'!' if line.forced else ''}"
    rest = f"{dice} {line.rest}".rstrip()
    return Line("roll", False, (dice, *line.arguments), rest)


class Token(NamedTuple):
    """A word of a text and where it begins, at its quote if it has one. `is_closed` is False while
    the closing quote is missing."""

    word: str
    start: int
    is_closed: bool = True


def split_words(text: str) -> tuple[str, ...]:
    """The words of a text; quotes make one word. Raises Malformed for a quote that is not
    closed."""
    found = tokenize(text)
    if found and not found[-1].is_closed:
        opened = text[found[-1].start :]
        raise Malformed(f"The quote in «{opened}» is not closed.", 'Close it with ".')
    return tuple(piece.word for piece in found)


def tokenize(text: str) -> list[Token]:
    """The words of a text with their positions; only the last can have an open quote."""
    found: list[Token] = []
    at, end = 0, len(text)
    while at < end:
        start = at
        if text[at].isspace():
            at += 1
        elif text[at] in QUOTE_PAIRS:
            closing = text.find(QUOTE_PAIRS[text[at]], at + 1)
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
    """True for a quote inside a word that opens: after `name=`, but not in 6" or rock"n"roll."""
    return text[at] in QUOTE_PAIRS and text[at - 1] == "="


_MAX_CORRECTIONS = 3
_MAX_CORRECTED_WORDS = 30


def build_corrected_lines_hint(
    line: Line, typed: str, instead: tuple[str, ...], prefix: str
) -> str:
    """A hint with the line corrected: each of `instead` in the place where it stands last, in that
    of the only word after the first, which may be another name of it, or at the end if that is
    empty. "" if the line does not have it."""
    words, folded = line.arguments, typed.casefold().strip()
    longest = min(len(folded.split()), _MAX_CORRECTED_WORDS)
    places = (
        (at, end)
        for at in reversed(range(len(words)))
        for end in range(min(at + longest, len(words)), at, -1)
        if " ".join(words[at:end]).casefold().strip(" ,") == folded
    )
    nowhere = len(words)
    at, end = next(places, (nowhere, nowhere))
    if typed and at == nowhere:
        if nowhere != 1 or not words[0][:1].isalpha():
            return ""
        at, end = 0, 1
    comma = "," if typed and words[end - 1].endswith(",") else ""
    head = (f"{prefix}{line.word}{'!' if line.forced else ''}", *map(quote_name, words[:at]))
    tail = tuple(map(quote_name, words[end:]))
    lines = [
        " ".join(filter(None, (*head, f"{each}{comma}", *tail)))
        for each in instead[:_MAX_CORRECTIONS]
    ]
    return f"Try: {join_choices(lines)}"
