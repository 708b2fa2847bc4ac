"""Rarity and Quality: what is on open sale where, what it fetches again, whether it is to be had
(Items & Equipment, Settlement Types, Rarity, Quality & Breakage)."""

from typing import get_args

from companion.errant.items import Quality
from companion.errant.world import SETTLEMENT_TYPES, SettlementType

QUALITIES: tuple[Quality, ...] = get_args(Quality)
RAREST = 5
"""The Rarity of what only a metropolis has on open sale; 6 is nowhere."""


def tier(settlement_type: SettlementType) -> int:
    """1 for a hamlet to 5 for a metropolis."""
    return SETTLEMENT_TYPES.index(settlement_type) + 1


def on_open_sale(rarity: int, settlement_type: SettlementType) -> bool:
    """Whether what has this Rarity is freely bought and sold there."""
    return rarity <= tier(settlement_type)


def rarity_of(rarity: int, quality: Quality) -> int:
    """The Rarity of a thing of this Quality: shoddy 1 less, never below 1; masterwork 1 more."""
    return max(1, rarity + QUALITIES.index(quality) - 1)


def quality_points(quality: Quality) -> int:
    """The Quality a thing begins with: shoddy 1, average 2, masterwork 3."""
    return QUALITIES.index(quality) + 1


def price(listed: int, quality: Quality = "average", factor: int = 1) -> int:
    """What one costs, in pennies: the price listed, halved for shoddy and doubled for masterwork,
    times what inflation makes of it; rounded down once, and 1 at least."""
    halves = {"shoddy": 1, "average": 2, "masterwork": 4}[quality]
    return max(1, listed * halves * factor // 2)


def resale(worth: int, rarity: int) -> int:
    """What things that were owned before fetch: 10 % of their original worth for each point of
    Rarity, rounded down once for the lot (pennies). Inflation does not touch it."""
    return worth * rarity // 10


def chance_to_be_had(rarity: int) -> int:
    """The D100 at or below which a thing is to be had: 90 at Rarity 1, 50 at 5."""
    return max(0, 100 - 10 * rarity)
