"""What there is to be bought, Settlements put on the land, mounts sold again."""

from pathlib import Path

import pytest

from companion.reports.market import SaleReport, SettlementReport, WaresReport
from companion.view.reply import render_reply
from tests.commands.table import Table


@pytest.fixture
def table(table: Table) -> Table:
    table.done("at reedmarket", "coins bree +20 guilders")
    return table


def test_wares_alone_counts_the_goods_of_each_sort(table: Table, tmp_path: Path) -> None:
    report = table.read(WaresReport, "wares")
    assert report.settlement == "Reedmarket"
    assert dict(report.sorts)["animals"] == len(table.read(WaresReport, "wares animals").wares)
    anywhere = Table(tmp_path / "elsewhere").read(WaresReport, "wares")
    assert sum(dict(report.sorts).values()) < sum(dict(anywhere.sorts).values())


def test_a_sort_or_part_of_a_name_lists_goods_with_prices(table: Table) -> None:
    animals = {
        ware.item: ware.price_pennies for ware in table.read(WaresReport, "wares animals").wares
    }
    assert animals["mule"] == 30
    assert "war horse" not in animals, "Rarity 4 is on no open sale in a town"
    tents = [ware.item for ware in table.read(WaresReport, "wares tent").wares]
    assert "personal tent" in tents
    assert table.read(WaresReport, "wares animal") == table.read(WaresReport, "wares animals")


def test_prices_are_those_of_the_month(table: Table) -> None:
    table.done("buy bree Supply x40")
    animals = {
        ware.item: ware.price_pennies for ware in table.read(WaresReport, "wares animals").wares
    }
    assert animals["mule"] == 60


def test_outside_a_settlement_all_goods_are_listed(tmp_path: Path) -> None:
    report = Table(tmp_path).read(WaresReport, "wares animals")
    assert report.settlement == ""
    assert "war horse" in {ware.item for ware in report.wares}


def test_a_good_not_on_sale_is_refused_with_similar_names(table: Table) -> None:
    assert (
        table.refused("wares gryphon").message == "Nothing called «gryphon» is on open sale here."
    )
    assert "rope" in table.refused("wares ropee").hint


def test_each_ware_has_a_line_with_its_size(table: Table) -> None:
    lines = render_reply(table.done("wares rope"), str, guide=True)
    assert lines[0] == "On open sale in Reedmarket:"
    assert "        15  rope, 0.5 slots" in lines


def test_a_settlement_is_put_on_the_land_and_can_be_gone_to(tmp_path: Path) -> None:
    table = Table(tmp_path)
    report = table.read(SettlementReport, 'settlement "Gull Rock" hamlet hex 2,-1')
    assert (report.settlement, report.hex, report.step) == ("gull-rock", (2, -1), "made")
    table.done("at Gull Rock", "price rope in Gull Rock", "settlement gull-rock village")
    settlement = table.desk.campaign.world.settlements[-1]
    assert (settlement.type, settlement.hex) == ("village", (2, -1))


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (
            "settlement Saltford",
            "Which Settlement Type: hamlet, village, town, city or metropolis?",
        ),
        ("settlement Saltford metropole", "There is no Settlement Type «metropole»."),
        ("settlement Saltford town hex 2", "«2» is no hex."),
        ("settlement Saltford town hex 1,x", "«1,x» is no hex."),
    ],
)
def test_a_wrong_settlement_is_refused(line: str, says: str, tmp_path: Path) -> None:
    assert Table(tmp_path).refused(line).message == says


def test_an_unknown_place_is_refused_with_how_to_make_it(tmp_path: Path) -> None:
    assert Table(tmp_path).refused("at Zzyzx").hint == "To make it: settlement Zzyzx town"


def test_a_mount_sells_again_by_its_rarity_and_leaves_the_company(table: Table) -> None:
    table.done("buy bree mule x2")
    report = table.read(SaleReport, "sell bree mule-2")
    assert (report.worth_pennies, report.rarity, report.fetched_pennies) == (30, 1, 3)
    assert "mule-2" not in {errant.id for errant in table.desk.campaign.errants}
    table.done("undo")
    assert "mule-2" in {errant.id for errant in table.desk.campaign.errants}


def test_a_laden_mount_is_not_sold(table: Table) -> None:
    table.done("buy bree mule, cart", "hitch mule cart")
    assert table.refused("sell bree cart").message.startswith("Cart carries something")
    table.done("hitch mule off", "sell bree cart", "ride wim mule")
    assert table.refused("sell bree mule").message.startswith("Mule carries something")


@pytest.mark.parametrize(
    ("price", "pennies"),
    [("120", 120), ("3 guilders", 300), ("1 guilder 5 shillings", 150), ("2 shillings 4", 24)],
)
def test_the_guides_price_may_be_in_any_coin(price: str, pennies: int, table: Table) -> None:
    report = table.read(SaleReport, 'give bree "silver idol"', f"sell bree silver idol for {price}")
    assert report.fetched_pennies == pennies


def test_burning_lights_are_pointed_out_before_hours_pass(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("done", "out", "done", "out")
    warnings = table.done("zoom travel").warnings
    assert warnings[0].startswith("Still lit: ")
    assert not table.done("undo", "zoom exploration").warnings


def test_wares_up_to_a_price_are_all_that_it_buys_the_dearest_first(table: Table) -> None:
    found = table.read(WaresReport, "wares under 20p")
    prices = [ware.price_pennies for ware in found.wares]
    assert all(price is not None and price <= 20 for price in prices)
    assert prices == sorted(prices, key=lambda price: price or 0, reverse=True)
    assert len(prices) <= 40
    assert 20 in prices


def test_wares_of_a_sort_up_to_a_price_are_of_that_sort(table: Table) -> None:
    dear = {ware.item for ware in table.read(WaresReport, "wares animals").wares}
    cheap = {ware.item for ware in table.read(WaresReport, "wares animals under 5 shillings").wares}
    assert cheap < dear


def test_wares_that_are_too_many_for_a_list_are_counted(table: Table) -> None:
    found = table.read(WaresReport, "wares under 10 guilders")
    assert len(found.wares) == 40
    assert found.more > 0


def test_a_purse_is_a_price(table: Table) -> None:
    table.done("coins bree -20 guilders", "errant edit bree pennies 15 shillings 0 guilders 0")
    assert table.read(WaresReport, "wares under bree") == table.read(WaresReport, "wares under 15p")


def test_where_nothing_is_so_cheap_that_is_said(table: Table) -> None:
    assert "0 pennies" in table.refused("wares animals under 0p").message
