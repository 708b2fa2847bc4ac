"""Containers (Items & Equipment, Containers; readings, Item Slots and Encumbrance)."""

import pytest
from msgspec.structs import replace

from companion.errant.company import Errant, ErrantKind
from companion.errant.packs.coin import Purse
from companion.errant.packs.containers import (
    choose_counts_from_stacks,
    find_container_of_item,
    find_place_of_outermost_container,
    give_bundle_to_errant,
    has_pack,
    list_contents,
    move_item,
    put_item_in_usual_place,
    require_item_fits,
    take_bundle_from_errant,
    take_off_backpack,
)
from companion.errant.packs.items import Item, Place
from companion.errant.packs.slots import measure_load
from companion.errant.packs.stacks import count_uses_left
from companion.refusal import Impossible
from tests.making import animal, errant, item, torch


def sack(inside: str = "") -> Item:
    return item("sack", slots=0.0, holds="small", inside=inside)


def barrel() -> Item:
    return item("barrel", slots=10.0, bulky=True, holds="bulky")


def plate(place: Place = "pack") -> Item:
    return item("plate", slots=6.0, bulky=True, place=place)


def packless(*things: Item, **fields: object) -> Errant:
    return errant("Bree", *things, backpack=False, **fields)


def nested() -> Errant:
    """A rope in a sack in a barrel, the rope written first, and a chalk beside them."""
    return errant("Bree", item("rope", inside="sack"), sack("barrel"), barrel(), item("chalk"))


def names(things: tuple[Item, ...]) -> list[str]:
    return [thing.name for thing in things]


def test_all_errants_start_with_a_backpack() -> None:
    assert errant().backpack
    assert has_pack(errant())


@pytest.mark.parametrize(
    ("thing", "slots"), [(sack(), 0), (item("pouch", slots=0.0, holds="small"), 0), (barrel(), 10)]
)
def test_a_bag_fills_no_slot_but_a_barrel_does_beside_what_is_in_it(
    thing: Item, slots: float
) -> None:
    bree = errant("Bree", thing, item("anvil", slots=2.0, inside=thing.name))
    assert measure_load(bree).filled_quarter_slots / 4 == slots + 2


def test_without_a_container_there_is_no_pack() -> None:
    assert not has_pack(packless())
    with pytest.raises(Impossible, match="no container") as refused:
        require_item_fits(packless(), item("rope"), "pack")
    assert refused.value.overrulable
    require_item_fits(packless(), item("rope"), "pack", forced=True)


@pytest.mark.parametrize("place", ["hand", "handy", "worn"])
def test_without_a_container_worn_hand_and_handy_are_left(place: Place) -> None:
    require_item_fits(packless(), item("rope"), place)


def test_any_bag_is_a_pack_but_not_one_that_is_in_another() -> None:
    assert has_pack(packless(sack()))
    assert not has_pack(packless(sack()), besides="sack")
    assert has_pack(packless(sack(), barrel()), besides="sack")
    assert not has_pack(packless(sack("barrel"), barrel()), besides="barrel")


@pytest.mark.parametrize("kind", ["animal", "vehicle", "stash"])
def test_what_is_no_person_needs_no_container(kind: ErrantKind) -> None:
    holder = errant("Tansy", kind=kind, backpack=False)
    require_item_fits(holder, plate(), "pack")
    assert take_off_backpack(errant("Tansy", kind=kind)).items == ()


def test_a_suit_of_plate_armour_a_backpack_cannot_contain() -> None:
    for inside in ("", "sack"):
        with pytest.raises(Impossible, match="too large for") as refused:
            require_item_fits(errant("Bree", sack()), plate(), "pack", inside)
        assert refused.value.overrulable
        require_item_fits(errant("Bree", sack()), plate(), "pack", inside, forced=True)


def test_a_barrel_carries_what_is_too_large_for_a_backpack() -> None:
    require_item_fits(errant("Bree", barrel()), plate(), "pack", "barrel")


@pytest.mark.parametrize("inside", ["barrel", "sack"])
def test_no_force_puts_a_container_inside_itself_or_what_is_in_it(inside: str) -> None:
    with pytest.raises(Impossible, match="inside itself") as refused:
        require_item_fits(nested(), nested().get_item("barrel"), "pack", inside, forced=True)
    assert not refused.value.overrulable


def test_nothing_is_inside_what_is_no_container() -> None:
    with pytest.raises(Impossible, match="«rope» is no container"):
        require_item_fits(nested(), item("chalk"), "pack", "rope", forced=True)


