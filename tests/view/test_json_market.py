"""The contract with scripts about the market: its reports have their fields, in whole pennies."""

import json
from pathlib import Path
from typing import TypeAlias

import pytest

from companion.view.reply import encode_reply
from tests.commands.table import Table

Json: TypeAlias = dict[str, object]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """The Company in Reedmarket, a town; Bree with 90 guilders in her purse."""
    table = Table(tmp_path)
    table.done("at reedmarket", "errant edit bree pennies 0 shillings 0 guilders 90")
    return table


def told(table: Table, *lines: str) -> Json:
    """The report of the last of these lines, as a script reads it."""
    answer = json.loads(encode_reply(table.done(*lines), guide=True))
    assert isinstance(answer["report"], dict)
    return answer["report"]


def only(report: Json, *fields: str) -> Json:
    """These fields, all of which must be there."""
    return {field: report[field] for field in fields}


PRICE = (
    "kind",
    "item",
    "quality",
    "settlement",
    "base_pennies",
    "inflation_level",
    "multiplier",
    "price_pennies",
)


def test_price_says_what_one_costs_as_listed_and_all_of_them_here(table: Table) -> None:
    table.done("buy bree Supply x80")
    assert only(told(table, "price light weapon shoddy x3"), *PRICE, "quantity", "costs") == {
        "kind": "price",
        "item": "light weapon",
        "quality": "shoddy",
        "settlement": "reedmarket",
        "base_pennies": 12,
        "inflation_level": 2,
        "multiplier": 4,
        "price_pennies": 3 * 50,
        "quantity": 3,
        "costs": [{"quantity": 3, "each_pennies": 50}],
    }
    assert told(table, "price torch")["quality"] is None


def test_a_price_that_crosses_thresholds_says_how_many_cost_what(table: Table) -> None:
    report = told(table, "price Supply x15 in sallows-end")
    assert only(report, "settlement", "settlement_name", "base_pennies", "price_pennies") == {
        "settlement": "sallows-end",
        "settlement_name": "Sallow's End",
        "base_pennies": 1,
        "price_pennies": 20,
    }
    assert report["costs"] == [
        {"quantity": 10, "each_pennies": 1},
        {"quantity": 5, "each_pennies": 2},
    ]
    assert report["supply_available"] == 20


def test_what_the_guide_prices_has_no_pennies(table: Table) -> None:
    report = told(table, "price secure inn")
    assert only(report, "base_pennies", "price_pennies", "costs") == {
        "base_pennies": None,
        "price_pennies": None,
        "costs": [],
    }


PURCHASE = (
    "kind",
    "errant",
    "item",
    "quantity",
    "paid_pennies",
    "supply_bought",
    "inflation_level_before",
    "inflation_level_after",
)


def test_purchase_says_what_was_paid_and_how_prices_rose(table: Table) -> None:
    table.done("buy bree Supply x30")
    report = told(table, "buy wim provisions x3 from bree")
    assert only(report, *PURCHASE, "payer", "settlement") == {
        "kind": "purchase",
        "errant": "wim",
        "item": "provisions",
        "quantity": 3,
        "paid_pennies": 30,
        "supply_bought": 12,
        "inflation_level_before": 0,
        "inflation_level_after": 1,
        "payer": "bree",
        "settlement": "reedmarket",
    }
    assert report["supply_available"] == 320 - 42


def test_a_basket_names_all_of_it_and_has_a_line_each(table: Table) -> None:
    report = told(table, "buy bree rope x2, dagger masterwork, Supply x5, local post")
    assert only(report, *PURCHASE) == {
        "kind": "purchase",
        "errant": "bree",
        "item": "rope, dagger, Supply, local post",
        "quantity": 9,
        "paid_pennies": 30 + 50 + 5 + 10,
        "supply_bought": 5,
        "inflation_level_before": 0,
        "inflation_level_after": 0,
    }
    lines = report["lines"]
    assert isinstance(lines, list)
    assert [only(line, "item", "quality", "quantity", "paid_pennies") for line in lines] == [
        {"item": "rope", "quality": None, "quantity": 2, "paid_pennies": 30},
        {"item": "dagger", "quality": "masterwork", "quantity": 1, "paid_pennies": 50},
        {"item": "Supply", "quality": None, "quantity": 5, "paid_pennies": 5},
        {"item": "local post", "quality": None, "quantity": 1, "paid_pennies": 10},
    ]
    assert [line["thing"] for line in lines] == ["rope", "dagger", "", ""]
    assert only(report, "pennies", "shillings", "guilders") == {
        "pennies": 5,
        "shillings": 0,
        "guilders": 89,
    }


def test_sale_says_what_it_was_worth_and_what_it_fetched(table: Table) -> None:
    report = told(table, "buy bree lantern x2", "sell bree lantern x2")
    assert only(
        report,
        "kind",
        "errant",
        "item",
        "quantity",
        "settlement",
        "worth_pennies",
        "rarity",
        "fetched_pennies",
    ) == {
        "kind": "sale",
        "errant": "bree",
        "item": "lantern",
        "quantity": 2,
        "settlement": "reedmarket",
        "worth_pennies": 60,
        "rarity": 3,
        "fetched_pennies": 18,
    }


def test_seek_carries_its_faces(table: Table) -> None:
    table.done("buy bree Supply")
    report = told(table, "seek light weapon masterwork =80")
    assert only(
        report, "kind", "item", "quality", "settlement", "chance", "faces", "entered", "found"
    ) == {
        "kind": "seek",
        "item": "light weapon",
        "quality": "masterwork",
        "settlement": "reedmarket",
        "chance": 80,
        "faces": [80],
        "entered": True,
        "found": True,
    }
    again = told(table, "seek light weapon masterwork")
    assert only(again, "faces", "entered", "found") == {
        "faces": [],
        "entered": False,
        "found": True,
    }
    assert told(table, "seek rope")["entered"] is False


INFLATION = ("settlement", "inflation_level", "multiplier", "supply_bought", "supply_available")
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
    assert only(report, *INFLATION) == REEDMARKET
    lines = report["settlements"]
    assert isinstance(lines, list)
    assert [only(line, *INFLATION) for line in lines] == [REEDMARKET, SALLOWS_END]
    assert [line["own_level"] for line in lines] == [3, 0]
    assert [line["next_at"] for line in lines] == [320, 10]


def test_inflation_of_a_settlement_that_is_named(table: Table) -> None:
    table.done("buy bree Supply x160")
    report = told(table, "inflation sallow")
    assert only(report, *INFLATION) == SALLOWS_END
    assert isinstance(report["settlements"], list)
    assert [each["settlement"] for each in report["settlements"]] == ["sallows-end"]
    mapped = told(table, "inflation map sallow")
    assert only(mapped, *INFLATION, "middle") == {**SALLOWS_END, "middle": [1, 1]}
    assert isinstance(mapped["settlements"], list)
    assert len(mapped["settlements"]) == 2


def test_inflation_where_the_company_is_at_no_settlement(tmp_path: Path) -> None:
    report = told(Table(tmp_path), "inflation")
    assert only(report, *INFLATION) == dict.fromkeys(INFLATION)
    assert isinstance(report["settlements"], list)
    assert len(report["settlements"]) == 2
