"""Depletion, Burn and Supply: what is used, what at 0 is refilled or gone (Items & Equipment)."""

from typing import Literal

from msgspec.structs import replace

from companion.errant.errants import Company, Errant, list_members, replace_errant
from companion.errant.happenings import Burned, Depleted, Happenings, Refilled, SupplyLost, UsedUp
from companion.errant.items import Item
from companion.errant.light import match_fuel, measure_light
from companion.errant.stacks import lower_uses, rejoin_stack, take_one
from companion.refusal import Impossible

Refill = Literal["ask", "always", "never"]
"""What happens at Depletion 0: the choice stays open, Supply is spent, or the item goes."""


def can_refill(item: Item) -> bool:
    """Only mundane gear refills, and nothing that fills no slot."""
    return not item.magic and item.quarters_each > 0 and bool(item.max_uses)


def refill_item(errant: Errant, item_id: str) -> tuple[Errant, Happenings]:
    """A thing at 0 back to its maximum, for 1 Supply a quarter slot it fills.

    Impossible when it is not at 0, cannot be refilled, or the Supply is wanting.
    """
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
    """A thing at 0 that is not refilled: used up and removed; the rest of its stack stays. A
    lantern that burned it goes out."""
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
    """What comes of a thing that was just lowered: nothing unless it is at 0, then as the house
    has it; without the Supply it is gone."""
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
    """A thing used once. Impossible for what has no Depletion, is at 0, or burns."""
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
    """Supply lowered, never below 0; who has none loses nothing."""
    lost = min(amount, errant.supply)
    if not lost:
        return errant, ()
    errant = replace(errant, supply=errant.supply - lost)
    return errant, (SupplyLost(errant.id, lost, errant.supply),)


def lose_members_supply(company: Company) -> tuple[Company, Happenings]:
    """Supply reduced by 1 for every member of the Company."""
    happened: Happenings = ()
    for member in list_members(company):
        after, events = lose_supply(member)
        company, happened = replace_errant(company, after), (*happened, *events)
    return company, happened


def burn_lights(company: Company, refill: Refill) -> tuple[Company, Happenings]:
    """Every lit light source loses 1 Burn; if none is lit, every member loses 1 Supply instead
    (Core Procedures, Event Die – Exploration Turns, Burn)."""
    sources = measure_light(company).sources
    if not sources:
        return lose_members_supply(company)
    happened: Happenings = ()
    lower: list[tuple[str, str, str]] = []
    for source in sources:
        errant = next(e for e in company if e.id == source.errant)
        errant, burnt = lower_uses(errant, source.fuel)
        company = replace_errant(company, errant)
        happened = (
            *happened,
            Burned(errant.id, source.item, source.name, source.burn, burnt.uses_left or 0),
        )
        lower.append((errant.id, burnt.id, source.item))
    for errant_id, fuel_id, _ in lower:
        errant = next(e for e in company if e.id == errant_id)
        errant, after = settle_empty_item(errant, errant.get_item(fuel_id), refill)
        company, happened = replace_errant(company, errant), (*happened, *after)
    return company, happened
