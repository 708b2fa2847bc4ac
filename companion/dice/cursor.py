"""Walking through what was typed, so that a refusal can name the column of the mistake."""

import re

from companion.dice.notation import MAX_NUMBER, Comparator, Condition
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
    """A text and the place that has been read to; every method goes on from there."""

    __slots__ = ("at", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.skip_blanks()

    @property
    def current(self) -> str:
        """The character that stands here; empty at the end."""
        return self.text[self.at : self.at + 1]

    def take_run(self, characters: str) -> str:
        """Go past every one of `characters` that stands here, and give what was passed."""
        began = self.at
        while self.at < len(self.text) and self.text[self.at] in characters:
            self.at += 1
        return self.text[began : self.at]

    def skip_blanks(self) -> None:
        """Go past blanks."""
        self.take_run(BLANKS)

    def take_word(self, *words: str) -> str:
        """Go past the first of `words` that stands here, case-blind, and give it; else empty."""
        for word in words:
            if self.text[self.at : self.at + len(word)].lower() == word:
                self.at += len(word)
                return word
        return ""

    def slice_from(self, began: int) -> str:
        """What was read from `began` to here, without blanks around it."""
        return self.text[began : self.at].strip(BLANKS)

    def read_comparator(self) -> Comparator | None:
        """How two things are compared, where that stands here."""
        return _COMPARATORS.get(self.take_word(*_COMPARATORS))

    def read_condition(self) -> Condition:
        """`5`, `=5` or `>=5`, which has to stand here."""
        comparing = self.read_comparator() or "="
        return Condition(comparing, self.read_number("a number or something like >=5"))

    def read_number(self, expected: str = "a number", hint: str = FORMS_HINT) -> int:
        """The whole number that has to stand here, blanks before it passed."""
        self.skip_blanks()
        digits = self.take_run(DIGITS)
        if not digits:
            raise self.make_malformed(f"{expected} should stand there", hint)
        return parse_whole(digits)

    def make_malformed(self, expected: str, hint: str = FORMS_HINT) -> Malformed:
        """What to refuse a text with that cannot be read from here."""
        if not self.text.strip():
            return Malformed("There are no dice to read at column 1.", FORMS_HINT)
        return Malformed(f"«{self.text}» goes wrong at column {self.at + 1}: {expected}.", hint)


def parse_whole(digits: str) -> int:
    """Digits as the number they are. Raises `Impossible` past `MAX_NUMBER`."""
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
"""What a total is compared with, in words and by the sign that says the same."""


def rewrite_in_signs(text: str) -> str:
    """What `2d6+1 at least 7`, `2d6 7+` and `7 or more on 2d6` may mean. Empty where nothing is
    compared so; what is compared need not read as dice.

    >>> in_signs("2d6+1 at least 7")
    '2d6+1 >= 7'
    """
    told = " ".join(text.split())
    for words, sign in _BOUNDS:
        bound = words.replace("N", r"(?P<number>\d+)")
        for order in (rf"(?P<dice>.+?) (?:of )?{bound}", rf"{bound} (?:on|with) (?P<dice>.+)"):
            if found := re.fullmatch(order, told, re.IGNORECASE):
                return f"{found['dice']} {sign} {found['number']}"
    return ""
