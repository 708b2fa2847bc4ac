"""The readings of the rules of Heroes, Cities and Mines, by their numbers; those of Battles
stand in `test_battle_readings.py`."""

from collections import Counter

import pytest
from msgspec.structs import replace

from companion.dice.face_sources import Streams
from companion.parlour.games.player_turns.data import Row
from companion.parlour.games.player_turns.purses_items_and_table_rolls import count_coins
from companion.parlour.games.player_turns.rules import get_actor, get_result, set_up_game
from companion.parlour.games.player_turns.state import State
from tests.parlour.games.player_turns.making import (
    COMMON_AMULET,
    COMMON_HAND,
    RARE_KNIFE,
    A,
    B,
    C,
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

FIGURES = load().figures


@pytest.mark.parametrize(
    "rows",
    [
        FIGURES.monsters,
        FIGURES.mines,
        FIGURES.caches,
        FIGURES.types,
        FIGURES.upgrades,
        FIGURES.arrivals,
        FIGURES.tied,
    ],
)
def test_reading_1_a_table_of_the_p_die_has_ten_equal_faces(rows: tuple[Row, ...]) -> None:
    faces = [face for row in rows for face in range(row.roll[0], row.roll[1] + 1, 10)]
    assert faces == [10 * face for face in range(1, 11)]


def test_reading_2_coordinates_are_column_and_row() -> None:
    assert load().format_tile_coordinates(tile(4, 2)) == "4,2"
    state, _ = play(make_bare(make_hero(3, 3)), "e", "n")
    assert state.heroes[0].tile == tile(4, 2)


def test_reading_3_four_neighbours_but_for_the_switch() -> None:
    board = load().board
    for number, ways in ((4, "n e s w"), (8, "n e s w ne se sw nw")):
        data = replace(load(), board=replace(board, neighbours=number))
        assert [name for name, _ in data.steps_from_tiles[tile(3, 3)]] == ways.split()


def test_reading_5_the_step_covers_the_first_monster_or_mine() -> None:
    rider = make_hero(5, 3, army=40)
    mines = ((tile(5, 2), -1),)
    free = make_bare(rider, mines=mines)
    taken, _ = play(free, "n", "capture", faces=(1,))
    assert taken.left == 13
    held, _ = play(replace(free, monsters=count((5, 2))), "n", faces=(10, 1))
    held, _ = play(held, "join 0", "capture", faces=(1,))
    assert held.left == 12
    picked, _ = play(replace(free, caches=count((5, 2))), "n", "pick coins", faces=(1, 1))
    assert picked.left == 12
    picked, _ = play(picked, "capture", faces=(1,))
    assert picked.left == 11


def test_reading_6_a_monster_must_be_met_and_all_else_may_be_left() -> None:
    rest = {"finds": count((5, 2)), "caches": count((5, 2)), "mines": ((tile(5, 2), -1),)}
    state, _ = play(make_bare(make_hero(5, 3), **rest), "n")
    assert {"pick unknown", "pick coins", "end", "n", "s"} <= set(list_lines(state))
    state = make_bare(make_hero(3, 2), monsters=count((3, 2)))
    assert list_lines(state) == ["engage monster"]


def test_reading_7_what_is_picked_up_is_rolled_once_it_is_paid_for() -> None:
    state = make_state(make_hero(4, 3), left=1)
    state, _ = play(state, "n")
    assert (state.left, sum(state.caches)) == (0, 1)
    state, _ = play(make_state(make_hero(4, 3), left=2), "n", "pick coins", faces=(1, 3))
    assert (state.phase, count_coins(state, A)) == ("hero", 4)


def meet(face: int, *faces: int, coins: int = 0) -> State:
    cities = make_city(1, 1, A, purse=coins), make_city(1, 2, B)
    state = make_bare(make_hero(3, 2), cities=cities, monsters=count((3, 1)))
    return play(state, "n", faces=(face, *faces))[0]


def test_reading_13_the_token_goes_also_when_nobody_is_taken() -> None:
    for face, faces in ((8, (4, 5)), (9, (4, 5)), (10, (2,))):
        state = meet(face, *faces, coins=9)
        after, _ = play(state, "join 0")
        assert (sum(after.monsters), after.heroes[0].army) == (0, 0)
    guarded = [row.result for row in FIGURES.mines]
    assert guarded == ["captured", "guardians"]


def test_reading_14_defectors_are_d6_and_3() -> None:
    assert [row.number for row in FIGURES.monsters if row.result == "defect"] == ["d6+3"]
    assert list_lines(meet(10, 6))[-1] == "join 9"


def test_reading_15_coins_come_to_the_main_purse_at_once() -> None:
    cities = make_city(1, 2, A, since=5), make_city(1, 1, A, since=2), make_city(5, 5, B)
    state = make_state(make_hero(4, 3), cities=cities)
    state, _ = play(state, "n", "pick coins", faces=(1, 3))
    assert [city.purse for city in state.cities] == [0, 4, 0]


def besiege(left: int, **changes: object) -> State:
    cities = make_city(1, 1, A), make_city(3, 2, B, **changes)
    return make_bare(make_hero(3, 3), cities=cities, left=left)


def test_reading_16_a_siege_costs_15_or_the_whole_roll() -> None:
    assert "besiege brackwater" in list_lines(besiege(15))
    assert "besiege brackwater" not in list_lines(besiege(14))
    assert list_lines(replace(besiege(0), phase="begin")) == ["roll", "besiege brackwater"]
    assert "besiege brackwater" not in list_lines(besiege(15, ramparts=False))
    inside = replace(besiege(15), heroes=(make_hero(3, 5),))
    assert "besiege brackwater" not in list_lines(inside)
    state, _ = play(besiege(20), "besiege brackwater")
    assert (state.heroes[0].acted, state.phase) == (True, "hero")
    assert (state.cities[1].ramparts, state.cities[1].under_siege) == (False, True)


def test_reading_17_a_recruit_costs_2_and_a_bribe_half_as_much_again() -> None:
    prices = FIGURES.prices
    assert (prices.recruit, prices.bribe) == (2, 3)
    cities = make_city(1, 1, A, purse=5), make_city(1, 2, B)
    state = make_state(cities=cities, phase="orders", hero=-1)
    recruits = [line for line in list_lines(state) if "recruit" in line]
    assert recruits == [f"recruit {number} {cities[0].typed_name}" for number in (1, 2)]


def test_reading_18_an_ally_is_not_attacked_and_nobody_stops_at_an_allys_city() -> None:
    other = make_hero(3, 3, owner=B)
    cities = make_city(1, 1, A), make_city(3, 2, B, ramparts=False), make_city(5, 5, C)
    three: dict[str, object] = {"mines": ((tile(3, 3), B),)}
    state = make_state(make_hero(3, 3), cities=cities, players=3, seats=(A, B, C), left=2, **three)
    state = replace(state, heroes=(make_hero(3, 3), other))
    assert f"engage {other.typed_name}" in list_lines(state)
    allied = replace(state, allies=((A, B),))
    assert list_lines(allied) == ["n", "e", "s", "w", "end"]
    assert list_lines(replace(allied, left=1)) == ["e", "s", "w", "end"]
    on_city, _ = play(allied, "n")
    assert "end" not in list_lines(on_city)
    assert not any(line.startswith("storm") for line in list_lines(on_city))


def test_reading_19_a_tied_vote_is_rolled_with_the_p_die() -> None:
    cities = [make_city(x, 5, seat) for seat, x in enumerate((1, 2, 3, 4))]
    state = make_state(cities=tuple(cities), players=4, seats=(0, 1, 2, 3), phase="orders", hero=-1)
    assert [line for line in list_lines(state) if "vote" in line] == ["vote items dice"]
    state, _ = play(state, "vote items dice", "yes")
    for faces, ruleset in (((5,), "cards"), ((6,), "dice")):
        assert play(state, "no", "no", faces=faces)[0].ruleset == ruleset
    passed, _ = play(state, "yes", "no")
    assert (passed.ruleset, get_actor(passed)) == ("dice", A)


def test_reading_20_most_renown_wins_after_the_last_day() -> None:
    cities = make_city(1, 1, A), make_city(1, 2, B, tier=1)
    last: dict[str, object] = {"day": FIGURES.days, "phase": "hero", "turn": 1, "hero": -1}
    state, _ = play(make_bare(cities=cities, **last), "done")
    result = get_result(state)
    assert result is not None
    assert (result.winners, result.why) == ((B,), "renown")
    alike = make_city(1, 1, A), make_city(1, 2, B)
    state, _ = play(make_bare(cities=alike, heroes=(), **last), "done")
    assert state.winners == (A, B)


def test_reading_24_items_of_several_deaths_lie_together_for_anybody() -> None:
    here = tile(3, 3)
    dropped = ((here, COMMON_HAND), (here, RARE_KNIFE), (here, COMMON_AMULET))
    state = make_bare(make_hero(3, 3, owner=B), turn=1, dropped=dropped, left=3)
    picks = [line for line in list_lines(state) if line.startswith("pick")]
    assert len(picks) == 3
    state, _ = play(state, *reversed(picks))
    assert set(state.heroes[0].items) == {COMMON_HAND, RARE_KNIFE, COMMON_AMULET}
    assert state.phase == "hero"


def test_reading_25_heroes_act_one_after_another() -> None:
    second = replace(make_hero(4, 4), name="Joan")
    state = make_state(heroes=(make_hero(), second), phase="hero", hero=-1)
    state, _ = play(state, "hero joan", "roll", faces=(5,))
    assert not any(line.startswith("hero") for line in list_lines(state))
    state, _ = play(state, "end")
    assert [line for line in list_lines(state) if line.startswith("hero")] == ["hero aldous"]


def test_reading_27_no_tile_has_two_tokens_at_set_up_or_by_arrivals() -> None:
    state = set_up_game(load(), 2, Streams("1").stream("x"))
    tiles = Counter(at for at, _ in state.mines)
    for tokens in (state.monsters, state.caches, state.finds):
        tiles.update(dict(enumerate(tokens)))
    assert max(tiles.values()) == 1
    taken = {tile(x, y) for x in range(1, 6) for y in range(1, 6)} - {tile(4, 4)}
    caches = tuple(int(at in taken) for at in range(25))
    state = make_bare(heroes=(), phase="orders", turn=1, day=2, hero=-1, caches=caches)
    state, _ = play(state, "done", faces=(7, 1, 9))
    assert (state.finds[tile(4, 4)], sum(state.finds), sum(state.monsters)) == (1, 1, 0)


def test_reading_28_ones_own_mine_costs_and_stops_nothing() -> None:
    mines = ((tile(4, 3), A),)
    state = make_bare(make_hero(3, 3), mines=mines, finds=count((4, 3)))
    state, _ = play(state, "e")
    assert (state.left, list_lines(state)[0]) == (13, "pick unknown")
    assert "capture" not in list_lines(state)
    state, _ = play(state, "e")
    assert state.left == 12


def test_reading_29_enemies_on_a_tile_block_what_is_of_lower_order() -> None:
    enemy = make_hero(3, 3, owner=B)
    rest = {"finds": count((3, 3)), "caches": count((3, 3)), "mines": ((tile(3, 3), -1),)}
    state = make_bare(heroes=(make_hero(3, 3), enemy), **rest)
    assert list_lines(state) == [f"engage {enemy.typed_name}", "n", "e", "s", "w", "end"]


def test_reading_31_two_monsters_on_a_tile_are_met_one_after_the_other() -> None:
    state = make_bare(make_hero(3, 2), monsters=count((3, 1), (3, 1)))
    state, _ = play(state, "n", "join 0", faces=(10, 1))
    assert (state.left, list_lines(state)) == (13, ["engage monster"])
    after, _ = play(state, "engage monster", faces=(10, 1))
    assert after.left == 12
    spent = make_bare(make_hero(3, 2), left=1, monsters=count((3, 1), (3, 1)))
    spent, _ = play(spent, "n", faces=(10, 1))
    spent, _ = play(spent, "join 0")
    assert (spent.phase, spent.heroes[0].tile) == ("hero", tile(3, 1))
    assert spent.monsters == count((3, 1))
