"""Answers `price` (what a good costs in a Settlement), `seek` (a roll for whether it can be had)
and `wares` (what is on sale)."""

from collections import Counter
from contextlib import suppress

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.places_known_to_players import find_company_settlement
from companion.commands.dice_for_handlers import make_dice_face_source
from companion.commands.handler_result import Ruling
from companion.errant.goods import (
    Good,
    GoodSort,
    compute_availability_chance,
    is_on_open_sale,
    list_good_names,
    price_item,
)
from companion.errant.market import (
    Market,
    WantedGood,
    compute_price_factor,
    find_rarity_at_quality,
    list_nearest_selling_settlements,
    make_market,
    make_search_name,
    price_wanted_good,
    record_search,
    require_good_on_sale,
)
from companion.errant.world import Settlement
from companion.grammar.argument_kinds.packs.goods import resolve_shopping_list_entry
from companion.grammar.argument_kinds.places import list_nameable_settlements
from companion.grammar.context import Context
from companion.refusal import Impossible, Unknown, join_words, suggest_similar_words
from companion.reports.market import PriceReport, SeekReport, WareLine, WaresReport
from companion.text_cleaning import quote_name


def require_market_at_company(context: Context) -> Market:
    """The market where the Company is. Raises Impossible if it is at no Settlement."""
    campaign = context.campaign
    if (here := find_company_settlement(campaign)) is not None:
        return get_settlement_market(campaign, here)
    names = [each.name for each in list_nameable_settlements(context)]
    way = "at" if campaign.turns else "zoom downtime at"
    known = f"Try: {way} {quote_name(names[0])}" if names else "Try: settlement Saltford town"
    raise Impossible("The Company is at no Settlement.", known)


def get_settlement_market(campaign: Campaign, settlement: Settlement) -> Market:
    """The market of a Settlement, with the inflation that others carry over to it by the house's
    rules."""
    carry = campaign.book.rules.inflation.carry
    return make_market(settlement, campaign.world.settlements, carry)


def _list_other_sellers(context: Context, market: Market, rarity: int) -> tuple[str, ...]:
    found = list_nearest_selling_settlements(
        market.settlement, list_nameable_settlements(context), rarity
    )
    return tuple(each.name for each in found if each.id != market.settlement.id)


def require_on_sale_or_say_where(context: Context, market: Market, wanted: WantedGood) -> None:
    """Raises Impossible if a good is not on open sale here, with the Settlements where it is."""
    try:
        require_good_on_sale(market, wanted)
    except Impossible as refusal:
        rarity = find_rarity_at_quality(wanted.good, wanted.quality) or 1
        if not wanted.good.is_sold_anywhere:
            raise
        if there := _list_other_sellers(context, market, rarity):
            refusal.hint = f"In {join_words(list(there[:3]), 'or')} it is. {refusal.hint}".strip()
        raise


def show_price(context: Context, wanted: WantedGood, settlement: Settlement | None) -> PriceReport:
    """The price of a good in this Settlement, or else in that where the Company is."""
    campaign = context.campaign
    market = (
        get_settlement_market(campaign, settlement)
        if settlement
        else require_market_at_company(context)
    )
    good, rarity = wanted.good, find_rarity_at_quality(wanted.good, wanted.quality)
    costed = price_wanted_good(market, wanted) if good.price is not None else None
    sold = good.is_sold_anywhere
    sold = sold and (rarity is None or is_on_open_sale(rarity, market.settlement.type))
    return PriceReport(
        item=good.name,
        quality=wanted.quality if good.quality else None,
        quantity=wanted.number,
        settlement=market.settlement.id,
        settlement_name=market.settlement.name,
        settlement_type=market.settlement.type,
        rarity=rarity,
        on_open_sale=sold,
        lacking=make_search_name(wanted) in market.settlement.lacking,
        elsewhere=() if sold or rarity is None else _list_other_sellers(context, market, rarity),
        base_pennies=None if good.price is None else price_item(good.price, wanted.quality),
        inflation_level=market.level,
        multiplier=compute_price_factor(market.level),
        costs=() if costed is None else costed.costs,
        price_pennies=None if costed is None else costed.total,
        at_least=good.least,
        per=good.per,
        slots=good.slots,
        blocks=good.blocks,
        uses=good.burn if good.burn is not None else good.depletion,
        supply_available=market.supply_left,
        note=good.note,
        carries=good.carries,
        spd=good.speed,
        times=good.times,
        slower=good.slower,
    )


