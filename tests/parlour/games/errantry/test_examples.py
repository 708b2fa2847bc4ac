"""The worked examples of the rules of Errantry, by their numbers."""

from msgspec.structs import replace

from companion.dice.face_sources import LoadedFaces
from companion.parlour.games.errantry.combat import challenge_monster, count_strength_without_mana
from companion.parlour.games.errantry.common_rules import lose_mana
from companion.parlour.games.errantry.data import Resources
from companion.parlour.games.errantry.event_records import Fought, Lost, MonsterAppeared, Won
from companion.parlour.games.errantry.game_definition import GAME
from companion.parlour.games.errantry.market import buy_item
from companion.parlour.games.errantry.rest_and_move import enter_hex, list_steps, rest_hero
from companion.parlour.games.errantry.rules import apply_move, get_actor, list_moves
from companion.parlour.games.errantry.state import State
from companion.parlour.games.errantry.tile_laying import CITADEL, list_tile_placements
from companion.parlour.hexes import turn_edge_letters
from tests.parlour.games.errantry.making import (
    A,
    B,
    C,
    find_at,
    find_monster,
    load,
    make_hero,
    make_state,
    place_monsters,
    play,
)
from tests.parlour.making import ANN, make_match


def wares(*names: str) -> tuple[int, ...]:
    ids = {each.name: each.id for each in load().wares}
    return tuple(ids[name] for name in names)


def test_1_laying() -> None:
    state = make_state(hexes=(CITADEL,), monsters=(0,), hand=(6,), phase="lay")
    ways = set(list_tile_placements(state))
    assert ("lay", "6", "1,0", "e") not in ways
    assert ("lay", "6", "1,0", "ne") in ways
    assert len(ways) == 36


def test_2_rotation() -> None:
    assert turn_edge_letters("rwr.rr", 1) == "rrwr.r"


def test_3_sides() -> None:
    hexes = make_state().hexes
    citadel, smithy, bog, meadow, ferry = (
        find_at(name) for name in ("Citadel", "Smithy", "Bog", "Meadow", "Ferry")
    )
    assert bog in hexes[citadel].fields
    assert meadow in hexes[bog].wilds
    assert ferry not in (*hexes[smithy].roads, *hexes[smithy].fields, *hexes[smithy].wilds)
    assert {hexes[at].name for at in hexes[citadel].roads} == {"Smithy", "Spring", "Ferry"}


def test_4_the_order() -> None:
    state = make_state(phase="order", places=(-1, -1, -1))
    assert get_actor(state) == 2
    state, _ = play(state, "place 1")
    assert get_actor(state) == B
    state, _ = play(state, "place 3")
    assert list_moves(state) == (("place", "2"),)
    state, _ = play(state, "place 2")
    assert state.order == (2, 0, 1)
    tomorrow = replace(state, phase="order", places=(-1, -1, -1))
    for seat, line in ((B, "place 1"), (A, "place 2"), (C, "place 3")):
        assert get_actor(tomorrow) == seat
        tomorrow, _ = play(tomorrow, line)


def test_5_rest() -> None:
    hero = make_hero(ready=1, spent=3, tokens="Smithy Meadow Ferry")
    state, _ = rest_hero(make_state(hero), A)
    rested = state.heroes[A]
    assert (rested.ready, rested.spent) == (4, 0)
    assert rested.tokens == (find_at("Ferry"),)
    waiting = replace(state, phase="rest")
    assert list_moves(waiting) == (("take", "ferry"), ("rested",))
    taken, _ = play(waiting, "take ferry")
    assert taken.heroes[A] == replace(rested, tokens=())


def test_6_the_price_of_a_place() -> None:
    others = make_hero(tokens="Spring"), make_hero(tokens="Spring")
    state, _ = play(make_state(make_hero(ready=3, spent=1), *others), "go spring token")
    assert (state.heroes[A].ready, state.heroes[A].spent) == (3, 1)
    poor = make_state(make_hero(ready=1), *others)
    steps = set(list_steps(poor))
    assert ("go", "spring") in steps
    assert ("go", "spring", "token") not in steps
    banner = make_state(make_hero(ready=1, items="Banner"), *others)
    assert ("go", "spring", "token") in set(list_steps(banner))
    again = make_state(make_hero(tokens="Spring"))
    assert ("go", "spring", "token") not in set(list_steps(again))


def fight_hag(*faces: int) -> tuple[State, Fought]:
    hero = make_hero("Causeway", tokens="Spring Bog Causeway")
    state = place_monsters(make_state(hero), Causeway="Hag")
    assert count_strength_without_mana(state, hero) == 7
    state, events = challenge_monster(state, A, LoadedFaces(faces))
    fought = events[0]
    assert isinstance(fought, Fought)
    return state, fought


