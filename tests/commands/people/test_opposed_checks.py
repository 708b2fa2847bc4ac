"""Opposed Checks and Saving Throws at the prompt (Core Rules, Opposed Checks; Saving Throws).

The Company as the sample has it: Bree with phys 13, skill 11, mind 8, pres 9; Wim with skill 14 and
Encumbrance 2; Corvin with pres 8.
"""

import pytest

from companion.errant.checks_and_saves import Circumstance
from companion.reports.checks_and_saves import CheckReport, OpponentLine, SecretCheckReport
from tests.commands.table import Table

OPPOSED = [
    # Bree rolls against phys 13, Wim against skill 14, both at DV 0
    ((9, 10), "second"),
    ((10, 9), "first"),
    ((9, 9), "tie"),
    ((9, 15), "first"),
    ((14, 2), "second"),
    ((14, 15), "both_fail"),
]


@pytest.mark.parametrize(("faces", "winner"), OPPOSED)
def test_the_higher_roll_that_succeeds_wins(
    faces: tuple[int, int], winner: str, table: Table
) -> None:
    report = table.read(CheckReport, f"check bree phys vs wim skill ={faces[0]},{faces[1]}")
    assert (report.against, report.winner) == ("Wim the Lesser", winner)
    assert report.opponent is not None
    assert (report.faces, report.opponent.faces) == ((faces[0],), (faces[1],))
    assert type(report) is CheckReport


def test_a_question_mark_shows_the_chances_of_both_sides(table: Table) -> None:
    reply = table.done("check bree phys vs wim skill ?")
    assert isinstance(reply.report, CheckReport)
    assert reply.entry is None
    odds = reply.report.odds
    assert odds is not None
    faces = range(1, 21)
    rolls = [(a if a <= 13 else 0, b if b <= 14 else 0) for a in faces for b in faces]
    assert odds.first == sum(a > b for a, b in rolls) / 400
    assert odds.second == sum(b > a for a, b in rolls) / 400
    assert odds.tie == sum(a == b > 0 for a, b in rolls) / 400
    assert odds.both_fail == sum(a == b == 0 for a, b in rolls) / 400


def test_an_opponent_has_helps_and_hindrances_of_their_own(table: Table) -> None:
    report = table.read(CheckReport, "check bree phys dv 2 vs wim skill physical rope +4 =9,6")
    assert report.dv == 2
    assert report.opponent == OpponentLine(
        target=14,
        dv=6,
        base_dv=0,
        circumstances=(Circumstance("rope", 4), Circumstance("Encumbrance", 2)),
        faces=(6,),
        success=False,
    )
    assert report.winner == "first"


def test_a_side_without_a_roll_has_none_to_compare(table: Table) -> None:
    report = table.read(CheckReport, "check bree phys rope -2 vs wim skill =3,15")
    assert report.opponent is not None
    assert (report.faces, report.opponent.faces, report.winner) == ((), (15,), "first")
    assert table.read(CheckReport, "check bree phys rope -2 vs wim skill =3,12").winner == "tie"


def test_an_npc_rolls_by_their_threat(table: Table) -> None:
    table.done('npc "goblin band" threat 1')
    report = table.read(CheckReport, "check bree phys vs goblin band in the dark +2 =9,8")
    assert report.opponent == OpponentLine(
        target=9,
        dv=2,
        base_dv=0,
        circumstances=(Circumstance("in the dark", 2),),
        faces=(8,),
        success=True,
    )
    assert (report.against, report.winner) == ("Goblin band", "first")
    unknown = table.refused("check bree phys vs harl")
    assert unknown.message == "Nobody has said how much of a Threat Harl Dunn is."
    assert unknown.hint == 'Try: npc "Harl Dunn" threat 2'


@pytest.mark.parametrize(
    ("line", "dv"),
    [
        ("save bree skill vs 3 =7", 3),
        ("save bree skill vs harl dunn =7", 2),
        ("save bree skill vs harl cover -2 =7", 0),
        ("save bree skill cover -2 vs harl =7", 0),
        ("save bree skill vs corvin =7", 4),
        ("save bree skill vs corvin half-hand dv 6 =7", 6),
        ("save bree skill =7", 0),
        ("save wim skill physical vs 3 =7", 5),
    ],
)
def test_a_saving_throw_begins_with_the_threat_or_renown_it_comes_from(
    line: str, dv: int, table: Table
) -> None:
    table.done("npc harl threat 2", "errant edit corvin renown 4")
    report = table.read(CheckReport, line)
    assert (report.saving, report.dv) == (True, dv)


def test_an_npc_saves_by_their_own_threat(table: Table) -> None:
    table.done("npc harl threat 2", "errant edit corvin renown 4")
    report = table.read(CheckReport, "save harl dunn vs corvin cover -1 =10")
    assert (report.errant, report.name, report.attribute) == ("", "Harl Dunn", None)
    assert (report.target, report.dv, report.success) == (10, 3, True)
    assert isinstance(report, SecretCheckReport)
