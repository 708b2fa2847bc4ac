"""Tables of Version 4 for tests: the example map of the rules, and players on it."""

from functools import cache
from random import Random

from msgspec.structs import replace

from companion.dice.face_sources import LoadedFaces
from companion.parlour.game import Events
from companion.parlour.games.version_4.board import link_hexes, make_citadel, make_hexes_of_tile
from companion.parlour.games.version_4.data import Data, Mana
from companion.parlour.games.version_4.data_loading import load_data
from companion.parlour.games.version_4.rules import apply_move, list_moves
from companion.parlour.games.version_4.state import Hex, Player, State
from companion.parlour.hexes import DIRECTIONS
from tests.parlour.making import SHIPPED, join_moves, play_lines, reorder_piles

LAID = ((4, (1, 0), "ne"), (7, (1, -1), "ne"), (1, (0, 1), "e"))
A, B, C = 0, 1, 2


@cache
def load() -> Data:
    return load_data((SHIPPED,))


def mana(**tokens: int) -> Mana:
    """`mana(blue=2)`, in the order of the colours."""
    return tuple(tokens.get(colour, 0) for colour in load().figures.colours)


def show(tokens: Mana) -> dict[str, int]:
    """Mana as `mana` takes it."""
    return {c: n for c, n in zip(load().figures.colours, tokens, strict=True) if n}


def make_player(class_name: str, at: str = "Citadel", **changes: object) -> Player:
    """A player of a class with 3 ready mana of its colour, 2 coins and no army."""
    found = next(each for each in load().classes if each.name == class_name)
    player = Player(
        ability=found.ability,
        colour=found.colour,
        class_name=found.name,
        ready=mana(**{found.colour: 3}),
        spent=mana(),
        coins=2,
        at=find_at(at),
    )
    return replace(player, **changes)


def find_at(name: str) -> int:
    """The number of a hex of the example map."""
    return [each.name for each in lay_map()].index(name)


@cache
def lay_map() -> tuple[Hex, ...]:
    data = load()
    hexes = [make_citadel(data)]
    for tile, at, facing in LAID:
        hexes += make_hexes_of_tile(data, data.tiles_by_id[tile], at, DIRECTIONS.index(facing))
    return link_hexes(tuple(hexes))


def make_state(*players: Player, **changes: object) -> State:
    """The example map, on the Move of the first player, with piles to draw from."""
    data, hexes = load(), lay_map()
    state = State(
        data=data,
        players=players,
        hexes=hexes,
        phase="move",
        seats=tuple(range(len(players))),
        dungeons=tuple(0 if each.kind == "dungeon" else -1 for each in hexes),
        steps_left=2,
        tile_pile=(16, 17, 18),
        layout=(2, 3, 5),
        creature_pile=tuple(each.id for each in data.creatures),
        guardian_pile=(5,),
        treasure_pile=(6,),
        event_pile=(11,),
    )
    return replace(state, **changes)


def make_only_citadel(*players: Player, layout: tuple[int, ...]) -> State:
    return make_state(
        *players, hexes=(make_citadel(load()),), dungeons=(-1,), layout=layout, phase="adventure"
    )


def find_creatures(*names: str) -> tuple[int, ...]:
    ids = {each.name: each.id for each in load().creatures}
    return tuple(ids[name] for name in names)


def find_event(name: str) -> int:
    return next(each.id for each in load().events if each.name == name)


def play(state: State, *lines: str, faces: tuple[int, ...] = ()) -> tuple[State, Events]:
    """Moves made one after the other, each legal, with these faces."""
    return play_lines(state, lines, LoadedFaces(faces), list_moves, apply_move)


def list_lines(state: State) -> list[str]:
    return join_moves(list_moves(state))


def change_hidden(state: State, _seat: int, chance: Random) -> State:
    """A table that differs in nothing that anybody may know: the piles lie in another order."""
    piles = ("tile", "creature", "guardian", "treasure", "event")
    return reorder_piles(state, chance, *(f"{each}_pile" for each in piles))
