"""The grammar of dice: text to a `Notation`, or a refusal that names the column of the mistake.

From the loosest to the closest: a comparison, sums, products, and single parts: a number, dice,
Event Dice, `min(…)`, `max(…)` or parentheses (docs/dice.md).
"""

import re

from companion.dice.dice_of_one_kind import Dice
from companion.dice.face_sources import require_few_event_dice
from companion.dice.notation_scanner_and_modifiers import (
    BLANKS,
    DIGITS,
    FORMS_HINT,
    NotationScanner,
    move_dice_along_ladder,
    parse_whole_number,
    read_dice_modifiers,
    read_ladder_steps,
)
from companion.dice.notation_tree import (
    MAX_CHARACTERS,
    Comparison,
    EventDice,
    Extreme,
    Labelled,
    Notation,
    Number,
    Part,
    Product,
    Sum,
    TensAndOnes,
    require_rollable_notation,
)
from companion.refusal import Ambiguous, Impossible, Malformed, Refusal, join_words
from companion.text_cleaning import clean_text

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

MAX_PARENTHESES = 20
MAX_LABEL_LENGTH = 30

_LABEL_HINT = "Write a label like 2d6 [fire]."
_EVENT_FORMS = "Write event +1 -2; to reckon with the face, (event +1)+2."
_DIVISION_HINT = "Dice are not divided; a D3 is written d3, and a D5 d5."


def parse(text: str) -> Notation:
    """The notation in `text`; case and blanks between parts do not matter.

    Raises Malformed, with the column (from 1) of the mistake, if it cannot be read; Ambiguous if it
    may mean two things; Impossible if it can never be rolled, or asks for too much.

    >>> str(parse("2D6 + d4k - 1"))
    '2d6+d4kh1-1'
    """
    if len(text) > MAX_CHARACTERS:
        raise Impossible(
            f"That is {len(text):,} characters of dice, and at most {MAX_CHARACTERS} are read.",
            FORMS_HINT,
        )
    try:
        notation = _Parser(text).parse_notation()
    except Malformed as refusal:
        if (better := rewrite_comparison_in_signs(text)) and is_dice_notation(better):
            refusal.hint = f"Try: {better}"
        raise
    require_rollable_notation(notation, text)
    return notation


def is_dice_notation(text: str) -> bool:
    """True for a text that can be rolled as dice."""
    try:
        return bool(parse(text))
    except Refusal:
        return False


