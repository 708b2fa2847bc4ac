"""What one good of the public text is listed with."""

from typing import NamedTuple


class Row(NamedTuple):
    """Price in pennies, size in Item Slots, Rarity, then what not every good has.

    No price: the Guide says what it costs. No Rarity: the tables print a dash. `per` is what the
    price is for; `daily`, that the good can also be hired by the day; `supply`, what a Settlement
    counts for one; `carries` and `speed`, the slots and the SPD of a mount, which is `draught`
    where no vehicle slows it; `times`, what a vehicle makes of the slots of all its mounts
    together, and `slower`, what it takes from the SPD of the fastest.
    """

    name: str
    price: int | None
    slots: float
    rarity: int | None
    depletion: int | None = None
    burn: int | None = None
    blocks: int | None = None
    least: bool = False
    per: str = ""
    daily: bool = False
    supply: int = 0
    carries: int | None = None
    speed: int | None = None
    draught: bool = False
    times: int | None = None
    slower: int = 0
