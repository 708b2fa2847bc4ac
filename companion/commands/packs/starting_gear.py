"""Answers `outfit`: puts the things of an Archetype into a new Errant's pack."""

from contextlib import suppress

from msgspec.structs import replace

from companion.commands.handler_result import Ruling
from companion.commands.packs.transfers import put_items_into_pack
from companion.errant.company import Archetype, Errant
from companion.errant.goods import (
    ARCHETYPE_GEAR,
    COMMON_GEAR,
    STARTING_AMMUNITION,
    STARTING_SUPPLY,
    STARTING_WEAPON,
    Goods,
    choose_item_name_for_good,
    find_listed_good,
    make_item,
    make_item_from_good,
)
from companion.errant.packs.containers import Bundle
from companion.errant.packs.items import Item, Place
from companion.errant.packs.stacks import name_single_item
from companion.grammar.argument_kinds.packs.goods import find_good
from companion.grammar.context import Context
from companion.grammar.name_matching import require_present_errant
from companion.refusal import Impossible, Refusal, join_words
from companion.reports.packs import ItemCount, OutfitReport


def give_starting_gear(
    context: Context, errant: Errant, archetype: Archetype, gear: tuple[str, ...] | None
) -> Ruling:
    """Give a new Errant their first pack."""
    if not errant.is_person:
        raise Impossible(f"{errant.name} has no Archetype.", "Errants have.")
    require_present_errant(errant, forced=context.is_forced)
    if errant.items:
        why = f"{errant.name} carries things already."
        context.refuse_unforced(why, "What one starts with is given once.")
    goods = context.read_goods()
    weapon, own, more = _choose_gear(goods, archetype, gear or ())
    items = [weapon, *more, *(_make_gear_item(goods, name) for name in COMMON_GEAR), own]
    supply, archetype_now = errant.supply + STARTING_SUPPLY, errant.archetype or archetype
    after = replace(errant, archetype=archetype_now, backpack=True, supply=supply)
    for item in items:
        place: Place | None = "handy" if item is weapon else None
        bundles = (Bundle((item,)),)
        after = put_items_into_pack(after, bundles, place=place, forced=context.is_forced).errant
    others = [name for name in ARCHETYPE_GEAR[archetype].choices if name != own.name]
    report = OutfitReport(
        errant=errant.id,
        archetype=archetype,
        things=tuple(ItemCount(name_single_item(item), item.count) for item in items),
        supply=STARTING_SUPPLY,
        others=() if gear else tuple(others),
    )
    return Ruling(context.campaign.with_errant(after), report)


def _make_gear_item(
    goods: Goods, name: str, typed: str = "", count: int = 1, slots: float | None = None
) -> Item:
    """An item of the price tables, named as it was typed if that is a sort of it."""
    good = find_listed_good(name, goods)
    if good is None:
        return make_item(typed or name, count=count, slots=slots)
    return make_item_from_good(
        good, count=count, name=choose_item_name_for_good(good, typed) if typed else ""
    )


def _choose_gear(
    goods: Goods, archetype: Archetype, gear: tuple[str, ...]
) -> tuple[Item, Item, list[Item]]:
    """The weapon, what the Archetype adds, and ammunition if it is asked for. Raises Impossible for
    what nobody of this Archetype starts with."""
    start = ARCHETYPE_GEAR[archetype]
    weapon, own, more = None, None, list[Item]()
    for typed in gear:
        name = _find_name_meant(
            goods, typed, (STARTING_WEAPON, STARTING_AMMUNITION, *start.choices)
        )
        if name == STARTING_AMMUNITION and not more:
            more.append(_make_gear_item(goods, STARTING_AMMUNITION))
        elif name == STARTING_WEAPON and weapon is None:
            weapon = _make_gear_item(goods, STARTING_WEAPON, typed)
        elif name in start.choices and own is None:
            own = _make_gear_item(goods, name, typed, start.number, start.slots)
        else:
            raise _make_wrong_gear_refusal(goods, archetype, typed)
    first = start.choices[0]
    return (
        weapon or _make_gear_item(goods, STARTING_WEAPON),
        own or _make_gear_item(goods, first, "", start.number, start.slots),
        more,
    )


def _make_wrong_gear_refusal(goods: Goods, archetype: Archetype, typed: str) -> Impossible:
    choices = [f"a {STARTING_WEAPON}", STARTING_AMMUNITION, *ARCHETYPE_GEAR[archetype].choices]
    weapon = find_listed_good(STARTING_WEAPON, goods)
    weapons = weapon.also if weapon is not None else ()
    return Impossible(
        f"«{typed}» cannot be chosen: the {archetype.capitalize()} start with one weapon, "
        "and one thing of their own.",
        f"Choose {join_words(choices, 'or')}. Medium weapons are: {join_words(weapons, 'or')}.",
    )


def _find_name_meant(goods: Goods, typed: str, names: tuple[str, ...]) -> str:
    """Which of these names a typed one means, also if no price table lists it; "" for none."""
    for name in names:
        if typed.casefold() == name.casefold():
            return name
    with suppress(Refusal):
        return find_good(tuple(good for good in goods if good.name in names), typed).name
    return ""
