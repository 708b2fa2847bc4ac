"""Rarity and Quality (Items & Equipment), table by table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errant.goods import (
    QUALITIES,
    Good,
    adjust_rarity_to_quality,
    compute_availability_chance,
    find_listed_good,
    is_on_open_sale,
    list_goods_with_name_ending,
    price_item,
    price_resold_items,
)
from companion.errant.packs.items import Quality
from companion.errant.world import SETTLEMENT_TYPES, SettlementType

TIERS: list[tuple[SettlementType, int]] = [
    ("hamlet", 1),
    ("village", 2),
    ("town", 3),
    ("city", 4),
    ("metropolis", 5),
]


def test_settlement_types_have_five_tiers() -> None:
    assert [settlement_type for settlement_type, _ in TIERS] == list(SETTLEMENT_TYPES)


@pytest.mark.parametrize("rarity", range(1, 7))
@pytest.mark.parametrize(("settlement_type", "number"), TIERS)
def test_a_rarity_is_on_open_sale_from_its_settlement_type_up(
    rarity: int, settlement_type: SettlementType, number: int
) -> None:
    assert is_on_open_sale(rarity, settlement_type) is (number >= rarity)


def test_a_rarity_3_item_is_found_in_towns_cities_and_metropolises() -> None:
    found = [each for each in SETTLEMENT_TYPES if is_on_open_sale(3, each)]
    assert found == ["town", "city", "metropolis"]


@pytest.mark.parametrize(("rarity", "part"), [(1, 10), (2, 20), (3, 30), (4, 40), (5, 50)])
def test_a_rarity_carries_its_part_of_the_original_worth(rarity: int, part: int) -> None:
    assert price_resold_items(1_000, rarity) == part * 10


@given(st.integers(0, 10**9), st.integers(1, 5))
def test_resale_is_rounded_down_once_for_the_lot(worth: int, rarity: int) -> None:
    exact = worth * rarity / 10
    assert 0 <= exact - price_resold_items(worth, rarity) < 1


@pytest.mark.parametrize(("rarity", "chance"), [(1, 90), (2, 80), (3, 70), (4, 60), (5, 50)])
def test_the_availability_of_a_rarity(rarity: int, chance: int) -> None:
    assert compute_availability_chance(rarity) == chance


@pytest.mark.parametrize(
    ("quality", "hundred_costs", "rarity"),
    [("shoddy", 50, 1), ("average", 100, 2), ("masterwork", 200, 3)],
)
def test_quality_is_priced_and_shifts_rarity(
    quality: Quality, hundred_costs: int, rarity: int
) -> None:
    assert price_item(100, quality) == hundred_costs
    assert adjust_rarity_to_quality(2, quality) == rarity
    assert len(QUALITIES) == 3


def test_shoddy_is_never_below_1_and_masterwork_of_5_is_never_on_open_sale() -> None:
    assert adjust_rarity_to_quality(1, "shoddy") == 1
    assert adjust_rarity_to_quality(5, "masterwork") == 6
    assert not any(is_on_open_sale(6, each) for each in SETTLEMENT_TYPES)


def test_a_price_is_rounded_down_once_and_costs_at_least_a_penny() -> None:
    assert price_item(25, "shoddy") == 12
    assert price_item(25, "shoddy", 6) == 75, "not 6 times 12"
    assert price_item(1, "shoddy") == 1
    assert price_item(0) == 1


def test_a_name_without_a_size_is_that_of_every_size() -> None:
    goods = tuple(
        Good(name=name, also=also, quality=True)
        for name, also in (
            ("heavy weapon", ("longsword", "longbow")),
            ("medium weapon", ("arming sword",)),
            ("silvered medium weapon", ()),
            ("large shield", ()),
            ("shield with a boss", ()),
        )
    )
    for name, meant in (
        ("sword", ["longsword", "arming sword"]),
        ("silvered sword", ["longsword", "arming sword"]),
        ("shield", ["large shield"]),
        ("large shield", ["large shield"]),
        ("weapon", ["heavy weapon", "medium weapon"]),
        ("boss", []),
        ("", []),
    ):
        assert list(list_goods_with_name_ending(name, goods)) == meant
    silvered = find_listed_good("Silvered arming sword", goods)
    assert silvered is not None
    assert silvered.name == "silvered medium weapon"
    for name in ("silvered longsword", "silvered heavy weapon", "silvered"):
        assert find_listed_good(name, goods) is None
