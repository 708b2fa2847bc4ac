"""The market at the prompt: priced, bought, sold and sought by the rules, beside a plain count."""

import re
from pathlib import Path

import pytest

from companion.reports.market import InflationReport, PriceReport, PurchaseReport, SaleReport
from companion.view.reply import render_reply
from tests.commands.table import Table


@pytest.fixture
def table(table: Table) -> Table:
    """The Company in Reedmarket, a town; Bree with 20 guilders in her purse."""
    table.done("at reedmarket", "errant edit bree pennies 0 shillings 0 guilders 20")
    return table


def levels(table: Table) -> dict[str, int]:
    report = table.read(InflationReport, "inflation")
    return {each.settlement: each.inflation_level for each in report.settlements}


def worth(table: Table, errant: str = "bree") -> int:
    who = table.get_errant(errant)
    return who.pennies + 10 * who.shillings + 100 * who.guilders


@pytest.mark.parametrize(
    ("line", "total"),
    [
        ("price torch", 5),
        ("price torch x3", 15),
        ("price 3 torches", 15),
        ("price Torches (6)", 30),
        ("price rope", 15),
        ("price mail", 2_000),
        ("price mail shoddy", 1_000),
        ("price gambeson masterwork", 300),
        ("price dagger shoddy", 12),
        ("price Supply x60", 40 + 2 * 20),
        ("price provisions x15", 10 * 10 + 5 * 20),
        ("price torch in sallows-end", 5),
    ],
)
def test_a_price_is_that_of_the_tables_times_quality_rounded_down_once(
    table: Table, line: str, total: int
) -> None:
    assert table.read(PriceReport, line).price_pennies == total


def test_a_good_not_sold_here_is_refused_with_where_it_is(table: Table) -> None:
    refused = table.refused("at sallows-end", "buy bree lantern")
    assert refused.message == "«lantern» (Rarity 3) is not on open sale in a hamlet."
    assert "In Reedmarket it is." in refused.hint
    assert "buy!" in refused.hint
    assert table.read(PriceReport, "price lantern").elsewhere == ("Reedmarket",)
    table.done("buy! bree lantern")
    assert worth(table) == 2_000 - 30


def test_a_basket_is_paid_as_one_word_or_refused_as_one(table: Table) -> None:
    report = table.read(PurchaseReport, "buy wim torch x3, rope, rations x4 from bree")
    assert [(line.item, line.quantity, line.paid_pennies) for line in report.lines] == [
        ("torch", 3, 15),
        ("rope", 1, 15),
        ("rations", 4, 40),
    ]
    assert report.paid_pennies == 70
    assert worth(table) == 2_000 - 70
    wim = table.get_errant("wim")
    assert sum(item.count for item in wim.items if item.kind == "rations") >= 4
    table.refused("buy wim torch x3, plate from bree")
    table.refused("buy wim torch x3, mail x20 from bree")
    table.done("undo")
    assert worth(table) == 2_000


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("buy bree torch x1000000", "1,000,000 of a thing is more than anyone buys"),
        ("buy bree torch x0", "none at all"),
        ("buy bree 0 torches", "none at all"),
        ("buy bree 1000000 torches", "1,000,000 of a thing is more than anyone buys"),
        ("buy bree rope, torch x1000000", "1,000,000 of a thing is more than anyone buys"),
        ("buy bree torch x99999999999999999999", "is no number to count by"),
        ("buy bree torch x-3", "«x-3» is no number to count by"),
        ("buy bree -3 torches", "«-3» is no number to count by"),
        ("buy bree torch x1.5", "«x1.5» is no number to count by"),
        ("buy bree 2.25 torches", "«2.25» is no number to count by"),
        ("price torch x1000000", "1,000,000 of a thing is more than anyone buys"),
        ("price torch x-1", "«x-1» is no number to count by"),
        ("seek torch x1.5", "«x1.5» is no number to count by"),
        ("sell bree torch x1000000", "Bree Tanner has only"),
        ("sell bree torch x-1", "«x-1» is no number to count by"),
        ("sell bree torch x0.5", "«x0.5» is no number to count by"),
        ("sell bree torch for -5", "Nobody pays -5 pennies."),
        ("sell bree torch for 1.5", "«1.5» is no number of pennies."),
        ("buy bree torch from nobody", "There is no Errant «nobody»"),
        ("buy bree rope,, torch x0", "none at all"),
        ("buy bree ,", "What is to be bought?"),
        ("buy bree", "Buy what?"),
        ("buy bree flying carpet", "There is no good «flying carpet»"),
        ("buy bree kit", "may be"),
        ("buy bree rope masterwork", "«rope» is not made masterwork"),
        ("buy bree secure inn", "No price is listed for secure inn"),
        ("buy nobody torch", "There is no Errant «nobody»"),
        ("buy bree mail x2", "That costs 4,000 pennies, and Bree Tanner has 2,000."),
        ("buy bree Supply x321", "Reedmarket has only 320 Supply left"),
        ("sell bree crown", "carries no «crown»"),
        ("sell bree saddle", "carries no «saddle»"),
        ("seek rich fool", "There is no good «rich fool»"),
        ("seek rope =101", "A d100 has no 101."),
        ("price", "Which good?"),
        ("price rope in atlantis", "There is no Settlement «atlantis»"),
        ("inflation ship", "There is no Settlement «ship»"),
        ("inflation map atlantis", "There is no Settlement «atlantis»"),
    ],
)
def test_a_wrong_line_is_refused_with_one_sentence(table: Table, line: str, says: str) -> None:
    assert says in table.refused(line).message


