"""The readings of the rules of Heroes, Cities and Mines on Battles, by their numbers."""

import pytest
from msgspec.structs import replace

from companion.dice.face_sources import LoadedFaces, Streams
from companion.parlour.games.player_turns.battle import begin_battle, fight_round
from companion.parlour.games.player_turns.event_records import BattleRound
from companion.parlour.games.player_turns.hero_turns import storm_city
from companion.parlour.games.player_turns.purses_items_and_table_rolls import (
    choose_battle_items,
    count_coins,
)
from companion.parlour.games.player_turns.state import Battle, Item, State
from tests.parlour.games.player_turns.making import (
    COMMON_AMULET,
    COMMON_HAND,
    EPIC_AMULET,
    RARE_KNIFE,
    A,
    B,
    count,
    list_lines,
    load,
    make_bare,
    make_city,
    make_hero,
    make_state,
    play,
    tile,
)

FIGHTS = 300


def test_reading_8_fainting_is_settled_after_a_battle_that_was_won() -> None:
    state = make_state(make_hero(3, 2, army=15))
    won, _ = play(state, "n", faces=(2, 1, 1, 1, 1, *[1] * 15, 5, 5, 1))
    assert won.heroes[0].army == 7
    lone = make_state(make_hero(3, 2, items=(COMMON_HAND,)))
    lost, _ = play(lone, "n", faces=(2, 6, 6, 1, 1, 1, *[6] * 12))
    assert lost.heroes == ()
    assert lost.dropped == ((tile(3, 1), COMMON_HAND),)


def test_reading_9_one_item_of_each_type_counts_and_none_of_an_armory() -> None:
    held = (COMMON_AMULET, EPIC_AMULET, RARE_KNIFE, Item("main-hand", 2), COMMON_HAND)
    assert choose_battle_items(held) == [Item("main-hand", 2), RARE_KNIFE, EPIC_AMULET]
    hero = make_hero(1, 1, owner=B)
    cities = make_city(5, 5, A), make_city(1, 1, B, ramparts=False, armory=(EPIC_AMULET,))
    state = make_bare(heroes=(make_hero(1, 2, army=9), hero), cities=cities)
    _, events = play(state, "n", faces=(6, 6, *[6] * 9, 1, 1, 1, 1, 1, 1, 10, 9))
    rolled = next(each for each in events if isinstance(each, BattleRound))
    assert (rolled.attack, rolled.defence) == (6 + 12 + 54, 8 + 12)


def count_wins(state: State, battle: Battle | None = None) -> float:
    """The share of Battles that the Hero wins who fights to the end."""
    dice, won = Streams("20").stream("fights"), 0
    for _ in range(FIGHTS):
        fought, _ = begin_battle(state, battle, dice) if battle else storm_city(state, 1, dice)
        while fought.battle is not None:
            fought, _ = fight_round(fought, dice)
        won += bool([hero for hero in fought.heroes if hero.owner == A])
    return won / FIGHTS


@pytest.mark.parametrize(
    ("army", "dice", "low", "high"), [(5, 2, 0.5, 0.7), (8, 2, 0.8, 1), (12, 4, 0.35, 0.65)]
)
def test_reading_10_how_often_a_hero_beats_a_band(
    army: int, dice: int, low: float, high: float
) -> None:
    faces, won = Streams("20").stream("bands"), 0.0
    state = make_state(make_hero(3, 1, army=army), left=9)
    for _ in range(FIGHTS):
        number = sum(faces.face(6) for _ in range(dice))
        battle = Battle(0, "monsters", tile(3, 1), number, number, army)
        fought, _ = begin_battle(state, battle, faces)
        while fought.battle is not None:
            fought, _ = fight_round(fought, faces)
        won += bool(fought.heroes)
    assert low <= won / FIGHTS <= high


@pytest.mark.parametrize(("army", "low", "high"), [(8, 0.9, 1), (3, 0, 0.1)])
def test_reading_10_how_often_a_city_falls(army: int, low: float, high: float) -> None:
    cities = make_city(5, 5, A), make_city(2, 1, B, ramparts=False, recruits=4)
    state = make_bare(make_hero(2, 2, army=army), cities=cities)
    assert low <= count_wins(state) <= high


