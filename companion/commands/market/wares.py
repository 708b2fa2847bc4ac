"""The wares of a Settlement, at the prompt."""

from collections import Counter
from contextlib import suppress

from msgspec.structs import replace

from companion.commands.context import Ruling
from companion.commands.market.market import find_company_settlement, get_market, require_sold_here
from companion.errant.goods import Good, GoodSort, is_on_open_sale, list_good_names, price_item
from companion.errant.market import Market, WantedGood, compute_price_factor, make_search_name
from companion.grammar.context import Context
from companion.grammar.kinds.goods import resolve_order_line
from companion.refusal import Unknown, suggest_similar
from companion.reports.market import WareLine, WaresReport

_SORT_WORDS: dict[str, GoodSort] = {
    "things": "thing",
    "animals": "animal",
    "vehicles": "vehicle",
    "services": "service",
    "lodging": "lodging",
    "buildings": "building",
    "retainers": "retainer",
}


def list_wares(context: Context, text: str | None) -> Ruling:
    """The shop window."""
    campaign, goods = context.campaign, context.read_goods()
    here = find_company_settlement(campaign)
    market = get_market(campaign, here) if here is not None else None
    report = WaresReport(settlement=here.name if here is not None else "", sorts=(), wares=())
    sold = [good for good in goods if market is None or _is_sold(good, market)]
    typed = (text or "").casefold()
    if not typed:
        counts = Counter(good.sort for good in sold)
        sorts = tuple((name, counts[sort]) for name, sort in _SORT_WORDS.items() if counts[sort])
        return Ruling(campaign, replace(report, sorts=sorts))
    sort = _SORT_WORDS.get(typed) or _SORT_WORDS.get(f"{typed}s")
    chosen = [good for good in sold if _matches_search(good, sort, typed)]
    if not chosen:
        if market is not None and sort is None:
            with suppress(Unknown):
                require_sold_here(context, market, resolve_order_line(goods, tuple(typed.split())))
        known = [*_SORT_WORDS, *(name for good in goods for name in list_good_names(good))]
        raise Unknown(
            f"Nothing called «{typed}» is on open sale here.",
            suggest_similar(typed, known) or "Type wares for the sorts there are.",
        )
    factor = compute_price_factor(market.level if market is not None else 0)
    lines = tuple(_build_line(good, factor) for good in chosen)
    return Ruling(campaign, replace(report, wares=lines))


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


def _build_line(good: Good, factor: int) -> WareLine:
    each = None if good.price is None else price_item(good.price, "average", factor)
    return WareLine(good.name, each, good.least, good.per, good.rarity, good.slots)
