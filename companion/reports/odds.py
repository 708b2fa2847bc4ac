"""What odds answer."""

from msgspec import Struct

from companion.audience import Public, Secret
from companion.reports import Report


class OutcomeLine(Struct, frozen=True):
    """One outcome: a total, or what a row says as it is written. `probability` is from 0 to 1 and
    `exact` the same as a fraction: 6/36. `row` is a row's number in its file (None for dice and for
    the fallback), `roll` the totals it answers to."""

    outcome: int | str
    probability: float
    exact: str
    row: int | None
    roll: str


class DrawingLine(Struct, frozen=True):
    """Where a text draws from another table: the table and the number of the row it stands in (None
    for the fallback), and how it is written there."""

    table: str
    row: int | None
    written: str


class ReferenceLine(Struct, frozen=True):
    """A table that others draw from, what draws from it, and the odds of each single draw."""

    table: str
    draws: tuple[DrawingLine, ...]
    outcomes: tuple[OutcomeLine, ...]


class OddsReport(Report, frozen=True, tag="odds"):
    """How likely each total of dice is, and in `others` the same of what they are compared with.

    Where dice may explode, `remainder` is how likely one does so more than `depth` times; what it
    comes to then is in no outcome. `mean` is the average total without the remainder. Where totals
    are compared (`compares`) the outcome 1 is that it holds.
    """

    notation: Public[str | None]
    table: Public[str | None]
    outcomes: Public[tuple[OutcomeLine, ...] | None]
    remainder: Public[float]
    remainder_exact: Public[str]
    depth: Public[int | None]
    mean: Public[float | None]
    mean_exact: Public[str | None]
    compares: Public[bool]
    modifier: Public[int]
    references: Public[tuple[ReferenceLine, ...] | None]
    others: Public[tuple["OddsReport", ...]] = ()


class TableOddsReport(OddsReport, frozen=True, tag="odds"):
    """How likely each row of a table is as things stand, for the Guide alone. Without any outcome
    nothing is left to come. `modifier` is all that is added to its dice."""

    outcomes: Secret[tuple[OutcomeLine, ...] | None]
    references: Secret[tuple[ReferenceLine, ...] | None]
