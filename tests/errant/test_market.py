"""The market of a Settlement: what is remembered there, where else a thing is, what it costs."""

import pytest

from companion.errant.goods import Good
from companion.errant.items import Quality
from companion.errant.market import (
    Cost,
    WantedGood,
    list_nearest_sellers,
    make_market,
    make_search_name,
    price_basket,
    price_wanted,
    record_search,
    require_on_sale,
)
from companion.errant.world import Settlement, SettlementType
from companion.refusal import Impossible

MAIL = Good(name="mail", price=2_000, rarity=3, quality=True)
ROPE = Good(name="rope", price=15, rarity=1)
TORCH = Good(name="torch", price=5, rarity=2, slots=0.5, burn=2)
SUPPLY = Good(name="Supply", price=1, rarity=1, supply=1)


def settlement(
    settlement_type: SettlementType = "city", name: str = "Here", q: int = 0, **fields: object
) -> Settlement:
    return Settlement(id=name.lower(), name=name, type=settlement_type, hex=(q, 0), **fields)  # type: ignore[arg-type]  # whichever fields a test needs


@pytest.mark.parametrize(
    ("good", "quality", "remembered"),
    [
        (MAIL, "average", "mail"),
        (MAIL, "masterwork", "masterwork mail"),
        (MAIL, "shoddy", "shoddy mail"),
        (ROPE, "average", "rope"),
    ],
)
def test_what_was_sought_is_remembered_with_its_quality(
    good: Good, quality: Quality, remembered: str
) -> None:
    assert make_search_name(WantedGood(good, 1, quality)) == remembered


def test_each_quality_is_remembered_by_itself_and_the_last_test_holds() -> None:
    masterwork, plain = WantedGood(MAIL, 1, "masterwork"), WantedGood(MAIL, 1)
    here = record_search(settlement(), masterwork, found=False)
    here = record_search(here, plain, found=True)
    assert (here.found, here.lacking) == (("mail",), ("masterwork mail",))
    require_on_sale(make_market(here, [here]), plain)
    with pytest.raises(Impossible, match="«masterwork mail» was sought in Here"):
        require_on_sale(make_market(here, [here]), masterwork)
    here = record_search(here, masterwork, found=True)
    assert (here.found, here.lacking) == (("mail", "masterwork mail"), ())
    here = record_search(here, plain, found=False)
    assert (here.found, here.lacking) == (("masterwork mail",), ("mail",))


def test_where_else_a_thing_is_on_open_sale_is_told_nearest_first() -> None:
    here = settlement("hamlet")
    far, near = settlement("city", "Far", 9), settlement("town", "Near", 2)
    village = settlement("village", "Between", 1)
    others = [far, here, village, near]
    assert list_nearest_sellers(here, others, 3) == [near, far]
    assert list_nearest_sellers(here, others, 4) == [far]
    assert list_nearest_sellers(here, others, 6) == []


@pytest.mark.parametrize(("quality", "each"), [("shoddy", 75), ("masterwork", 300)])
def test_what_takes_supply_is_priced_by_quality_too_and_rounded_down_once(
    quality: Quality, each: int
) -> None:
    good = Good(name="ration axe", price=25, rarity=1, quality=True, supply=1)
    here = settlement("city", inflation=3)
    assert price_wanted(make_market(here, [here]), WantedGood(good, 2, quality)).costs == (
        Cost(2, each),
    )


def test_what_has_a_price_costs_at_least_a_penny() -> None:
    here = settlement()
    for supply in (0, 1):
        good = Good(name="chaff", price=0, rarity=1, supply=supply)
        assert price_wanted(make_market(here, [here]), WantedGood(good, 3)).total == 3


def test_a_list_counts_supply_on_and_keeps_its_other_prices() -> None:
    here = settlement("hamlet")
    lines = price_basket(
        make_market(here, [here]),
        [WantedGood(SUPPLY, 8), WantedGood(ROPE, 1), WantedGood(SUPPLY, 8), WantedGood(ROPE, 1)],
    )
    assert [line.total for line in lines] == [8, 15, 2 + 6 * 2, 15]


def test_a_list_that_takes_the_last_supply_has_nothing_left_to_refill() -> None:
    here = settlement("hamlet")
    with pytest.raises(Impossible, match="sold out of Supply, and of all that takes Supply"):
        price_basket(make_market(here, [here]), [WantedGood(SUPPLY, 20), WantedGood(TORCH, 1)])
    assert price_basket(make_market(here, [here]), [WantedGood(TORCH, 1), WantedGood(SUPPLY, 20)])
