"""Quality, which weapons and armour lose by their dice, and Breakage, the chance in six of all else
(Items & Equipment, Quality & Breakage; procedures 1.9)."""

from msgspec.structs import replace

from companion.errant.attacks.armour import is_armour
from companion.errant.company import Company, Errant, change_errants_with_happenings
from companion.errant.goods import Goods, find_listed_good, find_worth_of_item
from companion.errant.happenings import ArmDestroyed, Happenings, QualityLost, QualityRestored
from companion.errant.packs.items import Item, Quality
from companion.errant.packs.stacks import (
    name_single_item,
    rejoin_item_to_stack,
    take_one_from_stack,
)

QUALITY_POINTS: dict[Quality, int] = {"shoddy": 1, "average": 2, "masterwork": 3}
ARMOURER_PENNIES = 250
"""What an armourer costs a month, who restores all Quality of the whole Company's."""
BREAKAGE_SIDES = 6
USUAL_BREAKAGE = 3
"""Chances in six that a thing breaks; 5 of a delicate one, 1 of a hardy one."""


def is_weapon_or_armour(item: Item) -> bool:
    """True for a weapon or a piece of armour, which have Quality; all else has Breakage."""
    made = item.weapon is not None or item.quality is not None or item.plus > 0
    return made or is_armour(item)


def set_weapon_or_armour_values(item: Item, goods: Goods) -> Item:
    """A weapon or a piece of armour with the figures of its name in the price tables, where it has
    none of its own."""
    if is_armour(item) or item.weapon is not None:
        return item
    good = find_listed_good(name_single_item(item), goods)
    if good is None or not good.quality:
        return item
    return replace(item, weapon=good.weapon, reach=item.reach or good.reach, blocks=good.blocks)


def find_quality(item: Item) -> Quality:
    """What a thing is made as: magic is masterwork, and average what nobody has said."""
    if item.magic or item.plus:
        return "masterwork"
    return item.quality or "average"


def find_max_quality(item: Item) -> int:
    """Its Quality when none is lost; 0 for what has none."""
    return QUALITY_POINTS[find_quality(item)] if is_weapon_or_armour(item) else 0


def count_quality_left(item: Item) -> int:
    """The Quality that a weapon or a piece of armour has left."""
    most = find_max_quality(item)
    return most if item.quality_left is None else min(item.quality_left, most)


def lose_quality(
    errant: Errant, item_id: str, number: int = 1, goods: Goods = ()
) -> tuple[Errant, Happenings]:
    """Lower the Quality of a thing of somebody's, one of a stack. At 0 it is destroyed: it is gone,
    and its worth is that of the price tables. What has no Quality loses none."""
    before = count_quality_left(errant.get_item(item_id))
    if number <= 0 or not before:
        return errant, ()
    errant, one = take_one_from_stack(errant, item_id)
    left = max(0, before - number)
    if not left:
        gone = ArmDestroyed(errant.id, one.id, one.name, find_worth_of_item(one, goods))
        return errant.without_item(one.id), (gone,)
    errant = errant.with_item(replace(one, quality_left=left))
    return errant, (QualityLost(errant.id, one.id, one.name, before - left, left),)


def restore_quality(
    errant: Errant, item_id: str, number: int | None = None
) -> tuple[Errant, Happenings]:
    """So much more Quality for a thing of somebody's, or all of it, but never more than it is made
    for; a stack is alike."""
    item = errant.get_item(item_id)
    before, most = count_quality_left(item), find_max_quality(item)
    after = most if number is None else min(most, before + number)
    if after <= before:
        return errant, ()
    better = replace(item, quality_left=None if after == most else after)
    errant, put = rejoin_item_to_stack(errant.with_item(better), item_id)
    return errant, (QualityRestored(errant.id, put.id, put.name, before, after),)


def restore_all_quality(company: Company) -> tuple[Company, Happenings]:
    """All Quality of everything that the Company has: an armourer's month."""

    def restore_quality_of_errant(errant: Errant) -> tuple[Errant, Happenings]:
        restored: Happenings = ()
        for item in errant.items:
            errant, events = restore_quality(errant, item.id)
            restored += events
        return errant, restored

    return change_errants_with_happenings(company, company, restore_quality_of_errant)
