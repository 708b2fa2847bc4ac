"""HP, the Saving Throw at 0, and who is beaten (procedures 1.11)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.dice.face_sources import HandFaces, LoadedFaces
from companion.errant.attacks.attack_odds import compute_attack_odds
from companion.errant.company import Errant
from companion.errant.harm.harm import (
    Harm,
    Suffered,
    choose_struck_member,
    find_current_hp,
    find_max_hp,
    hurt_npc,
    is_beaten,
    list_group_hp,
    recover_hp,
    suffer_harm,
)
from companion.errant.harm.harm_happenings import DeathSave, Healed, NpcHurt, WoundTaken
from companion.errant.packs.slots import find_encumbrance
from companion.errant.turns.timers import Effect, Effects
from companion.errant.world import Npc
from tests.making import laden

BREE = Errant(id="bree", name="Bree", phys=13)
HALVED = Effect(id="poisoned-body", name="x", kind="wound", errant="bree", row=2, harm="toxic")


def hurt(hp: int | None, damage: int, *faces: int, phys: int = 13) -> Suffered:
    errant = replace(BREE, hp=hp, phys=phys)
    return suffer_harm(errant, (), Harm(damage), LoadedFaces(faces), ())


def find_save(done: Suffered) -> DeathSave | None:
    return next((e for e in done.happened if isinstance(e, DeathSave)), None)


def find_rows(done: Suffered) -> list[int]:
    return [e.row for e in done.happened if isinstance(e, WoundTaken)]


def test_damage_beyond_0_is_a_wound_and_the_dv_is_all_of_it() -> None:
    done = hurt(4, 7, 8)
    save = find_save(done)
    assert save
    assert (save.dv, save.target, save.success) == (7, 13, True)
    assert (done.errant.hp, find_rows(done), done.errant.out_of_action) == (0, [3], False)


@pytest.mark.parametrize(("face", "success"), [(7, False), (8, True), (13, True), (14, False)])
def test_save_at_dv_7_with_phys_13(face: int, success: bool) -> None:
    done = hurt(4, 7, face)
    save = find_save(done)
    assert save
    assert save.success is success
    assert done.errant.out_of_action is not success


@pytest.mark.parametrize(
    ("hp", "damage", "percent"), [(4, 7, 30), (4, 4, 45), (0, 2, 55), (9, 13, 0)]
)
def test_chance_of_the_save_at_0_with_phys_13(hp: int, damage: int, percent: int) -> None:
    """1.11: 8 to 13 at DV 7, 30 %; at DV 4, 45 %."""
    odds = compute_attack_odds(hp, 13, [{damage: Fraction(1)}])
    assert 100 * (1 - odds.out_of_action) == percent


def test_encumbrance_is_not_added_to_the_save_at_0() -> None:
    """1.11, R33."""
    bree = laden(60, phys=13, hp=4)
    assert find_encumbrance(bree) > 0
    save = find_save(suffer_harm(bree, (), Harm(7), LoadedFaces((8,)), ()))
    assert save
    assert (save.dv, save.success) == (7, True)


def test_harm_of_no_said_kind_is_physical() -> None:
    """1.11, R35."""
    assert Harm(3).kind == "physical"
    assert [e.harm for e in hurt(4, 7, 8).happened if isinstance(e, WoundTaken)] == ["physical"]


def test_hp_never_exceed_a_phys_that_has_fallen() -> None:
    """1.11: the maximum follows phys."""
    assert find_current_hp(replace(BREE, hp=11, phys=9), ()) == 9
    assert find_current_hp(replace(BREE, phys=9), ()) == 9


def test_brought_to_0_exactly_is_a_save_without_a_wound() -> None:
    done = hurt(4, 4, 5)
    save = find_save(done)
    assert save
    assert save.dv == 4
    assert (find_rows(done), done.errant.at_zero) == ([], 1)


def test_harm_at_0_is_a_wound_by_all_of_it_and_no_second_fall() -> None:
    done = hurt(0, 2, 20)
    assert (find_rows(done), done.errant.at_zero, done.errant.out_of_action) == ([2], 0, True)


def test_dv_of_phys_or_more_rolls_no_die_and_row_13_is_death() -> None:
    done = hurt(0, 13)
    assert done.deadly_row == 13
    done = hurt(9, 13)
    save = find_save(done)
    assert save
    assert (save.face, save.success) == (None, False)
    assert find_rows(done) == [4]


def test_face_typed_for_a_hopeless_save_is_taken() -> None:
    done = suffer_harm(replace(BREE, hp=9), (), Harm(13), HandFaces((20,)), ())
    save = find_save(done)
    assert save
    assert (save.face, save.success) == (20, False)


def test_damage_that_leaves_hp_is_nothing_else() -> None:
    done = hurt(8, 3)
    assert (done.errant.hp, len(done.happened)) == (5, 1)


def test_who_bears_no_wounds_is_beaten_at_0() -> None:
    done = suffer_harm(BREE, (), Harm(20), LoadedFaces(()), (), can_take_wounds=False)
    assert (done.errant.hp, done.errant.out_of_action, done.effects) == (0, True, ())


def test_halved_hp_is_half_of_phys() -> None:
    assert find_max_hp(BREE, (HALVED,)) == 6
    healed, _, _ = recover_hp(replace(BREE, hp=0), (HALVED,), 100)
    assert healed.hp == 6
    assert find_current_hp(healed, ()) == 6


def test_hp_that_cannot_be_recovered_stays() -> None:
    stuck = replace(HALVED, row=3)
    healed, _, happened = recover_hp(replace(BREE, hp=2), (stuck,), 5)
    assert healed.hp == 2
    assert isinstance(happened[0], Healed)
    assert happened[0].gained == 0


def test_above_0_nobody_is_out_of_action_or_dying() -> None:
    dying = Effect(id="d", name="death's door", kind="dying", errant="bree", turns=1)
    reaper = replace(dying, id="r", sure=True)
    down = replace(BREE, hp=0, out_of_action=True)
    healed, effects, _ = recover_hp(down, (dying, reaper), 1)
    assert (healed.hp, healed.out_of_action, effects) == (1, False, (reaper,))


VETERAN = Npc(id="veteran", name="Veteran", hp_max=24)
GOBLINS = Npc(id="goblins", name="Goblins", count=6, hp_max=6)


def test_npc_is_beaten_at_0_without_a_save() -> None:
    after, happened = hurt_npc(VETERAN, Harm(24), 1)
    assert is_beaten(after)
    assert [type(e) for e in happened] == [NpcHurt]


def test_damage_on_the_third_of_six_is_lost_beyond_its_hp() -> None:
    after, _ = hurt_npc(GOBLINS, Harm(8), 3)
    assert (after.count, list_group_hp(after)) == (5, (6, 6, 0, 6, 6, 6))


def test_the_most_hurt_of_a_group_takes_what_has_no_number() -> None:
    after, _ = hurt_npc(GOBLINS, Harm(2), 4)
    assert choose_struck_member(after) == 4
    after, _ = hurt_npc(after, Harm(4), 4)
    assert choose_struck_member(after) == 1
    with pytest.raises(ValueError, match="4"):
        choose_struck_member(after, 4)
    with pytest.raises(IndexError):
        choose_struck_member(after, 7)


def test_players_hear_half_gone_only_of_whom_the_guide_shows() -> None:
    _, (told,) = hurt_npc(VETERAN, Harm(13), 1)
    assert isinstance(told, NpcHurt)
    assert not told.half_gone
    _, (told,) = hurt_npc(replace(VETERAN, shown=True), Harm(13), 1)
    assert isinstance(told, NpcHurt)
    assert told.half_gone
    _, (told,) = hurt_npc(replace(VETERAN, shown=True), Harm(12), 1)
    assert isinstance(told, NpcHurt)
    assert not told.half_gone


HARM = st.tuples(st.sampled_from(["harm", "heal"]), st.integers(0, 40), st.integers(1, 20))


@given(st.integers(1, 30), st.lists(HARM, max_size=12))
def test_hp_agree_with_a_naive_count(phys: int, steps: list[tuple[str, int, int]]) -> None:
    """HP, falls to 0 and who is out of action, beside a second way to count them."""
    errant = Errant(id="bree", name="Bree", phys=phys)
    effects: Effects = ()
    hp, falls, is_out = phys, 0, False
    for what, amount, face in steps:
        if what == "heal":
            errant, effects, _ = recover_hp(errant, effects, amount)
            hp = min(phys, hp + amount)
            is_out = is_out and hp == 0
        else:
            beyond = amount - hp
            if beyond > 0:  # only HP are counted here: no wounds
                amount = hp
            if not amount:
                continue
            needs = amount == hp and amount < min(phys, 20)
            dice = LoadedFaces((face,) if needs else ())
            done = suffer_harm(errant, effects, Harm(amount), dice, ())
            errant, effects = done.errant, done.effects
            falls += amount == hp
            if amount == hp:
                is_out = is_out or not (needs and amount < face <= phys)
            hp -= amount
        assert find_current_hp(errant, effects) == hp
        assert (errant.at_zero, errant.out_of_action) == (falls, is_out)
        assert effects == ()
