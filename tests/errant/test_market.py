"""The market of a Settlement: what is remembered there, where else a thing is, what it costs."""

import pytest

from companion.errant.goods import Good
from companion.errant.inflation import Cost
from companion.errant.items import Quality
from companion.errant.market import (
    Wanted,
    basket,
    market_of,
    nearest,
    priced,
    sold_here,
    sought,
    sought_as,
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
    assert sought_as(Wanted(good, 1, quality)) == remembered


def test_each_quality_is_remembered_by_itself_and_the_last_test_holds() -> None:
    masterwork, plain = Wanted(MAIL, 1, "masterwork"), Wanted(MAIL, 1)
    here = sought(settlement(), masterwork, found=False)
    here = sought(here, plain, found=True)
    assert (here.found, here.lacking) == (("mail",), ("masterwork mail",))
    sold_here(market_of(here, [here]), plain)
    with pytest.raises(Impossible, match="«masterwork mail» was sought in Here"):
        sold_here(market_of(here, [here]), masterwork)
    here = sought(here, masterwork, found=True)
    assert (here.found, here.lacking) == (("mail", "masterwork mail"), ())
    here = sought(here, plain, found=False)
    assert (here.found, here.lacking) == (("masterwork mail",), ("mail",))


def test_where_else_a_thing_is_on_open_sale_is_told_nearest_first() -> None:
    here = settlement("hamlet")
    far, near = settlement("city", "Far", 9), settlement("town", "Near", 2)
    village = settlement("village", "Between", 1)
    others = [far, here, village, near]
    assert nearest(here, others, 3) == [near, far]
    assert nearest(here, others, 4) == [far]
    assert nearest(here, others, 6) == []


@pytest.mark.parametrize(("quality", "each"), [("shoddy", 75), ("masterwork", 300)])
def test_what_takes_supply_is_priced_by_quality_too_and_rounded_down_once(
    quality: Quality, each: int
) -> None:
    good = Good(name="ration axe", price=25, rarity=1, quality=True, supply=1)
    here = settlement("city", inflation=3)
    assert priced(market_of(here, [here]), Wanted(good, 2, quality)).costs == (Cost(2, each),)


def test_what_has_a_price_costs_a_penny_at_least_whether_it_takes_supply_or_not() -> None:
    here = settlement()
    for supply in (0, 1):
        good = Good(name="chaff", price=0, rarity=1, supply=supply)
        assert priced(market_of(here, [here]), Wanted(good, 3)).total == 3


def test_a_list_counts_supply_on_and_has_the_prices_it_began_with_for_all_else() -> None:
    here = settlement("hamlet")
    lines = basket(
        market_of(here, [here]),
        [Wanted(SUPPLY, 8), Wanted(ROPE, 1), Wanted(SUPPLY, 8), Wanted(ROPE, 1)],
    )
    assert [line.total for line in lines] == [8, 15, 2 + 6 * 2, 15]


def test_a_list_that_takes_the_last_supply_has_nothing_left_to_refill() -> None:
    here = settlement("hamlet")
    with pytest.raises(Impossible, match="sold out of Supply, and of all that takes Supply"):
        basket(market_of(here, [here]), [Wanted(SUPPLY, 20), Wanted(TORCH, 1)])
    assert basket(market_of(here, [here]), [Wanted(TORCH, 1), Wanted(SUPPLY, 20)])
