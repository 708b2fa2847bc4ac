"""Buying at the prompt."""

from collections.abc import Iterable

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.commands.context import Ruling
from companion.commands.market.market import get_market, require_market_here, require_sold_here
from companion.commands.packs.stashes import require_stash_here
from companion.commands.packs.transfers import receive_items
from companion.errant.coin import pay_from_purse
from companion.errant.containers import Bundle
from companion.errant.errants import Company, Errant
from companion.errant.goods import make_item_from_good
from companion.errant.market import PricedGood, WantedGood, price_basket, record_sale
from companion.grammar.context import Context
from companion.grammar.names import require_present
from companion.refusal import Impossible
from companion.reports.market import PurchaseLine, PurchaseReport
from companion.text import make_free_slug

_MAX_MOUNTS_AT_ONCE = 20
"""Mounts or vehicles bought in one word: each is a file of its own."""


def buy_goods(
    context: Context, errant: Errant, goods: tuple[WantedGood, ...], payer: Errant | None
) -> Ruling:
    """Buy a list of things."""
    campaign = context.campaign
    require_present(errant, forced=context.is_forced)
    payer = require_present(payer) if payer else errant
    for holder in (errant, payer):
        require_stash_here(campaign, holder, forced=context.is_forced)
    market = require_market_here(context)
    if not context.is_forced:
        for thing in goods:
            require_sold_here(context, market, thing)
    lines = price_basket(market, goods)
    total = sum(line.total for line in lines)
    purse = pay_from_purse(payer.purse, total)
    if purse is None:
        raise Impossible(
            f"That costs {total:,} pennies, and {payer.name} has {payer.purse.worth:,}.",
            "Buy less, or out of another purse: from NAME at the end.",
        )
    campaign = campaign.with_errant(payer.with_purse(purse))
    campaign, bought = _deliver_goods(campaign, errant.id, lines, forced=context.is_forced)
    settlement = market.settlement
    for thing in goods:
        settlement = record_sale(settlement, thing)
    campaign = campaign.with_settlement(settlement)
    after = get_market(campaign, settlement)
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
            put = receive_items(errant, (Bundle((item,)),), forced=forced)
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
        return replace(newcomer, kind="vehicle", times=good.times or 1, slower=good.slower)
    speed, slots = good.speed or 0, good.carries
    return replace(newcomer, kind="animal", slots=slots, skill=speed, draught=good.draught)
