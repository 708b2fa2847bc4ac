"""Takes things, coins and Supply out of one pack and puts them into another, for all words that do
so."""

from typing import NamedTuple

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.commands.handler_result import Ruling
from companion.errant.company import Errant
from companion.errant.happenings import Happenings
from companion.errant.names_to_type import make_typed_item_name, quote_typed_name
from companion.errant.packs.coin import Purse, pay_from_purse
from companion.errant.packs.containers import (
    Bundle,
    find_container_of_item,
    give_bundle_to_errant,
    is_in_reach,
    put_item_in_usual_place,
    require_item_fits,
)
from companion.errant.packs.items import Item, Place
from companion.errant.packs.slots import COINS_A_QUARTER
from companion.errant.packs.stacks import name_single_item
from companion.grammar.argument_kinds.packs.coin_and_supply_amounts import Amount
from companion.grammar.argument_kinds.packs.coins import CoinChange, format_coins
from companion.grammar.argument_kinds.packs.item_matching import is_same_sort_of_item
from companion.grammar.context import Context
from companion.refusal import Impossible
from companion.reports.packs import CoinsChanged, CoinsReport, ItemCount, ItemReport, ItemStep
from companion.text_cleaning import quote_name


class ReceivedItem(NamedTuple):
    """An Errant with new things, and the first of these."""

    errant: Errant
    item: Item


def put_items_into_pack(
    errant: Errant,
    bundles: tuple[Bundle, ...],
    *,
    place: Place | None = None,
    inside: str = "",
    forced: bool = False,
) -> ReceivedItem:
    """Put things where they belong, or in this `place`, or `inside` a container. Raises Impossible
    if they do not fit, unless it is `forced`."""
    first: Item | None = None
    for bundle in bundles:
        item, *within = bundle.items
        if place is None and not inside:
            item = put_item_in_usual_place(errant, item)
        else:
            item = replace(item, place=place or "pack", inside=inside)
        require_item_fits(errant, replace(item, id=""), item.place, item.inside, forced=forced)
        errant, put = give_bundle_to_errant(errant, bundle._replace(items=(item, *within)))
        first = first or put
    assert first is not None
    return ReceivedItem(errant, first)


def needs_item_search_in_fight(campaign: Campaign, errant: Errant, item: Item) -> bool:
    """True in Initiative Turns for what a person has neither in hand nor handy: to get it out takes
    an action, and may fail."""
    hurried = campaign.turns and campaign.turns[-1].type == "initiative"
    return bool(hurried) and errant.is_person and not is_in_reach(errant, item)


def require_item_in_reach(context: Context, errant: Errant, item: Item) -> Item:
    """The thing, or one like it that is in reach. Raises Impossible, which the Guide may overrule,
    for what has to be searched for first."""
    if not needs_item_search_in_fight(context.campaign, errant, item):
        return item
    for other in errant.items:
        if (
            is_same_sort_of_item(other, item)
            and other.lit == item.lit
            and is_in_reach(errant, other)
        ):
            return other
    what = f"{errant.name}'s {name_single_item(item)}"
    why = f"{what} is neither in hand nor handy: to get it out takes an action."
    named = quote_name(make_typed_item_name(errant, item))
    context.refuse_unforced(why, f"Try: fetch {quote_typed_name(errant)} {named}.")
    return item


def require_unbroken_item(context: Context, errant: Errant, item: Item) -> Item:
    """The thing, if it is not broken. Raises Impossible, which the Guide may overrule, if it is."""
    if item.broken:
        broken = quote_name(make_typed_item_name(errant, item))
        way = f"Try: repair {quote_typed_name(errant)} {broken}"
        context.refuse_unforced(f"{errant.name}'s {item.name} is broken.", way)
    return item


