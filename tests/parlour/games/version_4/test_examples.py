"""The worked examples of the rules of Version 4, by their numbers."""

from msgspec.structs import replace

from companion.parlour.games.version_4.auction import begin_auction
from companion.parlour.games.version_4.board import (
    can_survey,
    link_hexes,
    list_tile_placements,
    list_unexplored_directions,
    make_hexes_of_tile,
)
from companion.parlour.games.version_4.event_records import Passed
from companion.parlour.games.version_4.owed_tasks import settle_forced_tasks
from companion.parlour.games.version_4.renown import count_renown, get_result
from companion.parlour.games.version_4.rest_and_move import (
    begin_or_skip_move_phase,
    list_moves_of_move_phase,
    rest_player,
)
from companion.parlour.games.version_4.rules import get_actor
from companion.parlour.games.version_4.rules import list_moves as list_legal
from companion.parlour.games.version_4.state import Hex, Player, State
from companion.parlour.hexes import DIRECTIONS, get_neighbour
from tests.parlour.games.version_4.making import (
    A,
    C,
    find_at,
    find_creatures,
    find_event,
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


def lay_more(state: State, *tiles: tuple[int, tuple[int, int], str]) -> State:
    hexes = list(state.hexes)
    for tile, at, facing in tiles:
        hexes += make_hexes_of_tile(load(), load().tiles_by_id[tile], at, DIRECTIONS.index(facing))
    dungeons = tuple(0 if each.kind == "dungeon" else -1 for each in hexes)
    return replace(state, hexes=link_hexes(tuple(hexes)), dungeons=dungeons)


def at_of(state: State, name: str) -> int:
    return [each.name for each in state.hexes].index(name)


def test_1_rest() -> None:
    player = make_player("Necromancer", ready=mana(black=1), spent=mana(black=2), coins=1)
    state = lay_more(make_state(player), (9, (-1, 0), "w"), (8, (-1, 1), "sw"))
    names = ("Mire", "Gallows", "Graveyard")
    tokens = tuple(at_of(state, name) for name in names)
    state = replace(state, players=(replace(player, tokens=tokens),))
    state, _ = settle_forced_tasks(rest_player(state, A)[0], NO_DICE)
    rested = state.players[A]
    assert rested.tokens == (at_of(state, "Graveyard"),)
    assert rested.coins == 3
    assert (show(rested.ready), show(rested.spent)) == ({"black": 2}, {"black": 1})


def test_2_the_mage_rests() -> None:
    player = make_player("Mage", spent=mana(blue=1, red=1, purple=1), ready=mana())
    state, _ = settle_forced_tasks(rest_player(make_state(player, phase="event"), A)[0], NO_DICE)
    assert list_lines(state) == ["recover purple", "recover blue", "recover red"]
    state, _ = play(state, "recover blue")
    assert list_lines(state) == ["recover purple", "recover red"]
    poor = make_player("Mage", spent=mana(red=1), ready=mana())
    state, _ = settle_forced_tasks(rest_player(make_state(poor), A)[0], NO_DICE)
    assert show(state.players[A].ready) == {"red": 1}


def on_grove(player: Player) -> State:
    """A player on the Citadel beside Grove, on which two opponents have tokens."""
    state = lay_more(make_state(player), (15, (-1, 0), "w"))
    grove = at_of(state, "Grove")
    others = [make_player(name, tokens=(grove,)) for name in ("Paladin", "Ranger")]
    return replace(state, players=(player, *others), seats=(0, 1, 2))


def test_3_a_dear_place() -> None:
    player = make_player("Barbarian", ready=mana(gold=1, green=1), spent=mana(gold=2))
    state, _ = play(on_grove(player), "go grove token")
    after = state.players[A]
    assert (show(after.ready), show(after.spent)) == ({}, {"gold": 3, "green": 1})
    assert list_lines(state) == ["recover green", "recover gold"]
    state, _ = play(state, "recover gold", "recover gold")
    assert show(state.players[A].ready) == {"gold": 2}
    poor = on_grove(replace(player, ready=mana(gold=1)))
    assert "go grove" in list_lines(poor)
    assert "go grove token" not in list_lines(poor)


def test_4_the_sorcerer_places() -> None:
    player = make_player("Sorcerer", ready=mana(), spent=mana(red=1, blue=1))
    state, _ = play(on_grove(player), "go grove token")
    assert list_lines(state) == ["burn blue", "burn red"]
    state, _ = play(state, "burn red")
    assert (show(state.players[A].ready), show(state.players[A].spent)) == ({"blue": 1}, {})
    rich = make_player("Sorcerer", ready=mana(red=2), spent=mana(blue=1))
    state, _ = play(on_grove(rich), "go grove token")
    assert list_lines(state) == ["pay red", "burn red"]


def list_steps(player: Player, **changes: object) -> set[str]:
    state = make_state(player, **changes)
    return {
        move[1] for move in list_moves_of_move_phase(state, A) if move[0] == "go" and len(move) == 2
    }


def test_5_forest() -> None:
    for each in load().classes:
        gallows = {"gallows"} if each.name == "Ranger" else set()
        assert list_steps(make_player(each.name)) == {"college", "abbey"} | gallows
    spent = make_player("Ranger", ready=mana(), spent=mana(green=1))
    state, _ = play(make_state(spent), "go gallows token")
    assert show(state.players[A].ready) == {"green": 1}
    assert state.steps_left == 0


def test_6_mountain() -> None:
    mage = {"archive", "gallows", "citadel"}
    assert list_steps(make_player("Mage", "College")) == mage
    assert list_steps(make_player("Barbarian", "College")) == mage | {"crypt"}
    assert list_steps(make_player("Ranger", "College")) == mage | {"abbey"}


def test_7_one_step_at_least() -> None:
    state = begin_or_skip_move_phase(make_state(make_player("Mage")), A)
    lines = list_lines(state)
    assert lines == ["go college", "go college token", "go abbey", "go abbey token"]
    state, _ = play(state, "go college")
    assert "stop" in list_lines(state)
    empty = make_only_citadel(make_player("Mage"), layout=(2,))
    assert begin_or_skip_move_phase(empty, A).phase == "adventure"


def list_ways(state: State, tile: int) -> set[tuple[str, ...]]:
    player = state.players[A]
    found = list_tile_placements(state, player.at, player.ability)
    return {move for move in found if move[1] == str(tile)}


def test_8_laying_a_tile() -> None:
    state = make_only_citadel(make_player("Mage"), layout=(4,))
    ways = list_ways(state, 4)
    assert ("explore", "4", "1,0", "e") not in ways
    assert ("explore", "4", "1,0", "ne") in ways
    assert len(ways) == 36
    ranger = make_only_citadel(make_player("Ranger"), layout=(4,))
    assert ("explore", "4", "1,0", "e") in list_ways(ranger, 4)
    assert len(list_ways(ranger, 4)) == 48
    state, _ = play(replace(state, layout=(4, 2, 3)), "explore 4 1,0 ne")
    assert [each.name for each in state.hexes] == ["Citadel", "College", "Archive"]
    assert state.dungeons == (-1, -1, 0)
    assert show(state.players[A].ready) == {"blue": 4}
    assert len(state.layout) == 3
    assert state.round == 2


def test_9_room() -> None:
    for name, number in (("Mage", 5), ("Barbarian", 6)):
        state = make_state(make_player(name, "College"), layout=(3,), phase="adventure")
        ways = list_ways(state, 3)
        assert len(ways) == number, sorted(ways)
    mage = make_state(make_player("Mage", "College"), layout=(3,), phase="adventure")
    assert [get_neighbour((1, 0), each) for each in list_unexplored_directions(mage, (1, 0))] == [
        (2, 0)
    ]
    assert list_ways(mage, 3) == {
        ("explore", "3", "2,0", "ne"),
        ("explore", "3", "2,0", "se"),
        ("explore", "3", "3,0", "w"),
        ("explore", "3", "3,-1", "sw"),
        ("explore", "3", "2,1", "nw"),
    }


def cover_all_but(state: State, *free: tuple[int, int]) -> State:
    """The board covered with hexes of nothing but for these places."""
    reach = range(-3, 4)
    covered = {each.at for each in state.hexes}
    blank = [
        Hex(f"hex {q} {r}", f"hex-{q}-{r}", (q, r), "wwwwww", "token")
        for q in reach
        for r in reach
        if abs(q + r) <= 3 and (q, r) not in covered and (q, r) not in free
    ]
    hexes = link_hexes((*state.hexes, *blank))
    return replace(state, hexes=hexes, dungeons=(-1,) * len(hexes))


def test_10_survey() -> None:
    here = Hex("Here", "here", (1, 0), "......", "token", "blue")
    free = ((2, 0), (3, -1), (-3, 0), (-3, 1), (-3, 2), (-3, 3), (-2, -1), (-2, 0))

    def make(name: str, layout: tuple[int, ...] = (2, 10, 15)) -> State:
        state = make_only_citadel(make_player(name), layout=layout)
        state = replace(state, hexes=(*state.hexes, here), dungeons=(-1, -1), tile_pile=(1,))
        state = cover_all_but(state, *free)
        return replace(state, players=(replace(state.players[A], at=1),))

    mage = make("Mage")
    assert list_legal(mage) == (("survey",), ("done",))
    assert not can_survey(replace(mage, tile_pile=()), 1, "study")
    by_feature, by_dungeon = ("2,0", "ne"), ("3,-1", "sw")
    ways = {name: set(list_legal(make(name))) - {("done",)} for name in ("Ranger", "Barbarian")}
    assert ways["Ranger"] == {("explore", tile, *by_dungeon) for tile in ("10", "15")}
    assert ways["Barbarian"] == {
        ("explore", "2", *by_feature),
        ("explore", "2", *by_dungeon),
        ("explore", "10", *by_feature),
        ("explore", "15", *by_feature),
    }
    state, _ = play(mage, "survey", faces=(1, 1))
    assert state.players[A].relics == (6,)
    assert len(state.layout) == 3


def open_auction(creature: str, *players: Player) -> State:
    state = make_state(*players, creature_pile=find_creatures(creature), phase="begin_move")
    return begin_auction(state, NO_DICE)[0]


def test_11_the_paladins_match() -> None:
    players = make_player("Ranger"), make_player("Paladin"), make_player("Mage")
    state = open_auction("Treant", *players)
    assert list_lines(state) == ["bid 3", "bid 4", "bid 5", "bid 6", "pass"]
    state, _ = play(state, "bid 3")
    assert list_lines(state) == ["bid 3", "pass"]
    state, _ = play(state, "bid 3")
    assert list_lines(state) == ["pass"]
    state, events = play(state, "pass")
    assert events == (Passed(C, needs=4, has=3),)
    assert list_lines(state) == ["bid 4", "bid 5", "bid 6", "pass"]
    state, _ = play(state, "pass")
    paladin = state.players[1]
    assert paladin.army == find_creatures("Treant")
    assert show(paladin.spent) == {"purple": 3}
    evil = open_auction("Witch", *players)
    evil, _ = play(evil, "bid 3")
    assert list_lines(evil) == ["pass"]


def test_12_paying_a_worth() -> None:
    player = make_player("Ranger", ready=mana(green=2, red=1))
    state = open_auction("Treant", player)
    assert list_lines(state)[-2] == "bid 5"
    state, _ = play(state, "bid 3")
    assert list_lines(state) == ["pay red", "pay green"]
    green, _ = play(state, "pay green")
    assert list_lines(green) == ["pay red", "pay green"]
    twice, _ = play(green, "pay green")
    assert show(twice.players[A].spent) == {"green": 2}
    red, _ = play(state, "pay red")
    assert show(red.players[A].ready) == {"green": 1}


def crawl(player: Player, *faces: int) -> State:
    state = make_state(player, make_player("Paladin"), phase="adventure")
    return play(state, "crawl", faces=faces)[0]


def test_13_a_crawl_won() -> None:
    player = make_player(
        "Barbarian", "Archive", ready=mana(gold=4, blue=2), army=find_creatures("Raider", "Mule")
    )
    state = crawl(player, 6, 3)
    assert (state.phase, state.lacking) == ("fight", 8)
    state, _ = play(state, "spend")
    assert list_lines(state) == ["fall raider", "fall mule"]
    state, _ = play(state, "fall mule", faces=())
    after = state.players[A]
    assert (after.coins, after.markers) == (4, 1)
    assert (show(after.ready), show(after.spent)) == ({"blue": 1}, {"blue": 2, "gold": 4})
    assert state.dungeons[find_at("Archive")] == -1


def test_14_a_crawl_lost_by_a_necromancer() -> None:
    player = make_player(
        "Necromancer", "Archive", ready=mana(), spent=mana(black=2), army=find_creatures("Wolf")
    )
    after = crawl(player, 6, 5).players[A]
    assert after.army == ()
    assert (show(after.ready), show(after.spent)) == ({"black": 2}, {"black": 1})
    two = replace(player, army=find_creatures("Wolf", "Mule"))
    state, _ = play(crawl(two, 6, 5), "fall wolf")
    after = state.players[A]
    assert (show(after.ready), show(after.spent)) == ({"black": 1}, {"black": 1})


def test_15_lost_without_an_army() -> None:
    ready = make_player("Mage", "Archive", ready=mana(blue=1, red=1), spent=mana(blue=2))
    state, _ = play(replace(crawl(ready, 6, 6)))
    assert list_lines(state) == ["lose blue", "lose red"]
    spent = make_player("Mage", "Archive", ready=mana(), spent=mana(blue=2))
    assert show(crawl(spent, 6, 6).players[A].spent) == {"blue": 1}


def draw_event(name: str, *players: Player) -> State:
    """The table after the event of the first player's turn, from the end of the turn before."""
    order = tuple(range(len(players)))
    card = find_event(name)
    state = make_state(*players, event_pile=(card,), phase="adventure", seats=order)
    last = replace(state, turn=len(players) - 1, todo=())
    return play(last, "done")[0]


def test_16_the_kings_toll() -> None:
    state = draw_event(
        "The King's Toll",
        make_player("Mage", coins=1),
        make_player("Sorcerer", ready=mana(red=1)),
        make_player("Paladin", ready=mana(), coins=0),
    )
    assert list_lines(state) == ["mana", "coins"]
    state, _ = play(state, "coins")
    assert state.players[0].coins == 0
    assert get_actor(state) == 1
    state, _ = play(state, "mana")
    assert list_lines(state) == ["burn red"]
    state, _ = play(state, "burn red")
    assert sum(state.players[1].ready) == 0
    assert state.players[2].coins == 0
    assert state.phase == "move"


def test_17_a_town() -> None:
    state, _ = play(make_state(make_player("Mage", coins=3)), "go college")
    assert [line for line in list_lines(state) if line.startswith("use")] == [
        "use lesson",
        "use work",
    ]
    state, _ = play(state, "use lesson")
    assert state.players[A].coins == 0
    assert show(state.players[A].ready) == {"blue": 4}
    assert not [line for line in list_lines(state) if line.startswith("use")]


def test_18_tide() -> None:
    state = draw_event(
        "Blue Tide",
        make_player("Ranger", ready=mana(), spent=mana(blue=1, green=1)),
        make_player("Mage", ready=mana(), spent=mana(blue=2)),
    )
    state = play(state, "recover green")[0] if "recover green" in list_lines(state) else state
    assert show(state.players[0].ready)["blue"] == 2
    assert (show(state.players[1].ready), show(state.players[1].spent)) == (
        {"blue": 1},
        {"blue": 1},
    )


def test_19_desertion() -> None:
    three = find_creatures("Wolf", "Mule", "Imp")
    state = draw_event(
        "Desertion",
        make_player("Necromancer", army=three, ready=mana(), spent=mana()),
        make_player("Mage", army=find_creatures("Squire", "Sage")),
    )
    assert list_lines(state) == ["dismiss wolf", "dismiss mule", "dismiss imp"]
    state, _ = play(state, "dismiss imp")
    assert len(state.players[0].army) == len(state.players[1].army) == 2
    assert sum(state.players[0].ready) == 0


def test_20_steps() -> None:
    boots = next(each.id for each in load().treasures if each.moves)
    for change, relics, steps in ((-1, (), 1), (-1, (boots,), 2), (1, (), 3), (-5, (), 1)):
        state = make_state(make_player("Mage", relics=relics), move_change=change)
        assert begin_or_skip_move_phase(state, A).steps_left == steps


def test_21_once() -> None:
    player = make_player("Ranger")
    state = lay_more(make_state(player, make_player("Mage")), (8, (-1, 0), "sw"))
    assert "go graveyard token" in list_lines(state)
    state, _ = play(state, "go graveyard token")
    assert show(state.players[A].ready)["black"] == 2
    graveyard = at_of(state, "Graveyard")
    rested, _ = rest_player(state, A)
    assert rested.players[A].tokens == (graveyard,)
    other = replace(rested, turn=1, steps_left=2, todo=(), phase="move")
    other, _ = play(other, "go graveyard token")
    assert show(other.players[1].ready) == {"blue": 2, "black": 2}


def test_22_renown() -> None:
    crown = next(each.id for each in load().treasures if each.name == "The Old Crown")
    one = make_player(
        "Mage",
        coins=7,
        ready=mana(blue=9),
        army=find_creatures("Raider", "Wolf"),
        markers=2,
        relics=(crown,),
    )
    other = make_player("Paladin", coins=0, ready=mana(purple=17), markers=3)
    state = make_state(one, other, round=12, turn=1, phase="adventure")
    assert count_renown(state, one) == count_renown(state, other) == 26
    state, _ = play(state, "done")
    result = get_result(state)
    assert result is not None
    assert result.winners == (1,)
