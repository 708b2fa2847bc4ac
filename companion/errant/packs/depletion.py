"""Depletion, Burn and Supply: using things, refilling them, letting them go (Items & Equipment)."""

from collections.abc import Collection, Sequence
from typing import Literal

from msgspec.structs import replace

from companion.errant.company import (
    Company,
    Errant,
    change_errants_with_happenings,
    get_errant,
    list_everyone_present,
    list_members_present,
    replace_errant,
)
from companion.errant.happenings import (
    Burned,
    Depleted,
    Happenings,
    Refilled,
    SupplyLossReason,
    SupplyLost,
    UsedUp,
)
from companion.errant.names_to_type import format_item_with_owner, quote_typed_name
from companion.errant.packs.items import Item, is_magic_name
from companion.errant.packs.light import match_lanterns_with_oil, measure_light
from companion.errant.packs.stacks import (
    lower_uses_of_item,
    rejoin_item_to_stack,
    take_one_from_stack,
)
from companion.refusal import Impossible, join_choices, join_words
from companion.values_with_ids import cache_result_of_last_rows

Refill = Literal["ask", "always", "never"]
"""What happens at Depletion 0: the table chooses, Supply is spent, or the thing goes."""


def can_refill(item: Item) -> bool:
    """True for mundane gear that runs down and fills a slot."""
    is_magic = item.magic or is_magic_name(item.name)
    return not is_magic and item.quarter_slots_each > 0 and bool(item.max_uses)


def require_supply_for_refills(errant: Errant, items: Sequence[Item]) -> None:
    """Raises Impossible if an Errant has too little Supply to refill all these things."""
    cost = sum(item.quarter_slots_each for item in items)
    if errant.supply >= cost:
        return
    named = join_words(item.name for item in items)
    if len(items) == 1:
        message = f"{errant.name}'s {named} takes {cost} Supply; {errant.name} has {errant.supply}."
        raise Impossible(message, f"Try: let-go {format_item_with_owner(errant, items[0])}")
    payable = [
        f"refill {format_item_with_owner(errant, i)}"
        for i in items
        if i.quarter_slots_each <= errant.supply
    ]
    raise Impossible(
        f"{errant.name}'s {named} take {cost} Supply; they have {errant.supply}.",
        f"Try: {join_choices(dict.fromkeys(payable))}" if payable else "",
    )


def refill_all_empty_items(
    company: Company, only: Collection[tuple[str, str]] | None = None
) -> tuple[Company, Happenings]:
    """Refill everything at 0 for which there is Supply, in the order it is carried; `only` these,
    by the ids of who carries them and of the things, where it is given."""

    def refill_items_of_errant(errant: Errant) -> tuple[Errant, Happenings]:
        happened: Happenings = ()
        for item in errant.items:
            if (
                item.uses_left == 0
                and (only is None or (errant.id, item.id) in only)
                and can_refill(item)
                and errant.supply >= item.quarter_slots_each
            ):
                errant, events = refill_item(errant, item.id)
                happened += events
        return errant, happened

    return change_errants_with_happenings(
        company, list_everyone_present(company), refill_items_of_errant
    )


def refill_item(errant: Errant, item_id: str) -> tuple[Errant, Happenings]:
    """Refill a thing at 0, for 1 Supply a quarter slot it fills. Raises Impossible if it is not at
    0, cannot be refilled, or there is too little Supply."""
    item = errant.get_item(item_id)
    _require_item_at_0(errant, item, "Only what is at 0 is refilled.")
    if not can_refill(item):
        raise Impossible(
            f"Supply cannot refill {errant.name}'s {item.name}.",
            f"Try: let-go {format_item_with_owner(errant, item)}",
        )
    cost = item.quarter_slots_each
    require_supply_for_refills(errant, (item,))
    full = item.max_uses or 0
    errant, one = take_one_from_stack(errant, item_id)
    errant = replace(errant.with_item(one.with_uses_left(full)), supply=errant.supply - cost)
    errant, whole = rejoin_item_to_stack(errant, one.id)
    return errant, (Refilled(errant.id, whole.id, item.name, cost, full, errant.supply),)


def let_go_item(errant: Errant, item_id: str) -> tuple[Errant, Happenings]:
    """Remove a thing at 0, and put out a lantern that burned it. Raises Impossible above 0."""
    item = errant.get_item(item_id)
    _require_item_at_0(errant, item, f"Try: drop {format_item_with_owner(errant, item)}")
    for lantern_id, flask in match_lanterns_with_oil(errant).items():
        if flask.id == item_id:
            errant = errant.with_item(replace(errant.get_item(lantern_id), lit=False))
    wanting = item.quarter_slots_each if can_refill(item) else 0
    errant, one = take_one_from_stack(errant, item_id)
    return errant.without_item(one.id), (UsedUp(errant.id, one.id, one.name, wanting),)


def _require_item_at_0(errant: Errant, item: Item, hint: str) -> None:
    if item.uses_left is None or item.uses_left > 0:
        raise Impossible(f"{errant.name}'s {item.name} has not run out.", hint)


