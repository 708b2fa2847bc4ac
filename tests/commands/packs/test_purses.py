"""The coins of the whole Company: who has how many, and sharing them out."""

from pathlib import Path

import pytest

from companion.audience import Seat
from companion.errant.company import list_members_present
from companion.reports.packs import CoinsWorthReport, PursesReport
from companion.view.reply import render_reply
from tests.commands.table import Table

MEMBERS = ("bree", "corvin", "ondine", "wim")


@pytest.fixture
def table(table: Table) -> Table:
    """Nobody has coins but for those a test gives them."""
    table.done("coins split")
    for each in list_members_present(table.desk.campaign.errants):
        purse = each.purse
        for number, coin in zip(purse, ("p", "s", "g"), strict=True):
            table.done(f"coins {each.id} -{number}{coin}") if number else None
    return table


def count(table: Table) -> dict[str, int]:
    """The worth of the purses that are not empty."""
    return {e.id: e.purse.worth for e in table.desk.campaign.errants if e.coins}


@pytest.mark.parametrize("seat", ["guide", "mapper"])
def test_everybody_sees_who_has_how_much_and_the_sum(
    seat: Seat, table: Table, tmp_path: Path
) -> None:
    table.done("coins bree +55", "coins wim +3s")
    reply = Table(tmp_path, seat=seat).done("company coins")
    assert isinstance(reply.report, PursesReport)
    assert {each.errant: each.worth for each in reply.report.purses} == {
        "bree": 55, "corvin": 0, "ondine": 0, "wim": 30,
    }  # fmt: skip
    assert reply.report.worth == 85
    assert reply.changes == ()


def test_coins_elsewhere_are_shown_and_not_in_the_sum(table: Table) -> None:
    table.done("coins bree +55", "coins wim +3s", "away wim")
    report = table.read(PursesReport, "company coins")
    assert [each.errant for each in report.purses if not each.here] == ["wim"]
    assert report.worth == 55


def test_all_coins_are_shared_and_the_first_has_what_is_left(table: Table) -> None:
    table.done("coins bree +43p", "coins wim +4s", "coins split")
    assert count(table) == {"bree": 23, "corvin": 20, "ondine": 20, "wim": 20}


def test_coins_that_were_found_are_shared_and_no_others(table: Table) -> None:
    table.done("coins bree +5", "coins split 41 shillings")
    assert count(table) == {"bree": 5 + 104, "corvin": 102, "ondine": 102, "wim": 102}


def test_who_is_away_has_no_share_and_gives_none(table: Table) -> None:
    table.done("coins wim +5", "away wim", "coins bree +30", "coins split")
    assert count(table) == {"bree": 10, "corvin": 10, "ondine": 10, "wim": 5}


def test_sharing_is_taken_back_in_one_step(table: Table) -> None:
    table.done("coins bree +30")
    before = table.desk.campaign
    table.done("coins split", "undo")
    assert table.desk.campaign == before


def test_nothing_is_not_shared(table: Table) -> None:
    assert table.refused("coins split").hint == "Try: coins split 40 shillings"


@pytest.mark.parametrize(
    ("line", "worth"),
    [("coins 3 guilders", 300), ("coins 45 pennies", 45), ("coins 1 guilder 5 shillings", 150)],
)
def test_coins_without_anybody_are_told_in_pennies(line: str, worth: int, table: Table) -> None:
    reply = table.done(line)
    assert isinstance(reply.report, CoinsWorthReport)
    assert reply.report.worth == worth
    assert reply.changes == ()


def test_purses_have_a_line_each_and_a_sum(table: Table) -> None:
    table.done("coins bree +55", "coins wim +3s", "away wim")
    assert render_reply(table.done("company coins"), str, guide=True) == [
        "  Bree Tanner: 55 pennies.",
        "  Corvin Half-Hand: no coin.",
        "  Ondine: no coin.",
        "  Wim the Lesser (not here): 3 shillings.",
        "Here in all: 55 pennies' worth.",
    ]
    assert render_reply(table.done("coins split"), str, guide=True)[0] == (
        "Shared out: 55 pennies' worth, all that they have."
    )
    assert render_reply(table.done("coins split 4g"), str, guide=True)[0] == (
        "Shared out: 400 pennies' worth."
    )


def test_coins_are_told_in_each_denomination(table: Table) -> None:
    assert render_reply(table.done("coins 45 pennies"), str, guide=True) == [
        "45 pennies: 4 shillings 5 pennies."
    ]
    assert render_reply(table.done("coins 3 guilders"), str, guide=True) == [
        "3 guilders: 300 pennies or 30 shillings."
    ]


@pytest.mark.parametrize(
    ("line", "purse"),
    [
        ("coins bree -5 shillings", (0, 5, 0)),
        ("coins bree -95", (5, 0, 0)),
        ("coins bree -1g", (0, 0, 0)),
    ],
)
def test_a_larger_coin_is_changed_for_what_is_paid(
    table: Table, line: str, purse: tuple[int, int, int]
) -> None:
    table.done("coins bree +1 guilder", line)
    assert table.desk.campaign.get_errant("bree").purse == purse
