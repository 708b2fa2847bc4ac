"""The grammar of dice: text to a `Notation`, or a refusal with the column of the mistake.

Read from the loosest to the closest: a comparison of totals, sums, products, and what stands by
itself: a number, dice, Event Dice, `min(…)`, `max(…)` or parentheses (docs/dice.md).
"""

from typing import Literal

from companion.dice.modifiers import read_modifiers, read_steps, stepped
from companion.dice.notation import (
    MOST_CHARACTERS,
    Comparison,
    Dice,
    EventDice,
    Extreme,
    Labelled,
    Notation,
    Number,
    Part,
    Product,
    Sum,
    TensAndOnes,
)
from companion.dice.possible import check_event, check_notation
from companion.dice.reading import BLANKS, DIGITS, FORMS, Reading, whole
from companion.refusal import Ambiguous, Impossible, Malformed, Refusal, listed
from companion.text import clean

MOST_PARENTHESES = 20
MOST_OF_A_LABEL = 30

_EVENT_FORMS = "Write event +1 -2; to reckon with the face, (event +1)+2."
_WITHOUT_DIVISION = "Dice are not divided; a D3 is written d3, and a D5 d5."


def looks_like_dice(text: str) -> bool:
    """Whether a text begins as dice do, so that it is refused as dice when it is wrong.

    Dice begin with a digit, `d6` or `d%`, a parenthesis, `min(`, `max(`, any of these after a
    sign, or are `event` alone or with what may follow Event Dice. No table's name does.
    """
    reading = Reading(text)
    reading.run(BLANKS + "+-")
    if reading.next.isdigit() or reading.take("("):
        return True
    if reading.take("d"):
        return reading.next.isdigit() or reading.next == "%"
    if reading.take("min", "max"):
        reading.blanks()
        return reading.next == "("
    return bool(reading.take("event")) and _goes_on_as_event_dice(reading)


def _goes_on_as_event_dice(reading: Reading) -> bool:
    """Whether what follows the word `event` makes it dice: `event-signs` may name a table."""
    began = reading.at
    reading.blanks()
    if not reading.next or reading.next in "+*×=<>≤≥[":
        return True
    if reading.take("-") or (reading.at > began and reading.take("x")):
        reading.blanks()
        return not reading.next or reading.next.isdigit()
    return False


def parse(text: str) -> Notation:
    """What `text` says to roll; case-blind, blanks as you like between parts.

    Raises `Malformed`, naming the column (from 1) of the mistake, where it cannot be read;
    `Ambiguous` where it may mean two things; `Impossible` where it can be read but never rolled,
    or asks for more than is rolled.

    >>> str(parse("2D6 + d4k - 1"))
    '2d6+d4kh1-1'
    """
    if len(text) > MOST_CHARACTERS:
        raise Impossible(
            f"That is {len(text):,} characters of dice, and at most {MOST_CHARACTERS} are read.",
            FORMS,
        )
    try:
        notation = _Reader(text).notation()
    except Malformed as refusal:
        from companion.dice.spoken import in_signs  # asked for only where something is wrong

        if (better := in_signs(text)) and reads_as_dice(better):
            refusal.hint = f"Try: {better}"
        raise
    check_notation(notation, text)
    return notation


def reads_as_dice(text: str) -> bool:
    """Whether a text begins as dice do and can be rolled."""
    try:
        return looks_like_dice(text) and bool(parse(text))
    except Refusal:
        return False


