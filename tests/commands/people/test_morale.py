"""Morale at the prompt (Initiative Turns, Morale).

The Company as the sample has it: four who are Neutral, and three NPCs who are.
"""

import pytest

from companion.reports.npcs_and_factions import MoraleReport
from tests.commands.table import Table


@pytest.mark.parametrize(
    ("faces", "modifier", "held"),
    [
        ((3, 4), "", True),
        ((4, 4), "", False),
        ((1, 1), "", True),
        ((6, 6), "", False),
        ((3, 4), "+1", False),
        ((4, 4), "-1", True),
    ],
)
def test_2d6_higher_than_morale_break_an_npc(
    faces: tuple[int, int], modifier: str, held: bool, table: Table
) -> None:
    table.done("npc harl morale 7")
    report = table.read(MoraleReport, f"morale harl {modifier} ={faces[0]},{faces[1]}")
    assert (report.who, report.faces, report.entered) == ("harl-dunn", faces, True)
    assert (report.morale, report.held) == (7, held)
    assert report.total == sum(faces) + report.modifier


def test_a_typed_morale_is_remembered(table: Table) -> None:
    assert table.read(MoraleReport, "morale harl is 6 =3,4").held is False
    assert table.read(MoraleReport, "morale harl =3,3").morale == 6


def test_a_retainer_has_morale_and_an_errant_needs_none(table: Table) -> None:
    table.done("errant add Tib retainer")
    assert table.refused("morale tib").hint == "To say it and roll: morale tib is 7"
    assert table.read(MoraleReport, "morale tib is 8 =6,3").held is False
    assert table.get_errant("tib").morale == 8
    assert table.refused("morale bree is 7").message == "Bree Tanner needs no Morale."
    table.done("errant add Cart vehicle")
    assert table.refused("morale cart is 7").hint == "NPCs, Retainers and animals do."


def test_a_morale_roll_is_in_the_journal(table: Table) -> None:
    table.done("npc harl morale 7", "morale harl =6,6")
    assert next(iter(table.desk.archive.read_entries())).outcome == "12 breaks"


@pytest.mark.parametrize("faces", ["1,1", "3,4", "6,6"])
def test_8_damage_of_an_unblocked_bite_make_anybody_rabid(faces: str, table: Table) -> None:
    """Procedures 1.20: Morale 8, 2D6 + 8 is always above it."""
    table.done("errant add Tib retainer", "morale tib is 8 =3,4")
    assert table.read(MoraleReport, f"morale tib +8 ={faces}").held is False
