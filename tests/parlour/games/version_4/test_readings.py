"""The readings of the rules of Version 4, by their numbers."""

import pytest
from msgspec.structs import replace

from companion.dice.face_sources import Streams
from companion.parlour.games.version_4.auction import begin_auction
from companion.parlour.games.version_4.board import (
    can_cross_side,
    link_hexes,
    list_reachable_hexes,
    list_tile_placements,
    list_unexplored_directions,
    make_citadel,
)
from companion.parlour.games.version_4.data import Ability
from companion.parlour.games.version_4.game_definition import GAME
from companion.parlour.games.version_4.owed_tasks import settle_forced_tasks
from companion.parlour.games.version_4.renown import compute_renown_parts
from companion.parlour.games.version_4.rest_and_move import begin_or_skip_move_phase, rest_player
from companion.parlour.games.version_4.rules import get_actor, set_up_game
from companion.parlour.games.version_4.state import Hex, Player, State
from companion.parlour.hexes import SIDES, count_hex_steps, get_neighbour
from tests.parlour.games.version_4.making import (
    A,
    B,
    find_at,
    find_creatures,
    lay_map,
    list_lines,
    load,
    make_only_citadel,
    make_player,
    make_state,
    mana,
    play,
    show,
)
from tests.parlour.making import NO_DICE


def test_reading_1_all_counts_after_a_fixed_number_of_rounds() -> None:
    player = make_player("Mage", coins=4, markers=1, army=find_creatures("Raider"))
    figures = replace(load().figures, rounds=3)
    state = make_state(player, round=3, phase="adventure", data=replace(load(), figures=figures))
    parts = {"coins": 2, "mana": 3, "army": 3, "dungeons": 3, "relics": 0}
    assert compute_renown_parts(state, player) == parts
    assert play(replace(state, round=2), "done")[0].round == 3
    assert play(state, "done")[0].phase == "over"


def test_reading_2_the_board_is_the_citadel_and_room_for_every_tile() -> None:
    reach = range(-load().figures.reach, load().figures.reach + 1)
    places = [(q, r) for q in reach for r in reach if count_hex_steps((q, r)) <= reach[-1]]
    assert len(places) == 37 == 1 + 2 * len(load().tiles)


@pytest.mark.parametrize(
    ("letters", "crossed_by"),
    [
        ("..", {None, "forest", "mountain"}),
        ("f.", {"forest"}),
        ("ff", {"forest"}),
        ("m.", {"mountain"}),
        ("mm", {"mountain"}),
        ("fm", set()),
        ("w.", set()),
        ("wf", set()),
    ],
)
def test_reading_3_one_letter_bars_a_side_both_ways(
    letters: str, crossed_by: set[Ability | None]
) -> None:
    classes: tuple[Ability | None, ...] = (None, "forest", "mountain")
    for way in (letters, letters[::-1]):
        assert {each for each in classes if can_cross_side(way, each)} == crossed_by


def test_reading_4_tokens_are_removed_in_rest() -> None:
    tokens = tuple(map(find_at, ("College", "Archive", "Gallows", "Abbey")))
    state, _ = rest_player(make_state(make_player("Mage", tokens=tokens)), A)
    assert state.players[A].tokens == ()
    held = list(lay_map())
    held[tokens[0]] = replace(held[tokens[0]], kind="once")
    state, _ = rest_player(make_state(make_player("Mage", tokens=tokens), hexes=tuple(held)), A)
    assert state.players[A].tokens == tokens[:1]


def test_reading_5_one_hex_at_least_but_for_the_switch() -> None:
    state = begin_or_skip_move_phase(make_state(make_player("Mage")), A)
    assert "stop" not in list_lines(state)
    figures = replace(load().figures, may_stay=True)
    state = replace(state, data=replace(load(), figures=figures))
    assert "stop" in list_lines(state)


def cover_all_but(*free: tuple[int, int]) -> State:
    """A Mage on the Citadel of a board that is covered, but for these places."""
    reach = range(-3, 4)
    blank = [
        Hex(f"Blank {q} {r}", f"blank-{q}-{r}", (q, r), "wwwwww", "token")
        for q in reach
        for r in reach
        if 0 < count_hex_steps((q, r)) <= 3 and (q, r) not in free
    ]
    state = make_only_citadel(make_player("Mage"), layout=(4,))
    hexes = link_hexes((make_citadel(load()), *blank))
    return replace(state, hexes=hexes, dungeons=(-1,) * len(hexes))


def test_reading_6_a_single_free_place_is_not_unexplored() -> None:
    assert list_unexplored_directions(cover_all_but((1, 0)), (0, 0)) == []
    assert list_unexplored_directions(cover_all_but((1, 0), (2, 0)), (0, 0)) == [0]
    assert "survey" not in list_lines(cover_all_but((1, 0)))


