"""A roll of dice or on a table as it is told to people and programs: one shape for both, shared by
the prompt and the shell."""

from collections.abc import Mapping
from typing import NamedTuple

from companion.dice.rolls import Roll
from companion.randomtables.draw import Draw


class Label(NamedTuple):
    """What a part of a roll that has a label came to: `2d6 [fire]`."""

    label: str
    total: int


class Rolled(NamedTuple):
    """One roll, by the fields that scripts may count on.

    `notation` and `total` are None for a table without dice; `row` is the number of the row in its
    file, None for dice and where the fallback came. `columns` has the text of each column that is
    told, `values` what the text remembers by name, `sign` what gives the row away beforehand.
    `success` is whether a comparison of totals holds, None for all else.
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


def of_dice(roll: Roll) -> Rolled:
    """Dice as they fell."""
    return Rolled(
        str(roll.notation),
        None,
        roll.total,
        None,
        roll.faces,
        roll.kept,
        roll.entered,
        labels=tuple([Label(*each) for each in roll.labels]),
        success=roll.success,
    )


def of_table(drawn: Draw) -> Rolled:
    """What a table gave."""
    return Rolled(
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
    )


def as_data(rolled: Rolled, seed: str) -> dict[str, object]:
    """The same in plain values, with the seed that gives it again."""
    labels = [label._asdict() for label in rolled.labels]
    return {"kind": "roll", **rolled._asdict(), "labels": labels, "seed": seed}
