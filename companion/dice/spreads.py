"""Weights of totals, and how those of several parts come together: the arithmetic of odds.

Parts of a notation fall independently of each other, so weights are multiplied and added up over
all pairs of totals. For a sum that is the product of two polynomials, and a polynomial is one long
whole number, each coefficient in a field of bytes wide enough for it (Kronecker substitution):
Python multiplies such numbers far faster than any loop goes over pairs.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping
from itertools import accumulate
from math import log10, prod
from operator import add, mul, sub
from typing import NamedTuple

from companion.dice.notation import Comparator, Notation
from companion.refusal import Impossible
from companion.text import clip_text

MAX_STEPS = 1_000_000
"""How much is worked out for one notation: totals (or pairs of totals, where they are taken by
pairs) times the digits of their weights. So much takes a fraction of a second."""
MAX_DIGITS = 4_000
"""The longest weight: not much more is written out by Python at all."""


class Spread(NamedTuple):
    """The weight of each total out of `whole`; what the weights leave of it was cut off."""

    weights: dict[int, int]
    whole: int


class StepBudget:
    """How much may still be worked out for a notation; each operation takes its own beforehand."""

    __slots__ = ("_left", "_notation")

    def __init__(self, notation: Notation) -> None:
        self._left = MAX_STEPS
        self._notation = notation

    def take(self, number: int, of: str, digits: int, *, each: int | None = None) -> None:
        """So many totals, or pairs `of` them, whose weights have so many digits; one takes a step a
        digit, or so many steps as `each` says. Raises `Impossible`, with the measure, where too few
        are left."""
        self._left -= number * (digits if each is None else each)
        if self._left < 0 or digits > MAX_DIGITS:
            raise Impossible(
                f"The odds of {clip_text(str(self._notation.part), 40)} are too long to work out "
                f"exactly: {number:,} {of} with weights of {digits:,} digits.",
                f"At most {MAX_STEPS:,} digits are worked out in all, {MAX_DIGITS:,} of one "
                "weight. Take fewer dice or sides, or roll it often and count.",
            )


def count_digits(whole: int, times: int = 1) -> int:
    """How many digits a whole has, or its power."""
    return int(log10(whole) * times) + 1


def count_field_bytes(whole: int) -> int:
    """How many bytes hold any weight out of `whole`."""
    return whole.bit_length() // 8 + 1


def pack_weights(weights: Mapping[int, int], size: int) -> int:
    """Weights as one number: that of the lowest total in the lowest `size` bytes, and so on."""
    weight, totals = weights.get, range(min(weights), max(weights) + 1)
    return int.from_bytes(
        b"".join([weight(total, 0).to_bytes(size, "little") for total in totals]), "little"
    )


def unpack_weights(number: int, lowest: int, size: int) -> dict[int, int]:
    """The weights that were packed into a number, from the lowest total up."""
    length = -(-number.bit_length() // 8)
    read, held = int.from_bytes, number.to_bytes(length, "little")
    weights = [read(held[at : at + size], "little") for at in range(0, length, size)]
    return {total: weight for total, weight in enumerate(weights, lowest) if weight}


def repeat_spread(spread: Spread, times: int, steps: StepBudget) -> Spread:
    """The sum of so many totals that all fall like this one, each by itself."""
    if times == 1:
        return spread
    lowest, highest = min(spread.weights), max(spread.weights)
    steps.take((highest - lowest) * times + 1, "totals", count_digits(spread.whole, times))
    whole = spread.whole**times
    size = count_field_bytes(whole)
    return Spread(
        unpack_weights(pack_weights(spread.weights, size) ** times, lowest * times, size), whole
    )


def add_spreads(one: Spread, other: Spread, steps: StepBudget) -> Spread:
    """The sum of two: by pairs where these are few, or where the totals lie far apart."""
    for fixed, falls in ((one, other), (other, one)):
        if fixed.whole == len(fixed.weights) == 1:
            return _map_totals(falls, add, *fixed.weights)
    lowest = min(one.weights) + min(other.weights)
    totals = max(one.weights) + max(other.weights) - lowest + 1
    if len(one.weights) * len(other.weights) <= 4 * totals:
        return _combine_pairs(add, one, other, steps)
    whole = one.whole * other.whole
    steps.take(totals, "totals", count_digits(whole))
    size = count_field_bytes(whole)
    sums = pack_weights(one.weights, size) * pack_weights(other.weights, size)
    return Spread(unpack_weights(sums, lowest, size), whole)


def multiply_spreads(one: Spread, other: Spread, steps: StepBudget) -> Spread:
    """The product of two."""
    for fixed, falls in ((one, other), (other, one)):
        if fixed.whole == len(fixed.weights) == 1 and 0 not in fixed.weights:
            return _map_totals(falls, mul, *fixed.weights)
    return _combine_pairs(mul, one, other, steps)


def _map_totals(spread: Spread, together: Callable[[int, int], int], number: int) -> Spread:
    """Each total with a number added or multiplied."""
    weights = {together(total, number): weight for total, weight in spread.weights.items()}
    return Spread(weights, spread.whole)


def _combine_pairs(
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
    """Each total taken away instead of added."""
    return Spread({-total: weight for total, weight in spread.weights.items()}, spread.whole)


def compute_highest(spreads: Iterable[Spread], steps: StepBudget) -> Spread:
    """The highest of several, each falling by itself: the chance that all are at most so high,
    less the chance that all are lower."""
    several = list(spreads)
    whole = prod(spread.whole for spread in several)
    totals = sorted({total for spread in several for total in spread.weights})
    steps.take(len(totals) * len(several), "totals", count_digits(whole))
    up_to = [accumulate([spread.weights.get(total, 0) for total in totals]) for spread in several]
    return Spread(_diff_weights(totals, map(prod, zip(*up_to, strict=True))), whole)


def compute_highest_of_many(spread: Spread, times: int, steps: StepBudget) -> Spread:
    """The highest of so many that all fall like this one, each by itself."""
    totals = sorted(spread.weights)
    steps.take(len(totals), "totals", count_digits(spread.whole, times))
    up_to = accumulate([spread.weights[total] for total in totals])
    return Spread(_diff_weights(totals, [weight**times for weight in up_to]), spread.whole**times)


def _diff_weights(totals: list[int], up_to: Iterable[int]) -> dict[int, int]:
    """The weight of each total, from those of all up to it."""
    reached = [0, *up_to]
    each = zip(totals, map(sub, reached[1:], reached), strict=True)
    return {total: weight for total, weight in each if weight}


def compare_spreads(
    left: Spread, comparing: Comparator, right: Spread, steps: StepBudget
) -> Spread:
    """1 as often as a total of the left compares so with one of the right, else 0."""
    whole = left.whole * right.whole
    steps.take(len(left.weights) + len(right.weights), "totals", count_digits(whole))
    totals = sorted(right.weights)
    up_to = [0, *accumulate([right.weights[total] for total in totals])]
    holds = 0
    for total, weight in left.weights.items():
        less, at_most = up_to[bisect_left(totals, total)], up_to[bisect_right(totals, total)]
        holds += (
            weight
            * {
                "=": at_most - less,
                ">": less,
                ">=": at_most,
                "<": up_to[-1] - at_most,
                "<=": up_to[-1] - less,
            }[comparing]
        )
    weights = {0: sum(left.weights.values()) * up_to[-1] - holds, 1: holds}
    return Spread({total: weight for total, weight in weights.items() if weight}, whole)