def _count_quarter_slots(bundles: tuple[Bundle, ...]) -> int:
    """The quarter slots filled by all of it, coins and Supply included."""
    things = sum(item.quarter_slots for bundle in bundles for item in bundle.items)
    loose = sum(bundle.supply + bundle.purse.pieces // COINS_A_QUARTER for bundle in bundles)
    return things + loose


def _describe_item(item: Item) -> str:
    """The name of one of them, with its Quality unless that is average."""
    quality = f"{item.quality} " if item.quality not in (None, "average") else ""
    return f"{quality}{name_single_item(item)}"


def build_item_report(
    errant: Errant,
    item: Item,
    number: int,
    step: ItemStep,
    happened: Happenings = (),
    *,
    bundles: tuple[Bundle, ...] = (),
    to: str = "",
    of: str = "",
) -> ItemReport:
    """What happened to a thing of this Errant. If it changed hands, `of` is the id of the Errant
    who had it, and `to` that of the one who has it now."""
    container = find_container_of_item(errant, item)
    return ItemReport(
        errant=of or errant.id,
        item=item.id,
        name=_describe_item(item),
        quantity=number,
        step=step,
        slots=_count_quarter_slots(bundles) / 4
        if bundles
        else item.quarter_slots_each * number / 4,
        place=item.place,
        left=item.uses_left,
        happened=happened,
        to=to,
        inside=name_single_item(container) if container is not None else "",
        others=tuple(
            ItemCount(_describe_item(each.items[0]), each.items[0].count)
            for each in bundles
            if not is_same_sort_of_item(each.items[0], bundles[0].items[0])
        ),
        brought=tuple(
            ItemCount(_describe_item(inner), inner.count)
            for bundle in bundles
            for inner in bundle.items[1:]
        ),
        supply=sum(bundle.supply for bundle in bundles),
        coin_pieces=sum(bundle.purse.pieces for bundle in bundles),
        coins_pennies=sum(bundle.purse.worth for bundle in bundles),
    )


MAX_COINS = 100_000_000
_MAX_SUPPLY = 100_000


def change_coins_in_purse(
    context: Context, errant: Errant, changes: tuple[CoinChange, ...]
) -> Ruling:
    """Put coins into a purse, or take them out: where coins are only taken out and some of them are
    not there, change is given, as in a shop."""
    purse = errant.purse
    taken = Purse()
    for number, coin in changes:
        taken = taken.add(Purse()._replace(**{coin: -number}))
    lacks = any(out > had for out, had in zip(taken, purse, strict=True))
    changed = pay_from_purse(purse, taken.worth) if lacks and min(taken) >= 0 else None
    if changed is not None:
        return Ruling(
            context.campaign.with_errant(errant.with_purse(changed)),
            _build_coins_report(errant, errant.with_purse(changed)),
        )
    for number, coin in changes:
        has = getattr(purse, coin)
        if not 0 <= has + number <= MAX_COINS:
            raise Impossible(
                f"{errant.name} has {format_coins(has, coin)}: {number:+,} is not possible.",
                "" if has else "Try: company coins",
                typed=f"{number:+}",
                instead=(f"-{has}",) if has and number < 0 else (),
            )
        purse = purse._replace(**{coin: has + number})
    after = errant.with_purse(purse)
    return Ruling(context.campaign.with_errant(after), _build_coins_report(errant, after))


def add_coins_to_purse(errant: Errant, coins: Purse) -> Purse:
    """Somebody's purse with these coins in it. Raises Impossible if it cannot hold them."""
    purse = errant.purse.add(coins)
    if max(purse) > MAX_COINS:
        raise Impossible(
            f"That is more than {errant.name}'s purse can hold.",
            f"At most {MAX_COINS:,} of a coin.",
        )
    return purse


def _build_coins_report(before: Errant, after: Errant, to: str = "") -> CoinsReport:
    return CoinsReport(
        errant=after.id,
        to=to,
        changed_pennies=after.purse.worth - before.purse.worth,
        pennies=after.pennies,
        shillings=after.shillings,
        guilders=after.guilders,
        coins=CoinsChanged(*(n - o for n, o in zip(after.purse, before.purse, strict=True))),
    )


def transfer_coins_or_supply(campaign: Campaign, taker: Errant, amount: Amount) -> Ruling:
    """Pass coins or Supply on, larger coins for the change where the giver has not those that are
    named. Raises Impossible if the taker cannot keep them."""
    giver, after = amount.errant, _take_amount_from_errant(amount)
    paid = Purse(*(had - has for had, has in zip(giver.purse, after.purse, strict=True)))
    purse = add_coins_to_purse(taker, paid if min(paid) >= 0 else amount.coins)
    if taker.supply + amount.supply > _MAX_SUPPLY:
        raise Impossible(f"That is more Supply than {taker.name} can keep.")
    taker = replace(taker.with_purse(purse), supply=taker.supply + amount.supply)
    report = _build_transfer_report(giver, after, amount.supply, "passed", to=taker.id)
    return Ruling(campaign.with_errant(after).with_errant(taker), report)


def remove_coins_or_supply(campaign: Campaign, amount: Amount) -> Ruling:
    """Take coins or Supply out of a pack for good; nobody gets them."""
    after = _take_amount_from_errant(amount)
    report = _build_transfer_report(amount.errant, after, amount.supply, "dropped")
    return Ruling(campaign.with_errant(after), report)


def _take_amount_from_errant(amount: Amount) -> Errant:
    """The Errant without the amount, which is worth no more than all they have."""
    errant = amount.errant
    left = Purse(*(had - out for had, out in zip(errant.purse, amount.coins, strict=True)))
    if min(left) < 0:
        changed = pay_from_purse(errant.purse, amount.coins.worth)
        assert changed is not None, "an amount is in the purse it is taken from"
        left = changed
    return replace(errant.with_purse(left), supply=errant.supply - amount.supply)


def _build_transfer_report(
    before: Errant, after: Errant, supply: int, step: ItemStep, to: str = ""
) -> CoinsReport | ItemReport:
    if not supply:
        return _build_coins_report(before, after, to)
    return ItemReport(
        errant=before.id,
        item="",
        name="Supply",
        quantity=supply,
        step=step,
        slots=supply / 4,
        place="pack",
        left=None,
        to=to,
    )
