"""The board of Version 4: its places, the sides between hexes, and where a tile can be laid."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.parlour.game import Move
from companion.parlour.games.version_4.data import Ability, Data, Tile
from companion.parlour.games.version_4.state import Hex, Player, State
from companion.parlour.hexes import (
    DIRECTIONS,
    ORIGIN,
    SIDES,
    STEPS,
    Place,
    count_hex_steps,
    format_hex_place,
    get_neighbour,
    get_opposite_direction,
    parse_hex_place,
    turn_edge_letters,
)
from companion.values_with_ids import make_slug

OPEN, FOREST, MOUNTAIN = ".", "f", "m"
CROSSES: dict[Ability | None, str] = {"forest": FOREST, "mountain": MOUNTAIN}
"""What a class crosses beside open sides."""


def make_citadel(data: Data) -> Hex:
    """The Citadel, the hex that every player of Version 4 begins on."""
    return Hex("Citadel", "citadel", ORIGIN, OPEN * SIDES, "citadel", offers=data.citadel_offers)


def can_cross_side(letters: str, ability: Ability | None) -> bool:
    """True if a class crosses a side with these letters: only one sort of ground, and its own."""
    barred = set(letters) - {OPEN}
    return not barred or barred == {CROSSES.get(ability, "")}


def make_hexes_of_tile(data: Data, tile: Tile, at: Place, direction: int) -> list[Hex]:
    """The two hexes of a tile with the feature at a place and the dungeon in this direction."""
    feature, dungeon = tile.feature, tile.dungeon
    offers = data.town_offers if feature.kind == "town" else feature.offers
    return [
        Hex(
            name=feature.name,
            typed_name=make_slug(feature.name),
            at=at,
            edges=turn_edge_letters(feature.edges, direction),
            kind=feature.kind,
            colour=tile.colour,
            get=feature.get,
            offers=offers,
            tile=tile.id,
        ),
        Hex(
            name=dungeon.name,
            typed_name=make_slug(dungeon.name),
            at=get_neighbour(at, direction),
            edges=turn_edge_letters(dungeon.edges, direction),
            kind="dungeon",
            colour=tile.colour,
            tile=tile.id,
        ),
    ]


def link_hexes(hexes: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """The hexes, each with those beside it and the letters of the side between."""
    number = {each.at: at for at, each in enumerate(hexes)}
    linked = []
    for each in hexes:
        beside = []
        for direction in range(SIDES):
            other = number.get(get_neighbour(each.at, direction))
            if other is not None:
                is_tile = each.tile and each.tile == hexes[other].tile
                letters = (
                    each.edges[direction] + hexes[other].edges[get_opposite_direction(direction)]
                )
                beside.append((other, ".." if is_tile else letters))
        linked.append(replace(each, beside=tuple(beside)))
    return tuple(linked)


def list_reachable_hexes(state: State, at: int, ability: Ability | None) -> list[int]:
    """The hexes that a class can step to from one."""
    return [other for other, letters in state.hexes[at].beside if can_cross_side(letters, ability)]


def list_unexplored_directions(state: State, at: Place) -> list[int]:
    """The directions in which an unexplored hex lies: a free place beside another."""
    covered = {each.at for each in state.hexes}
    reach = state.data.figures.reach

    def is_free_and_in_reach(place: Place) -> bool:
        return place not in covered and count_hex_steps(place) <= reach

    found = []
    for direction in range(SIDES):
        place = get_neighbour(at, direction)
        if is_free_and_in_reach(place) and any(
            is_free_and_in_reach(get_neighbour(place, d)) for d in range(SIDES)
        ):
            found.append(direction)
    return found


def list_tile_placements(state: State, at: int, ability: Ability | None) -> Iterator[Move]:
    """The moves that lay a tile of the layout in Version 4, in every way in which somebody with
    this ability can step onto it from the hex `at`."""
    here = state.hexes[at]
    covered = {each.at for each in state.hexes}
    reach = state.data.figures.reach
    near = {
        get_neighbour(here.at, direction): direction
        for direction in list_unexplored_directions(state, here.at)
    }
    for tile_id in state.layout:
        tile = state.data.tiles_by_id[tile_id]
        for direction in range(SIDES):
            step = STEPS[direction]
            edges = (
                turn_edge_letters(tile.feature.edges, direction),
                turn_edge_letters(tile.dungeon.edges, direction),
            )
            firsts = set(near) | {(q - step[0], r - step[1]) for q, r in near}
            for first in sorted(firsts):
                pair = first, get_neighbour(first, direction)
                if any(place in covered or count_hex_steps(place) > reach for place in pair):
                    continue
                if any(
                    place in near and _can_cross_to_tile(here, near[place], edge, ability)
                    for place, edge in zip(pair, edges, strict=True)
                ):
                    facing = DIRECTIONS[direction]
                    yield ("explore", str(tile_id), format_hex_place(first), facing)


def explain_tile_misfit(
    state: State, tile_id: int, at: Place, direction: int, player: Player
) -> str:
    """Why a tile cannot lie so for somebody: a place is `taken` or off the `board`, neither is
    `beside` their hex, or the side between is `closed`; "" if it can."""
    places, tile = (at, get_neighbour(at, direction)), state.data.tiles_by_id[tile_id]
    if any(count_hex_steps(place) > state.data.figures.reach for place in places):
        return "board"
    if any(each.at in places for each in state.hexes):
        return "taken"
    here = state.hexes[player.at]
    near = {get_neighbour(here.at, each): each for each in range(SIDES)}
    if not any(place in near for place in places):
        return "beside"
    edges = (turn_edge_letters(each.edges, direction) for each in (tile.feature, tile.dungeon))
    meets = (
        _can_cross_to_tile(here, near[place], edge, player.ability)
        for place, edge in zip(places, edges, strict=True)
        if place in near
    )
    return "" if any(meets) else "closed"


def _can_cross_to_tile(here: Hex, direction: int, edges: str, ability: Ability | None) -> bool:
    letters = here.edges[direction] + edges[get_opposite_direction(direction)]
    return can_cross_side(letters, ability)


def can_leave_toward_unexplored_hex(state: State, at: int, ability: Ability | None) -> bool:
    """True where one's own hex lets one out toward an unexplored hex beside it."""
    here = state.hexes[at]
    directions = list_unexplored_directions(state, here.at)
    return any(can_cross_side(here.edges[direction], ability) for direction in directions)


def can_survey(state: State, at: int, ability: Ability | None) -> bool:
    """True where no tile of the layout can be laid, though one's own hex does not stop one, and
    there are more tiles."""
    return (
        can_leave_toward_unexplored_hex(state, at, ability)
        and bool(state.tile_pile)
        and not any(True for _ in list_tile_placements(state, at, ability))
    )


def lay_tile(state: State, move: Move) -> State:
    """The board with a tile of the layout laid, and a marker on its dungeon."""
    tile_id = int(move[1])
    tile = state.data.tiles_by_id[tile_id]
    hexes = make_hexes_of_tile(
        state.data, tile, parse_hex_place(move[2]), DIRECTIONS.index(move[3])
    )
    return replace(
        state,
        hexes=link_hexes((*state.hexes, *hexes)),
        dungeons=(*state.dungeons, -1, 0),
        layout=tuple(each for each in state.layout if each != tile_id),
    )
