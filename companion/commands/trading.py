"""Buying at the prompt."""

from collections.abc import Iterable

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.commands.goods_meant import shopping_list
from companion.commands.handing import handed
from companion.commands.market import market_here, market_in, must_be_sold_here, with_settlement
from companion.commands.names import find_errant, here_only
from companion.commands.reports import BoughtLine, PurchaseReport
from companion.commands.sitting import WORDS, Ruling, Sitting
from companion.commands.stashes import holder_named, must_be_there
from companion.errant.coin import paid
from companion.errant.containers import Bundle
from companion.errant.errants import Company, Errant
from companion.errant.goods import item_of
from companion.errant.market import Priced, Wanted, after_sale, basket
from companion.refusal import Impossible, Malformed
from companion.text import free_slug
from companion.words.options import take_rest_after

MOST_AT_ONCE = 20
"""Mounts or vehicles bought in one word: each is a file of its own."""


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
    whose, rest = take_rest_after(sitting.arguments[1:], "from")
    payer = here_only(holder_named(campaign, whose)) if whose else errant
    for holder in (errant, payer):
        must_be_there(campaign, holder, forced=sitting.forced)
    things = shopping_list(sitting.goods(), rest)
    market = market_here(sitting)
    if not sitting.forced:
        for thing in things:
            must_be_sold_here(sitting, market, thing)
    lines = basket(market, things)
    total = sum(line.total for line in lines)
    purse = paid(payer.purse, total)
    if purse is None:
        raise _cannot_pay(payer, total)
    campaign = campaign.with_errant(payer.with_purse(purse))
    campaign, bought = _handed_over(campaign, errant.id, lines, forced=sitting.forced)
    settlement = market.settlement
    for thing in things:
        settlement = after_sale(settlement, thing)
    campaign = with_settlement(campaign, settlement)
    after = market_in(campaign, settlement)
    report = PurchaseReport(
        errant=errant.id,
        payer=payer.id,
        settlement=settlement.id,
        settlement_name=settlement.name,
        item=", ".join(each.item for each in bought),
        quantity=sum(each.quantity for each in bought),
        lines=bought,
        paid_pennies=total,
        pennies=purse.pennies,
        shillings=purse.shillings,
        guilders=purse.guilders,
        supply_bought=sum(thing.supply for thing in things),
        supply_available=after.supply_left,
        inflation_level_before=market.level,
        inflation_level_after=after.level,
    )
    return Ruling(campaign, report)


def _cannot_pay(payer: Errant, total: int) -> Impossible:
    worth = payer.purse.worth
    return Impossible(
        f"That costs {total:,} pennies, and {payer.name} has {worth:,}.",
        "Buy less, or out of another purse: from NAME at the end.",
    )


def _handed_over(
    campaign: Campaign, errant_id: str, lines: Iterable[Priced], *, forced: bool
) -> tuple[Campaign, tuple[BoughtLine, ...]]:
    """What was bought put where it belongs: things into the pack, Supply beside them; mounts and
    vehicles join the Company. All else (lodging, services …) is only paid for."""
    bought = []
    for line in lines:
        wanted, good = line.wanted, line.wanted.good
        errant, item_id, joined = campaign.errant(errant_id), "", tuple[str, ...]()
        if good.is_supply:
            campaign = campaign.with_errant(replace(errant, supply=errant.supply + wanted.number))
        elif good.sort == "thing":
            item = item_of(good, count=wanted.number, quality=wanted.quality, name=wanted.name)
            put = handed(errant, (Bundle((item,)),), forced=forced)
            campaign, item_id = campaign.with_errant(put.errant), put.item.id
        elif good.carries is not None or good.times is not None:
            campaign, joined = _joined(campaign, wanted)
        quality = wanted.quality if good.quality else None
        bought.append(
            BoughtLine(wanted.name, quality, wanted.number, item_id, line.costs, line.total, joined)
        )
    return campaign, tuple(bought)


def _joined(campaign: Campaign, wanted: Wanted) -> tuple[Campaign, tuple[str, ...]]:
    """The Company with so many mounts or vehicles more, and their ids. Impossible for a herd."""
    if wanted.number > MOST_AT_ONCE:
        raise Impossible(
            f"{wanted.number:,} × {wanted.good.name} is a herd.", f"At most {MOST_AT_ONCE} at once."
        )
    company, ids = campaign.errants, list[str]()
    for _ in range(wanted.number):
        newcomer = _newcomer(company, wanted)
        company, ids = (*company, newcomer), [*ids, newcomer.id]
    company = tuple(sorted(company, key=lambda errant: errant.id))
    return campaign.with_company(company), tuple(ids)


def _newcomer(company: Company, wanted: Wanted) -> Errant:
    good = wanted.good
    name, number = wanted.name.capitalize(), 1
    taken = {errant.name.casefold() for errant in company}
    while (called := name if number == 1 else f"{name} {number}").casefold() in taken:
        number += 1
    newcomer = Errant(id=free_slug(called, {errant.id for errant in company}), name=called)
    if good.carries is None:
        return replace(newcomer, kind="vehicle", times=good.times or 1, slower=good.slower)
    speed, slots = good.speed or 0, good.carries
    return replace(newcomer, kind="animal", slots=slots, skill=speed, draught=good.draught)
