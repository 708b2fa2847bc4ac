"""The exact odds of Attack Rolls agree with a count of all faces, and with many rolls."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.dice.face_sources import Streams
from companion.errant.attacks.attack_odds import (
    WORST_ROW,
    AttackOdds,
    Odds,
    compute_attack_odds,
    compute_chance_of_maximum,
    compute_damage_odds,
    compute_mean,
)
from companion.errant.attacks.attacks import (
    DamageDice,
    build_damage_dice,
    compute_damage,
    roll_damage_dice,
)
from companion.errant.attacks.statuses import Step

SMALL = st.builds(DamageDice, st.integers(1, 2), st.sampled_from([1, 4, 6, 8]))
FLAT = st.sampled_from([-1, 0, 1])


def _list_faces(dice: DamageDice) -> list[tuple[int, ...]]:
    return list(product(range(1, dice.sides + 1), repeat=dice.number))


@given(SMALL, FLAT, st.integers(-2, 3))
def test_the_chance_of_each_damage_is_its_share_of_all_faces(
    dice: DamageDice, flat: int, bonus: int
) -> None:
    counted = Counter(
        max(0, (max(1, sum(faces) + flat) if flat < 0 else sum(faces) + flat) + bonus)
        for faces in _list_faces(dice)
    )
    odds = compute_damage_odds(dice, flat, {bonus: Fraction(1)})
    whole = dice.sides**dice.number
    assert odds == {damage: Fraction(n, whole) for damage, n in counted.items()}
    assert compute_mean(odds) == Fraction(sum(d * n for d, n in counted.items()), whole)


def test_a_bonus_that_is_rolled_has_its_own_chances() -> None:
    d4 = {face: Fraction(1, 4) for face in range(1, 5)}
    odds = compute_damage_odds(DamageDice(1, 4), 0, d4)
    assert odds[2] == Fraction(1, 16)
    assert odds[5] == Fraction(4, 16)


@given(SMALL)
def test_the_chance_of_a_maximum_is_its_share_of_all_faces(dice: DamageDice) -> None:
    faces = _list_faces(dice)
    found = sum(dice.sides in each for each in faces)
    assert compute_chance_of_maximum(dice) == Fraction(found, len(faces))


def _count(hp: int, phys: int, attacks: list[DamageDice]) -> AttackOdds:
    """The same, by going through every face of every die and of every save."""
    ends = Counter[tuple[bool, bool, int]]()
    every = [product(_list_faces(dice), range(1, 21)) for dice in attacks]
    for fallen in product(*every):
        left, is_out, worst = hp, False, 0
        for faces, save in fallen:
            damage = sum(faces)
            beyond = damage - left
            left = max(0, left - damage)
            if left == 0:
                worst = max(worst, min(beyond, 16))
                is_out = is_out or not damage < save <= phys
        ends[left == 0, is_out, worst] += 1
    whole = ends.total()
    rows: Counter[int] = Counter()
    for (_, _, worst), number in ends.items():
        rows[worst] += number
    return AttackOdds(
        Fraction(sum(n for (zero, _, _), n in ends.items() if zero), whole),
        Fraction(sum(n for (_, out, _), n in ends.items() if out), whole),
        {row: Fraction(n, whole) for row, n in sorted(rows.items()) if row},
    )


@given(st.integers(0, 12), st.integers(0, 22), st.lists(SMALL, min_size=1, max_size=1))
def test_wounds_and_saves_are_their_share_of_all_faces(
    hp: int, phys: int, attacks: list[DamageDice]
) -> None:
    odds = [compute_damage_odds(dice, 0) for dice in attacks]
    assert compute_attack_odds(hp, phys, odds) == _count(hp, phys, attacks)


@given(st.integers(0, 9), st.integers(0, 22))
def test_a_second_attack_roll_finds_what_the_first_has_left(hp: int, phys: int) -> None:
    attacks = [DamageDice(1, 6), DamageDice(1, 4)]
    odds = [compute_damage_odds(dice, 0) for dice in attacks]
    assert compute_attack_odds(hp, phys, odds) == _count(hp, phys, attacks)


def test_hp_13_and_damage_7_on_4_hp_left_is_row_3_and_a_save_at_7() -> None:
    seven: Odds = {7: Fraction(1)}
    found = compute_attack_odds(4, 13, [seven])
    assert found == AttackOdds(Fraction(1), 1 - Fraction(6, 20), {3: Fraction(1)})


def test_all_damage_from_the_last_row_on_is_the_last_row() -> None:
    assert list(compute_attack_odds(0, 13, [{40: Fraction(1)}]).rows) == [WORST_ROW]


@pytest.mark.parametrize(
    ("own", "steps", "flat", "dice"),
    [
        (DamageDice(2, 6), 0, 1, "2D6"),
        (DamageDice(1, 8), 1, 1, "D10"),
        (DamageDice(1, 8), -2, 1, "D4"),
        (DamageDice(2, 6), 1, -1, "2D8"),
        (DamageDice(1, 20), 2, 0, "D20"),
        (DamageDice(2, 6), -2, 0, "2"),
    ],
)
def test_many_attack_rolls_with_steps_fall_as_the_odds_say(
    own: DamageDice, steps: int, flat: int, dice: str
) -> None:
    """1.6: the net of all steps moves every die, then comes what the weapon adds."""
    moved, rolls = build_damage_dice(own, [Step("up", 3), Step("down", steps - 3)]), 20_000
    assert str(moved) == dice
    stream = Streams("odds").stream("attack")
    seen = Counter(
        compute_damage(sum(roll_damage_dice(moved, stream).shown_faces), flat) for _ in range(rolls)
    )
    odds = compute_damage_odds(moved, flat)
    assert set(seen) == set(odds)
    for damage, chance in odds.items():
        assert abs(seen[damage] / rolls - chance) < 0.012
