"""Coin: pennies, shillings and guilders (Items & Equipment, Currency). Prices are in pennies; every
piece fills as much of a slot as any other."""

from typing import NamedTuple

PENNIES_A_SHILLING = 10
PENNIES_A_GUILDER = 100


class Purse(NamedTuple):
    """Coins by denomination."""

    pennies: int = 0
    shillings: int = 0
    guilders: int = 0

    @property
    def worth(self) -> int:
        """The worth of all of it in pennies."""
        return (
            self.pennies + PENNIES_A_SHILLING * self.shillings + PENNIES_A_GUILDER * self.guilders
        )

    @property
    def pieces(self) -> int:
        """The number of coins: 100 fill an Item Slot."""
        return self.pennies + self.shillings + self.guilders

    def add(self, other: "Purse") -> "Purse":
        return Purse(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


def make_purse(pennies: int) -> Purse:
    """So many pennies in as few coins as possible."""
    guilders, rest = divmod(pennies, PENNIES_A_GUILDER)
    shillings, rest = divmod(rest, PENNIES_A_SHILLING)
    return Purse(rest, shillings, guilders)


def split_purse(purse: Purse, heads: int) -> tuple[Purse, ...]:
    """The purse in so many shares of the same worth; the first has the pennies besides that are
    left of the division. Coins are dealt as they are, and only those that are left are changed."""
    dealt = Purse(*(count // heads for count in purse))
    left = Purse(*(count % heads for count in purse)).worth
    share, rest = divmod(left, heads)
    first = dealt.add(make_purse(share + rest))
    return (first, *(dealt.add(make_purse(share)) for _ in range(heads - 1)))


def pay_from_purse(purse: Purse, price: int) -> Purse | None:
    """The purse after so many pennies are paid out of it; None if they are not in it. The smallest
    coins go first, and the change comes in as few coins as possible."""
    due, left = price, []
    for count, worth in zip(purse, (1, PENNIES_A_SHILLING, PENNIES_A_GUILDER), strict=True):
        handed = min(count, -(-max(0, due) // worth))
        due -= handed * worth
        left.append(count - handed)
    return Purse(*left).add(make_purse(-due)) if due <= 0 else None
