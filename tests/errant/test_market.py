"""The market of a Settlement: what is remembered there, where else a thing is, what it costs.
Inflation is counted a second, naive way too (Items & Equipment)."""

from collections import deque
from fractions import Fraction
from math import floor
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.errant.goods import QUALITIES, Good
from companion.errant.market import (
    SUPPLY_THRESHOLDS,
    Cost,
    Market,
    WantedGood,
    carry_over_inflation,
    compute_inflation_level_on_hex,
    compute_own_inflation_level,
    compute_price_factor,
    count_supply_left,
    list_nearest_selling_settlements,
    make_market,
    make_search_name,
    map_inflation_levels_by_hex,
    price_good_across_supply_thresholds,
    price_shopping_list,
    price_wanted_good,
    record_search,
    require_good_on_sale,
)
from companion.errant.packs.items import Quality
from companion.errant.world import (
    SETTLEMENT_TYPES,
    CarryRule,
    Hex,
    Settlement,
    SettlementType,
    count_hexes_between,
)
from companion.refusal import Impossible
from tests.rounds import rounds

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
    require_good_on_sale(make_market(here, [here]), plain)
    with pytest.raises(Impossible, match="«masterwork mail» was sought in Here"):
        require_good_on_sale(make_market(here, [here]), masterwork)
    here = record_search(here, masterwork, found=True)
    assert (here.found, here.lacking) == (("mail", "masterwork mail"), ())
    here = record_search(here, plain, found=False)
    assert (here.found, here.lacking) == (("masterwork mail",), ("mail",))


def test_where_else_a_thing_is_on_open_sale_is_told_nearest_first() -> None:
    here = settlement("hamlet")
    far, near = settlement("city", "Far", 9), settlement("town", "Near", 2)
    village = settlement("village", "Between", 1)
    others = [far, here, village, near]
    assert list_nearest_selling_settlements(here, others, 3) == [near, far]
    assert list_nearest_selling_settlements(here, others, 4) == [far]
    assert list_nearest_selling_settlements(here, others, 6) == []


@pytest.mark.parametrize(("quality", "each"), [("shoddy", 75), ("masterwork", 300)])
def test_what_takes_supply_is_priced_by_quality_too_and_rounded_down_once(
    quality: Quality, each: int
) -> None:
    good = Good(name="ration axe", price=25, rarity=1, quality=True, supply=1)
    here = settlement("city", inflation=3)
    assert price_wanted_good(make_market(here, [here]), WantedGood(good, 2, quality)).costs == (
        Cost(2, each),
    )


def test_what_has_a_price_costs_at_least_a_penny() -> None:
    here = settlement()
    for supply in (0, 1):
        good = Good(name="chaff", price=0, rarity=1, supply=supply)
        assert price_wanted_good(make_market(here, [here]), WantedGood(good, 3)).total == 3


def test_a_list_counts_supply_on_and_keeps_its_other_prices() -> None:
    here = settlement("hamlet")
    lines = price_shopping_list(
        make_market(here, [here]),
        [WantedGood(SUPPLY, 8), WantedGood(ROPE, 1), WantedGood(SUPPLY, 8), WantedGood(ROPE, 1)],
    )
    assert [line.total for line in lines] == [8, 15, 2 + 6 * 2, 15]


def test_a_list_that_takes_the_last_supply_has_nothing_left_to_refill() -> None:
    here = settlement("hamlet")
    with pytest.raises(Impossible, match="sold out of Supply, and of all that takes Supply"):
        price_shopping_list(
            make_market(here, [here]), [WantedGood(SUPPLY, 20), WantedGood(TORCH, 1)]
        )
    assert price_shopping_list(
        make_market(here, [here]), [WantedGood(TORCH, 1), WantedGood(SUPPLY, 20)]
    )


TYPES = st.sampled_from(SETTLEMENT_TYPES)
CARRIES: st.SearchStrategy[CarryRule] = st.sampled_from(("higher", "adds"))


def town(
    settlement_type: SettlementType, hex_: Hex = (0, 0), bought: int = 0, carried: int = 0
) -> Settlement:
    return Settlement(
        id=f"at-{hex_[0]}-{hex_[1]}",
        name="Somewhere",
        type=settlement_type,
        hex=hex_,
        supply_bought=bought,
        inflation=carried,
    )


def price(
    settlement_type: SettlementType,
    bought: int,
    count: int,
    *,
    listed: int = 1,
    quality: Quality = "average",
    supply: int = 1,
    carried: int = 0,
    around: int = 0,
    carry: CarryRule = "higher",
) -> tuple[Cost, ...]:
    """What so many cost that take Supply from a Settlement."""
    market = Market(town(settlement_type, bought=bought, carried=carried), 0, around, carry)
    return price_good_across_supply_thresholds(
        market, WantedGood(Good(name="it", price=listed, supply=supply), count, quality)
    )