def test_an_item_keeps_the_name_it_was_bought_by(table: Table) -> None:
    line = table.read(PurchaseReport, "buy bree dagger, 2 arming swords").lines
    assert [(each.item, each.quantity, each.paid_pennies) for each in line] == [
        ("dagger", 1, 25),
        ("arming sword", 2, 100),
    ]
    names = {item.name for item in table.get_errant("bree").items}
    assert {"dagger", "arming sword"} <= names
    assert table.read(SaleReport, "sell bree dagger").fetched_pennies == 2, "10 % of 25"


def test_a_price_table_of_the_campaigns_own_adds_and_overrides(table: Table) -> None:
    place = table.desk.archive.folder / "tables" / "goods"
    place.mkdir(parents=True)
    mine = 'schema = 1\n[[goods]]\nname = "rope"\nprice = 7\nrarity = 1\nslots = 0.5\n'
    (place / "mine.toml").write_text(f'{mine}[[goods]]\nname = "eel trap"\nprice = 4\nrarity = 1\n')
    assert table.read(PriceReport, "price rope").price_pennies == 7
    assert table.read(PurchaseReport, "buy bree eel trap x2").paid_pennies == 8
    (place / "mine.toml").write_text(mine + "pirce = 3\nslots = 0.3\n")
    refused = table.refused("buy bree rope")
    assert refused.kind == "broken"
    assert "tables/goods/mine.toml" in str(refused.problems[0])


def test_a_good_that_fits_no_pack_is_only_paid_for(table: Table) -> None:
    before = table.get_errant("bree").items
    lines = render_reply(table.done("buy bree local post, torch, Supply"), str, guide=True)
    assert any("local post, paid for and in no pack" in line for line in lines)
    assert sum("in no pack" in line for line in lines) == 1
    assert len(table.get_errant("bree").items) <= len(before) + 1
    assert worth(table) == 2_000 - 10 - 5 - 1


def test_nothing_is_bought_where_there_is_no_settlement(tmp_path: Path) -> None:
    refused = Table(tmp_path).refused("buy bree torch")
    assert refused.message == "The Company is at no Settlement."
    assert "Try: at Reedmarket" in refused.hint


def test_supply_bought_is_counted_and_raises_prices_here_and_around(table: Table) -> None:
    report = table.read(PurchaseReport, "buy bree Supply x40")
    assert report.paid_pennies == 40
    assert (report.inflation_level_before, report.inflation_level_after) == (0, 1)
    assert levels(table) == {"reedmarket": 1, "sallows-end": 0}
    assert table.read(PurchaseReport, "buy bree Supply x120").paid_pennies == 40 * 2 + 80 * 4
    assert levels(table) == {"reedmarket": 3, "sallows-end": 1}
    assert table.read(PriceReport, "price torch").price_pennies == 5 * 6
    assert table.read(PriceReport, "price torch in sallows-end").price_pennies == 5 * 2


def test_past_the_last_threshold_no_supply_is_sold(table: Table) -> None:
    table.done("errant edit bree guilders 90", "buy bree Supply x320")
    assert "sold out of Supply" in table.refused("buy bree Supply").message
    for good in ("torch", "rations", "oil", "healer's kit"):
        assert "sold out of Supply" in table.refused(f"buy bree {good}").message
    assert table.read(PurchaseReport, "buy bree rope").paid_pennies == 15 * 8


