"""The readings of the rules of Errantry, by their numbers."""

import pytest
from msgspec import ValidationError, convert, to_builtins
from msgspec.structs import replace

from companion.dice.face_sources import Streams
from companion.parlour.games.errantry.combat import count_strength_without_mana
from companion.parlour.games.errantry.data import Figures, Resources
from companion.parlour.games.errantry.event_records import MonsterAppeared
from companion.parlour.games.errantry.game_definition import GAME
from companion.parlour.games.errantry.rest_and_move import enter_hex, rest_hero
from companion.parlour.games.errantry.rules import apply_move, get_actor, list_moves, set_up_game
from companion.parlour.games.errantry.state import Hex, State
from companion.parlour.games.errantry.tile_laying import lay_tile, link_hexes, list_tile_placements
from tests.parlour.games.errantry.making import (
    A,
    B,
    find_at,
    find_monster,
    list_lines,
    load,
    make_hero,
    make_state,
    place_monsters,
    play,
)
from tests.parlour.making import NO_DICE, make_bot_match


def set_figures(state: State, **changes: object) -> State:
    figures = replace(load().figures, **changes)
    return replace(state, data=replace(load(), figures=figures))


def test_reading_1_tiles_are_joined_to_the_citadel_directly_or_through_others() -> None:
    state = make_state(hand=(12,), phase="lay")
    beside = {(1, 0), (0, 1), (-1, 0), (-1, 1), (0, -1), (1, -1)}
    found, mismatched = 0, 0
    for move in list_tile_placements(state):
        laid, _ = lay_tile(state, move, A)
        new = laid.hexes[-2:]
        reached, queue = {0}, [0]
        for at in queue:
            fresh = [each for each in laid.hexes[at].roads if each not in reached]
            reached.update(fresh)
            queue += fresh
        assert len(reached) == len(laid.hexes), move
        found += not any(each.at in beside for each in new)
        mismatched += any(len(each.fields) + len(each.wilds) for each in new)
    assert found
    assert mismatched


def find_side(letters: str) -> list[str]:
    """How the side between two hexes is seen from either of them."""
    here = Hex("Here", "here", (0, 0), letters[0] * 6)
    there = Hex("There", "there", (1, 0), letters[1] * 6)
    kinds = ("roads", "fields", "wilds")
    return [name for each in link_hexes((here, there)) for name in kinds if getattr(each, name)]


def test_reading_2_a_road_on_one_side_only_is_no_road() -> None:
    assert find_side("rr") == ["roads", "roads"]
    for letters in ("r.", ".r", ".."):
        assert find_side(letters) == ["fields", "fields"]


def test_reading_3_impassable_terrain_bars_both_directions() -> None:
    for letters in ("rw", "wr", "w.", ".w", "ww"):
        assert find_side(letters) == ["wilds", "wilds"]
    for here, there in (("Bog", "meadow"), ("Meadow", "bog")):
        steps = {move[1] for move in list_moves(make_state(make_hero(here))) if move[0] == "go"}
        assert there not in steps


def test_reading_4_the_map_does_not_grow_after_the_set_up() -> None:
    match = make_bot_match(GAME, 2, "random", "4")
    sizes = {len(match.state.hexes) for _ in match.play_bots() if match.state.day}
    assert sizes == {1 + 2 * 2 * 2}


def test_reading_5_the_first_errand_is_under_way() -> None:
    dice = Streams("1").stream("x")
    state = set_up_game(load(), 2, dice)
    while not state.day:
        state, _ = apply_move(state, list_moves(state)[0], dice)
    assert all(hero.at for hero in state.heroes)
    assert not any(state.monsters)
    state, _ = play(make_state(make_hero("Ferry", tokens="Ferry"), day=1), "go citadel")
    assert (state.phase, state.heroes[A].resources) == ("market", Resources(gold=1))


