"""Chases at the prompt: who flees, what the rolls of both sides mean, sprints, the end."""

from pathlib import Path

import pytest

from companion.errant.fights import Chase
from companion.reports.chases import ChaseReport, SprintReport
from tests.commands.table import Table


@pytest.fixture
def table(table: Table) -> Table:
    """Harl flees with 2 dice; Bree, the slowest, has 1 after him."""
    table.done("npc harl mv 2 threat 2", "chase harl")
    return table


def get_chase(table: Table) -> Chase:
    return table.desk.campaign.book.chase


def test_the_named_flee_and_the_company_hunts(table: Table) -> None:
    assert get_chase(table).fugitives == ("harl-dunn",)
    assert get_chase(table).pursuers == ("bree", "corvin", "ondine", "wim")
    assert table.desk.campaign.turns[-1].number == 1


def test_the_named_hunt_as_pursuers(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("fight goblin x4 surprise none", "chase goblins pursuers")
    assert get_chase(table).pursuers == ("goblins",)
    assert get_chase(table).fugitives == ("bree", "corvin", "ondine", "wim")


def test_whoever_is_down_hunts_nobody(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("npc harl mv 2", "fight harl", "wound wim 12 physical", "hurt ondine 9 =20")
    table.done("chase harl")
    assert get_chase(table).pursuers == ("bree", "corvin")


@pytest.mark.parametrize(
    ("line", "outcome", "may_act", "shared", "lagging", "development"),
    [
        ("chase =3,4,2,1", "", (), (), "pursuers", 1),
        ("chase =3,4,3,10", "", (), (3,), "pursuers", 10),
        ("chase =4,4,2", "escaped", (), (), None, 0),
        ("chase =2,2,4", "", ("fugitives",), (), None, 0),
        ("chase =1,1,4,7", "", ("fugitives",), (), "fugitives", 7),
        ("chase =1,2,3", "", (), (), None, 0),
    ],
)
def test_what_a_turn_comes_to(
    table: Table,
    line: str,
    outcome: str,
    may_act: tuple[str, ...],
    shared: tuple[int, ...],
    lagging: str | None,
    development: int,
) -> None:
    report = table.read(ChaseReport, line)
    found = (report.outcome, report.may_act, report.shared, report.lagging, report.development)
    assert found == (outcome, may_act, shared, lagging, development)
    assert (get_chase(table) == Chase()) == bool(outcome)


def test_the_development_is_rolled_where_its_face_is_not_typed(table: Table) -> None:
    assert 1 <= table.read(ChaseReport, "chase =3,4,2").development <= 10


def test_each_chase_is_a_turn(table: Table) -> None:
    assert table.read(ChaseReport, "chase").turn_number == 1
    assert table.read(ChaseReport, "chase").turn_number == 2
    table.done("next")
    assert table.read(ChaseReport, "chase").turn_number == 3


def test_a_sprint_doubles_the_dice_once(table: Table) -> None:
    report = table.read(SprintReport, "chase sprint bree =7")
    assert (report.dv, report.success) == (6, True)
    assert len(table.read(ChaseReport, "chase =1,2,4,4").rolls[1].faces) == 2
    assert get_chase(table) == Chase()


def test_a_sprint_of_spd_4_with_encumbrance_2_has_two_dice(tmp_path: Path) -> None:
    """1.18: phys 11, face 3: success, for 2 < 3 and 3 <= 11."""
    table = Table(tmp_path)
    table.done("errant add Tib errant phys 11 skill 6", "give tib anvil slots 6")
    table.done("npc harl mv 1", "fight harl surprise none")
    for each in ("bree", "corvin", "ondine", "wim"):
        table.done(f"fight drop {each}")
    table.done("chase harl")
    report = table.read(SprintReport, "chase sprint tib =3")
    assert (report.dv, report.target, report.success) == (2, 11, True)
    assert len(table.read(ChaseReport, "chase =1,2,3").rolls[1].faces) == 2


def test_a_sprint_that_fails_means_no_roll(table: Table) -> None:
    table.done("chase sprint bree =20")
    report = table.read(ChaseReport, "chase =1,2,3")
    assert (report.rolls[1].faces, report.rolls[1].total) == ((), 0)
    assert get_chase(table).sprinting == {}


def test_two_4s_on_both_sides_are_rolled_again(table: Table) -> None:
    table.done("chase sprint bree =7")
    report = table.read(ChaseReport, "chase =4,4,4,4,1,2,3,3")
    assert report.outcome == "caught"
    assert [each.total for each in report.tie] == [3, 6]
    table.done("undo", "chase =4,4,4,4,1,2,2,1")
    assert get_chase(table) != Chase()


def test_who_splits_off_is_rolled_for_apart(table: Table) -> None:
    table.done("chase split bree")
    report = table.read(ChaseReport, "chase =1,2,2,2,1")
    assert report.rolls[1].name != "Bree Tanner"
    assert (report.rolls[2].name, report.rolls[2].apart) == ("Bree Tanner", True)
    table.done("chase split bree")
    assert get_chase(table).apart == ()


def test_a_fugitive_apart_with_two_4s_is_away(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("chase goblin x4 pursuers", "chase split wim", "chase =1,2,4,4,1,10")
    assert "wim" not in get_chase(table).fugitives


def test_whoever_falls_is_not_rolled_for(table: Table) -> None:
    table.done("chase split wim", "wound bree 12 physical", "wound wim 12 physical")
    report = table.read(ChaseReport, "chase =1,2,3,3,1")
    assert [each.name for each in report.rolls][1:] == ["Corvin Half-Hand"]
    assert report.pursuers == ("Corvin Half-Hand", "Ondine")
    assert "not in the Chase" in table.refused("chase sprint bree").message


def test_a_chase_without_a_side_is_over(table: Table) -> None:
    table.done("npc harl hp 1", "hurt harl 3")
    assert "Nobody" in table.refused("chase =1,2,3").message
    assert table.read(ChaseReport, "chase").step == "ended"
    assert get_chase(table) == Chase()


def test_nobody_who_is_beaten_is_chased(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("npc harl mv 2", "npc harl hp 1", "fight harl", "hurt harl 3")
    assert "Nobody is left" in table.refused("chase harl").message


def test_who_fights_no_longer_leaves_the_chase(table: Table) -> None:
    table.done("chase split bree", "fight drop bree")
    assert (get_chase(table).pursuers, get_chase(table).apart) == (("corvin", "ondine", "wim"), ())
    table.done("chase =1,2,3,3,1", "fight drop harl")
    assert get_chase(table) == Chase()


def test_end_and_out_end_it(table: Table) -> None:
    table.done("chase end")
    assert get_chase(table) == Chase()
    table.done("chase harl", "out")
    assert get_chase(table) == Chase()
    table.done("undo")
    assert get_chase(table) != Chase()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("chase harl", "A Chase goes on"),
        ("chase =5,5,5", "no 5"),
        ("chase =3", "dice to roll"),
        ("chase sprint ysolde", "not in the Chase"),
        ("chase split nobody", "nobody called"),
        ("chase split harl", "the last of them"),
        ("chase sprint bree =21", "no 21"),
        ("secret chase", "in everybody's sight"),
    ],
)
def test_what_cannot_be_is_refused(table: Table, line: str, message: str) -> None:
    assert message in table.refused(line).message


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("chase", "Nobody is chased"),
        ("chase end", "Nobody is chased"),
        ("chase sprint bree", "Nobody is chased"),
        ("chase fugitives", "Nobody is chased"),
        ("chase ysolde", "MV of Abbess Ysolde"),
        ("chase ogre", "no creature"),
    ],
)
def test_without_a_chase(tmp_path: Path, line: str, message: str) -> None:
    refusal = Table(tmp_path).refused(line)
    assert message in refusal.message
    assert refusal.hint


def test_a_movement_roll_of_one_side_can_end_the_chase(table: Table) -> None:
    """1.18, R59: what a development gives has no development of its own."""
    report = table.read(ChaseReport, "chase fugitives =2,2")
    assert [each.name for each in report.rolls] == ["Harl Dunn"]
    assert (report.outcome, report.development, report.may_act) == ("", 0, ())
    assert table.desk.campaign.turns[-1].number == 1
    assert table.read(ChaseReport, "chase fugitives =4,4").outcome == "escaped"
    assert get_chase(table) == Chase()


def test_a_sprint_at_once_doubles_the_roll_of_one_side(table: Table) -> None:
    """1.18, R56: with one die two 4s are only possible in a sprint."""
    table.done("chase sprint bree =7")
    report = table.read(ChaseReport, "chase pursuers =4,4")
    assert (report.outcome, len(report.rolls[0].faces)) == ("caught", 2)
    table.done("undo", "chase pursuers =1,2")
    assert get_chase(table).sprinting == {}


def test_no_side_rolls_alone_before_a_chase(tmp_path: Path) -> None:
    assert "Nobody is chased" in Table(tmp_path).refused("chase pursuers").message
