"""Item Slots and Encumbrance (Items & Equipment; readings, Item Slots and Encumbrance)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errant.items import Place
from companion.errant.slots import (
    LAST_FETCH_TRY,
    can_act,
    compute_speed,
    count_overflow,
    count_quarters_to_next,
    encumbrance,
    is_found_in_pack,
    measure_load,
    spd,
)
from tests.making import animal, errant, item, laden


def slots_filled(*things: tuple[str, int]) -> float:
    return (
        measure_load(errant("Bree", *(item(name, count) for name, count in things))).filled_quarters
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
    assert measure_load(errant("Bree", item("pebbles", 30, slots=0.0))).filled_quarters == 0


@pytest.mark.parametrize(
    ("coins", "slots"), [(24, 0), (25, 0.25), (99, 0.75), (100, 1), (101, 1), (250, 2.5)]
)
def test_100_coins_fit_in_an_item_slot(coins: int, slots: float) -> None:
    assert measure_load(errant(pennies=coins)).filled_quarters / 4 == slots


def test_coins_fill_slots_by_the_piece_whatever_they_are_worth() -> None:
    assert measure_load(errant(pennies=10, shillings=10, guilders=5)).filled_quarters == 1


def test_each_point_of_supply_takes_up_a_quarter_of_an_item_slot() -> None:
    assert measure_load(errant(supply=7)).filled_quarters == 7


def test_1_point_of_exhaustion_fills_an_item_slot() -> None:
    assert measure_load(errant(exhaustion=3)).filled_quarters == 12


def test_phys_12_has_1_encumbrance_at_3_slots_2_at_6_3_at_9_4_at_all() -> None:
    found = [encumbrance(laden(4 * slots, phys=12)) for slots in range(17)]
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
    assert encumbrance(laden(int(4 * slots), phys=13)) == expected


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
    assert encumbrance(laden(quarters, phys=phys)) == counted_in_fractions(quarters, phys)


@given(st.integers(0, 200), st.integers(0, 25))
def test_what_is_added_never_lowers_encumbrance(quarters: int, phys: int) -> None:
    more = encumbrance(laden(quarters + 1, phys=phys)) - encumbrance(laden(quarters, phys=phys))
    assert more in (0, 1) or phys < 4


def test_slots_written_otherwise_stand_in_for_phys() -> None:
    assert encumbrance(laden(12, phys=6, slots=12)) == 1


@pytest.mark.parametrize(("filled", "able"), [(15.75, True), (16, False), (30, False)])
def test_an_encumbrance_of_8_or_greater_is_incapable_of_doing_anything(
    filled: float, able: bool
) -> None:
    assert can_act(laden(int(4 * filled), phys=12)) is able


def test_the_dead_can_do_nothing() -> None:
    assert not can_act(errant(phys=4, exhaustion=4))


@pytest.mark.parametrize(("skill", "slots", "speed"), [(10, 0, 10), (10, 6, 8), (3, 15, 0)])
def test_spd_is_skill_less_encumbrance_never_below_0(skill: int, slots: int, speed: int) -> None:
    assert spd(laden(4 * slots, phys=12, skill=skill)) == speed


@pytest.mark.parametrize(
    ("place", "counts"), [("hand", True), ("handy", True), ("worn", True), ("pack", False)]
)
def test_backpack_off_only_worn_hand_and_handy_items_count(place: Place, counts: bool) -> None:
    bree = errant("Bree", item("anvil", slots=6.0, place=place), phys=12)
    assert encumbrance(bree) == 2
    assert encumbrance(bree, measure_load(bree).filled_quarters_pack_off) == (2 if counts else 0)


def test_backpack_off_leaves_supply_and_coins_but_not_exhaustion() -> None:
    bree = errant(phys=12, supply=12, pennies=300, exhaustion=3)
    assert encumbrance(bree) == 3
    assert encumbrance(bree, measure_load(bree).filled_quarters_pack_off) == 1


def test_an_animal_has_no_encumbrance_but_over_its_slots_it_stands_still() -> None:
    full = animal("Tansy", item("stone", slots=80.0), skill=12)
    over = animal("Tansy", item("stone", slots=80.25), skill=12)
    assert (encumbrance(over), encumbrance(over, measure_load(over).filled_quarters_pack_off)) == (
        0,
        0,
    )
    assert (compute_speed((full,), full), compute_speed((over,), over)) == (12, 0)


def test_with_the_pack_off_what_is_in_a_bag_in_hand_or_worn_still_counts() -> None:
    for place, filled in (("hand", 8), ("handy", 8), ("worn", 8), ("pack", 0)):
        sack = item("sack", slots=0.0, holds="small", place=place)
        pouch = item("pouch", slots=0.0, holds="small", inside="sack")
        bree = errant("Bree", item("idol", slots=2.0, inside="pouch"), pouch, sack)
        assert (
            measure_load(bree).filled_quarters,
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
    assert count_quarters_to_next(int(4 * filled), phys) / 4 == left


@given(st.integers(0, 200), st.integers(0, 25))
def test_up_to_there_encumbrance_stays_and_a_quarter_more_raises_it(
    quarters: int, phys: int
) -> None:
    bree, left = laden(quarters, phys=phys), count_quarters_to_next(quarters, phys)
    assert encumbrance(bree, quarters + left) == encumbrance(bree)
    assert encumbrance(bree, quarters + left + 1) == encumbrance(bree) + 1


@pytest.mark.parametrize(
    ("place", "slots", "past"),
    [("hand", 2, 0), ("hand", 2.5, 0.5), ("handy", 4, 0), ("handy", 6, 2)]
    + [("worn", 9, 0), ("pack", 9, 0)],
)
def test_2_slots_are_in_hand_and_4_handy_and_more_is_pointed_out(
    place: Place, slots: float, past: float
) -> None:
    bree = errant("Bree", item("anvil", slots=slots, place=place))
    assert count_overflow(bree, place) / 4 == past


@pytest.mark.parametrize(
    ("tries", "finds"), [(1, {1}), (2, {1, 2}), (3, {1, 2, 3}), (4, {1, 2, 3, 4})]
)
def test_the_nth_try_finds_it_on_n_faces_of_4(tries: int, finds: set[int]) -> None:
    assert {face for face in range(1, 5) if is_found_in_pack(tries, face)} == finds


def test_by_the_fourth_attempt_they_have_it_and_no_die_is_rolled() -> None:
    assert LAST_FETCH_TRY == 4
    assert is_found_in_pack(4, None)
    assert not any(is_found_in_pack(tries, None) for tries in (1, 2, 3))
