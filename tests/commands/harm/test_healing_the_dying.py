"""What ends death's door, and what nothing helps against (Initiative Turns, Death & Dying)."""

from pathlib import Path

import pytest

from companion.errant.harm.dying import list_dying_effects
from tests.commands.table import Table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    found = Table(tmp_path, whole_words=False)
    found.done("fight goblin x2 distance 10 surprise none")
    return found


def _list_dying(table: Table) -> list[str]:
    return [each.errant for each in list_dying_effects(table.desk.campaign.book.effects)]


def test_hp_above_0_end_death_s_door_and_leave_the_wound(table: Table) -> None:
    table.done("hp wim 0", "wound wim 4", "heal wim 3")
    assert _list_dying(table) == []
    assert any(e.kind == "wound" for e in table.desk.campaign.book.effects if e.errant == "wim")


def test_who_has_all_their_hp_is_healed_of_a_wound_said_by_hand(table: Table) -> None:
    table.done("wound wim 4", "heal wim 3")
    assert _list_dying(table) == []
    table.refused("heal wim 3")


def test_against_the_reaper_no_hp_help_and_it_is_said(table: Table) -> None:
    table.done("hp wim 0", "wound wim 8")
    warnings = table.done("heal wim full").warnings
    assert warnings == ("Wim the Lesser dies all the same: against that nothing helps.",)
    assert _list_dying(table) == ["wim"]
    assert "nothing helps" in table.refused("heal wim 3").hint


def test_a_wound_that_ends_by_the_guide_s_word_leaves_the_reaper(table: Table) -> None:
    table.done("wound wim 8")
    assert "nothing helps" in table.done('effect end "mortal wound"').warnings[0]


def test_a_wound_of_somebody_else_does_not_end(table: Table) -> None:
    table.done("wound wim 8")
    table.refused("corvin's mortal wound is healed")
    table.done("wim's mortal wound is healed")


def test_harm_to_an_npc_without_hp_says_how_to_give_some(table: Table) -> None:
    table.done("npc new ruffian met yes", "fight add ruffian")
    warnings = table.done("attack bree on ruffian =5").warnings
    assert warnings == (
        "Nobody has said how much HP Ruffian has: the damage counts nowhere."
        " Try: hp ruffian 6, then hurt ruffian 6",
    )
    table.done("hp ruffian 6", "hurt ruffian 6")