def test_a_thing_is_carried_where_the_outermost_container_is() -> None:
    bree = nested()
    assert find_place_of_outermost_container(bree, bree.get_item("rope")) == "pack"
    bree, _ = move_item(bree, bree.get_item("barrel"), 1, "hand")
    assert find_place_of_outermost_container(bree, bree.get_item("rope")) == "hand"
    assert find_place_of_outermost_container(bree, bree.get_item("chalk")) == "pack"


def test_what_is_in_no_container_or_one_that_is_gone_is_in_none() -> None:
    bree = errant("Bree", item("rope", inside="sack", place="handy"))
    assert find_container_of_item(bree, bree.get_item("rope")) is None
    assert find_place_of_outermost_container(bree, bree.get_item("rope")) == "handy"
    round_ = errant("Bree", sack("sack-2"), sack("sack"))
    assert {find_place_of_outermost_container(round_, each) for each in round_.items} == {"pack"}


def test_in_a_container_is_also_what_is_in_those_in_it() -> None:
    assert names(list_contents(nested(), "barrel")) == ["rope", "sack"]
    assert list_contents(nested(), "chalk") == ()


def test_a_backpack_taken_off_is_a_thing_among_the_others() -> None:
    off = take_off_backpack(errant("Bree", item("rope"), item("backpack", slots=0.0)))
    assert not off.backpack
    assert [thing.id for thing in off.items] == ["backpack-2", "rope", "backpack"]
    assert take_off_backpack(off) == off


def test_a_lit_thing_goes_into_a_hand_unless_somebody_says_where() -> None:
    assert put_item_in_usual_place(errant(), torch(inside="sack")).place == "hand"
    assert put_item_in_usual_place(errant(), item("mail", place="worn")).place == "worn"
    assert put_item_in_usual_place(errant(), item("rope", inside="sack")).inside == ""


def test_where_nobody_says_what_is_bulky_goes_into_a_barrel_or_a_hand() -> None:
    assert put_item_in_usual_place(errant("Bree", sack()), plate()).place == "hand"
    assert put_item_in_usual_place(errant("Bree", barrel()), plate()).inside == "barrel"
    assert put_item_in_usual_place(errant("Bree", barrel()), plate(place="worn")).inside == ""
    assert put_item_in_usual_place(animal("Tansy"), plate()).place == "pack"
    assert put_item_in_usual_place(errant(), barrel()).place == "pack"


def test_a_container_goes_with_all_that_is_in_it() -> None:
    left, bundle = take_bundle_from_errant(nested(), nested().get_item("barrel"), 1)
    assert names(left.items) == ["chalk"]
    assert sorted(names(bundle.items)) == ["barrel", "rope", "sack"]
    wim, put = give_bundle_to_errant(errant("Wim", sack(), barrel()), bundle)
    rope = wim.get_item("rope")
    assert (wim.get_item(rope.inside).name, wim.get_item(wim.get_item(rope.inside).inside)) == (
        "sack",
        put,
    )
    assert put.id != "barrel"
    assert list_contents(wim, "barrel") == ()


def test_with_the_backpack_goes_all_that_is_loose_in_the_pack() -> None:
    bree = take_off_backpack(
        errant("Bree", item("rope"), item("axe", place="hand"), supply=3, pennies=5, guilders=1)
    )
    left, bundle = take_bundle_from_errant(bree, bree.get_item("backpack"), 1)
    assert names(left.items) == ["axe"]
    assert (left.supply, left.purse) == (0, Purse())
    assert [(each.name, each.inside) for each in bundle.items] == [
        ("backpack", ""),
        ("rope", "backpack"),
    ]
    again, _ = give_bundle_to_errant(left, bundle)
    assert (again.supply, again.purse) == (3, Purse(5, 0, 1))
    assert measure_load(again) == measure_load(bree)


def test_a_sack_goes_with_the_backpack_but_a_barrel_does_not() -> None:
    bree = take_off_backpack(
        errant("Bree", item("rope", inside="sack"), sack(), barrel(), item("chalk"))
    )
    left, bundle = take_bundle_from_errant(bree, bree.get_item("backpack"), 1)
    assert names(left.items) == ["barrel"]
    assert names(bundle.items) == ["backpack", "sack", "chalk", "rope"]
    again, _ = give_bundle_to_errant(left, bundle)
    assert again.get_item("rope").inside == "sack"
    assert (again.backpack, again.get_item("sack").inside) == (True, "")
    assert find_place_of_outermost_container(again, again.get_item("chalk")) == "pack"


