"""The recap tells a fight in two lines: with whom, for how long, and what it cost whom."""

from pathlib import Path

from companion.campaign.fights.fights_of_played_evening import FoughtErrant, FoughtFoe
from companion.reports.journal import RecapReport
from companion.view.reply import render_report
from tests.commands.table import Table


def recap(table: Table, *lines: str) -> RecapReport:
    return table.read(RecapReport, *lines, "recap")


def test_fight_is_told_with_its_foes_and_its_cost(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done('npc "goblin band" goblin count 4', "zoom! initiative", "next")
    table.done("hurt goblin-band 1 8", "hp wim 4", "hurt wim 6 =9", "hurt bree 2", "next", "out")
    (fight,) = recap(table).fights
    assert (fight.turns, fight.foes) == (2, (FoughtFoe("Goblin band", 1),))
    assert fight.company == (
        FoughtErrant("bree", 2, 0, (), died=False),
        FoughtErrant("wim", 10, 1, ("left leg mangled",), died=False),
    )
    told = [str(line) for line in render_report(recap(table), str)]
    assert sum("Goblin band (1 beaten)" in line or "fell to 0 HP" in line for line in told) == 2


def test_fight_that_goes_on_is_told_and_one_without_blows_is_not(tmp_path: Path) -> None:
    table = Table(tmp_path)
    assert recap(table, "zoom! initiative", "next").fights == ()
    (fight,) = recap(table, "hurt bree 30").fights
    assert fight.company[0].died
    assert recap(table, "undo").fights == ()
