"""Walking through what was typed, so that a refusal can name the column of the mistake."""

from companion.dice.notation import MOST_NUMBER, Comparing, Condition
from companion.refusal import Impossible, Malformed

FORMS = "Write dice like 2d6+1, d20-2 or 4d6kh3."
SMALLER = "Write smaller numbers."

BLANKS = " \t"
DIGITS = "0123456789"

_COMPARING: dict[str, Comparing] = {
    "<=": "<=",
    ">=": ">=",
    "≤": "<=",
    "≥": ">=",
    "<": "<",
    ">": ">",
    "=": "=",
}


class Reading:
    """A text and the place that has been read to; every method goes on from there."""

    __slots__ = ("at", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.blanks()

    @property
    def next(self) -> str:
        """The character that stands here; empty at the end."""
        return self.text[self.at : self.at + 1]

    def run(self, characters: str) -> str:
        """Go past every one of `characters` that stands here, and give what was passed."""
        began = self.at
        while self.at < len(self.text) and self.text[self.at] in characters:
            self.at += 1
        return self.text[began : self.at]

    def blanks(self) -> None:
        """Go past blanks."""
        self.run(BLANKS)

    def take(self, *words: str) -> str:
        """Go past the first of `words` that stands here, case-blind, and give it; else empty."""
        for word in words:
            if self.text[self.at : self.at + len(word)].lower() == word:
                self.at += len(word)
                return word
        return ""

    def written(self, began: int) -> str:
        """What was read from `began` to here, without blanks around it."""
        return self.text[began : self.at].strip(BLANKS)

    def comparing(self) -> Comparing | None:
        """How two things are compared, where that stands here."""
        return _COMPARING.get(self.take(*_COMPARING))

    def condition(self) -> Condition:
        """`5`, `=5` or `>=5`, which has to stand here."""
        comparing = self.comparing() or "="
        return Condition(comparing, self.number("a number or something like >=5"))

    def number(self, expected: str = "a number", hint: str = FORMS) -> int:
        """The whole number that has to stand here, blanks before it passed."""
        self.blanks()
        digits = self.run(DIGITS)
        if not digits:
            raise self.malformed(f"{expected} should stand there", hint)
        return whole(digits)

    def malformed(self, expected: str, hint: str = FORMS) -> Malformed:
        """What to refuse a text with that cannot be read from here."""
        if not self.text.strip():
            return Malformed("There are no dice to read at column 1.", FORMS)
        return Malformed(f"«{self.text}» goes wrong at column {self.at + 1}: {expected}.", hint)


def whole(digits: str) -> int:
    """Digits as the number they are. Raises `Impossible` past `MOST_NUMBER`."""
    number = int(digits)
    if number > MOST_NUMBER:
        raise Impossible(f"{number:,} is more than {MOST_NUMBER:,}.", SMALLER)
    return number