def test_reading_7_survey_is_offered_only_where_it_can_be_proved() -> None:
    state = cover_all_but((1, 0), (2, 0))
    assert "survey" not in list_lines(state)
    tile = load().tiles_by_id[4]
    feature, dungeon = (replace(each, edges="wwwwww") for each in (tile.feature, tile.dungeon))
    walled = replace(tile, feature=feature, dungeon=dungeon)
    tiles = tuple(walled if each.id == 4 else each for each in load().tiles)
    state = replace(state, data=replace(load(), tiles=tiles))
    assert list_lines(state) == ["survey", "done"]
    barred = replace(state.hexes[0], edges="f.....")
    assert list_lines(replace(state, hexes=(barred, *state.hexes[1:]))) == ["done"]
    assert list_lines(replace(state, tile_pile=())) == ["done"]


def test_reading_8_mana_to_begin_with_and_what_recover_1_is() -> None:
    dice = Streams("1").stream("x")
    state = set_up_game(load(), 6, dice)
    while state.phase == "class":
        state, _ = GAME.apply(state, GAME.list_legal_moves(state)[0], dice)
    classes = {each.name: each for each in load().classes}
    for player in state.players:
        begun = classes[player.class_name]
        assert 2 <= begun.mana <= 4
        assert player.colour == begun.colour
    spent = make_player("Ranger", ready=mana(), spent=mana(red=1, blue=1))
    state, _ = settle_forced_tasks(rest_player(make_state(spent, phase="event"), A)[0], NO_DICE)
    assert list_lines(state) == ["recover blue", "recover red"]


def crawl(player: Player, *faces: int, tie_wins: bool = False) -> State:
    figures = replace(load().figures, tie_wins=tie_wins)
    state = make_state(player, make_player("Paladin"), phase="adventure")
    return play(replace(state, data=replace(load(), figures=figures)), "crawl", faces=faces)[0]


def test_reading_9_equal_loses_and_mana_comes_after_the_roll() -> None:
    army = find_creatures("Raider", "Djinn")  # 3 + 6 against 5 + the dice
    mage = make_player("Mage", "Archive", army=army, ready=mana(red=1))
    tied = crawl(mage, 2, 2)
    assert (tied.phase, tied.lacking, list_lines(tied)) == ("fight", 1, ["spend", "yield"])
    assert crawl(mage, 2, 2, tie_wins=True).players[A].markers == 1
    lost = crawl(replace(mage, ready=mana()), 2, 2)
    assert (lost.players[A].markers, list_lines(lost)) == (0, ["fall raider", "fall djinn"])
    assert crawl(mage, 2, 1).players[A].army == army
    paid, _ = play(crawl(replace(mage, ready=mana(blue=9)), 6, 6), "spend")
    assert paid.players[A].army == ()


def test_reading_10_dungeons_give_money_not_gold_mana() -> None:
    state = crawl(make_player("Mage", "Archive", army=find_creatures("Raider", "Djinn")), 1, 1)
    after = state.players[A]
    assert (after.coins, show(after.ready)) == (2 + 2, {"blue": 4})


def test_reading_11_the_sorcerer_loses_one_for_the_whole_amount() -> None:
    toll = make_player("Sorcerer", "Citadel", ready=mana(red=1))
    college = find_at("College")
    others = [make_player(name, tokens=(college,)) for name in ("Paladin", "Ranger", "Mage")]
    state, _ = play(make_state(toll, *others), "go college token")
    assert list_lines(state) == ["burn red"]
    state, _ = play(state, "burn red")
    assert sum((*state.players[A].ready, *state.players[A].spent)) == 0
    assert college in state.players[A].tokens
    shown = replace(make_state(toll), creature_pile=find_creatures("Treant"), phase="begin_move")
    assert list_lines(begin_auction(shown, NO_DICE)[0]) == ["pass"]
    fighter = make_player("Sorcerer", "Archive", ready=mana(), spent=mana(red=9))
    assert crawl(fighter, 6, 6).phase != "fight"


def test_reading_12_tokens_cost_any_colour_and_matching_mana_counts_double() -> None:
    college = find_at("College")
    one = make_player("Mage", ready=mana(red=1, gold=1))
    state = make_state(one, make_player("Ranger", tokens=(college,)))
    state, _ = play(state, "go college token")
    assert list_lines(state) == ["pay red", "pay gold"]
    for ready, most in ((mana(green=3), 6), (mana(red=3), 3), (mana(green=1, red=2), 4)):
        bidder = make_player("Mage", ready=ready)
        shown = make_state(bidder, creature_pile=find_creatures("Treant"), phase="begin_move")
        bids = list_lines(begin_auction(shown, NO_DICE)[0])
        assert bids[-2:] == [f"bid {most}", "pass"]