class _Parser(NotationScanner):
    """Parses one notation. Each method parses one kind of part at the cursor."""

    __slots__ = ("depth", "last")

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.depth = 0
        self.last: Part = Number(0)
        """The last single part, to say what may follow it."""

    def parse_notation(self) -> Notation:
        first = self.parse_leading_repeat_count()
        part = self.parse_comparison()
        times = parse_whole_number(first) if first else self.parse_repeat_count()
        if self.at < len(self.text):
            raise self.make_refusal_of_what_follows()
        return Notation(part, times)

    def parse_leading_repeat_count(self) -> str:
        """Take `6x ` and return its digits; empty if it does not stand here."""
        began = self.at
        digits = self.take_run(DIGITS)
        if digits and self.take_word("x") and self.take_run(BLANKS):
            return digits
        self.at = began
        return ""

    def parse_repeat_count(self) -> int:
        """Take ` x6`; 1 if it does not stand here."""
        began = self.at
        if not self.take_word("x"):
            return 1
        self.skip_blanks()
        digits = self.take_run(DIGITS)
        self.skip_blanks()
        if not digits or self.at < len(self.text) or self.text[began - 1] not in BLANKS:
            raise self.make_repeat_count_refusal(began)
        return parse_whole_number(digits)

    def make_repeat_count_refusal(self, began: int) -> Malformed | Ambiguous:
        """The refusal of an `x`, at `began`, without a plain number of times."""
        left, right = self.text[:began].strip(BLANKS), self.text[began + 1 :].strip(BLANKS)
        self.at = began
        if not right:
            return self.make_syntax_refusal("how many times to roll should stand after the x")
        if right.isdecimal():
            hint = f"{left} x{right} rolls {right} times, {left}*{right} multiplies."
        elif left.isdecimal():
            hint = f"{left}x {right} rolls {left} times, {left}*{right} multiplies."
        else:
            expected = "only a number of times, as in x6, can stand after an x"
            return self.make_syntax_refusal(expected)
        return Ambiguous(f"«{self.text}» may mean two things at column {began + 1}.", hint)

    def parse_comparison(self) -> Part:
        left = self.parse_sum()
        if not (comparator := self.read_comparator()):
            return left
        right = self.parse_sum()
        if self.current and self.current in "<>=≤≥":
            raise self.make_syntax_refusal("there is one comparison already")
        return Comparison(left, comparator, right)

    def parse_sum(self) -> Part:
        self.skip_blanks()
        terms = [(self.take_sign() or 1, self.parse_product())]
        while sign := self.take_sign():
            terms.append((sign, self.parse_product()))
        if terms[0][0] == 1 and len(terms) == 1:
            return terms[0][1]
        return Sum(tuple(terms))

    def parse_product(self) -> Part:
        factors = [self.parse_part_with_label()]
        while self.take_word("*", "×"):
            self.skip_blanks()
            sign = self.take_sign()
            factor = self.parse_part_with_label()
            factors.append(Sum(((-1, factor),)) if sign == -1 else factor)
        return factors[0] if len(factors) == 1 else Product(tuple(factors))

    def parse_part_with_label(self) -> Part:
        self.skip_blanks()
        part = self.parse_single_part()
        self.skip_blanks()
        if self.take_word("["):
            part = Labelled(part, self.parse_label())
            self.skip_blanks()
        self.last = part
        return part

    def parse_label(self) -> str:
        end = self.at
        while self.text[end : end + 1] not in ("", "[", "]"):
            end += 1
        label = " ".join(clean_text(self.text[self.at : end]).split())
        if self.text[end : end + 1] != "]":
            self.at = end
            raise self.make_syntax_refusal("a ] should stand there", _LABEL_HINT)
        if not label:
            raise self.make_syntax_refusal("a label should stand there", _LABEL_HINT)
        if len(label) > MAX_LABEL_LENGTH:
            raise Impossible(
                f"The label «{label}» has {len(label)} characters.",
                f"A label has at most {MAX_LABEL_LENGTH}.",
            )
        self.at = end + 1
        return label

    def parse_single_part(self) -> Part:
        began = self.at
        digits = self.take_run(DIGITS)
        if self.take_word("d"):
            return self.parse_dice(began, digits)
        if digits:
            return Number(parse_whole_number(digits))
        if self.take_word("event"):
            return self.parse_event_dice()
        if way := self.take_word("min", "max"):
            parts = self.parse_parentheses(several=True)
            part: Part = Extreme("min" if way == "min" else "max", parts)
        elif self.current == "(":
            (part,) = self.parse_parentheses()
        else:
            raise self.make_syntax_refusal("dice or a number should stand there")
        steps = read_ladder_steps(self)
        return (
            part if steps is None else move_dice_along_ladder(part, steps, self.slice_from(began))
        )

    def parse_dice(self, began: int, digits: str) -> Part:
        number = parse_whole_number(digits or "1")
        sides = self.take_word("%") or self.take_run(DIGITS)
        if not sides:
            hint = f"Write {digits}d6 or {digits}d20."
            raise self.make_syntax_refusal("the number of sides should stand there", hint)
        if sides == "66":
            if number == 1:
                return TensAndOnes()
            raise Ambiguous(
                f"«{self.slice_from(began)}» may mean two things.",
                "d66 x2 rolls twice, d66+d66 adds two up.",
            )
        dice = Dice(number, 100 if sides == "%" else parse_whole_number(sides))
        return read_dice_modifiers(self, dice, began)

    def parse_event_dice(self) -> EventDice:
        """Event Dice after their word, with the numbers that are added and subtracted."""
        added = 0
        self.skip_blanks()
        while sign := self.take_sign():
            self.skip_blanks()
            if not (digits := self.take_run(DIGITS)):
                raise self.make_syntax_refusal(
                    "a number of Event Dice should stand there", _EVENT_FORMS
                )
            added += sign * parse_whole_number(digits)
            self.skip_blanks()
        if self.current and self.current in "*×":
            raise self.make_syntax_refusal("only numbers of Event Dice can follow", _EVENT_FORMS)
        require_few_event_dice(added)
        return EventDice(added)

    def parse_parentheses(self, *, several: bool = False) -> tuple[Part, ...]:
        """The part in parentheses, or `several`, two or more, separated by commas."""
        self.skip_blanks()
        if not self.take_word("("):
            raise self.make_syntax_refusal("a ( should stand there")
        self.depth += 1
        if self.depth > MAX_PARENTHESES:
            raise Impossible(
                f"More than {MAX_PARENTHESES} parentheses stand inside each other.", "Write fewer."
            )
        parts = [self.parse_comparison()]
        while several and self.take_word(","):
            parts.append(self.parse_comparison())
        if several and len(parts) == 1:
            raise self.make_refusal_of_what_follows("a comma")
        if not self.take_word(")"):
            raise self.make_refusal_of_what_follows("a comma, a )" if several else "a )")
        self.depth -= 1
        return tuple(parts)

    def make_refusal_of_what_follows(self, closing: str = "") -> Malformed:
        """The refusal of what follows a complete part; `closing` could end it too."""
        if self.current in ("/", "÷"):
            return self.make_syntax_refusal("there is no division", _DIVISION_HINT)
        known = ["+ - *", "a [label]", "a word like kh3 or r1"]
        if isinstance(self.last, Labelled):
            known = known[:1]
        elif not isinstance(self.last, Dice):
            known = known[:2]
        if closing:
            known.append(closing)
        return self.make_syntax_refusal(f"only {join_words(known, 'or')} can follow there")


def rewrite_comparison_in_signs(text: str) -> str:
    """`2d6+1 at least 7`, `2d6 7+` or `7 or more on 2d6` with a comparator. Empty if the text
    compares nothing; what is compared need not be dice.

    >>> rewrite_comparison_in_signs("2d6+1 at least 7")
    '2d6+1 >= 7'
    """
    spaced = " ".join(text.split())
    for words, sign in _BOUNDS:
        bound = words.replace("N", r"(?P<number>\d+)")
        for order in (rf"(?P<dice>.+?) (?:of )?{bound}", rf"{bound} (?:on|with) (?P<dice>.+)"):
            if found := re.fullmatch(order, spaced, re.IGNORECASE):
                return f"{found['dice']} {sign} {found['number']}"
    return ""
