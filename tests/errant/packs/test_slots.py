"""Item Slots and Encumbrance; mounts and vehicles (Items & Equipment; Travel Turns, Mounts &
Vehicles; readings, Item Slots and Encumbrance)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.errant.company import Company, Errant, add_exhaustion
from companion.errant.packs.items import Place
from companion.errant.packs.slots import (
    LAST_FETCH_TRY,
    can_act,
    compute_person_spd,
    compute_spd_under_load,
    count_borne_quarter_slots,
    count_overflowing_quarter_slots,
    count_quarter_slots_before_encumbrance,
    find_bearer_capacity,
    find_encumbrance,
    is_item_found_in_pack,
    list_animals_drawing_vehicle,
    list_riders,
    measure_load,
)
from tests.making import animal, errant, item, laden


def slots_filled(*things: tuple[str, int]) -> float:
    return (
        measure_load(
            errant("Bree", *(item(name, count) for name, count in things))
        ).filled_quarter_slots
        / 4
    )


def test_an_errant_has_item_slots_equal_to_their_phys() -> None:
    assert errant(phys=13).item_slots == 13


@pytest.mark.parametrize(
    ("name", "slots"),
    [("a thing nobody knows", 1), ("torch", 0.5), ("rations", 0.25), ("candle", 0.25), ("oil", 1)],
)
def test_most_items_take_up_1_item_slot_but_some_only_a_half_or_a_quarter(
    name: str, slots: float
) -> None:
    assert slots_filled((name, 1)) == slots


def test_a_stack_fills_what_each_of_it_fills() -> None:
    assert slots_filled(("torches", 6), ("rations", 5)) == 4.25


def test_insignificancia_do_not_fill_an_item_slot() -> None:
    assert measure_load(errant("Bree", item("pebbles", 30, slots=0.0))).filled_quarter_slots == 0


@pytest.mark.parametrize(
    ("coins", "slots"), [(24, 0), (25, 0.25), (99, 0.75), (100, 1), (101, 1), (250, 2.5)]
)
def test_100_coins_fit_in_an_item_slot(coins: int, slots: float) -> None:
    assert measure_load(errant(pennies=coins)).filled_quarter_slots / 4 == slots


def test_coins_fill_slots_by_the_piece_whatever_they_are_worth() -> None:
    assert measure_load(errant(pennies=10, shillings=10, guilders=5)).filled_quarter_slots == 1


def test_each_point_of_supply_takes_up_a_quarter_of_an_item_slot() -> None:
    assert measure_load(errant(supply=7)).filled_quarter_slots == 7


def test_1_point_of_exhaustion_fills_an_item_slot() -> None:
    assert measure_load(errant(exhaustion=3)).filled_quarter_slots == 12


def test_phys_12_has_1_encumbrance_at_3_slots_2_at_6_3_at_9_4_at_all() -> None:
    found = [find_encumbrance(laden(4 * slots, phys=12)) for slots in range(17)]
    assert found == [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 5, 6, 7, 8]


@pytest.mark.parametrize(
    ("slots", "expected"),
    [
        (3.0, 0),
        (3.25, 1),
        (6.25, 1),
        (6.5, 2),
        (9.5, 2),
        (9.75, 3),
        (12.75, 3),
        (13.0, 4),
        (13.75, 4),
        (14.0, 5),
        (14.75, 5),
        (16.75, 7),
        (17.0, 8),
    ],
)
def test_phys_13_gains_encumbrance_at_each_quarter_of_13_slots(slots: float, expected: int) -> None:
    assert find_encumbrance(laden(int(4 * slots), phys=13)) == expected


def counted_in_fractions(quarters: int, slots: int) -> int:
    filled = Fraction(quarters, 4)
    thresholds = [Fraction(slots) * Fraction(percent, 100) for percent in (25, 50, 75, 100)]
    points = sum(filled >= threshold for threshold in thresholds)
    further = slots + 1
    while further <= filled:
        points, further = points + 1, further + 1
    return points


@given(st.integers(0, 200), st.integers(1, 25))
def test_1_encumbrance_for_every_25_percent_then_1_for_each_slot(quarters: int, phys: int) -> None:
    assert find_encumbrance(laden(quarters, phys=phys)) == counted_in_fractions(quarters, phys)


@given(st.integers(0, 200), st.integers(0, 25))
def test_what_is_added_never_lowers_encumbrance(quarters: int, phys: int) -> None:
    more = find_encumbrance(laden(quarters + 1, phys=phys)) - find_encumbrance(
        laden(quarters, phys=phys)
    )
    assert more in (0, 1) or phys < 4


def test_slots_written_otherwise_stand_in_for_phys() -> None:
    assert find_encumbrance(laden(12, phys=6, slots=12)) == 1


@pytest.mark.parametrize(("filled", "able"), [(15.75, True), (16, False), (30, False)])
def test_an_encumbrance_of_8_or_greater_is_incapable_of_doing_anything(
    filled: float, able: bool
) -> None:
    assert can_act(laden(int(4 * filled), phys=12)) is able


def test_the_dead_can_do_nothing() -> None:
    assert not can_act(errant(phys=4, exhaustion=4))


@pytest.mark.parametrize(("skill", "slots", "speed"), [(10, 0, 10), (10, 6, 8), (3, 15, 0)])
def test_spd_is_skill_less_encumbrance_never_below_0(skill: int, slots: int, speed: int) -> None:
    assert compute_person_spd(laden(4 * slots, phys=12, skill=skill)) == speed


@pytest.mark.parametrize(
    ("place", "counts"), [("hand", True), ("handy", True), ("worn", True), ("pack", False)]
)
def test_backpack_off_only_worn_hand_and_handy_items_count(place: Place, counts: bool) -> None:
    bree = errant("Bree", item("anvil", slots=6.0, place=place), phys=12)
    assert find_encumbrance(bree) == 2
    assert find_encumbrance(bree, measure_load(bree).filled_quarters_pack_off) == (
        2 if counts else 0
    )


def test_backpack_off_leaves_supply_and_coins_but_not_exhaustion() -> None:
    bree = errant(phys=12, supply=12, pennies=300, exhaustion=3)
    assert find_encumbrance(bree) == 3
    assert find_encumbrance(bree, measure_load(bree).filled_quarters_pack_off) == 1


def test_an_animal_has_no_encumbrance_but_over_its_slots_it_stands_still() -> None:
    full = animal("Tansy", item("stone", slots=80.0), skill=12)
    over = animal("Tansy", item("stone", slots=80.25), skill=12)
    assert (
        find_encumbrance(over),
        find_encumbrance(over, measure_load(over).filled_quarters_pack_off),
    ) == (0, 0)
    assert (compute_spd_under_load((full,), full), compute_spd_under_load((over,), over)) == (12, 0)


def test_with_the_pack_off_what_is_in_a_bag_in_hand_or_worn_still_counts() -> None:
    for place, filled in (("hand", 8), ("handy", 8), ("worn", 8), ("pack", 0)):
        sack = item("sack", slots=0.0, holds="small", place=place)
        pouch = item("pouch", slots=0.0, holds="small", inside="sack")
        bree = errant("Bree", item("idol", slots=2.0, inside="pouch"), pouch, sack)
        assert (
            measure_load(bree).filled_quarter_slots,
            measure_load(bree).filled_quarters_pack_off,
        ) == (8, filled)


def test_where_it_says_it_is_carried_counts_for_nothing_in_a_container() -> None:
    sack = item("sack", slots=0.0, holds="small")
    bree = errant("Bree", sack, item("idol", slots=2.0, inside="sack", place="hand"))
    assert measure_load(bree).filled_quarters_pack_off == 0


@pytest.mark.parametrize(
    ("filled", "phys", "left"),
    [(0, 12, 2.75), (2.75, 12, 0), (3, 12, 2.75), (11.75, 12, 0), (12, 12, 0.75), (13, 12, 0.75)]
    + [(0, 13, 3), (3, 13, 0), (3.25, 13, 3), (6.25, 13, 0), (13, 13, 0.75), (13.75, 13, 0)],
)
def test_so_much_can_be_carried_before_the_next_point_of_encumbrance(
    filled: float, phys: int, left: float
) -> None:
    assert count_quarter_slots_before_encumbrance(int(4 * filled), phys) / 4 == left


@given(st.integers(0, 200), st.integers(0, 25))
def test_up_to_there_encumbrance_stays_and_a_quarter_more_raises_it(
    quarters: int, phys: int
) -> None:
    bree, left = laden(quarters, phys=phys), count_quarter_slots_before_encumbrance(quarters, phys)
    assert find_encumbrance(bree, quarters + left) == find_encumbrance(bree)
    assert find_encumbrance(bree, quarters + left + 1) == find_encumbrance(bree) + 1


@pytest.mark.parametrize(
    ("place", "slots", "past"),
    [("hand", 2, 0), ("hand", 2.5, 0.5), ("handy", 4, 0), ("handy", 6, 2)]
    + [("worn", 9, 0), ("pack", 9, 0)],
)
def test_2_slots_are_in_hand_and_4_handy_and_more_is_pointed_out(
    place: Place, slots: float, past: float
) -> None:
    bree = errant("Bree", item("anvil", slots=slots, place=place))
    assert count_overflowing_quarter_slots(bree, place) / 4 == past


@pytest.mark.parametrize(
    ("tries", "finds"), [(1, {1}), (2, {1, 2}), (3, {1, 2, 3}), (4, {1, 2, 3, 4})]
)
def test_the_nth_try_finds_it_on_n_faces_of_4(tries: int, finds: set[int]) -> None:
    assert {face for face in range(1, 5) if is_item_found_in_pack(tries, face)} == finds


def test_by_the_fourth_attempt_they_have_it_and_no_die_is_rolled() -> None:
    assert LAST_FETCH_TRY == 4
    assert is_item_found_in_pack(4, None)
    assert not any(is_item_found_in_pack(tries, None) for tries in (1, 2, 3))


MOUNTS = {
    "cattle": (100, 4),
    "draft horse": (100, 8),
    "riding horse": (80, 12),
    "war horse": (60, 16),
    "mule": (80, 1),
}
"""Slots and SPD."""
VEHICLES = {"cart": (2, 8), "wagon": (4, 8)}
"""How often the slots of those that draw it, and what it takes off their SPD."""


def mount(breed: str, /, **fields: object) -> Errant:
    slots, pace = MOUNTS[breed]
    draught = breed == "draft horse"
    return animal(breed, **{"slots": slots, "skill": pace, "draught": draught, **fields})


def vehicle(sort: str, **fields: object) -> Errant:
    times, slower = VEHICLES[sort]
    return errant(sort, kind="vehicle", times=times, slower=slower, **fields)


def hitched(sort: str, *breeds: str) -> tuple[Errant, Company]:
    drawn = vehicle(sort)
    team = (replace(mount(breed, draws=sort), id=f"{breed}-{n}") for n, breed in enumerate(breeds))
    return drawn, (drawn, *team)


@pytest.mark.parametrize("breed", MOUNTS)
def test_above_its_slots_the_spd_of_a_mount_is_0(breed: str) -> None:
    slots, pace = MOUNTS[breed]
    full = replace(mount(breed), items=laden(4 * slots).items)
    over = replace(mount(breed), items=laden(4 * slots + 1).items)
    assert (find_bearer_capacity((full,), full), count_borne_quarter_slots((full,), full)) == (
        slots,
        4 * slots,
    )
    assert compute_spd_under_load((full,), full) == pace
    assert compute_spd_under_load((over,), over) == 0


def test_a_rider_with_10_slots_filled_counts_for_30_slots_on_its_mount() -> None:
    horse, bree = mount("riding horse"), laden(40, rides="riding-horse")
    company = (bree, horse)
    assert list_riders(company, horse) == (bree,)
    assert count_borne_quarter_slots(company, horse) == 4 * 30


def test_all_that_a_rider_has_counts_with_them() -> None:
    bree = errant(supply=2, pennies=50, exhaustion=3, rides="mule")
    assert count_borne_quarter_slots((bree, mount("mule")), mount("mule")) == 4 * 20 + 2 + 2 + 12


def test_what_a_mount_carries_and_who_rides_it_are_borne_together() -> None:
    mule = replace(mount("mule"), items=laden(4 * 50).items)
    light, heavy = laden(4 * 10, rides="mule"), laden(4 * 10 + 1, rides="mule")
    assert compute_spd_under_load((light, mule), mule) == 1
    assert compute_spd_under_load((heavy, mule), mule) == 0


@pytest.mark.parametrize("change", [{"away": True}, {"exhaustion": 10}, {"rides": ""}])
def test_who_is_away_or_dead_or_on_foot_weighs_on_no_mount(change: dict[str, object]) -> None:
    rider = replace(errant(phys=10, rides="mule"), **change)
    assert list_riders((rider, mount("mule")), mount("mule")) == ()
    assert count_borne_quarter_slots((rider, mount("mule")), mount("mule")) == 0


def test_mounts_and_vehicles_have_no_encumbrance() -> None:
    for bearer in (mount("mule"), vehicle("cart")):
        over = replace(bearer, items=laden(4_000).items)
        assert find_encumbrance(over) == 0
        assert can_act(over)


def test_a_persons_spd_is_skill_less_encumbrance_mounted_or_not() -> None:
    bree = laden(24, phys=12, skill=9, rides="mule")
    assert compute_spd_under_load((bree, mount("mule")), bree) == compute_person_spd(bree) == 7


@pytest.mark.parametrize(
    ("sort", "breeds", "slots"),
    [
        ("cart", ("mule",), 160),
        ("cart", ("mule", "riding horse"), 320),
        ("cart", ("cattle", "war horse"), 320),
        ("wagon", ("mule",), 320),
        ("wagon", ("draft horse",) * 4, 1_600),
        ("wagon", ("cattle", "draft horse", "mule", "war horse"), 1_360),
    ],
)
def test_a_vehicle_multiplies_the_sum_of_its_mounts_slots(
    sort: str, breeds: tuple[str, ...], slots: int
) -> None:
    drawn, company = hitched(sort, *breeds)
    assert [each.name for each in list_animals_drawing_vehicle(company, drawn)] == list(breeds)
    assert find_bearer_capacity(company, drawn) == slots


@pytest.mark.parametrize(
    ("breeds", "pace"),
    [
        (("riding horse",), 4),
        (("war horse",), 8),
        (("war horse", "mule"), 8),
        (("mule",), 0),
        (("cattle",), 0),
        (("draft horse",), 8),
        (("draft horse", "draft horse"), 8),
        (("draft horse", "mule"), 8),
        (("draft horse", "war horse"), 8),
        (("draft horse", "riding horse"), 4),
    ],
)
def test_a_vehicle_slows_its_fastest_mount_but_no_draft_horse(
    breeds: tuple[str, ...], pace: int
) -> None:
    drawn, company = hitched("cart", *breeds)
    assert compute_spd_under_load(company, drawn) == pace


def test_a_vehicle_over_its_slots_or_without_a_team_stands_still() -> None:
    drawn, company = hitched("cart", "riding horse")
    full, over = (replace(drawn, items=laden(4 * 160 + more).items) for more in (0, 1))
    assert (compute_spd_under_load(company, full), compute_spd_under_load(company, over)) == (4, 0)
    assert (find_bearer_capacity((drawn,), drawn), compute_spd_under_load((drawn,), drawn)) == (
        0,
        0,
    )


def test_a_passenger_counts_on_the_vehicle_and_not_on_what_draws_it() -> None:
    drawn, (_, horse) = hitched("cart", "riding horse")
    bree = laden(40, rides="cart")
    company = (bree, drawn, horse)
    assert count_borne_quarter_slots(company, drawn) == 4 * 30
    assert count_borne_quarter_slots(company, horse) == 0


@pytest.mark.parametrize("gone", [{"away": True}, {"exhaustion": 80}])
def test_an_animal_that_is_not_there_draws_nothing(gone: dict[str, object]) -> None:
    drawn, (_, horse) = hitched("cart", "riding horse")
    assert find_bearer_capacity((drawn, replace(horse, **gone)), drawn) == 0


def test_mounts_take_10_times_as_much_exhaustion_as_people() -> None:
    mule = add_exhaustion(mount("mule"), 1)
    assert (mule.exhaustion, measure_load(mule).filled_quarter_slots) == (10, 40)
    assert not add_exhaustion(mount("mule"), 7).is_dead
    assert add_exhaustion(mount("mule"), 8).is_dead


def test_what_is_in_a_chest_on_a_cart_is_borne_by_the_cart() -> None:
    drawn, (_, mule) = hitched("cart", "mule")
    chest = item("chest", slots=5.0, bulky=True, holds="bulky")
    laden_cart = errant("cart", chest, item("anvil", slots=6.0, inside="chest"))
    drawn = replace(drawn, items=laden_cart.items)
    assert count_borne_quarter_slots((drawn, mule), drawn) == 4 * 11
