"""Quality and Breakage (Items & Equipment, Quality & Breakage; procedures 1.9)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.errant.attacks.armour import take_blocks_from_item
from companion.errant.attacks.quality import (
    count_quality_left,
    find_max_quality,
    lose_quality,
    restore_all_quality,
    restore_quality,
)
from companion.errant.goods import QUALITIES
from companion.errant.happenings import ArmDestroyed, QualityLost, QualityRestored
from companion.errant.packs.items import Item, Quality
from tests.errant.attacks.test_armour import GOODS, piece
from tests.making import errant, item


def sword(quality: Quality | None = "average", **fields: object) -> Item:
    """An arming sword."""
    return replace(item("arming sword", weapon="medium", quality=quality), **fields)


@pytest.mark.parametrize(
    ("thing", "quality"),
    [
        (sword("shoddy"), 1),
        (sword("average"), 2),
        (sword("masterwork"), 3),
        (sword(None), 2),
        (sword("shoddy", magic=True), 3),
        (sword(plus=1), 3),
        (piece("mail"), 2),
        (item("mail", blocks=8), 2),
        (item("rope"), 0),
        (sword(quality_left=1), 1),
        (sword("shoddy", quality_left=3), 1),
    ],
)
def test_shoddy_has_1_quality_average_2_masterwork_and_magic_3(thing: Item, quality: int) -> None:
    assert count_quality_left(thing) == quality


def test_a_gnolls_bite_of_two_dice_of_1_destroys_mail() -> None:
    """2D6 on mail of 8 Blocks and Quality 2: 2 Blocks make both dice 1."""
    bree = errant("Bree", take_blocks_from_item(piece("mail"), 2))
    after, happened = lose_quality(bree, "mail", 2, GOODS)
    assert after.items == ()
    assert happened == (ArmDestroyed("bree", "mail", "mail", 2_000),)


def test_with_1_block_faces_4_and_2_leave_quality_1() -> None:
    bree, happened = lose_quality(errant("Bree", piece("mail")), "mail", 1)
    assert count_quality_left(bree.get_item("mail")) == 1
    assert happened == (QualityLost("bree", "mail", "mail", 1, 1),)


def test_two_maxima_take_two_points_of_pieces_that_are_named() -> None:
    bree = errant("Bree", piece("mail"), piece("helmet"))
    for name in ("mail", "helmet"):
        bree, _ = lose_quality(bree, name, 1)
    assert [count_quality_left(each) for each in bree.items] == [1, 1]


def test_a_shoddy_sword_that_shows_a_1_is_destroyed() -> None:
    bree = errant("Bree", sword("shoddy"), item("rope"))
    after, (happened,) = lose_quality(bree, "arming-sword", 1, GOODS)
    assert [each.name for each in after.items] == ["rope"]
    assert happened == ArmDestroyed("bree", "arming-sword", "arming sword", 25)


def test_what_is_destroyed_lets_fall_what_was_in_it() -> None:
    bree = errant("Bree", sword("shoddy", holds="small"), item("letter", inside="arming-sword"))
    after, _ = lose_quality(bree, "arming-sword")
    assert [(each.name, each.inside) for each in after.items] == [("letter", "")]


@pytest.mark.parametrize("worth", [None, 700])
def test_what_a_thing_was_worth_is_told_where_somebody_knows(worth: int | None) -> None:
    relic = item("bell hammer", weapon="heavy", quality="shoddy", worth=worth)
    _, (happened,) = lose_quality(errant("Bree", relic), "bell-hammer")
    assert happened == ArmDestroyed("bree", "bell-hammer", "bell hammer", worth)


def test_a_rope_has_no_quality_to_lose() -> None:
    bree = errant("Bree", item("rope"))
    assert lose_quality(bree, "rope", 3) == (bree, ())


def test_one_dagger_of_three_loses_quality_and_leaves_them() -> None:
    daggers = item("dagger", 3, weapon="light", quality="average")
    bree, _ = lose_quality(errant("Bree", daggers), "dagger")
    assert [(each.count, count_quality_left(each)) for each in bree.items] == [(2, 2), (1, 1)]
    assert restore_all_quality((bree,))[0] == (errant("Bree", daggers),)


def test_an_armourer_restores_what_is_not_destroyed() -> None:
    bree, _ = lose_quality(errant("Bree", piece("mail"), sword()), "mail")
    wim, _ = lose_quality(errant("Wim", sword("masterwork")), "arming-sword", 2)
    company, happened = restore_all_quality((bree, wim))
    assert company == (errant("Bree", piece("mail"), sword()), errant("Wim", sword("masterwork")))
    assert happened == (
        QualityRestored("bree", "mail", "mail", 1, 2),
        QualityRestored("wim", "arming-sword", "arming sword", 1, 3),
    )


def test_quality_is_never_better_than_a_thing_is_made() -> None:
    bree = errant("Bree", sword("masterwork", quality_left=1))
    assert count_quality_left(restore_quality(bree, "arming-sword", 1)[0].items[0]) == 2
    assert restore_quality(bree, "arming-sword", 9)[0].items[0] == replace(
        sword("masterwork"), id="arming-sword"
    )


@given(
    st.sampled_from(QUALITIES), st.lists(st.tuples(st.booleans(), st.integers(0, 3)), max_size=10)
)
def test_quality_is_counted_as_marks_on_paper_are(
    quality: Quality, turns: list[tuple[bool, int]]
) -> None:
    """Against strokes that are crossed out and written anew, and a sheet that is torn at none."""
    strokes = {"shoddy": "|", "average": "||", "masterwork": "|||"}[quality]
    marks, bree = strokes, errant("Bree", sword(quality))
    for is_loss, number in turns:
        marks = marks[number:] if is_loss else strokes[: len(marks) + number]
        if is_loss:
            bree, happened = lose_quality(bree, "arming-sword", number)
        else:
            bree, happened = restore_quality(bree, "arming-sword", number)
        if not marks:
            assert bree.items == ()
            assert isinstance(happened[-1], ArmDestroyed)
            break
        assert count_quality_left(bree.items[0]) == len(marks)
        assert find_max_quality(bree.items[0]) == len(strokes)
