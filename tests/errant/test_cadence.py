"""Marking off at set Turn intervals (Core Procedures, Event Die)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.errant.timers import Cadence, advance_cadence


def every(turns: int) -> Cadence:
    return Cadence(id="burn", turns=turns, type="exploration", word="burn")


def test_every_6_turns_burn_falls_due_on_the_6th() -> None:
    cadence, dues = every(6), []
    for _ in range(13):
        cadence, due = advance_cadence(cadence, "exploration", 1)
        dues.append(due)
    assert [n for n, due in enumerate(dues, 1) if due] == [6, 12]


@pytest.mark.parametrize("turns", [-3, 0])
def test_no_turns_gone_by_are_nothing(turns: int) -> None:
    assert advance_cadence(every(1), "exploration", turns) == (every(1), 0)


def test_turns_of_another_type_do_not_count() -> None:
    assert advance_cadence(every(1), "travel", 5) == (every(1), 0)


def test_a_turn_with_a_die_marks_nothing_off_but_a_reminder_counts_it() -> None:
    water = replace(every(3), word="the water rises")
    assert advance_cadence(every(3), "exploration", 1, rolled=True) == (every(3), 0)
    assert advance_cadence(water, "exploration", 1, rolled=True) == (replace(water, passed=1), 0)


@pytest.mark.parametrize(("gone_by", "to_go"), [(0, 6), (1, 5), (5, 1), (9, 1)])
def test_to_go_is_how_many_turns_until_it_falls_due(gone_by: int, to_go: int) -> None:
    assert replace(every(6), passed=gone_by).turns_left == to_go


@given(st.integers(1, 20), st.lists(st.integers(0, 50), max_size=20))
def test_it_falls_due_as_often_however_the_turns_go_by(turns: int, steps: list[int]) -> None:
    cadence, due = every(turns), 0
    for step in steps:
        cadence, more = advance_cadence(cadence, "exploration", step)
        due += more
    assert due == sum(n % turns == 0 for n in range(1, sum(steps) + 1))
