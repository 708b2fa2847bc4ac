"""Distributions of totals: weights by total, and how those of several parts are added, multiplied
and compared.

Parts of a notation are independent, so weights are multiplied and added up over all pairs of
totals. For a sum that is the product of two polynomials. A polynomial is written as one long whole
number, each coefficient in a field of bytes (Kronecker substitution), because Python multiplies
such numbers far faster than it loops over pairs.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping
from itertools import accumulate
from math import log10, prod
from operator import add, mul, sub
from typing import NamedTuple

from companion.dice.dice_of_one_kind import Comparator
from companion.dice.notation_tree import Notation
from companion.refusal import Impossible
from companion.text_cleaning import clip_text

MAX_STEPS = 1_000_000
"""The limit for one notation: totals, or pairs of totals, times the digits of their weights. That
takes a fraction of a second."""
MAX_DIGITS = 4_000
"""The longest weight; Python itself hardly prints longer numbers."""


class Spread(NamedTuple):
    """The weight of each total out of `whole`; what is missing from it was cut off."""

    weights: dict[int, int]
    whole: int


class StepBudget:
    """The steps left for a notation; each operation takes its own before it begins."""

    __slots__ = ("_left", "_notation")

    def __init__(self, notation: Notation) -> None:
        self._left = MAX_STEPS
        self._notation = notation

    def take(self, number: int, of: str, digits: int, *, each: int | None = None) -> None:
        """Take the steps for a number `of` totals or pairs with weights of so many digits: a step
        a digit, or `each` for one. Raises Impossible if too few are left."""
        self._left -= number * (digits if each is None else each)
        if self._left < 0 or digits > MAX_DIGITS:
            raise Impossible(
                f"The odds of {clip_text(str(self._notation.part), 40)} are too long to work out "
                f"exactly: {number:,} {of} with weights of {digits:,} digits.",
                f"At most {MAX_STEPS:,} digits are worked out in all, {MAX_DIGITS:,} of one "
                "weight. Take fewer dice or sides, or roll it often and count.",
            )


def count_digits(whole: int, times: int = 1) -> int:
    """The digits of a whole, or of its power."""
    return int(log10(whole) * times) + 1


def count_bytes_for_weight(whole: int) -> int:
    """The bytes that hold any weight out of `whole`."""
    return whole.bit_length() // 8 + 1


def pack_weights(weights: Mapping[int, int], size: int) -> int:
    """Weights as one number: the lowest total in the lowest `size` bytes, and so on."""
    weight, totals = weights.get, range(min(weights), max(weights) + 1)
    return int.from_bytes(
        b"".join([weight(total, 0).to_bytes(size, "little") for total in totals]), "little"
    )


def unpack_weights(number: int, lowest: int, size: int) -> dict[int, int]:
    """The weights in a packed number; the first is that of the `lowest` total."""
    length = -(-number.bit_length() // 8)
    read, data = int.from_bytes, number.to_bytes(length, "little")
    weights = [read(data[at : at + size], "little") for at in range(0, length, size)]
    return {total: weight for total, weight in enumerate(weights, lowest) if weight}


def add_spread_repeatedly(spread: Spread, times: int, steps: StepBudget) -> Spread:
    """The sum of so many independent totals with this spread."""
    if times == 1:
        return spread
    lowest, highest = min(spread.weights), max(spread.weights)
    steps.take((highest - lowest) * times + 1, "totals", count_digits(spread.whole, times))
    whole = spread.whole**times
    size = count_bytes_for_weight(whole)
    return Spread(
        unpack_weights(pack_weights(spread.weights, size) ** times, lowest * times, size), whole
    )


def add_spreads(one: Spread, other: Spread, steps: StepBudget) -> Spread:
    """The sum of two: by pairs if these are few, or if the totals lie far apart."""
    for fixed, falls in ((one, other), (other, one)):
        if fixed.whole == len(fixed.weights) == 1:
            return _apply_to_totals(falls, add, *fixed.weights)
    lowest = min(one.weights) + min(other.weights)
    totals = max(one.weights) + max(other.weights) - lowest + 1
    if len(one.weights) * len(other.weights) <= 4 * totals:
        return _combine_two_spreads(add, one, other, steps)
    whole = one.whole * other.whole
    steps.take(totals, "totals", count_digits(whole))
    size = count_bytes_for_weight(whole)
    sums = pack_weights(one.weights, size) * pack_weights(other.weights, size)
    return Spread(unpack_weights(sums, lowest, size), whole)


def multiply_spreads(one: Spread, other: Spread, steps: StepBudget) -> Spread:
    """The distribution of the product of two independent totals."""
    for fixed, falls in ((one, other), (other, one)):
        if fixed.whole == len(fixed.weights) == 1 and 0 not in fixed.weights:
            return _apply_to_totals(falls, mul, *fixed.weights)
    return _combine_two_spreads(mul, one, other, steps)


def _apply_to_totals(spread: Spread, together: Callable[[int, int], int], number: int) -> Spread:
    weights = {together(total, number): weight for total, weight in spread.weights.items()}
    return Spread(weights, spread.whole)


def _combine_two_spreads(
    together: Callable[[int, int], int], one: Spread, other: Spread, steps: StepBudget
) -> Spread:
    whole = one.whole * other.whole
    pairs = len(one.weights) * len(other.weights)
    steps.take(pairs, "pairs of totals", count_digits(whole), each=-(-count_digits(whole) // 3))
    weights: dict[int, int] = {}
    for first, weight in one.weights.items():
        for second, times in other.weights.items():
            total = together(first, second)
            weights[total] = weights.get(total, 0) + weight * times
    return Spread(weights, whole)


def negate_spread(spread: Spread) -> Spread:
    """The distribution with the sign of each total changed."""
    return Spread({-total: weight for total, weight in spread.weights.items()}, spread.whole)


def compute_highest_of_spreads(
    spreads: Iterable[Spread], steps: StepBudget, times: int = 1
) -> Spread:
    """The highest of several, each `times` times: the chance that all are at most so high, less the
    chance that all are lower."""
    several = list(spreads)
    whole = prod(spread.whole for spread in several)
    totals = sorted({total for spread in several for total in spread.weights})
    steps.take(len(totals) * len(several), "totals", count_digits(whole, times))
    up_to = [accumulate([spread.weights.get(total, 0) for total in totals]) for spread in several]
    reached = [0, *(prod(weights) ** times for weights in zip(*up_to, strict=True))]
    each = zip(totals, map(sub, reached[1:], reached), strict=True)
    return Spread({total: weight for total, weight in each if weight}, whole**times)


def compare_spreads(
    left: Spread, comparator: Comparator, right: Spread, steps: StepBudget
) -> Spread:
    """1 with the weight of all pairs for which the comparison holds, else 0."""
    whole = left.whole * right.whole
    steps.take(len(left.weights) + len(right.weights), "totals", count_digits(whole))
    totals = sorted(right.weights)
    up_to = [0, *accumulate([right.weights[total] for total in totals])]
    holds = 0
    for total, weight in left.weights.items():
        less, at_most = up_to[bisect_left(totals, total)], up_to[bisect_right(totals, total)]
        matching = {
            "=": at_most - less,
            ">": less,
            ">=": at_most,
            "<": up_to[-1] - at_most,
            "<=": up_to[-1] - less,
        }
        holds += weight * matching[comparator]
    weights = {0: sum(left.weights.values()) * up_to[-1] - holds, 1: holds}
    return Spread({total: weight for total, weight in weights.items() if weight}, whole)
