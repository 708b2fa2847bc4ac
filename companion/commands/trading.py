"""Buying and selling at the prompt."""

from collections.abc import Iterable

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.commands.goods_meant import shopping_list
from companion.commands.market import market_at, must_be_sold_here, with_settlement
from companion.commands.names import find_carried, find_errant, here_only
from companion.commands.reports import BoughtLine, PurchaseReport, SaleReport
from companion.commands.sitting import WORDS, Ruling, Sitting
from companion.errant.coin import Purse, in_fewest, paid
from companion.errant.errants import Errant
from companion.errant.goods import item_of, listed_as
from companion.errant.items import Item
from companion.errant.market import Market, Priced, after_sale, basket, rarity_for
from companion.errant.rarity import on_open_sale, price, resale
from companion.errant.stacks import name_of_one, stowed
from companion.refusal import Impossible, Malformed
from companion.words.options import take_after, take_flag, take_times, whole_number


def purse_of(errant: Errant) -> Purse:
    """The coins of an Errant."""
    return Purse(errant.pennies, errant.shillings, errant.guilders)


def with_purse(errant: Errant, purse: Purse) -> Errant:
    """The same Errant with these coins."""
    return replace(errant, **purse._asdict())


@WORDS.command(
    "buy",
    subject="market",
    usage="buy ERRANT GOOD [xN] [shoddy|masterwork], GOOD… [from ERRANT]",
    summary="Buy things here, all of a list or none, and put them into someone's pack; from says "
    "whose purse pays. Supply counts towards the inflation of the Settlement.",
    examples=("buy bree torch x3, rope", "buy wim Supply x6 from bree"),
    completes=("errant", "listed good…"),
)
def buy_word(sitting: Sitting) -> Ruling:
    """Buy a list of things."""
    if len(sitting.arguments) < 2:
        raise Malformed("Buy what, for whom?", "Try: buy bree torch x3, rope")
    campaign = sitting.campaign
    errant = here_only(find_errant(campaign, sitting.arguments[0]), forced=sitting.forced)
    whose, rest = take_after(sitting.arguments[1:], "from")
    payer = here_only(find_errant(campaign, whose)) if whose else errant
    things = shopping_list(sitting.goods(), rest)
    market = market_at(campaign, None)
    if not sitting.forced:
        for thing in things:
            must_be_sold_here(campaign, market, thing)
    lines = basket(market, things)
    total = sum(line.total for line in lines)
    purse = paid(purse_of(payer), total)
    if purse is None:
        raise _cannot_pay(payer, total)
    campaign = campaign.with_errant(with_purse(payer, purse))
    campaign, bought = _into_packs(campaign, errant.id, lines)
    settlement = market.settlement
    for thing in things:
        settlement = after_sale(settlement, thing)
    campaign = with_settlement(campaign, settlement)
    after = market_at(campaign, settlement.id)
    report = PurchaseReport(
        errant=errant.id,
        payer=payer.id,
        settlement=settlement.name,
        lines=bought,
        total=total,
        pennies=purse.pennies,
        shillings=purse.shillings,
        guilders=purse.guilders,
        level_before=market.level,
        level=after.level,
        supply_left=after.supply_left,
    )
    return Ruling(campaign, report)


def _cannot_pay(payer: Errant, total: int) -> Impossible:
    worth = purse_of(payer).worth
    return Impossible(
        f"That costs {total:,} pennies, and {payer.name} has {worth:,}.",
        "Buy less, or out of another purse: from NAME at the end.",
    )


def _into_packs(
    campaign: Campaign, errant_id: str, lines: Iterable[Priced]
) -> tuple[Campaign, tuple[BoughtLine, ...]]:
    """What was bought put where it belongs: things into the pack, Supply beside them. All else
    (animals, lodging, services …) is only paid for."""
    bought = []
    for line in lines:
        good, number = line.wanted.good, line.wanted.number
        errant, item_id = campaign.errant(errant_id), ""
        if good.is_supply:
            errant = replace(errant, supply=errant.supply + number)
        elif good.sort == "thing":
            wanted = line.wanted
            item = item_of(good, count=number, quality=wanted.quality, name=wanted.name)
            errant, item = stowed(errant, item)
            item_id = item.id
        campaign = campaign.with_errant(errant)
        quality = line.wanted.quality if good.quality else None
        name = line.wanted.name
        bought.append(BoughtLine(name, quality, number, item_id, line.costs, line.total))
    return campaign, tuple(bought)


@WORDS.command(
    "sell",
    subject="market",
    usage="sell ERRANT ITEM [xN|all] [for PENNIES]",
    summary="Sell a thing here: at its part of the original worth, by its Rarity, or for what the "
    "Guide says.",
    examples=("sell bree rope", "sell wim lantern for 12"),
    completes=("carried…",),
)
def sell_word(sitting: Sitting) -> Ruling:
    """Sell a thing, or so many of a stack."""
    campaign = sitting.campaign
    for_, rest = take_after(sitting.arguments, "for")
    count, rest = take_times(rest)
    everything, rest = take_flag(rest, "all")
    errant, item = find_carried(campaign, rest, lambda item: not item.lit, "thing")
    here_only(errant, forced=sitting.forced)
    number = item.count if everything else count or 1
    if number > item.count:
        raise Impossible(f"{errant.name} has only {item.count} of «{item.name}».")
    market = market_at(campaign, None)
    worth, rarity = _worth_and_rarity(sitting, item)
    if for_ is not None:
        total = whole_number(for_, what="number of pennies")
        if total < 0:
            raise Impossible(f"Nobody pays {total} pennies.", "Type 0 or more.")
    else:
        total = _fetches(item, number, worth, rarity, market, forced=sitting.forced)
    after = errant.without_item(item.id)
    if number < item.count:
        after = errant.with_item(replace(item, count=item.count - number))
    purse = purse_of(after).plus(in_fewest(total))
    report = SaleReport(
        errant=errant.id,
        name=name_of_one(item),
        number=number,
        settlement=market.settlement.name,
        worth=None if worth is None else worth * number,
        rarity=rarity,
        total=total,
        pennies=purse.pennies,
        shillings=purse.shillings,
        guilders=purse.guilders,
    )
    return Ruling(campaign.with_errant(with_purse(after, purse)), report)


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
            f"Try: sell {name} for 100",
        )
    if not on_open_sale(rarity, market.settlement.type) and not forced:
        raise Impossible(
            f"«{name}» (Rarity {rarity}) is not freely sold in a {market.settlement.type}.",
            "The Guide may say for how much: for 100 at the end.",
            overrulable=True,
        )
    return resale(worth * number, min(rarity, 5))