def test_reading_6_one_mana_a_rest_but_for_the_switch() -> None:
    for number, ready in ((1, 2), (0, 1), (3, 4)):
        state = set_figures(make_state(make_hero(ready=1, spent=3)), rest_recovers=number)
        assert rest_hero(state, A)[0].heroes[A].ready == ready


def test_reading_7_tokens_that_are_left_cost_others_count_and_block() -> None:
    hero = make_hero(tokens="Ferry Smithy Meadow")
    state, _ = rest_hero(make_state(hero, make_hero(), make_hero()), A)
    state = replace(state, phase="rest")
    assert list_lines(state) == ["take ferry", "rested"]
    left, _ = play(state, "rested")
    assert left.heroes[A].tokens == (find_at("Ferry"),)
    assert "go ferry token" not in list_lines(left)
    full = make_hero(tokens="Ferry Reeds Ridge Bog Causeway")
    assert "go smithy token" not in list_lines(make_state(full))
    other, _ = play(replace(left, turn=1, phase="move"), "go ferry token")
    assert other.heroes[B].spent == 1


def fight(strength_of: str, *faces: int, ready: int = 4, tie_wins: bool = False) -> State:
    """A hero on Bog, strength 5 and 2 of the hex, against a monster."""
    hero = make_hero("Bog", tokens="Bog", ready=ready)
    state = place_monsters(make_state(hero, make_hero()), Bog=strength_of)
    state = replace(set_figures(state, tie_wins=tie_wins), phase="challenge")
    return play(state, "fight", faces=faces)[0]


def test_reading_8_equal_loses_but_for_the_switch() -> None:
    hag = load().monsters_by_id[find_monster("Hag")]
    faces = (1, 2)
    assert hag.strength + sum(faces) == 7
    assert fight("Hag", *faces, ready=0).heroes[A].at == 0
    assert fight("Hag", *faces, ready=0, tie_wins=True).heroes[A].trophies == (hag.id,)


def test_reading_9_mana_is_offered_after_the_roll_and_never_in_vain() -> None:
    waiting = fight("Hag", 1, 5)
    assert (waiting.need, list_lines(waiting)) == (4, ["spend", "yield"])
    assert play(waiting, "spend")[0].heroes[A].spent == 4
    assert fight("Hag", 2, 5).heroes[A].at == 0
    won = fight("Hag", 1, 1)
    assert (won.heroes[A].ready, won.heroes[A].trophies) == (4, (find_monster("Hag"),))


def test_reading_10_the_beaten_have_neither_effects_nor_market() -> None:
    hero = make_hero("Bog", tokens="Ferry", resources=Resources(9, 9, 9), ready=0)
    state = place_monsters(make_state(hero, make_hero()), Bog="Lich")
    state = replace(state, phase="challenge", market=(1, 2, 3, 4))
    state, _ = play(state, "fight", faces=(6, 6, 6))
    assert (get_actor(state), state.phase) == (B, "move")
    assert state.heroes[A].resources == Resources(9, 9, 9)
    assert state.heroes[A].tokens == ()


@pytest.mark.parametrize("players", [1, 3])
@pytest.mark.parametrize("monsters_a_day", [1, 2])
def test_reading_11_so_many_monsters_a_day_at_the_farthest_hexes(
    players: int, monsters_a_day: int
) -> None:
    heroes = (make_hero(),) * players
    pile = (find_monster("Goblin"), find_monster("Leech"))
    state = make_state(*heroes, turn=players - 1, phase="market", monster_pile=pile)
    state = set_figures(state, monsters_a_day=monsters_a_day)
    _, events = apply_move(state, ("done",), Streams("1").stream("x"))
    appeared = [each for each in events if isinstance(each, MonsterAppeared)]
    assert len(appeared) == monsters_a_day
    hexes = {each.name: each for each in state.hexes}
    for each in appeared:
        terrain = load().monsters_by_id[each.monster].terrain
        own = [place for place in state.hexes if place.terrain == terrain]
        assert hexes[each.hex].terrain == terrain
        assert max(map(measure, own)) == measure(hexes[each.hex])


