"""Nights and meals at the prompt."""

from pathlib import Path

import pytest

from companion.commands.reports import EventReport, HappenedReport, NightReport
from companion.errant.happenings import Exhausted, Fed
from tests.commands.a_table import Table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """The Company outside, in a Travel Turn that has only begun."""
    table = Table(tmp_path)
    table.done("done", "out", "turn!")
    return table


def night(table: Table, line: str) -> NightReport:
    report = table.done(line).report
    assert isinstance(report, NightReport)
    return report


def test_who_watched_in_the_first_turn_watches_in_the_second_unless_others_are_named(
    table: Table,
) -> None:
    table.done("sleep watch bree wim", "next sleep =6")
    assert night(table, "watch bree wim").watch == ("bree", "wim")
    table.done("undo")
    assert table.desk.campaign.turns[-1].watch == ("bree", "wim")
    assert night(table, "sleep watch ondine").watch == ("ondine",)
    assert night(table, "watch nobody").watch == ()


def test_the_next_night_begins_with_nobody_on_watch(table: Table) -> None:
    table.done("sleep watch bree wim", "next sleep =6", "next =6", "next sleep =6")
    assert table.desk.campaign.turns[-1].watch == ()


def test_a_night_is_told_with_the_die_that_falls_in_it(table: Table) -> None:
    report = table.done("next sleep watch bree wim =5").report
    assert isinstance(report, EventReport)
    assert (report.asleep, report.watch, report.result) == (
        True,
        ("bree", "wim"),
        "encounter_sign",
    )


@pytest.mark.parametrize("typed", ["sleep", "declare sleep"])
def test_a_turn_whose_die_found_the_company_awake_is_not_slept_through(
    typed: str, table: Table
) -> None:
    refusal = table.refused("event =6", typed)
    assert "next sleep" in refusal.hint
    assert night(table, "sleep!").asleep


def test_a_company_that_must_rest_may_sleep(table: Table) -> None:
    table.done("event =2")
    assert night(table, "sleep").asleep


def test_declaring_sleep_says_who_watches(table: Table) -> None:
    assert night(table, "declare sleep watch bree wim").watch == ("bree", "wim")


def test_a_lone_watchers_exhaustion_says_why(table: Table) -> None:
    table.done("sleep watch bree")
    report = table.done("next sleep watch wim corvin =6").report
    assert isinstance(report, EventReport)
    assert [e.reason for e in report.before if isinstance(e, Exhausted)] == ["kept watch alone"]


def eaten(table: Table, line: str) -> list[str]:
    report = table.done(line).report
    assert isinstance(report, HappenedReport)
    return [each.errant for each in report.happened if isinstance(each, Fed)]


def test_who_is_named_eats_once(table: Table) -> None:
    assert eaten(table, "eat bree wim bree") == ["bree", "wim"]


def test_alone_it_feeds_all_who_starve_and_nobody_else(table: Table) -> None:
    assert "Nobody starves" in table.refused("eat").message
    for errant in ("bree", "corvin", "ondine", "tansy"):
        table.done(f"drop {errant} rations all")
    table.done("supply wim -2", "deplete", "give wim rations x2")
    assert table.desk.campaign.errant("wim").starving is not None
    assert eaten(table, "eat") == ["wim"]
    assert table.desk.campaign.errant("wim").starving is None


def test_who_is_away_eats_elsewhere(table: Table) -> None:
    assert "is away" in table.refused("away bree", "eat bree").message
