"""Exact odds of Attack Rolls: the damage of one, and what several do to whoever they hit
(procedures 1.6, 1.11, 1.12)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import NamedTuple, TypeAlias

from companion.errant.attacks.attacks import DamageDice, compute_damage
from companion.errant.checks_and_saves import compute_success_chance

Odds: TypeAlias = dict[int, Fraction]
"""Numbers with the chance of each; together they are 1."""
WORST_ROW = 16
"""The last row of the wound tables, for all damage from there on."""


class AttackOdds(NamedTuple):
    """What Attack Rolls do to somebody: the chance that they are at 0 HP in the end, that they are
    out of action, and of each row as the worst wound."""

    at_zero: Fraction
    out_of_action: Fraction
    rows: Odds


def add_up_chances(cases: Iterable[tuple[int, Fraction]]) -> Odds:
    """The chance of each number, the lowest first: the sum of all cases that have it."""
    found: Odds = defaultdict(Fraction)
    for number, chance in cases:
        found[number] += chance
    return dict(sorted(found.items()))


def compute_damage_odds(
    dice: DamageDice, weapon: int, bonus: Mapping[int, Fraction] | None = None
) -> Odds:
    """The chance of each damage of one Attack Roll, with what is added to the dice."""
    return merge_damage_odds(compute_damage_odds_by_maxima(dice, weapon, bonus))


WearingOdds: TypeAlias = dict[int, tuple[Fraction, Odds]]
"""By the number of dice that show their maximum: its chance, and the damage there is then."""


def compute_damage_odds_by_maxima(
    dice: DamageDice, weapon: int, bonus: Mapping[int, Fraction] | None = None
) -> WearingOdds:
    """The chance of each damage of one Attack Roll, by how many of its dice show their maximum."""
    sums: dict[tuple[int, int], int] = {(0, 0): 1}
    for _ in range(dice.number):
        longer: dict[tuple[int, int], int] = defaultdict(int)
        for (total, maxima), weight in sums.items():
            for face in range(1, dice.sides + 1):
                longer[total + face, maxima + (face == dice.sides)] += weight
        sums = longer
    found: WearingOdds = {}
    for most in sorted({maxima for _, maxima in sums}):
        own = {total: weight for (total, maxima), weight in sums.items() if maxima == most}
        whole = sum(own.values())
        odds = add_up_chances(
            (compute_damage(total, weapon, added), chance * Fraction(weight, whole))
            for total, weight in own.items()
            for added, chance in (bonus or {0: Fraction(1)}).items()
        )
        found[most] = Fraction(whole, dice.sides**dice.number), odds
    return found


def list_damage_cases_as_armour_wears(
    rolls: Sequence[tuple[WearingOdds, Odds]], quality: int
) -> list[tuple[Fraction, tuple[Odds, ...]]]:
    """The damage of each Attack Roll, in each case with its chance, where a piece of armour of this
    Quality Blocks them until their maxima have destroyed it. Of each roll the odds with the Blocks
    and without them. Where there are too many cases, the piece Blocks all that is left."""
    cases: list[tuple[Fraction, tuple[Odds, ...], int]] = [(Fraction(1), (), quality)]
    for blocked, plain in rolls:
        after = []
        for chance, so_far, left in cases:
            if left <= 0:
                after.append((chance, (*so_far, plain), left))
                continue
            for maxima, (likely, odds) in blocked.items():
                after.append((chance * likely, (*so_far, odds), left - maxima))
        cases = after
        if len(cases) > MAX_STRUCK_WAYS:
            break
    rest = tuple(merge_damage_odds(blocked) for blocked, _ in rolls[len(cases[0][1]) :])
    return [(chance, (*so_far, *rest)) for chance, so_far, _ in cases]


def merge_damage_odds(parts: WearingOdds) -> Odds:
    """The odds of each damage, however many maxima there are."""
    return add_up_chances(
        (damage, chance * likely)
        for chance, odds in parts.values()
        for damage, likely in odds.items()
    )


MAX_STRUCK_WAYS = 5_000
"""Ways in which several Attack Rolls can fall that are gone through, where True Strikes change
those that showed least."""


def compute_odds_with_true_strikes(
    dice: Sequence[DamageDice], strikes: int
) -> dict[tuple[int, ...], Fraction]:
    """What the dice of each Attack Roll show together, with the chance of each way, where so many
    that showed least are True Strikes. Where there are too many ways it is the first of them."""
    shown = [compute_damage_odds(each, 0) for each in dice]
    tops = [each.number * each.sides for each in dice]
    if prod(map(len, shown)) > MAX_STRUCK_WAYS:
        shown[:strikes] = [{top: Fraction(1)} for top in tops[:strikes]]
        strikes = 0
    ways: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
    for way in product(*(odds.items() for odds in shown)):
        sums = [total for total, _ in way]
        for at in sorted(range(len(sums)), key=sums.__getitem__)[:strikes]:
            sums[at] = tops[at]
        ways[tuple(sums)] += prod((chance for _, chance in way), start=Fraction(1))
    return ways


def compute_mean(odds: Odds) -> Fraction:
    """The average of numbers with their chances."""
    return sum((number * chance for number, chance in odds.items()), Fraction(0))


def compute_chance_of_maximum(dice: DamageDice) -> Fraction:
    """The chance that a die shows its maximum, which is as good as that of a 1."""
    return 1 - Fraction(dice.sides - 1, dice.sides) ** dice.number


def merge_attack_odds(parts: Sequence[tuple[Fraction, AttackOdds]]) -> AttackOdds:
    """The odds of one of several cases, each of which has its chance."""
    return AttackOdds(
        sum((chance * odds.at_zero for chance, odds in parts), Fraction(0)),
        sum((chance * odds.out_of_action for chance, odds in parts), Fraction(0)),
        add_up_chances(
            (row, chance * each) for chance, odds in parts for row, each in odds.rows.items()
        ),
    )


def compute_attack_odds(hp: int, phys: int, attacks: Sequence[Odds]) -> AttackOdds:
    """What these Attack Rolls, one after the other, do to somebody with so many HP, who saves with
    phys: at 0 HP, or reduced to it, they save at a DV of the damage; what is beyond is a wound."""
    states: dict[tuple[int, bool, int], Fraction] = {(hp, False, 0): Fraction(1)}
    for odds in attacks:
        after: dict[tuple[int, bool, int], Fraction] = defaultdict(Fraction)
        for (left, is_out, worst), chance in states.items():
            for damage, likely in odds.items():
                both = chance * likely
                if damage < left or not damage:
                    after[left - damage, is_out, worst] += both
                    continue
                row = max(worst, min(damage - left, WORST_ROW))
                saved = compute_success_chance(phys, damage)
                after[0, is_out, row] += both * saved
                after[0, True, row] += both * (1 - saved)
        states = after
    rows = add_up_chances((worst, chance) for (_, _, worst), chance in states.items())
    return AttackOdds(
        at_zero=sum((c for (left, _, _), c in states.items() if not left), Fraction(0)),
        out_of_action=sum((c for (_, is_out, _), c in states.items() if is_out), Fraction(0)),
        rows={row: chance for row, chance in rows.items() if row and chance},
    )