@pytest.mark.parametrize(
    ("settlement_type", "thresholds"),
    [
        ("hamlet", (10, 20)),
        ("village", (20, 40, 80)),
        ("town", (40, 80, 160, 320)),
        ("city", (80, 160, 320, 640, 1_280)),
        ("metropolis", (160, 320, 640, 1_280, 2_560, 5_120)),
    ],
)
def test_supply_available_per_downtime_turn(
    settlement_type: SettlementType, thresholds: tuple[int, ...]
) -> None:
    assert SUPPLY_THRESHOLDS[settlement_type] == thresholds
    for number, threshold in enumerate(thresholds, 1):
        assert (
            compute_own_inflation_level(town(settlement_type, bought=threshold - 1)) == number - 1
        )
        assert compute_own_inflation_level(town(settlement_type, bought=threshold)) == number
    assert count_supply_left(town(settlement_type, bought=0)) == thresholds[-1]
    assert count_supply_left(town(settlement_type, bought=thresholds[-1])) == 0


def test_first_prices_double_then_quadruple_then_sextuple_and_so_on() -> None:
    assert [compute_price_factor(each) for each in range(7)] == [1, 2, 4, 6, 8, 10, 12]


def test_15_supply_in_a_quiet_hamlet_cost_20_and_20_cost_30() -> None:
    assert price("hamlet", 0, 15) == (Cost(10, 1), Cost(5, 2))
    assert price("hamlet", 0, 20) == (Cost(10, 1), Cost(10, 2))
    assert compute_own_inflation_level(town("hamlet", bought=20)) == 2
    assert count_supply_left(town("hamlet", bought=20)) == 0


LAST = 5_120
STEPS: dict[SettlementType, list[int]] = {
    "hamlet": [10, 20],
    "village": [20, 40, 80],
    "town": [40, 80, 160, 320],
    "city": [80, 160, 320, 640, 1_280],
    "metropolis": [160, 320, 640, 1_280, 2_560, 5_120],
}
TIMES = [1, 2, 4, 6, 8, 10, 12]
WORTH: dict[Quality, Fraction] = {
    "shoddy": Fraction(1, 2),
    "average": Fraction(1),
    "masterwork": Fraction(2),
}


def own_by_counting(
    settlement_type: SettlementType, bought: int, carried: int, carry: CarryRule
) -> int:
    """The level of a Settlement: a mark for each threshold that was reached, and the level it began
    the month with."""
    marks = ["reached" for step in STEPS[settlement_type] if bought >= step]
    if carry == "adds":
        marks += ["carried"] * carried
        return len(marks[:6])
    return sorted([len(marks), carried])[-1]


class Stall(NamedTuple):
    """A Settlement to buy at, and what is bought there."""

    settlement_type: SettlementType
    bought: int
    carried: int
    around: int
    carry: CarryRule
    listed: int
    quality: Quality
    supply: int

    def one_by_one(self, count: int) -> list[int]:
        """What each of so many costs, in pennies, bought one after the other."""
        prices, bought = [], self.bought
        for _ in range(count):
            own = own_by_counting(self.settlement_type, bought, self.carried, self.carry)
            exact = self.listed * WORTH[self.quality] * TIMES[max(own, self.around)]
            prices.append(max(1, floor(exact)))
            bought += self.supply
        return prices

    def most(self) -> int:
        """How many can be bought."""
        return max(0, STEPS[self.settlement_type][-1] - self.bought) // self.supply


STALLS = st.builds(
    Stall,
    TYPES,
    st.integers(0, LAST),
    st.integers(0, 6),
    st.integers(0, 6),
    CARRIES,
    st.integers(0, 60),
    st.sampled_from(QUALITIES),
    st.integers(1, 5),
)


@rounds(800)
@given(STALLS, st.integers(0, 700))
def test_a_purchase_is_priced_one_by_one_as_it_crosses_thresholds(stall: Stall, count: int) -> None:
    stall = stall._replace(bought=stall.bought % (STEPS[stall.settlement_type][-1] + 1))
    count = min(count, stall.most())
    found = price(
        stall.settlement_type,
        stall.bought,
        count,
        listed=stall.listed,
        quality=stall.quality,
        supply=stall.supply,
        carried=stall.carried,
        around=stall.around,
        carry=stall.carry,
    )
    expected = stall.one_by_one(count)
    assert [cost.each_pennies for cost in found for _ in range(cost.quantity)] == expected
    assert sum(cost.pennies for cost in found) == sum(expected)
    prices = [cost.each_pennies for cost in found]
    assert prices == sorted(set(prices)), "each price once"