class _Reader(Reading):
    """Reads one notation; each method reads one kind of part from where the reading stands."""

    __slots__ = ("depth", "last")

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.depth = 0
        self.last: Part = Number(0)
        """What was read last by itself, to say what could follow it."""

    def notation(self) -> Notation:
        first = self.times_first()
        part = self.comparison()
        times = whole(first) if first else self.times()
        if self.at < len(self.text):
            raise self.cannot_follow()
        return Notation(part, times)

    def times_first(self) -> str:
        """The digits of a `6x ` that stands here, or nothing."""
        began = self.at
        digits = self.run(DIGITS)
        if digits and self.take("x") and self.run(BLANKS):
            return digits
        self.at = began
        return ""

    def times(self) -> int:
        """How many times to roll, where that stands here: ` x6`."""
        began = self.at
        if not self.take("x"):
            return 1
        self.blanks()
        digits = self.run(DIGITS)
        self.blanks()
        if not digits or self.at < len(self.text) or self.text[began - 1] not in BLANKS:
            raise self.times_or_product(began)
        return whole(digits)

    def times_or_product(self, began: int) -> Malformed | Ambiguous:
        """The refusal of an `x`, at `began`, that does not plainly say how many times."""
        left, right = self.text[:began].strip(BLANKS), self.text[began + 1 :].strip(BLANKS)
        self.at = began
        if not right:
            return self.malformed("how many times to roll should stand after the x")
        if right.isdigit():
            hint = f"{left} x{right} rolls {right} times, {left}*{right} multiplies."
        elif left.isdigit():
            hint = f"{left}x {right} rolls {left} times, {left}*{right} multiplies."
        else:
            return self.malformed("only a number of times, as in x6, can stand after an x")
        return Ambiguous(f"«{self.text}» may mean two things at column {began + 1}.", hint)

    def comparison(self) -> Part:
        left = self.sum()
        if not (comparing := self.comparing()):
            return left
        right = self.sum()
        if self.next and self.next in "<>=≤≥":
            raise self.malformed("there is one comparison already")
        return Comparison(left, comparing, right)

    def sum(self) -> Part:
        self.blanks()
        sign = self.take("+", "-")
        terms = [(_signed(sign), self.product())]
        while sign := self.take("+", "-"):
            terms.append((_signed(sign), self.product()))
        if terms[0][0] == 1 and len(terms) == 1:
            return terms[0][1]
        return Sum(tuple(terms))

    def product(self) -> Part:
        factors = [self.labelled()]
        while self.take("*", "×"):
            self.blanks()
            sign = self.take("+", "-")
            factor = self.labelled()
            factors.append(Sum(((-1, factor),)) if sign == "-" else factor)
        return factors[0] if len(factors) == 1 else Product(tuple(factors))

    def labelled(self) -> Part:
        self.blanks()
        part = self.single()
        self.blanks()
        if self.take("["):
            part = Labelled(part, self.label())
            self.blanks()
        self.last = part
        return part

    def label(self) -> str:
        end = self.at
        while self.text[end : end + 1] not in ("", "[", "]"):
            end += 1
        label = " ".join(clean(self.text[self.at : end]).split())
        if self.text[end : end + 1] != "]":
            self.at = end
            raise self.malformed("a ] should stand there", "Write a label like 2d6 [fire].")
        if not label:
            raise self.malformed("a label should stand there", "Write a label like 2d6 [fire].")
        if len(label) > MOST_OF_A_LABEL:
            raise Impossible(
                f"The label «{label}» has {len(label)} characters.",
                f"A label has at most {MOST_OF_A_LABEL}.",
            )
        self.at = end + 1
        return label

    def single(self) -> Part:
        began = self.at
        digits = self.run(DIGITS)
        if self.take("d"):
            return self.dice(began, digits)
        if digits:
            return Number(whole(digits))
        if self.take("event"):
            return self.event_dice()
        if self.take("min"):
            part: Part = Extreme("min", self.several())
        elif self.take("max"):
            part = Extreme("max", self.several())
        elif self.next == "(":
            part = self.parenthesised()
        else:
            raise self.malformed("dice or a number should stand there")
        steps = read_steps(self)
        return part if steps is None else stepped(part, steps, self.written(began))

    def dice(self, began: int, digits: str) -> Part:
        number = whole(digits or "1")
        sides = self.take("%") or self.run(DIGITS)
        if not sides:
            hint = f"Write {digits}d6 or {digits}d20."
            raise self.malformed("the number of sides should stand there", hint)
        if sides == "66":
            if number == 1:
                return TensAndOnes()
            raise Ambiguous(
                f"«{self.written(began)}» may mean two things.",
                "d66 x2 rolls twice, d66+d66 adds two up.",
            )
        dice = Dice(number, 100 if sides == "%" else whole(sides))
        return read_modifiers(self, dice, began)

    def event_dice(self) -> EventDice:
        """Event Dice after the word, with whatever is added to them and taken away."""
        added = 0
        self.blanks()
        while sign := self.take("+", "-"):
            self.blanks()
            if not (digits := self.run(DIGITS)):
                raise self.malformed("a number of Event Dice should stand there", _EVENT_FORMS)
            added += _signed(sign) * whole(digits)
            self.blanks()
        if self.next and self.next in "*×":
            raise self.malformed("only numbers of Event Dice can follow", _EVENT_FORMS)
        event = EventDice(added)
        check_event(event)
        return event

    def parenthesised(self) -> Part:
        self.open()
        part = self.comparison()
        if not self.take(")"):
            raise self.cannot_follow("a )")
        self.depth -= 1
        return part

    def several(self) -> tuple[Part, ...]:
        """Two or more parts in parentheses, with commas between."""
        self.blanks()
        self.open()
        parts = [self.comparison()]
        while self.take(","):
            parts.append(self.comparison())
        if len(parts) == 1:
            raise self.cannot_follow("a comma")
        if not self.take(")"):
            raise self.cannot_follow("a comma, a )")
        self.depth -= 1
        return tuple(parts)

    def open(self) -> None:
        if not self.take("("):
            raise self.malformed("a ( should stand there")
        self.depth += 1
        if self.depth > MOST_PARENTHESES:
            raise Impossible(
                f"More than {MOST_PARENTHESES} parentheses stand inside each other.",
                "Write fewer.",
            )

    def cannot_follow(self, closing: str = "") -> Malformed:
        """The refusal of what stands here, after a part that is whole."""
        if self.next in ("/", "÷"):
            return self.malformed("there is no division", _WITHOUT_DIVISION)
        known = ["+ - *", "a [label]", "a word like kh3 or r1"]
        if isinstance(self.last, Labelled):
            known = known[:1]
        elif not isinstance(self.last, Dice):
            known = known[:2]
        if closing:
            known.append(closing)
        return self.malformed(f"only {listed(known, 'or')} can follow there")


def _signed(sign: str) -> Literal[1, -1]:
    return -1 if sign == "-" else 1
