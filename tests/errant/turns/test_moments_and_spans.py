"""The game's time: moments, spans, days and watches (Core Procedures, Turns)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errant.turns.moments_and_spans import DAY, Moment, Span
from companion.refusal import Malformed

seconds = st.integers(0, 10**9)


@pytest.mark.parametrize(
    ("typed", "length"),
    [("4h", 14400), ("90m", 5400), ("1h30m", 5400), ("1h 30m", 5400), ("10s", 10), ("2D", 172800)],
)
def test_a_span_is_written_like_4h_or_1h_30m(typed: str, length: int) -> None:
    assert Span.parse(typed).seconds == length


@pytest.mark.parametrize("typed", ["", "4", "h", "-4h", "4h!", "1.5h", "four hours", "999999999d"])
def test_what_is_no_length_of_time_is_refused(typed: str) -> None:
    with pytest.raises(Malformed) as refused:
        Span.parse(typed)
    assert f"«{typed}»" in refused.value.message


@pytest.mark.parametrize(
    ("typed", "day", "watch", "time"),
    [
        ("day 1 00:00", 1, 1, "00:00"),
        ("day 3 14:20", 3, 4, "14:20"),
        ("DAY 2  23:59:59", 2, 6, "23:59:59"),
        ("day 10 8:05", 10, 3, "08:05"),
    ],
)
def test_a_moment_has_a_day_from_1_one_of_six_watches_and_a_time(
    typed: str, day: int, watch: int, time: str
) -> None:
    moment = Moment.parse(typed)
    assert (moment.day, moment.watch, moment.time) == (day, watch, time)


@pytest.mark.parametrize(
    "typed", ["", "day 0 08:00", "day 1", "day 1 24:00", "day 1 08:60", "day 1 08:00:60", "08:00"]
)
def test_what_is_no_moment_of_the_game_is_refused(typed: str) -> None:
    with pytest.raises(Malformed) as refused:
        Moment.parse(typed)
    assert f"«{typed}»" in refused.value.message


@given(seconds)
def test_moments_and_spans_read_back_as_they_are_written(count: int) -> None:
    assert Moment.parse(str(Moment(count))) == Moment(count)
    assert Span.parse(str(Span(count))) == Span(count)
    assert str(Span(-count)).lstrip("-") == str(Span(count))


@given(seconds, st.integers(-(10**6), 10**6))
def test_a_span_added_is_the_span_between(start: int, length: int) -> None:
    later = Moment(start) + Span(length)
    assert later - Moment(start) == Span(length)
    assert (later < Moment(start)) == (Span(length) < Span(0)) == (length < 0)


@given(seconds)
def test_a_day_later_is_the_same_time_of_the_next_day(count: int) -> None:
    today, tomorrow = Moment(count), Moment(count) + Span(DAY)
    assert (tomorrow.time, tomorrow.watch) == (today.time, today.watch)
    assert tomorrow.day == today.day + 1


def test_a_moment_is_no_span_and_neither_is_a_number() -> None:
    assert len({Moment(5), Span(5), Moment(5)}) == 2
    assert Moment(5) != Span(5)
    assert Span(5) != 5
