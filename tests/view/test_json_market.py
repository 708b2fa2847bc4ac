"""The contract with scripts about the market: its reports have their fields, in whole pennies."""

from pathlib import Path

import pytest

from tests.commands.table import Table
from tests.view.scripted import assert_fields, only, told


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """The Company in Reedmarket, a town; Bree with 90 guilders in her purse."""
    table = Table(tmp_path)
    table.done("at reedmarket", "errant edit bree pennies 0 shillings 0 guilders 90")
    return table


def test_price_says_what_one_costs_as_listed_and_all_of_them_here(table: Table) -> None:
    table.done("buy bree Supply x80")
    assert_fields(
        told(table, "price light weapon shoddy x3"),
        kind="price",
        item="light weapon",
        quality="shoddy",
        settlement="reedmarket",
        base_pennies=12,
        inflation_level=2,
        multiplier=4,
        price_pennies=3 * 50,
        quantity=3,
        costs=[{"quantity": 3, "each_pennies": 50}],
    )
    assert told(table, "price torch")["quality"] is None


def test_a_price_that_crosses_thresholds_says_how_many_cost_what(table: Table) -> None:
    report = told(table, "price Supply x15 in sallows-end")
    assert_fields(
        report,
        settlement="sallows-end",
        settlement_name="Sallow's End",
        base_pennies=1,
        price_pennies=20,
    )
    assert report["costs"] == [
        {"quantity": 10, "each_pennies": 1},
        {"quantity": 5, "each_pennies": 2},
    ]
    assert report["supply_available"] == 20


def test_what_the_guide_prices_has_no_pennies(table: Table) -> None:
    report = told(table, "price secure inn")
    assert_fields(report, base_pennies=None, price_pennies=None, costs=[])


def test_purchase_says_what_was_paid_and_how_prices_rose(table: Table) -> None:
    table.done("buy bree Supply x30")
    report = told(table, "buy wim provisions x3 from bree")
    assert_fields(
        report,
        kind="purchase",
        errant="wim",
        item="provisions",
        quantity=3,
        paid_pennies=30,
        supply_bought=12,
        inflation_level_before=0,
        inflation_level_after=1,
        payer="bree",
        settlement="reedmarket",
    )
    assert report["supply_available"] == 320 - 42


def test_a_basket_names_all_of_it_and_has_a_line_each(table: Table) -> None:
    report = told(table, "buy bree rope x2, dagger masterwork, Supply x5, local post")
    assert_fields(
        report,
        kind="purchase",
        errant="bree",
        item="rope, dagger, Supply, local post",
        quantity=9,
        paid_pennies=30 + 50 + 5 + 10,
        supply_bought=5,
        inflation_level_before=0,
        inflation_level_after=0,
    )
    lines = report["lines"]
    assert isinstance(lines, list)
    assert [only(line, "item", "quality", "quantity", "paid_pennies") for line in lines] == [
        {"item": "rope", "quality": None, "quantity": 2, "paid_pennies": 30},
        {"item": "dagger", "quality": "masterwork", "quantity": 1, "paid_pennies": 50},
        {"item": "Supply", "quality": None, "quantity": 5, "paid_pennies": 5},
        {"item": "local post", "quality": None, "quantity": 1, "paid_pennies": 10},
    ]
    assert [line["thing"] for line in lines] == ["rope", "dagger", "", ""]
    assert_fields(report, pennies=5, shillings=0, guilders=89)


def test_sale_says_what_it_was_worth_and_what_it_fetched(table: Table) -> None:
    report = told(table, "buy bree lantern x2", "sell bree lantern x2")
    assert_fields(
        report,
        kind="sale",
        errant="bree",
        item="lantern",
        quantity=2,
        settlement="reedmarket",
        worth_pennies=60,
        rarity=3,
        fetched_pennies=18,
    )


def test_seek_carries_its_faces(table: Table) -> None:
    table.done("buy bree Supply")
    report = told(table, "seek light weapon masterwork =80")
    assert_fields(
        report,
        kind="seek",
        item="light weapon",
        quality="masterwork",
        settlement="reedmarket",
        chance=80,
        faces=[80],
        entered=True,
        found=True,
    )
    again = told(table, "seek light weapon masterwork")
    assert_fields(again, faces=[], entered=False, found=True)
    assert told(table, "seek rope")["entered"] is False


REEDMARKET = {
    "settlement": "reedmarket",
    "inflation_level": 3,
    "multiplier": 6,
    "supply_bought": 160,
    "supply_available": 160,
}
SALLOWS_END = {
    "settlement": "sallows-end",
    "inflation_level": 1,
    "multiplier": 2,
    "supply_bought": 0,
    "supply_available": 20,
}


def test_inflation_is_that_of_where_the_company_is_and_lists_all(table: Table) -> None:
    report = told(table, "buy bree Supply x160", "inflation")
    assert_fields(report, **REEDMARKET)
    lines = report["settlements"]
    assert isinstance(lines, list)
    assert [only(line, *REEDMARKET) for line in lines] == [REEDMARKET, SALLOWS_END]
    assert [line["own_level"] for line in lines] == [3, 0]
    assert [line["next_at"] for line in lines] == [320, 10]


def test_inflation_of_a_settlement_that_is_named(table: Table) -> None:
    table.done("buy bree Supply x160")
    report = told(table, "inflation sallow")
    assert_fields(report, **SALLOWS_END)
    assert isinstance(report["settlements"], list)
    assert [each["settlement"] for each in report["settlements"]] == ["sallows-end"]
    mapped = told(table, "inflation map sallow")
    assert_fields(mapped, **SALLOWS_END, middle=[1, 1])
    assert isinstance(mapped["settlements"], list)
    assert len(mapped["settlements"]) == 2


def test_inflation_where_the_company_is_at_no_settlement(tmp_path: Path) -> None:
    report = told(Table(tmp_path), "inflation")
    assert_fields(report, **dict.fromkeys(REEDMARKET))
    assert isinstance(report["settlements"], list)
    assert len(report["settlements"]) == 2
