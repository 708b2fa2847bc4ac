"""Depletion, Supply and eating (Items & Equipment; Core Procedures, Event Die – Travel Turns,
Deplete; readings, Depletion, Burn and Supply; Event Die, result 3)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.errant.clock import Moment, Span
from companion.errant.depletion import (
    Refill,
    burn_lights,
    let_go_item,
    list_empty_items,
    lose_members_supply,
    lose_supply,
    refill_item,
    remove_used_up,
    use_item,
)
from companion.errant.errants import Company, Errant
from companion.errant.food import deplete_provisions, eat_meals, end_starving, starve_company_until
from companion.errant.happenings import (
    Burned,
    Depleted,
    Fed,
    Happenings,
    Refilled,
    Starved,
    SupplyLost,
    UsedUp,
    WentWithout,
)
from companion.errant.items import Item
from companion.errant.stacks import count_uses, take_one
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
    (bree, _), happened = remove_used_up(company)
    assert [i.uses_left for i in bree.items] == left
    assert bree.supply == supply
    assert happened == (() if left else (UsedUp("bree", "salve", "salve", 4),))


def test_the_supply_that_refilled_one_thing_is_wanting_for_the_next() -> None:
    bree = errant("Bree", spent(0.5), spent(1), supply=4)
    bree, _ = refill_item(bree, "salve")
    (bree,), happened = remove_used_up((bree,))
    assert [(i.id, i.uses_left) for i in bree.items] == [("salve", 3)]
    assert happened == (UsedUp("bree", "salve-2", "salve", 4),)


def test_where_one_thing_goes_the_rest_of_its_stack_and_the_lantern_stay() -> None:
    bree = errant("Bree", item("lantern", lit=True), item("oil", 2, left=0), supply=1)
    (bree,), _ = remove_used_up((bree,))
    assert [(i.id, i.count, i.uses_left, i.lit) for i in bree.items] == [
        ("lantern", 1, None, False),
        ("oil", 1, 4, False),
    ]


@pytest.mark.parametrize(
    "thing", [item("rope"), item("torch"), spent(1, magic=True), spent(0)], ids=str
)
def test_what_is_not_at_0_or_no_supply_refills_anyway_stays(thing: Item) -> None:
    assert remove_used_up((errant("Bree", thing),)) == ((errant("Bree", thing),), ())


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
    assert lose_supply(errant(supply=supply), "want of food")[0].supply == left


def test_who_has_none_loses_nothing() -> None:
    company = (errant("Bree"), animal("Tansy", supply=3))
    assert lose_members_supply(company, "food") == (company, ())


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
    after, one = take_one(carrier, stack.id)
    assert after.get_item(one.id) == one
    assert (one.count, one.uses_left, one.lit) == (1, stack.uses_left, stack.lit)
    assert sum(i.count for i in after.items) == sum(i.count for i in carrier.items)
    assert sum(i.quarters for i in after.items) == sum(i.quarters for i in carrier.items)
    assert uses_in_all((after,)) == uses_in_all((carrier,))
    assert sum(i.lit for i in after.items) == sum(i.lit for i in carrier.items)
    if stack.count > 1:
        rest = after.get_item(stack.id)
        assert (rest.count, rest.uses_left, rest.lit) == (stack.count - 1, stack.max_uses, False)


@given(packs("Bree"))
def test_uses_are_all_that_can_be_had_without_settling_what_is_at_0(carrier: Errant) -> None:
    for kind in ("rations", "feed"):
        usable = [i for i in carrier.items if i.kind == kind and i.uses_left]
        assert count_uses(carrier, kind) == uses_in_all((errant("Only", *usable),))


def deplete(*company: Errant, plentiful: bool = False) -> Company:
    return deplete_provisions(company, EIGHT, "never", plentiful=plentiful)[0]


def later(span: str) -> Moment:
    return EIGHT + Span.parse(span)


def rations(company: Company) -> list[int]:
    return [count_uses(e, "rations") for e in company]


def test_the_company_must_deplete_rations_by_1_for_every_member() -> None:
    company = (
        errant("Bree", item("rations", 3)),
        errant("Porter", item("rations", 2), kind="retainer"),
        errant("Away", item("rations", 3), away=True),
    )
    after, happened = deplete_provisions(company, EIGHT, "never")
    assert rations(after) == [2, 1, 3]
    assert happened[:2] == (Fed("bree", "bree", "rations"), Fed("porter", "porter", "rations"))


def test_and_animal_feed_by_1_for_each_animal() -> None:
    (bree, tansy) = deplete(
        errant("Bree", item("rations", 2)), animal("Tansy", item("feed"), item("rations", 2))
    )
    assert (
        count_uses(bree, "rations"),
        count_uses(tansy, "rations"),
        count_uses(tansy, "feed"),
    ) == (1, 2, 3)


def test_an_animal_may_eat_feed_that_someone_carries_for_it_but_no_rations() -> None:
    (bree, tansy) = deplete(errant("Bree", item("feed"), item("rations", 2)), animal())
    assert (count_uses(bree, "feed"), tansy.exhaustion) == (3, 0)
    (_, hungry) = deplete(errant("Bree", item("rations", 9)), animal())
    assert hungry.exhaustion == 10


def test_a_member_without_rations_is_given_anothers_from_whoever_has_most() -> None:
    company = (
        errant("Bree", supply=5),
        errant("Una", item("rations", 2)),
        errant("Wim", item("rations", 4)),
    )
    after, happened = deplete_provisions(company, EIGHT, "never")
    assert rations(after) == [0, 1, 2]
    assert Fed("bree", "wim", "rations") in happened
    assert after[0].supply == 5


def test_rations_may_lie_in_a_mules_pack() -> None:
    after = deplete(errant("Bree"), animal("Tansy", item("feed"), item("rations", 2)))
    assert rations(after) == [0, 1]


def test_a_mule_whose_rations_feed_others_still_starves_without_feed() -> None:
    (bree, tansy) = deplete(errant("Bree"), animal("Tansy", item("rations", 2)))
    assert (bree.exhaustion, count_uses(tansy, "rations"), tansy.exhaustion) == (0, 1, 10)


def test_nobody_is_given_the_ration_its_owner_needs() -> None:
    (bree, wim) = deplete(errant("Bree", supply=1), errant("Wim", item("rations")))
    assert (bree.supply, bree.exhaustion, wim.exhaustion) == (0, 0, 0)


def test_food_of_those_away_feeds_nobody() -> None:
    (bree, away) = deplete(errant("Bree"), errant("Away", item("rations", 3), away=True))
    assert (bree.exhaustion, count_uses(away, "rations")) == (1, 3)


def test_without_any_rations_a_member_loses_1_supply_instead() -> None:
    after, happened = deplete_provisions((errant(supply=2),), EIGHT, "never")
    assert (after[0].supply, after[0].exhaustion, after[0].starving) == (1, 0, None)
    assert happened == (SupplyLost("bree", 1, 1, "want of food"),)


def test_else_they_starve_1_exhaustion_now() -> None:
    after, happened = deplete_provisions((errant(),), EIGHT, "never")
    assert (after[0].exhaustion, after[0].starving) == (1, EIGHT)
    assert happened == (Starved("bree", 1, 1),)


@pytest.mark.parametrize(
    ("gone", "exhaustion"), [("23h 59m", 1), ("1d", 2), ("1d 23h", 2), ("3d", 4)]
)
def test_and_1_for_each_day_without_food(gone: str, exhaustion: int) -> None:
    after, _ = starve_company_until(deplete(errant()), later(gone))
    assert after[0].exhaustion == exhaustion


def test_the_same_day_without_food_counts_once_however_the_clock_moves() -> None:
    company = deplete(errant())
    for hours in range(1, 73):
        company, _ = starve_company_until(company, later(f"{hours}h"))
    assert company[0].exhaustion == 4


def test_another_result_3_costs_the_starving_1_more() -> None:
    (hungry,), _ = deplete_provisions(deplete(errant()), later("20h"), "never")
    assert (hungry.exhaustion, hungry.starving) == (2, EIGHT)
    (hungry,), _ = starve_company_until((hungry,), later("1d"))
    assert hungry.exhaustion == 3


def test_going_back_in_time_starves_nobody() -> None:
    company = deplete(errant())
    assert starve_company_until(company, Moment(0)) == (company, ())


def test_who_eats_or_spends_supply_on_food_starves_no_longer() -> None:
    hungry = errant("Bree", exhaustion=1, starving=EIGHT)
    fed = end_starving(hungry)
    assert starve_company_until((fed,), later("9d"))[0] == (fed,)
    (supplied,) = deplete(errant("Bree", starving=EIGHT, supply=1))
    (given, _) = deplete(hungry, errant("Wim", item("rations", 2)))
    assert supplied.starving is None
    assert given.starving is None


def test_the_days_of_those_away_are_not_counted() -> None:
    away = errant("Away", away=True, starving=EIGHT, exhaustion=1)
    (gone,), happened = starve_company_until((away,), later("5d"))
    assert (gone.exhaustion, happened) == (1, ())
    (back,), _ = starve_company_until((replace(gone, away=False),), later("5d 23h"))
    assert back.exhaustion == 1
    (back,), _ = starve_company_until((back,), later("6d"))
    assert back.exhaustion == 2


def test_where_food_is_plentiful_every_member_loses_1_supply_instead() -> None:
    company = (
        errant("Bree", item("rations", 2), supply=3),
        errant("Wim", supply=0),
        animal("Tansy", item("feed"), supply=2),
    )
    after = deplete(*company, plentiful=True)
    assert [e.supply for e in after] == [2, 0, 2]
    assert rations(after) == [2, 0, 0]
    assert [e.exhaustion for e in after] == [0, 0, 0]


def test_where_food_is_plentiful_nobody_goes_on_starving() -> None:
    after = deplete(errant(starving=EIGHT), animal(starving=EIGHT), plentiful=True)
    assert [e.starving for e in after] == [None, None]


def test_a_ration_eaten_up_is_refilled_for_1_supply_or_gone() -> None:
    company = (errant("Bree", item("rations"), supply=1),)
    (always,), paid = deplete_provisions(company, EIGHT, "always")
    assert (count_uses(always, "rations"), always.supply) == (1, 0)
    assert paid[1:] == (Refilled("bree", "rations", "rations", 1, 1, 0),)
    (never,), gone = deplete_provisions(company, EIGHT, "never")
    assert (never.items, never.supply) == ((), 1)
    assert gone[1:] == (UsedUp("bree", "rations", "rations", 1),)
    (ask,), asked = deplete_provisions(company, EIGHT, "ask")
    assert ([i.uses_left for i in ask.items], ask.supply) == ([0], 1)
    assert asked == (Fed("bree", "bree", "rations"),)


def test_hunger_that_kills_leaves_the_rest_to_eat() -> None:
    (bree, wim) = deplete(errant("Bree", phys=1), errant("Wim", item("rations")))
    assert bree.is_dead
    assert (wim.exhaustion, wim.items) == (0, ())


def test_a_meal_by_hand_comes_from_ones_own_pack_and_feeds_nobody_else() -> None:
    company = (errant("Bree", item("rations", 2), starving=EIGHT), errant("Wim", starving=EIGHT))
    after, happened = eat_meals(company, ["bree"], "never")
    assert happened == (Fed("bree", "bree", "rations"), UsedUp("bree", "rations-2", "rations", 1))
    assert rations(after) == [1, 0]
    assert [e.starving for e in after] == [None, EIGHT]


def test_a_meal_by_hand_may_come_from_anothers_pack_or_from_supply() -> None:
    shared = (errant("Bree", item("rations", 2), supply=1), errant("Wim", starving=EIGHT))
    after, happened = eat_meals(shared, ["wim"], "ask")
    assert happened == (Fed("wim", "bree", "rations"),)
    assert after[1].starving is None
    after, happened = eat_meals((errant("Wim", supply=2, starving=EIGHT),), ["wim"], "ask")
    assert happened == (SupplyLost("wim", 1, 1, "want of food"),)
    assert after[0].starving is None


def test_an_animal_eats_feed() -> None:
    after, happened = eat_meals((animal("Tansy", item("feed")), errant("Bree")), ["tansy"], "ask")
    assert happened == (Fed("tansy", "tansy", "feed"),)
    assert after[0].get_item("feed").depletion == 3


def test_a_meal_for_several_begins_with_those_who_have_their_own() -> None:
    company = (errant("Bree"), errant("Una"), errant("Wim", item("rations")))
    after, happened = eat_meals(company, ["bree", "una", "wim"], "never")
    assert happened == (
        Fed("wim", "wim", "rations"),
        UsedUp("wim", "rations", "rations", 1),
        WentWithout("bree"),
        WentWithout("una"),
    )
    assert [e.exhaustion for e in after] == [0, 0, 0]


@pytest.mark.parametrize(
    ("who", "message"),
    [
        (["wim"], "There are no rations for Wim, and no Supply."),
        (["tansy"], "There is no feed for Tansy, and no Supply."),
        (["tansy", "wim"], "There is no feed for Tansy and no rations for Wim, and no Supply."),
        (["una", "wim"], "There are no rations for Una and Wim, and no Supply."),
    ],
)
def test_where_nobody_can_eat_it_is_said_of_what_there_is_none(
    who: list[str], message: str
) -> None:
    with pytest.raises(Impossible) as refused:
        eat_meals((animal("Tansy"), errant("Una"), errant("Wim")), who, "ask")
    assert refused.value.message == message


def test_without_food_or_supply_nobody_eats_and_nobody_starves_for_asking() -> None:
    with pytest.raises(Impossible, match="no rations for Wim"):
        eat_meals((errant("Wim"),), ["wim"], "ask")
