"""Gauges read without colour, and agree with their numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.view.screen.rows import ASCII, BLOCKS, Marks, draw_gauge
from companion.view.wording import Gauge

BOTH = pytest.mark.parametrize("marks", [BLOCKS, ASCII])


@pytest.mark.parametrize(
    ("left", "full", "drawn"),
    [(2, 3, "##-"), (0, 2, "--"), (4, 4, "####"), (1, 1, "#"), (0, 0, "-"), (6, 8, "######--")],
)
def test_so_much_of_so_much(left: int, full: int, drawn: str) -> None:
    assert draw_gauge(Gauge(left, full), ASCII) == drawn
    assert draw_gauge(Gauge(left, full), BLOCKS) == drawn.replace("#", "▮").replace("-", "▯")


@BOTH
@given(st.integers(0, 8), st.integers(1, 8))
def test_up_to_eight_a_mark_is_one(marks: Marks, left: int, full: int) -> None:
    drawn = draw_gauge(Gauge(left, full), marks)
    assert drawn.count(marks.full) == left
    assert len(drawn) == max(left, full)


@BOTH
@given(st.integers(0, 1_000_000), st.integers(1, 1_000_000))
def test_a_gauge_is_short_and_only_what_is_gone_looks_gone(
    marks: Marks, left: int, full: int
) -> None:
    drawn = draw_gauge(Gauge(left, full), marks)
    assert len(drawn) <= 8
    assert drawn == marks.full * drawn.count(marks.full) + marks.empty * drawn.count(marks.empty)
    assert (marks.full not in drawn) == (left == 0)
    assert (marks.empty not in drawn) == (left >= full)


@BOTH
@given(st.integers(0, 100))
def test_a_tally_has_a_mark_for_each_and_a_plus_for_more(marks: Marks, number: int) -> None:
    drawn = draw_gauge(Gauge(number), marks)
    assert drawn.count(marks.full) == min(number, 8)
    assert drawn.endswith("+") == (number > 8)
    assert bool(drawn)
