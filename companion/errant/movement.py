"""Movement in Initiative Turns: movement dice, rolls, shifts and difficult terrain (Initiative
Turns, Speed & Movement; procedures 1.5)."""

import re
from typing import NamedTuple

from companion.refusal import Malformed

MOVEMENT_SIDES = 4
STRIDE = 10
"""Feet or yards for each point of a movement die, and for each point of terrain."""
SPD_A_DIE = 4
MAX_MOVEMENT_DICE = 25
TERRAIN: dict[str, int] = {
    "muddy": 1,
    "rocks": 2,
    "stones": 3,
    "water": 4,
    "swimming": 5,
    "molasses": 6,
}
"""What difficult terrain takes from a movement, by a word for it: loose rocks, stepping stones,
water to the waist."""


class Movement(NamedTuple):
    """A kind of movement of an NPC: its dice, and how they move, "" for on foot."""

    dice: int
    way: str


def count_movement_dice(spd: int) -> int:
    """The movement dice of a SPD: one for every 4 (R12)."""
    return min(MAX_MOVEMENT_DICE, max(0, spd) // SPD_A_DIE)


def measure_movement_roll(faces: tuple[int, ...], terrain: int = 0) -> int:
    """How far a movement roll goes: the sum of its dice times 10, less the terrain, never below 0
    (R11). Without dice an action moves 10."""
    return max(0, (sum(faces) or 1) * STRIDE - terrain * STRIDE)


def measure_free_shift(dice: int, terrain: int = 0) -> int:
    """How far a free shift goes: 10 for each movement die, less the terrain."""
    return max(0, (dice - terrain) * STRIDE)


_WAY = re.compile(r"(\d{1,2})\s*([a-z]*)", re.IGNORECASE)


def parse_npc_movements(text: str) -> tuple[Movement, ...]:
    """The movements of an MV as it is written, `2`, `1/3 fly` or `2 levitates`. Raises Malformed
    for anything else."""
    parts = [_WAY.fullmatch(part.strip()) for part in text.split("/")]
    if not all(parts) or len(parts) > 2:
        raise Malformed(
            f"«{text}» is no MV.", "It is movement dice: 2, 1/3 fly.", typed=text, instead=("2",)
        )
    found = (Movement(int(each[1]), each[2].casefold()) for each in parts if each)
    return tuple(each._replace(dice=min(each.dice, MAX_MOVEMENT_DICE)) for each in found)
