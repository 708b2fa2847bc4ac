"""What there is to be bought, at the prompt: wares."""

from collections import Counter
from contextlib import suppress

from companion.commands.goods_meant import wanted
from companion.commands.market import market_here, must_be_sold_here
from companion.commands.reports import WareLine, WaresReport
from companion.commands.sitting import WORDS, Ruling, Sitting
from companion.errant.goods import Good, Sort, names_of
from companion.errant.inflation import factor
from companion.errant.market import Market, Wanted, sought_as
from companion.errant.rarity import on_open_sale, price
from companion.refusal import Impossible, Unknown, did_you_mean
from companion.words.registry import always

_SORTS: dict[str, Sort] = {
    "things": "thing",
    "animals": "animal",
    "vehicles": "vehicle",
    "services": "service",
    "lodging": "lodging",
    "buildings": "building",
    "retainers": "retainer",
}


@WORDS.command(
    "wares",
    subject="market",
    usage="wares [SORT|PART OF A NAME]",
    summary="What is on open sale where the Company is, with its price: animals, vehicles, "
    "services and more, or all with a part of a name. Alone, how many of each sort there are.",
    examples=("wares", "wares animals", "wares tent"),
    reads=always,
    completes=("wares",),
)
def wares_word(sitting: Sitting) -> Ruling:
    """The shop window."""
    campaign, goods = sitting.campaign, sitting.goods()
    market = _market_if_any(sitting)
    typed = " ".join(sitting.arguments).casefold()
    sold = [good for good in goods if market is None or _is_sold(good, market)]
    if not typed:
        counts = Counter(good.sort for good in sold)
        sorts = tuple((name, counts[sort]) for name, sort in _SORTS.items() if counts[sort])
        return Ruling(campaign, WaresReport(settlement=_name(market), sorts=sorts, wares=()))
    sort = _SORTS.get(typed) or _SORTS.get(f"{typed}s")
    chosen = [good for good in sold if _is_meant(good, sort, typed)]
    if not chosen:
        if market is not None and sort is None:
            with suppress(Unknown):
                must_be_sold_here(sitting, market, wanted(goods, sitting.arguments))
        known = [*_SORTS, *(name for good in goods for name in names_of(good))]
        raise Unknown(
            f"Nothing called «{typed}» is on open sale here.",
            did_you_mean(typed, known) or "Type wares for the sorts there are.",
        )
    lines = tuple(_line(good, market) for good in chosen)
    return Ruling(campaign, WaresReport(settlement=_name(market), sorts=(), wares=lines))


def _is_meant(good: Good, sort: Sort | None, typed: str) -> bool:
    """Whether a good is of this sort, or where that is none, has this in a name."""
    if sort is not None:
        return good.sort == sort
    return any(typed in name.casefold() for name in names_of(good))


def _market_if_any(sitting: Sitting) -> Market | None:
    """The market where the Company is; None where it is at no Settlement: then all is told of."""
    try:
        return market_here(sitting)
    except Impossible:
        return None


def _is_sold(good: Good, market: Market) -> bool:
    sold_out = not market.supply_left and (good.supply > 0 or good.takes_supply)
    if sold_out or sought_as(Wanted(good, 1)) in market.settlement.lacking:
        return False
    return good.rarity is None or on_open_sale(good.rarity, market.settlement.type)


def _name(market: Market | None) -> str:
    return market.settlement.name if market is not None else ""


def _line(good: Good, market: Market | None) -> WareLine:
    level = market.level if market is not None else 0
    each = None if good.price is None else price(good.price, "average", factor(level))
    return WareLine(good.name, each, good.least, good.per, good.rarity, good.slots)
