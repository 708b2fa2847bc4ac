"""Turns and how they nest (Core Procedures, Turns; readings, Turns and the clock)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errant.clock import Moment, Span
from companion.errant.turns import (
    LENGTHS,
    TURN_TYPES,
    Camp,
    TurnStack,
    TurnType,
    declares,
    ended,
    following,
    innermost,
    resolved,
    zoomed,
)
from companion.refusal import Impossible
from tests.making import EIGHT, turn


@pytest.mark.parametrize(
    ("turn_type", "length"),
    [("travel", "4h"), ("exploration", "10m"), ("initiative", "10s"), ("downtime", "30d")],
)
def test_a_travel_turn_is_4_hours_exploration_10_minutes_initiative_10_seconds_downtime_a_month(
    turn_type: TurnType, length: str
) -> None:
    assert LENGTHS[turn_type] == Span.parse(length)


def test_travel_turns_are_six_a_day() -> None:
    watches = [Moment(EIGHT.seconds % 14400 + n * LENGTHS["travel"].seconds) for n in range(7)]
    assert [(m.day, m.watch) for m in watches] == [*((1, n) for n in range(1, 7)), (2, 1)]


def test_zooming_in_from_travel_to_exploration_to_initiative_as_at_the_cathedral() -> None:
    travel = declares(turn("travel"), "company", "move one hex on")
    stack = zoomed((travel,), "exploration", EIGHT)
    searching = declares(following(innermost(stack), EIGHT), "company", "search the room")
    stack = zoomed((travel, searching), "initiative", EIGHT)
    assert [t.type for t in stack] == ["travel", "exploration", "initiative"]
    outside = stack[:-1]
    assert innermost(outside).declared == {"company": "search the room"}
    assert outside[0].declared == {"company": "move one hex on"}


@pytest.mark.parametrize("outer", TURN_TYPES)
@pytest.mark.parametrize("inner", TURN_TYPES)
def test_only_a_shorter_turn_type_nests_inside_another(outer: TurnType, inner: TurnType) -> None:
    stack: TurnStack = (turn(outer),)
    if LENGTHS[inner] < LENGTHS[outer]:
        assert zoomed(stack, inner, EIGHT)[-1].type == inner
    else:
        with pytest.raises(Impossible, match="do not fit inside"):
            zoomed(stack, inner, EIGHT)


def test_a_turn_type_opened_inside_another_is_played_at_its_place() -> None:
    assert zoomed((turn("travel", place="fen"),), "exploration", EIGHT)[-1].place == "fen"


def test_no_turn_open_is_refused_with_a_way_forward() -> None:
    with pytest.raises(Impossible) as refused:
        innermost(())
    assert "zoom" in refused.value.hint


def test_time_spent_inside_counts_as_part_of_the_outer_turn() -> None:
    travel = turn("travel")
    assert ended(travel, EIGHT + Span.parse("30m"), LENGTHS["travel"]) == EIGHT + Span.parse("4h")


def test_a_turn_ends_at_the_time_already_reached_where_that_is_later_than_planned() -> None:
    reached = EIGHT + Span.parse("5h 10m")
    assert ended(turn("travel"), reached, LENGTHS["travel"]) == reached


@given(st.integers(0, 10**6), st.integers(1, 10**6))
def test_when_a_turn_ends_the_clock_never_stands_before_either(inside: int, length: int) -> None:
    now = EIGHT + Span(inside)
    end = ended(turn(), now, Span(length))
    assert end in (now, EIGHT + Span(length))
    assert end >= now
    assert end >= EIGHT + Span(length)


def test_a_turn_that_never_began_takes_no_time() -> None:
    assert ended(turn(begun=False), EIGHT, LENGTHS["exploration"]) == EIGHT


def test_you_can_treat_exploration_turns_as_lasting_about_an_hour() -> None:
    hour = Span.parse("1h")
    stack = zoomed((), "exploration", EIGHT, span=hour)
    first = following(innermost(stack), EIGHT)
    second = following(first, EIGHT + hour)
    assert ended(first, EIGHT, LENGTHS["exploration"]) == EIGHT + hour
    assert ended(second, second.began, LENGTHS["exploration"]) == EIGHT + hour + hour


def test_a_single_turn_may_be_given_another_length() -> None:
    long = following(turn(), EIGHT, length=Span.parse("30m"))
    after = following(long, EIGHT)
    assert ended(long, EIGHT, LENGTHS["exploration"]) == EIGHT + Span.parse("30m")
    assert ended(after, EIGHT, LENGTHS["exploration"]) == EIGHT + Span.parse("10m")


def test_the_next_turn_is_numbered_on_and_begins_with_nothing_declared_or_rolled() -> None:
    old = declares(turn(face=2, choice="rest", resting=True, place="crypt"), "company", "dig")
    new = following(old, EIGHT)
    assert (new.number, new.place, new.begun) == (2, "crypt", True)
    assert (new.declared, new.face, new.choice, new.resting) == ({}, None, "", False)


def test_in_initiative_turns_each_errant_declares_for_themselves() -> None:
    both = declares(declares(turn("initiative"), "bree", "aims"), "wim", "hides")
    assert both.declared == {"bree": "aims", "wim": "hides"}
    assert resolved(both).declared == {}


@pytest.mark.parametrize("camp", ["open", "uncomfortable"])
def test_a_night_of_two_turns_is_slept_in_the_same_camp(camp: Camp) -> None:
    assert following(turn("travel", asleep=True, camp=camp), EIGHT).camp == camp
    assert following(turn("travel", camp=camp), EIGHT).camp == "suitable"
