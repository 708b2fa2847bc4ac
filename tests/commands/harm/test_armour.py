"""Armour at the prompt: armour, block, repair, deflect (procedures 1.8).

The Company as the sample has it: Bree in mail.
"""

import pytest
from msgspec import UNSET

from companion.campaign.news_of_changes import ArmourLacking
from companion.errant.attacks.armour import (
    count_blocks_left,
    count_deflects_left,
    count_true_strikes_left,
)
from companion.errant.happenings import ArmourRepaired, Blocked, Deflected, Depleted, MagicRenewed
from companion.errant.packs.items import Item
from companion.reports.armour import ArmourReport
from companion.reports.packs import CompanyReport, SlotsReport
from companion.reports.status import StatusReport, WearLine
from companion.reports.turns import HappeningsReport
from tests.commands.table import Table


def piece(table: Table, item: str = "mail", who: str = "bree") -> Item:
    return table.get_errant(who).get_item(item)


def blocks(table: Table, item: str = "mail", who: str = "bree") -> int:
    return count_blocks_left(piece(table, item, who))


def happened(table: Table, line: str) -> tuple[object, ...]:
    report = table.read(HappeningsReport, line)
    return report.happened


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("block bree mail", 7),
        ("block mail", 7),
        ("block bree mail 3", 5),
        ("block bree 3 mail", 5),
        ("block mail 8", 0),
    ],
)
def test_blocks_are_used_and_gone(table: Table, line: str, left: int) -> None:
    assert happened(table, line) == (Blocked("bree", "mail", "mail", 8 - left, left),)
    assert blocks(table) == left


@pytest.mark.parametrize(
    ("line", "message", "hint"),
    [
        ("block bree mail 9", "Bree Tanner's mail has 8 Blocks left.", "Try: block bree mail 8"),
        ("block bree mail 0", "0 Blocks stop nothing.", ""),
        ("block bree mail 2 3", "is said twice", ""),
        ("block bree bedroll", "is no armour", "Try: block bree mail"),
        ("block bree cheese", "Bree Tanner carries no «cheese».", "What they carry: slots bree"),
        ("block wim short bow", "is no armour", "What they wear: armour wim"),
        ("block tansy", "carries nothing", ""),
        ("block", "Which piece of armour?", "Try: block"),
        ("repair bree", "Bree Tanner lacks no Block.", "How it stands: armour"),
        ("repair", "Nobody lacks a Block.", "How it stands: armour"),
        ("repair all", "Nobody lacks a Block.", "How it stands: armour"),
        ("repair wim tools", "is not broken", ""),
        ("deflect bree", "No line that stands has harmed Bree Tanner.", "Try: log"),
    ],
)
def test_what_armour_cannot_do_is_refused(table: Table, line: str, message: str, hint: str) -> None:
    refusal = table.refused(line)
    assert message in refusal.message
    assert hint in refusal.hint


def test_a_worn_out_piece_blocks_nothing_and_another_is_named(table: Table) -> None:
    table.done("give bree helmet", "block mail 8")
    refusal = table.refused("block bree mail")
    assert refusal.message == "Bree Tanner's mail has no Blocks left."
    assert refusal.hint == "Try: block bree helmet"
    table.done("block bree helmet")


def test_a_shield_blocks_in_a_hand_unless_the_guide_says_so(table: Table) -> None:
    table.done("give wim small shield")
    refusal = table.refused("block wim shield")
    assert "is not in hand" in refusal.message
    assert 'Try: move wim "small shield" hand' in refusal.hint
    table.done("block! wim shield")
    table.done("move wim small-shield hand", "block wim shield")
    assert blocks(table, "small-shield", "wim") == 2


def test_a_large_shield_takes_a_hand_and_a_handy_slot(table: Table) -> None:
    assert table.done("give ondine large shield").warnings == ()
    assert piece(table, "large-shield", "ondine").place == "hand"
    table.done("give ondine mace hand")
    reply = table.done("give ondine rope x6 handy")
    assert reply.warnings == ("Ondine has more handy than the 4 slots there are for that.",)


def test_who_is_away_blocks_nothing(table: Table) -> None:
    table.done("away bree")
    assert "is away" in table.refused("block bree mail").message


