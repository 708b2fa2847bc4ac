"""Who is down by what the table says, and what `fight` shows where nobody fights."""

import pytest

from companion.errant.harm.harm import list_group_hp
from companion.reports.fights import FightReport
from companion.view.reply import render_reply
from tests.commands.table import Table


@pytest.fixture
def table(table: Table) -> Table:
    table.done("done", "fight goblin x4 surprise none distance 20")
    return table


def heads(table: Table) -> tuple[int, ...]:
    return list_group_hp(table.find_npc("goblins"))


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("fight down goblins 2", (6, 0, 6, 6)),
        ("fight down goblins 1 3", (0, 6, 0, 6)),
        ("fight down goblins", (0, 0, 0, 0)),
    ],
)
def test_who_is_down_has_no_hp_left(line: str, left: tuple[int, ...], table: Table) -> None:
    assert table.read(FightReport, line).step == "fell"
    assert heads(table) == left


def test_who_is_down_is_taken_back_in_one_step(table: Table) -> None:
    before = table.desk.campaign
    table.done("fight down goblins 1 2", "undo")
    assert table.desk.campaign == before


def test_half_of_a_group_down_is_a_cue_for_morale(table: Table) -> None:
    assert any("morale" in each for each in table.done("fight down goblins 1 2 3").warnings)


def test_who_is_down_does_not_fall_again(table: Table) -> None:
    assert "does not fight" in table.refused("fight down goblins 2", "fight down goblins 2").message


def test_one_of_the_company_has_a_save_first(table: Table) -> None:
    assert table.refused("fight down bree").hint == "Try: hurt bree 7, or hp bree 0"


def test_whose_hp_nobody_has_said_fights_no_longer(table: Table) -> None:
    table.done("npc new Harl", "fight add harl", "fight down harl")
    assert "harl" not in [each.id for each in table.desk.campaign.book.combatants]


def test_who_is_down_is_named(table: Table) -> None:
    reply = table.done("fight down goblins 2 3")
    assert render_reply(reply, str, guide=True)[0] == "Down: Goblins 2 and 3."
