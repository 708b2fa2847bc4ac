"""The answer of odds. The fields of dice and tables are those of `randomtables.chances`."""

from msgspec import Struct

from companion.audience import Public, Secret
from companion.reports import Report


class OutcomeLine(Struct, frozen=True):
    """One outcome: a total, or the text of a row as it is written."""

    outcome: int | str
    probability: float
    exact: str
    row: int | None
    roll: str


class DrawingLine(Struct, frozen=True):
    """A text that draws from another table."""

    table: str
    row: int | None
    written: str


class ReferenceLine(Struct, frozen=True):
    """A table that others draw from."""

    table: str
    draws: tuple[DrawingLine, ...]
    outcomes: tuple[OutcomeLine, ...]


class OddsReport(Report, frozen=True, tag="odds"):
    """How likely each total of dice is; `others` are the odds they are compared with."""

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
    """How likely each row of a table is now, for the Guide alone."""

    outcomes: Secret[tuple[OutcomeLine, ...] | None]
    references: Secret[tuple[ReferenceLine, ...] | None]
