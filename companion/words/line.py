"""A typed line as words: quotes keep a name with spaces together, `!` forces, `#` comments."""

from typing import NamedTuple

from companion.refusal import Malformed
from companion.text import clean

MOST_CHARACTERS = 4_000
_OPENING = {'"': '"', "“": "”", "«": "»", "„": "“"}


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
    if len(text) > MOST_CHARACTERS:
        raise Malformed(
            f"That line has {len(text):,} characters.", f"A line may have {MOST_CHARACTERS:,}."
        )
    text = clean(text).strip()
    if not text or text.startswith("#"):
        return None
    first, _, rest = text.partition(" ")
    forced = len(first) > 1 and first.endswith("!")
    return Line(
        first.removesuffix("!").casefold() if forced else first.casefold(),
        forced,
        split(rest),
        rest.strip(),
    )


def split(text: str) -> tuple[str, ...]:
    """The words of a text; what stands in double quotes is one word. Malformed when one is open."""
    words: list[str] = []
    at, end = 0, len(text)
    while at < end:
        if text[at].isspace():
            at += 1
        elif text[at] in _OPENING:
            closing = text.find(_OPENING[text[at]], at + 1)
            if closing < 0:
                closing = text.find('"', at + 1) if text[at] != '"' else -1
            if closing < 0:
                raise Malformed(f"The quote in «{text[at:]}» is not closed.", 'Close it with ".')
            words.append(text[at + 1 : closing])
            at = closing + 1
        else:
            start = at
            while at < end and not text[at].isspace() and text[at] not in _OPENING:
                at += 1
            words.append(text[start:at])
    return tuple(words)


def quoted(name: str) -> str:
    """A name as it must be typed: in quotes when it has a space."""
    return f'"{name}"' if " " in name or not name else name