def test_7_combat_three_ways() -> None:
    state, fought = fight_hag(1, 1)
    assert fought.monster_total == 6
    assert state.heroes[A].trophies == (find_monster("Hag"),)
    state, fought = fight_hag(2, 4)
    assert (fought.monster_total, fought.need, state.phase) == (10, 4, "combat")
    assert list_moves(state) == (("spend",), ("yield",))
    won, _ = apply_move(state, ("spend",), LoadedFaces(()))
    assert (won.heroes[A].ready, won.heroes[A].spent) == (0, 4)
    state, fought = fight_hag(3, 4)
    assert (fought.need, state.heroes[A].at) == (5, 0)


def test_8_equal_is_not_enough() -> None:
    _, fought = fight_hag(1, 2)
    assert fought.need == 1
    data = replace(load(), figures=replace(load().figures, tie_wins=True))
    hero = make_hero("Causeway", tokens="Spring Bog Causeway")
    state = replace(place_monsters(make_state(hero), Causeway="Hag"), data=data)
    state, events = challenge_monster(state, A, LoadedFaces((1, 2)))
    assert isinstance(events[1], Won)


def test_9_the_treasure_board() -> None:
    board = (1, 2, 5, 8, 10, 13, 17, 19)
    hero = make_hero("Causeway", tokens="Spring Bog Causeway")
    state = make_state(hero, board=board, treasure_pile=(3, 22))
    state = place_monsters(state, Causeway="Hag")
    state, _ = challenge_monster(state, A, LoadedFaces((1, 1)))
    assert state.heroes[A].treasures == (5, 8)
    assert state.board == (1, 2, 3, 10, 13, 17, 19, 22)


def lose_on_bog(items: str = "") -> State:
    boar = find_monster("Boar")
    hero = make_hero("Bog", tokens="Ferry Bog", items=items, trophies=(boar,), treasures=(5,))
    state = place_monsters(make_state(make_hero(), hero, order=(1, 0)), Bog="Lich")
    state, events = challenge_monster(state, B, LoadedFaces((6, 6, 6)[:3]))
    assert isinstance(events[1], Lost)
    assert state.monsters[find_at("Bog")] == find_monster("Lich")
    assert state.monster_discards == (boar,)
    assert (state.heroes[B].at, state.heroes[B].tokens, state.heroes[B].trophies) == (0, (), ())
    return state


def test_10_losing() -> None:
    state = lose_on_bog()
    assert not state.heroes[B].resources
    assert state.treasure_discards == (5,)


def test_10_there_is_no_market_after_a_defeat() -> None:
    rich = make_hero("Bog", resources=Resources(9, 9, 9))
    state = place_monsters(make_state(make_hero(), rich, order=(1, 0)), Bog="Lich")
    state = replace(state, phase="challenge", market=wares("Spear"))
    state, _ = play(state, "fight", faces=(6, 6, 6))
    assert get_actor(state) == A
    assert state.phase == "move"


def test_11_losing_with_strongbox() -> None:
    state = lose_on_bog("Strongbox")
    assert state.heroes[B].resources == Resources(gold=2)


def come_home(*trophies: str) -> State:
    hero = make_hero(
        "Smithy",
        tokens="Ferry Smithy",
        ready=1,
        spent=3,
        trophies=tuple(map(find_monster, trophies)),
        treasures=(5, 10),
    )
    return play(make_state(hero), "go citadel")[0]


def test_12_coming_home() -> None:
    state = come_home("Boar", "Hag")
    hero = state.heroes[A]
    assert state.phase == "market"
    assert hero.tokens == (find_at("Smithy"),)
    assert (hero.ready, hero.spent) == (3, 3)
    assert hero.resources == Resources(gold=4, silk=1)


def test_13_winning() -> None:
    state = come_home("Boar", "Hag", "Lich")
    assert (state.phase, state.winners, state.why) == ("over", (A,), "trophies")
    assert not state.heroes[A].resources


def test_14_the_market() -> None:
    hero = make_hero(resources=Resources(4, 1))
    state = make_state(
        hero,
        phase="market",
        market=wares("Spear", "Sword", "Boots", "Charm"),
        item_pile=wares("Mail", "Rope"),
        monster_pile=(1,),
    )
    state, _ = play(state, "buy sword")
    assert state.heroes[A].resources == Resources(2)
    assert state.market == wares("Spear", "Rope", "Boots", "Charm")
    state, _ = play(state, "buy rope")
    assert state.heroes[A].resources == Resources()
    rich = replace(state, heroes=(replace(state.heroes[A], resources=Resources(9, 9, 9)),))
    assert not [move for move in list_moves(rich) if move[0] == "buy"]
    assert state.market == wares("Spear", "Mail", "Boots", "Charm")
    state, _ = play(state, "sell sword")
    assert state.heroes[A].resources == Resources(2, 1)
    assert not [move for move in list_moves(state) if move[0] == "buy"]
    later = replace(state, heroes=(replace(state.heroes[A], bought=()),))
    later, _ = play(later, "sell rope")
    assert later.heroes[A].resources == Resources(3, 1)


