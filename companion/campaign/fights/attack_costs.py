"""What Attack Rolls cost those in them beside harm: True Strikes, ammunition, Blocks, Deflects and
Quality (procedures 1.6, 1.9)."""

from collections.abc import Callable, Iterable

from companion.campaign.campaign import Campaign
from companion.campaign.fights.attacks import Attack, FallenRoll
from companion.campaign.fights.npc_specials_read_for_attacks import find_weapon_quality_lost_by_ones
from companion.errant.attacks.armour import (
    make_deflect_happening,
    spend_blocks_of_carried_piece,
    use_deflect,
    use_true_strike,
)
from companion.errant.attacks.quality import (
    count_quality_left,
    is_weapon_or_armour,
    lose_quality,
    set_weapon_or_armour_values,
)
from companion.errant.attacks.weapons import Weapon, find_next_ammunition
from companion.errant.company import Errant
from companion.errant.goods import Goods
from companion.errant.happenings import Happenings
from companion.errant.packs.depletion import use_item
from companion.errant.packs.stacks import take_one_from_stack


def apply_attack_costs(
    campaign: Campaign, attack: Attack, read_goods: Callable[[], Goods], roll: FallenRoll
) -> tuple[Campaign, Happenings]:
    """What an Attack Roll costs those in it beside harm: a True Strike, ammunition, the Quality of
    the weapon and of armour. `read_goods` has the worth of what is destroyed."""
    attacker, target = attack.attacker, attack.target
    happened: Happenings = ()
    if isinstance(attacker, Errant) and attack.weapon and attack.weapon.item:
        errant = campaign.get_errant(attacker.id)
        cost = find_weapon_quality_lost_by_ones(target)
        errant, happened = _pay_costs_of_attacker(
            campaign, errant, attack.weapon, roll, cost, read_goods
        )
        campaign = campaign.with_errant(errant)
    if isinstance(target, Errant) and attack.piece and roll.dice.maxima:
        errant = campaign.get_errant(target.id)
        errant, worn = _lower_item_quality(errant, attack.piece.id, roll.dice.maxima, read_goods)
        campaign, happened = campaign.with_errant(errant), (*happened, *worn)
    return campaign, happened


def use_declared_blocks(campaign: Campaign, attack: Attack) -> Campaign:
    """The campaign without the Blocks that are used on the Attack Rolls."""
    target, piece = attack.target, attack.piece
    if not attack.blocks or piece is None or not isinstance(target, Errant):
        return campaign
    errant = campaign.get_errant(target.id)
    errant, _ = spend_blocks_of_carried_piece(
        errant.with_item(piece), piece.id, attack.blocks * len(attack.rolls)
    )
    return campaign.with_errant(errant)


def use_deflects(
    campaign: Campaign, attack: Attack, pieces: Iterable[str]
) -> tuple[Campaign, Happenings]:
    """The campaign without the Deflects of these pieces of the target's armour."""
    happened: Happenings = ()
    for item_id in pieces if isinstance(attack.target, Errant) else ():
        assert isinstance(attack.target, Errant)
        errant = campaign.get_errant(attack.target.id)
        piece = use_deflect(errant.get_item(item_id)) if item_id else None
        if piece is not None:
            campaign = campaign.with_errant(errant.with_item(piece))
        happened += (make_deflect_happening(errant, errant, piece),)
    return campaign, happened


def _pay_costs_of_attacker(
    campaign: Campaign,
    errant: Errant,
    weapon: Weapon,
    roll: FallenRoll,
    quality_per_one: int,
    read_goods: Callable[[], Goods],
) -> tuple[Errant, Happenings]:
    """Take what an Attack Roll costs: a True Strike, ammunition, and Quality for each 1."""
    happened: Happenings = ()
    if roll.dice.is_true_strike:
        errant, one = take_one_from_stack(errant, weapon.item)
        errant = errant.with_item(use_true_strike(one))
    if (
        weapon.needs_ammunition
        and roll.dice.depletes_ammunition
        and (quiver := find_next_ammunition(errant))
    ):
        errant, happened = use_item(errant, quiver.id, campaign.book.rules.refill)
    errant, worn = _lower_item_quality(
        errant, weapon.item, roll.dice.ones * quality_per_one, read_goods
    )
    return errant, (*happened, *worn)


def _lower_item_quality(
    errant: Errant, item_id: str, number: int, read_goods: Callable[[], Goods]
) -> tuple[Errant, Happenings]:
    """Lower the Quality of a thing that may be gone already, or be known from the tables alone."""
    item = next((each for each in errant.items if each.id == item_id), None)
    if item is None or not number:
        return errant, ()
    if not is_weapon_or_armour(item):
        item = set_weapon_or_armour_values(item, read_goods())
        errant = errant.with_item(item)
    is_last = count_quality_left(item) <= number
    return lose_quality(errant, item_id, number, read_goods() if is_last else ())
