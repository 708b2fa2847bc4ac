"""Selling at the prompt."""

import re
from typing import NamedTuple

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.commands.context import WORDS, Context, Ruling
from companion.commands.market.market import require_market_here
from companion.commands.packs.coin import is_coin, make_coins
from companion.commands.packs.stashes import require_stash_here
from companion.commands.packs.transfers import take_items
from companion.commands.people.errants import forget_errant
from companion.commands.resolve.items import is_same_sort
from companion.commands.resolve.names import find_exact_errant, match_names, require_present
from companion.errant.coin import make_purse
from companion.errant.errants import Errant
from companion.errant.goods import find_listed_good, is_on_open_sale, price_item, price_resale
from companion.errant.items import Item
from companion.errant.market import Market, find_rarity
from companion.errant.mounts import list_riders, list_team
from companion.errant.stacks import name_single_item
from companion.grammar.arguments import Arguments, parse_whole_number, take_rest_after
from companion.grammar.line import quote_name
from companion.refusal import Impossible
from companion.reports.market import SaleReport

_NUMBER_SUFFIX = re.compile(r" \d+$")
"""What tells one mule from the other."""
MAX_SALE_PENNIES = 10_000_000


@WORDS.command(
    "sell",
    subject="market",
    usage="sell ERRANT ITEM [xN|all] [for N [shillings|guilders]] | sell ERRANT MOUNT [for N]",
    completes=("carried…",),
)
def handle_sell(context: Context) -> Ruling:
    """Sell a thing, or so many of a stack."""
    campaign = context.campaign
    for_, rest = take_rest_after(context.arguments, "for")
    if (mount := _find_sold_mount(campaign, rest)) is not None:
        return _sell_mount(context, mount[0], mount[1], for_)
    after, bundles, number = take_items(campaign, rest, whole_first=True)
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
    sold = _sell_item(context, after, item, number, for_)
    return Ruling(campaign.with_errant(sold.seller), sold.report)


class _Sale(NamedTuple):
    """A sale: whoever sold, with the money, and what is told of it."""

    seller: Errant
    report: SaleReport


def _sell_item(
    context: Context, seller: Errant, item: Item, number: int, for_: str | None
) -> _Sale:
    """So many of a thing sold, by the rules or for what the Guide says."""
    market = require_market_here(context)
    worth, rarity = _find_worth_and_rarity(context, item)
    if for_ is not None:
        total = _parse_price(for_)
    else:
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
        pennies=purse.pennies,
        shillings=purse.shillings,
        guilders=purse.guilders,
    )
    return _Sale(seller.with_purse(purse), report)


def _parse_price(typed: str) -> int:
    """What the Guide says a thing fetches, in pennies: `120`, `3 guilders`, `1 guilder 5
    shillings`. Malformed for what is no price."""
    words, total = typed.split(), 0
    while words:
        number = parse_whole_number(words.pop(0), what="number of pennies")
        coin = words.pop(0) if words and is_coin(words[0]) else "pennies"
        total += make_coins(number, coin).worth
    if not 0 <= total <= MAX_SALE_PENNIES:
        raise Impossible(f"Nobody pays {total:,} pennies.", f"From 0 to {MAX_SALE_PENNIES:,}.")
    return total


def _find_sold_mount(campaign: Campaign, arguments: Arguments) -> tuple[Errant, Errant] | None:
    """`ERRANT MOUNT`, whoever gets the money and the animal or vehicle that is sold; None for a
    thing in a pack."""
    if len(arguments) < 2:
        return None
    seller = match_names(arguments[0], campaign.errants)
    sold = find_exact_errant(campaign, " ".join(arguments[1:]))
    if len(seller) != 1 or sold is None or sold.kind not in ("animal", "vehicle"):
        return None
    return seller[0], sold


def _sell_mount(context: Context, seller: Errant, sold: Errant, for_: str | None) -> Ruling:
    """A mount or a vehicle that leaves the Company, empty and with nobody on it."""
    campaign = context.campaign
    require_present(seller, forced=context.is_forced)
    require_present(sold, forced=context.is_forced)
    laden = sold.items or sold.coins or sold.supply or sold.draws
    if laden or list_riders(campaign.errants, sold) or list_team(campaign.errants, sold):
        raise Impossible(
            f"{sold.name} carries something, or somebody, or is hitched.",
            f"Pass it on first: slots {sold.id}",
        )
    stands_for = Item(name=_NUMBER_SUFFIX.sub("", sold.name).casefold(), count=1, slots=0.0)
    sale = _sell_item(context, seller, stands_for, 1, for_)
    left = tuple(each for each in campaign.errants if each.id != sold.id)
    campaign = forget_errant(campaign.with_company(left), sold.id)
    return Ruling(campaign.with_errant(sale.seller), replace(sale.report, item=sold.name))


def _find_worth_and_rarity(context: Context, item: Item) -> tuple[int | None, int | None]:
    """What one is worth new, in pennies, and its Rarity: as it is written with the thing, else as
    the price tables have it."""
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
    """What things fetch by the rules. Impossible where nothing says what they are worth, where they
    are magic, or too rare to be freely sold here."""
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
