"""Falls, fire and water, and Statuses that move damage dice (procedures 1.10, 1.14)."""

import pytest

from companion.dice.face_sources import move_die_along_ladder
from companion.errant.attacks.statuses import (
    Step,
    count_down_effect,
    list_status_damage_steps,
    sum_damage_steps,
)
from companion.errant.harm.hazards import (
    count_breath_turns,
    count_hazard_dice,
    divide_fall_damage,
    list_fall_dice,
)
from tests.making import effect


@pytest.mark.parametrize(
    ("feet", "dice"),
    [
        (9, ()),
        (10, (6,)),
        (20, (6, 4)),
        (30, (6, 6)),
        (35, (6, 6)),
        (40, (6, 8)),
        (50, (6, 10)),
        (60, (6, 12)),
        (70, (6, 20)),
        (120, (6, 20)),
    ],
)
def test_fall_is_a_d6_times_a_larger_die_each_ten_feet(feet: int, dice: tuple[int, ...]) -> None:
    assert list_fall_dice(feet) == dice


@pytest.mark.parametrize(("damage", "people", "share"), [(12, 3, 4), (7, 2, 3), (12, 1, 12)])
def test_catchers_share_equally_rounded_down(damage: int, people: int, share: int) -> None:
    assert divide_fall_damage(damage, people) == share


@pytest.mark.parametrize(("phys", "turns"), [(13, 3), (11, 1), (10, 0), (4, 0)])
def test_breath_is_held_for_phys_less_10(phys: int, turns: int) -> None:
    assert count_breath_turns(phys) == turns


def test_fire_has_its_dice_and_water_one_when_no_breath_is_left() -> None:
    assert count_hazard_dice(effect("fire", "burning", turns=4)) == 4
    assert count_hazard_dice(effect("water", "breath", turns=2)) == 0
    assert count_hazard_dice(effect("water", "breath", turns=0)) == 1


TERRIFIED = effect("Terrified", "condition", errant="bree", own_attacks=-2, foe="gosbear")
PRONE = effect("Prone", "condition", npc="goblin", against=1)


def test_terrified_of_one_impairs_attacks_on_that_one_alone() -> None:
    steps = list_status_damage_steps((TERRIFIED,), "bree", "gosbear")
    assert move_die_along_ladder(8, sum_damage_steps(steps)) == 4
    assert list_status_damage_steps((TERRIFIED,), "bree", "goblin") == []
    assert list_status_damage_steps((TERRIFIED,), "gosbear", "bree") == []


def test_prone_enhances_attacks_against_them_by_anybody() -> None:
    assert list_status_damage_steps((PRONE,), "bree", "goblin") == [Step("Prone", 1)]
    assert list_status_damage_steps((PRONE,), "", "goblin") == [Step("Prone", 1)]
    assert list_status_damage_steps((PRONE,), "goblin", "bree") == []


def test_the_turn_it_began_in_does_not_count() -> None:
    held = effect("Held", "condition", turns=1, turn_type="initiative", began=True)
    after = count_down_effect(held, 1, is_own=True)
    assert after is not None
    assert (after.turns, after.began) == (1, False)
    assert count_down_effect(after, 1, is_own=True) is None
