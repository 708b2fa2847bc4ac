"""Answers `buy` and `sell`: what is paid, who gets it, and mounts and vehicles too."""

import re
from collections.abc import Iterable

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.commands.handler_result import Ruling
from companion.commands.market.prices_and_wares import (
    get_settlement_market,
    require_market_at_company,
    require_on_sale_or_say_where,
)
from companion.commands.packs.stashes import refuse_stash_elsewhere
from companion.commands.packs.transfers import put_items_into_pack
from companion.commands.people.company import drop_errant_from_campaign
from companion.errant.company import Company, Errant, list_everyone_present
from companion.errant.goods import (
    find_good_of_item,
    find_worth_of_item,
    is_on_open_sale,
    make_item_from_good,
    price_resold_items,
)
from companion.errant.market import (
    Market,
    PricedGood,
    WantedGood,
    find_rarity_at_quality,
    price_shopping_list,
    record_sale,
)
from companion.errant.names_to_type import find_unnumbered_name, quote_typed_name
from companion.errant.packs.coin import make_purse, pay_from_purse
from companion.errant.packs.containers import Bundle
from companion.errant.packs.items import Item
from companion.errant.packs.slots import list_animals_drawing_vehicle, list_riders
from companion.errant.packs.stacks import name_single_item
from companion.grammar.argument_kinds.packs.item_matching import is_same_sort_of_item
from companion.grammar.argument_kinds.packs.moved_things import RemovedItems, SoldMount
from companion.grammar.context import Context
from companion.grammar.name_matching import require_present_errant
from companion.refusal import Impossible
from companion.reports.market import PurchaseLine, PurchaseReport, SaleReport
from companion.text_cleaning import quote_name
from companion.values_with_ids import make_free_slug

_MAX_MOUNTS_AT_ONCE = 20
"""Mounts or vehicles bought in one word: each is a file of its own."""


def buy_goods(
    context: Context, errant: Errant, goods: tuple[WantedGood, ...], payer: Errant | None
) -> Ruling:
    """Buy a list of goods for an Errant, out of their purse or another's."""
    campaign = context.campaign
    require_present_errant(errant, forced=context.is_forced)
    payer = require_present_errant(payer) if payer else errant
    for holder in (errant, payer):
        refuse_stash_elsewhere(context, holder)
    market = require_market_at_company(context)
    if not context.is_forced:
        for thing in goods:
            require_on_sale_or_say_where(context, market, thing)
    lines = price_shopping_list(market, goods)
    total = sum(line.total for line in lines)
    purse = pay_from_purse(payer.purse, total)
    if purse is None:
        raise Impossible(
            f"That costs {total:,} pennies, and {payer.name} has {payer.purse.worth:,}.",
            _suggest_payer(context, total),
        )
    campaign = campaign.with_errant(payer.with_purse(purse))
    campaign, bought = _deliver_goods(campaign, errant.id, lines, forced=context.is_forced)
    settlement = market.settlement
    for thing in goods:
        settlement = record_sale(settlement, thing)
    campaign = campaign.with_settlement(settlement)
    after = get_settlement_market(campaign, settlement)
    report = PurchaseReport(
        errant=errant.id,
        payer=payer.id,
        settlement=settlement.id,
        settlement_name=settlement.name,
        item=", ".join(each.item for each in bought),
        quantity=sum(each.quantity for each in bought),
        lines=bought,
        paid_pennies=total,
        supply_bought=sum(thing.supply for thing in goods),
        supply_available=after.supply_left,
        inflation_level_before=market.level,
        inflation_level_after=after.level,
        **purse._asdict(),
    )
    return Ruling(campaign, report)


def _suggest_payer(context: Context, total: int) -> str:
    """A hint with the line by which the richest of those here pays so many pennies."""
    able = [e for e in list_everyone_present(context.campaign.errants) if e.purse.worth >= total]
    if not able:
        return "Nobody here has as much. Buy less, or a part of it."
    payer = max(able, key=lambda each: each.purse.worth)
    wanted = context.rest.rpartition(" from ")[0] or context.rest
    line = f"{context.word} {wanted} from {quote_typed_name(payer)}"
    return f"Buy less, or let {payer.name} pay. Try: {line}"


def _deliver_goods(
    campaign: Campaign, errant_id: str, lines: Iterable[PricedGood], *, forced: bool
) -> tuple[Campaign, tuple[PurchaseLine, ...]]:
    """Put things into the pack, and Supply beside them; mounts and vehicles join the Company. All
    else (lodging, services …) is only paid for."""
    bought = []
    for line in lines:
        wanted, good = line.wanted, line.wanted.good
        errant, item_id, joined = campaign.get_errant(errant_id), "", tuple[str, ...]()
        if good.is_supply:
            campaign = campaign.with_errant(replace(errant, supply=errant.supply + wanted.number))
        elif good.sort == "thing":
            item = make_item_from_good(
                good, count=wanted.number, quality=wanted.quality, name=wanted.name
            )
            put = put_items_into_pack(errant, (Bundle((item,)),), forced=forced)
            campaign, item_id = campaign.with_errant(put.errant), put.item.id
        elif good.carries is not None or good.times is not None:
            campaign, joined = _add_mounts(campaign, wanted)
        quality = wanted.quality if good.quality else None
        bought.append(
            PurchaseLine(
                wanted.name, quality, wanted.number, item_id, line.costs, line.total, joined
            )
        )
    return campaign, tuple(bought)


