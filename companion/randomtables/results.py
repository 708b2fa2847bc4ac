"""A roll of dice or on a table as it is told to people and programs: one shape for both, shared by
the prompt and the shell."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from companion.dice.dice import Dice
from companion.dice.notation import Notation, list_leaves
from companion.dice.rolls import Roll
from companion.randomtables.draw import Draw


class Label(NamedTuple):
    """What a part of a roll that has a label came to: `2d6 [fire]`."""

    label: str
    total: int


class RollResult(NamedTuple):
    """One roll, by the fields that scripts may count on.

    `notation` and `total` are None for a table without dice; `row` is the number of the row in its
    file, None for dice and where the fallback came. `columns` has the text of each column that is
    told, `values` what the text remembers by name, `sign` what gives the row away beforehand.
    `success` is whether a comparison of totals holds, None for all else. The first `own` faces are
    of the dice of the roll or the table, the others of what its text rolled; the first `by_hand`
    were typed by hand, and `entered` is true where any was. `stepped` are the dice that were
    thrown for each that steps changed: d4 for `d8 impair 2`.
    """

    notation: str | None
    table: str | None
    total: int | None
    text: str | None
    faces: tuple[int, ...]
    kept: tuple[bool, ...]
    entered: bool
    row: int | None = None
    columns: Mapping[str, str] = {}
    values: Mapping[str, int | str] = {}
    modifier: int = 0
    labels: tuple[Label, ...] = ()
    success: bool | None = None
    sign: str | None = None
    data: Mapping[str, object] = {}
    own: int = 0
    by_hand: int = 0
    stepped: tuple[str, ...] = ()


def make_dice_result(roll: Roll) -> RollResult:
    """Dice as they fell."""
    return RollResult(
        str(roll.notation),
        None,
        roll.total,
        None,
        roll.faces,
        roll.kept,
        roll.entered,
        labels=tuple([Label(*each) for each in roll.labels]),
        success=roll.success,
        own=len(roll.faces),
        by_hand=len(roll.faces) if roll.entered else 0,
        stepped=tuple(_list_stepped_dice(roll.notation)),
    )


def _list_stepped_dice(notation: Notation) -> Iterator[str]:
    for leaf in list_leaves(notation.part):
        if isinstance(leaf, Dice) and leaf.final_sides != leaf.sides:
            yield f"d{leaf.final_sides}"


def make_table_result(drawn: Draw) -> RollResult:
    """What a table gave."""
    return RollResult(
        None if drawn.table.dice is None else str(drawn.table.dice),
        drawn.table.name,
        drawn.total,
        drawn.text,
        drawn.faces,
        drawn.kept,
        drawn.entered,
        drawn.row.number if drawn.row else None,
        dict(drawn.columns),
        dict(drawn.values),
        drawn.modifier,
        sign=drawn.sign or None,
        data=dict(drawn.data),
        own=drawn.own,
        by_hand=drawn.by_hand,
    )


def encode_result(rolled: RollResult, seed: str) -> dict[str, object]:
    """The same in plain values, with the seed that gives it again."""
    labels = [label._asdict() for label in rolled.labels]
    return {"kind": "roll", **rolled._asdict(), "labels": labels, "seed": seed}
