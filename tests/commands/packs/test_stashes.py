"""What is owned and left behind: stash, and how it is had again."""

from pathlib import Path

import pytest

from companion.errant.company import Errant
from companion.reports.packs import CompanyReport, StashesReport
from tests.commands.table import Table


def stash(table: Table, name: str = "stash-drowned-chapel") -> Errant:
    return table.get_errant(name)


def lies(table: Table, name: str = "stash-drowned-chapel") -> list[tuple[str, int]]:
    return [(item.name, item.count) for item in stash(table, name).items]


def test_a_thing_is_left_where_the_company_is_and_had_again(table: Table) -> None:
    table.done("stash bree torch x2", "stash bree bedroll", "stash bree torch")
    assert (stash(table).at, lies(table)) == ("drowned-chapel", [("torch", 3), ("bedroll", 1)])
    table.done("pass stash bree torch x2", "pass stash wim torch")
    assert lies(table) == [("bedroll", 1)]
    table.done(*["undo"] * 5)
    assert all(errant.kind != "stash" for errant in table.desk.campaign.errants)
    assert table.get_errant("bree").get_item("torch").count == 3


def test_what_lies_where_is_listed(table: Table) -> None:
    report = table.read(
        StashesReport, "stash bree bedroll", "stash bree torch at the old well", "stash"
    )
    assert [(each.name, each.slots_filled) for each in report.stashes] == [
        ("Stash at The Drowned Chapel", 0.5),
        ("Stash at the old well", 0.5),
    ]


@pytest.mark.parametrize(
    ("place", "name"),
    [
        ("the old well", "Stash at the old well"),
        ("behind the altar", "Stash behind the altar"),
        ("by the stair", "Stash by the stair"),
        ("Under the font", "Stash under the font"),
    ],
)
def test_a_stash_is_named_by_where_it_is(place: str, name: str, table: Table) -> None:
    report = table.read(StashesReport, f"stash bree bedroll at {place}", "stash")
    assert [each.name for each in report.stashes] == [name]


@pytest.mark.parametrize(
    "line",
    [
        "pass stash bree bedroll",
        "drop stash bedroll",
        "move stash bedroll hand",
        "pass bree stash torch",
        "sell stash bedroll for 1",
    ],
)
def test_a_stash_that_is_not_here_is_out_of_reach_unless_forced(table: Table, line: str) -> None:
    table.done("stash bree bedroll", "at reedmarket")
    assert table.refused(line).message.endswith("is not here: it lies at The Drowned Chapel.")
    word, rest = line.split(" ", 1)
    table.done(f"{word}! {rest}")
    table.done("undo", "at drowned-chapel")
    if word != "sell":
        table.done(line)


def test_a_stash_is_where_the_company_is_unless_the_guide_says_otherwise(table: Table) -> None:
    refused = table.refused("stash corvin rations at Reedmarket")
    assert refused.message == "The Company is at The Drowned Chapel, not at Reedmarket."
    table.done("stash! corvin rations at Reedmarket", "at reedmarket", "stash corvin pole")
    assert lies(table, "stash-reedmarket") == [("rations", 1), ("ten-foot pole", 1)]


def test_a_backpack_is_left_with_all_that_is_in_it_and_comes_back_so(table: Table) -> None:
    before = table.get_errant("bree")
    table.done("stash bree backpack")
    bree = table.get_errant("bree")
    assert {item.place for item in bree.items} == {"worn", "hand"}
    assert (stash(table).supply, stash(table).purse) == (before.supply, before.purse)
    assert table.done("pass stash bree backpack").warnings == ()
    bree = table.get_errant("bree")
    assert (bree.supply, bree.purse, lies(table)) == (before.supply, before.purse, [])


def test_what_lies_in_a_stash_is_counted_nowhere(table: Table) -> None:
    before = table.desk.build_status()
    table.done("stash bree rations", "stash bree 2 Supply")
    after = table.desk.build_status()
    assert (after.supply, after.food) == (before.supply - 2, before.food - 1)
    report = table.read(CompanyReport, "company")
    assert sum(line.supply for line in report.errants) == after.supply


def test_what_lies_in_a_stash_is_carried_by_nobody(table: Table) -> None:
    table.done("stash bree torch all")
    assert "Nobody here carries «torch»" in table.refused("away wim", "drop torch").message
    line = [each for each in table.desk.campaign.errants if each.is_present]
    assert all(errant.kind != "stash" for errant in line)
    assert table.refused("fetch stash-drowned-chapel torch").message.endswith("has no hands.")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("stash bree crown", "Bree Tanner carries no «crown»."),
        ("stash bree torch x4", "Bree Tanner has only 3 of «torch»."),
        ("stash bree torch x-1", "«x-1» is no number to count by."),
        ("stash bree torch at", "Stash it where?"),
        ("stash stash-drowned-chapel bedroll", "That lies in Stash at The Drowned Chapel already."),
    ],
)
def test_what_cannot_be_stashed_is_refused(table: Table, line: str, says: str) -> None:
    assert table.refused("stash bree bedroll", line).message == says


def test_where_the_company_is_nowhere_the_place_must_be_said(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("out!", "out!")
    assert table.refused("stash bree bedroll").message == "Stash it where?"
    table.done("stash bree bedroll at the old well")
    assert lies(table, "stash-the-old-well") == [("bedroll", 1)]
