"""Turns and how they nest (Core Procedures, Turns; readings, Turns and the clock)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errant.clock import Moment, Span
from companion.errant.turns import (
    TURN_LENGTHS,
    TURN_TYPES,
    Camp,
    TurnStack,
    TurnType,
    add_declared_action,
    clear_declared,
    find_turn_end,
    get_innermost_turn,
    make_next_turn,
    open_turn_type,
)
from companion.refusal import Impossible
from tests.making import EIGHT, turn


@pytest.mark.parametrize(
    ("turn_type", "length"),
    [("travel", "4h"), ("exploration", "10m"), ("initiative", "10s"), ("downtime", "30d")],
)
def test_the_lengths_of_the_four_types_of_turn(turn_type: TurnType, length: str) -> None:
    assert TURN_LENGTHS[turn_type] == Span.parse(length)


def test_travel_turns_are_six_a_day() -> None:
    watches = [Moment(EIGHT.seconds % 14400 + n * TURN_LENGTHS["travel"].seconds) for n in range(7)]
    assert [(m.day, m.watch) for m in watches] == [*((1, n) for n in range(1, 7)), (2, 1)]


def test_zooming_from_travel_to_exploration_to_initiative() -> None:
    travel = add_declared_action(turn("travel"), "company", "move one hex on")
    stack = open_turn_type((travel,), "exploration", EIGHT)
    searching = add_declared_action(
        make_next_turn(get_innermost_turn(stack), EIGHT), "company", "search the room"
    )
    stack = open_turn_type((travel, searching), "initiative", EIGHT)
    assert [t.type for t in stack] == ["travel", "exploration", "initiative"]
    outside = stack[:-1]
    assert get_innermost_turn(outside).declared == {"company": "search the room"}
    assert outside[0].declared == {"company": "move one hex on"}


@pytest.mark.parametrize("outer", TURN_TYPES)
@pytest.mark.parametrize("inner", TURN_TYPES)
def test_only_a_shorter_turn_type_nests_inside_another(outer: TurnType, inner: TurnType) -> None:
    stack: TurnStack = (turn(outer),)
    if TURN_LENGTHS[inner] < TURN_LENGTHS[outer]:
        assert open_turn_type(stack, inner, EIGHT)[-1].type == inner
    else:
        with pytest.raises(Impossible, match="do not fit inside"):
            open_turn_type(stack, inner, EIGHT)


def test_a_turn_type_opened_inside_another_is_played_at_its_place() -> None:
    assert open_turn_type((turn("travel", place="fen"),), "exploration", EIGHT)[-1].place == "fen"


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
    stack = open_turn_type((), "exploration", EIGHT, span=hour)
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
    assert clear_declared(both).declared == {}


@pytest.mark.parametrize("camp", ["open", "uncomfortable"])
def test_a_night_of_two_turns_is_slept_in_the_same_camp(camp: Camp) -> None:
    assert make_next_turn(turn("travel", asleep=True, camp=camp), EIGHT).camp == camp
    assert make_next_turn(turn("travel", camp=camp), EIGHT).camp == "suitable"
