"""Which of a group have attacked, and which of them may act at once, is known by their numbers."""

import pytest

from companion.campaign.fights.fights import find_combatant, list_numbers_yet_to_attack
from companion.errant.fights import Combatant
from companion.reports.attacks import AttackReport
from tests.commands.table import Table


@pytest.fixture
def table(table: Table) -> Table:
    table.done("fight goblin x6 open distance 10 surprise none", "hp bree 12")
    return table


def _find_group(table: Table) -> Combatant:
    found = find_combatant(table.desk.campaign, "goblins")
    assert found is not None
    return found


def _list_yet(table: Table) -> tuple[int, ...]:
    npcs = table.desk.campaign.world.npcs
    return list_numbers_yet_to_attack(
        table.desk.campaign, next(e for e in npcs if e.id == "goblins")
    )


def test_those_who_are_numbered_attack_each_once(table: Table) -> None:
    report = table.read(AttackReport, "attack goblins 2 5 on bree =1,1")
    assert (report.numbers, len(report.damage)) == ((2, 5), 2)
    assert _list_yet(table) == (1, 3, 4, 6)


@pytest.mark.parametrize("typed", ["2,5", "2, 5", "2 and 5"])
def test_numbers_are_listed_as_people_list_them(table: Table, typed: str) -> None:
    assert table.read(AttackReport, f"attack goblins {typed} on bree =1,1").numbers == (2, 5)


def test_so_many_are_those_who_have_yet_to_attack(table: Table) -> None:
    table.done("attack goblins 1 3 on bree =1,1")
    assert table.read(AttackReport, "attack goblins on wim x2 =1,1").numbers == (2, 4)
    assert table.read(AttackReport, "attack goblins on ondine x2 =1,1").numbers == (5, 6)


def test_an_attacker_who_falls_leaves_those_who_have_yet_to_attack(table: Table) -> None:
    table.done("attack goblins 1 2 on bree =1,1", "hurt goblins 1 6", "hurt goblins 3 6")
    assert _list_yet(table) == (4, 5, 6)
    table.done("next")
    assert _list_yet(table) == (2, 4, 5, 6)


def test_all_of_them_need_no_numbers(table: Table) -> None:
    assert table.read(AttackReport, "attack goblins on bree x6 =1,1,1,1,1,1").numbers == ()


def test_who_is_down_is_passed_over_and_it_is_said(table: Table) -> None:
    table.done("hurt goblins 2 6")
    assert table.done("attack goblins 1 2 on bree =1").warnings == ("Goblins 2 fights no longer.",)
    message = table.refused("attack goblins 2 on bree").message
    assert message == "Goblins 2 fights no longer."
    assert table.read(AttackReport, "attack! goblins 2 on bree =1").numbers == (2,)


def test_a_number_that_none_of_them_has_is_refused(table: Table) -> None:
    assert table.refused("attack goblins 7 on bree").message == "Goblins 7 is none of them."


def test_whoever_is_hit_with_a_1_may_act_at_once_by_number(table: Table) -> None:
    report = table.read(AttackReport, "attack bree on goblins 4 =1")
    assert (report.granted, report.granted_to) == (1, (4,))
    table.done("attack goblins 1 2 on wim =1,1")
    assert _find_group(table).granted == 1
    table.done("attack goblins 4 on bree =1")
    group = _find_group(table)
    assert (group.granted, group.attackers, group.answered) == (0, (1, 2), (4,))


def test_without_a_number_it_is_the_most_hurt_who_may_act(table: Table) -> None:
    table.done("hurt goblins 3 2")
    assert table.read(AttackReport, "attack bree on goblins =1").granted_to == (3,)
    assert table.read(AttackReport, "attack goblins on bree =1").numbers == (3,)


def test_the_granted_action_of_who_falls_is_gone(table: Table) -> None:
    table.done("attack bree on goblins 4 =1", "attack corvin on goblins 5 =1")
    assert _find_group(table).granted == 2
    table.done("hurt goblins 4 6")
    assert (_find_group(table).granted, _find_group(table).ready) == (1, (5,))
    table.done("fight drop goblins 5")
    assert _find_group(table).granted == 0


def test_daylight_is_called_to_mind_once_a_turn(table: Table) -> None:
    specials = [
        "daylight" in table.read(AttackReport, line).special
        for line in ("attack bree on goblins 4 =2", "attack goblins 1 on bree =2")
    ]
    assert specials == [True, False]
    table.done("next")
    assert "daylight" in table.read(AttackReport, "attack goblins 1 on bree =2").special


def test_of_several_who_leave_those_who_are_down_are_passed_over(table: Table) -> None:
    table.done("hurt goblins 4 6", "fight drop goblins 4 5")
    assert _find_group(table).gone == (5,)
