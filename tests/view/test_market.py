"""The market as people read it."""

from pathlib import Path

import pytest

from companion.view.shared_wording import format_pennies
from tests.commands.table import Table
from tests.view.replies import lines


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """The Company in Reedmarket, a town; Bree with 90 guilders in her purse."""
    table = Table(tmp_path)
    table.done("at reedmarket", "errant edit bree pennies 0 shillings 0 guilders 90")
    return table


@pytest.mark.parametrize(
    ("pennies", "said"),
    [
        (0, "no coin"),
        (1, "1 penny"),
        (10, "1 shilling"),
        (237, "2 guilders 3 shillings 7 pennies"),
        (1_000_000, "10,000 guilders"),
    ],
)
def test_pennies_are_shown_as_people_count_them(pennies: int, said: str) -> None:
    assert format_pennies(pennies) == said


def test_a_price_says_what_inflation_makes_of_it(table: Table) -> None:
    assert lines(table, "price mail masterwork in reedmarket") == [
        "masterwork mail in Reedmarket: 40 guilders.",
        "  Rarity 4, 4 slots each, 8 Blocks.",
        "Not on open sale in a town.",
    ]
    assert lines(table, "buy bree Supply x80", "price rope x2") == [
        "2 × rope in Reedmarket: 1 guilder 2 shillings.",
        "  Prices are × 4 here (level 2).",
        "  Rarity 1, 0.5 slots each, 50 feet.",
    ]


def test_a_price_across_a_threshold_says_how_many_cost_what(table: Table) -> None:
    assert lines(table, "price Supply x60")[:2] == [
        "60 Supply in Reedmarket: 8 shillings.",
        "  40 × 1 + 20 × 2 pennies, as thresholds are crossed.",
    ]


def test_a_purchase_tells_its_lines_the_purse_and_how_prices_rise(table: Table) -> None:
    told = lines(table, "buy wim rope x2, dagger masterwork, Supply x60, local post from bree")
    assert [line for line in told if "Encumbrance" not in line] == [
        "Wim buys in Reedmarket, for 1 guilder 7 shillings:",
        "      30  2 × rope",
        "      50  masterwork dagger",
        "      80  60 Supply (40 × 1 + 20 × 2)",
        "      10  local post, paid for and in no pack",
        "Bree has 88 guilders 3 shillings left.",
        "Prices rise in Reedmarket: × 2 (level 1).",
    ]
    sold_out = "Reedmarket is sold out of Supply this month."
    assert sold_out in lines(table, "buy bree Supply x260")


def test_a_sale_tells_what_it_was_worth_unless_the_guide_said(table: Table) -> None:
    assert lines(table, "buy bree lantern x3", "sell bree lantern x2") == [
        "Bree sells: 2 × lantern (worth 60 new, Rarity 3), for 1 shilling 8 pennies.",
        "Bree has 89 guilders 2 shillings 8 pennies.",
    ]
    table.done('give bree "silver idol"')
    assert lines(table, 'sell bree "silver idol" for 0') == [
        "Bree sells: silver idol, for no coin.",
        "Bree has 89 guilders 2 shillings 8 pennies.",
    ]


def test_what_is_sought_is_told_with_its_quality(table: Table) -> None:
    assert lines(table, "seek light weapon masterwork =81") == [
        "Masterwork light weapon is not to be had until the next Downtime Turn in Reedmarket.",
        "  D100: 81; it takes 80 or less (Rarity 2).",
    ]
    assert lines(table, "seek healer's kit =70", "seek healer's kit") == [
        "Healer's kit is to be had in Reedmarket.",
        "  tested before this month; it takes 70 or less (Rarity 3).",
    ]
    assert lines(table, "price light weapon masterwork")[-1] == (
        "Sought in vain this month: it is not to be had."
    )


def test_inflation_tells_every_settlement_or_the_one_named(table: Table) -> None:
    assert lines(table, "buy bree Supply x160", "inflation") == [
        "Reedmarket (town): prices × 6, level 3.",
        "  Supply bought 160, left 160, the next level at 320.",
        "Sallow's End (hamlet): prices × 2, level 1.",
        "  Supply bought 0, left 20, the next level at 10.",
    ]
    assert lines(table, "inflation sallow") == [
        "Sallow's End (hamlet): prices × 2, level 1.",
        "  Supply bought 0, left 20, the next level at 10.",
    ]
    assert lines(table, "buy bree Supply x160", "inflation reedmarket")[1] == (
        "  Supply bought 320, left 0."
    )
