"""The market at the prompt: the price of a good, and whether it can be had."""

from companion.campaign.campaign import Campaign
from companion.commands.context import Ruling, open_dice
from companion.errant.goods import compute_availability_chance, is_on_open_sale, price_item
from companion.errant.market import (
    Market,
    WantedGood,
    compute_price_factor,
    find_rarity,
    list_nearest_sellers,
    make_market,
    make_search_name,
    price_wanted,
    record_search,
    require_on_sale,
)
from companion.errant.world import Settlement
from companion.grammar.context import Context
from companion.grammar.kinds.places import list_nameable_settlements
from companion.grammar.line import quote_name
from companion.refusal import Impossible, join_words
from companion.reports.market import PriceReport, SeekReport


def find_company_settlement(campaign: Campaign) -> Settlement | None:
    """The Settlement where the Company is: that of the innermost Turn played in one."""
    settlements = {each.id: each for each in campaign.world.settlements}
    places = (turn.place for turn in reversed(campaign.turns))
    return next((settlements[place] for place in places if place in settlements), None)


def require_market_here(context: Context) -> Market:
    """The market where the Company is. Raises Impossible if it is at no Settlement."""
    campaign = context.campaign
    if (here := find_company_settlement(campaign)) is not None:
        return get_market(campaign, here)
    names = [each.name for each in list_nameable_settlements(context)]
    way = "at" if campaign.turns else "zoom downtime at"
    known = f"Try: {way} {quote_name(names[0])}" if names else "Try: settlement Saltford town"
    raise Impossible("The Company is at no Settlement.", known)


def get_market(campaign: Campaign, settlement: Settlement) -> Market:
    """The market of a Settlement."""
    carry = campaign.book.rules.inflation.carry
    return make_market(settlement, campaign.world.settlements, carry)


def _list_elsewhere(context: Context, market: Market, rarity: int) -> tuple[str, ...]:
    found = list_nearest_sellers(market.settlement, list_nameable_settlements(context), rarity)
    return tuple(each.name for each in found if each.id != market.settlement.id)


def require_sold_here(context: Context, market: Market, wanted: WantedGood) -> None:
    """Raises Impossible if a good is not on open sale here, with the Settlements where it is."""
    try:
        require_on_sale(market, wanted)
    except Impossible as refusal:
        rarity = find_rarity(wanted.good, wanted.quality) or 1
        if there := _list_elsewhere(context, market, rarity):
            refusal.hint = f"In {join_words(list(there[:3]), 'or')} it is. {refusal.hint}".strip()
        raise


def show_price(context: Context, wanted: WantedGood, settlement: Settlement | None) -> Ruling:
    """Ask a price."""
    campaign = context.campaign
    market = get_market(campaign, settlement) if settlement else require_market_here(context)
    good, rarity = wanted.good, find_rarity(wanted.good, wanted.quality)
    costed = price_wanted(market, wanted) if good.price is not None else None
    sold = rarity is None or is_on_open_sale(rarity, market.settlement.type)
    report = PriceReport(
        item=good.name,
        quality=wanted.quality if good.quality else None,
        quantity=wanted.number,
        settlement=market.settlement.id,
        settlement_name=market.settlement.name,
        settlement_type=market.settlement.type,
        rarity=rarity,
        on_open_sale=sold,
        lacking=make_search_name(wanted) in market.settlement.lacking,
        elsewhere=() if sold or rarity is None else _list_elsewhere(context, market, rarity),
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
    return Ruling(campaign, report)


def seek_good(context: Context, wanted: WantedGood, faces: tuple[int, ...] | None) -> Ruling:
    """Test an availability."""
    campaign, by_hand = context.campaign, faces
    market = require_market_here(context)
    good, settlement = wanted.good, market.settlement
    rarity = find_rarity(good, wanted.quality)
    if rarity is None:
        raise Impossible(f"«{good.name}» has no Rarity.", "The Guide says whether it is to be had.")
    if not context.is_forced:
        require_sold_here(context, market, wanted)
    faces = ()
    chance, found = (
        compute_availability_chance(rarity),
        make_search_name(wanted) in settlement.found,
    )
    if not found or context.is_forced:
        with open_dice(context, "market", by_hand, 1) as dice:
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
        entered=bool(faces) and by_hand is not None,
        found=found,
    )
    return Ruling(campaign, report)