def test_with_the_last_bag_goes_the_pack_with_another_only_what_is_in_it() -> None:
    two = packless(sack(), item("pouch", slots=0.0, holds="small"), item("rope"), supply=2)
    left, bundle = take_bundle_from_errant(two, two.get_item("sack"), 1)
    assert (names(left.items), left.supply, bundle.supply) == (["pouch", "rope"], 2, 0)
    left, bundle = take_bundle_from_errant(left, left.get_item("pouch"), 1)
    assert (left.items, left.supply, bundle.supply) == ((), 0, 2)


@pytest.mark.parametrize("supply", [0, 4])
def test_a_bag_taken_beside_a_backpack_or_off_a_mule_leaves_the_pack(supply: int) -> None:
    for holder in (errant("Bree", sack(), supply=supply), animal("Tansy", sack(), supply=supply)):
        left, bundle = take_bundle_from_errant(holder, holder.get_item("sack"), 1)
        assert (left.supply, bundle.supply) == (supply, 0)


def test_a_bag_leaves_coins_and_loose_things_in_a_stash() -> None:
    stash = errant("Stash", sack(), item("rope"), kind="stash", supply=2, pennies=9)
    left, bundle = take_bundle_from_errant(stash, stash.get_item("sack"), 1)
    assert (names(left.items), left.supply, left.pennies) == (["rope"], 2, 9)
    assert (bundle.supply, bundle.purse) == (0, Purse())


def test_one_of_a_stack_of_bags_is_an_empty_one() -> None:
    bree = errant("Bree", replace(sack(), count=2), item("rope", inside="sack"))
    left, bundle = take_bundle_from_errant(bree, bree.get_item("sack"), 1)
    assert names(bundle.items) == ["sack"]
    assert names(list_contents(left, "sack")) == ["rope"]


def test_part_of_a_stack_joins_like_things_and_leaves_the_rest() -> None:
    bree, wim = errant("Bree", item("torch", 5)), errant("Wim", item("torch", 1))
    bree, bundle = take_bundle_from_errant(bree, bree.get_item("torch"), 2)
    wim, put = give_bundle_to_errant(wim, bundle)
    assert bree.get_item("torch").count == 3
    assert (len(wim.items), put.count) == (1, 3)


def test_the_part_used_one_of_a_stack_is_the_first_that_leaves_it() -> None:
    bree = errant("Bree", item("torch", 3, left=1))
    before = count_uses_left(bree, "torch")
    left, bundle = take_bundle_from_errant(bree, bree.get_item("torch"), 1)
    assert (left.get_item("torch").uses_left, bundle.items[0].uses_left) == (2, 1)
    assert (
        count_uses_left(left, "torch") + count_uses_left(errant("Wim", *bundle.items), "torch")
        == before
    )
    after, part = move_item(bree, bree.get_item("torch"), 1, "hand")
    assert (after.get_item("torch").uses_left, part.uses_left, part.place) == (2, 1, "hand")
    assert count_uses_left(after, "torch") == before


def test_what_is_moved_joins_its_like_where_it_goes() -> None:
    bree = errant("Bree", item("torch", 3), item("torch", place="handy"))
    bree, put = move_item(bree, bree.get_item("torch"), 1, "handy")
    assert [(each.place, each.count) for each in bree.items] == [("pack", 2), ("handy", 2)]
    bree, put = move_item(bree, put, 2, "pack")
    assert [(each.place, each.count) for each in bree.items] == [("pack", 4)]
    same, _ = move_item(bree, put, 1, "pack")
    assert [(each.place, each.count) for each in same.items] == [("pack", 4)]


def test_so_many_out_of_like_things_come_in_their_order() -> None:
    bree = errant("Bree", item("oil", left=1), item("oil", 3))
    assert [n for _, n in choose_counts_from_stacks(bree, list(bree.items), 3)] == [1, 2]
    assert [n for _, n in choose_counts_from_stacks(bree, list(bree.items), 1)] == [1]
    with pytest.raises(Impossible, match="Bree has only 4 of «oil»"):
        choose_counts_from_stacks(bree, list(bree.items), 5)


def test_what_somebody_else_had_is_not_taken_for_a_thing_of_the_same_id() -> None:
    bree = errant("Bree", item("rope", inside="sack"), sack())
    _, bundle = take_bundle_from_errant(bree, bree.get_item("sack"), 1)
    wim = errant("Wim", barrel(), sack(), item("chalk", inside="sack"))
    wim, put = give_bundle_to_errant(
        wim, bundle._replace(items=(replace(bundle.items[0], inside="sack"), *bundle.items[1:]))
    )
    assert names(list_contents(wim, put.id)) == ["rope"]
    assert find_container_of_item(wim, put) == wim.get_item("sack")
