"""The worked examples of the rules of Heroes, Cities and Mines, by their numbers."""

from msgspec.structs import replace

from companion.dice.face_sources import LoadedFaces
from companion.parlour.game import Events
from companion.parlour.games.player_turns.battle import count_losses
from companion.parlour.games.player_turns.event_records import BattleRound, Fainted, Met
from companion.parlour.games.player_turns.purses_items_and_table_rolls import (
    choose_battle_items,
    count_coins,
    find_mine_number_on_tile,
    make_found_item,
)
from companion.parlour.games.player_turns.rules import (
    compute_renown_parts,
    count_renown,
    get_result,
)
from companion.parlour.games.player_turns.state import Item, State
from tests.parlour.games.player_turns.making import (
    COMMON_AMULET,
    COMMON_HAND,
    EPIC_AMULET,
    RARE_KNIFE,
    A,
    B,
    C,
    count,
    list_lines,
    load,
    make_city,
    make_hero,
    make_state,
    play,
    tile,
)


def test_1_a_cache() -> None:
    state, _ = play(make_state(), "e", "n", "pick coins", faces=(8, 4, 5))
    assert state.left == 11
    assert count_coins(state, A) == 11
    assert sum(state.caches) == 0


def test_2_two_items() -> None:
    state = make_state(deck=(), ruleset="dice")
    state, _ = play(state, "s", "w")
    assert state.left == 12
    state, _ = play(state, "pick unknown", "pick unknown", faces=(3, 1, 3, 1))
    assert state.left == 10
    assert len(state.heroes[0].items) == 2


def test_3_a_monster() -> None:
    hard = make_state(make_hero(army=40))
    state, events = play(hard, "n", "n", faces=(1, 6, 5, 4, 4, *[6] * 42, *[1] * 19, 41))
    assert state.left == 12
    met = next(each for each in events if isinstance(each, Met))
    assert (met.result, met.number) == ("hard-fight", 19)
    assert count_coins(state, A) == 9


def test_4_a_mine() -> None:
    state, _ = play(make_state(), "e", "e", "n", "capture", faces=(4,))
    assert state.left == 11
    assert state.mines[find_mine_number_on_tile(state, tile(5, 2))][1] == A
    assert count_coins(state, A) == 1
    assert sum(state.finds) == 3


def guard(owner: int) -> State:
    """A Hero with an Army beside a Mine, where the highest City is a Villa."""
    cities = make_city(1, 1, A, tier=1), make_city(1, 2, B)
    mines = ((tile(5, 2), owner), (tile(5, 5), -1))
    return make_state(make_hero(5, 3, army=30), cities=cities, mines=mines, finds=count())


def test_5_a_guarded_mine() -> None:
    faces = (9, 3, *[6] * 32, *[1] * 5)
    for owner, coins in ((-1, 3), (B, 1)):
        state, _ = play(guard(owner), "n", "capture", faces=faces)
        assert state.mines[0][1] == A
        assert count_coins(state, A) == coins


def test_6_monster_and_mine_on_one_tile() -> None:
    state = make_state(make_hero(5, 3, army=30), monsters=count((5, 2)), finds=count())
    state, _ = play(state, "n", faces=(2, 1, 1, *[6] * 32, 1, 1))
    assert state.left == 13
    state, _ = play(state, "capture", faces=(1,))
    assert state.left == 12


def test_7_an_item_by_dice() -> None:
    state = make_state(ruleset="dice")
    _, item = make_found_item(state, LoadedFaces((7, 8, 9, 7)))
    assert item == Item("amulet", 3)
    assert load().items.adds["amulet"][2] == "d6+2"
    _, item = make_found_item(state, LoadedFaces((7, 8, 8, 9, 10)))
    assert item.rarity == 5


def test_8_an_item_by_card() -> None:
    state, item = make_found_item(make_state(), LoadedFaces((5, 5)))
    assert item == RARE_KNIFE
    assert state.deck == ()
    assert load().items.adds["off-hand"][2] == "2d6"


def find_totals(events: Events) -> tuple[int, int]:
    """What both sides rolled in a round of a Battle."""
    rolled = next(each for each in events if isinstance(each, BattleRound))
    return rolled.attack, rolled.defence


def test_9_a_battle() -> None:
    # the Amulet's die adds 1: there must be Items to drop
    state = make_state(make_hero(3, 2, army=2, items=(COMMON_AMULET,)))
    first = (3, 5, 1, 4, 2, 6, 5, 1, 1)
    state, events = play(state, "n", faces=(2, 1, 2, *first))
    assert find_totals(events) == (20 + 1, 12)
    assert state.phase == "battle"
    assert state.battle is not None
    assert (state.battle.fallen, state.battle.army, state.battle.troops) == (True, 2, 1)
    state, events = play(state, "fight", faces=(4, 5, 3))
    assert find_totals(events) == (9, 3)
    assert state.heroes[0].army == 1
    assert state.heroes[0].items == ()
    assert state.dropped == ((tile(3, 1), COMMON_AMULET),)
    assert count_coins(state, A) == 1
    assert state.monsters == count((1, 5))
    assert any(isinstance(each, Fainted) for each in events)


