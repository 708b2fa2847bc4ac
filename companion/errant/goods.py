"""Goods: what the price tables list, from a candle to a cathedral (Items & Equipment; Goods &
Services of the public text). Prices in pennies, sizes in Item Slots, both of one."""

from collections.abc import Iterable
from itertools import chain
from typing import Annotated, Literal, NamedTuple, TypeAlias, get_args

from msgspec import Meta, Struct, field

from companion.errant.company import Archetype
from companion.errant.packs.items import (
    GEAR_KINDS,
    Capacity,
    GearKind,
    Item,
    Place,
    Quality,
    Reach,
    UseCount,
    WeaponClass,
    is_insignificant_name,
    parse_gear_kind_and_count,
)
from companion.errant.packs.stacks import name_single_item
from companion.errant.singulars import singularise_name
from companion.errant.world import SETTLEMENT_TYPES, SettlementType

GoodSort: TypeAlias = Literal[
    "thing", "animal", "vehicle", "service", "lodging", "building", "retainer"
]


class Good(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One line of a price table.

    Without a `price` it is the Guide's to say; where that is the `least`, it may cost more; `per`
    is what it is paid for, where that is not the thing itself (a night, a mile). Without a `rarity`
    it is sold everywhere, but without either nowhere. `supply` is what the Settlement counts for
    one. What has `quality` is made shoddy, average or masterwork; a weapon has a `class` and a
    `reach`, a piece of armour `blocks`.
    `carries` and `speed` are those of a mount, which is `draught` if no vehicle slows it, and bears
    packs alone if it is not `ridden`; a vehicle carries `times` what those that draw it could, as
    many as its `team` at most, and makes them `slower`.
    """

    name: str
    price: Annotated[int, Meta(ge=0, le=100_000_000)] | None = None
    least: bool = False
    per: str = ""
    rarity: Annotated[int, Meta(ge=1, le=6)] | None = None
    supply: Annotated[int, Meta(ge=0, le=1_000)] = 0
    slots: Annotated[float, Meta(ge=0, le=1_000)] = 0.0
    depletion: UseCount | None = None
    burn: UseCount | None = None
    blocks: Annotated[int, Meta(ge=0, le=1_000)] | None = None
    weapon: WeaponClass | None = field(name="class", default=None)
    reach: Reach | None = None
    quality: bool = False
    place: Place = "pack"
    bulky: bool = False
    magic: bool = False
    holds: Capacity = ""
    daily: bool = False
    carries: Annotated[int, Meta(ge=0, le=10_000)] | None = None
    speed: Annotated[int, Meta(ge=0, le=100)] | None = None
    draught: bool = False
    ridden: bool = True
    times: Annotated[int, Meta(ge=1, le=100)] | None = None
    slower: Annotated[int, Meta(ge=0, le=100)] = 0
    team: Annotated[int, Meta(ge=0, le=100)] = 0
    also: tuple[str, ...] = ()
    note: str = ""
    sort: GoodSort = "thing"

    @property
    def is_sold_anywhere(self) -> bool:
        """False for what has neither a Rarity nor a price: a henchman."""
        return self.rarity is not None or self.price is not None

    @property
    def is_supply(self) -> bool:
        """True for Supply itself, which is no thing in a pack."""
        return self.name.casefold() == "supply"

    @property
    def takes_supply(self) -> bool:
        """True if Supply refills it: such things are sold out where Supply is."""
        uses = self.burn if self.burn is not None else self.depletion
        return self.sort == "thing" and bool(uses) and self.slots > 0 and not self.magic


Goods: TypeAlias = tuple[Good, ...]


def list_good_names(good: Good) -> tuple[str, ...]:
    """The names of a good, its own first."""
    return (good.name, *good.also)


_SILVERED = "silvered "
"""Before the name of a weapon: a silvered dagger is a silvered light weapon."""


def find_listed_good(name: str, goods: Goods) -> Good | None:
    """The good of this whole name, singular or plural; None if no price table has it."""
    folded = " ".join(name.casefold().split())
    kind, _ = parse_gear_kind_and_count(name)  # «Torches (6)» is a torch
    for spelling in (kind or folded, folded, singularise_name(folded)):
        for good in goods:
            if any(spelling == each.casefold() for each in list_good_names(good)):
                return good
    bare = folded.removeprefix(_SILVERED)
    plain = find_listed_good(bare, goods) if bare != folded else None
    if plain is None or plain.name.casefold() == bare:
        return None
    return find_listed_good(f"{_SILVERED}{plain.name}", goods)


def list_goods_with_name_ending(name: str, goods: Goods) -> dict[str, Good]:
    """The goods, a name of each, that a name without their size can mean: a shield is a small
    shield or a large one. Of weapons and armour a longsword is a sword, too."""
    *more, last = name.casefold().removeprefix(_SILVERED).split() or [""]
    found: dict[str, Good] = {}
    for good in goods:
        for each in list_good_names(good):
            *before, own = each.casefold().split()
            is_compound = good.quality and own != last and own.endswith(last)
            if not (is_compound or (before and own == last)) or not last or "with" in before:
                continue
            if set(more) <= set(before):
                found[each] = good
                break
    return {each: good for each, good in found.items() if not _has_shorter_name(each, found)}


def _has_shorter_name(name: str, names: Iterable[str]) -> bool:
    """True if a name is another with a word before it: silvered longsword."""
    return any(name.endswith(f" {each}") for each in names)


def find_good_of_item(item: Item, goods: Goods) -> Good | None:
    """The good that a thing is by its name, or by an ending that only one has."""
    name = name_single_item(item)
    good = find_listed_good(name, goods)
    if good is None and len(sorts := list_goods_with_name_ending(name, goods)) == 1:
        (good,) = sorts.values()
    return good


def find_worth_of_item(item: Item, goods: Goods) -> int | None:
    """The worth of one new, in pennies: its own, else that of the price tables; None if nobody
    knows it."""
    if item.worth is not None:
        return item.worth
    good = find_good_of_item(item, goods)
    if good is None or good.price is None:
        return None
    return price_item(good.price, item.quality or "average")


def choose_item_name_for_good(good: Good, typed: str) -> str:
    """The name of a thing that was asked for by this name or a part of it: a longsword keeps its
    name, though it is listed as a heavy weapon; gear that the procedures know has its kind's."""
    folded = " ".join(typed.casefold().split())
    if parse_gear_kind_and_count(typed)[0] or folded in good.name.casefold():
        return good.name
    names = [(name, name.casefold()) for name in good.also]
    wholly = (name for name, plain in names if folded in (plain, f"{plain}s"))
    partly = (name for name, plain in names if folded in plain)
    loosely = (name for name, plain in names if all(part in plain for part in folded.split()))
    otherwise = folded if folded.startswith(_SILVERED) else good.name
    return next(chain(wholly, partly, loosely), otherwise)


def make_item_from_good(
    good: Good, *, count: int = 1, quality: Quality = "average", name: str = ""
) -> Item:
    """Such a thing, full and unlit, as it goes into a pack; with another `name` if one is given."""
    return Item(
        name=name or good.name,
        kind=parse_gear_kind_and_count(good.name)[0],
        count=count,
        slots=good.slots,
        place=good.place,
        depletion=good.depletion,
        depletion_max=good.depletion,
        burn=good.burn,
        burn_max=good.burn,
        weapon=good.weapon,
        reach=good.reach,
        blocks=good.blocks,
        bulky=good.bulky,
        magic=good.magic,
        holds=good.holds,
        quality=quality if good.quality else None,
    )


QUALITIES: tuple[Quality, ...] = get_args(Quality)


def make_item(
    name: str, *, count: int = 1, place: Place = "pack", slots: float | None = None
) -> Item:
    """A full, unlit thing as its kind has it; what the procedures do not know fills 1 slot, unless
    it is insignificant."""
    usual = 0.0 if is_insignificant_name(name) else 1.0
    kind = GEAR_KINDS.get(parse_gear_kind_and_count(name)[0], GearKind(name, usual))
    size = kind.slots if slots is None else slots
    good = Good(name=kind.name, slots=size, place=place, depletion=kind.depletion, burn=kind.burn)
    return make_item_from_good(good, count=count)


def is_on_open_sale(rarity: int, settlement_type: SettlementType) -> bool:
    """True if this Rarity is freely sold there: up to 1 in a hamlet, 5 in a metropolis."""
    return rarity <= SETTLEMENT_TYPES.index(settlement_type) + 1


def adjust_rarity_to_quality(rarity: int, quality: Quality) -> int:
    """The Rarity of a thing of this Quality: shoddy 1 less, never below 1; masterwork 1 more."""
    return max(1, rarity + QUALITIES.index(quality) - 1)


def price_item(listed: int, quality: Quality = "average", factor: int = 1) -> int:
    """The price of one in pennies: the listed price, halved for shoddy and doubled for masterwork,
    times the `factor` of inflation; rounded down once, and at least 1."""
    halves = {"shoddy": 1, "average": 2, "masterwork": 4}[quality]
    return max(1, listed * halves * factor // 2)


def price_resold_items(worth: int, rarity: int) -> int:
    """The price in pennies of things owned before: 10 % of their original worth for each point of
    Rarity, rounded down once for the lot. Inflation does not touch it."""
    return worth * rarity // 10


def compute_availability_chance(rarity: int) -> int:
    """The D100 result at or below which a thing is to be had: 90 at Rarity 1, 50 at 5."""
    return max(0, 100 - 10 * rarity)


STARTING_SUPPLY = 4
COMMON_GEAR = ("bedroll", "torch", "rope", "mess kit", "tinderbox", "rations", "waterskin")
"""What every Errant starts with, beside a backpack, a weapon and Supply."""
STARTING_WEAPON = "medium weapon"
STARTING_AMMUNITION = "ammunition"
"""A quiver, for whoever needs one."""


class ArchetypeGear(NamedTuple):
    """One thing of the Archetype's own: the goods it can be, how many, and its size in slots if no
    price table has it."""

    choices: tuple[str, ...]
    number: int = 1
    slots: float | None = None


ARCHETYPE_GEAR: dict[Archetype, ArchetypeGear] = {
    "violent": ArchetypeGear(("heavy weapon", "small shield", "large shield")),
    "deviant": ArchetypeGear(("burglar's tools", "alchemist's kit")),
    "occult": ArchetypeGear(("grimoire",), number=4, slots=0.25),
    "zealot": ArchetypeGear(("relic",), slots=1.0),
}
