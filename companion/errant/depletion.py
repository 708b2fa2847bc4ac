"""Depletion, Burn and Supply: using things, refilling them, letting them go (Items & Equipment)."""

from typing import Literal

from msgspec.structs import replace

from companion.errant.errants import (
    Company,
    Errant,
    change_each,
    get_errant,
    list_members,
    replace_errant,
)
from companion.errant.happenings import Burned, Depleted, Happenings, Refilled, SupplyLost, UsedUp
from companion.errant.items import Item
from companion.errant.light import match_fuel, measure_light
from companion.errant.stacks import lower_uses, rejoin_stack, take_one
from companion.refusal import Impossible

Refill = Literal["ask", "always", "never"]
"""What happens at Depletion 0: the table chooses, Supply is spent, or the thing goes."""


def can_refill(item: Item) -> bool:
    """True for mundane gear that runs down and fills a slot."""
    return not item.magic and item.quarters_each > 0 and bool(item.max_uses)


def refill_item(errant: Errant, item_id: str) -> tuple[Errant, Happenings]:
    """Refill a thing at 0, for 1 Supply a quarter slot it fills. Raises Impossible if it is not at
    0, cannot be refilled, or there is too little Supply."""
    item = errant.get_item(item_id)
    if item.uses_left is None or item.uses_left > 0:
        raise Impossible(
            f"{errant.name}'s {item.name} has not run out.", "Only what is at 0 is refilled."
        )
    if not can_refill(item):
        raise Impossible(
            f"Supply cannot refill {errant.name}'s {item.name}.", f"Try: let-go {item.id}"
        )
    cost = item.quarters_each
    if errant.supply < cost:
        raise Impossible(
            f"{errant.name}'s {item.name} takes {cost} Supply; {errant.name} has {errant.supply}.",
            f"Try: let-go {errant.id} {item.id}",
        )
    full = item.max_uses or 0
    errant, one = take_one(errant, item_id)
    errant = replace(errant.with_item(one.with_uses_left(full)), supply=errant.supply - cost)
    errant, whole = rejoin_stack(errant, one.id)
    return errant, (Refilled(errant.id, whole.id, item.name, cost, full, errant.supply),)


def let_go_item(errant: Errant, item_id: str) -> tuple[Errant, Happenings]:
    """Remove a thing at 0; the rest of its stack stays. A lantern that burned it goes out. Raises
    Impossible if it is not at 0."""
    item = errant.get_item(item_id)
    if item.uses_left is None or item.uses_left > 0:
        raise Impossible(
            f"{errant.name}'s {item.name} has not run out.", f"Try: drop {errant.id} {item.id}"
        )
    for lantern_id, flask in match_fuel(errant).items():
        if flask.id == item_id:
            errant = errant.with_item(replace(errant.get_item(lantern_id), lit=False))
    wanting = item.quarters_each if can_refill(item) else 0
    errant, one = take_one(errant, item_id)
    return errant.without_item(one.id), (UsedUp(errant.id, one.id, one.name, wanting),)


def settle_empty_item(errant: Errant, item: Item, refill: Refill) -> tuple[Errant, Happenings]:
    """Refill or remove a thing that has just come to 0, as the house has it. Without enough Supply
    it is removed."""
    if item.uses_left != 0:
        return errant, ()
    payable = can_refill(item) and errant.supply >= item.quarters_each
    if not payable or refill == "never":
        return let_go_item(errant, item.id)
    if refill == "always":
        return refill_item(errant, item.id)
    return errant, ()


def list_empty_items(company: Company) -> tuple[tuple[Errant, Item], ...]:
    """Everything at 0 that waits for `refill` or `let-go`, of those who are here."""
    return tuple((e, i) for e in company if e.is_present for i in e.items if i.uses_left == 0)


def use_item(errant: Errant, item_id: str, refill: Refill) -> tuple[Errant, Happenings]:
    """Use a thing once. Raises Impossible if it has no Depletion, is at 0, or burns."""
    item = errant.get_item(item_id)
    if item.burn is not None:
        raise Impossible(
            f"{errant.name}'s {item.name} burns; it is lit, not used.",
            f"Try: light {errant.id} {item.id}",
        )
    if item.depletion is None:
        raise Impossible(f"{errant.name}'s {item.name} has no Depletion: using it wears nothing.")
    if item.depletion == 0:
        raise Impossible(
            f"{errant.name}'s {item.name} is at 0.",
            f"Try: refill {errant.id} {item.id} or let-go {errant.id} {item.id}",
        )
    errant, one = lower_uses(errant, item_id)
    happened = Depleted(errant.id, one.id, one.name, one.depletion or 0, errant.id)
    errant, after = settle_empty_item(errant, one, refill)
    return errant, (happened, *after)


def lose_supply(errant: Errant, amount: int = 1) -> tuple[Errant, Happenings]:
    """Lower Supply, never below 0."""
    lost = min(amount, errant.supply)
    if not lost:
        return errant, ()
    errant = replace(errant, supply=errant.supply - lost)
    return errant, (SupplyLost(errant.id, lost, errant.supply),)


def lose_members_supply(company: Company) -> tuple[Company, Happenings]:
    """Every member of the Company loses 1 Supply."""
    return change_each(company, list_members(company), lose_supply)


def burn_lights(company: Company, refill: Refill) -> tuple[Company, Happenings]:
    """Every lit light source loses 1 Burn; if none is lit, every member loses 1 Supply instead
    (Core Procedures, Event Die – Exploration Turns, Burn)."""
    sources = measure_light(company).sources
    if not sources:
        return lose_members_supply(company)
    happened: Happenings = ()
    lowered: list[tuple[str, str]] = []
    for source in sources:
        errant = get_errant(company, source.errant)
        errant, burnt = lower_uses(errant, source.fuel)
        company = replace_errant(company, errant)
        left = burnt.uses_left or 0
        happened = (*happened, Burned(errant.id, source.item, source.name, source.burn, left))
        lowered.append((errant.id, burnt.id))
    for errant_id, fuel_id in lowered:
        errant = get_errant(company, errant_id)
        errant, after = settle_empty_item(errant, errant.get_item(fuel_id), refill)
        company, happened = replace_errant(company, errant), (*happened, *after)
    return company, happened
