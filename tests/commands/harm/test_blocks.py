"""Armour against Attack Rolls: Blocks, and what wears."""

import pytest

from companion.errant.happenings import Deflected
from companion.errant.packs.slots import measure_load
from companion.reports.turns import HappeningsReport
from tests.commands.armed import ARMED, get_attack, get_bree, get_item, wear_mail
from tests.commands.table import Table


@pytest.fixture
def table(table: Table) -> Table:
    """The Company, ready to fight."""
    table.done(*ARMED)
    return table


def test_2_blocks_make_a_bite_2_that_wears_the_mail(table: Table) -> None:
    wear_mail(table, blocks_max=8, blocks=8, quality="masterwork")
    attack = get_attack(table.done("attack gnoll on bree with bite blocks 2 mail"))
    assert (attack.damage, attack.granted, attack.unblocked) == ((2,), 1, False)
    mail = get_item(table, "bree", "mail")
    assert (mail.blocks, mail.quality_left) == (6, 1)


def test_mail_of_average_quality_is_destroyed_by_two_dice_of_1(table: Table) -> None:
    wear_mail(table, blocks_max=8, blocks=8)
    table.done("attack gnoll on bree with bite blocks 2")
    assert "mail" not in {item.id for item in get_bree(table).items}


def test_1_block_makes_a_bite_2d4(table: Table) -> None:
    wear_mail(table, blocks_max=8, blocks=8)
    attack = get_attack(table.done("attack gnoll on bree with bite blocks 1 mail =4,2"))
    assert attack.damage == (6,)
    assert get_item(table, "bree", "mail").quality_left == 1


def test_maxima_without_a_block_come_off_pieces_that_somebody_names(table: Table) -> None:
    wear_mail(table, blocks_max=8, blocks=8)
    table.done("give bree helmet worn")
    attack = get_attack(table.done("attack gnoll on bree with bite =6,6"))
    assert (attack.unsettled, attack.unblocked) == (2, True)
    assert set(attack.unsettled_items) == {"mail", "helmet"}
    attack = get_attack(table.done("attack gnoll on bree with bite blocks 0 helmet =1,6"))
    assert attack.unsettled == 0
    assert get_item(table, "bree", "helmet").quality_left == 1


def test_more_blocks_than_there_are_are_refused(table: Table) -> None:
    wear_mail(table, blocks_max=8, blocks=3)
    refusal = table.refused("attack gnoll on bree blocks 5 mail")
    assert ("3 Blocks left" in refusal.message, "blocks 3 mail" in refusal.hint) == (True, True)
    assert "blocks 1 mail" in table.refused("attack gnoll on bree x2 blocks 2 mail").hint
    assert "wears no" in table.refused("attack gnoll on bree blocks 1 hammer").message
    assert "impair 2" in table.refused("attack bree on gnoll blocks 2").hint
    assert "has none" in table.refused("attack gnoll on wim blocks 2").message


def test_arms_that_only_the_price_tables_know_block_and_wear(table: Table) -> None:
    path = table.desk.archive.folder / "errants" / "wim.toml"
    arms = (("coif", "worn"), ("hatchet", "hand"))
    lines = [f'[[items]]\nid = "{name}"\nname = "{name}"\nplace = "{at}"\n' for name, at in arms]
    text = path.read_text(encoding="utf-8").rstrip("\n")
    path.write_text("\n\n".join((text, *lines)), encoding="utf-8")
    table.say("status")
    blocks = get_attack(table.done("attack gnoll on wim with bite blocks 1 coif =2,4")).blocks
    assert blocks is not None
    assert (blocks.item, blocks.left) == ("coif", 1)
    assert get_item(table, "wim", "coif").quality_left == 1
    table.done("undo", "hurt wim d6 blocks 1 coif")
    assert get_item(table, "wim", "coif").blocks == 1
    table.done("undo", "attack wim with hatchet on gnoll =1")
    assert get_item(table, "wim", "hatchet").quality_left == 1


def test_a_deflect_stops_the_damage_and_not_the_gambit(table: Table) -> None:
    """1.7, R20: a Deflect stops one of both; Blocks do not touch the gambit."""
    table.done("drop bree saint", "give bree +1 helmet")
    attack = get_attack(
        table.done("attack gnoll on bree with bite blocks 1 mail gambit 1 skill =3,3,20")
    )
    assert (attack.damage, attack.gambit_dv) == ((5,), 1)
    assert attack.gambit is not None
    assert attack.gambit.works
    report = table.read(HappeningsReport, "deflect bree")
    assert [type(each) for each in report.happened] == [Deflected]
    assert get_bree(table).hp is None


@pytest.mark.parametrize(
    "line", ["attack gnoll on bree with bite blocks 1 helmet =2,2", "hurt bree d8 blocks 1 helmet"]
)
def test_a_piece_that_is_not_worn_blocks_only_by_the_guide_s_word(table: Table, line: str) -> None:
    """1.8: a piece not worn is told, and forced."""
    table.done("drop bree saint", "give bree helmet pack")
    refusal = table.refused(line)
    assert refusal.message == "Bree Tanner's helmet is not worn."
    assert line.replace(" ", "! ", 1) in refusal.hint
    table.done(line.replace(" ", "! ", 1))
    assert get_item(table, "bree", "helmet").blocks == 3


def test_the_mount_s_barding_blocks_for_it(table: Table) -> None:
    """1.8, R25: by the same rules, at the rider's choice."""
    table.done("back tansy", "hp tansy 10", "give tansy scale barding", "ride bree tansy")
    attack = get_attack(table.done("attack gnoll on tansy blocks 1 barding"))
    assert (attack.damage, attack.unblocked) == ((2,), False)
    assert "scale-barding" not in {item.id for item in table.get_errant("tansy").items}
    assert table.get_errant("tansy").hp == 8


def test_a_worn_out_piece_fills_its_slots_and_can_lose_quality(table: Table) -> None:
    """1.8, R24."""
    table.done("drop bree saint", "give bree helmet", "block bree helmet 4")
    filled = measure_load(get_bree(table))
    table.done("attack gnoll on bree with bite blocks 0 helmet =6,1")
    assert get_item(table, "bree", "helmet").quality_left == 1
    assert measure_load(get_bree(table)) == filled
