"""What may stand after dice: rerolls, explosions, least and most, picks, counts, steps."""

from companion.dice.notation import (
    Comparison,
    Condition,
    Dice,
    Extreme,
    Labelled,
    Part,
    Pick,
    PickWay,
    Product,
    Reroll,
    Sum,
    leaves,
)
from companion.dice.possible import check_dice, check_ladder
from companion.dice.reading import BLANKS, DIGITS, Reading, whole
from companion.refusal import Ambiguous, Impossible, Malformed

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
"""What people write, longer words before their beginnings, and the field of `Dice` it fills."""

_THE_HIGHEST = Condition("=", 0)
"""Stands for a plain `!` until every step is read, and with them the highest face."""


def read_modifiers(reading: Reading, dice: Dice, began: int) -> Dice:
    """`dice` with every modifier that stands here, each at most once, in any order.

    `began` is where the dice began. Raises `Malformed`, `Ambiguous` and `Impossible`.
    """
    while True:
        if (steps := read_steps(reading)) is not None:
            check_ladder(dice)
            dice = dice._replace(steps=dice.steps + steps)
            continue
        at = reading.at
        if word := reading.take(*_ADVANTAGES):
            dice = _with_advantage(reading, dice, word, at)
        elif way := _way(reading):
            dice = _picked(reading, dice, way, at)
        elif word := reading.take(*_FIELDS):
            if getattr(dice, _FIELDS[word]) is not None:
                raise _second(reading, at)
            dice = _said(reading, dice, word, at)
        else:
            break
    if dice.explode is _THE_HIGHEST:
        dice = dice._replace(explode=Condition("=", dice.die))
    check_dice(dice, reading.written(began))
    return dice


def read_steps(reading: Reading) -> int | None:
    """What `enhance 1 impair 2` and the like add up to (-1); None where nothing of it stands
    here. Blanks are passed either way."""
    steps = None
    reading.blanks()
    while word := reading.take(*_SIGNS):
        hint = f"Write d8 {'enhance' if _SIGNS[word] > 0 else 'impair'} 1."
        steps = (steps or 0) + _SIGNS[word] * reading.number("a number of steps", hint)
        reading.blanks()
    return steps


def stepped(part: Part, steps: int, written: str) -> Part:
    """`part` with every die in it so many steps up the ladder; dice that explode on their highest
    face still do. Raises `Impossible` for other dice, or none."""
    if not any(isinstance(leaf, Dice) for leaf in leaves(part)):
        raise Impossible(f"«{written}» has no die to step up or down.", "Enhance a d8 or a 2d6.")
    return _stepped(part, steps)


def _stepped(part: Part, steps: int) -> Part:
    match part:
        case Dice():
            return _stepped_dice(part, steps)
        case Sum(terms):
            return Sum(tuple((sign, _stepped(term, steps)) for sign, term in terms))
        case Product(factors):
            return Product(tuple(_stepped(factor, steps) for factor in factors))
        case Extreme(way, parts):
            return Extreme(way, tuple(_stepped(inner, steps) for inner in parts))
        case Comparison(left, comparing, right):
            return Comparison(_stepped(left, steps), comparing, _stepped(right, steps))
        case Labelled(inner, label):
            return Labelled(_stepped(inner, steps), label)
        case _:
            return part


def _stepped_dice(dice: Dice, steps: int) -> Dice:
    check_ladder(dice)
    found = dice._replace(steps=dice.steps + steps)
    if dice.explode == Condition("=", dice.die):
        found = found._replace(explode=Condition("=", found.die))
    check_dice(found, str(found))
    return found


def _way(reading: Reading) -> PickWay | None:
    """How dice are picked, where that stands here: `kh`, or in words `keep highest`."""
    if verb := reading.take("keep", "drop"):
        reading.blanks()
        end = reading.take("highest", "lowest")
        if not end:
            hint = f"Write 4d6 {verb} highest, or 4d6 {verb} lowest 2."
            raise reading.malformed("highest or lowest should stand there", hint)
        return _WAYS[verb[0] + end[0]]
    return _WAYS.get(reading.take(*_WAYS))


def _with_advantage(reading: Reading, dice: Dice, word: str, at: int) -> Dice:
    """`dice`, of which there is one, rolled twice: one of the two counts."""
    way = _ADVANTAGES[word]
    if dice.picks:
        raise _second(reading, at)
    if dice.number != 1:
        raise Ambiguous(
            f"«{reading.text}» may mean two things at column {at + 1}.",
            f"Write d{dice.sides} {word} for one die, or {dice.number}d{dice.sides}{way}1 to keep "
            "one of those.",
        )
    return dice._replace(number=2, picks=(Pick(way, 1),))


def _picked(reading: Reading, dice: Dice, way: PickWay, at: int) -> Dice:
    """`dice` with one more pick; those that drop the lowest come first."""
    drops_low = way in _DROPS_LOW
    if any((pick.way in _DROPS_LOW) == drops_low for pick in dice.picks):
        raise _second(reading, at)
    reading.blanks()
    pick = Pick(way, whole(reading.run(DIGITS) or "1"))
    return dice._replace(picks=(pick, *dice.picks) if drops_low else (*dice.picks, pick))


def _said(reading: Reading, dice: Dice, word: str, at: int) -> Dice:
    """`dice` with what `word`, which began at `at`, and what follows it say of them."""
    if word in ("min", "mi"):
        return dice._replace(least=reading.number())
    if word in ("max", "ma"):
        return dice._replace(most=reading.number())
    if word == "!":
        return dice._replace(explode=_exploding(reading, at))
    reading.blanks()
    condition = reading.condition()
    if word in ("count", "cs", "c"):
        return dice._replace(count=condition)
    return dice._replace(reroll=Reroll(condition, once=word == "ro"))


def _exploding(reading: Reading, at: int) -> Condition:
    """The condition right after a `!`; one that stands apart compares the total."""
    if reading.next == "=" and reading.text[at - 1] in BLANKS:
        raise Ambiguous(
            f"«{reading.text}» may mean two things at column {at + 1}.",
            "d6!5 explodes on a 5, and totals are compared with =, <, >, <= or >=.",
        )
    if reading.next and reading.next in "0123456789<>=≤≥":
        return reading.condition()
    return _THE_HIGHEST


def _second(reading: Reading, at: int) -> Malformed:
    reading.at = at
    return reading.malformed("that was said of these dice before")