def measure(place: Hex) -> int:
    q, r = place.at
    return max(abs(q), abs(r), abs(q + r))


def test_reading_12_treasure_is_cashed_at_home_and_what_is_home_is_safe() -> None:
    rich = make_hero("Smithy", treasures=(5, 10), resources=Resources(gems=2))
    home, _ = enter_hex(make_state(rich), A, 0, marks=False)
    assert (home.heroes[A].treasures, home.treasure_discards) == ((), (5, 10))
    assert home.heroes[A].resources == Resources(3, 1, 2)
    beaten = replace(rich, at=find_at("Bog"), ready=0)
    state = place_monsters(make_state(beaten, phase="challenge"), Bog="Lich")
    state, _ = play(state, "fight", faces=(6, 6, 6))
    assert (state.heroes[A].treasures, state.heroes[A].resources) == ((), Resources(gems=2))


def test_reading_13_trophies_become_mana_unasked() -> None:
    trophies = (find_monster("Boar"), find_monster("Hag"))
    state, _ = play(make_state(make_hero("Smithy", trophies=trophies)), "go citadel")
    assert state.phase == "market"
    assert (state.heroes[A].trophies, state.heroes[A].ready) == ((), 6)
    assert state.monster_discards == trophies


def test_reading_14_board_and_marketplace_are_filled_at_set_up() -> None:
    state = set_up_game(load(), 2, Streams("1").stream("x"))
    assert (len(state.board), len(state.market)) == (8, 4)
    assert (load().figures.boxes, load().figures.box_cards) == (4, 2)


def test_reading_15_sold_items_are_discarded() -> None:
    state = make_state(make_hero(items="Sword"), phase="market", market=(0, 0, 0, 0))
    sword = state.heroes[A].items[0]
    state, _ = play(state, "sell sword")
    assert (state.market, state.item_discards) == ((0, 0, 0, 0), (sword,))


def test_reading_16_strength_comes_from_items_and_trophies_raise_mana_only() -> None:
    state = make_state()
    trophies = tuple(each.id for each in load().monsters[:2])
    assert count_strength_without_mana(state, make_hero(trophies=trophies, ready=9)) == 5
    sword = next(each for each in load().wares if each.name == "Sword")
    assert count_strength_without_mana(state, make_hero(items="Sword")) == 5 + sword.strength


def test_reading_17_a_monster_is_met_at_the_end_of_a_move_only() -> None:
    state = place_monsters(make_state(make_hero("Bog"), make_hero()), Bog="Hag", Causeway="Lich")
    standing, _ = play(state, "stop")
    assert list_lines(standing) == ["fight", "leave"]
    passing, _ = play(state, "go causeway", "go meadow", "go smithy")
    assert (get_actor(passing), passing.heroes[A].at) == (B, find_at("Smithy"))


def test_reading_18_no_token_lies_on_the_citadel() -> None:
    lines = list_lines(make_state(make_hero("Smithy")))
    assert "go citadel" in lines
    assert "go citadel token" not in lines


def test_reading_20_more_than_three_trophies_win_too() -> None:
    for number in (2, 3, 4):
        trophies = tuple(each.id for each in load().monsters[:number])
        state, _ = play(make_state(make_hero("Smithy", trophies=trophies)), "go citadel")
        assert (state.phase == "over") == (number >= 3)


def test_reading_21_the_calendar_ends_the_game_and_cannot_be_switched_off() -> None:
    state = make_state(make_hero(), make_hero(), turn=1, phase="market", day=30)
    assert apply_move(state, ("done",), NO_DICE)[0].why == "calendar"
    longer = set_figures(state, last_day=31)
    assert apply_move(longer, ("done",), NO_DICE)[0].day == 31
    without = {**to_builtins(load().figures), "last_day": 0}
    with pytest.raises(ValidationError):
        convert(without, Figures)