def test_reading_13_the_match_leads_but_does_not_end_the_auction() -> None:
    players = make_player("Ranger"), make_player("Paladin", ready=mana(purple=5))
    shown = make_state(*players, creature_pile=find_creatures("Treant"), phase="begin_move")
    state, _ = play(begin_auction(shown, NO_DICE)[0], "bid 4", "bid 4")
    assert (get_actor(state), list_lines(state)) == (A, ["bid 5", "bid 6", "pass"])
    state, _ = play(state, "bid 5")
    assert (get_actor(state), list_lines(state)) == (B, ["bid 5", "pass"])
    state, _ = play(state, "bid 5", "pass")
    assert state.players[B].army == find_creatures("Treant")


def test_reading_14_creatures_are_met_by_events_and_by_hiring() -> None:
    cards = [each for each in load().events if each.auction]
    assert [each.name for each in cards] == ["Word on the Road"]
    state = make_state(make_player("Mage", coins=4), creature_pile=find_creatures("Wolf"))
    state, _ = play(state, "go college", "use hire")
    assert state.players[A].army == find_creatures("Wolf")
    for name, bids in (("Treant", ["bid 4", "pass"]), ("Witch", ["pass"])):
        players = make_player("Ranger"), make_player("Paladin", ready=mana(purple=4))
        shown = make_state(*players, creature_pile=find_creatures(name), phase="begin_move")
        state, _ = play(begin_auction(shown, NO_DICE)[0], "bid 4")
        assert list_lines(state) == bids


def test_reading_15_towns_turn_things_into_one_another_on_entering() -> None:
    towns = [each for each in load().tiles if each.feature.kind == "town"]
    assert [each.feature.name for each in towns] == ["Abbey", "College", "Forge", "Market"]
    rich = make_player("Mage", coins=9, ready=mana(blue=2), spent=mana(blue=3))
    state, _ = play(make_state(rich), "go college")
    used = {"lodging": (7, 5), "lesson": (6, 3), "hire": (5, 2), "work": (10, 1)}
    for offer, (coins, ready) in used.items():
        after = play(state, f"use {offer}")[0].players[A]
        assert (after.coins, sum(after.ready)) == (coins, ready), offer


def test_reading_16_tokens_lie_anywhere_but_on_the_citadel() -> None:
    state = make_state(make_player("Mage", "College"))
    lines = list_lines(state)
    assert "go archive token" in lines
    assert "go citadel" in lines
    assert "go citadel token" not in lines
    assert "go college token" in list_lines(make_state(make_player("Mage")))


def test_reading_17_after_forest_the_hex_still_gives_what_it_has() -> None:
    player = make_player("Ranger", "College", coins=2, spent=mana(green=3), ready=mana())
    state, _ = play(make_state(player), "go abbey token")
    assert (state.steps_left, state.players[A].tokens) == (0, (find_at("Abbey"),))
    assert list_lines(state) == ["use lodging", "stop"]
    state, _ = play(state, "use lodging")
    assert show(state.players[A].ready) == {"green": 3}


def test_reading_18_exploring_gains_1_mana_of_the_tiles_colour() -> None:
    others = make_player("Ranger"), make_player("Paladin")
    state = make_only_citadel(make_player("Mage"), *others, layout=(12,))
    state, _ = play(state, next(line for line in list_lines(state) if "explore" in line))
    assert show(state.players[A].ready) == {"blue": 3, "red": 1}


def test_reading_19_neither_crawl_nor_explore_is_allowed() -> None:
    state = make_state(make_player("Mage", "Archive"), phase="adventure", layout=(12,))
    lines = list_lines(state)
    assert "crawl" in lines
    assert any(line.startswith("explore") for line in lines)
    state, _ = play(state, "done")
    assert state.round == 2


def test_reading_20_a_tile_need_not_match_what_lies_beside_it() -> None:
    state = make_state(make_player("Mage", "College"), layout=(3,), phase="adventure")
    laid, _ = play(replace(state, tile_pile=()), "explore 3 2,0 se")
    reliquary = next(n for n, each in enumerate(laid.hexes) if each.name == "Reliquary")
    sides = dict(laid.hexes[reliquary].beside)
    assert can_cross_side(sides[find_at("College")], None)
    assert not can_cross_side(sides[find_at("Archive")], None)


def test_reading_21_a_tile_that_touches_with_both_hexes_needs_one_open_side() -> None:
    state = make_only_citadel(make_player("Mage"), layout=(1,))
    touching = [
        move
        for move in list_tile_placements(state, 0, None)
        if all(count_hex_steps(place) == 1 for place in list_places(move))
    ]
    assert touching
    closed = 0
    for move in touching:
        laid, _ = play(state, " ".join(move))
        closed += len(list_reachable_hexes(laid, 0, None)) == 1
    assert closed


def list_places(move: tuple[str, ...]) -> list[tuple[int, int]]:
    """The two places that a tile would cover."""
    q, r = map(int, move[2].split(","))
    facing = ("e", "ne", "nw", "w", "sw", "se").index(move[3])
    assert facing < SIDES
    return [(q, r), get_neighbour((q, r), facing)]
