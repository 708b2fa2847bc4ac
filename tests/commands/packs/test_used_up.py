"""What is at 0 and no Supply of its holder refills is used up and removed, whatever the word was
that left too little (Items & Equipment, Supply)."""

from pathlib import Path

import pytest

from companion.campaign.news import NewsItem, RanOut, Unrefilled
from companion.reports.turns import EventReport
from tests.commands.table import Table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Wim's torch has burnt out, and his 2 Supply would refill it."""
    table = Table(tmp_path)
    table.done("burn")
    assert has_torch(table)
    return table


def has_torch(table: Table) -> bool:
    """True if Wim has a torch, burning or not."""
    wim = table.desk.campaign.get_errant("wim")
    return any(each.kind == "torch" for each in wim.items)


def list_removed(news: tuple[NewsItem, ...]) -> list[tuple[str, str]]:
    """Whose things are gone, and their names."""
    return [(each.errant, each.name) for each in news if isinstance(each, Unrefilled)]


@pytest.mark.parametrize(
    "lines",
    [
        ["supply wim -1"],
        ["supply all -1"],
        ["drop wim 1 Supply"],
        ["pass wim bree 1 Supply"],
        ["stash wim 1 Supply"],
        ["snuff ondine lantern", "burn"],
        ["out!", "out!", "zoom! downtime", "next =6"],
    ],
    ids=lambda lines: lines[-1],
)
def test_what_takes_the_supply_takes_what_waits_for_it(lines: list[str], table: Table) -> None:
    reply = table.done(*lines)
    assert not has_torch(table)
    assert list_removed(reply.news) == [("wim", "torch")]
    assert "refill or let-go wim torch" not in table.desk.build_status().open


def test_supply_found_later_refills_nothing_that_is_gone(table: Table) -> None:
    table.done("supply wim -1", "supply wim +4")
    assert table.refused("refill wim torch").kind != "open"
    assert not has_torch(table)


def test_the_choice_waits_while_there_is_supply(table: Table) -> None:
    table.done("supply bree -6", "note a rat")
    assert has_torch(table)
    table.done("refill wim torch")
    assert has_torch(table)


def test_of_two_that_wait_the_second_goes_when_the_first_is_refilled(table: Table) -> None:
    table.done("give wim candle uses 1", "light wim candle", "supply wim +0")
    reply = table.done("burn")
    assert [each.name for each in reply.news if isinstance(each, RanOut)] == ["candle"]
    reply = table.done("refill wim torch")
    assert list_removed(reply.news) == [("wim", "candle")]


def test_undo_brings_it_back_and_redo_removes_it_again(table: Table) -> None:
    table.done("supply wim -1", "undo")
    assert has_torch(table)
    table.done("redo")
    assert not has_torch(table)


def test_an_ignored_result_has_removed_nothing(table: Table) -> None:
    table.done("snuff ondine lantern", "done")
    report = table.done("next! =3").report
    assert isinstance(report, EventReport)
    assert report.choices == ()
    assert not has_torch(table)
    table.done("ignore")
    assert has_torch(table)
