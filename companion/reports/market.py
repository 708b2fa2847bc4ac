"""What the market answers: prices, purchases, sales, what is sought, inflation.

Amounts are whole pennies and end in `_pennies`. A `settlement` is told by its id, and beside it by
its name; an `item` by the name of the good.
"""

from typing import Literal

from msgspec import Struct

from companion.audience import Public
from companion.errant.inflation import Cost
from companion.errant.items import Quality
from companion.errant.world import Hex
from companion.reports import Report


class PriceReport(Report, frozen=True, tag="price"):
    """What a good costs in a Settlement: one of it in that Quality before inflation
    (`base_pennies`), and all that was asked for as it stands there (`price_pennies`; both None
    where the Guide says). `costs` are how many at which price. `rarity` is that of the Quality;
    where it is not on open sale, `elsewhere` says where it is, the nearest first. A mount `carries`
    slots at a SPD; a vehicle `times` what draws it could, and makes them `slower`."""

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
    """A good on open sale: what one costs now (None where the Guide says), what for, its size."""

    item: str
    price_pennies: int | None
    at_least: bool
    per: str
    rarity: int | None
    slots: float


class WaresReport(Report, frozen=True, tag="wares"):
    """What is on open sale in a Settlement ("": all there is): how many of each sort, or those that
    were asked for."""

    settlement: Public[str]
    sorts: Public[tuple[tuple[str, int], ...]]
    wares: Public[tuple[WareLine, ...]]


class SettlementReport(Report, frozen=True, tag="settlement"):
    """A Settlement was put on the land, or changed."""

    settlement: Public[str]
    settlement_name: Public[str]
    settlement_type: Public[str]
    hex: Public[Hex]
    step: Public[Literal["made", "changed"]]


class PurchaseLine(Struct, frozen=True):
    """A line of a purchase, and the id of the thing it became ("" for what fits no pack); or the
    ids of the mounts and vehicles that `joined` the Company."""

    item: str
    quality: Quality | None
    quantity: int
    thing: str
    costs: tuple[Cost, ...]
    paid_pennies: int
    joined: tuple[str, ...] = ()


class PurchaseReport(Report, frozen=True, tag="purchase"):
    """Things were bought: for whom, out of whose purse, and the coins in it now. `item` names all
    of them and `quantity` counts them together. `supply_bought` is what the Settlement counted for
    this purchase, `supply_available` what it has left; the levels are those of prices there."""

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
    """Things were sold: what all of them were worth once, what they fetched, and the coins in the
    purse now."""

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
    """The availability of a good was tested: a D100 at or below the chance finds it. Where it was
    tested before this month there are no `faces`."""

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
    """A Settlement: the level of prices there and what it multiplies them by, and its own level,
    which it spreads; the Supply bought this month, what is still to be had, and at how much bought
    the next level begins (None: sold out by then)."""

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
    """Prices of the Settlement that was named, else of the one where the Company is (all None where
    it is at none), and of all that were asked for. Where a map was asked for, `middle` is the hex
    it is drawn around, and `levels` are those of all hexes on it where prices are up."""

    settlements: Public[tuple[InflationLine, ...]]
    settlement: Public[str | None] = None
    settlement_name: Public[str | None] = None
    inflation_level: Public[int | None] = None
    multiplier: Public[int | None] = None
    supply_bought: Public[int | None] = None
    supply_available: Public[int | None] = None
    middle: Public[Hex | None] = None
    levels: Public[tuple[tuple[Hex, int], ...]] = ()
