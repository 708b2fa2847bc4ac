"""Weapons: classes, ranges, pairs, ammunition (Items & Equipment, Weapons)."""

from typing import get_args

import pytest

from companion.errant.attacks.weapons import (
    UNARMED,
    Weapon,
    can_wield_together,
    count_attack_rolls,
    find_damage_die,
    find_next_ammunition,
    guess_weapon_reach,
    make_weapon,
)
from companion.errant.company import ARCHETYPES, Archetype
from companion.errant.packs.items import Reach, WeaponClass
from tests.making import errant, item

RANGES = [
    ("light", "missile", (30, 60)),
    ("medium", "missile", (80, 160)),
    ("heavy", "missile", (150, 300)),
    ("light", "thrown", (20, 40)),
    ("medium", "thrown", (20, 40)),
    ("heavy", "thrown", (20, 40)),
    ("heavy", "melee", None),
]


@pytest.mark.parametrize(("weapon", "reach", "reaches"), RANGES)
def test_missiles_reach_by_class_and_thrown_weapons_all_alike(
    weapon: WeaponClass, reach: Reach, reaches: tuple[int, int] | None
) -> None:
    assert Weapon("it", weapon, reach).range == reaches


@pytest.mark.parametrize(("weapon", "flat"), [("light", -1), ("medium", 0), ("heavy", 1)])
def test_the_class_adds_to_the_damage(weapon: WeaponClass, flat: int) -> None:
    assert Weapon("it", weapon).flat_bonus == flat
    assert Weapon("it", weapon, is_paired=True).flat_bonus == max(flat, 0)


def test_bare_hands_and_what_is_improvised_add_nothing() -> None:
    assert UNARMED.flat_bonus == make_weapon(item("chair"), None).flat_bonus == 0


@pytest.mark.parametrize(
    ("name", "reach"),
    [
        ("longbow", "missile"),
        ("short bow", "missile"),
        ("Hand Crossbow", "missile"),
        ("darts", "missile"),
        ("blowgun", "missile"),
        ("silvered longbow", "missile"),
        ("longsword", "melee"),
        ("bell hammer", "melee"),
        ("bowl of iron", "melee"),
    ],
)
def test_bows_and_the_like_shoot_by_name(name: str, reach: Reach) -> None:
    assert guess_weapon_reach(name) == reach


def test_what_an_item_says_of_its_reach_comes_before_its_name() -> None:
    assert make_weapon(item("bow", reach="melee"), "light").reach == "melee"
    assert make_weapon(item("bow", reach="melee"), "light", "thrown").reach == "thrown"


def test_a_bow_needs_ammunition_and_a_dart_does_not() -> None:
    assert make_weapon(item("longbow"), "heavy").needs_ammunition
    assert not make_weapon(item("dart"), "light").needs_ammunition
    assert not make_weapon(item("spear"), "medium", "thrown").needs_ammunition


@pytest.mark.parametrize("one", get_args(WeaponClass))
@pytest.mark.parametrize("other", get_args(WeaponClass))
def test_a_pair_is_a_light_melee_weapon_and_a_light_or_medium_one(
    one: WeaponClass, other: WeaponClass
) -> None:
    fits = "light" in (one, other) and "heavy" not in (one, other)
    assert can_wield_together(Weapon("one", one), Weapon("other", other)) is fits
    assert not can_wield_together(Weapon("one", one), Weapon("other", other, "missile"))


def test_the_violent_have_one_more_attack_roll_at_renown_3_6_and_9() -> None:
    counts = [count_attack_rolls("violent", renown) for renown in range(1, 10)]
    assert counts == [1, 1, 2, 2, 2, 3, 3, 3, 4]
    assert all(count_attack_rolls(each, 9) == 1 for each in (*ARCHETYPES[1:], None))


@pytest.mark.parametrize(
    ("archetype", "sides"),
    [("violent", 8), ("deviant", 6), ("occult", 4), ("zealot", 6), (None, None)],
)
def test_each_archetype_has_its_damage_die(archetype: Archetype | None, sides: int | None) -> None:
    assert find_damage_die(errant(archetype=archetype)) == sides


def test_an_own_damage_die_comes_before_the_archetype_s() -> None:
    assert find_damage_die(errant(archetype="violent", die=12)) == 12


def test_the_most_used_quiver_is_shot_first() -> None:
    archer = errant("Wim", item("arrows"), item("quiver", left=1), item("bolts", left=0))
    shot = find_next_ammunition(archer)
    assert shot is not None
    assert shot.depletion == 1
    assert find_next_ammunition(errant("Wim", item("arrows", left=0))) is None
