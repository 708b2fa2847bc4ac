"""What everybody who is here gets at once."""

from companion.errant.company import Errant
from companion.reports.market import GivenToEachReport
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


def test_everybody_pays_the_same_out_of_what_they_have(table: Table) -> None:
    before = {each.id: each.purse.worth for each in table.desk.campaign.errants}
    table.done("coins everyone -5")
    after = {each.id: each.purse.worth for each in table.desk.campaign.errants}
    assert {who: before[who] - after[who] for who in MEMBERS} == dict.fromkeys(MEMBERS, 5)


def test_nobody_pays_where_one_has_too_little(table: Table) -> None:
    assert "Wim" in table.refused("coins everyone -2 shillings").message


def test_everybody_buys_out_of_their_own_purse_or_of_one(table: Table) -> None:
    table.done("o!", "at reedmarket")
    before = {each.id: each.purse.worth for each in table.desk.campaign.errants}
    report = table.done("buy everyone torch").report
    assert isinstance(report, GivenToEachReport)
    assert len(report.each) == len(MEMBERS)
    after = {each.id: each.purse.worth for each in table.desk.campaign.errants}
    assert all(before[who] - after[who] == 5 for who in MEMBERS)
    table.done("buy everyone torch from ondine")
    assert table.desk.campaign.get_errant("ondine").purse.worth == after["ondine"] - 20
