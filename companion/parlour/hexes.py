"""Hexes in axial coordinates, their six sides, and the letters that tiles carry on them."""

from typing import TypeAlias

Place: TypeAlias = tuple[int, int]
DIRECTIONS = ("e", "ne", "nw", "w", "sw", "se")
STEPS: tuple[Place, ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""From a hex to its neighbour, for each direction in turn."""
SIDES = len(STEPS)
ORIGIN: Place = (0, 0)


def get_neighbour(at: Place, direction: int) -> Place:
    """The place beside one, in a direction."""
    step = STEPS[direction]
    return at[0] + step[0], at[1] + step[1]


def get_opposite_direction(direction: int) -> int:
    """The direction in which one looks back."""
    return (direction + SIDES // 2) % SIDES


def count_hex_steps(one: Place, other: Place = ORIGIN) -> int:
    """How far apart two hexes are, as the crow flies."""
    q, r = one[0] - other[0], one[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


def turn_edge_letters(edges: str, direction: int) -> str:
    """The letters of the six sides of a hex, once its tile is turned so that what lay to the east
    lies in this direction."""
    return edges[SIDES - direction :] + edges[: SIDES - direction]


def parse_hex_place(text: str) -> Place:
    """The place on the map that `1,-2` names. Raises ValueError for anything else."""
    q, r = text.split(",")
    return int(q), int(r)


def parse_tile_placement(words: tuple[str, ...]) -> tuple[Place, int] | None:
    """The place and the direction in `lay 6 1,0 ne`; None where they are not said, or none."""
    if len(words) < 4 or words[3] not in DIRECTIONS:
        return None
    try:
        return parse_hex_place(words[2]), DIRECTIONS.index(words[3])
    except ValueError:
        return None


def format_hex_place(at: Place) -> str:
    """A place as it is typed: `1,-2`."""
    return f"{at[0]},{at[1]}"


def join_typed_tile_coordinates(words: tuple[str, ...]) -> tuple[str, ...]:
    """Words of a tile that is laid, with the two numbers of its place as one: `6 -1 0 ne` as
    `6 -1,0 ne`."""
    if len(words) < 4 or not all(_is_number(word) for word in words[2:4]):
        return words
    return (*words[:2], f"{int(words[2].rstrip(','))},{int(words[3])}", *words[4:])


def _is_number(word: str) -> bool:
    return word.rstrip(",").removeprefix("-").isdecimal()
