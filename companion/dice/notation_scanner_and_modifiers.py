"""A cursor over typed dice notation, which names the column of a mistake; and the parsing of
modifiers: rerolls, explosions, least and most, picks, counts, steps."""

from typing import Literal

from companion.dice.dice_of_one_kind import (
    SMALLER_HINT,
    Comparator,
    Condition,
    Dice,
    Pick,
    PickWay,
    Reroll,
    require_dice_on_ladder,
    require_rollable,
)
from companion.dice.face_sources import MAX_NUMBER
from companion.dice.notation_tree import (
    Comparison,
    Extreme,
    Labelled,
    Part,
    Product,
    Sum,
    list_numbers_and_dice,
)
from companion.refusal import Ambiguous, Impossible, Malformed

FORMS_HINT = "Write dice like 2d6+1, d20-2 or 4d6kh3."

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


class NotationScanner:
    """A text and the place that is read next; every method moves that place on."""

    __slots__ = ("at", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.skip_blanks()

    @property
    def current(self) -> str:
        return self.text[self.at : self.at + 1]

    def take_run(self, characters: str) -> str:
        """Take as many of `characters` as stand here."""
        began = self.at
        while self.at < len(self.text) and self.text[self.at] in characters:
            self.at += 1
        return self.text[began : self.at]

    def skip_blanks(self) -> None:
        self.take_run(BLANKS)

    def take_word(self, *words: str) -> str:
        """Take the first of `words` that stands here, in any case; empty if none does."""
        for word in words:
            if self.text[self.at : self.at + len(word)].lower() == word:
                self.at += len(word)
                return word
        return ""

    def take_sign(self) -> Literal[1, -1] | None:
        sign = self.take_word("+", "-")
        return (-1 if sign == "-" else 1) if sign else None

    def slice_from(self, began: int) -> str:
        """The text from `began` to here, without blanks around it."""
        return self.text[began : self.at].strip(BLANKS)

    def read_comparator(self) -> Comparator | None:
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
            raise self.make_syntax_refusal(f"{expected} should stand there", hint)
        return parse_whole_number(digits)

    def make_syntax_refusal(self, expected: str, hint: str = FORMS_HINT) -> Malformed:
        if not self.text.strip():
            return Malformed("There are no dice to read at column 1.", FORMS_HINT)
        return Malformed(f"«{self.text}» goes wrong at column {self.at + 1}: {expected}.", hint)


def parse_whole_number(digits: str) -> int:
    """Digits as a number. Raises Impossible past `MAX_NUMBER`."""
    number = int(digits)
    if number > MAX_NUMBER:
        raise Impossible(f"{number:,} is more than {MAX_NUMBER:,}.", SMALLER_HINT)
    return number


_WAYS: dict[str, PickWay] = {"kh": "kh", "kl": "kl", "dh": "dh", "dl": "dl", "k": "kh"}
_DROPS_LOW = ("kh", "dl")
_ADVANTAGES: dict[str, PickWay] = {"advantage": "kh", "disadvantage": "kl"}
_SIGNS = {"enhanced": 1, "impaired": -1, "enhance": 1, "impair": -1}
_FIELDS = {
    "!": "explode",
    "rr": "reroll",
    "ro": "reroll",
    "r": "reroll",
    "min": "least",
    "max": "most",
    "mi": "least",
    "ma": "most",
    "count": "count",
    "cs": "count",
    "c": "count",
}
"""Each modifier's word, longer ones before their beginnings, with the field of `Dice` it fills."""

_THE_HIGHEST = Condition("=", 0)
"""Stands for a plain `!` until every step is read: only then is the highest face known."""


def read_dice_modifiers(reading: NotationScanner, dice: Dice, began: int) -> Dice:
    """`dice`, which begin at `began`, with all modifiers that stand here, each at most once."""
    while True:
        if (steps := read_ladder_steps(reading)) is not None:
            require_dice_on_ladder(dice)
            dice = dice._replace(steps=dice.steps + steps)
            continue
        at = reading.at
        if word := reading.take_word(*_ADVANTAGES):
            dice = _apply_advantage(reading, dice, word, at)
        elif way := _read_pick_way(reading):
            dice = _add_kept_or_dropped_dice(reading, dice, way, at)
        elif word := reading.take_word(*_FIELDS):
            dice = _apply_modifier(reading, dice, word, at)
        else:
            break
    if dice.explode is _THE_HIGHEST:
        dice = dice._replace(explode=Condition("=", dice.final_sides))
    require_rollable(dice, reading.slice_from(began))
    return dice


def read_ladder_steps(reading: NotationScanner) -> int | None:
    """The sum of `enhance 1 impair 2` and the like (-1) and blanks; None if there is none."""
    steps = None
    reading.skip_blanks()
    while word := reading.take_word(*_SIGNS):
        hint = f"Write d8 {'enhance' if _SIGNS[word] > 0 else 'impair'} 1."
        steps = (steps or 0) + _SIGNS[word] * reading.read_number("a number of steps", hint)
        reading.skip_blanks()
    return steps


def move_dice_along_ladder(part: Part, steps: int, written: str) -> Part:
    """`part` with every die in it so many steps up the ladder. Dice that explode on their highest
    face still do. Raises Impossible if there are no dice, or if one is not on the ladder."""
    if not any(isinstance(leaf, Dice) for leaf in list_numbers_and_dice(part)):
        raise Impossible(f"«{written}» has no die to step up or down.", "Enhance a d8 or a 2d6.")
    return _step_each_die(part, steps)


def _step_each_die(part: Part, steps: int) -> Part:
    """A part with all its dice moved along the ladder."""
    match part:
        case Dice():
            require_dice_on_ladder(part)
            stepped = part._replace(steps=part.steps + steps)
            if part.explode == Condition("=", part.final_sides):
                stepped = stepped._replace(explode=Condition("=", stepped.final_sides))
            require_rollable(stepped, str(stepped))
            return stepped
        case Sum(terms):
            return Sum(tuple((sign, _step_each_die(term, steps)) for sign, term in terms))
        case Product(factors):
            return Product(tuple(_step_each_die(factor, steps) for factor in factors))
        case Extreme(way, parts):
            return Extreme(way, tuple(_step_each_die(inner, steps) for inner in parts))
        case Comparison(left, comparator, right):
            return Comparison(_step_each_die(left, steps), comparator, _step_each_die(right, steps))
        case Labelled(inner, label):
            return Labelled(_step_each_die(inner, steps), label)
        case _:
            return part


def _read_pick_way(reading: NotationScanner) -> PickWay | None:
    """Take `kh` and the like, or the words `keep highest`; None if neither stands here."""
    if verb := reading.take_word("keep", "drop"):
        reading.skip_blanks()
        end = reading.take_word("highest", "lowest")
        if not end:
            hint = f"Write 4d6 {verb} highest, or 4d6 {verb} lowest 2."
            raise reading.make_syntax_refusal("highest or lowest should stand there", hint)
        return _WAYS[verb[0] + end[0]]
    return _WAYS.get(reading.take_word(*_WAYS))


def _apply_advantage(reading: NotationScanner, dice: Dice, word: str, at: int) -> Dice:
    """One die rolled twice, of which one counts. Raises Ambiguous for several dice."""
    if dice.picks:
        raise _make_repeat_refusal(reading, at)
    way = _ADVANTAGES[word]
    if dice.number != 1:
        raise Ambiguous(
            f"«{reading.text}» may mean two things at column {at + 1}.",
            f"Write d{dice.sides} {word} for one die, or {dice.number}d{dice.sides}{way}1 to keep "
            "one of those.",
        )
    return dice._replace(number=2, picks=(Pick(way, 1),))


def _add_kept_or_dropped_dice(reading: NotationScanner, dice: Dice, way: PickWay, at: int) -> Dice:
    """`dice` with one more pick; a pick that drops the lowest comes first."""
    drops_low = way in _DROPS_LOW
    if any((pick.way in _DROPS_LOW) == drops_low for pick in dice.picks):
        raise _make_repeat_refusal(reading, at)
    reading.skip_blanks()
    pick = Pick(way, parse_whole_number(reading.take_run(DIGITS) or "1"))
    return dice._replace(picks=(pick, *dice.picks) if drops_low else (*dice.picks, pick))


def _apply_modifier(reading: NotationScanner, dice: Dice, word: str, at: int) -> Dice:
    field = _FIELDS[word]
    if getattr(dice, field) is not None:
        raise _make_repeat_refusal(reading, at)
    if field == "least":
        return dice._replace(least=reading.read_number())
    if field == "most":
        return dice._replace(most=reading.read_number())
    if field == "explode":
        return dice._replace(explode=_read_explosion(reading, at))
    reading.skip_blanks()
    condition = reading.read_condition()
    if field == "count":
        return dice._replace(count=condition)
    return dice._replace(reroll=Reroll(condition, once=word == "ro"))


def _read_explosion(reading: NotationScanner, at: int) -> Condition:
    """The condition right after a `!`. A comparator after a blank compares the total."""
    if reading.current == "=" and reading.text[at - 1] in BLANKS:
        raise Ambiguous(
            f"«{reading.text}» may mean two things at column {at + 1}.",
            "d6!5 explodes on a 5, and totals are compared with =, <, >, <= or >=.",
        )
    if reading.current and reading.current in "0123456789<>=≤≥":
        return reading.read_condition()
    return _THE_HIGHEST


def _make_repeat_refusal(reading: NotationScanner, at: int) -> Malformed:
    reading.at = at
    return reading.make_syntax_refusal("that was said of these dice before")
