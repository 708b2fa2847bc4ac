"""Coin: pennies, shillings and guilders, counted out and given back (Items & Equipment, Currency).

Prices are in pennies. 10 pennies make a shilling, 10 shillings a guilder. Every piece fills as much
of a slot as any other, whatever it is worth.
"""

from typing import NamedTuple

PENNIES_A_SHILLING = 10
PENNIES_A_GUILDER = 100


class Purse(NamedTuple):
    """Coins by denomination: a purse, a price as it is counted out, or the change."""

    pennies: int = 0
    shillings: int = 0
    guilders: int = 0

    @property
    def worth(self) -> int:
        """What all of it is worth, in pennies."""
        return (
            self.pennies + PENNIES_A_SHILLING * self.shillings + PENNIES_A_GUILDER * self.guilders
        )

    @property
    def pieces(self) -> int:
        """How many coins it is: 100 of them fill an Item Slot."""
        return self.pennies + self.shillings + self.guilders

    def add(self, other: "Purse") -> "Purse":
        """Both together."""
        return Purse(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


def make_purse(pennies: int) -> Purse:
    """So many pennies in as few coins as there can be."""
    guilders, rest = divmod(pennies, PENNIES_A_GUILDER)
    shillings, rest = divmod(rest, PENNIES_A_SHILLING)
    return Purse(rest, shillings, guilders)


def pay_from_purse(purse: Purse, price: int) -> Purse | None:
    """The purse after so many pennies are paid out of it; None where they are not in it.

    The smallest coins are handed over first, for they weigh as much as the others; what is handed
    over too much comes back in as few coins as there can be.
    """
    handed = _pick_coins(purse, price)
    if handed is None:
        return None
    left = Purse(*(had - gave for had, gave in zip(purse, handed, strict=True)))
    return left.add(make_purse(handed.worth - price))


def _pick_coins(purse: Purse, price: int) -> Purse | None:
    """The coins put on the counter: the smallest first, until they are worth the price."""
    worths = (1, PENNIES_A_SHILLING, PENNIES_A_GUILDER)
    due, handed = price, [0, 0, 0]
    for at, worth in enumerate(worths):
        handed[at] = min(purse[at], -(-max(0, due) // worth))
        due -= handed[at] * worth
    return Purse(*handed) if due <= 0 else None
