"""The results of draws, and odds, as people and programs read them. Their plain data has the fields
of the Reports `RollReport` and `OddsReport`."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from companion.dice.dice_of_one_kind import Dice
from companion.dice.notation_tree import Notation, list_numbers_and_dice
from companion.dice.rolls import Roll

if TYPE_CHECKING:  # dice need no tables
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

    table: "Table"
    total: int | None
    modifier: int
    faces: tuple[int, ...]
    kept: tuple[bool, ...]
    entered: bool
    row: "Row | None"
    text: str
    columns: Mapping[str, str]
    sign: str
    data: Mapping[str, object]
    values: Mapping[str, int | str]
    inner: tuple["Draw", ...]
    out: "CardsOut"
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
        "labels": [{"label": label, "total": total} for label, total in roll.totals_by_label],
        "success": roll.success,
        "own": len(roll.faces),
        "by_hand": len(roll.faces) if roll.entered else 0,
        "stepped": [
            f"d{leaf.final_sides}"
            for leaf in list_numbers_and_dice(roll.notation.part)
            if isinstance(leaf, Dice) and leaf.final_sides != leaf.sides
        ],
        "seed": seed,
    }


def encode_draw(drawn: Draw, seed: str) -> dict[str, object]:
    """A draw from a table, with the seed that gives it again."""
    return {
        **_NOTHING,
        **{name: value for name, value in drawn._asdict().items() if name in _NOTHING},
        "notation": None if drawn.table.dice is None else str(drawn.table.dice),
        "table": drawn.table.name,
        "row": drawn.row.number if drawn.row else None,
        "columns": dict(drawn.columns),
        "values": dict(drawn.values),
        "sign": drawn.sign or None,
        "data": dict(drawn.data),
        "seed": seed,
    }


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
    from companion.dice.odds import DEPTH, compute_odds  # rolls do not need it

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
    """The chance of an outcome: as a number, and as a fraction out of the whole."""
    return Chance(outcome, weight / whole, f"{weight}/{whole}")


def render_fraction(weight: int, whole: int) -> str:
    """A weight out of a whole, as `1/6`; `0` for none."""
    return f"{weight}/{whole}" if weight else "0"


def encode_chances(chances: Chances) -> dict[str, object]:
    """Chances as plain data, as scripts read them."""
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
