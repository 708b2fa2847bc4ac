"""Reports on the market: prices, purchases, sales, seeking, inflation.

Amounts are whole pennies and end in `_pennies`. `settlement` is an id, with its name beside
it; `item` is the name of a good.
"""

from typing import Literal

from msgspec import Struct

from companion.audience import Public
from companion.errant.market import Cost
from companion.errant.packs.items import Quality
from companion.errant.world import Hex
from companion.reports import Report
from companion.reports.packs import CoinsReport, ItemReport


class PriceReport(Report, frozen=True, tag="price"):
    """The price of a good in a Settlement: of one before inflation (`base_pennies`), and of all now
    (`price_pennies`); None where the Guide says. `elsewhere` is where it is on open sale."""

    item: Public[str]
    quality: Public[Quality | None]
    quantity: Public[int]
    settlement: Public[str]
    settlement_name: Public[str]
    settlement_type: Public[str]
    rarity: Public[int | None]
    on_open_sale: Public[bool]
    lacking: Public[bool]
    elsewhere: Public[tuple[str, ...]]
    base_pennies: Public[int | None]
    inflation_level: Public[int]
    multiplier: Public[int]
    costs: Public[tuple[Cost, ...]]
    price_pennies: Public[int | None]
    at_least: Public[bool]
    per: Public[str]
    slots: Public[float]
    blocks: Public[int | None]
    uses: Public[int | None]
    supply_available: Public[int]
    note: Public[str]
    carries: Public[int | None] = None
    spd: Public[int | None] = None
    times: Public[int | None] = None
    slower: Public[int] = 0


class WareLine(Struct, frozen=True):
    """A good on open sale: the price of one now (None where the Guide says), its unit, its size."""

    item: str
    price_pennies: int | None
    at_least: bool
    per: str
    rarity: int | None
    slots: float


class WaresReport(Report, frozen=True, tag="wares"):
    """What is on open sale: the wares that were asked for, or how many there are of each sort. Of
    those up to a `budget` in pennies the dearest are listed, and so many `more` are cheaper."""

    settlement: Public[str]
    sorts: Public[tuple[tuple[str, int], ...]]
    wares: Public[tuple[WareLine, ...]]
    budget: Public[int | None] = None
    more: Public[int] = 0


class SettlementReport(Report, frozen=True, tag="settlement"):
    """A Settlement was placed on the map, or changed."""

    settlement: Public[str]
    settlement_name: Public[str]
    settlement_type: Public[str]
    hex: Public[Hex]
    step: Public[Literal["made", "changed"]]


class PurchaseLine(Struct, frozen=True):
    """A line of a purchase with the item's id (`thing`, "" for what fits no pack), or those who
    `joined`."""

    item: str
    quality: Quality | None
    quantity: int
    thing: str
    costs: tuple[Cost, ...]
    paid_pennies: int
    joined: tuple[str, ...] = ()


class PurchaseReport(Report, frozen=True, tag="purchase"):
    """A purchase: for whom, out of whose purse, and the coins left in it."""

    errant: Public[str]
    payer: Public[str]
    settlement: Public[str]
    settlement_name: Public[str]
    item: Public[str]
    quantity: Public[int]
    lines: Public[tuple[PurchaseLine, ...]]
    paid_pennies: Public[int]
    pennies: Public[int]
    shillings: Public[int]
    guilders: Public[int]
    supply_bought: Public[int]
    supply_available: Public[int]
    inflation_level_before: Public[int]
    inflation_level_after: Public[int]


class SaleReport(Report, frozen=True, tag="sale"):
    """A sale: what the goods are worth new, what they fetched, and the coins in the purse now."""

    errant: Public[str]
    item: Public[str]
    quantity: Public[int]
    settlement: Public[str]
    settlement_name: Public[str]
    worth_pennies: Public[int | None]
    rarity: Public[int | None]
    fetched_pennies: Public[int]
    pennies: Public[int]
    shillings: Public[int]
    guilders: Public[int]


class SeekReport(Report, frozen=True, tag="seek"):
    """A test of a good's availability by D100; no `faces` if it was tested before this month."""

    item: Public[str]
    quality: Public[Quality | None]
    settlement: Public[str]
    settlement_name: Public[str]
    rarity: Public[int]
    chance: Public[int]
    faces: Public[tuple[int, ...]]
    entered: Public[bool]
    found: Public[bool]


class InflationLine(Struct, frozen=True):
    """A Settlement's prices and Supply: its own level spreads; at `next_at` purchases it rises."""

    settlement: str
    settlement_name: str
    settlement_type: str
    hex: Hex
    inflation_level: int
    own_level: int
    multiplier: int
    supply_bought: int
    supply_available: int
    next_at: int | None


class InflationReport(Report, frozen=True, tag="inflation"):
    """Prices of all Settlements asked for, and of the one where the Company is; for a map, its
    `middle` and the `levels` of all hexes where prices are up."""

    settlements: Public[tuple[InflationLine, ...]]
    settlement: Public[str | None] = None
    settlement_name: Public[str | None] = None
    inflation_level: Public[int | None] = None
    multiplier: Public[int | None] = None
    supply_bought: Public[int | None] = None
    supply_available: Public[int | None] = None
    middle: Public[Hex | None] = None
    levels: Public[tuple[tuple[Hex, int], ...]] = ()


class GivenToEachReport(Report, frozen=True, tag="given_to_each"):
    """What every member of the Company got, paid or bought, one Report each."""

    each: Public[tuple[ItemReport | CoinsReport | PurchaseReport, ...]]
