"""What attacks do to arms and armour, and harm that is negated after the dice: deflect (procedures
1.8, 1.9)."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.errant.attacks.armour import (
    count_blocks_left,
    count_deflects_left,
    count_true_strikes_left,
)
from companion.errant.attacks.quality import count_quality_left
from companion.errant.happenings import ArmDestroyed, Deflected
from companion.reports.attacks import AttackReport
from companion.reports.turns import HappeningsReport
from tests.commands.harm.test_armour import piece
from tests.commands.table import Table


@pytest.fixture
def table(table: Table) -> Table:
    """The Company as the sample has it, light enough to act, and a gnoll before them."""
    table.done("drop bree saint", "npc Gnoll met yes", 'npc gnoll attacks "1 x bite 2d6"')
    return table


def hp(table: Table, who: str = "bree") -> int:
    errant = table.get_errant(who)
    return errant.phys if errant.hp is None else errant.hp


def test_a_gnolls_bite_on_mail_with_2_blocks_does_2_damage_and_destroys_it(table: Table) -> None:
    report = table.read(AttackReport, "attack gnoll on bree blocks 2 mail")
    assert (report.damage, report.rolls[0].faces, report.granted) == ((2,), (1, 1), 1)
    assert ArmDestroyed("bree", "mail", "mail", 2_000) in report.happened
    assert all(item.id != "mail" for item in table.get_errant("bree").items)


def test_the_same_with_1_block_is_2d4_and_costs_1_quality(table: Table) -> None:
    report = table.read(AttackReport, "attack gnoll on bree blocks 1 mail =4,2")
    assert (report.damage, report.rolls[0].dice) == ((6,), "2D4")
    assert (count_blocks_left(piece(table)), count_quality_left(piece(table))) == (7, 1)


def test_without_a_block_maxima_are_for_the_guide_to_settle(table: Table) -> None:
    table.done("give bree helmet")
    report = table.read(AttackReport, "attack gnoll on bree =6,6")
    assert (report.unsettled, report.unsettled_items) == (2, ("mail", "helmet"))
    table.done("quality bree mail -1", "quality bree helmet -1")
    assert [count_quality_left(piece(table, name)) for name in ("mail", "helmet")] == [1, 1]


def test_nobody_armoured_loses_nothing_by_a_maximum(table: Table) -> None:
    assert table.read(AttackReport, "attack gnoll on wim =6,6").unsettled == 0


def test_a_block_stops_a_ghouls_paralysis_though_damage_comes_through(table: Table) -> None:
    table.done('npc gnoll attacks "1 x claw d4"')
    report = table.read(AttackReport, "attack gnoll on bree blocks 1 mail")
    assert (report.damage, report.unblocked, report.granted) == ((1,), False, 1)
    assert count_quality_left(piece(table)) == 1


def test_a_shoddy_sword_that_shows_a_1_is_destroyed(table: Table) -> None:
    table.done("give wim shoddy arming sword hand")
    report = table.read(AttackReport, "attack wim with arming sword on gnoll =1")
    assert ArmDestroyed("wim", "arming-sword", "arming sword", 25) in report.happened


def test_a_true_strike_makes_1_and_3_the_most_there_is(table: Table) -> None:
    table.done("give wim +2 arming sword hand")
    assert table.read(
        AttackReport, 'attack wim with "+2 arming sword" on gnoll sneak =1,3'
    ).damage == (4,)
    report = table.read(AttackReport, "attack strike")
    assert (report.damage, report.granted) == ((12,), 0)
    sword = piece(table, "2-arming-sword", "wim")
    assert (count_true_strikes_left(sword), count_quality_left(sword)) == (1, 3)


def test_after_a_deflect_there_was_no_harm(table: Table) -> None:
    """No HP, no wound and no Quality lost; Blocks that were declared stay spent."""
    table.done("drop bree bell hammer", "give bree +1 helmet")
    table.done("attack gnoll on bree blocks 1 mail =4,3")
    assert (hp(table), count_quality_left(piece(table))) == (6, 1)
    report = table.read(HappeningsReport, "deflect bree")
    assert report.happened == (Deflected("bree", "1-helmet", "+1 helmet", 0, 6, 13),)
    assert (hp(table), count_blocks_left(piece(table)), count_quality_left(piece(table))) == (
        13,
        7,
        2,
    )


def test_a_piece_that_a_deflected_blow_destroyed_is_back_without_its_blocks(table: Table) -> None:
    table.done("drop bree bell hammer", "give bree +1 helmet")
    table.done("attack gnoll on bree blocks 2 mail", "deflect bree")
    assert (hp(table), count_blocks_left(piece(table)), count_quality_left(piece(table))) == (
        13,
        6,
        2,
    )


def test_who_died_of_it_lives_and_has_their_pack(table: Table) -> None:
    table.done("drop bree bell hammer", "give bree +1 helmet", 'npc gnoll attacks "1 x bite 5d20"')
    before = table.desk.campaign
    table.done("attack gnoll on bree =20,20,20,20,20")
    assert table.get_errant("bree").dead
    table.done("deflect bree")
    after = table.desk.campaign
    bree = after.get_errant("bree")
    bree = bree.with_item(replace(bree.get_item("1-helmet"), deflects=None))
    assert bree == before.get_errant("bree")
    assert [each.id for each in after.errants] == [each.id for each in before.errants]


def test_of_several_attack_rolls_the_hardest_is_deflected_first(table: Table) -> None:
    table.done("drop bree bell hammer", "give bree +2 helmet", 'npc gnoll attacks "2 x claw d8"')
    table.done("attack gnoll on bree =3,8")
    assert hp(table) == 2
    assert table.read(AttackReport, "deflect bree").damage == (3, 0)
    assert (hp(table), count_deflects_left(piece(table, "2-helmet"))) == (10, 1)
    assert table.read(AttackReport, "deflect bree").damage == (0, 0)
    assert (hp(table), count_deflects_left(piece(table, "2-helmet"))) == (13, 0)
    table.done("undo", "undo")
    assert (hp(table), count_deflects_left(piece(table, "2-helmet"))) == (2, 2)


@pytest.fixture
def clawed(table: Table) -> Table:
    """Bree has a +2 helmet, and the gnoll has two claws."""
    table.done("drop bree bell hammer", "give bree +2 helmet", 'npc gnoll attacks "2 x claw d8"')
    return table


@pytest.mark.parametrize("line", ["note that hurt", "hurt wim 1", "supply bree -1"])
def test_several_attack_rolls_are_deflected_after_other_lines_too(line: str, clawed: Table) -> None:
    clawed.done("attack gnoll on bree =3,8", line)
    assert clawed.read(AttackReport, "deflect bree").damage == (3, 0)
    assert clawed.read(AttackReport, "deflect bree").damage == (0, 0)
    assert (hp(clawed), count_deflects_left(piece(clawed, "2-helmet"))) == (13, 0)


def test_of_two_attacks_the_later_is_deflected_first(clawed: Table) -> None:
    clawed.done("attack gnoll on bree =1,2", "attack gnoll on bree =2,1")
    assert clawed.read(AttackReport, "deflect bree").damage == (0, 1)
    assert clawed.read(AttackReport, "deflect bree").damage == (0, 0)
    assert hp(clawed) == 10


def test_several_attack_rolls_that_a_later_line_stands_on_are_not_deflected(clawed: Table) -> None:
    refusal = clawed.refused("attack gnoll on bree =3,2", "heal bree 1", "deflect bree")
    assert "«heal bree 1»" in refusal.message


def test_a_player_deflects_what_the_guide_rolled(clawed: Table, tmp_path: Path) -> None:
    clawed.done("attack gnoll on bree =3,8")
    player = Table(tmp_path, seat="timekeeper")
    assert player.read(AttackReport, "deflect bree").damage == (3, 0)
    assert (hp(player), count_deflects_left(piece(player, "2-helmet"))) == (10, 1)


def test_what_the_blow_destroyed_may_deflect_it(table: Table) -> None:
    table.done("drop bree bell hammer", "give bree +1 helmet", 'npc gnoll attacks "2 x claw d8"')
    table.done('quality bree "+1 helmet" -1', 'attack gnoll on bree blocks 1 "+1 helmet" =6,6')
    assert all(item.id != "1-helmet" for item in table.get_errant("bree").items)
    assert table.read(AttackReport, "deflect bree").damage == (0, 6)
    assert count_deflects_left(piece(table, "1-helmet")) == 0


def test_who_was_killed_by_one_of_several_blows_deflects_it(clawed: Table) -> None:
    clawed.done('npc gnoll attacks "2 x bite 4d20"', "attack gnoll on bree =20,20,20,20,1,1,1,1")
    assert clawed.desk.campaign.get_errant("bree").dead
    assert clawed.read(AttackReport, "deflect bree").damage == (0, 4)
    assert not clawed.desk.campaign.get_errant("bree").dead


def test_a_harm_on_which_later_lines_stand_is_not_deflected(table: Table) -> None:
    table.done("drop bree bell hammer", "give bree +1 helmet", "attack gnoll on bree =2,3")
    table.done("give bree +1 coif", "attack gnoll on bree =2,2", "deflect bree helmet")
    table.done("deflect bree coif")
    assert hp(table) == 13


def test_a_piece_that_a_roll_destroys_blocks_no_later_one(table: Table) -> None:
    """The mail's Quality is 2: both dice of the first bite are maxima."""
    report = table.read(AttackReport, "attack gnoll on bree x2 blocks 1 mail =4,4,6,5")
    assert [roll.dice for roll in report.rolls] == ["2D4", "2D6"]
    assert report.damage == (8, 11)
    assert report.blocks is not None
    assert (report.blocks.used, report.blocks.left) == (1, 0)


def test_a_secret_attack_of_several_rolls_can_be_deflected(table: Table) -> None:
    table.done("give bree +1 mail", "drop bree mail", "move bree +1 mail worn")
    table.done("secret attack gnoll on bree x2 =1,2,1,1")
    before = hp(table)
    table.done("deflect bree")
    assert hp(table) == before + 3


def test_where_no_die_is_left_to_roll_a_face_is_one_too_many(table: Table) -> None:
    refusal = table.refused("attack gnoll on bree blocks 2 mail =3")
    assert refusal.message == "Moved down to 1, no damage die is rolled, and 1 face was given."
    assert refusal.hint == "Try: attack gnoll on bree blocks 2 mail"
