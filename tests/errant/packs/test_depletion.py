"""Depletion, Supply and eating (Items & Equipment; Core Procedures, Event Die – Travel Turns,
Deplete; readings, Depletion, Burn and Supply; Event Die, result 3)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.errant.company import Company, Errant
from companion.errant.happenings import (
    Burned,
    Depleted,
    Fed,
    Happenings,
    Refilled,
    SupplyLost,
    UsedUp,
)
from companion.errant.packs.depletion import (
    Refill,
    burn_lights,
    let_go_item,
    list_empty_items,
    lose_one_supply,
    refill_item,
    remove_empty_items_without_supply,
    take_one_supply_from_each,
    use_item,
)
from companion.errant.packs.items import Item
from companion.errant.packs.stacks import count_uses_left, take_one_from_stack
from companion.errant.turns.food import deplete_provisions
from companion.refusal import Impossible
from tests.making import EIGHT, animal, errant, item, torch


def spent(slots: float, **fields: object) -> Item:
    """A thing of this size whose Depletion has reached 0 of 3."""
    return replace(item("salve", slots=slots, depletion=0, depletion_max=3), **fields)


def test_when_an_item_is_used_lower_its_depletion_value_by_1() -> None:
    bree, happened = use_item(errant("Bree", item("ammunition")), "ammunition", "ask")
    assert bree.get_item("ammunition").depletion == 1
    assert happened == (Depleted("bree", "ammunition", "ammunition", 1, "bree"),)


def test_one_of_a_stack_is_used_and_leaves_it() -> None:
    bree, _ = use_item(errant("Bree", item("ammunition", 3)), "ammunition", "ask")
    assert [(i.count, i.depletion) for i in bree.items] == [(2, 2), (1, 1)]


@pytest.mark.parametrize(
    ("thing", "message"),
    [(item("rope"), "no Depletion"), (item("torch"), "is lit, not used"), (spent(1), "is at 0")],
)
def test_what_cannot_be_used_is_refused(thing: Item, message: str) -> None:
    bree = errant("Bree", thing)
    with pytest.raises(Impossible, match=message):
        use_item(bree, bree.items[0].id, "ask")


@pytest.mark.parametrize(("slots", "supply"), [(0.25, 1), (0.5, 2), (0.75, 3), (1.0, 4), (2.0, 8)])
def test_a_quarter_slot_takes_1_supply_to_replenish_half_2_a_whole_4(
    slots: float, supply: int
) -> None:
    bree, happened = refill_item(errant("Bree", spent(slots), supply=supply), "salve")
    assert (bree.get_item("salve").depletion, bree.supply) == (3, 0)
    assert happened == (Refilled("bree", "salve", "salve", supply, 3, 0),)
    with pytest.raises(Impossible, match=f"takes {supply} Supply"):
        refill_item(errant("Bree", spent(slots), supply=supply - 1), "salve")


def test_only_what_is_at_0_is_refilled_or_let_go() -> None:
    bree = errant("Bree", item("ammunition", left=1), item("rope"), supply=9)
    for thing in ("ammunition", "rope"):
        with pytest.raises(Impossible, match="has not run out"):
            refill_item(bree, thing)
        with pytest.raises(Impossible, match="has not run out"):
            let_go_item(bree, thing)


@pytest.mark.parametrize(
    "thing", [spent(0.5, magic=True), spent(0.0)], ids=["magic gear", "fills no slot"]
)
def test_magic_gear_and_what_fills_no_slot_never_refill(thing: Item) -> None:
    with pytest.raises(Impossible, match="cannot refill"):
        refill_item(errant("Bree", thing, supply=9), "salve")


@pytest.mark.parametrize("refill", ["ask", "always", "never"])
@pytest.mark.parametrize("fields", [{"magic": True}, {"slots": 0.0}])
def test_magic_gear_and_what_fills_no_slot_are_gone_when_used_up(
    refill: Refill, fields: dict[str, object]
) -> None:
    wand = replace(item("wand", depletion=1, depletion_max=3), **fields)
    bree, happened = use_item(errant("Bree", wand, supply=9), "wand", refill)
    assert (bree.items, bree.supply) == ((), 9)
    assert happened[-1] == UsedUp("bree", "wand", "wand", 0)


@pytest.mark.parametrize("refill", ["ask", "always", "never"])
def test_without_the_requisite_supply_the_item_is_used_up_and_removed(refill: Refill) -> None:
    bree, happened = use_item(errant("Bree", item("healer's kit"), supply=3), "healers-kit", refill)
    assert (bree.items, bree.supply) == ((), 3)
    assert happened[-1] == UsedUp("bree", "healers-kit", "healer's kit", 4)


@pytest.mark.parametrize(
    ("refill", "left", "supply"), [("ask", [0], 4), ("always", [1], 0), ("never", [], 4)]
)
def test_refill_is_ask_or_always_or_never(refill: Refill, left: list[int], supply: int) -> None:
    bree, _ = use_item(errant("Bree", item("healer's kit"), supply=4), "healers-kit", refill)
    assert [i.uses_left for i in bree.items] == left
    assert bree.supply == supply


def test_while_the_refill_is_asked_the_thing_waits_and_may_be_let_go() -> None:
    bree, _ = use_item(errant("Bree", item("rations"), supply=4), "rations", "ask")
    assert [(e.id, i.id) for e, i in list_empty_items((bree,))] == [("bree", "rations")]
    bree, happened = let_go_item(bree, "rations")
    assert (bree.items, bree.supply) == ((), 4)
    assert happened == (UsedUp("bree", "rations", "rations", 1),)


@pytest.mark.parametrize(("supply", "left"), [(0, []), (3, []), (4, [0]), (9, [0])])
def test_if_the_holder_has_not_the_requisite_supply_what_is_at_0_is_removed(
    supply: int, left: list[int]
) -> None:
    company = (errant("Bree", spent(1), supply=supply), errant("Wim", supply=9))
    (bree, _), happened = remove_empty_items_without_supply(company)
    assert [i.uses_left for i in bree.items] == left
    assert bree.supply == supply
    assert happened == (() if left else (UsedUp("bree", "salve", "salve", 4),))


def test_the_supply_that_refilled_one_thing_is_wanting_for_the_next() -> None:
    bree = errant("Bree", spent(0.5), spent(1), supply=4)
    bree, _ = refill_item(bree, "salve")
    (bree,), happened = remove_empty_items_without_supply((bree,))
    assert [(i.id, i.uses_left) for i in bree.items] == [("salve", 3)]
    assert happened == (UsedUp("bree", "salve-2", "salve", 4),)


def test_where_one_thing_goes_the_rest_of_its_stack_and_the_lantern_stay() -> None:
    bree = errant("Bree", item("lantern", lit=True), item("oil", 2, left=0), supply=1)
    (bree,), _ = remove_empty_items_without_supply((bree,))
    assert [(i.id, i.count, i.uses_left, i.lit) for i in bree.items] == [
        ("lantern", 1, None, False),
        ("oil", 1, 4, False),
    ]


@pytest.mark.parametrize(
    "thing", [item("rope"), item("torch"), spent(1, magic=True), spent(0)], ids=str
)
def test_what_is_not_at_0_or_no_supply_refills_anyway_stays(thing: Item) -> None:
    assert remove_empty_items_without_supply((errant("Bree", thing),)) == (
        (errant("Bree", thing),),
        (),
    )


def test_letting_go_of_what_is_used_up_of_a_stack_leaves_the_rest_of_it() -> None:
    bree, _ = let_go_item(errant("Bree", item("rations", 3, left=0)), "rations")
    assert [(i.count, i.uses_left) for i in bree.items] == [(2, 1)]


def test_what_is_refilled_is_whole_again_and_goes_back_onto_its_stack() -> None:
    bree = errant("Bree", item("rations", 3), item("rations", left=0), supply=1)
    bree, happened = refill_item(bree, "rations-2")
    assert [(i.id, i.count, i.uses_left) for i in bree.items] == [("rations", 4, 1)]
    assert happened == (Refilled("bree", "rations", "rations", 1, 1, 0),)


def test_supply_refills_the_first_at_0_and_the_next_is_gone() -> None:
    company = (errant("Bree", torch(1), torch(1), supply=3),)
    (bree,), _ = burn_lights(company, "always")
    assert [(i.id, i.burn, i.lit) for i in bree.items] == [("torch", 2, True)]
    assert bree.supply == 1


def test_supply_pays_only_for_the_pack_it_is_in() -> None:
    company = (errant("Bree", torch(1)), errant("Wim", supply=9))
    (bree, wim), _ = burn_lights(company, "always")
    assert (bree.items, wim.supply) == ((), 9)


@pytest.mark.parametrize(("supply", "left"), [(3, 2), (1, 0), (0, 0)])
def test_supply_is_never_lowered_below_0(supply: int, left: int) -> None:
    assert lose_one_supply(errant(supply=supply), "want of food")[0].supply == left


def test_who_has_none_loses_nothing() -> None:
    company = (errant("Bree"), animal("Tansy", supply=3))
    assert take_one_supply_from_each(company, "food") == (company, ())


@st.composite
def things(draw: st.DrawFn) -> Item:
    name = draw(st.sampled_from(["torch", "candle", "lantern", "oil", "rations", "feed", "rope"]))
    made = item(name, draw(st.integers(1, 4)))
    if made.max_uses is not None:
        made = made.with_uses_left(draw(st.integers(0, made.max_uses)))
    lit = name in ("torch", "candle", "lantern") and made.count == 1 and draw(st.booleans())
    return item(name, made.count, left=made.uses_left, lit=lit)


@st.composite
def packs(draw: st.DrawFn, name: str) -> Errant:
    carried = draw(st.lists(things(), max_size=5))
    make = draw(st.sampled_from([errant, errant, animal]))
    return make(name, *carried, phys=100, supply=draw(st.integers(0, 9)))


companies = st.tuples(packs("Bree"), packs("Wim"), packs("Una"))
results = st.lists(st.sampled_from(["burn", "deplete"]), min_size=1, max_size=6)
refills: st.SearchStrategy[Refill] = st.sampled_from(["ask", "always", "never"])


def uses_in_all(company: Company) -> int:
    """Every use of every thing, counted thing by thing: the first of a stack may be part-used."""
    total = 0
    for carrier in company:
        for thing in carrier.items:
            if thing.uses_left is not None and thing.max_uses is not None:
                total += sum([thing.uses_left, *[thing.max_uses] * (thing.count - 1)])
    return total


def worn_down(company: Company, result: str, refill: Refill) -> tuple[Company, Happenings]:
    if result == "burn":
        return burn_lights(company, refill)
    return deplete_provisions(company, EIGHT, refill)


@given(companies, results, refills)
def test_burning_and_depleting_never_make_a_negative_value(
    company: Company, many: list[str], refill: Refill
) -> None:
    for result in many:
        company, _ = worn_down(company, result, refill)
        for carrier in company:
            assert carrier.supply >= 0
            assert all(thing.uses_left is None or thing.uses_left >= 0 for thing in carrier.items)
            assert len({thing.id for thing in carrier.items}) == len(carrier.items)


@given(companies, results, refills)
def test_no_use_comes_from_nowhere_and_every_loss_is_told(
    company: Company, many: list[str], refill: Refill
) -> None:
    for result in many:
        after, happened = worn_down(company, result, refill)
        taken = sum(isinstance(h, Burned | Depleted | Fed) for h in happened)
        restored = sum(h.left for h in happened if isinstance(h, Refilled))
        assert uses_in_all(after) == uses_in_all(company) - taken + restored
        paid = sum(h.spent for h in happened if isinstance(h, Refilled))
        lost = sum(h.lost for h in happened if isinstance(h, SupplyLost))
        assert sum(e.supply for e in after) == sum(e.supply for e in company) - paid - lost
        company = after


@given(packs("Bree"), st.data())
def test_the_sum_of_a_stack_is_conserved_when_one_is_taken_out(
    carrier: Errant, data: st.DataObject
) -> None:
    if not carrier.items:
        return
    stack = data.draw(st.sampled_from(carrier.items))
    after, one = take_one_from_stack(carrier, stack.id)
    assert after.get_item(one.id) == one
    assert (one.count, one.uses_left, one.lit) == (1, stack.uses_left, stack.lit)
    assert sum(i.count for i in after.items) == sum(i.count for i in carrier.items)
    assert sum(i.quarter_slots for i in after.items) == sum(i.quarter_slots for i in carrier.items)
    assert uses_in_all((after,)) == uses_in_all((carrier,))
    assert sum(i.lit for i in after.items) == sum(i.lit for i in carrier.items)
    if stack.count > 1:
        rest = after.get_item(stack.id)
        assert (rest.count, rest.uses_left, rest.lit) == (stack.count - 1, stack.max_uses, False)


@given(packs("Bree"))
def test_uses_are_all_that_can_be_had_without_settling_what_is_at_0(carrier: Errant) -> None:
    for kind in ("rations", "feed"):
        usable = [i for i in carrier.items if i.kind == kind and i.uses_left]
        assert count_uses_left(carrier, kind) == uses_in_all((errant("Only", *usable),))
