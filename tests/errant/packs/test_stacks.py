"""Stacks of like things (design: a part-used or lit thing leaves its stack; the most used is
used first)."""

import pytest

from companion.errant.packs.items import Item
from companion.errant.packs.stacks import (
    count_uses_left,
    find_most_used_item,
    lower_uses_of_item,
    stow_item_in_pack,
    take_one_from_stack,
)
from tests.making import errant, item, torch


def test_a_single_thing_taken_is_itself() -> None:
    bree = errant("Bree", item("rope"))
    assert take_one_from_stack(bree, "rope") == (bree, bree.get_item("rope"))


def test_one_out_of_a_stack_stands_after_it_with_its_own_id() -> None:
    bree, one = take_one_from_stack(errant("Bree", item("torch", 3), item("rope")), "torch")
    assert [(i.id, i.count) for i in bree.items] == [("torch", 2), ("torch-2", 1), ("rope", 1)]
    assert one.id == "torch-2"


def test_a_part_used_thing_leaves_its_stack() -> None:
    bree, _ = lower_uses_of_item(errant("Bree", item("ammunition", 3)), "ammunition")
    assert [(i.count, i.uses_left) for i in bree.items] == [(2, 2), (1, 1)]


def test_the_lit_one_of_a_stack_is_taken_out() -> None:
    bree, one = take_one_from_stack(errant("Bree", item("torch", 3, left=1, lit=True)), "torch")
    assert (one.burn, one.lit) == (1, True)
    assert (bree.get_item("torch").burn, bree.get_item("torch").lit) == (2, False)


@pytest.mark.parametrize("kind", ["torch", "", "relic"])
def test_one_of_torches_6_is_a_torch_of_whatever_kind_somebody_wrote(kind: str) -> None:
    bree = errant("Bree", item("torch", 6, name="Torches (6)", kind=kind))
    _, one = take_one_from_stack(bree, bree.items[0].id)
    assert (one.name, one.kind, one.count) == ("torch", kind, 1)


def test_one_of_a_name_without_a_number_keeps_it() -> None:
    _, one = take_one_from_stack(
        errant("Bree", item("Grandmother's torch", 2)), "grandmothers-torch"
    )
    assert one.name == "Grandmother's torch"


def test_the_most_used_of_a_stack_is_used_first() -> None:
    bree = errant("Bree", item("feed"), item("feed", left=2), item("feed", left=0))
    most = find_most_used_item(bree, "feed")
    assert most is not None
    assert most.uses_left == 2
    assert find_most_used_item(errant(), "feed") is None


def test_6_rations_are_6_uses_and_part_used_feed_what_is_left() -> None:
    bree = errant("Bree", item("rations", 6), item("feed", 2), item("feed", left=1))
    assert (
        count_uses_left(bree, "rations"),
        count_uses_left(bree, "feed"),
        count_uses_left(bree, "oil"),
    ) == (6, 9, 0)


def test_nothing_is_ever_lowered_below_0() -> None:
    bree, one = lower_uses_of_item(errant("Bree", item("oil", left=0)), "oil")
    assert (one.uses_left, bree.get_item("oil").uses_left) == (0, 0)


def test_like_things_are_stowed_on_one_stack_however_they_are_written() -> None:
    bree, stack = stow_item_in_pack(
        errant("Bree", item("torch", 5, name="Torches (5)")), item("torch", 2)
    )
    assert [(i.id, i.count) for i in bree.items] == [("torch", 7)]
    assert bree.items == (stack,)


@pytest.mark.parametrize(
    "other",
    [torch(), torch(1, lit=False), item("torch", place="hand"), item("torch", magic=True)],
    ids=["lit", "part-used", "elsewhere", "magic"],
)
def test_what_is_lit_part_used_or_unlike_is_stowed_by_itself(other: Item) -> None:
    for first, second in ((item("torch"), other), (other, item("torch"))):
        bree, _ = stow_item_in_pack(errant("Bree", first), second)
        assert [(i.id, i.count) for i in bree.items] == [("torch", 1), ("torch-2", 1)]
