"""Armour: Blocks, spent before a damage die is rolled, and what magic arms have beside: Deflects
and True Strikes, used after it (Items & Equipment, Armour, Magic Weapons & Armour; readings,
Armour, weapons, Quality; procedures 1.8)."""

from typing import NamedTuple

from msgspec.structs import replace

from companion.errant.attacks.statuses import Step
from companion.errant.company import (
    Company,
    Errant,
    change_errants_with_happenings,
    get_errant,
    list_everyone_present,
    replace_errant,
)
from companion.errant.happenings import (
    ArmourRepaired,
    Deflected,
    Depleted,
    Happenings,
    MagicRenewed,
)
from companion.errant.packs.depletion import Refill, use_item
from companion.errant.packs.items import Item
from companion.errant.packs.stacks import (
    find_most_used_item,
    rejoin_item_to_stack,
    take_one_from_stack,
)
from companion.refusal import Impossible

REPAIR_KIT = "armour repair kit"
BARDING = "barding"


def find_max_blocks(item: Item) -> int:
    """The Blocks of a piece of armour when none is used; 0 for what is no armour."""
    return (item.blocks or 0) if item.blocks_max is None else item.blocks_max


def count_blocks_left(item: Item) -> int:
    """The Blocks that a piece of armour has left."""
    return find_max_blocks(item) if item.blocks is None else item.blocks


def is_armour(item: Item) -> bool:
    """True for what has Blocks, used up or not."""
    return find_max_blocks(item) > 0


def is_shield(item: Item) -> bool:
    """True for armour that is held in a hand."""
    return is_armour(item) and "shield" in item.name.casefold()


def is_barding(item: Item) -> bool:
    """True for the armour of animals."""
    return is_armour(item) and BARDING in item.name.casefold()


def is_worn(errant: Errant, item: Item) -> bool:
    """True for a piece of armour that is where it can Block: worn, a shield in a hand, barding on
    an animal. What has no Blocks left is still worn."""
    if not is_armour(item) or item.inside:
        return False
    if errant.kind == "animal" or is_barding(item):
        return errant.kind == "animal" and is_barding(item)
    return item.place == "hand" if is_shield(item) else item.place == "worn"


def list_worn_armour(errant: Errant) -> tuple[Item, ...]:
    """The pieces of armour with which somebody can Block, those that are worn out too."""
    return tuple(item for item in errant.items if is_worn(errant, item))


class Wear(NamedTuple):
    """What is left of the armour somebody wears: its Blocks, and the arms with 1 Quality left."""

    blocks: int
    most_blocks: int
    failing: tuple[str, ...]


def measure_weapon_and_armour_wear(errant: Errant) -> Wear | None:
    """The Blocks left on somebody's worn armour, and their weapons and armour with 1 Quality left;
    None where no Block is used and nothing is so worn."""
    failing = tuple(item.name for item in errant.items if item.quality_left == 1)
    worn = list_worn_armour(errant)
    left, most = sum(map(count_blocks_left, worn)), sum(map(find_max_blocks, worn))
    return Wear(left, most, failing) if failing or left < most else None


def take_blocks_from_item(item: Item, number: int) -> Item:
    """A piece of armour with so many Blocks less. Raises Impossible if it has fewer."""
    left = count_blocks_left(item)
    if number > left:
        what = f"{left} Block{'s' * (left != 1)} left" if left else "no Blocks left"
        raise Impossible(f"The {item.name} has {what}.")
    if not number:
        return item
    return replace(item, blocks=left - number, blocks_max=find_max_blocks(item))


def spend_blocks_of_carried_piece(errant: Errant, item_id: str, number: int) -> tuple[Errant, Item]:
    """An Errant after so many Blocks of one of their pieces are used, and that piece: one of a
    stack leaves the stack. Raises Impossible if it has fewer."""
    take_blocks_from_item(errant.get_item(item_id), number)
    if not number:
        return errant, errant.get_item(item_id)
    errant, one = take_one_from_stack(errant, item_id)
    one = take_blocks_from_item(one, number)
    return errant.with_item(one), one


def make_block_damage_step(item: Item, number: int) -> Step:
    """What so many Blocks of a piece do to the damage die."""
    return Step(f"{number} Block{'s' * (number != 1)} of the {item.name}", -number)


