"""Weapons: their classes, how far they reach, which are in hand, and what they shoot (Items &
Equipment, Weapons; procedures 1.6)."""

from collections.abc import Callable
from typing import NamedTuple

from companion.errant.attacks.armour import is_armour
from companion.errant.company import Archetype, Errant
from companion.errant.goods import Goods, find_listed_good
from companion.errant.packs.items import Item, Reach, WeaponClass
from companion.errant.packs.stacks import find_most_used_item

RANGES: dict[WeaponClass, tuple[int, int]] = {
    "light": (30, 60),
    "medium": (80, 160),
    "heavy": (150, 300),
}
"""How far missile weapons shoot, normal and extended, in feet where it is enclosed, else yards."""
THROWN_RANGE = (20, 40)
FLAT_DAMAGE: dict[WeaponClass, int] = {"light": -1, "medium": 0, "heavy": 1}
"""What is added to the damage of an Attack Roll."""
ARCHETYPE_DICE: dict[Archetype, int] = {"violent": 8, "deviant": 6, "occult": 4, "zealot": 6}
"""The sides of the damage die of each Archetype; henchmen's go by the like of theirs."""
_MISSILES = ("bow", "sling", "dart", "blowgun", "pistol", "musket", "arquebus")
_SELF_THROWN = ("dart", "blowgun")
"""Missiles that take nothing out of a quiver."""


def guess_weapon_reach(name: str) -> Reach:
    """What a weapon reaches by its name: bows and the like shoot."""
    words = name.casefold().split()
    return "missile" if any(word.rstrip("s").endswith(_MISSILES) for word in words) else "melee"


class Weapon(NamedTuple):
    """What an Attack Roll is made with: a thing in a pack, bare hands, or something improvised,
    neither of which has a class. One of a `pair` has another weapon beside it."""

    name: str
    weapon: WeaponClass | None = None
    reach: Reach = "melee"
    item: str = ""
    is_paired: bool = False

    @property
    def range(self) -> tuple[int, int] | None:
        """How far it reaches, normally and at most; None for a melee weapon."""
        if self.reach == "melee":
            return None
        return THROWN_RANGE if self.reach == "thrown" else RANGES[self.weapon or "medium"]

    @property
    def flat_bonus(self) -> int:
        """What it adds to the damage; a light one of two loses nothing."""
        lightened = self.is_paired and self.weapon == "light"
        return 0 if lightened or self.weapon is None else FLAT_DAMAGE[self.weapon]

    @property
    def needs_ammunition(self) -> bool:
        """True for a missile weapon, but for a dart or a blowgun."""
        names = self.name.casefold().split()
        return self.reach == "missile" and not any(
            word.rstrip("s").endswith(_SELF_THROWN) for word in names
        )


UNARMED = Weapon("bare hands")


def make_weapon(item: Item, weapon: WeaponClass | None, reach: Reach | None = None) -> Weapon:
    """A thing as a weapon of a class, or without one as something improvised."""
    return Weapon(item.name, weapon, reach or item.reach or guess_weapon_reach(item.name), item.id)


def can_wield_together(one: Weapon, other: Weapon) -> bool:
    """True for two melee weapons that can be wielded together: one of them is light, the other
    light or medium."""
    classes = {one.weapon, other.weapon}
    return one.reach == other.reach == "melee" and classes in ({"light"}, {"light", "medium"})


def count_attack_rolls(archetype: Archetype | None, renown: int) -> int:
    """The Attack Rolls of one action: the Violent have one more at Renown 3, 6 and 9."""
    return 1 + renown // 3 if archetype == "violent" else 1


def find_damage_die(errant: Errant) -> int | None:
    """The sides of somebody's damage die: their own, or their Archetype's; None if neither is
    known."""
    return errant.die or (ARCHETYPE_DICE[errant.archetype] if errant.archetype else None)


def find_next_ammunition(errant: Errant) -> Item | None:
    """The ammunition that is shot next, the most used; None if all of it is shot."""
    return find_most_used_item(errant, "ammunition")


def find_weapon_class(item: Item, read_goods: Callable[[], Goods]) -> WeaponClass | None:
    """The class of a weapon: its own, or that of its name in the price tables."""
    if item.weapon or item.kind or is_armour(item):
        return item.weapon
    good = find_listed_good(item.name, read_goods())
    return good.weapon if good else None


def list_weapons_in_place(
    errant: Errant, place: str, read_goods: Callable[[], Goods]
) -> list[Weapon]:
    """The weapons of known class in a place: of two in hand, each has the other beside it."""
    items = [item for item in errant.items if item.place == place and not item.inside]
    held = [(item, find_weapon_class(item, read_goods)) for item in items]
    held = [(item, found) for item, found in held if found and not item.broken]
    weapons = [make_weapon(item, found) for item, found in held]
    each = [
        weapon for weapon, (item, _) in zip(weapons, held, strict=True) for _ in range(item.count)
    ]
    is_paired = place == "hand" and len(each) == 2 and can_wield_together(*each)
    return [weapon._replace(is_paired=is_paired) for weapon in weapons]
