"""The Die of Fate: what becomes of somebody in a situation out of their control (Core Rules)."""

from companion.dice.faces import Faces

SIDES = 6


def fate(dice: Faces) -> int:
    """A D6: the higher, the better for the Errant."""
    return dice.face(SIDES)
