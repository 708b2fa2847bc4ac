"""Dice as people write them: `2d6+1`, `4d6kh3`, `d20 - 2`, `d%`.

A notation is a sum of terms; a term is a whole number or dice of one kind, some of which may be
kept or dropped. D3 and D5 need no rule of their own: a D6 halved and rounded up is 1 to 3, each
as likely as the others, so it *is* a die of three sides (and a D10 halved one of five). Their
faces are the halved values, and are what is typed when they are rolled by hand.
"""

from typing import Literal, NamedTuple, TypeAlias

from companion.refusal import Impossible, Malformed

MOST_CHARACTERS = 200
MOST_DICE = 10_000
MOST_SIDES = 1_000_000
MOST_NUMBER = 1_000_000_000

PickWay: TypeAlias = Literal["kh", "kl", "dh", "dl"]

_WAYS: dict[str, PickWay] = {"kh": "kh", "kl": "kl", "dh": "dh", "dl": "dl", "k": "kh"}
_HINT = "Write dice like 2d6+1, d20-2 or 4d6kh3."
_SMALLER = "Write smaller numbers."

_BLANKS = " \t"
_DIGITS = "0123456789"


class Number(NamedTuple):
    """A whole number that is added as it stands."""

    value: int

    def __str__(self) -> str:
        return str(self.value)


class Pick(NamedTuple):
    """Which of several dice count: keep or drop (`k`, `d`) so many of the highest or lowest."""

    way: PickWay
    number: int

    def __str__(self) -> str:
        return f"{self.way}{self.number}"


class Dice(NamedTuple):
    """`number` dice of `sides` sides each, all of which count unless `pick` says otherwise."""

    number: int
    sides: int
    pick: Pick | None = None

    @property
    def kept(self) -> int:
        """How many of the dice count towards the total."""
        if self.pick is None:
            return self.number
        return self.pick.number if self.pick.way[0] == "k" else self.number - self.pick.number

    def __str__(self) -> str:
        number = "" if self.number == 1 else self.number
        return f"{number}d{self.sides}{self.pick or ''}"


class Term(NamedTuple):
    """One thing added, or taken away where `negative`."""

    negative: bool
    part: Number | Dice

    def signed(self, value: int) -> int:
        """`value` as this term counts it."""
        return -value if self.negative else value


class Notation(NamedTuple):
    """What is to be rolled, in the order written; `str()` gives it back in its canonical form."""

    terms: tuple[Term, ...]

    @property
    def number_of_dice(self) -> int:
        """How many dice are rolled, those that will be dropped included."""
        return sum(term.part.number for term in self.terms if isinstance(term.part, Dice))

    @property
    def lowest(self) -> int:
        """The lowest total that can come up; every whole number from it to `highest` can."""
        return sum(min(_ends(term)) for term in self.terms)

    @property
    def highest(self) -> int:
        """The highest total that can come up."""
        return sum(max(_ends(term)) for term in self.terms)

    def __str__(self) -> str:
        signed = "".join(f"{'-' if term.negative else '+'}{term.part}" for term in self.terms)
        return signed.removeprefix("+")


def looks_like_dice(text: str) -> bool:
    """Whether a text begins as dice do, so that it is refused as dice when it is wrong."""
    folded = text.casefold().lstrip("(+- ")
    return folded[:1].isdigit() or (folded[:1] == "d" and folded[1:2] in tuple("0123456789%"))


def parse(text: str) -> Notation:
    """What `text` says to roll; case-blind, with blanks allowed around signs and before `kh`.

    Raises `Malformed`, naming the column (from 1) of the mistake, where it cannot be read, and
    `Impossible` where it can but asks for more than is rolled, for dice without sides, or for
    more dice kept or dropped than there are.

    >>> str(parse("2D6 + d4k - 1"))
    '2d6+d4kh1-1'
    """
    if len(text) > MOST_CHARACTERS:
        raise Impossible(
            f"That is {len(text):,} characters of dice, and at most {MOST_CHARACTERS} are read.",
            _HINT,
        )
    reader = _Reader(text)
    terms = [reader.term(reader.take("+", "-"))]
    while sign := reader.take("+", "-"):
        terms.append(reader.term(sign))
    reader.finish(terms[-1])
    notation = Notation(tuple(terms))
    if notation.number_of_dice > MOST_DICE:
        raise Impossible(
            f"«{text}» is {notation.number_of_dice:,} dice, and at most {MOST_DICE:,} are rolled.",
            "Roll fewer at a time.",
        )
    return notation


