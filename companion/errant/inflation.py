"""Inflation: what buying Supply does to prices (Items & Equipment, Inflation).

Each Settlement counts the Supply bought there since the last Downtime Turn. Each threshold reached
raises its level by one; the last is all the Supply there is.
"""

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

from msgspec import Struct

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
    """How many are bought at one price, and what each of them costs."""

    quantity: int
    each_pennies: int

    @property
    def pennies(self) -> int:
        """What they cost together."""
        return self.quantity * self.each_pennies


def compute_price_factor(level: int) -> int:
    """What prices are multiplied by: 1 at level 0, then 2, 4, 6, 8, 10, 12."""
    return 2 * level if level else 1


def compute_own_level(settlement: Settlement, carry: CarryRule = "higher") -> int:
    """The level of a Settlement by itself, from the Supply bought this month and the level carried
    over. The higher of the two counts; where the house `adds`, both together, at most 6."""
    thresholds = SUPPLY_THRESHOLDS[settlement.type]
    reached = sum(settlement.supply_bought >= threshold for threshold in thresholds)
    if carry == "adds":
        return min(HIGHEST_LEVEL, settlement.inflation + reached)
    return max(settlement.inflation, reached)


def carry_over_level(settlement: Settlement, carry: CarryRule = "higher") -> int:
    """The level carried into the next month: it falls by 1 unless it was raised in this one."""
    now = compute_own_level(settlement, carry)
    return now if now > settlement.inflation else max(0, settlement.inflation - 1)


def count_supply_left(settlement: Settlement) -> int:
    """The Supply that can still be bought until the next Downtime Turn."""
    return max(0, SUPPLY_THRESHOLDS[settlement.type][-1] - settlement.supply_bought)


def compute_level_at(
    place: Hex, settlements: Iterable[Settlement], carry: CarryRule = "higher"
) -> int:
    """The level of prices on a hex: the highest of all Settlements' levels, each less the number of
    hexes between; never below 0."""
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
