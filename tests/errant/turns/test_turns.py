"""Turns and how they nest; a night's Rest and who watches (Core Procedures, Turns; readings, Turns
and the clock)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errant.company import Company
from companion.errant.happenings import Exhausted, Rested
from companion.errant.turns.moments_and_spans import Moment, Span
from companion.errant.turns.turns import (
    TURN_LENGTHS,
    TURN_TYPES,
    Camp,
    Turn,
    TurnStack,
    TurnType,
    add_declared_action,
    apply_sleep_and_watch_of_turn,
    clear_declared_actions,
    find_turn_end,
    foresee_night,
    get_innermost_turn,
    has_slept_half_night,
    is_sleeping_unguarded,
    make_next_turn,
    open_inner_turn_type,
)
from companion.refusal import Impossible
from tests.making import EIGHT, errant, turn


@pytest.mark.parametrize(
    ("turn_type", "length"),
    [("travel", "4h"), ("exploration", "10m"), ("initiative", "10s"), ("downtime", "30d")],
)
def test_the_lengths_of_the_four_types_of_turn(turn_type: TurnType, length: str) -> None:
    assert TURN_LENGTHS[turn_type] == Span.parse(length)


def test_who_kept_watch_in_the_first_turn_has_no_nights_rest_after_the_second() -> None:
    company = (errant("Bree"), errant("Wim", slept=1), errant("Ondine", slept=1))
    night = turn("travel", asleep=True, watch=("wim",))
    assert foresee_night(company, night) == (("ondine",), ("bree",), ("wim",))


def test_travel_turns_are_six_a_day() -> None:
    watches = [Moment(EIGHT.seconds % 14400 + n * TURN_LENGTHS["travel"].seconds) for n in range(7)]
    assert [(m.day, m.watch) for m in watches] == [*((1, n) for n in range(1, 7)), (2, 1)]


def test_zooming_from_travel_to_exploration_to_initiative() -> None:
    travel = add_declared_action(turn("travel"), "company", "move one hex on")
    stack = open_inner_turn_type((travel,), "exploration", EIGHT)
    searching = add_declared_action(
        make_next_turn(get_innermost_turn(stack), EIGHT), "company", "search the room"
    )
    stack = open_inner_turn_type((travel, searching), "initiative", EIGHT)
    assert [t.type for t in stack] == ["travel", "exploration", "initiative"]
    outside = stack[:-1]
    assert get_innermost_turn(outside).declared == {"company": "search the room"}
    assert outside[0].declared == {"company": "move one hex on"}


@pytest.mark.parametrize("outer", TURN_TYPES)
@pytest.mark.parametrize("inner", TURN_TYPES)
def test_only_a_shorter_turn_type_nests_inside_another(outer: TurnType, inner: TurnType) -> None:
    stack: TurnStack = (turn(outer),)
    if TURN_LENGTHS[inner] < TURN_LENGTHS[outer]:
        assert open_inner_turn_type(stack, inner, EIGHT)[-1].type == inner
    else:
        with pytest.raises(Impossible, match="do not fit inside"):
            open_inner_turn_type(stack, inner, EIGHT)


def test_a_turn_type_opened_inside_another_is_played_at_its_place() -> None:
    assert (
        open_inner_turn_type((turn("travel", place="fen"),), "exploration", EIGHT)[-1].place
        == "fen"
    )


def test_no_turn_open_is_refused_with_a_way_forward() -> None:
    with pytest.raises(Impossible) as refused:
        get_innermost_turn(())
    assert "zoom" in refused.value.hint


def test_time_spent_inside_counts_as_part_of_the_outer_turn() -> None:
    travel = turn("travel")
    assert find_turn_end(
        travel, EIGHT + Span.parse("30m"), TURN_LENGTHS["travel"]
    ) == EIGHT + Span.parse("4h")


def test_a_turn_ends_at_the_time_reached_if_that_is_later() -> None:
    reached = EIGHT + Span.parse("5h 10m")
    assert find_turn_end(turn("travel"), reached, TURN_LENGTHS["travel"]) == reached


@given(st.integers(0, 10**6), st.integers(1, 10**6))
def test_when_a_turn_ends_the_clock_never_stands_before_either(inside: int, length: int) -> None:
    now = EIGHT + Span(inside)
    end = find_turn_end(turn(), now, Span(length))
    assert end in (now, EIGHT + Span(length))
    assert end >= now
    assert end >= EIGHT + Span(length)


def test_a_turn_that_never_began_takes_no_time() -> None:
    assert find_turn_end(turn(begun=False), EIGHT, TURN_LENGTHS["exploration"]) == EIGHT


def test_you_can_treat_exploration_turns_as_lasting_about_an_hour() -> None:
    hour = Span.parse("1h")
    stack = open_inner_turn_type((), "exploration", EIGHT, span=hour)
    first = make_next_turn(get_innermost_turn(stack), EIGHT)
    second = make_next_turn(first, EIGHT + hour)
    assert find_turn_end(first, EIGHT, TURN_LENGTHS["exploration"]) == EIGHT + hour
    assert find_turn_end(second, second.began, TURN_LENGTHS["exploration"]) == EIGHT + hour + hour


def test_a_single_turn_may_be_given_another_length() -> None:
    long = make_next_turn(turn(), EIGHT, length=Span.parse("30m"))
    after = make_next_turn(long, EIGHT)
    assert find_turn_end(long, EIGHT, TURN_LENGTHS["exploration"]) == EIGHT + Span.parse("30m")
    assert find_turn_end(after, EIGHT, TURN_LENGTHS["exploration"]) == EIGHT + Span.parse("10m")


def test_the_next_turn_has_nothing_declared_or_rolled() -> None:
    old = add_declared_action(
        turn(face=2, choice="rest", resting=True, place="crypt"), "company", "dig"
    )
    new = make_next_turn(old, EIGHT)
    assert (new.number, new.place, new.begun) == (2, "crypt", True)
    assert (new.declared, new.face, new.choice, new.resting) == ({}, None, "", False)


def test_in_initiative_turns_each_errant_declares_for_themselves() -> None:
    both = add_declared_action(
        add_declared_action(turn("initiative"), "bree", "aims"), "wim", "hides"
    )
    assert both.declared == {"bree": "aims", "wim": "hides"}
    assert clear_declared_actions(both).declared == {}


@pytest.mark.parametrize("camp", ["open", "uncomfortable"])
def test_a_night_of_two_turns_is_slept_in_the_same_camp(camp: Camp) -> None:
    assert make_next_turn(turn("travel", asleep=True, camp=camp), EIGHT).camp == camp
    assert make_next_turn(turn("travel", camp=camp), EIGHT).camp == "suitable"


def asleep(**fields: object) -> Turn:
    return turn("travel", asleep=True, **fields)


def after_turns(company: Company, *turns: Turn) -> Company:
    for one in turns:
        company, _ = apply_sleep_and_watch_of_turn(company, one)
    return company


@pytest.mark.parametrize(("turns", "exhaustion"), [(1, 3), (2, 2), (3, 2), (4, 1)])
def test_two_travel_turns_asleep_remove_1_exhaustion_each(turns: int, exhaustion: int) -> None:
    company = (errant("Bree", exhaustion=3), errant("Wim", exhaustion=3))
    after = after_turns(company, *[asleep()] * turns)
    assert [e.exhaustion for e in after] == [exhaustion, exhaustion]


def test_the_second_turn_tells_what_the_rest_removed() -> None:
    company, first = apply_sleep_and_watch_of_turn(
        (errant("Bree", exhaustion=1), errant("Wim")), asleep()
    )
    _, second = apply_sleep_and_watch_of_turn(company, asleep())
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
    after, happened = apply_sleep_and_watch_of_turn(company, asleep(watch=("bree",)))
    assert [e.exhaustion for e in after] == [1, 0]
    assert happened == (Exhausted("bree", 1, 1, "kept watch alone"),)


def test_two_watchers_gain_none() -> None:
    company = (errant("Bree"), errant("Wim"), errant("Una"))
    after, happened = apply_sleep_and_watch_of_turn(company, asleep(watch=("bree", "wim")))
    assert [e.exhaustion for e in after] == [0, 0, 0]
    assert happened == ()


def test_of_two_watchers_one_of_whom_is_away_the_other_watches_alone() -> None:
    company = (errant("Bree"), errant("Wim", away=True))
    after, _ = apply_sleep_and_watch_of_turn(company, asleep(watch=("bree", "wim")))
    assert [e.exhaustion for e in after] == [1, 0]


def test_who_watches_does_not_sleep_meanwhile_but_keeps_the_sleep_before() -> None:
    company = (errant("Bree", exhaustion=3), errant("Wim", exhaustion=3))
    shared = asleep(watch=("bree", "wim"))
    after = after_turns(company, asleep(), shared, asleep())
    assert [e.exhaustion for e in after] == [2, 2]


def test_nobody_watches_a_company_that_is_awake() -> None:
    after, happened = apply_sleep_and_watch_of_turn((errant(),), turn("travel", watch=("bree",)))
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
    assert is_sleeping_unguarded(company, slept) is expected


def test_a_night_is_half_slept_after_one_turn_and_whole_after_two() -> None:
    company = (errant("Bree"), errant("Wim"), errant("Una"))
    first, second = asleep(), asleep(watch=("una",))
    assert has_slept_half_night(after_turns(company, first), first)
    assert not has_slept_half_night(after_turns(company, first, second), second)
    watched = asleep(watch=("bree", "wim"))
    assert has_slept_half_night(after_turns(company, watched), watched)
