"""The market at the prompt: what a good costs, and whether it is to be had."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.commands.goods_meant import wanted
from companion.commands.names import one
from companion.commands.reports import (
    PriceReport,
    SeekReport,
)
from companion.commands.sitting import WORDS, Ruling, Sitting
from companion.errant.market import (
    Market,
    Wanted,
    market_of,
    nearest,
    priced,
    rarity_for,
    sold_here,
)
from companion.errant.rarity import chance_to_be_had, on_open_sale
from companion.errant.world import Settlement
from companion.refusal import Impossible, Malformed, listed
from companion.words.options import (
    take_after,
    take_faces,
)
from companion.words.registry import always


def settlement_here(campaign: Campaign) -> Settlement:
    """The Settlement where the Company is: that of the innermost Turn played in one. Impossible
    where there is none."""
    settlements = {each.id: each for each in campaign.world.settlements}
    for turn in reversed(campaign.turns):
        if turn.place in settlements:
            return settlements[turn.place]
    names = [each.name for each in campaign.world.settlements]
    known = f"Try: at {names[0]}" if names else "Write one into world.toml: see docs/campaigns.md"
    raise Impossible("The Company is at no Settlement.", known)


def market_at(campaign: Campaign, typed: str | None) -> Market:
    """The market here, or that of the Settlement that is named."""
    settlements = campaign.world.settlements
    here = settlement_here(campaign) if typed is None else find_settlement(campaign, typed)
    return market_of(here, settlements, campaign.campaign.rules.inflation.carry)


def find_settlement(campaign: Campaign, typed: str) -> Settlement:
    """A Settlement by any part of its name."""
    return one("Settlement", typed, campaign.world.settlements, lambda each: (each.id, each.name))


def with_settlement(campaign: Campaign, settlement: Settlement) -> Campaign:
    """The campaign with this Settlement in the place of the one of its id."""
    settlements = tuple(
        settlement if each.id == settlement.id else each for each in campaign.world.settlements
    )
    return replace(campaign, world=replace(campaign.world, settlements=settlements))


def _elsewhere(campaign: Campaign, market: Market, rarity: int) -> tuple[str, ...]:
    found = nearest(market.settlement, campaign.world.settlements, rarity)
    return tuple(each.name for each in found if each.id != market.settlement.id)


def must_be_sold_here(campaign: Campaign, market: Market, thing: Wanted) -> None:
    """As `sold_here`, with where it could be had."""
    try:
        sold_here(market, thing)
    except Impossible as refusal:
        rarity = rarity_for(thing.good, thing.quality) or 1
        there = _elsewhere(campaign, market, rarity)
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
    completes=("listed good", "settlement…"),
)
def price_word(sitting: Sitting) -> Ruling:
    """Ask a price."""
    campaign = sitting.campaign
    there, rest = take_after(sitting.arguments, "in")
    if not rest:
        raise Malformed("The price of what?", "Try: price torch x3")
    thing = wanted(sitting.goods(), rest)
    market = market_at(campaign, there)
    good, rarity = thing.good, rarity_for(thing.good, thing.quality)
    costs = priced(market, thing).costs if good.price is not None else ()
    sold = rarity is None or on_open_sale(rarity, market.settlement.type)
    report = PriceReport(
        good=good.name,
        quality=thing.quality if good.quality else None,
        number=thing.number,
        settlement=market.settlement.name,
        settlement_type=market.settlement.type,
        rarity=rarity,
        on_open_sale=sold,
        lacking=good.name in market.settlement.lacking,
        elsewhere=() if sold or rarity is None else _elsewhere(campaign, market, rarity),
        level=market.level,
        costs=costs,
        total=sum(each.number * each.each for each in costs) if costs else None,
        at_least=good.least,
        per=good.per,
        slots=good.slots,
        blocks=good.blocks,
        uses=good.burn if good.burn is not None else good.depletion,
        supply_left=market.supply_left,
        note=good.note,
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
    market = market_at(campaign, None)
    good, settlement = thing.good, market.settlement
    rarity = rarity_for(good, thing.quality)
    if rarity is None:
        raise Impossible(f"«{good.name}» has no Rarity.", "The Guide says whether it is to be had.")
    tested = good.name in (*settlement.found, *settlement.lacking)
    if not sitting.forced:
        must_be_sold_here(campaign, market, thing)
    chance, face = chance_to_be_had(rarity), None
    found = good.name in settlement.found
    if not tested or sitting.forced:
        face = sitting.faces("market", by_hand).face(100)
        found = face <= chance
        campaign = with_settlement(campaign, _sought(settlement, good.name, found=found))
    report = SeekReport(
        good=good.name,
        settlement=settlement.name,
        rarity=rarity,
        chance=chance,
        face=face,
        found=found,
    )
    return Ruling(campaign, report)


def _sought(settlement: Settlement, good: str, *, found: bool) -> Settlement:
    had = tuple(each for each in settlement.found if each != good)
    missed = tuple(each for each in settlement.lacking if each != good)
    if found:
        return replace(settlement, found=(*had, good), lacking=missed)
    return replace(settlement, found=had, lacking=(*missed, good))
