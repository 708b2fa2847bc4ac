"""The market at the prompt: what a good costs, and whether it is to be had."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.commands.goods_meant import wanted
from companion.commands.places_meant import find_settlement, settlements_meant
from companion.commands.reports import (
    PriceReport,
    SeekReport,
)
from companion.commands.sitting import WORDS, Ruling, Sitting
from companion.dice.faces import ByHand
from companion.errant.inflation import factor
from companion.errant.market import (
    Market,
    Wanted,
    market_of,
    nearest,
    priced,
    rarity_for,
    sold_here,
    sought,
    sought_as,
)
from companion.errant.rarity import chance_to_be_had, on_open_sale, price
from companion.errant.world import Settlement
from companion.refusal import Impossible, Malformed, listed
from companion.words.line import quoted
from companion.words.options import (
    take_faces,
    take_rest_after,
)
from companion.words.registry import always


def settlement_of_the_company(campaign: Campaign) -> Settlement | None:
    """The Settlement where the Company is: that of the innermost Turn played in one."""
    settlements = {each.id: each for each in campaign.world.settlements}
    places = (turn.place for turn in reversed(campaign.turns))
    return next((settlements[place] for place in places if place in settlements), None)


def settlement_here(sitting: Sitting) -> Settlement:
    """The same. Impossible where it is at none."""
    campaign = sitting.campaign
    if (here := settlement_of_the_company(campaign)) is not None:
        return here
    names = [each.name for each in settlements_meant(sitting)]
    way = "at" if campaign.turns else "zoom downtime at"
    known = f"Try: {way} {quoted(names[0])}" if names else "Try: settlement Saltford town"
    raise Impossible("The Company is at no Settlement.", known)


def market_here(sitting: Sitting) -> Market:
    """The market where the Company is. Impossible where it is at no Settlement."""
    return market_in(sitting.campaign, settlement_here(sitting))


def market_in(campaign: Campaign, settlement: Settlement) -> Market:
    """The market of a Settlement."""
    carry = campaign.campaign.rules.inflation.carry
    return market_of(settlement, campaign.world.settlements, carry)


def with_settlement(campaign: Campaign, settlement: Settlement) -> Campaign:
    """The campaign with this Settlement in the place of the one of its id."""
    settlements = tuple(
        settlement if each.id == settlement.id else each for each in campaign.world.settlements
    )
    return replace(campaign, world=replace(campaign.world, settlements=settlements))


def _elsewhere(sitting: Sitting, market: Market, rarity: int) -> tuple[str, ...]:
    found = nearest(market.settlement, settlements_meant(sitting), rarity)
    return tuple(each.name for each in found if each.id != market.settlement.id)


def must_be_sold_here(sitting: Sitting, market: Market, thing: Wanted) -> None:
    """As `sold_here`, with where it could be had."""
    try:
        sold_here(market, thing)
    except Impossible as refusal:
        rarity = rarity_for(thing.good, thing.quality) or 1
        there = _elsewhere(sitting, market, rarity)
        if there:
            refusal.hint = f"In {listed(list(there[:3]), 'or')} it is. {refusal.hint}".strip()
        raise


@WORDS.command(
    "price",
    subject="market",
    usage="price GOOD [xN] [shoddy|masterwork] [in SETTLEMENT]",
    summary="What a good costs here, inflation and all, and whether it is on open sale; elsewhere "
    "with in. Nothing is bought.",
    examples=("price torch x3 in reedmarket", "price mail masterwork in reedmarket"),
    reads=always,
    completes=("listed good", "in settlement…"),
)
def price_word(sitting: Sitting) -> Ruling:
    """Ask a price."""
    campaign = sitting.campaign
    there, rest = take_rest_after(sitting.arguments, "in")
    if not rest:
        raise Malformed("The price of what?", "Try: price torch x3, or wares for what there is")
    thing = wanted(sitting.goods(), rest)
    if there is None:
        market = market_here(sitting)
    else:
        market = market_in(campaign, find_settlement(sitting, there))
    good, rarity = thing.good, rarity_for(thing.good, thing.quality)
    costed = priced(market, thing) if good.price is not None else None
    sold = rarity is None or on_open_sale(rarity, market.settlement.type)
    report = PriceReport(
        item=good.name,
        quality=thing.quality if good.quality else None,
        quantity=thing.number,
        settlement=market.settlement.id,
        settlement_name=market.settlement.name,
        settlement_type=market.settlement.type,
        rarity=rarity,
        on_open_sale=sold,
        lacking=sought_as(thing) in market.settlement.lacking,
        elsewhere=() if sold or rarity is None else _elsewhere(sitting, market, rarity),
        base_pennies=None if good.price is None else price(good.price, thing.quality),
        inflation_level=market.level,
        multiplier=factor(market.level),
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


@WORDS.command(
    "seek",
    subject="market",
    usage="seek GOOD [shoddy|masterwork] [=FACE]",
    summary="Test whether a good is to be had here: a D100 at or below 100 less 10 for each point "
    "of its Rarity. What was sought in vain is not to be had until the next Downtime Turn.",
    examples=("seek lantern", "seek rope =42"),
    completes=("listed good",),
)
def seek_word(sitting: Sitting) -> Ruling:
    """Test an availability."""
    campaign = sitting.campaign
    by_hand, rest = take_faces(sitting.arguments)
    thing = wanted(sitting.goods(), rest)
    market = market_here(sitting)
    good, settlement = thing.good, market.settlement
    rarity = rarity_for(good, thing.quality)
    if rarity is None:
        raise Impossible(f"«{good.name}» has no Rarity.", "The Guide says whether it is to be had.")
    if not sitting.forced:
        must_be_sold_here(sitting, market, thing)
    faces: tuple[int, ...] = ()
    chance, found = chance_to_be_had(rarity), sought_as(thing) in settlement.found
    if not found or sitting.forced:
        dice = sitting.faces("market", by_hand)
        faces = (dice.face(100),)
        if isinstance(dice, ByHand):
            dice.finish()
        found = faces[0] <= chance
        campaign = with_settlement(campaign, sought(settlement, thing, found=found))
    report = SeekReport(
        item=good.name,
        quality=thing.quality if good.quality else None,
        settlement=settlement.id,
        settlement_name=settlement.name,
        rarity=rarity,
        chance=chance,
        faces=faces,
        entered=bool(faces) and by_hand is not None,
        found=found,
    )
    return Ruling(campaign, report)
