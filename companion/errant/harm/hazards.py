"""Falls, fire and water (Initiative Turns, Drowning, Falling, Burning; procedures 1.14)."""

from collections.abc import Sequence

from companion.dice.face_sources import Faces
from companion.errant.turns.timers import Effect

_FALL_DICE = (0, 4, 6, 8, 10, 12, 20)
"""The sides of the die by which a D6 is multiplied, for every ten feet; 0 for none."""
FEET_A_STEP = 10
HELD_BREATH_PHYS = 10
"""What phys has above it are the Turns for which a breath is held."""


def list_fall_dice(feet: int) -> tuple[int, ...]:
    """The dice of a fall, which are multiplied: none below ten feet, two from twenty."""
    steps = min(feet // FEET_A_STEP, len(_FALL_DICE))
    if not steps:
        return ()
    return (6, _FALL_DICE[steps - 1]) if steps > 1 else (6,)


def divide_fall_damage(damage: int, people: int) -> int:
    """The damage that each takes of a fall which so many `people` share: whoever fell and those who
    caught them."""
    return damage // people


def roll_faces(sides: Sequence[int], dice: Faces) -> tuple[int, ...]:
    """The faces of these dice, in their order."""
    return tuple(dice.face(each) for each in sides)


def count_breath_turns(phys: int) -> int:
    """For how many Initiative Turns a breath is held."""
    return max(0, phys - HELD_BREATH_PHYS)


def count_hazard_dice(effect: Effect) -> int:
    """The D6 of damage that fire or water does at the end of this Turn. The `turns` of fire are its
    dice, those of a breath how long it is held yet."""
    if effect.kind == "burning":
        return effect.turns or 0
    return 0 if effect.turns else 1