def _ends(term: Term) -> tuple[int, int]:
    """The totals of a term when every die shows 1, and when every die shows its most."""
    if isinstance(term.part, Number):
        return term.signed(term.part.value), term.signed(term.part.value)
    return term.signed(term.part.kept), term.signed(term.part.kept * term.part.sides)


class _Reader:
    """Walks through a text and remembers where it stands, for refusals that name the column."""

    __slots__ = ("at", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.run(_BLANKS)

    def run(self, characters: str) -> str:
        """Go past every one of `characters` that stands here, and give what was passed."""
        began = self.at
        while self.at < len(self.text) and self.text[self.at] in characters:
            self.at += 1
        return self.text[began : self.at]

    def take(self, *words: str) -> str:
        """Go past the first of `words` that stands here, case-blind, and give it; else empty."""
        for word in words:
            if self.text[self.at : self.at + len(word)].lower() == word:
                self.at += len(word)
                return word
        return ""

    def term(self, sign: str) -> Term:
        self.run(_BLANKS)
        began = self.at
        digits = self.run(_DIGITS)
        if self.take("d"):
            part: Number | Dice = self.dice(began, digits)
        elif digits:
            part = Number(self.number(digits))
        else:
            raise self.malformed("dice or a number should stand there")
        self.run(_BLANKS)
        return Term(sign == "-", part)

    def dice(self, began: int, digits: str) -> Dice:
        sides = self.take("%") or self.run(_DIGITS)
        if not sides:
            raise self.malformed("the number of sides should stand there")
        dice = Dice(self.number(digits or "1"), 100 if sides == "%" else self.number(sides))
        self.run(_BLANKS)
        if way := self.take(*_WAYS):
            dice = dice._replace(pick=Pick(_WAYS[way], self.number(self.run(_DIGITS) or "1")))
        _check(dice, self.text[began : self.at].rstrip())
        return dice

    def number(self, digits: str) -> int:
        number = int(digits)
        if number > MOST_NUMBER:
            raise Impossible(f"{number:,} is more than {MOST_NUMBER:,}.", _SMALLER)
        return number

    def finish(self, last: Term) -> None:
        if self.at < len(self.text):
            keep = isinstance(last.part, Dice) and last.part.pick is None
            raise self.malformed(f"only + or -{', or kh, kl, dh or dl,' * keep} can follow there")

    def malformed(self, expected: str) -> Malformed:
        if not self.text.strip():
            return Malformed("There are no dice to read at column 1.", _HINT)
        return Malformed(f"«{self.text}» goes wrong at column {self.at + 1}: {expected}.", _HINT)


def _check(dice: Dice, written: str) -> None:
    """Refuse dice that can be written but not rolled."""
    if dice.number < 1 or dice.sides < 1:
        what = "dice" if dice.number < 1 else "sides"
        raise Impossible(f"«{written}» has no {what}.", "Roll at least one die with one side.")
    if dice.sides > MOST_SIDES:
        raise Impossible(f"A die has at most {MOST_SIDES:,} sides, not {dice.sides:,}.", _SMALLER)
    if dice.pick is not None and not (1 <= dice.pick.number <= dice.number and dice.kept):
        does = "keeps" if dice.pick.way[0] == "k" else "drops"
        raise Impossible(
            f"«{written}» {does} {dice.pick.number:,} dice of {dice.number:,}.",
            "Keep at least one, and drop at least one but not all.",
        )
