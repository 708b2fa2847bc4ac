"""Goods: what the price tables list, from a candle to a cathedral (Items & Equipment; Goods &
Services of the public text). Prices in pennies, sizes in Item Slots, both of one."""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.errant.items import Holds, Item, Place, Quality, Uses, recognise

Sort: TypeAlias = Literal[
    "thing", "animal", "vehicle", "service", "lodging", "building", "retainer"
]


class Good(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One line of a price table.

    Without a `price` it is the Guide's to say; where that is the `least`, it may cost more; `per`
    is what it is paid for, where that is not the thing itself (a night, a mile). Without a `rarity`
    it is nowhere on open sale as such. `supply` is what the Settlement counts for one. What has
    `quality` is made shoddy, average or masterwork.
    `carries` and `speed` are those of a mount, which is `draught` if no vehicle slows it; a vehicle
    carries `times` what those that draw it could, and makes them `slower`.
    """

    name: str
    price: Annotated[int, Meta(ge=0, le=100_000_000)] | None = None
    least: bool = False
    per: str = ""
    rarity: Annotated[int, Meta(ge=1, le=6)] | None = None
    supply: Annotated[int, Meta(ge=0, le=1_000)] = 0
    slots: Annotated[float, Meta(ge=0, le=1_000)] = 0.0
    depletion: Uses | None = None
    burn: Uses | None = None
    blocks: Annotated[int, Meta(ge=0, le=1_000)] | None = None
    quality: bool = False
    place: Place = "pack"
    bulky: bool = False
    holds: Holds = ""
    daily: bool = False
    carries: Annotated[int, Meta(ge=0, le=10_000)] | None = None
    speed: Annotated[int, Meta(ge=0, le=100)] | None = None
    draught: bool = False
    times: Annotated[int, Meta(ge=1, le=100)] | None = None
    slower: Annotated[int, Meta(ge=0, le=100)] = 0
    also: tuple[str, ...] = ()
    note: str = ""
    sort: Sort = "thing"

    @property
    def is_supply(self) -> bool:
        """Whether it is Supply itself, which is no thing in a pack."""
        return self.name.casefold() == "supply"

    @property
    def takes_supply(self) -> bool:
        """Whether Supply refills it: such things are sold out where Supply is."""
        uses = self.burn if self.burn is not None else self.depletion
        return self.sort == "thing" and bool(uses) and self.slots > 0


Goods: TypeAlias = tuple[Good, ...]


def names_of(good: Good) -> tuple[str, ...]:
    """What a good is called, its own name first."""
    return (good.name, *good.also)


def overridden(goods: Iterable[Good], by: Iterable[Good]) -> Goods:
    """Goods, and those that stand in the place of others of the same name, or beside them."""
    found = {good.name.casefold(): good for good in goods}
    found.update((good.name.casefold(), good) for good in by)
    return tuple(found.values())


def listed_as(name: str, goods: Goods) -> Good | None:
    """The good that a thing is, by its whole name, in one or in several; None where no price table
    has it."""
    for spelling in _spellings(name):
        for good in goods:
            if any(spelling == each.casefold() for each in names_of(good)):
                return good
    return None


def _spellings(name: str) -> Iterator[str]:
    """How a good may be called where a thing has this name: «Torches (6)» is a torch."""
    kind, _ = recognise(name)
    folded = " ".join(name.casefold().split())
    yield kind or folded
    yield folded
    if folded.endswith("s"):
        yield folded.removesuffix("s")


def called(good: Good, typed: str) -> str:
    """What a thing is called that was asked for by this name or a part of it: a longsword is one,
    though it is listed as a heavy weapon; a kind of gear that the procedures know is that kind."""
    folded = " ".join(typed.casefold().split())
    if recognise(typed)[0] or folded in good.name.casefold():
        return good.name
    names = [(name, name.casefold()) for name in good.also]
    wholly = (name for name, plain in names if folded in (plain, f"{plain}s"))
    partly = (name for name, plain in names if folded in plain)
    loosely = (name for name, plain in names if all(part in plain for part in folded.split()))
    return next(chain(wholly, partly, loosely), good.name)


def item_of(good: Good, *, count: int = 1, quality: Quality = "average", name: str = "") -> Item:
    """Such a thing, full and unlit, as it goes into a pack, by another `name` if it has one."""
    kind, _ = recognise(good.name)
    item = Item(
        name=name or good.name,
        kind=kind,
        count=count,
        slots=good.slots,
        place=good.place,
        depletion=good.depletion,
        depletion_max=good.depletion,
        burn=good.burn,
        burn_max=good.burn,
        blocks=good.blocks,
        bulky=good.bulky,
        holds=good.holds,
    )
    return replace(item, quality=quality) if good.quality else item
