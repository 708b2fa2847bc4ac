"""Odds as people and programs read them, of dice or of a table: how likely each outcome is, as a
number and as an exact fraction. `reports.odds.OddsReport` has the same fields."""

from typing import NamedTuple

from companion.dice.notation import Notation
from companion.dice.odds import compute_odds
from companion.dice.pools import DEPTH

AVERAGE_PRECISION = 1_000_000
"""There is an average if the odds leave out at most one roll in so many."""


class Chance(NamedTuple):
    """One outcome: a total, or the text of a row as it is written. `probability` is from 0 to 1,
    and `exact` the same as a fraction of the whole that all outcomes share: 6/36. A table adds the
    number of the `row` in its file (None for the fallback) and the totals that lead to it (`roll`,
    empty without dice)."""

    outcome: int | str
    probability: float
    exact: str
    row: int | None = None
    roll: str = ""


class Drawing(NamedTuple):
    """A text that draws from another table: its own table, the number of its row (None for the
    fallback), and the reference as it is written."""

    table: str
    row: int | None
    written: str


class ReferencedTable(NamedTuple):
    """A table that others draw from, those draws, and the odds of a single one."""

    table: str
    draws: tuple[Drawing, ...]
    outcomes: tuple[Chance, ...]


class Chances(NamedTuple):
    """The odds of a notation, or of a table and its dice, if it has any.

    `remainder` is how likely a die explodes more than `depth` times; no outcome includes that.
    `mean` is the average total without the remainder; None for a table, and if more than one roll
    in a million is left out. If totals are compared (`compares`), the outcome 1 means that the
    comparison holds. A table without `outcomes` has nothing left to come; `modifier` is the sum
    that is added to its dice.
    """

    notation: str | None
    table: str | None
    outcomes: tuple[Chance, ...]
    remainder: float = 0.0
    remainder_exact: str = "0"
    depth: int | None = None
    mean: float | None = None
    mean_exact: str | None = None
    compares: bool = False
    modifier: int = 0
    references: tuple[ReferencedTable, ...] = ()


def compute_dice_chances(notation: Notation) -> Chances:
    """The odds of one roll of dice. Raises Impossible if they are too long to work out."""
    found = compute_odds(notation)
    sums, count = found.mean
    averaged = found.remainder * AVERAGE_PRECISION <= found.whole
    return Chances(
        str(notation.part),
        None,
        tuple([make_chance(total, weight, found.whole) for total, weight in found.weights]),
        found.remainder / found.whole,
        render_fraction(found.remainder, found.whole),
        DEPTH if found.remainder else None,
        sums / count if averaged else None,
        (str(sums) if count == 1 else f"{sums}/{count}") if averaged else None,
        notation.is_comparison,
    )


def make_chance(outcome: int | str, weight: int, whole: int) -> Chance:
    """An outcome with this weight out of the whole."""
    return Chance(outcome, weight / whole, f"{weight}/{whole}")


def render_fraction(weight: int, whole: int) -> str:
    """`6/36`, or `0`."""
    return f"{weight}/{whole}" if weight else "0"


def encode_chances(chances: Chances) -> dict[str, object]:
    """The same as plain data, with the fields that scripts read."""
    references = [
        {
            "table": each.table,
            "draws": [drawing._asdict() for drawing in each.draws],
            "outcomes": [chance._asdict() for chance in each.outcomes],
        }
        for each in chances.references
    ]
    outcomes = [chance._asdict() for chance in chances.outcomes]
    return {"kind": "odds", **chances._asdict(), "outcomes": outcomes, "references": references}
