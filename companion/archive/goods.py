"""The catalogue of goods: price tables in `tables/goods/`."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.archive.listings import Listing
from companion.archive.tables import GOODS
from companion.errant.goods import Good, Goods, GoodSort


class PriceTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One file of goods, and the sort that all of them have."""

    schema: Literal[1] = 1
    title: str = ""
    sort: GoodSort = "thing"
    goods: tuple[Good, ...] = ()


def _list_goods(table: PriceTable) -> Goods:
    return tuple(replace(good, sort=table.sort) for good in table.goods)


def _explain_good(good: Good) -> Iterator[tuple[str, str]]:
    if (good.slots * 4) % 1:
        yield "slots", "Item Slots are counted in quarters"


PRICE_TABLES = Listing(GOODS, PriceTable, "goods", _list_goods, _explain_good)
