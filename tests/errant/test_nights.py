"""A night's Rest and who watches (readings, Turns and the clock)."""

import pytest

from companion.errant.errants import Company
from companion.errant.happenings import Exhausted, Rested
from companion.errant.turns import Camp, Turn, apply_sleep, has_slept_half, is_unguarded
from tests.making import errant, turn


def asleep(**fields: object) -> Turn:
    return turn("travel", asleep=True, **fields)


def after_turns(company: Company, *turns: Turn) -> Company:
    for one in turns:
        company, _ = apply_sleep(company, one)
    return company


@pytest.mark.parametrize(("turns", "exhaustion"), [(1, 3), (2, 2), (3, 2), (4, 1)])
def test_two_travel_turns_asleep_remove_1_exhaustion_each(turns: int, exhaustion: int) -> None:
    company = (errant("Bree", exhaustion=3), errant("Wim", exhaustion=3))
    after = after_turns(company, *[asleep()] * turns)
    assert [e.exhaustion for e in after] == [exhaustion, exhaustion]


def test_the_second_turn_tells_what_the_rest_removed() -> None:
    company, first = apply_sleep((errant("Bree", exhaustion=1), errant("Wim")), asleep())
    _, second = apply_sleep(company, asleep())
    assert first == ()
    assert second == (Rested("bree", 1, 0), Rested("wim", 0, 0))


def test_not_in_an_uncomfortable_camp() -> None:
    after = after_turns((errant(exhaustion=3),), *[asleep(camp="uncomfortable")] * 2)
    assert after[0].exhaustion == 3


def test_a_night_in_an_open_camp_is_still_a_nights_rest() -> None:
    assert after_turns((errant(exhaustion=3),), *[asleep(camp="open")] * 2)[0].exhaustion == 2


def test_a_turn_awake_breaks_the_sleep() -> None:
    after = after_turns((errant(exhaustion=3),), asleep(), turn("travel"), asleep())
    assert after[0].exhaustion == 3
    assert after_turns(after, asleep())[0].exhaustion == 2


def test_one_watcher_for_a_whole_turn_gains_1_exhaustion() -> None:
    company = (errant("Bree"), errant("Wim"))
    after, happened = apply_sleep(company, asleep(watch=("bree",)))
    assert [e.exhaustion for e in after] == [1, 0]
    assert happened == (Exhausted("bree", 1, 1, "kept watch alone"),)


def test_two_watchers_gain_none() -> None:
    company = (errant("Bree"), errant("Wim"), errant("Una"))
    after, happened = apply_sleep(company, asleep(watch=("bree", "wim")))
    assert [e.exhaustion for e in after] == [0, 0, 0]
    assert happened == ()


def test_of_two_watchers_one_of_whom_is_away_the_other_watches_alone() -> None:
    company = (errant("Bree"), errant("Wim", away=True))
    after, _ = apply_sleep(company, asleep(watch=("bree", "wim")))
    assert [e.exhaustion for e in after] == [1, 0]


def test_who_watches_does_not_sleep_meanwhile_but_keeps_the_sleep_before() -> None:
    company = (errant("Bree", exhaustion=3), errant("Wim", exhaustion=3))
    shared = asleep(watch=("bree", "wim"))
    after = after_turns(company, asleep(), shared, asleep())
    assert [e.exhaustion for e in after] == [2, 2]


def test_nobody_watches_a_company_that_is_awake() -> None:
    after, happened = apply_sleep((errant(),), turn("travel", watch=("bree",)))
    assert (after[0].exhaustion, happened) == (0, ())


def test_those_away_and_the_dead_do_not_rest_with_the_company() -> None:
    company = (errant("Away", away=True, exhaustion=3), errant("Dead", phys=2, exhaustion=2))
    assert after_turns(company, asleep(), asleep()) == company


@pytest.mark.parametrize(
    ("asleep", "watch", "camp", "expected"),
    [
        (True, (), "suitable", True),
        (True, ("bree",), "suitable", False),
        (True, ("bree",), "uncomfortable", False),
        (True, ("bree", "wim"), "open", True),
        (True, ("corvin",), "suitable", True),
        (False, (), "open", False),
    ],
)
def test_unguarded_is_asleep_with_nobody_here_on_watch_or_in_an_open_camp(
    asleep: bool, watch: tuple[str, ...], camp: Camp, expected: bool
) -> None:
    company = (errant("Bree"), errant("Corvin", away=True), errant("Wim"))
    slept = turn("travel", asleep=asleep, watch=watch, camp=camp)
    assert is_unguarded(company, slept) is expected


def test_a_night_is_half_slept_after_one_turn_and_whole_after_two() -> None:
    company = (errant("Bree"), errant("Wim"), errant("Una"))
    first, second = asleep(), asleep(watch=("una",))
    assert has_slept_half(after_turns(company, first), first)
    assert not has_slept_half(after_turns(company, first, second), second)
    watched = asleep(watch=("bree", "wim"))
    assert has_slept_half(after_turns(company, watched), watched)
