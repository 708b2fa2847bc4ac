"""Reports on rolls of dice, random tables, decks and odds. The fields of odds are those of
`randomtables.draws_and_odds_encoding`."""

from typing import Literal

from msgspec import Struct

from companion.audience import Public, Secret
from companion.campaign.changes import PlainData
from companion.reports import Report


class RollLabel(Struct, frozen=True):
    """The total of a part with a label: `2d6 [fire]`."""

    label: str
    total: int


class RollReport(Report, frozen=True, tag="roll"):
    """One roll of dice or on a table; `row` is None for dice and for the fallback. The first `own`
    faces are of the roll itself, the others of dice in its text; the first `by_hand` were typed.
    `stepped` are the dice rolled for those that steps changed: d4 for `d8 impair 2`."""

    notation: Public[str | None]
    table: Public[str | None]
    total: Public[int | None]
    text: Public[str | None]
    faces: Public[tuple[int, ...]]
    kept: Public[tuple[bool, ...]]
    entered: Public[bool]
    seed: Secret[str | None]
    row: Public[int | None]
    columns: Public[dict[str, str]]
    values: Public[dict[str, int | str]]
    modifier: Public[int]
    labels: Public[tuple[RollLabel, ...]]
    success: Public[bool | None]
    sign: Secret[str | None]
    data: Secret[dict[str, PlainData] | None]
    own: Public[int]
    by_hand: Public[int]
    stepped: Public[tuple[str, ...]]

    @property
    def total_or_answer(self) -> str:
        """The total, or of a comparison whether it holds."""
        return str(self.total) if self.success is None else "yes" if self.success else "no"


class RollsReport(Report, frozen=True, tag="rolls"):
    """Several rolls of the same."""

    notation: Public[str | None]
    table: Public[str | None]
    rolls: Public[tuple[RollReport, ...]]


class EncounterRollReport(Report, frozen=True, tag="encounter_roll"):
    """A roll at a player's seat for whom they meet or what befalls them: the Guide tells what
    came."""

    table: Public[str]


class DeckLine(Struct, frozen=True):
    """A deck: cards drawn from it, and cards left (None if its table cannot be read)."""

    table: str
    drawn: int
    left: int | None


class DeckReport(Report, frozen=True, tag="deck"):
    """A draw, a shuffle that put `put_back` cards back, or all `decks` that were drawn from."""

    step: Public[Literal["drawn", "shuffled", "listed"]]
    table: Public[str | None] = None
    table_typed: Public[str | None] = None
    rolls: Public[tuple[RollReport, ...]] = ()
    left: Public[int | None] = None
    put_back: Public[int] = 0
    decks: Secret[tuple[DeckLine, ...] | None] = ()


class TableLine(Struct, frozen=True):
    """A table; its title and dice are empty if its file is broken."""

    table: str
    title: str
    dice: str
    rows: int
    deck: bool
    problems: int


class RowLine(Struct, frozen=True):
    """A row as it is written, with its texts by column ("" without columns)."""

    number: int
    roll: str
    weight: int
    when: dict[str, tuple[str, ...]]
    texts: dict[str, str]
    sign: str
    data: dict[str, PlainData]


class ModifierLine(Struct, frozen=True):
    """A number added to the roll on a table while conditions hold."""

    add: int
    when: dict[str, tuple[str, ...]]


class ProblemLine(Struct, frozen=True):
    """A problem in a file; `line` is 0 if it is unknown."""

    file: str
    line: int
    key: str
    message: str


class TablesReport(Report, frozen=True, tag="tables"):
    """All tables, one of them as it is written, or their problems."""

    step: Public[Literal["listed", "shown", "checked"]]
    tables: Public[tuple[TableLine, ...]]
    column: Public[str] = ""
    rows: Secret[tuple[RowLine, ...] | None] = ()
    modifiers: Secret[tuple[ModifierLine, ...] | None] = ()
    fallback: Secret[str | None] = ""
    problems: Secret[tuple[ProblemLine, ...] | None] = ()


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