def test_reading_11_giving_up_is_death() -> None:
    state = make_state(make_hero(3, 2, army=5))
    state, _ = play(state, "n", faces=(1, 3, 3, 3, 3, 1, 1, *[1] * 5, *[3] * 12, 6, 5, 4))
    assert list_lines(state) == ["fight", "give up"]
    state, _ = play(state, "give up")
    assert state.heroes == ()
    assert state.monsters == count((3, 1), (3, 1), (1, 5))


@pytest.mark.parametrize(("tier", "dice"), list(enumerate(("d6", "d6+2", "2d6+3", "3d6+4"))))
def test_reading_12_guardians_go_by_the_grandest_city(tier: int, dice: str) -> None:
    assert load().figures.tiers[tier].guardians == dice


def test_reading_26_the_attackers_own_city_counts_for_the_guardians() -> None:
    for own, other in ((1, 0), (0, 1)):
        cities = make_city(1, 1, A, tier=own), make_city(1, 2, B, tier=other)
        mines = ((tile(5, 2), -1),)
        state = make_bare(make_hero(5, 3, army=30), cities=cities, mines=mines)
        # three and 2 of a Villa: 5 Guardians, who roll a die each
        state, _ = play(state, "n", "capture", faces=(9, 3, *[6] * 32, *[1] * 5))
        assert count_coins(state, A) == 1 + 5 // 2


def test_reading_21_the_items_of_a_defending_hero_go_into_the_armory() -> None:
    guard = make_hero(2, 1, owner=B, items=(EPIC_AMULET,))
    cities = make_city(5, 5, A), make_city(2, 1, B, ramparts=False), make_city(5, 1, B)
    rider = make_hero(2, 1, army=40)
    state = make_bare(rider, heroes=(rider, guard), cities=cities)
    faces = (6, 6, *[6] * 40, 1, 1, 1, 1, 1, 1, 1)
    dice = LoadedFaces((*faces, *[1] * 9))
    state, _ = storm_city(state, 1, dice)
    assert (state.cities[1].owner, state.cities[1].armory) == (A, (EPIC_AMULET,))
    assert [hero.owner for hero in state.heroes] == [A]


def test_reading_22_a_city_stands_again_and_no_tier_makes_it_stronger() -> None:
    for tier in (0, 3):
        cities = make_city(5, 5, A), make_city(2, 1, B, ramparts=False, recruits=4, tier=tier)
        state = make_bare(make_hero(2, 2, army=3), cities=cities)
        # 20 + 3 against 3 + 9 + 4: 2 hits, the City and a Recruit; one Mercenary falls
        state, events = play(state, "n", faces=(6, 6, 1, 1, 3, 1, 1, 1, 1, 1, 1, 1, 1, 4))
        rolled = next(each for each in events if isinstance(each, BattleRound))
        assert (rolled.attack, rolled.defence) == (23, 16)
        assert state.battle is not None
        assert not state.battle.city_stands
        state, _ = play(state, "give up")
        again = replace(state, heroes=(make_hero(2, 2, army=3),), phase="act", hero=0, left=9)
        again = replace(again, monsters=count())
        again, events = play(again, "n", faces=(6, 6, 1, 1, 3, 1, 1, 1, 1, 1, 1, 1, 4))
        rolled = next(each for each in events if isinstance(each, BattleRound))
        assert (rolled.attack, rolled.defence) == (23, 12 + 3)


def test_reading_23_a_city_is_stormed_by_a_step_and_nothing_is_won_but_the_city() -> None:
    cities = make_city(5, 5, A), make_city(2, 1, B, ramparts=False), make_city(5, 1, B)
    state = make_bare(make_hero(2, 2, army=40), cities=cities)
    state, _ = play(state, "n", faces=(6, 6, *[6] * 40, 1, 1, 1, 41))
    assert (state.left, state.cities[1].owner) == (13, A)
    assert count_coins(state, A) == 0


def test_reading_30_half_of_the_number_that_came_is_cut_off() -> None:
    for dice, coins in (((1, 2), 1), ((2, 3), 2), ((2, 2), 2)):
        state = make_state(make_hero(3, 2, army=40))
        band = sum(dice)
        state, _ = play(state, "n", faces=(2, *dice, *[6] * 42, *[1] * band))
        assert count_coins(state, A) == coins
