"""Selling at the prompt."""

import re
from typing import NamedTuple

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.commands.errants import forgotten
from companion.commands.handing import taken
from companion.commands.market import market_here
from companion.commands.names import best, errant_called, errant_names, here_only
from companion.commands.reports import SaleReport
from companion.commands.sitting import WORDS, Ruling, Sitting
from companion.commands.stashes import must_be_there
from companion.commands.things_meant import same
from companion.errant.coin import PENNIES_A_GUILDER, PENNIES_A_SHILLING, in_fewest
from companion.errant.errants import Errant
from companion.errant.goods import listed_as
from companion.errant.items import Item
from companion.errant.market import Market, rarity_for
from companion.errant.mounts import drawn_by, riders
from companion.errant.rarity import on_open_sale, price, resale
from companion.errant.stacks import name_of_one
from companion.refusal import Impossible
from companion.words.line import quoted
from companion.words.options import Arguments, take_rest_after, whole_number

_WORTH = {
    "penny": 1,
    "pennies": 1,
    "shilling": PENNIES_A_SHILLING,
    "shillings": PENNIES_A_SHILLING,
    "guilder": PENNIES_A_GUILDER,
    "guilders": PENNIES_A_GUILDER,
}
_NUMBERED = re.compile(r" \d+$")
"""What tells one mule from the other."""
MOST_OF_A_PRICE = 10_000_000


@WORDS.command(
    "sell",
    subject="market",
    usage="sell ERRANT ITEM [xN|all] [for N [shillings|guilders]] | sell ERRANT MOUNT [for N]",
    summary="Sell a thing here: at its part of the original worth, by its Rarity, or for what the "
    "Guide says.",
    examples=("sell bree rope", "sell wim lantern for 12"),
    completes=("carried…",),
)
def sell_word(sitting: Sitting) -> Ruling:
    """Sell a thing, or so many of a stack."""
    campaign = sitting.campaign
    for_, rest = take_rest_after(sitting.arguments, "for")
    if (mount := _mount_named(campaign, rest)) is not None:
        return _sell_mount(sitting, mount[0], mount[1], for_)
    after, bundles, number = taken(campaign, rest, whole_first=True)
    here_only(after, forced=sitting.forced)
    item = bundles[0].items[0]
    must_be_there(campaign, after, forced=sitting.forced)
    if any(not same(bundle.items[0], item) for bundle in bundles):
        raise Impossible("One sort of thing is sold at a time.", f"Try: sell {after.id} {item.id}")
    if any(each.items[1:] or each.supply or each.purse.pieces for each in bundles):
        raise Impossible(
            f"«{name_of_one(item)}» is not empty: the pack is in it.",
            f"Pass, move or stash what is in it first: slots {after.id}",
        )
    sold = _sold(sitting, after, item, number, for_)
    return Ruling(campaign.with_errant(sold.seller), sold.report)


class _Sold(NamedTuple):
    """A sale: whoever sold, with the money, and what is told of it."""

    seller: Errant
    report: SaleReport


def _sold(sitting: Sitting, seller: Errant, item: Item, number: int, for_: str | None) -> _Sold:
    """So many of a thing sold, by the rules or for what the Guide says."""
    market = market_here(sitting)
    worth, rarity = _worth_and_rarity(sitting, item)
    if for_ is not None:
        total = _paid_in(for_)
    else:
        total = _fetches(item, number, worth, rarity, market, forced=sitting.forced)
    purse = seller.purse.plus(in_fewest(total))
    report = SaleReport(
        errant=seller.id,
        item=name_of_one(item),
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
    return _Sold(seller.with_purse(purse), report)


def _paid_in(typed: str) -> int:
    """What the Guide says a thing fetches, in pennies: `120`, `3 guilders`, `1 guilder 5
    shillings`. Malformed for what is no price."""
    words, total = typed.split(), 0
    while words:
        number = whole_number(words.pop(0), what="number of pennies")
        worth = 1
        if words and words[0].casefold() in _WORTH:
            worth = _WORTH[words.pop(0).casefold()]
        total += number * worth
    if not 0 <= total <= MOST_OF_A_PRICE:
        raise Impossible(f"Nobody pays {total:,} pennies.", f"From 0 to {MOST_OF_A_PRICE:,}.")
    return total


def _mount_named(campaign: Campaign, arguments: Arguments) -> tuple[Errant, Errant] | None:
    """`ERRANT MOUNT`, whoever gets the money and the animal or vehicle that is sold; None for a
    thing in a pack."""
    if len(arguments) < 2:
        return None
    seller = best(arguments[0], campaign.errants, errant_names)
    sold = errant_called(campaign, " ".join(arguments[1:]))
    if len(seller) != 1 or sold is None or sold.kind not in ("animal", "vehicle"):
        return None
    return seller[0], sold


def _sell_mount(sitting: Sitting, seller: Errant, sold: Errant, for_: str | None) -> Ruling:
    """A mount or a vehicle that leaves the Company, empty and with nobody on it."""
    campaign = sitting.campaign
    here_only(seller, forced=sitting.forced)
    here_only(sold, forced=sitting.forced)
    laden = sold.items or sold.coins or sold.supply or sold.draws
    if laden or riders(campaign.errants, sold) or drawn_by(campaign.errants, sold):
        raise Impossible(
            f"{sold.name} carries something, or somebody, or is hitched.",
            f"Pass it on first: slots {sold.id}",
        )
    stands_for = Item(name=_NUMBERED.sub("", sold.name).casefold(), count=1, slots=0.0)
    sale = _sold(sitting, seller, stands_for, 1, for_)
    left = tuple(each for each in campaign.errants if each.id != sold.id)
    campaign = forgotten(campaign.with_company(left), sold.id)
    return Ruling(campaign.with_errant(sale.seller), replace(sale.report, item=sold.name))


def _worth_and_rarity(sitting: Sitting, item: Item) -> tuple[int | None, int | None]:
    """What one is worth new, in pennies, and its Rarity: as it is written with the thing, else as
    the price tables have it."""
    good = listed_as(name_of_one(item), sitting.goods())
    worth, rarity = item.worth, item.rarity
    if good is not None and worth is None and good.price is not None:
        worth = price(good.price, item.quality or "average")
    if good is not None and rarity is None:
        rarity = rarity_for(good, item.quality or "average")
    return worth, rarity


def _fetches(
    item: Item,
    number: int,
    worth: int | None,
    rarity: int | None,
    market: Market,
    *,
    forced: bool,
) -> int:
    """What things fetch by the rules. Impossible where nothing says what they are worth, where they
    are magic, or too rare to be freely sold here."""
    name = name_of_one(item)
    if item.magic or worth is None or rarity is None:
        raise Impossible(
            f"No price is listed for «{name}»: the Guide says what it fetches.",
            f"Try: sell {quoted(name)} for 100",
        )
    if not on_open_sale(rarity, market.settlement.type) and not forced:
        raise Impossible(
            f"«{name}» (Rarity {rarity}) is not freely sold in a {market.settlement.type}.",
            "The Guide may say for how much: for 100 at the end.",
            overrulable=True,
        )
    return resale(worth * number, min(rarity, 5))
