"""Tables of Heroes, Cities and Mines for tests: the example map of the rules."""

from functools import cache
from random import Random

from msgspec.structs import replace

from companion.dice.face_sources import LoadedFaces
from companion.parlour.game import Events
from companion.parlour.games.player_turns.data import Board, Data
from companion.parlour.games.player_turns.data_loading import load_data
from companion.parlour.games.player_turns.rules import apply_move, list_moves
from companion.parlour.games.player_turns.state import City, Hero, Item, State
from tests.parlour.making import SHIPPED, join_moves, play_lines, reorder

SIZE = 5
A, B, C = 0, 1, 2


@cache
def load() -> Data:
    """The shipped data with the example map of 5 by 5 Tiles."""
    data = load_data((SHIPPED,))
    return replace(data, board=Board(SIZE, SIZE, data.board.capitals))


def tile(x: int, y: int) -> int:
    return load().find_tile(x, y)


def count(*places: tuple[int, int]) -> tuple[int, ...]:
    """A number for each Tile, of tokens on these."""
    tiles = [tile(*place) for place in places]
    return tuple(tiles.count(at) for at in range(SIZE * SIZE))


def make_city(x: int, y: int, owner: int, **changes: object) -> City:
    city = City(load().names.cities[owner], tile(x, y), owner, since=owner)
    return replace(city, **changes)


def make_hero(x: int = 3, y: int = 3, owner: int = A, **changes: object) -> Hero:
    hero = Hero(load().names.heroes[owner], owner, tile(x, y))
    return replace(hero, **changes)


def make_state(rider: Hero | None = None, /, **changes: object) -> State:
    """The example map; A's City far off, and the Hero in the middle with 14 to go."""
    state = State(
        data=load(),
        players=2,
        seats=(A, B),
        heroes=(rider or make_hero(),),
        cities=(make_city(1, 1, A), make_city(1, 2, B)),
        monsters=count((3, 1), (1, 5)),
        caches=count((4, 2)),
        finds=count((5, 3), (2, 4), (2, 4)),
        mines=((tile(5, 2), -1), (tile(5, 5), -1)),
        phase="act",
        deck=(9,),
        ruleset="cards",
        day=1,
        hero=0,
        left=14,
        came_from=tile(3, 3),
    )
    return replace(state, **changes)


def make_bare(rider: Hero | None = None, /, **changes: object) -> State:
    """The map of the example without any token."""
    bare = make_state(rider, monsters=count(), caches=count(), finds=count(), mines=())
    return replace(bare, **changes)


def play(state: State, *lines: str, faces: tuple[int, ...] = ()) -> tuple[State, Events]:
    """Moves made one after the other, each legal, with these faces, all of which must be used."""
    dice = LoadedFaces(faces)
    played = play_lines(state, lines, dice, list_moves, apply_move)
    assert dice._used == len(faces)
    return played


def list_lines(state: State) -> list[str]:
    return join_moves(list_moves(state))


RARE_KNIFE = Item("off-hand", 3, 9)
"""The Parrying knife, as a Rare Item."""
COMMON_HAND = Item("main-hand", 1)
EPIC_AMULET = Item("amulet", 4)
COMMON_AMULET = Item("amulet", 1)


def change_hidden(state: State, _seat: int, chance: Random) -> State:
    """A table that differs in nothing that anybody may know: the deck lies in another order."""
    return replace(state, deck=reorder(state.deck, chance))
