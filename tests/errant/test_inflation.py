"""Inflation (Items & Equipment), beside a second, naive way to count it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errant.hexes import Hex, distance
from companion.errant.inflation import (
    THRESHOLDS,
    Carry,
    Cost,
    after_the_month,
    costs,
    factor,
    left,
    level,
    level_at,
    levels,
    own_level,
    reached,
)
from companion.errant.world import SETTLEMENT_TYPES, Settlement, SettlementType

TYPES = st.sampled_from(SETTLEMENT_TYPES)
CARRIES: st.SearchStrategy[Carry] = st.sampled_from(("higher", "adds"))


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
    assert THRESHOLDS[settlement_type] == thresholds
    for number, threshold in enumerate(thresholds, 1):
        assert reached(settlement_type, threshold - 1) == number - 1
        assert reached(settlement_type, threshold) == number
    assert left(settlement_type, 0) == thresholds[-1]
    assert left(settlement_type, thresholds[-1]) == 0


def test_first_prices_double_then_quadruple_then_sextuple_and_so_on() -> None:
    assert [factor(each) for each in range(7)] == [1, 2, 4, 6, 8, 10, 12]


def test_15_supply_in_a_quiet_hamlet_cost_20_and_20_cost_30_and_leave_it_sold_out() -> None:
    assert costs("hamlet", 0, 15) == (Cost(10, 1), Cost(5, 2))
    assert costs("hamlet", 0, 20) == (Cost(10, 1), Cost(10, 2))
    assert reached("hamlet", 20) == 2
    assert left("hamlet", 20) == 0


def one_by_one(
    settlement_type: SettlementType,
    bought: int,
    supply: int,
    carried: int,
    around: int,
    carry: Carry,
) -> int:
    """What it costs, bought a point at a time from a list of the thresholds."""
    total = 0
    for _ in range(supply):
        passed = len([each for each in THRESHOLDS[settlement_type] if bought >= each])
        now = carried + passed if carry == "adds" else sorted((carried, passed))[1]
        total += (1, 2, 4, 6, 8, 10, 12)[sorted((around, min(now, 6)))[1]]
        bought += 1
    return total


@given(
    TYPES, st.integers(0, 400), st.integers(0, 400), st.integers(0, 6), st.integers(0, 6), CARRIES
)
def test_a_purchase_is_priced_supply_by_supply_as_it_crosses_thresholds(
    settlement_type: SettlementType,
    bought: int,
    supply: int,
    carried: int,
    around: int,
    carry: Carry,
) -> None:
    supply = min(supply, left(settlement_type, bought))
    found = costs(settlement_type, bought, supply, carried=carried, around=around, carry=carry)
    assert sum(each.number for each in found) == supply
    total = sum(each.number * each.each for each in found)
    assert total == one_by_one(settlement_type, bought, supply, carried, around, carry)
    prices = [each.each for each in found]
    assert prices == sorted(set(prices))


@given(TYPES, st.integers(0, 100), st.integers(1, 60))
def test_provisions_count_as_4_supply_each(
    settlement_type: SettlementType, bought: int, provisions: int
) -> None:
    provisions = min(provisions, left(settlement_type, bought) // 4)
    found = costs(settlement_type, bought, provisions, listed=10, supply=4)
    starts = range(bought, bought + 4 * provisions, 4)
    expected = [10 * factor(reached(settlement_type, start)) for start in starts]
    assert [cost.each for cost in found for _ in range(cost.number)] == expected


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
def test_as_long_as_errants_do_not_raise_it_the_level_drops_by_1_each_downtime_turn(
    bought: int, carried: int, carry: Carry, after: int
) -> None:
    assert after_the_month("town", bought, carried, carry) == after


def test_a_city_sextupled_quadruples_around_it_and_doubles_around_that() -> None:
    city = town("city", (3, -1), bought=320)
    assert own_level(city) == 3
    around = {
        away: {
            level_at(each, [city]) for each in levels([city]) if distance(each, city.hex) == away
        }
        for away in range(3)
    }
    assert around == {0: {3}, 1: {2}, 2: {1}}
    assert [factor(3), factor(2), factor(1)] == [6, 4, 2]
    assert level_at((6, -1), [city]) == 0


SETTLEMENTS = st.lists(
    st.builds(
        town,
        TYPES,
        st.tuples(st.integers(-5, 5), st.integers(-5, 5)),
        st.integers(0, 5_120),
        st.integers(0, 6),
    ),
    max_size=8,
)


@given(SETTLEMENTS, CARRIES)
def test_where_several_sources_reach_a_hex_the_highest_holds(
    settlements: list[Settlement], carry: Carry
) -> None:
    spread = levels(settlements, carry)
    for q in range(-11, 12):
        for r in range(-11, 12):
            felt = 0
            for each in settlements:
                own = level(each.type, each.supply_bought, each.inflation, carry)
                apart = (
                    abs(q - each.hex[0]) + abs(r - each.hex[1]) + abs(q + r - sum(each.hex))
                ) // 2
                felt = max(felt, own - apart)
            assert level_at((q, r), settlements, carry) == felt
            assert spread.get((q, r), 0) == felt