def test_armour_is_repaired_in_a_rest_by_one_use_of_a_kit_for_one_wearer(table: Table) -> None:
    """Bree Rests, repair kit: mail 3 to 8, helmet 0 to 4, kit 1 to 0."""
    table.done("give bree helmet", "give wim armour repair kit", "block mail 5", "block helmet 4")
    refusal = table.refused("repair bree")
    assert refusal.message == "Armour is repaired in a Rest, and this Turn is none."
    assert "Try: rest" in refusal.hint
    reply = table.done("rest")
    assert ArmourLacking(("bree",)) in reply.news
    used, *repaired = happened(table, "repair bree")
    assert used == Depleted("wim", "armour-repair-kit", "armour repair kit", 0, "bree")
    assert [each for each in repaired if isinstance(each, ArmourRepaired)] == [
        ArmourRepaired("bree", "mail", "mail", 3, 8),
        ArmourRepaired("bree", "helmet", "helmet", 0, 4),
    ]
    assert (blocks(table), blocks(table, "helmet")) == (8, 4)


def test_nothing_is_told_of_armour_in_a_rest_where_it_lacks_nothing_or_no_kit_is_there(
    table: Table,
) -> None:
    table.done("block mail")
    assert not any(isinstance(each, ArmourLacking) for each in table.done("rest").news)


def test_without_a_kit_nothing_is_repaired_unless_the_guide_says_so(table: Table) -> None:
    table.done("block mail 2", "rest")
    refusal = table.refused("repair bree")
    assert refusal.message == "Nobody here has an armour repair kit."
    assert "Try: give bree armour repair kit" in refusal.hint
    table.done("repair! bree")
    assert blocks(table) == 8


def test_a_kit_at_0_is_named_to_be_refilled(table: Table) -> None:
    table.done("give bree armour repair kit", "use! bree armour repair kit", "block mail", "rest")
    refusal = table.refused("repair bree")
    assert "is at 0" in refusal.message
    assert 'Try: refill bree "armour repair kit"' in refusal.hint
    table.done("refill bree armour repair kit", "repair bree")


def test_kits_that_do_not_reach_for_all_are_told_of(table: Table) -> None:
    table.done("give wim gambeson", "give bree armour repair kit", "block mail", "block gambeson")
    assert table.done("rest", "repair").warnings == ("No kit is left for Wim the Lesser.",)
    assert (blocks(table), blocks(table, "gambeson", "wim")) == (8, 1)


def test_a_mount_wears_barding_and_uses_it(table: Table) -> None:
    """R25: by the same rules, at the rider's choice."""
    table.done(
        "back tansy", "give tansy gambeson barding", "give tansy mail", "block tansy barding"
    )
    assert blocks(table, "gambeson-barding", "tansy") == 1
    assert "is not worn" in table.refused("block tansy mail").message


def test_a_deflect_takes_the_last_harm_back_and_is_spent(table: Table) -> None:
    table.done("give ondine +1 mail", "effect add Paralysed condition on ondine")
    (deflected,) = happened(table, "deflect ondine")
    assert deflected == Deflected("ondine", "1-mail", "+1 mail", 0, 9, 9, ("Paralysed",))
    assert not any(each.name == "Paralysed" for each in table.desk.campaign.book.effects)
    assert count_deflects_left(piece(table, "1-mail", "ondine")) == 0
    assert "No line that stands has harmed" in table.refused("deflect ondine").message
    table.done("undo")
    assert any(each.name == "Paralysed" for each in table.desk.campaign.book.effects)
    assert count_deflects_left(piece(table, "1-mail", "ondine")) == 1


def test_no_deflect_without_magic_armour_unless_the_guide_says_so(table: Table) -> None:
    table.done("effect add Blinded condition on bree")
    refusal = table.refused("deflect bree")
    assert refusal.message == "Bree Tanner wears nothing that has a Deflect left."
    assert "armour bree" in refusal.hint
    (deflected,) = happened(table, "deflect! bree")
    assert deflected == Deflected("bree", "", "", 0, 13, 13, ("Blinded",))


