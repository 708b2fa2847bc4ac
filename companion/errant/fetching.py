"""Getting a thing out of a pack in a hurry (Items & Equipment, Hand, Handy & Worn)."""

LAST_TRY = 4
"""The try that is sure to find it; the sides of the die for those before."""


def found(tries: int, face: int | None) -> bool:
    """Whether the nth try finds it: n chances in 4, and the fourth is sure."""
    return tries >= LAST_TRY or (face is not None and face <= tries)