def refill_or_remove_empty_item(
    errant: Errant, item: Item, refill: Refill
) -> tuple[Errant, Happenings]:
    """Refill or remove a thing just come to 0, as the house has it and Supply allows."""
    if item.uses_left != 0:
        return errant, ()
    payable = can_refill(item) and errant.supply >= item.quarter_slots_each
    if not payable or refill == "never":
        return let_go_item(errant, item.id)
    if refill == "always":
        return refill_item(errant, item.id)
    return errant, ()


def is_empty_without_supply_to_refill(errant: Errant, item: Item) -> bool:
    """True for a thing at 0 for which its holder has not the requisite Supply."""
    return item.uses_left == 0 and can_refill(item) and errant.supply < item.quarter_slots_each


def remove_empty_items_without_supply(company: Company) -> tuple[Company, Happenings]:
    """Remove what waited at 0 for a Supply that is no longer there."""

    def remove_for_errant(errant: Errant) -> tuple[Errant, Happenings]:
        happened: Happenings = ()
        for item in errant.items:
            if is_empty_without_supply_to_refill(errant, item):
                errant, gone = let_go_item(errant, item.id)
                happened += gone
        return errant, happened

    waiting = {errant.id: errant for errant, _ in _list_items_at_0(company)}
    return change_errants_with_happenings(company, tuple(waiting.values()), remove_for_errant)


@cache_result_of_last_rows
def _list_items_at_0(company: Company) -> tuple[tuple[Errant, Item], ...]:
    """Everything at 0 and who holds it. Measured: words ask it of every thing there is, and a call
    for each takes twice the time."""
    return tuple(
        (errant, item)
        for errant in company
        for item in errant.items
        if (item.burn == 0 or item.depletion == 0) and item.uses_left == 0
    )


def list_empty_items(company: Company) -> tuple[tuple[Errant, Item], ...]:
    """Everything at 0 that waits for `refill` or `let-go`, of those who are here."""
    return tuple(
        (errant, item)
        for errant, item in _list_items_at_0(company)
        if errant.is_present and not is_empty_without_supply_to_refill(errant, item)
    )


def group_empty_items(company: Company) -> dict[str, list[tuple[Errant, Item]]]:
    """What waits at 0, by how `refill` and `let-go` are told of it, as `bree rations`: two that
    differ in nothing stand under one name."""
    found: dict[str, list[tuple[Errant, Item]]] = {}
    waiting = list_empty_items(company)
    for errant, item in waiting:
        others = tuple(other for holder, other in waiting if holder.id == errant.id)
        named = format_item_with_owner(replace(errant, items=others), item)
        found.setdefault(named, []).append((errant, item))
    return found


def use_item(errant: Errant, item_id: str, refill: Refill) -> tuple[Errant, Happenings]:
    """Use a thing once. Raises Impossible if it has no Depletion, is at 0, or burns."""
    item = errant.get_item(item_id)
    if item.burn is not None:
        raise Impossible(
            f"{errant.name}'s {item.name} burns; it is lit, not used.",
            f"Try: light {format_item_with_owner(errant, item)}",
        )
    if item.depletion is None:
        why = f"{errant.name}'s {item.name} has no Depletion: using it wears nothing."
        named = format_item_with_owner(errant, item)
        raise Impossible(
            why,
            f"To see what wears: slots {quote_typed_name(errant)}. If it is used up: drop {named}",
        )
    if item.depletion == 0:
        named = format_item_with_owner(errant, item)
        raise Impossible(
            f"{errant.name}'s {item.name} is at 0.", f"Try: refill {named} or let-go {named}"
        )
    errant, one = lower_uses_of_item(errant, item_id)
    happened = Depleted(errant.id, one.id, one.name, one.depletion or 0, errant.id)
    errant, after = refill_or_remove_empty_item(errant, one, refill)
    return errant, (happened, *after)


def lose_one_supply(errant: Errant, reason: SupplyLossReason) -> tuple[Errant, Happenings]:
    """Lower Supply by 1, never below 0."""
    if not errant.supply:
        return errant, ()
    errant = replace(errant, supply=errant.supply - 1)
    return errant, (SupplyLost(errant.id, 1, errant.supply, reason),)


def take_one_supply_from_each(
    company: Company, reason: SupplyLossReason
) -> tuple[Company, Happenings]:
    """Lower every member's Supply by 1."""
    return change_errants_with_happenings(
        company, list_members_present(company), lambda each: lose_one_supply(each, reason)
    )


def burn_lights(company: Company, refill: Refill) -> tuple[Company, Happenings]:
    """Every lit light source loses 1 Burn; if none is lit, every member loses 1 Supply instead
    (Core Procedures, Event Die – Exploration Turns, Burn)."""
    sources = measure_light(company).sources
    if not sources:
        return take_one_supply_from_each(company, "want of light")
    happened: Happenings = ()
    lowered: list[tuple[str, str]] = []
    for source in sources:
        errant, burnt = lower_uses_of_item(get_errant(company, source.errant), source.fuel)
        company = replace_errant(company, errant)
        left = burnt.uses_left or 0
        happened = (*happened, Burned(errant.id, source.item, source.name, source.burn, left))
        lowered.append((errant.id, burnt.id))
    for errant_id, fuel_id in lowered:
        errant = get_errant(company, errant_id)
        errant, after = refill_or_remove_empty_item(errant, errant.get_item(fuel_id), refill)
        company, happened = replace_errant(company, errant), (*happened, *after)
    return company, happened
