"""What everybody who is here gets at once."""

from companion.errant.errants import Errant
from companion.reports.packs import GivenToEachReport
from companion.view.reply import render_reply
from tests.commands.table import Table

MEMBERS = ["bree", "corvin", "ondine", "wim"]


def count(errant: Errant) -> int:
    return sum(item.count for item in errant.items)


def test_everybody_gets_as_many(table: Table) -> None:
    before = {each.id: count(each) for each in table.desk.campaign.errants}
    table.done("give everyone candle x3")
    gained = {e.id: count(e) - before[e.id] for e in table.desk.campaign.errants}
    assert {who: more for who, more in gained.items() if more} == dict.fromkeys(MEMBERS, 3)


def test_who_is_away_gets_nothing(table: Table) -> None:
    report = table.read(GivenToEachReport, "away wim", "give everyone candle")
    assert [each.errant for each in report.each] == MEMBERS[:3]


def test_everybody_gets_coins(table: Table) -> None:
    before = {each.id: each.purse.worth for each in table.desk.campaign.errants}
    table.done("give everyone 2 shillings")
    gained = {e.id: e.purse.worth - before[e.id] for e in table.desk.campaign.errants}
    assert {who: more for who, more in gained.items() if more} == dict.fromkeys(MEMBERS, 20)


def test_what_everybody_got_is_taken_back_in_one_step(table: Table) -> None:
    before = table.desk.campaign
    table.done("give everyone candle x3", "undo")
    assert table.desk.campaign == before


def test_nobody_gets_anything_where_one_cannot(table: Table) -> None:
    table.refused("give everyone mule")


def test_each_has_a_line(table: Table) -> None:
    lines = render_reply(table.done("give everyone 2 shillings"), str, guide=True)
    assert [line for line in lines if "gets" in line] == [
        f"{who} gets: 2 shillings." for who in MEMBERS
    ]
