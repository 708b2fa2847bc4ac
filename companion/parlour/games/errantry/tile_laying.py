"""The map of Errantry: where a tile can be laid, and the sides that its hexes share."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.parlour.game import Move
from companion.parlour.games.errantry.data import TileHex
from companion.parlour.games.errantry.state import Hex, State
from companion.parlour.hexes import (
    DIRECTIONS,
    ORIGIN,
    SIDES,
    STEPS,
    Place,
    format_hex_place,
    get_neighbour,
    get_opposite_direction,
    parse_hex_place,
    turn_edge_letters,
)
from companion.values_with_ids import make_slug

CITADEL = Hex("Citadel", "citadel", ORIGIN, "r" * SIDES)
ROAD, WILD = "r", "w"


def make_hexes_of_tile(
    tile: tuple[TileHex, TileHex], at: Place, direction: int, owner: int
) -> list[Hex]:
    """The two hexes of a tile with the first at a place and the second in this direction."""
    places = at, get_neighbour(at, direction)
    return [
        Hex(
            name=each.name,
            typed_name=make_slug(each.name),
            at=place,
            edges=turn_edge_letters(each.edges, direction),
            terrain=each.terrain,
            strength=each.strength,
            mark=each.mark,
            rest=each.rest,
            errand=each.errand,
            owner=owner,
        )
        for each, place in zip(tile, places, strict=True)
    ]


def link_hexes(hexes: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """The hexes, each with the numbers of those beside it, by the side between them: a road needs
    both letters, and one impassable letter is enough."""
    number = {each.at: at for at, each in enumerate(hexes)}
    linked = []
    for each in hexes:
        sides: dict[str, list[int]] = {"roads": [], "fields": [], "wilds": []}
        for direction in range(SIDES):
            other = number.get(get_neighbour(each.at, direction))
            if other is not None:
                letters = (
                    each.edges[direction] + hexes[other].edges[get_opposite_direction(direction)]
                )
                kind = "wilds" if WILD in letters else "roads" if letters == "rr" else "fields"
                sides[kind].append(other)
        linked.append(replace(each, **{kind: tuple(found) for kind, found in sides.items()}))
    return tuple(linked)


def list_tile_placements(state: State) -> Iterator[Move]:
    """Every way to lay a tile in hand: both hexes on free places, and at least one side of it a
    road to a hex already laid."""
    laid = {each.at: each for each in state.hexes}
    near = {
        place
        for at in laid
        for direction in range(SIDES)
        if (place := get_neighbour(at, direction)) not in laid
    }
    for tile_id in state.hand:
        first, second = state.data.tiles_by_id[tile_id].hexes
        for direction in range(SIDES):
            edges = (
                turn_edge_letters(first.edges, direction),
                turn_edge_letters(second.edges, direction),
            )
            step = STEPS[direction]
            firsts = near | {(q - step[0], r - step[1]) for q, r in near}
            for at in sorted(firsts):
                other = get_neighbour(at, direction)
                if at in laid or other in laid:
                    continue
                if _joins_road_of_neighbour(at, edges[0], laid) or _joins_road_of_neighbour(
                    other, edges[1], laid
                ):
                    yield ("lay", str(tile_id), format_hex_place(at), DIRECTIONS[direction])


def explain_tile_misfit(state: State, tile: int, at: Place, direction: int) -> str:
    """Why a tile cannot lie so: a place is `taken`, or no `road` of it meets one; "" if it can."""
    laid = {each.at: each for each in state.hexes}
    places = at, get_neighbour(at, direction)
    if any(place in laid for place in places):
        return "taken"
    edges = (
        turn_edge_letters(each.edges, direction) for each in state.data.tiles_by_id[tile].hexes
    )
    meets = (_joins_road_of_neighbour(*each, laid) for each in zip(places, edges, strict=True))
    return "" if any(meets) else "road"


def _joins_road_of_neighbour(at: Place, edges: str, laid: dict[Place, Hex]) -> bool:
    return any(
        letter == ROAD
        and (other := laid.get(get_neighbour(at, direction))) is not None
        and other.edges[get_opposite_direction(direction)] == ROAD
        for direction, letter in enumerate(edges)
    )


def lay_tile(state: State, move: Move, owner: int) -> tuple[State, tuple[str, str]]:
    """The map with a tile laid, and the names of its hexes."""
    _, tile, at, facing = move
    tile_id = int(tile)
    pair = state.data.tiles_by_id[tile_id].hexes
    hexes = make_hexes_of_tile(pair, parse_hex_place(at), DIRECTIONS.index(facing), owner)
    laid = replace(
        state,
        hexes=link_hexes((*state.hexes, *hexes)),
        monsters=(*state.monsters, 0, 0),
        hand=tuple(each for each in state.hand if each != tile_id),
    )
    return laid, (pair[0].name, pair[1].name)
