"""Attack Rolls, gambits and the attacks of NPCs (Initiative Turns, Attacking; procedures 1.6)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.dice.face_sources import LADDER, LoadedFaces
from companion.errant.attacks.attacks import (
    DamageDice,
    DamageRoll,
    NpcAttack,
    build_damage_dice,
    can_sneak,
    compute_damage,
    compute_gambit_dv,
    list_all_ways_to_attack,
    list_mounted_damage_steps,
    list_usual_ways_npc_attacks,
    list_weapon_damage_steps,
    parse_npc_attacks,
    roll_damage_dice,
)
from companion.errant.attacks.statuses import Step, sum_damage_steps
from companion.errant.attacks.weapons import UNARMED, Weapon
from companion.errant.checks_and_saves import (
    Circumstance,
    compute_npc_check_target,
    compute_success_chance,
    roll_check,
)
from companion.refusal import Malformed

SWORD = Weapon("longsword", "heavy")
BOW = Weapon("longbow", "heavy", "missile")
DAGGER = Weapon("dagger", "light")
CHAIR = Weapon("chair")
PRONE = Step("prone", 1)


def _attack(
    sides: int, weapon: Weapon, *faces: int, steps: tuple[Step, ...] = (), number: int = 1
) -> tuple[DamageRoll, int]:
    dice = build_damage_dice(DamageDice(number, sides), steps)
    rolled = roll_damage_dice(dice, LoadedFaces(faces))
    return rolled, compute_damage(sum(rolled.shown_faces), weapon.flat_bonus)


def test_a_d8_with_a_heavy_weapon_on_a_prone_gnoll_is_a_d10_and_1_more() -> None:
    rolled, damage = _attack(8, SWORD, 6, steps=(PRONE,))
    assert (str(rolled.dice), damage) == ("D10", 7)


def test_a_longbow_far_away_with_a_foe_at_hand_depletes_its_ammunition() -> None:
    steps = list_weapon_damage_steps(BOW, is_far=True, is_close=True)
    assert sum_damage_steps(steps) == -2
    rolled, damage = _attack(8, BOW, 4, steps=steps)
    assert (str(rolled.dice), damage, rolled.depletes_ammunition) == ("D4", 5, True)


def test_a_d6_unarmed_is_a_1_that_is_not_rolled_and_lets_the_target_act() -> None:
    rolled, damage = _attack(6, UNARMED, steps=list_weapon_damage_steps(UNARMED, is_unarmed=True))
    assert (damage, rolled.ones, rolled.maxima, rolled.depletes_ammunition) == (1, 1, 1, False)


def test_a_dagger_that_shows_a_1_does_1_damage() -> None:
    rolled, damage = _attack(6, DAGGER, 1)
    assert (damage, rolled.ones) == (1, 1)


def test_a_sneak_attack_enhanced_once_is_2d8() -> None:
    assert str(build_damage_dice(DamageDice(2, 6), [Step("aimed", 1)])) == "2D8"


def test_a_chair_in_a_d4_s_hand_does_1() -> None:
    rolled, damage = _attack(4, CHAIR, steps=list_weapon_damage_steps(CHAIR))
    assert (damage, rolled.dice.is_rolled) == (1, False)


def test_the_ends_of_the_ladder_hold_after_all_steps_are_added_up() -> None:
    assert build_damage_dice(DamageDice(1, 20), [Step("a", 2)]).sides == 20
    assert build_damage_dice(DamageDice(1, 20), [Step("a", 2), Step("b", -1)]).sides == 20
    assert build_damage_dice(DamageDice(1, 4), [Step("a", -3), Step("b", 2)]).sides == 1


def test_far_and_at_hand_are_nothing_to_a_sword() -> None:
    assert list_weapon_damage_steps(SWORD, is_far=True, is_close=True) == ()


@pytest.mark.parametrize(
    ("weapon", "rides", "against", "net"),
    [
        (SWORD, False, True, 0),
        (SWORD, True, True, 1),
        (SWORD, True, False, 1),
        (DAGGER, False, True, -1),
        (DAGGER, True, True, 0),
        (DAGGER, False, False, 0),
    ],
)
def test_riders_and_heavy_weapons_against_them(
    weapon: Weapon, rides: bool, against: bool, net: int
) -> None:
    assert (
        sum_damage_steps(list_mounted_damage_steps(weapon, rides=rides, against_rider=against))
        == net
    )


def test_a_true_strike_shows_maxima_alone_and_costs_no_ammunition() -> None:
    rolled = DamageRoll(DamageDice(2, 6), (1, 3), is_true_strike=True)
    assert (sum(rolled.shown_faces), rolled.ones, rolled.maxima, rolled.depletes_ammunition) == (
        12,
        0,
        2,
        False,
    )


def test_a_light_weapon_takes_1_off_before_anything_is_added() -> None:
    assert compute_damage(1, -1) == 1
    assert compute_damage(1, -1, 3) == 4
    assert compute_damage(5, 1, -10) == 0


@pytest.mark.parametrize(
    ("archetype", "sneaks"), [("deviant", True), (None, True), ("violent", False)]
)
def test_deviants_and_professionals_sneak(archetype: str, sneaks: bool) -> None:
    assert can_sneak(archetype) is sneaks  # type: ignore[arg-type]


LADDER_STEPS = st.lists(st.integers(-7, 7), max_size=5)
OWN = st.builds(DamageDice, st.integers(1, 4), st.sampled_from(LADDER[1:]))


@given(OWN, LADDER_STEPS)
def test_the_dice_walk_the_ladder_as_somebody_with_a_finger_on_it(
    own: DamageDice, moves: list[int]
) -> None:
    finger = [1, 4, 6, 8, 10, 12, 20].index(own.sides)
    up, down = sum(m for m in moves if m > 0), -sum(m for m in moves if m < 0)
    while up and down:
        up, down = up - 1, down - 1
    for _ in range(up):
        finger = finger + 1 if finger < 6 else finger
    for _ in range(down):
        finger = finger - 1 if finger > 0 else finger
    steps = [Step("it", each) for each in moves]
    assert build_damage_dice(own, steps) == (own.number, [1, 4, 6, 8, 10, 12, 20][finger])


@given(OWN, LADDER_STEPS, st.sampled_from([-1, 0, 1]), st.integers(-3, 9), st.data())
def test_an_attack_roll_is_what_a_table_makes_of_it(
    own: DamageDice, moves: list[int], flat: int, bonus: int, data: st.DataObject
) -> None:
    dice = build_damage_dice(own, [Step("it", each) for each in moves])
    true_strike = data.draw(st.booleans())
    faces = data.draw(
        st.lists(st.integers(1, dice.sides), min_size=own.number, max_size=own.number)
    )
    rolled = roll_damage_dice(dice, LoadedFaces(faces))._replace(is_true_strike=true_strike)
    total = ones = maxima = 0
    for face in faces:  # a die at a time, as people read them out
        face = dice.sides if true_strike else face
        total += face
        ones += face == 1 and not true_strike
        maxima += face == dice.sides
    total = total - 1 if flat == -1 and total > 1 else total + max(flat, 0)
    depletes = maxima > 0 and dice.sides > 1 and not true_strike
    assert (rolled.ones, rolled.maxima, rolled.depletes_ammunition) == (ones, maxima, depletes)
    assert compute_damage(sum(rolled.shown_faces), flat, bonus) == max(0, total + bonus)


def test_a_gambit_is_saved_against_at_what_the_damage_was_lowered_by() -> None:
    assert compute_gambit_dv(4) == 4
    assert compute_success_chance(compute_npc_check_target(2), 4) * 100 == 30
    assert compute_success_chance(compute_npc_check_target(2), compute_gambit_dv(0)) * 100 == 50


@pytest.mark.parametrize("face", range(1, 21))
def test_a_threat_of_2_withstands_a_gambit_of_4_on_5_to_10(face: int) -> None:
    """1.7: damage 7, X 4."""
    assert compute_damage(7, 0, -4) == 3
    rolled = roll_check(compute_npc_check_target(2), compute_gambit_dv(4), LoadedFaces([face]))
    assert rolled.success is (5 <= face <= 10)


def test_a_goblin_saves_against_gambits_at_2_less() -> None:
    dv = compute_gambit_dv(4, [Circumstance("goblin", -2)])
    assert dv == 2
    assert compute_success_chance(compute_npc_check_target(1), dv) * 100 == 35


def test_the_dv_of_a_gambit_is_never_below_0() -> None:
    assert compute_gambit_dv(1, [Circumstance("goblin", -2)]) == 0


D = DamageDice
ATTACKS = [
    ("1 x D6 weapon", (((NpcAttack("weapon", 1, D(1, 6)),),),)),
    ("2 × claw d8", (((NpcAttack("claw", 2, D(1, 8)),),),)),
    (
        "1 x claws 2d4 or bite 2d6",
        (((NpcAttack("claws", 1, D(2, 4)), NpcAttack("bite", 1, D(2, 6))),),),
    ),
    (
        "2 x claw d8, 1 x bite d8 or honk",
        (
            (
                (NpcAttack("claw", 2, D(1, 8)),),
                (NpcAttack("bite", 1, D(1, 8)), NpcAttack("honk", 1, None)),
            ),
        ),
    ),
    (
        "bite 6d6 and tail d4; breath",
        (
            ((NpcAttack("bite", 1, D(6, 6)),), (NpcAttack("tail", 1, D(1, 4)),)),
            ((NpcAttack("breath", 1, None),),),
        ),
    ),
    ("d6", (((NpcAttack("attack", 1, D(1, 6)),),),)),
    ("", ()),
]


@pytest.mark.parametrize(("text", "actions"), ATTACKS)
def test_attacks_are_read_as_they_are_written(text: str, actions: object) -> None:
    assert parse_npc_attacks(text) == actions


def test_the_usual_attacks_are_the_first_way_in_each_part() -> None:
    actions = parse_npc_attacks("2 x claw d8 and 1 x bite 4d8 or tail 3d8; or breath; wing 2d6")
    assert [str(each) for each in list_usual_ways_npc_attacks(actions)] == [
        "2 x claw D8",
        "1 x bite 4D8",
    ]
    names = [each.name for each in list_all_ways_to_attack(actions)]
    assert names == ["claw", "bite", "tail", "breath", "wing"]


@pytest.mark.parametrize("text", ["claw d7", "0 x claw d8", "claw 0d8", "999 x claw d8", "claw d1"])
def test_dice_that_are_no_damage_dice_are_refused(text: str) -> None:
    with pytest.raises(Malformed):
        parse_npc_attacks(text)


@given(st.text(alphabet="2x ×d8,;orandclw\n", max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        actions = parse_npc_attacks(text)
    except Malformed:
        return
    assert all(actions)
