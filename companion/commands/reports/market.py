"""What the market answers: prices, purchases, sales, what is sought, inflation."""

from msgspec import Struct

from companion.commands.reports.report import Public, Report
from companion.errant.hexes import Hex
from companion.errant.inflation import Cost
from companion.errant.items import Quality


class PriceReport(Report, frozen=True, tag="price"):
    """What so many of a good cost in a Settlement, in pennies: `costs` are how many at which price.
    `rarity` is that of the Quality; where it is not on open sale, `elsewhere` says where it is, the
    nearest first."""

    good: Public[str]
    quality: Public[Quality | None]
    number: Public[int]
    settlement: Public[str]
    settlement_type: Public[str]
    rarity: Public[int | None]
    on_open_sale: Public[bool]
    lacking: Public[bool]
    elsewhere: Public[tuple[str, ...]]
    level: Public[int]
    costs: Public[tuple[Cost, ...]]
    total: Public[int | None]
    at_least: Public[bool]
    per: Public[str]
    slots: Public[float]
    blocks: Public[int | None]
    uses: Public[int | None]
    supply_left: Public[int]
    note: Public[str]


class BoughtLine(Struct, frozen=True):
    """A line of a purchase: the thing it became ("" for what fits no pack), and what it cost."""

    good: str
    quality: Quality | None
    number: int
    item: str
    costs: tuple[Cost, ...]
    total: int


class PurchaseReport(Report, frozen=True, tag="purchase"):
    """Things were bought: for whom, out of whose purse, and what is in it now. The levels are those
    of the Settlement before and after."""

    errant: Public[str]
    payer: Public[str]
    settlement: Public[str]
    lines: Public[tuple[BoughtLine, ...]]
    total: Public[int]
    pennies: Public[int]
    shillings: Public[int]
    guilders: Public[int]
    level_before: Public[int]
    level: Public[int]
    supply_left: Public[int]


class SaleReport(Report, frozen=True, tag="sale"):
    """Things were sold: what they were worth once, and what they fetched (pennies)."""

    errant: Public[str]
    name: Public[str]
    number: Public[int]
    settlement: Public[str]
    worth: Public[int | None]
    rarity: Public[int | None]
    total: Public[int]
    pennies: Public[int]
    shillings: Public[int]
    guilders: Public[int]


class SeekReport(Report, frozen=True, tag="seek"):
    """The availability of a good was tested: a D100 at or below the chance finds it. `face` is None
    where it was tested before this month."""

    good: Public[str]
    settlement: Public[str]
    rarity: Public[int]
    chance: Public[int]
    face: Public[int | None]
    found: Public[bool]


class InflationLine(Struct, frozen=True):
    """A Settlement: the level of prices there, and its own, which it spreads; the Supply bought
    this month, what is left, and at how much the next level begins (None: sold out by then)."""

    settlement: str
    name: str
    settlement_type: str
    hex: Hex
    level: int
    own: int
    factor: int
    bought: int
    left: int
    next_at: int | None


class InflationReport(Report, frozen=True, tag="inflation"):
    """Prices everywhere. Where a map was asked for, `middle` is the hex it is drawn around, and
    `levels` are those of all hexes on it where prices are up."""

    settlements: Public[tuple[InflationLine, ...]]
    middle: Public[Hex | None] = None
    levels: Public[tuple[tuple[Hex, int], ...]] = ()
