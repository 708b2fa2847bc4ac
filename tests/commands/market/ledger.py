"""A ledger of trade, kept naively: every coin, every thing and every point of Supply written down,
every price worked out by itself."""

from collections import Counter
from fractions import Fraction
from math import floor
from typing import NamedTuple, TypeAlias


class Ware(NamedTuple):
    """A good as it is typed and as the rules have it: what it costs, how rare it is, the Supply it
    takes from a Settlement, whether Supply refills it, and what its Quality makes of its price and
    of its Rarity."""

    typed: str
    pennies: int
    rarity: int
    supply: int = 0
    refilled: bool = False
    quality: Fraction = Fraction(1)
    rarer: int = 0

    @property
    def name(self) -> str:
        """What it is called, without its Quality."""
        return self.typed.removesuffix(" shoddy").removesuffix(" masterwork")

    @property
    def found_in(self) -> int:
        """The least tier of Settlement that has it."""
        return sorted((1, self.rarity + self.rarer))[1]


SUPPLY = Ware("Supply", 1, 1, supply=1)
WARES = (
    SUPPLY,
    Ware("provisions", 10, 1, supply=4),
    Ware("rope", 15, 1),
    Ware("lantern", 30, 3),
    Ware("candle", 1, 1, refilled=True),
    Ware("torch", 5, 2, refilled=True),
    Ware("healer's kit", 200, 3, refilled=True),
    Ware("light weapon shoddy", 25, 1, quality=Fraction(1, 2), rarer=-1),
    Ware("medium weapon", 50, 2),
    Ware("heavy weapon masterwork", 100, 3, quality=Fraction(2), rarer=1),
)
WHO = ("ada", "bo")
NAMES = ("Aldham", "Birle", "Corrow")
KINDS = ("hamlet", "village", "town", "city", "metropolis")
STEPS = (
    (10, 20),
    (20, 40, 80),
    (40, 80, 160, 320),
    (80, 160, 320, 640, 1_280),
    (160, 320, 640, 1_280, 2_560, 5_120),
)
TIMES = (1, 2, 4, 6, 8, 10, 12)


class Town:
    """A Settlement in the ledger."""

    def __init__(self, tier: int, place: tuple[int, int], carried: int) -> None:
        self.tier, self.place, self.carried, self.bought = tier, place, carried, 0

    @property
    def steps(self) -> tuple[int, ...]:
        return STEPS[self.tier - 1]

    def own(self, *, adds: bool) -> int:
        reached = sum(1 for step in self.steps if step <= self.bought)
        return min(6, self.carried + reached) if adds else max(self.carried, reached)

    def month(self, *, adds: bool) -> None:
        raised = self.own(adds=adds) > self.carried
        self.carried = self.own(adds=adds) if raised else max(0, self.carried - 1)
        self.bought = 0


class NotDone(Exception):  # noqa: N818 (nothing went wrong: the ledger says no)
    """What cannot be: words that a refusal must have in it."""


Coins: TypeAlias = Counter[int]
"""How many coins there are of each worth."""


class Ledger:
    """All that trade is about, kept naively."""

    def __init__(self, towns: list[Town], *, adds: bool) -> None:
        self.towns, self.adds, self.at = towns, adds, 0
        self.purses: dict[str, Coins] = {who: Counter({1: 7, 10: 5, 100: 300}) for who in WHO}
        self.packs: dict[str, Counter[str]] = {who: Counter() for who in WHO}
        self.supply = dict.fromkeys(WHO, 0)

    @property
    def here(self) -> Town:
        return self.towns[self.at]

    def level(self, town: Town) -> int:
        """What is felt there of every Settlement, a level less for each step of the way."""
        return max(self.felt(town, other) for other in self.towns)

    def felt(self, town: Town, other: Town) -> int:
        """What is felt in the one of the other."""
        q, r = other.place[0] - town.place[0], other.place[1] - town.place[1]
        return max(0, other.own(adds=self.adds) - (abs(q) + abs(r) + abs(q + r)) // 2)

    def price_each(self, ware: Ware, number: int, began: int) -> list[int]:
        """What each of so many costs here; Supply is counted as it is bought, all else has the
        level that prices began at."""
        here, exact = self.here, ware.pennies * ware.quality
        left = here.steps[-1] - here.bought
        if left < number * ware.supply or (ware.refilled and not left):
            raise NotDone("Supply")
        prices = [max(1, floor(exact * times)) for times in TIMES]
        if not ware.supply:
            return [prices[began]] * number
        found, around = [], max(self.felt(here, other) for other in self.towns if other is not here)
        for _ in range(number):
            found.append(prices[max(around, here.own(adds=self.adds))])
            here.bought += ware.supply
        return found

    def pay(self, who: str, pennies: int) -> None:
        """Coins go down one by one, the smallest first; the change comes back in the fewest."""
        put_down = 0
        for coin in (1, 10, 100):
            while put_down < pennies and self.purses[who][coin]:
                self.purses[who][coin] -= 1
                put_down += coin
        if put_down < pennies:
            raise NotDone("costs")
        self.get(who, put_down - pennies)

    def get(self, who: str, pennies: int) -> None:
        for coin in (100, 10, 1):
            while pennies >= coin:
                self.purses[who][coin] += 1
                pennies -= coin

    def worth(self) -> int:
        return sum(
            coin * number for purse in self.purses.values() for coin, number in purse.items()
        )