def test_of_two_pieces_that_deflect_one_must_be_named(table: Table) -> None:
    table.done(
        "give ondine +1 coif", "give ondine +1 greaves", "effect add Prone condition on ondine"
    )
    assert '"+1 coif"' in table.refused("deflect ondine").message
    table.done("deflect ondine greaves")
    assert count_deflects_left(piece(table, "1-greaves", "ondine")) == 0


def test_true_strikes_and_deflects_return_as_a_downtime_turn_begins(table: Table) -> None:
    table.done("give ondine +1 mail", "effect add Prone condition on ondine", "deflect ondine")
    table.done("done", "out", "out!", "zoom! downtime")
    assert any(isinstance(each, MagicRenewed) for each in table.done("n =6").report.before)  # type: ignore[union-attr]
    assert count_deflects_left(piece(table, "1-mail", "ondine")) == 1


@pytest.mark.parametrize(
    ("line", "name", "plus"),
    [
        ("give wim +2 arming sword", "+2 arming sword", 2),
        ("give wim arming sword +2 hand", "+2 arming sword", 2),
        ("give wim +1 Dawnblade", "+1 Dawnblade", 1),
    ],
)
def test_what_is_given_with_a_plus_is_magic(table: Table, line: str, name: str, plus: int) -> None:
    table.done(line)
    sword = table.get_errant("wim").items[-1]
    assert (sword.name, sword.plus, sword.magic) == (name, plus, True)
    assert count_true_strikes_left(sword) == plus


def test_only_arms_have_a_plus(table: Table) -> None:
    refusal = table.refused("give wim +1 rope")
    assert refusal.message == "Only weapons and armour have a plus."
    assert refusal.hint == "Try: give wim rope"


def test_a_shield_is_small_or_large(table: Table) -> None:
    refusal = table.refused("give wim shield")
    assert refusal.message == "«shield» may be small shield or large shield."


def test_armour_tells_it_piece_by_piece(table: Table) -> None:
    table.done("give wim small shield", "give bree +1 helmet", "block mail 2", "quality mail -1")
    report = table.read(ArmourReport, "armour")
    told = {
        (line.errant, arm.item): (arm.worn, arm.blocks, arm.most_blocks, arm.quality, arm.plus)
        for line in report.errants
        for arm in line.arms
    }
    assert told["bree", "mail"] == (True, 6, 8, 1, 0)
    assert told["bree", "1-helmet"] == (True, 4, 4, 3, 1)
    assert told["wim", "small-shield"] == (False, 4, 4, 2, 0)
    assert told["wim", "short-bow"] == (True, 0, 0, 2, 0)


def test_mail_that_a_guide_wrote_without_figures_has_those_of_its_name(table: Table) -> None:
    file = table.desk.archive.folder / "errants" / "bree.toml"
    file.write_text(file.read_text(encoding="utf-8").replace("blocks = 8\n", ""), encoding="utf-8")
    table.done("block bree mail 2")
    assert blocks(table) == 6


@pytest.mark.parametrize("line", ["break wim torch =1", "break wim torch delicate =5"])
def test_what_is_broken_is_of_no_use_until_it_is_mended(table: Table, line: str) -> None:
    table.done(line)
    refusal = table.refused("light wim torch")
    assert "is broken" in refusal.message
    assert "Try: repair wim torch" in refusal.hint
    table.done("repair wim torch", "light wim torch")


def test_company_and_status_tell_whose_armour_lacks_blocks_or_is_about_to_break(
    table: Table,
) -> None:
    assert table.read(StatusReport, "status").worn == ()
    report = table.read(StatusReport, "block mail 3", "quality bree mail -1", "status")
    assert report.worn == (WearLine("bree", 5, 8, ("mail",)),)
    company = table.read(CompanyReport, "company")
    told = {e.errant: (e.blocks, e.most_blocks, e.failing) for e in company.errants}
    assert told["bree"] == (5, 8, ("mail",))
    assert told["wim"] == (None, None, ())


def test_slots_tell_what_is_used_up_or_broken(table: Table) -> None:
    report = table.read(SlotsReport, "block mail 3", "break bree bedroll =1", "slots bree")
    told = {each.item: (each.blocks, each.broken) for each in report.items}
    assert told["mail"] == (5, UNSET)
    assert told["bedroll"] == (UNSET, True)
    assert told["torch"] == (UNSET, UNSET)