def _add_mounts(campaign: Campaign, wanted: WantedGood) -> tuple[Campaign, tuple[str, ...]]:
    """The Company with so many mounts or vehicles more, and their ids. Raises Impossible for more
    than 20."""
    if wanted.number > _MAX_MOUNTS_AT_ONCE:
        raise Impossible(
            f"{wanted.number:,} × {wanted.good.name} is a herd.",
            f"At most {_MAX_MOUNTS_AT_ONCE} at once.",
        )
    company = campaign.errants
    for _ in range(wanted.number):
        company = (*company, _make_mount(company, wanted))
    ids = tuple(newcomer.id for newcomer in company[len(campaign.errants) :])
    return campaign.with_company(tuple(sorted(company, key=lambda errant: errant.id))), ids


def _make_mount(company: Company, wanted: WantedGood) -> Errant:
    good = wanted.good
    name, number = wanted.name.capitalize(), 1
    taken = {errant.name.casefold() for errant in company}
    while (called := name if number == 1 else f"{name} {number}").casefold() in taken:
        number += 1
    newcomer = Errant(id=make_free_slug(called, {errant.id for errant in company}), name=called)
    if good.carries is None:
        times, slower, team = good.times or 1, good.slower, good.team
        return replace(newcomer, kind="vehicle", times=times, slower=slower, team=team)
    fields = {"slots": good.carries, "skill": good.speed or 0, "draught": good.draught}
    return replace(newcomer, kind="animal", ridden=good.ridden, **fields)


_NUMBER_SUFFIX = re.compile(r" \d+$")
"""The number in the name of a second mule."""


def sell_things(context: Context, things: RemovedItems, price: int | None) -> Ruling:
    """Sell a thing, or so many of a stack."""
    campaign, (after, bundles, number) = context.campaign, things
    require_present_errant(after, forced=context.is_forced)
    item = bundles[0].items[0]
    refuse_stash_elsewhere(context, after)
    if any(not is_same_sort_of_item(bundle.items[0], item) for bundle in bundles):
        raise Impossible(
            "One sort of thing is sold at a time.",
            f"Try: sell {quote_typed_name(after)} {quote_name(find_unnumbered_name(item))}",
        )
    if any(each.items[1:] or each.supply or each.purse.pieces for each in bundles):
        raise Impossible(
            f"«{name_single_item(item)}» is not empty: the pack is in it.",
            f"Pass, move or stash what is in it first: slots {quote_typed_name(after)}",
        )
    times = f" x{number}" if number > 1 else ""
    typed = f"{quote_typed_name(after)} {quote_name(name_single_item(item))}{times}"
    seller, report = _sell_item(context, after, item, number, price, typed)
    return Ruling(campaign.with_errant(seller), report)


def _sell_item(
    context: Context, seller: Errant, item: Item, number: int, price: int | None, typed: str
) -> tuple[Errant, SaleReport]:
    """The seller with the money, and the Report: the price is the Guide's, else by the rules. What
    is sold is `typed` so."""
    market = require_market_at_company(context)
    worth, rarity = _find_worth_and_rarity(context, item)
    total = price
    if total is None:
        total = _compute_sale_price(context, item, number, (worth, rarity), market, typed)
    purse = seller.purse.add(make_purse(total))
    report = SaleReport(
        errant=seller.id,
        item=name_single_item(item),
        quantity=number,
        settlement=market.settlement.id,
        settlement_name=market.settlement.name,
        worth_pennies=None if worth is None else worth * number,
        rarity=rarity,
        fetched_pennies=total,
        **purse._asdict(),
    )
    return seller.with_purse(purse), report


def sell_mount(context: Context, sold: SoldMount, price: int | None) -> Ruling:
    """A mount or a vehicle leaves the Company. Raises Impossible if it carries anything."""
    campaign, (errant, mount) = context.campaign, sold
    require_present_errant(errant, forced=context.is_forced)
    require_present_errant(mount, forced=context.is_forced)
    laden = mount.items or mount.coins or mount.supply or mount.draws
    if (
        laden
        or list_riders(campaign.errants, mount)
        or list_animals_drawing_vehicle(campaign.errants, mount)
    ):
        raise Impossible(
            f"{mount.name} carries something, or somebody, or is hitched.",
            f"Pass it on first: slots {quote_typed_name(mount)}",
        )
    good = Item(name=_NUMBER_SUFFIX.sub("", mount.name).casefold(), count=1, slots=0.0)
    seller, report = _sell_item(context, errant, good, 1, price, quote_typed_name(mount))
    campaign = drop_errant_from_campaign(campaign, mount.id).with_errant(seller)
    return Ruling(campaign, replace(report, item=mount.name))


def _find_worth_and_rarity(context: Context, item: Item) -> tuple[int | None, int | None]:
    """Its worth new, in pennies, and its Rarity: its own, else those of the price tables."""
    goods = context.read_goods()
    good, rarity = find_good_of_item(item, goods), item.rarity
    if good is not None and rarity is None:
        rarity = find_rarity_at_quality(good, item.quality or "average")
    return find_worth_of_item(item, goods), rarity


def _compute_sale_price(
    context: Context,
    item: Item,
    number: int,
    worth_and_rarity: tuple[int | None, int | None],
    market: Market,
    typed: str,
) -> int:
    """What things, `typed` so, fetch by the rules. Raises Impossible if they are magic, too rare to
    be freely sold here, or nobody knows what they are worth."""
    name, (worth, rarity) = name_single_item(item), worth_and_rarity
    if item.magic or worth is None or rarity is None:
        raise Impossible(
            f"No price is listed for «{name}»: the Guide says what it fetches.",
            f"Try: sell {typed} for {worth * number if worth else 100}",
        )
    if not is_on_open_sale(rarity, market.settlement.type):
        why = f"«{name}» (Rarity {rarity}) is not freely sold in a {market.settlement.type}."
        context.refuse_unforced(why, "The Guide may say for how much, as «for 100» at the end.")
    return price_resold_items(worth * number, min(rarity, 5))
