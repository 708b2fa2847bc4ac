"""Armour, Deflects and True Strikes (Items & Equipment, Armour, Magic Weapons & Armour; procedures
1.8)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.archive.data_folders import get_shipped_folder
from companion.archive.table_files import Shelf, Tables
from companion.dice.face_sources import LADDER, move_die_along_ladder
from companion.errant.attacks.armour import (
    count_blocks_left,
    count_deflects_left,
    count_true_strikes_left,
    find_max_blocks,
    is_armour,
    list_worn_armour,
    make_block_damage_step,
    renew_deflects_and_true_strikes,
    repair_armour,
    spend_blocks_of_carried_piece,
    take_blocks_from_item,
    use_deflect,
    use_true_strike,
)
from companion.errant.attacks.statuses import sum_damage_steps
from companion.errant.goods import find_listed_good, make_item_from_good
from companion.errant.happenings import ArmourRepaired, MagicRenewed
from companion.errant.packs.items import Item
from companion.refusal import Impossible
from tests.making import animal, errant, item

TABLES = get_shipped_folder("tables")
GOODS = Tables(Shelf(TABLES, TABLES, "tables")).load_goods()
SMALL = ("cowl", "gloves", "jackboots", "spaulders")
SOLID = ("coif", "gauntlets", "greaves", "pauldrons")


def piece(name: str, **fields: object) -> Item:
    """A piece of armour as it is bought, worn or held."""
    good = find_listed_good(name, GOODS)
    assert good
    made = make_item_from_good(good)
    place = "hand" if "shield" in name else "worn"
    return replace(made, id=name.replace(" ", "-"), **{"place": place, **fields})


@pytest.mark.parametrize(
    ("name", "slots", "blocks"),
    [
        *((name, 0.5, 1) for name in SMALL),
        *((name, 1, 2) for name in SOLID),
        ("helmet", 2, 4),
        ("gambeson", 1, 2),
        ("scale", 2, 4),
        ("brigandine", 3, 6),
        ("mail", 4, 8),
        ("plate", 5, 10),
        ("small shield", 1, 4),
        ("large shield", 2, 6),
        ("gambeson barding", 4, 2),
        ("scale barding", 8, 4),
        ("brigandine barding", 12, 6),
        ("mail barding", 16, 8),
        ("plate barding", 20, 10),
    ],
)
def test_a_piece_as_it_is_bought_fills_its_slots_and_has_its_blocks(
    name: str, slots: float, blocks: int
) -> None:
    bought = piece(name)
    assert (bought.slots, count_blocks_left(bought), find_max_blocks(bought)) == (
        slots,
        blocks,
        blocks,
    )


def test_a_large_shield_of_6_that_uses_2_has_4_left_and_a_d8_becomes_a_d4() -> None:
    shield = piece("large shield")
    assert count_blocks_left(take_blocks_from_item(shield, 2)) == 4
    assert move_die_along_ladder(8, sum_damage_steps([make_block_damage_step(shield, 2)])) == 4


def test_2_blocks_make_a_d6_a_1() -> None:
    assert (
        move_die_along_ladder(6, sum_damage_steps([make_block_damage_step(piece("helmet"), 2)]))
        == 1
    )


@pytest.mark.parametrize(
    ("number", "message"),
    [(5, "The helmet has 4 Blocks left"), (4, ""), (0, ""), (1_000, "4 Blocks left")],
)
def test_no_more_blocks_than_there_are(number: int, message: str) -> None:
    if not message:
        assert count_blocks_left(take_blocks_from_item(piece("helmet"), number)) == 4 - number
        return
    with pytest.raises(Impossible, match=message):
        take_blocks_from_item(piece("helmet"), number)


def test_a_worn_out_piece_is_still_worn() -> None:
    worn_out = take_blocks_from_item(piece("helmet"), 4)
    assert list_worn_armour(errant("Bree", worn_out)) == (worn_out,)
    with pytest.raises(Impossible, match="The helmet has no Blocks left"):
        take_blocks_from_item(worn_out, 1)


@pytest.mark.parametrize(
    ("thing", "is_worn"),
    [
        (piece("mail"), True),
        (piece("mail", place="pack"), False),
        (piece("mail", place="hand"), False),
        (piece("mail", inside="chest"), False),
        (piece("small shield"), True),
        (piece("small shield", place="worn"), False),
        (piece("small shield", place="handy"), False),
        (piece("mail barding"), False),
        (item("rope", place="worn"), False),
    ],
)
def test_armour_blocks_where_it_is_worn_and_a_shield_in_a_hand(thing: Item, is_worn: bool) -> None:
    assert bool(list_worn_armour(errant("Bree", thing))) is is_worn


def test_an_animal_wears_its_barding_and_carries_all_other_armour() -> None:
    horse = animal("War horse", piece("mail barding", place="pack"), piece("mail"))
    assert [worn.name for worn in list_worn_armour(horse)] == ["mail barding"]


def test_one_of_a_stack_of_gloves_blocks_and_leaves_it() -> None:
    bree, one = spend_blocks_of_carried_piece(errant("Bree", piece("gloves", count=2)), "gloves", 1)
    assert [(i.count, count_blocks_left(i)) for i in bree.items] == [(1, 1), (1, 0)]
    assert one.id == "gloves-2"


def test_a_repair_kit_restores_every_piece_of_one_wearer() -> None:
    bree = errant(
        "Bree", piece("mail", blocks=3, blocks_max=8), take_blocks_from_item(piece("helmet"), 4)
    )
    after, happened = repair_armour(bree)
    assert [count_blocks_left(each) for each in after.items] == [8, 4]
    assert happened == (
        ArmourRepaired("bree", "mail", "mail", 3, 8),
        ArmourRepaired("bree", "helmet", "helmet", 0, 4),
    )
    assert repair_armour(after) == (after, ())


def test_what_is_repaired_is_as_it_was_bought_and_joins_its_like() -> None:
    bree, _ = spend_blocks_of_carried_piece(errant("Bree", piece("gloves", count=2)), "gloves", 1)
    assert repair_armour(bree)[0] == errant("Bree", piece("gloves", count=2))


def test_armour_written_with_blocks_max_alone_has_them_all() -> None:
    written = item("boiled leather", blocks_max=3, place="worn")
    assert (count_blocks_left(written), is_armour(written)) == (3, True)


def test_plus_armour_has_as_many_deflects_and_a_plus_weapon_true_strikes() -> None:
    mail, sword = piece("mail", plus=2), item("sword", plus=2, weapon="medium")
    assert (count_deflects_left(mail), count_true_strikes_left(mail)) == (2, 0)
    assert (count_deflects_left(sword), count_true_strikes_left(sword)) == (0, 2)
    assert count_deflects_left(use_deflect(use_deflect(mail))) == 0
    assert count_true_strikes_left(use_true_strike(sword)) == 1


@pytest.mark.parametrize(
    ("mail", "message"),
    [
        (piece("mail"), "The mail has no Deflect."),
        (piece("mail", plus=1, deflects=0), "The mail has no Deflect left."),
    ],
)
def test_no_deflect_where_there_is_none(mail: Item, message: str) -> None:
    with pytest.raises(Impossible, match=message):
        use_deflect(mail)


def test_no_true_strike_where_there_is_none() -> None:
    with pytest.raises(Impossible, match="no True Strike"):
        use_true_strike(item("sword", weapon="medium"))


def test_deflects_and_true_strikes_return_as_a_downtime_turn_begins() -> None:
    mail, sword = piece("mail", plus=1), item("sword", plus=2, weapon="medium")
    whole = errant("Bree", mail, sword, piece("helmet"))
    used = whole.with_item(replace(whole.items[0], deflects=0))
    used = used.with_item(replace(whole.items[1], true_strikes=1))
    (after,), happened = renew_deflects_and_true_strikes((used,))
    assert after == whole
    assert happened == (
        MagicRenewed("bree", "mail", "mail", "Deflects", 1),
        MagicRenewed("bree", "sword", "sword", "True Strikes", 2),
    )


@given(st.integers(1, 12), st.lists(st.integers(0, 6), max_size=8), st.sampled_from(LADDER))
def test_blocks_are_counted_as_marks_on_paper_are(most: int, used: list[int], sides: int) -> None:
    """Against strokes that are crossed out one by one, a die that goes down a row of dice."""
    marks, thing = ["|"] * most, item("mail", blocks=most, place="worn")
    for number in used:
        if number > len(marks):
            with pytest.raises(Impossible):
                take_blocks_from_item(thing, number)
            continue
        dice = [each for each in (1, 4, 6, 8, 10, 12, 20) if each <= sides]
        for _ in range(number):
            marks.pop()
            dice = dice[:-1] or [1]
        assert move_die_along_ladder(sides, -number) == dice[-1]
        thing = take_blocks_from_item(thing, number)
        assert (count_blocks_left(thing), find_max_blocks(thing)) == (len(marks), most)
    (whole,) = repair_armour(errant("Bree", thing))[0].items
    assert whole == replace(item("mail", blocks=most, place="worn"), id="mail")


@given(st.integers(0, 5), st.lists(st.booleans(), max_size=12))
def test_deflects_are_counted_as_beads_are(plus: int, downtimes: list[bool]) -> None:
    """Against a heap of beads: one goes for each use, all are there as a Downtime Turn begins."""
    beads, bree = plus, errant("Bree", item("mail", blocks=8, plus=plus))
    for is_downtime in downtimes:
        if is_downtime:
            beads, ((bree,), _) = plus, renew_deflects_and_true_strikes((bree,))
        elif beads:
            beads, bree = beads - 1, bree.with_item(use_deflect(bree.items[0]))
        else:
            with pytest.raises(Impossible):
                use_deflect(bree.items[0])
        assert count_deflects_left(bree.items[0]) == beads
