"""Movement at the prompt: walk."""

from pathlib import Path

import pytest

from companion.campaign.fights.fights import find_combatant
from companion.reports.fights import WalkReport
from tests.commands.table import Table


@pytest.fixture
def table(table: Table) -> Table:
    table.done("errant edit bree skill 14", "fight goblin x6 surprise none open distance 40")
    return table


def test_skill_14_with_encumbrance_3_has_two_dice(table: Table) -> None:
    report = table.read(WalkReport, "walk bree ?")
    assert (report.distance, report.dice, report.shift) == (None, 2, 20)
    assert table.done("walk bree ?").changes == ()


@pytest.mark.parametrize(
    ("line", "distance"),
    [
        ("walk bree =3,4", 70),
        ("walk bree terrain 2 =3,4", 50),
        ("walk bree terrain rocks =3,4", 50),
        ("walk bree dice -1 =4", 40),
        ("walk bree dice +1 =3,4,1", 80),
        ("walk bree terrain 20 =1,1", 0),
        ("walk bree shift", 20),
        ("walk bree shift terrain muddy", 10),
        ("walk goblins =3", 30),
    ],
)
def test_how_far_somebody_moves(table: Table, line: str, distance: int) -> None:
    assert table.read(WalkReport, line).distance == distance


def test_somebody_without_dice_moves_10_and_does_not_shift(table: Table) -> None:
    table.done("errant edit wim skill 3")
    assert table.read(WalkReport, "walk wim").distance == 10
    table.done("next", "errant edit wim skill 3")
    assert table.read(WalkReport, "walk wim terrain muddy").distance == 0
    assert "too slow to shift" in table.refused("walk corvin dice -2 shift").message


def test_at_encumbrance_8_nobody_moves_at_all(table: Table) -> None:
    table.done('give wim "anvil" slots 14')
    assert "can do nothing" in table.refused("walk wim").message


def test_a_roll_and_a_shift_are_not_for_one_turn(table: Table) -> None:
    table.done("walk bree =1,1")
    refusal = table.refused("walk bree shift")
    assert "has moved" in refusal.message
    assert "walk! bree shift" in refusal.hint
    table.done("walk wim shift")
    assert "has shifted" in table.refused("walk wim").message
    table.done("next", "walk bree shift")


def test_a_second_roll_is_an_action_and_a_third_is_pointed_out(table: Table) -> None:
    assert not table.done("walk bree", "walk bree").warnings
    assert "used up the actions" in table.done("walk bree").warnings[0]


def test_a_rider_has_the_dice_of_the_mount_and_one_roll_free(table: Table) -> None:
    table.done("back tansy", "away corvin", "errant edit tansy skill 16")
    table.done("ride wim tansy")
    report = table.read(WalkReport, "walk wim")
    combatant = find_combatant(table.desk.campaign, "wim")
    assert combatant is not None
    assert (report.free, report.rides, combatant.taken) == (True, "Old Tansy", 0)
    assert report.dice in (0, 4)  # none under too great a load
    table.read(WalkReport, "walk wim")
    combatant = find_combatant(table.desk.campaign, "wim")
    assert combatant is not None
    assert combatant.taken == 1
    table.done("next")
    assert "rides" in table.refused("walk wim shift").message


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("walk", "Who?"),
        ("walk nobody", "nobody called"),
        ("walk harl", "MV of Harl Dunn"),
        ("walk bree terrain lava", "no difficult terrain"),
        ("walk bree terrain 99", "no terrain"),
        ("walk bree dice -9", "no movement dice"),
        ("walk bree =5,1", "no 5"),
        ("walk bree =1", "2 dice"),
        ("walk bree shift =1", "needs no dice"),
        ("walk goblins fly", "has MV 1"),
    ],
)
def test_what_cannot_be_walked_is_refused(table: Table, line: str, message: str) -> None:
    refusal = table.refused(line)
    assert message in refusal.message


def test_a_creature_moves_as_it_is_said(table: Table) -> None:
    table.done("fight add cockatrice")
    assert table.read(WalkReport, "walk cockatrice ?").dice == 1
    assert table.read(WalkReport, "walk cockatrice fly ?").dice == 3


@pytest.mark.usefixtures("table")
def test_players_are_not_told_how_fast_npcs_are(tmp_path: Path) -> None:
    player = Table(tmp_path, seat="caller")
    assert "the Guide knows" in player.refused("walk goblins ?").message


def test_outside_a_fight_walking_only_tells(tmp_path: Path) -> None:
    table = Table(tmp_path)
    assert table.read(WalkReport, "walk bree").ground == "enclosed"
    assert table.desk.campaign.book.combatants == ()


def test_a_war_horse_of_spd_16_has_4_dice_and_an_overladen_one_none(tmp_path: Path) -> None:
    """1.15: the rider moves by the mount's SPD; 0 under too great a load."""
    table = Table(tmp_path)
    table.done('errant add "War horse" animal skill 16 slots 60', "ride wim war-horse")
    assert table.read(WalkReport, "walk wim ?").dice == 4
    table.done("give war-horse anvil slots 60")
    assert table.read(WalkReport, "walk wim ?").dice == 0
    assert table.read(WalkReport, "walk wim").distance == 10


def test_a_group_rolls_its_movement_once(table: Table) -> None:
    """1.21: six goblins, D4 3: all 30."""
    report = table.read(WalkReport, "walk goblins =3")
    assert (report.dice, report.faces, report.distance) == (1, (3,), 30)
