"""Selling at the prompt."""

import re

from msgspec.structs import replace

from companion.commands.context import Ruling
from companion.commands.market.market import require_market_here
from companion.commands.packs.stashes import require_stash_here
from companion.commands.people.errants import remove_errant
from companion.errant.coin import make_purse
from companion.errant.errants import Errant
from companion.errant.goods import find_listed_good, is_on_open_sale, price_item, price_resale
from companion.errant.items import Item
from companion.errant.market import Market, find_rarity
from companion.errant.slots import list_riders, list_team
from companion.errant.stacks import name_single_item
from companion.grammar.context import Context
from companion.grammar.kinds.items import is_same_sort
from companion.grammar.kinds.things import RemovedItems, SoldMount
from companion.grammar.line import quote_name
from companion.grammar.names import require_present
from companion.refusal import Impossible
from companion.reports.market import SaleReport

_NUMBER_SUFFIX = re.compile(r" \d+$")
"""The number in the name of a second mule."""


def sell_things(context: Context, things: RemovedItems, price: int | None) -> Ruling:
    """Sell a thing, or so many of a stack."""
    campaign, (after, bundles, number) = context.campaign, things
    require_present(after, forced=context.is_forced)
    item = bundles[0].items[0]
    require_stash_here(campaign, after, forced=context.is_forced)
    if any(not is_same_sort(bundle.items[0], item) for bundle in bundles):
        raise Impossible("One sort of thing is sold at a time.", f"Try: sell {after.id} {item.id}")
    if any(each.items[1:] or each.supply or each.purse.pieces for each in bundles):
        raise Impossible(
            f"«{name_single_item(item)}» is not empty: the pack is in it.",
            f"Pass, move or stash what is in it first: slots {after.id}",
        )
    seller, report = _sell_item(context, after, item, number, price)
    return Ruling(campaign.with_errant(seller), report)


def _sell_item(
    context: Context, seller: Errant, item: Item, number: int, price: int | None
) -> tuple[Errant, SaleReport]:
    """The seller with the money, and the Report: the price is the Guide's, else by the rules."""
    market = require_market_here(context)
    worth, rarity = _find_worth_and_rarity(context, item)
    total = price
    if total is None:
        total = _compute_sale_price(item, number, worth, rarity, market, forced=context.is_forced)
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
    require_present(errant, forced=context.is_forced)
    require_present(mount, forced=context.is_forced)
    laden = mount.items or mount.coins or mount.supply or mount.draws
    if laden or list_riders(campaign.errants, mount) or list_team(campaign.errants, mount):
        raise Impossible(
            f"{mount.name} carries something, or somebody, or is hitched.",
            f"Pass it on first: slots {mount.id}",
        )
    good = Item(name=_NUMBER_SUFFIX.sub("", mount.name).casefold(), count=1, slots=0.0)
    seller, report = _sell_item(context, errant, good, 1, price)
    campaign = remove_errant(campaign, mount.id).with_errant(seller)
    return Ruling(campaign, replace(report, item=mount.name))


def _find_worth_and_rarity(context: Context, item: Item) -> tuple[int | None, int | None]:
    """Its worth new, in pennies, and its Rarity: its own, else those of the price tables."""
    good = find_listed_good(name_single_item(item), context.read_goods())
    worth, rarity = item.worth, item.rarity
    if good is not None and worth is None and good.price is not None:
        worth = price_item(good.price, item.quality or "average")
    if good is not None and rarity is None:
        rarity = find_rarity(good, item.quality or "average")
    return worth, rarity


def _compute_sale_price(
    item: Item, number: int, worth: int | None, rarity: int | None, market: Market, *, forced: bool
) -> int:
    """What things fetch by the rules. Raises Impossible if they are magic, too rare to be freely
    sold here, or nobody knows what they are worth."""
    name = name_single_item(item)
    if item.magic or worth is None or rarity is None:
        raise Impossible(
            f"No price is listed for «{name}»: the Guide says what it fetches.",
            f"Try: sell {quote_name(name)} for 100",
        )
    if not is_on_open_sale(rarity, market.settlement.type) and not forced:
        raise Impossible(
            f"«{name}» (Rarity {rarity}) is not freely sold in a {market.settlement.type}.",
            "The Guide may say for how much: for 100 at the end.",
            overrulable=True,
        )
    return price_resale(worth * number, min(rarity, 5))
