"""The result of a draw, and rolls of dice or on a table as plain data: the fields are those of
`reports.tables.RollReport`."""

from collections.abc import Mapping
from typing import NamedTuple

from companion.dice.dice import Dice
from companion.dice.notation import list_leaves
from companion.dice.rolls import Roll
from companion.randomtables.table import CardsOut, Row, Table


class Draw(NamedTuple):
    """The result of a draw.

    `total` is that of the table's dice with `modifier`, None without dice. `faces` are all in the
    order rolled: the table's own, then those of its text, depth first; `kept` says which of them
    count. The first `own` are of the table's own dice, the first `by_hand` were typed by hand, and
    `entered` is true if any was. `row` is None for the fallback. `text` is resolved; with several
    columns it is "spring: …; summer: …", and `columns` has each by its name. `values` are those
    remembered in the whole result, `inner` the draws of its references, in order. `out` are all
    decks afterwards, those given and those drawn from.
    """

    table: Table
    total: int | None
    modifier: int
    faces: tuple[int, ...]
    kept: tuple[bool, ...]
    entered: bool
    row: Row | None
    text: str
    columns: Mapping[str, str]
    sign: str
    data: Mapping[str, object]
    values: Mapping[str, int | str]
    inner: tuple["Draw", ...]
    out: CardsOut
    own: int = 0
    by_hand: int = 0


_NOTHING: dict[str, object] = {
    "kind": "roll",
    "notation": None,
    "table": None,
    "total": None,
    "text": None,
    "faces": (),
    "kept": (),
    "entered": False,
    "row": None,
    "columns": {},
    "values": {},
    "modifier": 0,
    "labels": (),
    "success": None,
    "sign": None,
    "data": {},
    "own": 0,
    "by_hand": 0,
    "stepped": (),
    "seed": None,
}
"""Every field, in the order that scripts read them at the shell."""


def encode_roll(roll: Roll, seed: str) -> dict[str, object]:
    """A roll of dice, with the seed that gives it again."""
    return {
        **_NOTHING,
        "notation": str(roll.notation),
        "total": roll.total,
        "faces": roll.faces,
        "kept": roll.kept,
        "entered": roll.entered,
        "labels": [{"label": label, "total": total} for label, total in roll.labels],
        "success": roll.success,
        "own": len(roll.faces),
        "by_hand": len(roll.faces) if roll.entered else 0,
        "stepped": [
            f"d{leaf.final_sides}"
            for leaf in list_leaves(roll.notation.part)
            if isinstance(leaf, Dice) and leaf.final_sides != leaf.sides
        ],
        "seed": seed,
    }


def encode_draw(drawn: Draw, seed: str) -> dict[str, object]:
    """A draw from a table, with the seed that gives it again."""
    return {
        **_NOTHING,
        "notation": None if drawn.table.dice is None else str(drawn.table.dice),
        "table": drawn.table.name,
        "total": drawn.total,
        "text": drawn.text,
        "faces": drawn.faces,
        "kept": drawn.kept,
        "entered": drawn.entered,
        "row": drawn.row.number if drawn.row else None,
        "columns": dict(drawn.columns),
        "values": dict(drawn.values),
        "modifier": drawn.modifier,
        "sign": drawn.sign or None,
        "data": dict(drawn.data),
        "own": drawn.own,
        "by_hand": drawn.by_hand,
        "seed": seed,
    }
