"""What is counted at the end of each Turn, whatever the clock does: Statuses, dying, fire and held
breath; what nights and Downtime heal (procedures 1.10 to 1.14)."""

import pytest
from msgspec.structs import replace

from companion.campaign.campaign import Campaign, World
from companion.campaign.fights.harm import apply_harm
from companion.campaign.turns.turns import (
    begin_next_turn,
    close_inner_turn,
    move_clock,
    nest_inner_turn,
)
from companion.dice.face_sources import LoadedFaces
from companion.errant.company import Errant
from companion.errant.happenings import Happenings
from companion.errant.harm.harm import Harm, find_current_hp
from companion.errant.harm.harm_happenings import HealingDue, Hurt, Killed, StatusEnded
from companion.errant.turns.moments_and_spans import Span
from companion.errant.turns.timers import HarmKind
from companion.errant.turns.turns import TurnType
from companion.errant.world import Settlement
from tests.making import campaign, effect, errant, item, turn

FIGHT = (turn("exploration", number=3), turn("initiative", number=5))


def bree(**fields: object) -> Errant:
    return errant("Bree", item("torch"), **{"phys": 13, "renown": 2, **fields})


def wounded(row: int, kind: HarmKind = "physical", **fields: object) -> Campaign:
    """Bree with a wound of this row, in Initiative Turn 5 of Exploration Turn 3."""
    made = campaign(bree(hp=0, out_of_action=True, **fields), turns=FIGHT)
    return apply_harm(made, made.errants[0], Harm(row, kind), LoadedFaces((1,)))[0]


def go_on(made: Campaign, turns: int = 1, *faces: int) -> Campaign:
    for _ in range(turns):
        made, _ = begin_next_turn(made, dice=LoadedFaces(faces))
    return made


def is_dead(made: Campaign) -> bool:
    return next(each for each in made.errants if each.id == "bree").is_dead


def test_renown_2_hit_in_turn_5_dies_at_the_end_of_turn_7() -> None:
    made = go_on(wounded(4), 2)
    assert made.innermost_turn.number == 7
    assert not is_dead(made)
    assert is_dead(go_on(made))


def test_renown_1_dies_at_the_end_of_the_next_turn() -> None:
    made = go_on(wounded(4, renown=1))
    assert not is_dead(made)
    assert is_dead(go_on(made))


def test_slow_bleeding_counts_exploration_turns() -> None:
    made = go_on(wounded(1), 30)
    made, _, _ = close_inner_turn(made)
    made = go_on(made)
    (dying,) = (e for e in made.book.effects if e.kind == "dying")
    assert dying.turns == 2
    made = go_on(made)
    (dying,) = (e for e in made.book.effects if e.kind == "dying")
    assert dying.turns == 1
    assert is_dead(go_on(made))


def test_longer_turn_runs_all_initiative_turns() -> None:
    made, _, _ = close_inner_turn(wounded(4, renown=9))
    assert not is_dead(made)
    assert is_dead(go_on(made))


def test_clock_moved_by_ten_minutes_kills_and_by_ten_seconds_counts_one() -> None:
    made = wounded(4)
    assert is_dead(move_clock(made, Span.parse("10m"))[0])
    made, _ = move_clock(made, Span.parse("10s"))
    assert next(e.turns for e in made.book.effects if e.kind == "dying") == 1


def test_travel_turn_counts_ten_minutes_of_slow_bleeding_each() -> None:
    made = campaign(bree(hp=0, renown=9), turns=(turn("travel"),))
    made, _ = apply_harm(made, made.errants[0], Harm(1), LoadedFaces((1,)))
    assert is_dead(go_on(made))