def roll_good_availability(context: Context, wanted: WantedGood) -> Ruling:
    """Roll for the availability of a good in a Settlement."""
    campaign, faces = context.campaign, tuple[int, ...]()
    market = require_market_at_company(context)
    good, settlement = wanted.good, market.settlement
    rarity = find_rarity_at_quality(good, wanted.quality)
    if rarity is None:
        raise Impossible(f"«{good.name}» has no Rarity.", "The Guide says whether it is to be had.")
    if not context.is_forced:
        require_on_sale_or_say_where(context, market, wanted)
    chance, found = (
        compute_availability_chance(rarity),
        make_search_name(wanted) in settlement.found,
    )
    if not found or context.is_forced:
        with make_dice_face_source(context, "market", 1) as dice:
            faces = (dice.face(100),)
        found = faces[0] <= chance
        campaign = campaign.with_settlement(record_search(settlement, wanted, found=found))
    report = SeekReport(
        item=good.name,
        quality=wanted.quality if good.quality else None,
        settlement=settlement.id,
        settlement_name=settlement.name,
        rarity=rarity,
        chance=chance,
        faces=faces,
        entered=bool(faces) and context.faces is not None,
        found=found,
    )
    return Ruling(campaign, report)


_SORT_WORDS: dict[str, GoodSort] = {
    "things": "thing",
    "animals": "animal",
    "vehicles": "vehicle",
    "services": "service",
    "lodging": "lodging",
    "buildings": "building",
    "retainers": "retainer",
}


_MOST_WARES = 40


def list_wares(context: Context, text: str | None, budget: int | None) -> WaresReport:
    """The goods on open sale in the Settlement where the Company is, or anywhere outside one: those
    of the sort or the name that `text` gives, or that cost at most `budget` pennies, the dearest
    first; else how many there are of each sort. Raises Unknown where nothing fits, Impossible if
    nothing is so cheap."""
    report = _list_all_wares(context, text, is_listed=budget is not None)
    if budget is None:
        return report
    paid = [ware for ware in report.wares if ware.price_pennies is not None]
    paid = [ware for ware in paid if (ware.price_pennies or 0) <= budget]
    if not paid:
        why = f"Nothing of that is on open sale for {budget:,} pennies or less."
        raise Impossible(why, "Type wares for the sorts there are.")
    paid.sort(key=lambda ware: ware.price_pennies or 0, reverse=True)
    more = max(0, len(paid) - _MOST_WARES)
    return replace(report, wares=tuple(paid[:_MOST_WARES]), budget=budget, more=more)


def _list_all_wares(context: Context, text: str | None, *, is_listed: bool) -> WaresReport:
    """The wares that are asked for, all of them if they are listed without a name; else how many
    there are of each sort."""
    campaign, goods = context.campaign, context.read_goods()
    here = find_company_settlement(campaign)
    market = get_settlement_market(campaign, here) if here is not None else None
    report = WaresReport(settlement=here.name if here is not None else "", sorts=(), wares=())
    sold = [good for good in goods if good.is_sold_anywhere]
    sold = [good for good in sold if market is None or _is_sold(good, market)]
    typed = (text or "").casefold()
    if not typed and not is_listed:
        counts = Counter(good.sort for good in sold)
        sorts = tuple((name, counts[sort]) for name, sort in _SORT_WORDS.items() if counts[sort])
        return replace(report, sorts=sorts)
    sort = _SORT_WORDS.get(typed) or _SORT_WORDS.get(f"{typed}s")
    chosen = [good for good in sold if _matches_search(good, sort, typed)]
    if not chosen:
        if market is not None and sort is None:
            with suppress(Unknown):
                require_on_sale_or_say_where(
                    context, market, resolve_shopping_list_entry(goods, tuple(typed.split()))
                )
        known = [*_SORT_WORDS, *(name for good in goods for name in list_good_names(good))]
        raise Unknown(
            f"Nothing called «{typed}» is on open sale here.",
            suggest_similar_words(typed, known) or "Type wares for the sorts there are.",
        )
    factor = compute_price_factor(market.level if market is not None else 0)
    lines = tuple(_build_ware_line(good, factor) for good in chosen)
    return replace(report, wares=lines)


def _matches_search(good: Good, sort: GoodSort | None, typed: str) -> bool:
    """True for a good of this sort; where no sort is given, with this in a name."""
    if sort is not None:
        return good.sort == sort
    return any(typed in name.casefold() for name in list_good_names(good))


def _is_sold(good: Good, market: Market) -> bool:
    sold_out = not market.supply_left and (good.supply > 0 or good.takes_supply)
    if sold_out or make_search_name(WantedGood(good, 1)) in market.settlement.lacking:
        return False
    return good.rarity is None or is_on_open_sale(good.rarity, market.settlement.type)


def _build_ware_line(good: Good, factor: int) -> WareLine:
    each = None if good.price is None else price_item(good.price, "average", factor)
    return WareLine(good.name, each, good.least, good.per, good.rarity, good.slots)