@rounds(500)
@given(STALLS, st.integers(0, 300), st.integers(0, 300))
def test_what_is_bought_in_two_goes_costs_what_it_costs_in_one(
    stall: Stall, first: int, second: int
) -> None:
    stall = stall._replace(bought=stall.bought % (STEPS[stall.settlement_type][-1] + 1), supply=1)
    first = min(first, stall.most())
    second = min(second, stall.most() - first)

    def paid(bought: int, count: int) -> int:
        return sum(cost.pennies for cost in price(stall.settlement_type, bought, count))

    both = paid(stall.bought, first) + paid(stall.bought + first, second)
    assert both == paid(stall.bought, first + second)


@pytest.mark.parametrize(
    ("bought", "carried", "carry", "after"),
    [
        (0, 3, "higher", 2),
        (0, 0, "higher", 0),
        (80, 1, "higher", 2),  # raised from 1 to 2 this month: it stays
        (40, 1, "higher", 0),  # 1 was reached, and 1 it was: nobody raised it
        (160, 3, "higher", 2),
        (40, 1, "adds", 2),
        (320, 4, "adds", 6),
        (0, 4, "adds", 3),
    ],
)
def test_a_level_that_is_not_raised_drops_by_1_each_downtime_turn(
    bought: int, carried: int, carry: CarryRule, after: int
) -> None:
    assert carry_over_inflation(town("town", bought=bought, carried=carried), carry) == after


def test_a_city_sextupled_quadruples_around_it_and_doubles_around_that() -> None:
    city = town("city", (3, -1), bought=320)
    assert compute_own_inflation_level(city) == 3
    around = {
        away: {
            compute_inflation_level_on_hex(each, [city])
            for each in map_inflation_levels_by_hex([city])
            if count_hexes_between(each, city.hex) == away
        }
        for away in range(3)
    }
    assert around == {0: {3}, 1: {2}, 2: {1}}
    assert [compute_price_factor(3), compute_price_factor(2), compute_price_factor(1)] == [6, 4, 2]
    assert compute_inflation_level_on_hex((6, -1), [city]) == 0


MONTHS = st.lists(st.integers(0, LAST), max_size=8)


@rounds(500)
@given(TYPES, MONTHS, CARRIES)
def test_month_by_month_a_level_stays_if_raised_and_falls_if_not(
    settlement_type: SettlementType, months: list[int], carry: CarryRule
) -> None:
    carried = 0
    for bought in months:
        marks = [step for step in STEPS[settlement_type] if bought >= step]
        reached_now = carried + len(marks) if carry == "adds" else len(marks)
        if reached_now > carried:
            expected = sorted((reached_now, 6))[0]
            expected = expected if expected > carried else carried - 1
        else:
            expected = carried - 1 if carried else 0
        carried = carry_over_inflation(town(settlement_type, bought=bought, carried=carried), carry)
        assert carried == expected
    for left_over in range(carried, 0, -1):
        assert carried == left_over
        carried = carry_over_inflation(town(settlement_type, carried=carried), carry)
    assert carried == 0


SETTLEMENTS = st.lists(
    st.builds(
        town,
        TYPES,
        st.tuples(st.integers(-5, 5), st.integers(-5, 5)),
        st.integers(0, LAST),
        st.integers(0, 6),
    ),
    max_size=8,
)
NEXT_TO = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]


def flooded(settlements: list[Settlement], carry: CarryRule) -> dict[Hex, int]:
    """The level of every hex where prices are up, found by going out from each Settlement hex by
    hex: a level less with every step, until there is none left or somebody brings a higher one."""
    found: dict[Hex, int] = {}
    edge = deque(
        (each.hex, own_by_counting(each.type, each.supply_bought, each.inflation, carry))
        for each in settlements
    )
    while edge:
        (q, r), at = edge.popleft()
        if at <= found.get((q, r), 0):
            continue
        found[q, r] = at
        edge.extend(((q + dq, r + dr), at - 1) for dq, dr in NEXT_TO)
    return found


@rounds(500)
@given(SETTLEMENTS, CARRIES)
def test_where_several_sources_reach_a_hex_the_highest_holds(
    settlements: list[Settlement], carry: CarryRule
) -> None:
    expected = flooded(settlements, carry)
    assert map_inflation_levels_by_hex(settlements, carry) == expected
    anywhere = [*expected, *(each.hex for each in settlements), (11, 0), (-4, -7)]
    for place in anywhere:
        assert compute_inflation_level_on_hex(place, settlements, carry) == expected.get(place, 0)


@rounds(500)
@given(SETTLEMENTS.filter(len), CARRIES)
def test_a_market_has_the_level_of_its_hex_in_any_order(
    settlements: list[Settlement], carry: CarryRule
) -> None:
    settlements = [replace(each, id=str(number)) for number, each in enumerate(settlements)]
    expected = flooded(settlements, carry)
    for each in settlements:
        assert make_market(each, settlements, carry).level == expected.get(each.hex, 0)
        assert make_market(each, settlements[::-1], carry).level == expected.get(each.hex, 0)