def test_10_fainting() -> None:
    state = make_state(make_hero(3, 2, army=15))
    # 23 fell both Monsters, and their 10 fells the Hero
    state, _ = play(state, "n", faces=(2, 1, 1, 1, 1, *[1] * 15, 5, 5, 1))
    assert state.heroes[0].army == 7


def test_11_both_would_fall() -> None:
    assert count_losses(14, 11, (1, 1), 10) == (0, 1)
    assert count_losses(12, 12, (1, 1), 10) == (1, 0)


def test_12_items_that_count() -> None:
    held = (COMMON_HAND, Item("main-hand", 3), COMMON_AMULET)
    assert choose_battle_items(held) == [Item("main-hand", 3), COMMON_AMULET]
    adds = load().items.adds
    assert (adds["main-hand"][3 - 1], adds["amulet"][1 - 1]) == ("2d6+3", "d6")
    assert load().figures.dice.hero == "2d6+6"


def beside_city(**changes: object) -> State:
    hero = make_hero(2, 5, acted=False)
    cities = make_city(5, 5, A), make_city(2, 1, B)
    return make_state(
        hero, cities=cities, monsters=count(), finds=count(), phase="begin", mines=(), **changes
    )


def test_13_siege() -> None:
    state, _ = play(beside_city(), "roll", "n", "n", "n", faces=(8,))
    assert state.left == 15
    assert "besiege brackwater" in list_lines(state)
    state, _ = play(state, "besiege brackwater")
    assert state.cities[1].under_siege
    assert not state.cities[1].ramparts
    assert state.heroes[0].acted
    state, _ = play(beside_city(), "roll", "n", "n", "n", faces=(4,))
    assert "besiege brackwater" not in list_lines(state)
    near = replace(beside_city(), heroes=(make_hero(2, 2),))
    assert list_lines(near) == ["roll", "besiege brackwater"]
    near, _ = play(near, "besiege brackwater")
    assert near.cities[1].under_siege


def test_14_under_siege_at_daybreak() -> None:
    villa = make_city(5, 5, A, tier=1, purse=5, under_siege=True, ramparts=False)
    mines = ((tile(1, 4), A), (tile(1, 5), A))
    state = make_state(
        cities=(villa, make_city(2, 1, B)),
        mines=mines,
        phase="hero",
        turn=1,
        monsters=count(),
        hero=-1,
    )
    state, _ = play(state, "done")
    assert count_coins(state, A) == 6
    assert state.phase == "orders"
    assert list_lines(state) == ["vote items dice", "done"]
    state, _ = play(state, "done", "done", faces=(1, 1))
    assert not state.cities[0].under_siege
    tomorrow = replace(state, phase="hero", turn=1, heroes=(make_hero(),))
    tomorrow, _ = play(tomorrow, "done")
    assert count_coins(tomorrow, A) == 6 + 2 + 2 - 1


def test_15_storming() -> None:
    hero = make_hero(2, 2, army=6, items=(COMMON_HAND,))
    cities = make_city(5, 5, A), make_city(2, 1, B, ramparts=False, recruits=4)
    state = make_state(
        hero, cities=cities, monsters=count(), finds=count(), mines=(), caches=count()
    )
    first = (6, 4, 3, 3, 3, 4, 5, 1, 6, 1, 2, 3, 2, 6, 4, 3, 2, 1, 5, 3, 1)
    state, events = play(state, "n", faces=first)
    assert find_totals(events) == (43, 30)
    assert state.battle is not None
    assert (state.battle.fallen, state.battle.army, state.battle.troops) == (True, 4, 1)
    assert not state.battle.city_stands
    state, events = play(state, "fight", faces=(2, 5, 3, 6, 6))
    assert find_totals(events) == (16, 6)
    assert state.phase == "over"
    assert state.cities[1].owner == A
    assert state.cities[1].armory == (COMMON_HAND,)
    assert state.heroes[0].army == 2


def test_16_spoils() -> None:
    hero = make_hero(2, 2, army=40)
    cities = (
        make_city(5, 5, A),
        make_city(2, 1, B, ramparts=False, tier=1, purse=9, armory=(EPIC_AMULET,)),
        make_city(5, 1, C),
    )
    state = make_state(hero, cities=cities, monsters=count(), players=3, seats=(A, B, C))
    faces = (6, 6, *[6] * 40, 1, 1, 1, 41)
    state, _ = play(state, "n", faces=faces)
    taken = state.cities[1]
    assert (taken.owner, taken.tier, taken.purse, taken.armory) == (A, 1, 9, (EPIC_AMULET,))


