"""The market of a Settlement: what a thing costs there and whether it is on open sale (Items &
Equipment, Rarity, Quality, Inflation).

Each Settlement counts the Supply bought there since the last Downtime Turn. Each threshold reached
raises its level of Inflation by one; the last is all the Supply there is.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from companion.errant.goods import Good, adjust_rarity_to_quality, is_on_open_sale, price_item
from companion.errant.packs.items import Quality
from companion.errant.world import (
    SETTLEMENT_TYPES,
    CarryRule,
    Hex,
    Settlement,
    SettlementType,
    count_hexes_between,
    list_hexes_within,
)
from companion.refusal import Impossible

HIGHEST_LEVEL = 6
"""No level is higher; prices are twelvefold there."""
SUPPLY_THRESHOLDS: Mapping[SettlementType, tuple[int, ...]] = {
    kind: tuple(10 * 2 ** (tier + step) for step in range(tier + 2))
    for tier, kind in enumerate(SETTLEMENT_TYPES)
}
"""Supply bought, at which each next level begins: 10, 20 in a hamlet … to 5,120 in a metropolis."""


class Cost(Struct, frozen=True):
    """How many are bought at one price, and what each of them costs."""

    quantity: int
    each_pennies: int

    @property
    def pennies(self) -> int:
        return self.quantity * self.each_pennies


def compute_price_factor(level: int) -> int:
    """What prices are multiplied by: 1 at level 0, then 2, 4, 6, 8, 10, 12."""
    return 2 * level if level else 1


def compute_own_inflation_level(settlement: Settlement, carry: CarryRule = "higher") -> int:
    """The level of a Settlement by itself, from the Supply bought this month and the level carried
    over. The higher of the two counts; where the house `adds`, both together, at most 6."""
    thresholds = SUPPLY_THRESHOLDS[settlement.type]
    reached = sum(settlement.supply_bought >= threshold for threshold in thresholds)
    if carry == "adds":
        return min(HIGHEST_LEVEL, settlement.inflation + reached)
    return max(settlement.inflation, reached)


def carry_over_inflation(settlement: Settlement, carry: CarryRule = "higher") -> int:
    """The level carried into the next month: it falls by 1 unless it was raised in this one."""
    now = compute_own_inflation_level(settlement, carry)
    return now if now > settlement.inflation else max(0, settlement.inflation - 1)


def count_supply_left(settlement: Settlement) -> int:
    """The Supply that can still be bought until the next Downtime Turn."""
    return max(0, SUPPLY_THRESHOLDS[settlement.type][-1] - settlement.supply_bought)


def compute_inflation_level_on_hex(
    place: Hex, settlements: Iterable[Settlement], carry: CarryRule = "higher"
) -> int:
    """The level of prices on a hex: the highest of all Settlements, each less the hexes between."""
    felt = (
        compute_own_inflation_level(each, carry) - count_hexes_between(place, each.hex)
        for each in settlements
    )
    return max(0, max(felt, default=0))


def map_inflation_levels_by_hex(
    settlements: Iterable[Settlement], carry: CarryRule = "higher"
) -> dict[Hex, int]:
    """The level of every hex where prices are up."""
    found: dict[Hex, int] = {}
    for settlement in settlements:
        here = compute_own_inflation_level(settlement, carry)
        for place, away in list_hexes_within(settlement.hex, here - 1):
            found[place] = max(here - away, found.get(place, 0))
    return found


class WantedGood(NamedTuple):
    """One line of a shopping list; `name` is what was asked for, if that is another name."""

    good: Good
    number: int
    quality: Quality = "average"
    name: str = ""

    @property
    def supply(self) -> int:
        """The Supply that the Settlement counts for it."""
        return self.number * self.good.supply


class PricedGood(NamedTuple):
    """A line of a shopping list with its costs, of Supply often at several prices. `rarity` is that
    of its Quality; None if it has none."""

    wanted: WantedGood
    rarity: int | None
    costs: tuple[Cost, ...]

    @property
    def total(self) -> int:
        """The price of all of them, in pennies."""
        return sum(each.pennies for each in self.costs)


class Market(NamedTuple):
    """A Settlement, and the level of prices there: its own, or what others bring from afar."""

    settlement: Settlement
    level: int
    level_around: int
    carry: CarryRule = "higher"

    @property
    def supply_left(self) -> int:
        return count_supply_left(self.settlement)


def make_market(
    settlement: Settlement, settlements: Iterable[Settlement], carry: CarryRule = "higher"
) -> Market:
    """The market of a Settlement, with the level of prices that those around it give."""
    others = [each for each in settlements if each.id != settlement.id]
    around = compute_inflation_level_on_hex(settlement.hex, others, carry)
    level = max(around, compute_own_inflation_level(settlement, carry))
    return Market(settlement, level, around, carry)


def require_good_on_sale(market: Market, wanted: WantedGood) -> None:
    """Raises Impossible, overrulable, for a thing not on open sale here or sought in vain."""
    name, settlement = make_search_name(wanted), market.settlement
    rarity = find_rarity_at_quality(wanted.good, wanted.quality)
    if not wanted.good.is_sold_anywhere:
        way = "Try: errant add Hob retainer" if wanted.good.sort == "retainer" else ""
        raise Impossible(f"«{name}» is on open sale nowhere.", way)
    if rarity is not None and not is_on_open_sale(rarity, settlement.type):
        raise Impossible(
            f"«{name}» (Rarity {rarity}) is not on open sale in a {settlement.type}.",
            overrulable=True,
        )
    if name in settlement.lacking:
        raise Impossible(
            f"«{name}» was sought in {settlement.name} and is not to be had this month.",
            overrulable=True,
        )


def price_wanted_good(market: Market, wanted: WantedGood) -> PricedGood:
    """What is wanted with its price here. Raises Impossible without a price or enough Supply."""
    good, settlement = wanted.good, market.settlement
    rarity = find_rarity_at_quality(good, wanted.quality)
    if good.price is None:
        why = f"No price is listed for {good.name}: the Guide says what it costs."
        raise Impossible(why, "To see what has one: wares")
    if wanted.supply > market.supply_left > 0:
        fewer = market.supply_left * wanted.number // wanted.supply
        raise Impossible(
            f"{settlement.name} has only {market.supply_left:,} Supply left until the next "
            f"Downtime Turn; {wanted.number:,} × {good.name} takes {wanted.supply:,}.",
            typed=f"x{wanted.number}",
            instead=(f"x{fewer}",) if fewer else (),
        )
    if wanted.supply and not market.supply_left:
        why = f"{settlement.name} is sold out of Supply until the next Downtime Turn."
        raise Impossible(why, "To see what there is: wares")
    if wanted.supply:
        return PricedGood(wanted, rarity, price_good_across_supply_thresholds(market, wanted))
    if good.takes_supply and not market.supply_left:
        raise Impossible(
            f"{settlement.name} is sold out of Supply, and of all that takes Supply to refill, "
            f"until the next Downtime Turn: {good.name} too.",
            "To see what there is: wares",
        )
    each = price_item(good.price, wanted.quality, compute_price_factor(market.level))
    return PricedGood(wanted, rarity, (Cost(wanted.number, each),))


def price_good_across_supply_thresholds(market: Market, wanted: WantedGood) -> tuple[Cost, ...]:
    """The price of something that takes Supply from the Settlement, one by one as they cross its
    thresholds: each price once, with how many have it. There must be enough Supply left."""
    found: list[Cost] = []
    settlement, supply, left = market.settlement, wanted.good.supply, wanted.number
    while left:
        level = max(market.level_around, compute_own_inflation_level(settlement, market.carry))
        bought = settlement.supply_bought
        room = next(each for each in SUPPLY_THRESHOLDS[settlement.type] if each > bought) - bought
        many = min(left, -(-room // supply))
        each_pennies = price_item(
            wanted.good.price or 0, wanted.quality, compute_price_factor(level)
        )
        if found and found[-1].each_pennies == each_pennies:
            found[-1] = Cost(found[-1].quantity + many, each_pennies)
        else:
            found.append(Cost(many, each_pennies))
        settlement, left = replace(settlement, supply_bought=bought + many * supply), left - many
    return tuple(found)


def price_shopping_list(market: Market, list_: Iterable[WantedGood]) -> tuple[PricedGood, ...]:
    """A whole shopping list, priced in its order. The Supply of one line counts for the next; all
    else has the prices the list began with. Raises as `price_wanted_good`."""
    found: list[PricedGood] = []
    for wanted in list_:
        found.append(price_wanted_good(market, wanted))
        market = market._replace(settlement=record_sale(market.settlement, wanted))
    return tuple(found)


def record_sale(settlement: Settlement, wanted: WantedGood) -> Settlement:
    """The Settlement after a sale: it remembers how much Supply was bought this month."""
    if not wanted.supply:
        return settlement
    return replace(settlement, supply_bought=settlement.supply_bought + wanted.supply)


def find_rarity_at_quality(good: Good, quality: Quality) -> int | None:
    """The Rarity of a good at this Quality; None for what has no Rarity."""
    if good.rarity is None or not good.quality:
        return good.rarity
    return adjust_rarity_to_quality(good.rarity, quality)


def make_search_name(wanted: WantedGood) -> str:
    """The name under which a Settlement remembers a search: each Quality is sought by itself."""
    if not wanted.good.quality or wanted.quality == "average":
        return wanted.good.name
    return f"{wanted.quality} {wanted.good.name}"


def record_search(settlement: Settlement, wanted: WantedGood, *, found: bool) -> Settlement:
    """The Settlement after a search: it remembers whether the thing is to be had."""
    name = make_search_name(wanted)
    had = tuple(each for each in settlement.found if each != name)
    missed = tuple(each for each in settlement.lacking if each != name)
    if found:
        return replace(settlement, found=(*had, name), lacking=missed)
    return replace(settlement, found=had, lacking=(*missed, name))


def list_nearest_selling_settlements(
    settlement: Settlement, settlements: Iterable[Settlement], rarity: int
) -> list[Settlement]:
    """The Settlements with this Rarity on open sale, the nearest first."""
    there = [each for each in settlements if is_on_open_sale(rarity, each.type)]
    return sorted(there, key=lambda s: (count_hexes_between(settlement.hex, s.hex), s.name))