def test_the_dead_leave_all_they_carry_as_a_stash_where_they_are() -> None:
    made = campaign(bree(hp=0, supply=3, pennies=7), turns=(turn("exploration", place="chapel"),))
    made, happened = apply_harm(made, made.errants[0], Harm(13), LoadedFaces(()))
    stash = next(each for each in made.errants if each.kind == "stash")
    dead = next(each for each in made.errants if each.id == "bree")
    assert [each.name for each in stash.items] == ["torch"]
    assert (stash.at, stash.supply, stash.pennies) == ("chapel", 3, 7)
    assert (dead.items, dead.supply, dead.pennies, dead.dead) == ((), 0, 0, True)
    killed = happened[-1]
    assert isinstance(killed, Killed)
    assert (killed.stash, killed.beyond) == (stash.id, False)


@pytest.mark.parametrize(("damage", "is_beyond"), [(15, False), (17, True)])
def test_row_15_can_be_buried_and_17_not(damage: int, is_beyond: bool) -> None:
    made = campaign(bree(hp=0), turns=FIGHT)
    _, happened = apply_harm(made, made.errants[0], Harm(damage), LoadedFaces(()))
    killed = happened[-1]
    assert isinstance(killed, Killed)
    assert killed.beyond is is_beyond


def status(turns: int, **fields: object) -> Campaign:
    made = effect(
        "Paralysed", "condition", errant="bree", turns=turns, turn_type="initiative", **fields
    )
    return campaign(bree(), turns=(turn("initiative", number=2),), effects=(made,))


def test_status_of_5_turns_in_turn_2_ends_with_turn_7() -> None:
    made = go_on(status(5, began=True), 5)
    assert made.innermost_turn.number == 7
    assert made.book.effects
    made, happened = begin_next_turn(made)
    assert not made.book.effects
    assert any(isinstance(each, StatusEnded) for each in happened)


def test_status_of_1_turn_ends_at_the_end_of_the_next_turn() -> None:
    made = go_on(status(1, began=True))
    assert made.book.effects
    assert not go_on(made).book.effects


def test_depletion_is_lost_by_no_initiative_turn() -> None:
    spell = effect("Bless", "sorcery", depletion=2, errant="bree")
    made = go_on(campaign(bree(), turns=(turn("initiative"),), effects=(spell,)), 40)
    assert made.book.effects == (spell,)


def test_fire_grows_by_a_die_each_turn() -> None:
    burning = effect("on fire", "burning", errant="bree", turns=1)
    made = campaign(bree(), turns=(turn("initiative"),), effects=(burning,))
    made, happened = begin_next_turn(made, dice=LoadedFaces((3,)))
    assert [e.damage for e in happened if isinstance(e, Hurt)] == [3]
    made, happened = begin_next_turn(made, dice=LoadedFaces((1, 2)))
    assert [e.damage for e in happened if isinstance(e, Hurt)] == [3]
    assert made.book.effects[0].turns == 3


def test_fire_of_a_longer_turn_kills() -> None:
    burning = effect("on fire", "burning", errant="bree", turns=1)
    made = campaign(bree(), turns=(turn("exploration"),), effects=(burning,))
    made, _ = begin_next_turn(made, dice=LoadedFaces((6, 6, 6, *[6] * 99)))
    assert is_dead(made)
    assert not made.book.effects


def test_nobody_burns_or_drowns_on_who_has_died_in_a_longer_turn() -> None:
    drowning = effect("without air", "breath", errant="bree", turns=0)
    dying = effect("death's door", "dying", errant="bree", turns=2, turn_type="initiative")
    made = campaign(bree(hp=0), turns=(turn("exploration"),), effects=(dying, drowning))
    made, happened = begin_next_turn(made, dice=LoadedFaces([1] * 200))
    assert len([each for each in happened if isinstance(each, Hurt)]) == 2
    assert is_dead(made)


def test_deaths_door_of_a_longer_turns_fire_does_not_count_its_own_turn() -> None:
    burning = effect("on fire", "burning", errant="bree", turns=1)
    made = campaign(bree(hp=0), turns=(turn("exploration"),), effects=(burning,))
    _, happened = begin_next_turn(made, dice=LoadedFaces([5, *[1] * 200]))
    hurts = [each.damage for each in happened if isinstance(each, Hurt)]
    assert hurts == [5, 2, 3]


