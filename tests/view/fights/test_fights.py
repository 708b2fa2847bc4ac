"""The roster of a fight as people read it."""

from pathlib import Path

import pytest

from tests.commands.table import Table
from tests.view.replies import lines


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """The Company against six goblins."""
    table = Table(tmp_path)
    table.done("fight goblin x6 distance 10 surprise none")
    return table


def _find(shown: list[str], name: str) -> str:
    return next(line.strip() for line in shown if line.strip().startswith(name))


def test_the_distance_is_that_at_which_it_began(table: Table) -> None:
    assert lines(table, "fight")[0] == "Turn 1; begun 10 feet apart."


def test_who_is_gone_is_not_told_as_down(table: Table) -> None:
    table.done("hurt goblins 1 6", "hurt goblins 2 2", "fight drop goblins 4")
    assert _find(lines(table, "fight"), "Goblins") == "Goblins  HP 0 4 6 – 6 6, gone: 4"
    table.done("fight drop goblins 2 3")
    assert _find(lines(table, "fight"), "Goblins") == "Goblins  HP 0 – – – 6 6, gone: 2, 3 and 4"


def test_who_is_gone_does_not_stand_where_hp_is_read_either(table: Table) -> None:
    table.done("hurt goblins 1 6", "fight drop goblins 4")
    (told,) = lines(table, "hp goblins")
    assert told == "Secret: Goblins: 4 of 6 stand; HP 0, 6, 6, –, 6, 6 of 6."


def test_what_they_hold_suffer_and_have_done_is_on_their_line(table: Table) -> None:
    table.done(
        "attack bree on goblins 2 gambit 3 to trip it =6,20", "attack goblins on bree x3 =1,2,3"
    )
    table.done("morale goblins =6,6")
    roster = lines(table, "fight")
    bree = "Bree     HP 7/13, Blocks 8, attacked, 1 action at once"
    assert _find(roster, "Bree") == bree
    goblins = "Goblins  HP 6 2 6 6 6 6, Morale broken, 2: trip, attacked: 1, 2 and 3"
    assert _find(roster, "Goblins") == goblins


def test_the_distance_is_told_with_the_turn_in_which_it_was_said(table: Table) -> None:
    assert lines(table, "fight distance 30")[0] == "Turn 1; 30 feet apart."
    table.done("next")
    assert lines(table, "fight")[0] == "Turn 2; 30 feet apart in Turn 1."
    assert lines(table, "fight distance 0")[0] == "Turn 2; hand to hand."


def test_a_move_tells_how_far_apart_they_are(table: Table) -> None:
    assert (
        lines(table, "walk corvin =3,2")[0] == "Corvin: 50 feet (2D4 by hand 3 + 2), of 10 apart."
    )
    assert lines(table, "walk wim shift")[0] == "Wim shifts 30 feet, of 10 apart."


def test_where_all_of_a_group_have_attacked_no_number_is_told(table: Table) -> None:
    table.done("attack goblins on bree x6 =1,1,1,1,1,1")
    assert _find(lines(table, "fight"), "Goblins").endswith("6 × HP 6, all attacked")


def test_what_is_in_hand_is_a_line_of_its_own(table: Table) -> None:
    held = "  In hand: Bree bell hammer, Corvin ash staff, Wim short bow."
    assert lines(table, "fight")[-2] == held
    assert held not in lines(table, "next")


def test_a_granted_attack_is_told_as_an_attack(table: Table) -> None:
    table.done("attack bree on goblins 2 =1", "attack goblins on bree x2 =2,2")
    assert _find(lines(table, "fight"), "Goblins").endswith("attacked: 1 and 2")


def test_who_is_dying_is_told_with_the_turn_in_which_they_die(table: Table) -> None:
    table.done("wound wim 4 physical", "hp wim 0")
    assert "dies as Turn 2 ends" in _find(lines(table, "fight"), "Wim")
    assert "dies as Turn 2 ends" in _find(lines(table, "next!"), "  Wim".strip() + "  ")
