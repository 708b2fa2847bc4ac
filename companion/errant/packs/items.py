"""What can be carried, and the kinds of gear that the procedures know (Items & Equipment, Item
Slots and Depletion). «Torches (6)» is six of the kind `torch`, however somebody spelled it.
"""

import re
from functools import lru_cache
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from companion.audience import Public, Secret

Place = Literal["hand", "handy", "worn", "pack"]
PLACES: tuple[Place, ...] = ("hand", "handy", "worn", "pack")
Capacity = Literal["", "small", "bulky"]
"""What a container takes: only small things, or bulky ones too; "" for what is no container."""
Quality = Literal["shoddy", "average", "masterwork"]
WeaponClass = Literal["light", "medium", "heavy"]
Reach = Literal["melee", "missile", "thrown"]
_Plus = Annotated[int, Meta(ge=0, le=10)]
UseCount = Annotated[int, Meta(ge=0, le=1_000_000)]


class GearKind(NamedTuple):
    """A kind of gear: its size in Item Slots, and its Depletion or Burn when full."""

    name: str
    slots: float
    depletion: int | None = None
    burn: int | None = None
    spellings: tuple[str, ...] = ()


GEAR_KINDS: dict[str, GearKind] = {
    kind.name: kind
    for kind in (
        GearKind("torch", 0.5, burn=2, spellings=("torches",)),
        GearKind("candle", 0.25, burn=1, spellings=("candles",)),
        GearKind("lantern", 1.0, spellings=("lanterns", "lamp", "hooded lantern")),
        GearKind(
            "oil",
            1.0,
            depletion=4,
            spellings=(
                "lantern oil",
                "flask of oil",
                "flask of lantern oil",
                "oil flask",
                "lamp oil",
                "flasks of oil",
                "flasks of lantern oil",
                "oil flasks",
                "flask oil",
            ),
        ),
        GearKind(
            "rations", 0.25, depletion=1, spellings=("ration", "iron rations", "trail rations")
        ),
        GearKind(
            "feed", 1.0, depletion=4, spellings=("animal feed", "feed animal", "fodder", "oats")
        ),
        GearKind("ammunition", 1.0, depletion=2, spellings=("arrows", "bolts", "quiver", "ammo")),
        GearKind("tinderbox", 0.25),
        GearKind("rope", 0.5, spellings=("rope 50", "rope 50'")),
        GearKind("bedroll", 0.5),
        GearKind("waterskin", 0.25),
        GearKind("mess kit", 0.5, spellings=("kit mess",)),
        GearKind("healer's kit", 1.0, depletion=1, spellings=("healing kit", "kit healer's")),
        GearKind(
            "armour repair kit", 1.0, depletion=1, spellings=("kit armour repair", "repair kit")
        ),
    )
}
LIGHT_SOURCE_KINDS = ("torch", "candle", "lantern")
_BY_SPELLING = {
    spelling: kind.name for kind in GEAR_KINDS.values() for spelling in (kind.name, *kind.spellings)
}
_COUNTED_NAME = re.compile(
    r"(?:(?P<before>\d{1,6})(?:\s*x)?\s++)?(?P<name>|.*?\S)"
    r"\s*+(?:\((?P<in>\d{1,6})\)|x\s?(?P<after>\d{1,6}))?",
    re.IGNORECASE,
)


@lru_cache(maxsize=4_096)
def parse_gear_kind_and_count(name: str) -> tuple[str, int]:
    """The kind and the number that a written name stands for: «Torches (6)» is ("torch", 6). The
    kind is "" for what the procedures do not know, the number 1 if none is written."""
    found = _COUNTED_NAME.fullmatch(name.strip())
    if not found:
        return "", 1
    counts = [int(found[group]) for group in ("before", "in", "after") if found[group]]
    plain = re.sub(r"[^a-z0-9' ]+", " ", found["name"].casefold())
    kind = _BY_SPELLING.get(" ".join(plain.split()), "")
    return kind, max(counts[0], 1) if kind and counts else 1


