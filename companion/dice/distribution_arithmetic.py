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


class Distribution(NamedTuple):
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


def add_distribution_repeatedly(
    distribution: Distribution, times: int, steps: StepBudget
) -> Distribution:
    """The sum of so many independent totals with this distribution."""
    if times == 1:
        return distribution
    lowest, highest = min(distribution.weights), max(distribution.weights)
    steps.take((highest - lowest) * times + 1, "totals", count_digits(distribution.whole, times))
    whole = distribution.whole**times
    size = count_bytes_for_weight(whole)
    return Distribution(
        unpack_weights(pack_weights(distribution.weights, size) ** times, lowest * times, size),
        whole,
    )


def add_distributions(one: Distribution, other: Distribution, steps: StepBudget) -> Distribution:
    """The sum of two: by pairs if these are few, or if the totals lie far apart."""
    for fixed, falls in ((one, other), (other, one)):
        if fixed.whole == len(fixed.weights) == 1:
            return _apply_to_totals(falls, add, *fixed.weights)
    lowest = min(one.weights) + min(other.weights)
    totals = max(one.weights) + max(other.weights) - lowest + 1
    if len(one.weights) * len(other.weights) <= 4 * totals:
        return _combine_two_distributions(add, one, other, steps)
    whole = one.whole * other.whole
    steps.take(totals, "totals", count_digits(whole))
    size = count_bytes_for_weight(whole)
    sums = pack_weights(one.weights, size) * pack_weights(other.weights, size)
    return Distribution(unpack_weights(sums, lowest, size), whole)


def multiply_distributions(
    one: Distribution, other: Distribution, steps: StepBudget
) -> Distribution:
    """The distribution of the product of two independent totals."""
    for fixed, falls in ((one, other), (other, one)):
        if fixed.whole == len(fixed.weights) == 1 and 0 not in fixed.weights:
            return _apply_to_totals(falls, mul, *fixed.weights)
    return _combine_two_distributions(mul, one, other, steps)


def _apply_to_totals(
    distribution: Distribution, together: Callable[[int, int], int], number: int
) -> Distribution:
    weights = {together(total, number): weight for total, weight in distribution.weights.items()}
    return Distribution(weights, distribution.whole)


def _combine_two_distributions(
    together: Callable[[int, int], int], one: Distribution, other: Distribution, steps: StepBudget
) -> Distribution:
    whole = one.whole * other.whole
    pairs = len(one.weights) * len(other.weights)
    steps.take(pairs, "pairs of totals", count_digits(whole), each=-(-count_digits(whole) // 3))
    weights: dict[int, int] = {}
    for first, weight in one.weights.items():
        for second, times in other.weights.items():
            total = together(first, second)
            weights[total] = weights.get(total, 0) + weight * times
    return Distribution(weights, whole)


def negate_distribution(distribution: Distribution) -> Distribution:
    """The distribution with the sign of each total changed."""
    return Distribution(
        {-total: weight for total, weight in distribution.weights.items()}, distribution.whole
    )


def compute_highest_of_distributions(
    distributions: Iterable[Distribution], steps: StepBudget, times: int = 1
) -> Distribution:
    """The highest of several, each `times` times: the chance that all are at most so high, less the
    chance that all are lower."""
    several = list(distributions)
    whole = prod(distribution.whole for distribution in several)
    totals = sorted({total for distribution in several for total in distribution.weights})
    steps.take(len(totals) * len(several), "totals", count_digits(whole, times))
    up_to = [
        accumulate([distribution.weights.get(total, 0) for total in totals])
        for distribution in several
    ]
    reached = [0, *(prod(weights) ** times for weights in zip(*up_to, strict=True))]
    each = zip(totals, map(sub, reached[1:], reached), strict=True)
    return Distribution({total: weight for total, weight in each if weight}, whole**times)


def compare_distributions(
    left: Distribution, comparator: Comparator, right: Distribution, steps: StepBudget
) -> Distribution:
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
    return Distribution({total: weight for total, weight in weights.items() if weight}, whole)
