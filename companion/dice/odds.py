"""Exact odds of a notation: how likely each total is, in whole numbers.

>>> from companion.dice.parser import parse
>>> compute_odds(parse("2d6kh1")).weights
((1, 1), (2, 3), (3, 5), (4, 7), (5, 9), (6, 11))
"""

from functools import reduce
from math import gcd
from typing import NamedTuple

from companion.dice.dice import Dice, Pick
from companion.dice.notation import (
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
)
from companion.dice.pools import compute_pool
from companion.dice.spreads import (
    Spread,
    StepBudget,
    add_spreads,
    compare_spreads,
    compute_highest,
    multiply_spreads,
    negate_spread,
)


class Odds(NamedTuple):
    """Totals, lowest first, with their weights out of `whole`.

    `remainder` is the weight of rolls in which a die explodes more than `pools.DEPTH` times; 0 if
    no die explodes. Weights and remainder add up to `whole`.
    """

    weights: tuple[tuple[int, int], ...]
    whole: int
    remainder: int = 0

    @property
    def mean(self) -> tuple[int, int]:
        """The average total as a fraction in lowest terms, without the remainder."""
        sums = sum([total * weight for total, weight in self.weights])
        whole = self.whole - self.remainder
        common = gcd(sums, whole)
        return sums // common, whole // common


def compute_odds(notation: Notation) -> Odds:
    """The odds of one roll of `notation`; `times` is ignored. Raises Impossible beforehand if that
    would take longer than a moment."""
    weights, whole = _compute_spread(notation.part, StepBudget(notation))
    common = gcd(whole, *weights.values())
    if common > 1:
        whole //= common
        weights = {total: weight // common for total, weight in weights.items()}
    return Odds(tuple(sorted(weights.items())), whole, whole - sum(weights.values()))


def _compute_spread(part: Part, steps: StepBudget) -> Spread:
    match part:
        case Dice():
            return compute_pool(part, steps)
        case Number():
            return Spread({part.value: 1}, 1)
        case Sum():
            terms = [(sign, _compute_spread(term, steps)) for sign, term in part.terms]
            signed = [term if sign > 0 else negate_spread(term) for sign, term in terms]
            return reduce(lambda one, other: add_spreads(one, other, steps), signed)
        case Product():
            factors = [_compute_spread(factor, steps) for factor in part.factors]
            return reduce(lambda one, other: multiply_spreads(one, other, steps), factors)
        case Extreme():
            parts = [_compute_spread(each, steps) for each in part.parts]
            if part.way == "max":
                return compute_highest(parts, steps)
            return negate_spread(compute_highest(map(negate_spread, parts), steps))
        case Comparison():
            left, right = _compute_spread(part.left, steps), _compute_spread(part.right, steps)
            return compare_spreads(left, part.comparator, right, steps)
        case Labelled():
            return _compute_spread(part.part, steps)
        case EventDice():
            one = Pick("kh" if part.added > 0 else "kl", 1)
            return compute_pool(Dice(1 + abs(part.added), 6, picks=(one,)), steps)
        case TensAndOnes():
            return Spread({10 * tens + ones: 1 for tens in range(1, 7) for ones in range(1, 7)}, 36)