def find_repair_kit(company: Company, wearer: Errant) -> tuple[Errant, Item] | None:
    """The armour repair kit that is used next, and who has it: the wearer's own before another's;
    None if there is none with a use left."""
    for errant in (wearer, *list_everyone_present(company)):
        if (kit := find_most_used_item(errant, REPAIR_KIT)) is not None:
            return errant, kit
    return None


def repair_armour_with_kit(
    company: Company, owner: Errant, kit: Item, wearer_id: str, refill: Refill
) -> tuple[Company, Happenings]:
    """Use a kit once for every piece of one wearer."""
    owner, happened = use_item(owner, kit.id, refill)
    used = tuple(
        replace(each, by=wearer_id) if isinstance(each, Depleted) else each for each in happened
    )
    company = replace_errant(company, owner)
    wearer, repaired = repair_armour(get_errant(company, wearer_id))
    return replace_errant(company, wearer), (*used, *repaired)


def has_armour_with_used_blocks(errant: Errant) -> bool:
    """True for somebody with a piece of armour of which Blocks are used."""
    return any(count_blocks_left(each) < find_max_blocks(each) for each in errant.items)


def repair_armour(errant: Errant) -> tuple[Errant, Happenings]:
    """All Blocks of every piece that somebody has, and what was brought back: what one use of a
    repair kit does for one wearer."""
    repaired: Happenings = ()
    for item in errant.items:
        before, most = count_blocks_left(item), find_max_blocks(item)
        if before < most:
            whole = replace(item, blocks=most, blocks_max=None)
            errant, _ = rejoin_item_to_stack(errant.with_item(whole), item.id)
            repaired += (ArmourRepaired(errant.id, item.id, item.name, before, most),)
    return errant, repaired


def count_deflects_left(item: Item) -> int:
    """The Deflects that a piece of magic armour has left: as its plus says where none is used."""
    if not is_armour(item):
        return 0
    return item.plus if item.deflects is None else item.deflects


def count_true_strikes_left(item: Item) -> int:
    """The True Strikes that a magic weapon has left: as its plus says where none is used."""
    if is_armour(item):
        return 0
    return item.plus if item.true_strikes is None else item.true_strikes


def use_deflect(item: Item) -> Item:
    """The piece with a Deflect less. Raises Impossible if it has none."""
    return replace(item, deflects=_spend_magic_use(item, count_deflects_left(item), "Deflect"))


def make_deflect_happening(
    before: Errant, after: Errant, piece: Item | None, ended: tuple[str, ...] = ()
) -> Deflected:
    """What a Deflect of a piece did for somebody, and the effects that it ended."""
    return Deflected(
        errant=after.id,
        item=piece.id if piece else "",
        name=piece.name if piece else "",
        left=count_deflects_left(piece) if piece else 0,
        hp_before=before.phys if before.hp is None else before.hp,
        hp=after.phys if after.hp is None else after.hp,
        ended=ended,
    )


def use_true_strike(item: Item) -> Item:
    """The weapon with a True Strike less. Raises Impossible if it has none."""
    return replace(
        item, true_strikes=_spend_magic_use(item, count_true_strikes_left(item), "True Strike")
    )


def _spend_magic_use(item: Item, left: int, what: str) -> int:
    if not left:
        hint = "They come back as a Downtime Turn begins." if item.plus else ""
        raise Impossible(f"The {item.name} has no {what}{' left' * bool(item.plus)}.", hint)
    return left - 1


def renew_deflects_and_true_strikes(company: Company) -> tuple[Company, Happenings]:
    """All Deflects and True Strikes, as a Downtime Turn begins."""
    return change_errants_with_happenings(company, company, _renew_all_magic_uses)


def _renew_all_magic_uses(errant: Errant) -> tuple[Errant, Happenings]:
    renewed: Happenings = ()
    for item in errant.items:
        used = {"Deflects": item.deflects, "True Strikes": item.true_strikes}
        for what, left in used.items():
            if left is not None and left < item.plus:
                renewed += (MagicRenewed(errant.id, item.id, item.name, what, item.plus),)
        if any(left is not None for left in used.values()):
            whole = replace(item, deflects=None, true_strikes=None)
            errant, _ = rejoin_item_to_stack(errant.with_item(whole), item.id)
    return errant, renewed