def test_fire_leaves_a_retainer_who_is_beaten() -> None:
    burning = effect("on fire", "burning", errant="bree", turns=1)
    retainer = bree(kind="retainer", hp=3)
    made = campaign(retainer, turns=(turn("exploration"),), effects=(burning,))
    _, happened = begin_next_turn(made, dice=LoadedFaces([1] * 2000))
    assert len([each for each in happened if isinstance(each, Hurt)]) == 2


@pytest.mark.parametrize(("phys", "free"), [(13, 3), (10, 0), (8, 0)])
def test_breath_holds_phys_less_10_turns(phys: int, free: int) -> None:
    held = effect("without air", "breath", errant="bree", turns=max(0, phys - 10))
    made = campaign(bree(phys=phys), turns=(turn("initiative"),), effects=(held,))
    made = go_on(made, free)
    assert made.errants[0].hp is None
    made = go_on(made, 1, 4)
    assert made.errants[0].hp == phys - 4


REEDMARKET = Settlement(id="reedmarket", name="Reedmarket", type="town", hex=(0, 0))


def sleep(
    made_for: Errant, *faces: int, place: str = "", camp: str = "suitable"
) -> tuple[Campaign, Happenings]:
    night = turn("travel", asleep=True, camp=camp, place=place)
    made = campaign(
        replace(made_for, slept=1), turns=(night,), world=World(settlements=(REEDMARKET,))
    )
    return begin_next_turn(made, dice=LoadedFaces(faces))


def test_a_bed_in_a_settlement_gives_a_roll_of_the_own_die() -> None:
    made, _ = sleep(bree(hp=4, archetype="violent"), 5, place="reedmarket")
    assert made.errants[0].hp == 9
    assert not made.errants[0].rested


def test_a_night_in_a_camp_gives_the_right_to_a_kit() -> None:
    made, happened = sleep(bree(hp=4))
    assert made.errants[0].rested
    assert any(isinstance(each, HealingDue) for each in happened)
    assert not go_on(go_on(made)).errants[0].rested


def test_an_uncomfortable_camp_gives_no_hp() -> None:
    made, _ = sleep(bree(hp=4), camp="uncomfortable")
    assert (made.errants[0].hp, made.errants[0].rested) == (4, False)


def open_downtime(*effects_on: object, **fields: object) -> Campaign:
    made = replace(
        campaign(bree(hp=0, **fields)), book=replace(campaign().book, effects=effects_on)
    )
    return begin_next_turn(nest_inner_turn(made, "downtime"))[0]


def test_downtime_gives_all_hp_but_of_halved_ones_half() -> None:
    assert open_downtime().errants[0].hp is None
    halved = effect("x", "wound", errant="bree", row=2, harm="toxic")
    made = open_downtime(halved)
    assert find_current_hp(made.errants[0], made.book.effects) == 6


@pytest.mark.parametrize("outer", ["travel", "exploration"])
def test_out_of_action_ends_with_the_fight_and_hp_stay_0(outer: TurnType) -> None:
    made = campaign(bree(hp=0, out_of_action=True), turns=(turn(outer), turn("initiative")))
    made, _, _ = close_inner_turn(made)
    assert (made.errants[0].out_of_action, made.errants[0].hp) == (False, 0)


def test_henchmen_take_wounds_only_by_the_house_rule() -> None:
    made = campaign(bree(kind="retainer", hp=0), turns=FIGHT)
    after, _ = apply_harm(made, made.errants[0], Harm(4), LoadedFaces(()))
    assert not after.book.effects
    house = replace(made.book, rules=replace(made.book.rules, henchmen_wounds=True))
    made = replace(made, book=house)
    after, _ = apply_harm(made, made.errants[0], Harm(4), LoadedFaces((1,)))
    assert [each.kind for each in after.book.effects] == ["wound", "dying"]


def test_toxic_wound_that_lets_no_hp_be_recovered_holds_in_downtime() -> None:
    stuck = effect("x", "wound", errant="bree", row=3, harm="toxic")
    made = open_downtime(stuck)
    assert made.errants[0].hp == 0
