"""Exact odds of a notation: how likely each total is, in whole numbers.

>>> from companion.dice.parser import parse
>>> compute_odds(parse("2d6kh1")).weights
((1, 1), (2, 3), (3, 5), (4, 7), (5, 9), (6, 11))
"""

from functools import reduce
from math import comb, gcd
from typing import NamedTuple, TypeAlias

from companion.dice.dice_of_one_kind import Dice
from companion.dice.distribution_arithmetic import (
    Distribution,
    StepBudget,
    add_distribution_repeatedly,
    add_distributions,
    compare_distributions,
    compute_highest_of_distributions,
    count_bytes_for_weight,
    count_digits,
    multiply_distributions,
    negate_distribution,
    pack_weights,
    unpack_weights,
)
from companion.dice.notation_tree import (
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

DEPTH = 10
"""How often one die may explode; beyond that its odds go into the remainder."""

Chains: TypeAlias = dict[tuple[int, int], int]
"""The weights of one die with those that it adds by exploding, by rank and score. Dice are picked
by rank; the score is what counts."""


class Rank(NamedTuple):
    """The scores of one die at one rank: the least, all of them packed from that one up, and their
    weight together."""

    least: int
    scores: int
    weight: int


def compute_distribution_of_dice(dice: Dice, steps: StepBudget) -> Distribution:
    """The totals of dice, without rolls in which one explodes more than `DEPTH` times."""
    one, whole = _compute_exploding_die_odds(dice, steps)
    low, high = dice.drop_counts
    if dice.kept_number < dice.number and (dice.kept_number > 1 or dice.count or (low and high)):
        return _compute_kept_totals(one, whole, dice.number, (low, high), steps)
    weights: dict[int, int] = {}
    for (_, score), weight in one.items():
        weights[score] = weights.get(score, 0) + weight
    distribution = Distribution(weights, whole)
    if low:
        return compute_highest_of_distributions([distribution], steps, times=dice.number)
    if high:
        return negate_distribution(
            compute_highest_of_distributions(
                [negate_distribution(distribution)], steps, times=dice.number
            )
        )
    return add_distribution_repeatedly(distribution, dice.number, steps)


def _compute_exploding_die_odds(dice: Dice, steps: StepBudget) -> tuple[Chains, int]:
    """One die with those that it adds, and the whole."""
    sides, count = dice.final_sides, dice.count
    steps.take(sides, "faces", count_digits(sides))
    faces, whole = _weigh_faces_after_rerolls(dice)
    more = dice.explode.list_faces(sides) if dice.explode else range(0)
    depth = DEPTH if more else 0
    fallen = []
    for face, weight in faces.items():
        value = dice.clamp_face(face)
        score = value if count is None else int(count.is_met_by(value))
        fallen.append((value, score, weight, face in more))
    ended: Chains = {}
    going: Chains = {(0, 0): 1}
    for thrown in range(depth + 1):
        if thrown:
            steps.take(len(going) * len(fallen), "rows of faces", count_digits(whole, thrown + 1))
        ended = {chain: weight * whole for chain, weight in ended.items()}
        longer: Chains = {}
        for (rank, score), weight in going.items():
            for value, scored, times, explodes in fallen:
                chains, chain = longer if explodes else ended, (rank + value, score + scored)
                chains[chain] = chains.get(chain, 0) + weight * times
        going = longer
    return ended, whole ** (depth + 1)


def _weigh_faces_after_rerolls(dice: Dice) -> tuple[dict[int, int], int]:
    """The weights of a die's faces after rerolls, and the whole."""
    sides, reroll = dice.final_sides, dice.reroll
    faces = range(1, sides + 1)
    if reroll is None:
        return dict.fromkeys(faces, 1), sides
    again = reroll.condition.list_faces(sides)
    if not reroll.once:
        return {face: 1 for face in faces if face not in again}, sides - len(again)
    stay = {face: len(again) + (0 if face in again else sides) for face in faces}
    return stay, sides * sides


def _compute_kept_totals(
    one: Chains, whole: int, number: int, dropped: tuple[int, int], steps: StepBudget
) -> Distribution:
    """The totals of the kept dice, if the lowest and the highest of `number` are `dropped`.

    Dice are placed rank by rank, beginning at the end where fewer are dropped: `ways[placed]` holds
    the packed totals of the first places, of which those from `first` to `last` count. Once these
    are filled, all other dice are of this rank or a later one.
    """
    first, last = min(dropped), number - max(dropped)
    scores = [score for _, score in one]
    least, most = min(scores), max(scores)
    totals = (most - least) * (last - first) + 1
    turns = len({rank for rank, _ in one}) * last * (last + 1) // 2
    long = count_digits(whole, number)
    mixed = len({rank for rank, _ in one}) < len(one)
    each = _estimate_steps_of_rank(number, totals, long, mixed=mixed)
    steps.take(turns, "ways to place dice", long, each=each)
    size = count_bytes_for_weight(whole**number)
    ranks = _list_ranks_of_die(one, size, best_first=dropped[0] >= dropped[1])
    ways = [1] + [0] * (last - 1)
    done, beyond = 0, sum(rank.weight for rank in ranks)
    for rank in ranks:
        here, beyond = beyond, beyond - rank.weight
        for placed in range(last - 1, -1, -1):
            if not (so_far := ways[placed]):
                continue
            left = number - placed
            rest = here**left - beyond**left
            for added in range(1, last - placed):
                times = comb(left, added) * rank.weight**added
                rest -= times * beyond ** (left - added)
                counted = max(0, placed + added - max(placed, first))
                ways[placed + added] += _add_scores_of_rank(
                    so_far * times, rank, counted, size, least
                )
            done += _add_scores_of_rank(so_far * rest, rank, last - max(placed, first), size, least)
    return Distribution(unpack_weights(done, least * (last - first), size), whole**number)


def _estimate_steps_of_rank(number: int, totals: int, long: int, *, mixed: bool) -> int:
    """The steps (a microsecond or less each) of placing some dice of one rank: choosing among the
    dice, powers of weights, the totals so far, and, if a rank has several scores, a product of two
    packed numbers."""
    packed_in = totals * long
    product = int((packed_in / 9) ** 1.6 / 200) if mixed else 0
    return 3 + number // 8 + (long // 40) ** 2 // 4 + packed_in // 1_000 + product


def _add_scores_of_rank(ways: int, rank: Rank, counted: int, size: int, least: int) -> int:
    """Ways in which so many dice of a rank count, shifted by what they score above the least."""
    if rank.scores != rank.weight:
        ways = ways // rank.weight**counted * rank.scores**counted
    return ways << 8 * size * (rank.least - least) * counted


def _list_ranks_of_die(one: Chains, size: int, *, best_first: bool) -> list[Rank]:
    scores: dict[int, dict[int, int]] = {}
    for (rank, score), weight in one.items():
        scores.setdefault(rank, {})[score] = weight
    return [
        Rank(min(of_rank), pack_weights(of_rank, size), sum(of_rank.values()))
        for _, of_rank in sorted(scores.items(), reverse=best_first)
    ]


class Odds(NamedTuple):
    """Totals, lowest first, with their weights out of `whole`.

    `remainder` is the weight of rolls in which a die explodes more than `DEPTH` times; 0 if
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
    weights, whole = _compute_distribution_of_part(notation.part, StepBudget(notation))
    common = gcd(whole, *weights.values())
    if common > 1:
        whole //= common
        weights = {total: weight // common for total, weight in weights.items()}
    return Odds(tuple(sorted(weights.items())), whole, whole - sum(weights.values()))


def _compute_distribution_of_part(part: Part, steps: StepBudget) -> Distribution:
    match part:
        case Dice():
            return compute_distribution_of_dice(part, steps)
        case Number():
            return Distribution({part.value: 1}, 1)
        case Sum():
            terms = [
                (sign, _compute_distribution_of_part(term, steps)) for sign, term in part.terms
            ]
            signed = [term if sign > 0 else negate_distribution(term) for sign, term in terms]
            return reduce(lambda one, other: add_distributions(one, other, steps), signed)
        case Product():
            factors = [_compute_distribution_of_part(factor, steps) for factor in part.factors]
            return reduce(lambda one, other: multiply_distributions(one, other, steps), factors)
        case Extreme():
            parts = [_compute_distribution_of_part(each, steps) for each in part.parts]
            if part.way == "max":
                return compute_highest_of_distributions(parts, steps)
            return negate_distribution(
                compute_highest_of_distributions(map(negate_distribution, parts), steps)
            )
        case Comparison():
            left, right = (
                _compute_distribution_of_part(part.left, steps),
                _compute_distribution_of_part(part.right, steps),
            )
            return compare_distributions(left, part.comparator, right, steps)
        case Labelled():
            return _compute_distribution_of_part(part.part, steps)
        case EventDice():
            return compute_distribution_of_dice(part.dice, steps)
        case TensAndOnes():
            return Distribution(
                {10 * tens + ones: 1 for tens in range(1, 7) for ones in range(1, 7)}, 36
            )
