"""Odds as they are told to people and programs: of each outcome how likely it is, as a number and
as an exact fraction, whether dice or a table are asked after."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from companion.dice.notation import Notation
from companion.dice.odds import compute_odds
from companion.dice.pools import DEPTH

if TYPE_CHECKING:
    from companion.randomtables.odds import ReferenceOdds, TableOdds
    from companion.randomtables.table import CardsOut, Facts, FindTable, Row, Table


AVERAGE_PRECISION = 1_000_000
"""An average is told where at most one roll in so many is left out of it."""


class Chance(NamedTuple):
    """One outcome: a total, or what a row says as it is written. `probability` is from 0 to 1, and
    `exact` the same as a fraction of the whole that all outcomes share: 6/36. Of a table it is told
    which `row` it is, by its number in the file (None for the fallback), and which totals it
    answers to (`roll`, empty without dice)."""

    outcome: int | str
    probability: float
    exact: str
    row: int | None = None
    roll: str = ""


class Drawing(NamedTuple):
    """Where a text draws from another table: the table and the number of the row it stands in (None
    for the fallback), and how it is `written` there."""

    table: str
    row: int | None
    written: str


class ReferencedTable(NamedTuple):
    """A table that others draw from, what `draws` from it, and the odds of each single draw."""

    table: str
    draws: tuple[Drawing, ...]
    outcomes: tuple[Chance, ...]


class Chances(NamedTuple):
    """The odds of a notation, or of a table and its dice, if it has any.

    Where dice may explode, `remainder` is how likely one does so more than `depth` times; what it
    comes to then is in no outcome. `mean` is the average total of dice without the remainder; None
    for a table, and where that would leave out more than one roll in a million. Where totals are
    compared (`compares`) the outcome 1 is that it holds. A table with no `outcomes` has nothing
    left to come; `modifier` is all that is added to its dice.
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
    """The odds of one roll of dice. Raises `Impossible` where they are too long to work out."""
    found = compute_odds(notation)
    sums, count = found.mean
    averaged = found.remainder * AVERAGE_PRECISION <= found.whole
    return Chances(
        str(notation.part),
        None,
        tuple([_make_chance(total, weight, found.whole) for total, weight in found.weights]),
        found.remainder / found.whole,
        _render_fraction(found.remainder, found.whole),
        DEPTH if found.remainder else None,
        sums / count if averaged else None,
        (str(sums) if count == 1 else f"{sums}/{count}") if averaged else None,
        notation.is_comparison,
    )


def compare_chances(first: Chances, second: Chances) -> tuple[float, float, float]:
    """How likely one roll of dice comes to less than another, to the same, and to more; what either
    leaves out is in none of them."""
    lower = same = below = 0.0
    others = sorted((int(each.outcome), each.probability) for each in second.outcomes)
    at = 0
    for total, probability in sorted((int(c.outcome), c.probability) for c in first.outcomes):
        while at < len(others) and others[at][0] < total:
            below += others[at][1]
            at += 1
        equal = others[at][1] if at < len(others) and others[at][0] == total else 0.0
        same += probability * equal
        lower += probability * max(1 - second.remainder - below - equal, 0.0)
    told = (1 - first.remainder) * (1 - second.remainder)
    return lower, same, max(told - lower - same, 0.0)


def compute_table_chances(
    table: "Table", *, find: "FindTable", facts: "Facts", modifier: int = 0, out: "CardsOut"
) -> Chances:
    """The odds of a table, with all that `table_odds` takes and refuses."""
    from companion.randomtables.odds import compute_table_odds  # dice alone have no need of them

    found = compute_table_odds(table, find=find, facts=facts, modifier=modifier, out=out)
    return Chances(
        None if table.dice is None else str(table.dice),
        table.name,
        _list_outcomes(found, facts),
        found.remainder / found.whole if found.whole else 0.0,
        _render_fraction(found.remainder, found.whole),
        DEPTH if found.remainder else None,
        modifier=found.modifier,
        references=tuple(_list_referenced(found, facts)),
    )


def _list_referenced(found: "TableOdds", facts: "Facts") -> Iterator[ReferencedTable]:
    """Each table that is drawn from, in the order they are first come by."""
    drawn: dict[str, list[ReferenceOdds]] = {}
    for each in found.references:
        drawn.setdefault(each.reference.table, []).append(each)
    for name, several in drawn.items():
        draws = [
            Drawing(each.table.name, each.row.number if each.row else None, str(each.reference))
            for each in several
        ]
        yield ReferencedTable(name, tuple(draws), _list_outcomes(several[0].odds, facts))


def encode_chances(chances: Chances) -> dict[str, object]:
    """The same in plain values, by the fields that scripts may count on."""
    data = chances._asdict()
    data["outcomes"] = [chance._asdict() for chance in chances.outcomes]
    data["references"] = [
        {
            "table": each.table,
            "draws": [drawing._asdict() for drawing in each.draws],
            "outcomes": [chance._asdict() for chance in each.outcomes],
        }
        for each in chances.references
    ]
    return {"kind": "odds", **data}


def _make_chance(outcome: int | str, weight: int, whole: int) -> Chance:
    return Chance(outcome, weight / whole, f"{weight}/{whole}")


def _render_fraction(weight: int, whole: int) -> str:
    return f"{weight}/{whole}" if weight else "0"


def _list_outcomes(found: "TableOdds", facts: "Facts") -> tuple[Chance, ...]:
    from companion.randomtables.spans import Span
    from companion.randomtables.texts import render_text

    outcomes = [
        _make_chance(_render_row(found.table, row, facts), weight, found.whole)._replace(
            row=row.number, roll=str(Span(row.low, row.high)) if found.table.dice else ""
        )
        for row, weight in found.rows
    ]
    if found.fallback:
        fallback = render_text(found.table.fallback or ())
        outcomes.append(_make_chance(fallback, found.fallback, found.whole))
    return tuple(outcomes)


def _render_row(table: "Table", row: "Row", facts: "Facts") -> str:
    """What a row says as it is written, in the columns that are told of it."""
    from companion.randomtables.odds import select_texts
    from companion.randomtables.texts import render_text

    told = {column: render_text(text) for column, text in select_texts(table, row, facts).items()}
    if len(told) == 1:
        return next(iter(told.values()))
    return "; ".join(f"{column}: {text}" for column, text in told.items())
