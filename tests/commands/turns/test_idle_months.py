"""What is passed over in a month is said once, before: who declared nothing, and what still
burns."""

from pathlib import Path

import pytest

from companion.reports.turns import DeedLine, TurnReport
from companion.view.reply import render_report
from tests.commands.table import Table


@pytest.fixture
def table(table: Table) -> Table:
    """A Downtime Turn whose Event Die has fallen."""
    table.done("out!", "out!", "zoom! downtime", "next =6")
    return table


@pytest.mark.parametrize("word", ["next", "turn", "out"])
def test_a_month_in_which_somebody_declared_nothing_is_left_at_the_second_time(
    word: str, table: Table
) -> None:
    table.done("declare bree mends", "declare ondine prays", "done", "declare wim sleeps", "done")
    refusal = table.refused(word)
    idle = "Still open: declare corvin (nothing this month)."
    assert (refusal.kind, refusal.message) == ("open", idle)
    table.done(word)


def test_those_who_declared_nothing_are_named_beside_what_else_is_open(table: Table) -> None:
    assert table.refused("declare bree mends", "declare ondine prays", "next").message == (
        "Still open: done (bree mends; ondine prays); declare corvin or wim (nothing this month)."
    )
    table.done("declare corvin reads", "declare wim sleeps", "done", "next =6")


@pytest.mark.parametrize("word", ["next", "turn", "out"])
def test_a_month_in_which_nobody_declared_anything_is_one_too(word: str, table: Table) -> None:
    refusal = table.refused(word)
    idle = "Still open: declare bree, corvin, ondine or wim (nothing this month)."
    assert (refusal.kind, refusal.message) == ("open", idle)
    table.done(word)


def test_a_month_that_has_not_begun_stops_nothing(table: Table) -> None:
    table.done("out!", "zoom! downtime", "out", "zoom! downtime", "next =6")


def test_a_month_of_all_stops_nothing(table: Table) -> None:
    table.done("declare they rest", "done", "next =6")


def test_each_month_is_counted_by_itself(table: Table) -> None:
    everybody = [f"declare {who} mends" for who in ("bree", "ondine", "wim", "corvin")]
    table.done(*everybody, "done", "next =6", "declare bree mends", "done")
    assert "declare corvin, ondine or wim" in table.refused("out").message


@pytest.mark.parametrize("line", ["zoom downtime", "downtime", "turn downtime"])
@pytest.mark.parametrize("again", ["again", "!"])
def test_a_light_that_would_burn_into_a_month_is_said_with_what_it_costs(
    line: str, again: str, table: Table
) -> None:
    table.done("out!")
    refusal = table.refused(line)
    assert refusal.kind == "open"
    assert refusal.message == (
        "Still open: snuff, or burn for what it costs (Ondine's hooded lantern and Wim the "
        "Lesser's torch: a month marks off no Burn by itself)."
    )
    word, _, rest = line.partition(" ")
    table.done(f"{word} {again}" if again == "again" else f"{word}! {rest}")
    assert table.desk.campaign.innermost_turn.type == "downtime"


def test_what_is_dark_goes_into_a_month_unasked(table: Table) -> None:
    table.done("out!", "snuff ondine lantern", "snuff wim torch", "downtime")


def test_a_month_in_which_they_were_on_the_road_stops_nothing(table: Table) -> None:
    table.done("zoom travel", "next =6", "out", "out")


def test_out_of_a_month_tells_what_was_done_in_it_and_what_came(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("out!", "out!", "zoom! downtime at reedmarket", "next =2")
    table.done("declare ondine prays, corvin reads", "done nothing")
    table.done("declare bree drinks", "done she hears of a cellar", "secret note it is a trap")
    report = table.read(TurnReport, "declare wim digs", "out!")
    assert report.deeds == (
        DeedLine("ondine", "prays", ""),
        DeedLine("corvin", "reads", "nothing"),
        DeedLine("bree", "drinks", "she hears of a cellar"),
        DeedLine("wim", "digs", ""),
    )
    assert report.began == tuple(effect.name for effect in table.desk.campaign.book.effects[-1:])
    lines = render_report(report, str)
    assert [line for line in map(str, lines) if line.startswith("  ")] == [
        "  ondine: prays.",
        "  corvin: reads. Nothing.",
        "  bree: drinks. She hears of a cellar.",
        "  wim: digs.",
    ]
    told = table.read(TurnReport, "undo", "redo", "zoom travel", "next! walk =6", "out!")
    assert told.deeds == (DeedLine("company", "walk", ""),)