_INSIGNIFICANT = r"(?:.* )?(?:clothes|clothing|pebbles|cheap rings?)"
_MAGIC = r"\b(?:potions?|elixirs?|philtres?|scrolls?|wands?)\b(?! case)"


def is_magic_name(name: str) -> bool:
    """True for a name of what is magic whoever made it: a potion, a scroll, a wand."""
    return re.search(_MAGIC, name.casefold()) is not None


def is_insignificant_name(name: str) -> bool:
    """True for clothes, cheap rings and pebbles, which fill no Item Slot (Items & Equipment)."""
    return re.fullmatch(_INSIGNIFICANT, name.strip().casefold()) is not None


def takes_hand_and_handy_slot(name: str) -> bool:
    """True for the name of a large shield, which takes a hand and a handy slot when wielded."""
    return "large shield" in name.casefold()


class Item(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One thing, or a stack of `count` like ones, carried in one place.

    `slots` is the size of one in Item Slots, a whole number of quarters. A light source has
    `burn` of `burn_max`, other consumables `depletion` of `depletion_max`; a lantern has neither:
    it burns a flask of oil. A stack is of whole, unlit things; a part-used or lit one leaves it.
    A weapon has a `class`, and a `reach` where its name does not tell it. Arms and armour lose
    Quality, of which `quality_left` is left, None for all of it; a piece of armour has `blocks`,
    and `blocks_max` if some are used. A magic one has a `plus`, and as many True Strikes or
    Deflects, None if none is used. A thing with a `breakage`, in six, may be `broken`.
    A `bulky` thing fits no backpack. A thing `inside` a container (its id) is carried where that
    is. `worth` (pennies, of one) and `rarity` are written if no price table has the thing.
    """

    id: Public[str] = ""
    name: Public[str]
    kind: Public[str] = ""
    count: Public[Annotated[int, Meta(ge=1, le=100_000)]]
    slots: Public[Annotated[float, Meta(ge=0, le=1_000)]]
    place: Public[Place] = "pack"
    depletion: Public[UseCount | None] = None
    depletion_max: Public[UseCount | None] = None
    burn: Public[UseCount | None] = None
    burn_max: Public[UseCount | None] = None
    lit: Public[bool] = False
    magic: Public[bool] = False
    weapon: Public[WeaponClass | None] = field(name="class", default=None)
    reach: Public[Reach | None] = None
    quality: Public[Quality | None] = None
    quality_left: Public[Annotated[int, Meta(ge=0, le=3)] | None] = None
    blocks: Public[UseCount | None] = None
    blocks_max: Public[UseCount | None] = None
    plus: Public[_Plus] = 0
    true_strikes: Public[_Plus | None] = None
    deflects: Public[_Plus | None] = None
    breakage: Public[Annotated[int, Meta(ge=0, le=6)] | None] = None
    broken: Public[bool] = False
    bulky: Public[bool] = False
    holds: Public[Capacity] = ""
    inside: Public[str] = ""
    worth: Public[Annotated[int, Meta(ge=0, le=100_000_000)] | None] = None
    rarity: Public[Annotated[int, Meta(ge=1, le=6)] | None] = None
    note: Secret[str] = ""

    @property
    def quarter_slots(self) -> int:
        """Quarter slots filled by the whole stack."""
        return self.quarter_slots_each * self.count

    @property
    def quarter_slots_each(self) -> int:
        """Quarter slots filled by one; also the Supply that refills it."""
        return int(self.slots * 4)

    @property
    def uses_left(self) -> int | None:
        """Burn of a light source, Depletion of the rest; None for what does not run down."""
        return self.burn if self.burn is not None else self.depletion

    @property
    def max_uses(self) -> int | None:
        return self.burn_max if self.burn is not None else self.depletion_max

    def with_uses_left(self, left: int) -> "Item":
        """The thing with this much Burn or Depletion left."""
        return replace(self, **{"depletion" if self.burn is None else "burn": left})