def test_15_an_empty_item_pile() -> None:
    hero = make_hero(resources=Resources(4, 1))
    state = make_state(hero, market=wares("Boots"), item_discards=wares("Flask"), phase="market")
    state, _ = buy_item(state, A, "boots", LoadedFaces(()))
    assert state.market == wares("Flask")


def end_day(state: State, *faces: int) -> tuple[State, str]:
    """The day ends after the turn of a lone hero; the hex where a monster appears."""
    state = replace(state, heroes=(make_hero(),), order=(0,), phase="market")
    state, events = apply_move(state, ("done",), LoadedFaces(faces))
    appeared = [event.hex for event in events if isinstance(event, MonsterAppeared)]
    return state, appeared[0] if appeared else ""


def test_16_a_monster_appears() -> None:
    state = make_state(monster_pile=(find_monster("Goblin"),))
    assert end_day(state)[1] == "Ridge"
    assert end_day(place_monsters(state, Ridge="Ogre"))[1] == "Spring"
    both = place_monsters(state, Ridge="Ogre", Spring="Giant")
    assert end_day(both, 2)[1] == "Reeds"


def test_17_nowhere_to_appear() -> None:
    state = make_state(monster_pile=(1, 2), monsters=(0, *range(3, 11)))
    after, where = end_day(state)
    assert where == ""
    assert after.monster_pile == (1, 2)


def test_18_off_the_road() -> None:
    def reach(items: str, *path: str) -> set[str]:
        state = make_state(make_hero(items=items))
        for name in path:
            state, _ = enter_hex(state, A, find_at(name), marks=False)
        return {move[1] for move in list_steps(state)}

    assert "bog" not in reach("")
    for items in ("Compass", "Rope"):
        assert "bog" in reach(items)
        assert "meadow" not in reach(items, "Bog")
    assert "meadow" in reach("Compass Rope", "Bog")
    assert "meadow" in reach("Rope Compass", "Bog")


def test_19_a_short_errand() -> None:
    state, _ = play(make_state(), "go ferry token", "go citadel")
    hero = state.heroes[A]
    assert hero.resources == Resources(gold=1)
    assert (hero.tokens, state.phase) == ((), "market")


def test_20_charm() -> None:
    state = place_monsters(make_state(make_hero("Bog", items="Charm")), Bog="Lich")
    _, events = challenge_monster(state, A, LoadedFaces((2, 3)))
    fought = events[0]
    assert isinstance(fought, Fought)
    assert (fought.faces, fought.monster_total) == ((2, 3), 12)


def test_21_lose() -> None:
    lost = lose_mana(make_hero(ready=1, spent=3), 2)
    assert (lost.ready, lost.spent) == (0, 2)


def end_game(*heroes: tuple[tuple[int, ...], int, Resources, tuple[int, ...]]) -> tuple[int, ...]:
    """Who wins by the calendar, of heroes by trophies, mana, resources and treasure cards."""
    seats = tuple(
        make_hero(trophies=trophies, ready=mana, resources=resources, treasures=cards)
        for trophies, mana, resources, cards in heroes
    )
    last = load().figures.last_day
    state = make_state(*seats, day=last, phase="market", turn=len(seats) - 1)
    return apply_move(state, ("done",), LoadedFaces(()))[0].winners


def test_22_the_calendar() -> None:
    none = Resources()
    assert end_game(((), 7, none, ()), ((1,), 4, none, ())) == (B,)
    assert end_game(((), 7, none, ()), ((), 4, none, ())) == (A,)
    assert end_game(((), 5, Resources(2, 0, 1), ()), ((), 5, none, (18,))) == (A,)
    assert end_game(((), 5, none, ()), ((), 5, none, ())) == (A, B)
    assert end_game((((1,)), 5, none, ())) == ()


def test_23_a_full_board_in_short_supply() -> None:
    board = (1, 2, 5, 8, 10, 13, 17, 19)
    state = place_monsters(make_state(make_hero("Bog"), board=board), Bog="Leech")
    state, _ = challenge_monster(state, A, LoadedFaces((1,)))
    assert state.heroes[A].treasures == (1, 2)
    assert state.board == (5, 8, 10, 13, 17, 19)
    hard = replace(state, heroes=(make_hero("Bog", ready=20, trophies=()),))
    hard = replace(place_monsters(hard, Bog="Lich"), phase="challenge")
    won, _ = challenge_monster(hard, A, LoadedFaces((1, 1, 1)))
    won, _ = apply_move(won, ("spend",), LoadedFaces((1,)))
    assert won.heroes[A].treasures == ()


def test_tiles_in_hand_are_shown_with_their_sides() -> None:
    match = make_match(GAME, ANN, seed="5")
    lines = GAME.looks["tiles"](match.state, ("Ann",), 80)
    assert len(lines) == 1 + 2 * len(match.state.hand)
    for tile in match.state.hand:
        first, second = load().tiles_by_id[tile].hexes
        assert any(f"{tile} {first.name} {first.edges}" in line for line in lines)
        assert any(f"{second.name} {second.edges}" in line for line in lines)
