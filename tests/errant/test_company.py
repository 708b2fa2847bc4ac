"""Exhaustion (Items & Equipment, Exhaustion)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.errant.company import (
    Company,
    add_exhaustion,
    exhaust_errants,
    exhaust_members_instead_of_rest,
    list_members_present,
)
from companion.errant.happenings import Exhausted
from tests.making import animal, errant


@pytest.mark.parametrize(("exhaustion", "dead"), [(0, False), (11, False), (12, True), (13, True)])
def test_exhaustion_equal_to_phys_kills_immediately(exhaustion: int, dead: bool) -> None:
    assert errant(phys=12, exhaustion=exhaustion).is_dead is dead


@pytest.mark.parametrize("attribute", ["phys", "skill", "mind", "pres"])
def test_any_attribute_at_0_the_errant_dies(attribute: str) -> None:
    """Procedures 1.13."""
    assert replace(errant(), **{attribute: 0}).is_dead
    assert not replace(errant(), **{attribute: 1}).is_dead


def test_slots_written_otherwise_do_not_move_the_exhaustion_that_kills() -> None:
    assert errant(phys=8, slots=12, exhaustion=8).is_dead


def test_pressing_on_exhausts_every_present_member_but_no_animal() -> None:
    company = (
        errant("Bree"),
        errant("Porter", kind="retainer", exhaustion=2),
        errant("Away", away=True),
        animal(),
    )
    after, happened = exhaust_members_instead_of_rest(company)
    assert [e.exhaustion for e in after] == [1, 3, 0, 0]
    assert happened == (
        Exhausted("bree", 1, 1, "pressed on"),
        Exhausted("porter", 1, 3, "pressed on"),
    )


def test_the_last_point_kills_and_who_is_dead_gains_no_more() -> None:
    after, _ = exhaust_members_instead_of_rest((errant(phys=3, exhaustion=2),))
    assert after[0].is_dead
    assert list_members_present(after) == ()
    assert exhaust_members_instead_of_rest(after) == (after, ())


def test_an_animal_takes_ten_times_the_exhaustion_a_person_does() -> None:
    assert add_exhaustion(animal(), 2).exhaustion == 20
    assert not animal(exhaustion=79).is_dead
    assert animal(exhaustion=80).is_dead


def test_lowering_what_is_not_there_changes_and_tells_nothing() -> None:
    company = (errant(),)
    assert exhaust_errants(company, company, -1) == (company, ())


@given(st.integers(0, 50), st.lists(st.integers(-20, 20), max_size=10))
def test_exhaustion_is_never_below_0_and_is_told_as_it_changed(
    start: int, points: list[int]
) -> None:
    company: Company = (errant(phys=100, exhaustion=start),)
    for point in points:
        before = company[0].exhaustion
        company, happened = exhaust_errants(company, company, point)
        now = company[0].exhaustion
        assert now == max(0, before + point)
        assert sum(h.gained for h in happened if isinstance(h, Exhausted)) == now - before
