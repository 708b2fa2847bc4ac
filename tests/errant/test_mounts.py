"""Mounts and vehicles (Travel Turns, Mounts & Vehicles)."""

import pytest
from msgspec.structs import replace

from companion.errant.errants import Company, Errant, add_exhaustion
from companion.errant.slots import (
    can_act,
    compute_speed,
    count_bearer_slots,
    count_borne_quarters,
    encumbrance,
    list_riders,
    list_team,
    measure_load,
    spd,
)
from tests.making import animal, errant, item, laden

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
    assert (count_bearer_slots((full,), full), count_borne_quarters((full,), full)) == (
        slots,
        4 * slots,
    )
    assert compute_speed((full,), full) == pace
    assert compute_speed((over,), over) == 0


def test_a_rider_with_10_slots_filled_counts_for_30_slots_on_its_mount() -> None:
    horse, bree = mount("riding horse"), laden(40, rides="riding-horse")
    company = (bree, horse)
    assert list_riders(company, horse) == (bree,)
    assert count_borne_quarters(company, horse) == 4 * 30


def test_all_that_a_rider_has_counts_with_them() -> None:
    bree = errant(supply=2, pennies=50, exhaustion=3, rides="mule")
    assert count_borne_quarters((bree, mount("mule")), mount("mule")) == 4 * 20 + 2 + 2 + 12


def test_what_a_mount_carries_and_who_rides_it_are_borne_together() -> None:
    mule = replace(mount("mule"), items=laden(4 * 50).items)
    light, heavy = laden(4 * 10, rides="mule"), laden(4 * 10 + 1, rides="mule")
    assert compute_speed((light, mule), mule) == 1
    assert compute_speed((heavy, mule), mule) == 0


@pytest.mark.parametrize("change", [{"away": True}, {"exhaustion": 10}, {"rides": ""}])
def test_who_is_away_or_dead_or_on_foot_weighs_on_no_mount(change: dict[str, object]) -> None:
    rider = replace(errant(phys=10, rides="mule"), **change)
    assert list_riders((rider, mount("mule")), mount("mule")) == ()
    assert count_borne_quarters((rider, mount("mule")), mount("mule")) == 0


def test_mounts_and_vehicles_have_no_encumbrance() -> None:
    for bearer in (mount("mule"), vehicle("cart")):
        over = replace(bearer, items=laden(4_000).items)
        assert encumbrance(over) == 0
        assert can_act(over)


def test_a_persons_spd_is_skill_less_encumbrance_mounted_or_not() -> None:
    bree = laden(24, phys=12, skill=9, rides="mule")
    assert compute_speed((bree, mount("mule")), bree) == spd(bree) == 7


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
    assert [each.name for each in list_team(company, drawn)] == list(breeds)
    assert count_bearer_slots(company, drawn) == slots


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
    assert compute_speed(company, drawn) == pace


def test_a_vehicle_over_its_slots_or_without_a_team_stands_still() -> None:
    drawn, company = hitched("cart", "riding horse")
    full, over = (replace(drawn, items=laden(4 * 160 + more).items) for more in (0, 1))
    assert (compute_speed(company, full), compute_speed(company, over)) == (4, 0)
    assert (count_bearer_slots((drawn,), drawn), compute_speed((drawn,), drawn)) == (0, 0)


def test_a_passenger_counts_on_the_vehicle_and_not_on_what_draws_it() -> None:
    drawn, (_, horse) = hitched("cart", "riding horse")
    bree = laden(40, rides="cart")
    company = (bree, drawn, horse)
    assert count_borne_quarters(company, drawn) == 4 * 30
    assert count_borne_quarters(company, horse) == 0


@pytest.mark.parametrize("gone", [{"away": True}, {"exhaustion": 80}])
def test_an_animal_that_is_not_there_draws_nothing(gone: dict[str, object]) -> None:
    drawn, (_, horse) = hitched("cart", "riding horse")
    assert count_bearer_slots((drawn, replace(horse, **gone)), drawn) == 0


def test_mounts_take_10_times_as_much_exhaustion_as_people() -> None:
    mule = add_exhaustion(mount("mule"), 1)
    assert (mule.exhaustion, measure_load(mule).filled_quarters) == (10, 40)
    assert not add_exhaustion(mount("mule"), 7).is_dead
    assert add_exhaustion(mount("mule"), 8).is_dead


def test_what_is_in_a_chest_on_a_cart_is_borne_by_the_cart() -> None:
    drawn, (_, mule) = hitched("cart", "mule")
    chest = item("chest", slots=5.0, bulky=True, holds="bulky")
    laden_cart = errant("cart", chest, item("anvil", slots=6.0, inside="chest"))
    drawn = replace(drawn, items=laden_cart.items)
    assert count_borne_quarters((drawn, mule), drawn) == 4 * 11
