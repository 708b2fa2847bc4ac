"""Drawing from a table: roll its dice, find the row that answers."""

from bisect import bisect_right
from operator import attrgetter
from typing import NamedTuple

from companion.dice.faces import Faces
from companion.dice.rolls import roll
from companion.randomtables.table import Row, Table

_low = attrgetter("low")


class Draw(NamedTuple):
    """What came up: the total of the table's dice with its faces, and the row that answers to it.

    `entered` is true where the dice were rolled by hand.
    """

    table: Table
    total: int
    faces: tuple[int, ...]
    entered: bool
    row: Row
    text: str


def draw(table: Table, faces: Faces) -> Draw:
    """Draw one row. Raises `Impossible` where faces are given and do not fit the dice."""
    rolled = roll(table.dice, faces)
    row = table.rows[bisect_right(table.rows, rolled.total, key=_low) - 1]
    return Draw(table, rolled.total, rolled.faces, rolled.entered, row, row.text)
