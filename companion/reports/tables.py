"""What dice, tables and decks answer."""

from typing import Literal

from msgspec import Struct

from companion.audience import Public, Secret
from companion.campaign.changes import PlainData
from companion.reports import Report


class RollLabel(Struct, frozen=True):
    """What a part of a roll that has a label came to: `2d6 [fire]`."""

    label: str
    total: int


class RollReport(Report, frozen=True, tag="roll"):
    """Dice or a table rolled once: every face, and what came of it.

    `notation` and `total` are None for a table without dice; `row` is the number of the row in its
    file, None for dice and where the fallback came. `columns` has the text of each column that is
    told, `values` what the text remembers by name, `sign` what gives the row away beforehand.
    `success` is whether a comparison of totals holds, None for all else. The first `own` faces are
    of the dice of the roll or the table, the others of what its text rolled; the first `by_hand`
    were typed by hand, and `entered` is true where any was. `stepped` are the dice that were
    thrown for each that steps changed: d4 for `d8 impair 2`.
    """

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


class RollsReport(Report, frozen=True, tag="rolls"):
    """The same rolled several times over."""

    notation: Public[str | None]
    table: Public[str | None]
    rolls: Public[tuple[RollReport, ...]]


class DeckLine(Struct, frozen=True):
    """A deck that was drawn from: how many are out of it, and how many left (None where its table
    cannot be read)."""

    table: str
    drawn: int
    left: int | None


class DeckReport(Report, frozen=True, tag="deck"):
    """A deck that was drawn from or shuffled, with how many are left in it; or all that are drawn
    from, in `decks`. `put_back` is how many a shuffle put back; `table_typed` is the shortest name
    that means the table."""

    step: Public[Literal["drawn", "shuffled", "listed"]]
    table: Public[str | None] = None
    table_typed: Public[str | None] = None
    rolls: Public[tuple[RollReport, ...]] = ()
    left: Public[int | None] = None
    put_back: Public[int] = 0
    decks: Secret[tuple[DeckLine, ...] | None] = ()


class TableLine(Struct, frozen=True):
    """A table: its name, what it is called and its dice (both empty where its file is broken, the
    dice where there are none), how many rows it has, and how many `problems` its file."""

    table: str
    title: str
    dice: str
    rows: int
    deck: bool
    problems: int


class RowLine(Struct, frozen=True):
    """A row as it is written: its place in the file, the totals it answers to or else its weight,
    the conditions on it, its text by column ("" where there are none), its sign, and its data."""

    number: int
    roll: str
    weight: int
    when: dict[str, tuple[str, ...]]
    texts: dict[str, str]
    sign: str
    data: dict[str, PlainData]


class ModifierLine(Struct, frozen=True):
    """What is added to the roll of a table while conditions hold."""

    add: int
    when: dict[str, tuple[str, ...]]


class ProblemLine(Struct, frozen=True):
    """Something wrong in a file: where (`line` is 0 when unknown), and what."""

    file: str
    line: int
    key: str
    message: str


class TablesReport(Report, frozen=True, tag="tables"):
    """The tables there are, one of them as it is written, or what is wrong with them."""

    step: Public[Literal["listed", "shown", "checked"]]
    tables: Public[tuple[TableLine, ...]]
    column: Public[str] = ""
    rows: Secret[tuple[RowLine, ...] | None] = ()
    modifiers: Secret[tuple[ModifierLine, ...] | None] = ()
    fallback: Secret[str | None] = ""
    problems: Secret[tuple[ProblemLine, ...] | None] = ()