def test_a_new_month_counts_anew_and_a_level_nobody_raised_falls_by_one(table: Table) -> None:
    table.done("out!", "out!", "zoom! downtime", "turn!", "at reedmarket", "buy bree Supply x160")
    table.done("seek lantern =95")
    assert levels(table)["reedmarket"] == 3
    found = []
    for _ in range(5):
        table.done("next!")
        found.append(levels(table)["reedmarket"])
        assert table.get_errant("bree").supply == 0
    assert found == [3, 2, 1, 0, 0]
    assert table.desk.campaign.world.settlements[0].supply_bought == 0
    assert table.read(PurchaseReport, "buy bree lantern").paid_pennies == 30


@pytest.mark.parametrize(
    ("line", "fetches"),
    [
        ("sell bree rope", 1),  # 10 % of 15
        ("sell bree lantern", 9),  # 30 % of 30
        ("sell bree torch x3", 3),  # 20 % of 15, once for the lot
        ("sell bree lantern for 25", 25),
    ],
)
def test_resale_is_by_rarity_and_untouched_by_inflation(
    table: Table, line: str, fetches: int
) -> None:
    table.done("buy bree rope, lantern, torch x3", "buy bree Supply x80")
    before = worth(table)
    assert table.read(SaleReport, line).fetched_pennies == fetches
    assert worth(table) == before + fetches


def test_an_unlisted_item_sells_for_the_guides_price(table: Table) -> None:
    table.done('give bree "silver idol"')
    refused = table.refused('sell bree "silver idol"')
    assert "the Guide says what it fetches" in refused.message
    assert table.done('sell bree "silver idol" for 340').ok
    assert worth(table) == 2_340


def test_two_settlements_may_have_one_name(table: Table) -> None:
    world = table.desk.archive.folder / "world.toml"
    text = world.read_text("utf-8")
    world.write_text(text.replace('name = "Sallow\'s End"', 'name = "Reedmarket"'))
    table.done("at sallows-end")
    report = table.read(PurchaseReport, "buy bree Supply x10")
    assert (report.settlement, report.inflation_level_after) == ("sallows-end", 1)


def test_sold_items_leave_the_pack(table: Table) -> None:
    table.done("buy bree candle x7", "sell bree candle x3")
    (left,) = [each for each in table.get_errant("bree").items if each.name == "candle"]
    assert left.count == 4
    assert "has only 4" in table.refused("sell bree candle x5").message
    table.done("sell bree candle all")
    assert "carries no «candle»" in table.refused("sell bree candle").message


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("inflation ", ["map", "reedmarket", '"Sallow\'s End"']),
        ("inflation map ", ["reedmarket", '"Sallow\'s End"']),
        ("inflation reedmarket ", ["map"]),
        ("price rope ", ["in"]),
        ("price rope in ", ["reedmarket", '"Sallow\'s End"']),
    ],
)
def test_settlements_are_offered_where_they_can_be_typed(
    table: Table, line: str, offered: list[str]
) -> None:
    assert [each.text for each in table.desk.suggest_completions(line)] == offered


def test_the_map_says_in_words_what_it_draws_at_forty_columns(table: Table) -> None:
    table.done("buy bree Supply x160")
    lines = render_reply(table.done("inflation map"), str, guide=True)
    drawn = [line for line in lines if re.fullmatch(r"[ ·0-9A-Z]+", line)]
    assert any("A" in line for line in drawn)
    assert sum(line.count("2") for line in drawn) == 6, "six hexes around the source"
    assert all(len(line) <= 40 for line in drawn)
    assert "A  Reedmarket (town, 0 0): prices × 6, level 3" in lines


def test_who_is_short_is_told_whose_purse_has_enough(table: Table) -> None:
    table.done("coins ondine +4000p")
    refusal = table.refused("buy wim mail")
    assert refusal.hint == "Buy less, or let Ondine pay. Try: buy wim mail from ondine"
    table.done("buy wim mail from ondine")
    refusal = table.refused("buy wim mail x30")
    assert refusal.hint == "Nobody here has as much. Buy less, or a part of it."


def test_what_nobody_has_priced_is_offered_for_what_it_is_worth(table: Table) -> None:
    table.done('give bree "silver cup" worth 40')
    refused = table.refused("sell bree cup")
    assert refused.hint == 'Try: sell bree "silver cup" for 40'
    table.done("sell bree cup for 40")
