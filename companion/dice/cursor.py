"""A cursor over a typed notation, so that a refusal can name the column of a mistake."""

import re
from typing import Literal

from companion.dice.dice import Comparator, Condition
from companion.dice.notation import MAX_NUMBER
from companion.refusal import Impossible, Malformed

FORMS_HINT = "Write dice like 2d6+1, d20-2 or 4d6kh3."
SMALLER_HINT = "Write smaller numbers."

BLANKS = " \t"
DIGITS = "0123456789"

_COMPARATORS: dict[str, Comparator] = {
    "<=": "<=",
    ">=": ">=",
    "≤": "<=",
    "≥": ">=",
    "<": "<",
    ">": ">",
    "=": "=",
}


class Cursor:
    """A text and the place that is read next; every method moves that place on."""

    __slots__ = ("at", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.skip_blanks()

    @property
    def current(self) -> str:
        """The next character; empty at the end."""
        return self.text[self.at : self.at + 1]

    def take_run(self, characters: str) -> str:
        """Take as many of `characters` as stand here."""
        began = self.at
        while self.at < len(self.text) and self.text[self.at] in characters:
            self.at += 1
        return self.text[began : self.at]

    def skip_blanks(self) -> None:
        """Pass blanks."""
        self.take_run(BLANKS)

    def take_word(self, *words: str) -> str:
        """Take the first of `words` that stands here, in any case; empty if none does."""
        for word in words:
            if self.text[self.at : self.at + len(word)].lower() == word:
                self.at += len(word)
                return word
        return ""

    def take_sign(self) -> Literal[1, -1] | None:
        """Take a `+` or `-`; None if neither stands here."""
        sign = self.take_word("+", "-")
        return (-1 if sign == "-" else 1) if sign else None

    def slice_from(self, began: int) -> str:
        """The text from `began` to here, without blanks around it."""
        return self.text[began : self.at].strip(BLANKS)

    def read_comparator(self) -> Comparator | None:
        """Take a comparator; None if none stands here."""
        return _COMPARATORS.get(self.take_word(*_COMPARATORS))

    def read_condition(self) -> Condition:
        """Take `5`, `=5` or `>=5`. Raises Malformed if none stands here."""
        comparator = self.read_comparator() or "="
        return Condition(comparator, self.read_number("a number or something like >=5"))

    def read_number(self, expected: str = "a number", hint: str = FORMS_HINT) -> int:
        """Take blanks and a whole number. Raises Malformed if none stands here."""
        self.skip_blanks()
        digits = self.take_run(DIGITS)
        if not digits:
            raise self.make_malformed(f"{expected} should stand there", hint)
        return parse_whole(digits)

    def make_malformed(self, expected: str, hint: str = FORMS_HINT) -> Malformed:
        """The refusal of a mistake that stands here."""
        if not self.text.strip():
            return Malformed("There are no dice to read at column 1.", FORMS_HINT)
        return Malformed(f"«{self.text}» goes wrong at column {self.at + 1}: {expected}.", hint)


def parse_whole(digits: str) -> int:
    """Digits as a number. Raises Impossible past `MAX_NUMBER`."""
    number = int(digits)
    if number > MAX_NUMBER:
        raise Impossible(f"{number:,} is more than {MAX_NUMBER:,}.", SMALLER_HINT)
    return number


_BOUNDS = (
    ("at least N", ">="),
    (r"N ?\+", ">="),
    ("N or (?:more|higher|better|above|over)", ">="),
    ("at most N", "<="),
    ("N or (?:less|fewer|lower|below|under)", "<="),
    ("(?:more|higher|greater) than N", ">"),
    ("(?:less|fewer|lower) than N", "<"),
)
"""Comparisons in words, each with its comparator."""


def rewrite_in_signs(text: str) -> str:
    """`2d6+1 at least 7`, `2d6 7+` or `7 or more on 2d6` with a comparator. Empty if the text
    compares nothing; what is compared need not be dice.

    >>> rewrite_in_signs("2d6+1 at least 7")
    '2d6+1 >= 7'
    """
    spaced = " ".join(text.split())
    for words, sign in _BOUNDS:
        bound = words.replace("N", r"(?P<number>\d+)")
        for order in (rf"(?P<dice>.+?) (?:of )?{bound}", rf"{bound} (?:on|with) (?P<dice>.+)"):
            if found := re.fullmatch(order, spaced, re.IGNORECASE):
                return f"{found['dice']} {sign} {found['number']}"
    return ""
