"""What is at 0 and no Supply of its holder refills is used up and removed, whatever the word was
that left too little (Items & Equipment, Supply)."""

import pytest

from companion.campaign.news_of_changes import NewsItem, RanOut, Unrefilled
from companion.errant.happenings import Refilled
from companion.reports.turns import EventReport, HappeningsReport
from tests.commands.table import Table


@pytest.fixture
def table(table: Table) -> Table:
    """Wim's torch has burnt out, and his 2 Supply would refill it."""
    table.done("burn")
    assert has_torch(table)
    return table


def has_torch(table: Table) -> bool:
    """True if Wim has a torch, burning or not."""
    wim = table.get_errant("wim")
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
    assert table.read(EventReport, "next! =3").choices == ()
    assert not has_torch(table)
    table.done("ignore")
    assert has_torch(table)


def list_refilled(report: object) -> list[tuple[str, str]]:
    """Whose things were refilled, and their names."""
    assert isinstance(report, HappeningsReport)
    return [(each.errant, each.name) for each in report.happened if isinstance(each, Refilled)]


def has_supply(table: Table, errant: str) -> int:
    return table.get_errant(errant).supply


def test_refill_all_refills_while_supply_lasts_and_the_rest_is_used_up(table: Table) -> None:
    """If they do not have the requisite Supply, that item is used up and removed."""
    table.done("give wim candle uses 1", "light wim candle", "give wim rations", "use wim rations")
    table.done("burn", "use ondine rations")
    reply = table.done("refill all")
    assert list_refilled(reply.report) == [("ondine", "rations"), ("wim", "torch")]
    assert list_removed(reply.news) == [("wim", "candle"), ("wim", "rations")]
    assert has_supply(table, "wim") == 0


def test_refill_all_passes_over_what_no_supply_refills(table: Table) -> None:
    table.done("give bree potion of healing uses 1", "use bree potion")
    reply = table.done("refill all")
    assert list_refilled(reply.report) == [("wim", "torch")]


def test_things_named_together_are_refilled_together_or_not_at_all(table: Table) -> None:
    table.done("give wim candle uses 1", "light wim candle", "burn")
    refused = table.refused("refill wim torch, candle")
    assert refused.message == "Wim the Lesser's torch and candle take 3 Supply; they have 2."
    assert refused.hint == 'Try: refill wim torch, or refill wim "candle 0 left"'


def test_all_of_one_name_is_refilled_and_nothing_else(table: Table) -> None:
    """Wim's torch and the rations of two are at 0."""
    table.done("use ondine rations", "use corvin rations")
    reply = table.done("refill all rations")
    assert list_refilled(reply.report) == [("corvin", "rations"), ("ondine", "rations")]
    assert table.refused("refill all rations").kind == "impossible"
    assert list_refilled(table.done("refill all lights").report) == [("wim", "torch")]


def test_all_of_one_name_is_let_go(table: Table) -> None:
    table.done("use ondine rations", "let-go all torches")
    assert not has_torch(table)
    assert list_refilled(table.done("refill all food").report) == [("ondine", "rations")]


def test_a_name_of_nothing_is_told(table: Table) -> None:
    assert table.refused("refill all gizmos").kind == "unknown"
