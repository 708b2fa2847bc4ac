"""Tables of Errantry for tests: the example map of the rules, and heroes on it."""

from functools import cache
from random import Random

from msgspec.structs import replace

from companion.dice.face_sources import LoadedFaces
from companion.parlour.game import Events
from companion.parlour.games.errantry.data import Data
from companion.parlour.games.errantry.data_loading import load_data
from companion.parlour.games.errantry.rules import apply_move, list_moves
from companion.parlour.games.errantry.state import Hero, State
from companion.parlour.games.errantry.tile_laying import CITADEL, link_hexes, make_hexes_of_tile
from companion.parlour.hexes import DIRECTIONS
from tests.parlour.making import SHIPPED, join_moves, play_lines, reorder_piles

LAID = ((6, (1, 0), "ne"), (5, (-1, 0), "w"), (8, (0, -1), "nw"), (10, (1, -1), "ne"))
A, B, C = 0, 1, 2


@cache
def load() -> Data:
    return load_data((SHIPPED,))


def make_state(*heroes: Hero, **changes: object) -> State:
    """The example map with three heroes who have 4 ready mana each, on the turn of A."""
    data = load()
    hexes = [CITADEL]
    for tile, at, facing in LAID:
        hexes += make_hexes_of_tile(data.tiles_by_id[tile].hexes, at, DIRECTIONS.index(facing), A)
    own = heroes or (make_hero(), make_hero(), make_hero())
    state = State(
        data=data,
        heroes=own,
        hexes=link_hexes(tuple(hexes)),
        monsters=(0,) * len(hexes),
        phase="move",
        order=tuple(range(len(own))),
        day=1,
        steps_left=3,
    )
    return replace(state, **changes)


def find_at(name: str) -> int:
    """The number of a hex of the example map."""
    names = ["Citadel"]
    names += [each.name for tile, _, _ in LAID for each in load().tiles_by_id[tile].hexes]
    return names.index(name)


def make_hero(at: str = "Citadel", tokens: str = "", items: str = "", **changes: object) -> Hero:
    """A hero on a hex, with tokens on others and items, by name."""
    ids = {each.name: each.id for each in load().wares}
    hero = Hero(
        at=find_at(at),
        ready=4,
        tokens=tuple(map(find_at, tokens.split())),
        items=tuple(ids[name] for name in items.split()),
    )
    return replace(hero, **changes)


def find_monster(name: str) -> int:
    return next(each.id for each in load().monsters if each.name == name)


def place_monsters(state: State, **names: str) -> State:
    """The state with monsters on hexes: `Causeway="Hag"`."""
    monsters = list(state.monsters)
    for where, name in names.items():
        monsters[find_at(where)] = find_monster(name)
    return replace(state, monsters=tuple(monsters))


def play(state: State, *lines: str, faces: tuple[int, ...] = ()) -> tuple[State, Events]:
    """Moves made one after the other, each legal, with these faces."""
    return play_lines(state, lines, LoadedFaces(faces), list_moves, apply_move)


def list_lines(state: State) -> list[str]:
    return join_moves(list_moves(state))


def change_hidden(state: State, _seat: int, chance: Random) -> State:
    """A table that differs in nothing that anybody may know: the piles lie in another order."""
    piles = ("tile", "monster", "treasure", "item")
    return reorder_piles(state, chance, *(f"{each}_pile" for each in piles))
