"""Gauges for Burn, rations, Supply and Encumbrance: rows of marks that read without colour. Their
number always stands beside them."""

from typing import NamedTuple

MOST_MARKS = 8


class Marks(NamedTuple):
    """What a full and an empty place of a gauge look like."""

    full: str
    empty: str


BLOCKS = Marks("▮", "▯")
ASCII = Marks("#", "-")
"""For a console whose encoding holds no blocks."""


def gauge(left: int, full: int, marks: Marks, most: int = MOST_MARKS) -> str:
    """So much of so much: Burn 2 of 3 is `▮▮▯`. Past `most` places each stands for several: only
    what is whole looks whole, and only what is gone looks gone."""
    places = min(max(full, left, 1), most)
    filled = left
    if full > places:
        filled = min(-(-left * places // full), places if left >= full else places - 1)
    filled = max(0, min(filled, places))
    return marks.full * filled + marks.empty * (places - filled)


def tally(number: int, marks: Marks, most: int = MOST_MARKS) -> str:
    """A mark for each; `+` where there are more than can be shown, an empty one for none."""
    if number <= 0:
        return marks.empty
    return marks.full * min(number, most) + ("+" if number > most else "")