def test_17_giving_up_at_a_city() -> None:
    hero = make_hero(2, 2, army=5, items=(RARE_KNIFE,))
    guard_hero = make_hero(2, 1, owner=B, army=4)
    cities = make_city(5, 5, A), make_city(2, 1, B, ramparts=False)
    state = make_state(hero, cities=cities, monsters=count(), heroes=(hero, guard_hero))
    # 15 against 24: a Mercenary of the garrison falls, and two of the attacker's
    faces = (1, 1, 1, 1, *[1] * 5, 1, 1, 1, 1, 1, *[1] * 4, 6, 6, 5)
    state, _ = play(state, "n", faces=faces)
    assert state.battle is not None
    assert state.battle.army == 3
    state, _ = play(state, "give up")
    assert state.cities[1].armory == (RARE_KNIFE,)
    assert [each.owner for each in state.heroes] == [B]
    assert state.heroes[0].army == 3
    assert state.monsters == count((2, 1))
    inside = replace(state, phase="act", hero=0, left=14, turn=1)
    assert list_lines(inside) == ["engage monster"]
    inside, _ = play(inside, "engage monster", faces=(10, 1))
    assert inside.left == 13


def test_18_a_bribe() -> None:
    state = make_state(cities=(make_city(1, 1, A, purse=10), make_city(1, 2, B)))
    state, _ = play(state, "n", "n", faces=(8, 4, 5))
    assert list_lines(state) == ["join 0", "join 1", "join 2", "join 3"]
    state, _ = play(state, "join 3")
    assert count_coins(state, A) == 1
    assert state.heroes[0].army == 3
    assert state.monsters == count((1, 5))


def test_19_defection() -> None:
    state, _ = play(make_state(), "n", "n", faces=(10, 2))
    assert list_lines(state)[-1] == "join 5"
    state, _ = play(state, "join 5")
    assert state.heroes[0].army == 5


def test_20_wages() -> None:
    heroes = (
        make_hero(4, 4, army=4),
        replace(make_hero(4, 5), name="Joan"),
        replace(make_hero(5, 4), name="Kit"),
    )
    cities = make_city(1, 1, A, purse=1), make_city(1, 2, B)
    state = make_state(heroes=heroes, cities=cities, phase="hero", turn=1, hero=-1)
    state, _ = play(state, "done")
    assert (state.phase, state.unpaid) == ("unpaid", 1)
    assert list_lines(state) == ["unpaid aldous", "unpaid joan", "unpaid kit"]
    state, _ = play(state, "unpaid aldous")
    assert [hero.name for hero in state.heroes] == ["Joan", "Kit"]
    assert state.monsters[tile(4, 4)] == 1
    assert count_coins(state, A) == 0


def test_21_a_tied_vote() -> None:
    cities = tuple(make_city(x, 4, seat) for seat, x in enumerate((1, 2, 3, 4)))
    for face, ruleset in ((5, "cards"), (6, "dice")):
        state = make_state(cities=cities, players=4, seats=(0, 1, 2, 3), phase="orders", hero=-1)
        state, _ = play(state, "vote items dice", "no", "yes", "no", faces=(face,))
        assert state.ruleset == ruleset


def test_22_an_allys_city() -> None:
    cities = make_city(1, 1, A), make_city(3, 2, B), make_city(5, 5, C)
    state = make_state(
        cities=cities, players=3, seats=(A, B, C), allies=((A, B),), monsters=count()
    )
    assert "n" not in list_lines(replace(state, left=1))
    state, _ = play(replace(state, left=2), "n")
    assert state.left == 1
    assert list_lines(state) == ["n", "e", "s", "w"]


def test_23_out() -> None:
    loser = make_hero(4, 4, owner=B, army=2, items=(COMMON_AMULET,))
    hero = make_hero(2, 2, army=40)
    cities = make_city(5, 5, A), make_city(2, 1, B, ramparts=False)
    mines = ((tile(5, 2), B), (tile(5, 1), B), (tile(4, 1), B))
    state = make_state(hero, heroes=(hero, loser), cities=cities, monsters=count(), mines=mines)
    state, _ = play(state, "n", faces=(6, 6, *[6] * 40, 1, 1, 1, 41))
    assert len(state.heroes) == 1
    assert (tile(4, 4), COMMON_AMULET) in state.dropped
    assert state.monsters[tile(4, 4)] == 1
    assert {owner for _, owner in state.mines} == {-1}
    result = get_result(state)
    assert result is not None
    assert (result.winners, result.why) == ((A,), "conquest")


def test_24_renown() -> None:
    cities = (
        make_city(1, 1, A, tier=3, purse=6, recruits=6),
        make_city(5, 5, A, purse=5, recruits=2),
        make_city(1, 2, B),
    )
    heroes = (
        make_hero(army=4, items=(RARE_KNIFE,)),
        replace(make_hero(army=2, items=(COMMON_HAND,)), name="Joan"),
    )
    mines = tuple((tile(x, 4), A) for x in (1, 2, 3, 4))
    state = make_state(cities=cities, heroes=heroes, mines=mines)
    assert count_renown(state, A) == 50
    assert list(compute_renown_parts(state, A).values()) == [24, 12, 4, 4, 2, 4]
