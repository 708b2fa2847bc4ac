"""Quality and Breakage at the prompt: quality, break (procedures 1.9).

The Company as the sample has it: Bree in mail.
"""

import pytest

from companion.errant.attacks.quality import count_quality_left
from companion.errant.happenings import ArmDestroyed, ArmourerPaid, QualityLost, QualityRestored
from companion.reports.armour import BreakageReport
from companion.reports.harm import HarmReport
from tests.commands.harm.test_armour import happened, piece
from tests.commands.table import Table

IN_DOWNTIME = ("done", "out", "out!", "zoom! downtime")


def test_quality_is_lost_and_at_0_the_piece_is_destroyed_for_its_worth_in_xp(table: Table) -> None:
    assert happened(table, "quality bree mail -1") == (QualityLost("bree", "mail", "mail", 1, 1),)
    assert happened(table, "quality mail -1") == (ArmDestroyed("bree", "mail", "mail", 2_000),)
    assert all(each.id != "mail" for each in table.get_errant("bree").items)
    table.done("undo")
    assert count_quality_left(piece(table)) == 1


def test_quality_can_be_put_right_by_hand(table: Table) -> None:
    table.done("quality mail -1")
    restored = (QualityRestored("bree", "mail", "mail", 1, 2),)
    assert happened(table, "quality bree mail +1") == restored
    table.done("undo")
    assert happened(table, "quality bree mail full") == restored


@pytest.mark.parametrize(
    ("line", "message", "hint"),
    [
        ("quality bree mail", "How much Quality?", "Try: quality bree mail -1"),
        ("quality bree mail +1", "has all its Quality, 2.", ""),
        ("quality bree bedroll -1", "has no Quality", "Try: break bree bedroll"),
        ("quality all full", "takes a Downtime Turn", "Try: out"),
        ("quality", "Which weapon or piece of armour?", "Try: quality"),
        ("break bree mail", "has Quality, and no Breakage", "Try: quality bree mail -1"),
        ("break bree bedroll 7 in 6", "is no chance in six", ""),
        ("break bree bedroll 2 in 8", "is no chance in six", ""),
        ("break bree bedroll =7", "", ""),
        ("break bree bedroll =2,3", "", ""),
    ],
)
def test_what_cannot_lose_quality_or_break_is_refused(
    table: Table, line: str, message: str, hint: str
) -> None:
    refusal = table.refused(line)
    assert message in refusal.message
    assert hint in refusal.hint


def test_an_armourer_restores_the_whole_companys_quality_in_downtime(table: Table) -> None:
    table.done(
        "quality mail -1", "quality wim short bow -1", "coins bree +2 guilders", *IN_DOWNTIME
    )
    before = table.get_errant("bree").purse.worth
    *restored, paid = happened(table, "quality all full from bree")
    assert (len(restored), paid) == (2, ArmourerPaid("bree", 250))
    assert [
        count_quality_left(piece(table, *each)) for each in (("mail",), ("short-bow", "wim"))
    ] == [2, 2]
    assert before - table.get_errant("bree").purse.worth == 250
    assert "has lost Quality" in table.refused("quality all full").message


def test_who_cannot_pay_the_armourer_is_told(table: Table) -> None:
    table.done("quality mail -1", *IN_DOWNTIME)
    refusal = table.refused("quality all full from wim")
    assert refusal.message == "An armourer costs 250 pennies, and Wim the Lesser has 12."


@pytest.mark.parametrize(
    ("typed", "face", "chance", "broke"),
    [
        ("delicate", 5, 5, True),
        ("delicate", 6, 5, False),
        ("5 in 6", 5, 5, True),
        ("5-in-6", 6, 5, False),
        ("", 3, 3, True),
        ("", 4, 3, False),
        ("hardy", 1, 1, True),
        ("hardy", 2, 1, False),
    ],
)
def test_a_thing_breaks_at_or_below_its_breakage(
    table: Table, typed: str, face: int, chance: int, broke: bool
) -> None:
    report = table.read(BreakageReport, f"break ondine oil {typed} ={face}")
    assert (report.chance, report.faces, report.entered, report.broke) == (
        chance,
        (face,),
        True,
        broke,
    )
    assert piece(table, "oil", "ondine").broken is broke


def test_the_breakage_that_was_said_is_kept(table: Table) -> None:
    table.done("break ondine oil delicate =6")
    assert table.read(BreakageReport, "break ondine oil =5").broke


def test_one_of_several_breaks_and_leaves_them(table: Table) -> None:
    table.done("break bree torch =1")
    carried = table.get_errant("bree").items
    assert [(e.count, e.broken) for e in carried if e.kind == "torch"] == [(2, False), (1, True)]


def test_a_light_that_breaks_goes_out(table: Table) -> None:
    table.done("break wim torch =1")
    assert not piece(table, "torch", "wim").lit
    assert "is broken" in table.refused("break wim torch =1").message


@pytest.mark.parametrize(
    ("line", "quality"),
    [
        ("hurt bree 2d6 =6,3", 1),
        ("hurt bree 2d6 burn =6,3", 1),
        ("hurt bree 2d6 =5,3", 2),
        ("hurt bree 1d6+1d8 =5,8", 1),
        ("hurt bree 6", 2),
        ("hazard bree fall 30 =1,6", 2),
    ],
)
def test_dice_that_hurt_wear_armour_down_as_attacks_do_and_falls_do_not(
    line: str, quality: int, table: Table
) -> None:
    """Sorceries, breath and traps (R28): each maximum takes 1 Quality from the only piece worn."""
    table.done(line)
    assert count_quality_left(piece(table)) == quality


def test_of_two_pieces_that_dice_wear_down_somebody_names_one(table: Table) -> None:
    report = table.read(HarmReport, "give bree helmet", "hurt bree 2d6 =6,6")
    assert (report.unsettled, report.unsettled_items) == (2, ("mail", "helmet"))
    assert count_quality_left(piece(table)) == 2


def test_who_wears_nothing_loses_no_quality(table: Table) -> None:
    assert table.read(HarmReport, "hurt wim 2d4 =4,4").unsettled == 0


def test_a_sword_that_is_destroyed_is_xp_at_its_price(table: Table) -> None:
    """1.9, R26: to whoever paid for it."""
    table.done("give wim arming sword hand", "quality wim arming sword -1")
    assert happened(table, "quality wim arming sword -1") == (
        ArmDestroyed("wim", "arming-sword", "arming sword", 50),
    )
