"""Inflation: what a Company's hunger for Supply does to prices (Items & Equipment, Inflation).

Each Settlement counts the Supply bought from it since the last Downtime Turn. Each threshold
reached raises its level by one; the last is all the Supply there is.
"""

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from companion.errant.goods import price_item
from companion.errant.items import Quality
from companion.errant.world import (
    SETTLEMENT_TYPES,
    Hex,
    Settlement,
    SettlementType,
    count_hexes_between,
    list_hex_steps,
)

CarryRule: TypeAlias = Literal["higher", "adds"]
HIGHEST_LEVEL = 6
"""No level is higher; prices are twelvefold there."""
SUPPLY_THRESHOLDS: Mapping[SettlementType, tuple[int, ...]] = {
    kind: tuple(10 * 2 ** (tier + step) for step in range(tier + 2))
    for tier, kind in enumerate(SETTLEMENT_TYPES)
}
"""Supply bought, at which each next level begins: 10, 20 in a hamlet … to 5,120 in a metropolis."""


class Cost(Struct, frozen=True):
    """So many bought at one price: how many, and what each of them costs."""

    quantity: int
    each_pennies: int

    @property
    def pennies(self) -> int:
        """What they cost together."""
        return self.quantity * self.each_pennies


def compute_price_factor(level: int) -> int:
    """What prices are multiplied by: 1 at level 0, then 2, 4, 6, 8, 10, 12."""
    return 2 * level if level else 1


def count_thresholds_reached(settlement_type: SettlementType, bought: int) -> int:
    """How many thresholds so much Supply has reached."""
    return sum(bought >= threshold for threshold in SUPPLY_THRESHOLDS[settlement_type])


def compute_level(
    settlement_type: SettlementType, bought: int, carried: int, carry: CarryRule = "higher"
) -> int:
    """The level of a Settlement by itself: this month's purchases, and what is carried over from
    the months before. The higher of the two counts; where the house `adds`, both together, at most
    6."""
    now = count_thresholds_reached(settlement_type, bought)
    return min(HIGHEST_LEVEL, carried + now) if carry == "adds" else max(carried, now)


def count_supply_left(settlement_type: SettlementType, bought: int) -> int:
    """How much Supply there still is to be bought until the next Downtime Turn."""
    return max(0, SUPPLY_THRESHOLDS[settlement_type][-1] - bought)


def price_supply(
    settlement_type: SettlementType,
    bought: int,
    count: int,
    *,
    listed: int = 1,
    quality: Quality = "average",
    supply: int = 1,
    carried: int = 0,
    around: int = 0,
    carry: CarryRule = "higher",
) -> tuple[Cost, ...]:
    """What so many cost that take Supply from the Settlement, priced one by one as they cross its
    thresholds: each price once, with how many have it.

    `listed` is the price of one in pennies, of average Quality, and `supply` what it takes;
    `bought` the Supply that was bought before, `around` the level that other Settlements bring
    here. There must be as much `left`.
    """
    found: list[Cost] = []
    thresholds = SUPPLY_THRESHOLDS[settlement_type]
    while count:
        at = max(around, compute_level(settlement_type, bought, carried, carry))
        room = next(each for each in thresholds if each > bought) - bought
        many = min(count, -(-room // supply))
        each_pennies = price_item(listed, quality, compute_price_factor(at))
        if found and found[-1].each_pennies == each_pennies:
            found[-1] = replace(found[-1], quantity=found[-1].quantity + many)
        else:
            found.append(Cost(many, each_pennies))
        bought, count = bought + many * supply, count - many
    return tuple(found)


def carry_over_level(
    settlement_type: SettlementType, bought: int, carried: int, carry: CarryRule = "higher"
) -> int:
    """The level carried into the next month: it falls by 1 unless it was raised in this one."""
    now = compute_level(settlement_type, bought, carried, carry)
    return now if now > carried else max(0, carried - 1)


def compute_own_level(settlement: Settlement, carry: CarryRule = "higher") -> int:
    """A Settlement's own level, as it stands."""
    return compute_level(settlement.type, settlement.supply_bought, settlement.inflation, carry)


def compute_level_at(
    place: Hex, settlements: Iterable[Settlement], carry: CarryRule = "higher"
) -> int:
    """The level of prices on a hex: of all Settlements, each one's level less how far it lies, the
    highest; never below 0."""
    felt = (
        compute_own_level(each, carry) - count_hexes_between(place, each.hex)
        for each in settlements
    )
    return max(0, max(felt, default=0))


def map_levels(settlements: Iterable[Settlement], carry: CarryRule = "higher") -> dict[Hex, int]:
    """The level of every hex where prices are up."""
    found: dict[Hex, int] = {}
    for settlement in settlements:
        here, (q0, r0) = compute_own_level(settlement, carry), settlement.hex
        for q, r, away in list_hex_steps(here - 1) if here else ():
            place = (q0 + q, r0 + r)
            if here - away > found.get(place, 0):
                found[place] = here - away
    return found
