"""Gaps, overlaps and rows that cannot come up, found before play."""

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.dice.odds import compute_odds
from companion.dice.parser import parse
from companion.randomtables.coverage_of_totals import MAX_COMBINATIONS, MAX_CONDITIONED
from companion.randomtables.parser import read_table
from companion.randomtables.table import (
    Span,
    Table,
    find_total_gaps,
    has_total_in_span,
    list_total_runs,
)
from tests.randomtables.making import data, wrong
from tests.randomtables.naive import added, answering, every_facts, holds
from tests.randomtables.tables import DICE, as_data, with_dice
from tests.rounds import rounds


def rolled(table: Table) -> list[int]:
    """Every total of the table's dice."""
    assert table.dice is not None
    return [total for total, _ in compute_odds(table.dice).weights]


def two_answer(table: Table) -> bool:
    """Whether two rows of one sort answer to a total while the same facts hold."""
    ends = [end for row in table.rows for end in (row.span.low, row.span.high)]
    return any(
        len(answering(table, facts, total)) > 1
        for facts in every_facts(table)
        for total in range(min(ends), max(ends) + 1)
    )


def without_row(table: Table) -> set[int]:
    """The totals that no row answers to while nothing is known."""
    return {total for total in rolled(table) if not answering(table, {}, total)}


def never_come(table: Table) -> set[int]:
    """The numbers of rows whose totals cannot be rolled while their condition holds."""
    come = {
        row.number
        for facts in every_facts(table)
        for total in rolled(table)
        for row in table.rows
        if holds(row, facts) and row.span.low <= total + added(table, facts) <= row.span.high
    }
    return {row.number for row in table.rows} - come


@rounds(300)
@given(with_dice())
def test_a_table_is_read_when_each_total_has_one_row_and_each_row_a_total(made: Table) -> None:
    found = wrong(as_data(made))
    assert any("already" in problem.message for problem in found) == two_answer(made)
    gaps = [problem for problem in found if "which no row has" in problem.message]
    told = [Span(int(low), int(high or low)) for gap in gaps for low, high in named(gap.message)]
    missed = {t for t in rolled(made) if any(low <= t <= high for low, high in told)}
    if any(" more, which" in problem.message for problem in gaps):
        assert missed < without_row(made)
    else:
        assert missed == without_row(made)
    for low, high in told:
        assert not any(answering(made, {}, total) for total in range(low, high + 1))
    never = {
        int(problem.key.split()[1])
        for problem in found
        if "never rolls" in problem.message or "is not within" in problem.message
    }
    assert never >= never_come(made)
    for number in never - never_come(made):
        row = made.rows[number - 1]
        adds = [added(made, facts) for facts in every_facts(made)]
        assert row.span.low < rolled(made)[0] + min(adds) or row.span.high > rolled(made)[-1] + max(
            adds
        )


def named(message: str) -> list[tuple[str, str]]:
    """The totals that a message about a gap names."""
    listed = message.partition(" may roll ")[2].partition(", which")[0]
    return re.findall(r"(?<![0-9])(-?[0-9]+)(?:-(-?[0-9]+))?", listed)


@given(with_dice())
def test_a_fallback_may_come_for_any_total_that_no_row_has(made: Table) -> None:
    found = wrong({**as_data(made), "fallback": "Nothing."})
    assert not any("which no row has" in problem.message for problem in found)


@pytest.mark.parametrize(
    ("dice", "rolls", "message"),
    [
        ("d66", ["11-16", "21-26", "31-36", "41-46", "51-56", "61-65"], "d66 may roll 66, which"),
        ("2d6*10", ["20-60", "80-120"], "2d6*10 may roll 70, which no row has"),
        ("d100", ["1", "3", "5", "7", "9", "11-100"], "may roll 2, 4, 6, 8 and 10, which"),
        ("d100", ["1", "3", "5", "7", "9", "11"], "2, 4, 6, 8, 10 and 1 more, which no row has"),
        ("d6!", ["1-5", "7-11", "14+"], "d6! may roll 13, which no row has"),
        ("10000d1000000", ["10000-20000"], "may roll 20001-10000000000, which no row has"),
        ("d66", ["11-66", "17-21"], "row 1 (roll 11-66) answers to 17-21 already"),
        ("d66", ["11-16", "17-20", "21-66"], "d66 never rolls 17-20"),
        ("d6", ["1-6", "7+"], "d6 rolls 1-6, and 7 is not within that"),
        ("d6", ["0-", "1-6"], "d6 rolls 1-6, and 0 is not within that"),
    ],
)
def test_totals_are_those_the_dice_really_have(dice: str, rolls: list[str], message: str) -> None:
    entries = [{"roll": roll, "text": "x"} for roll in rolls]
    (problem,) = wrong(data(*entries, dice=dice))
    assert message in problem.message


def test_an_exploding_die_passes_any_number() -> None:
    entries = [{"roll": roll, "text": "x"} for roll in ("1-5", "7-11", "13-100", "101+")]
    assert wrong(data(*entries, dice="d6!")) == ()


WINTER = {"season": "winter"}
ALL = {"roll": "1-6", "text": "x"}


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ([{**ALL, "when": WINTER}], "d6 may roll 1-6, which no row has without a condition"),
        (
            [ALL, {"roll": 3, "text": "x", "when": WINTER}] * 2,
            "row 2 (roll 3) answers to 3 already while both conditions hold",
        ),
        (
            [
                ALL,
                {"roll": "1-3", "text": "x", "when": WINTER},
                {"roll": "3-4", "text": "x", "when": {"time": "night"}},
            ],
            "row 2 (roll 1-3) answers to 3 already while both conditions hold",
        ),
    ],
)
def test_conditions_make_gaps_and_overlaps_of_their_own(
    entries: list[dict[str, object]], message: str
) -> None:
    found = [problem.message for problem in wrong(data(*entries, dice="d6"))]
    assert any(message in told for told in found)


def test_rows_whose_conditions_never_hold_together_share_totals() -> None:
    entries = [{**ALL, "when": {"season": season}} for season in ("winter", "summer")]
    assert wrong(data(ALL, *entries, dice="d6")) == ()


def test_rows_past_the_dice_come_up_where_a_modifier_leads_to_them() -> None:
    night: dict[str, object] = {"when": {"time": "night"}, "add": 2}
    rows = [ALL, {"roll": "7-8", "text": "x"}]
    assert wrong(data(*rows, dice="d6", modifiers=[night])) == ()
    (problem,) = wrong(data(*rows, {"roll": 9, "text": "x"}, dice="d6", modifiers=[night]))
    assert "d6 and its modifiers come to 1-8, and 9 is not within that" in problem.message
    by_day = {"roll": 7, "text": "x", "when": {"time": "day"}}
    (problem,) = wrong(data(*rows, by_day, dice="d6", modifiers=[night]))
    assert problem.key == "row 3 (roll 7), roll"
    assert "d6 never rolls 7 while its condition holds" in problem.message


def test_more_combinations_than_are_checked_are_refused() -> None:
    add = [{"when": {fact: list("abcdefghi")}, "add": 1} for fact in ("x", "y", "z")]
    assert wrong(data(ALL, dice="d6", modifiers=add)) == ()
    add.append({"when": {"more": "a"}, "add": 1})
    (problem,) = wrong(data(ALL, dice="d6", modifiers=add))
    assert f"2,000 combinations of facts; at most {MAX_COMBINATIONS:,}" in problem.message


def test_more_rows_with_conditions_for_one_total_than_are_checked_are_refused() -> None:
    conditioned = [{**ALL, "when": {"place": str(n)}} for n in range(MAX_CONDITIONED)]
    assert wrong(data(ALL, *conditioned, dice="d6")) == ()
    (problem,) = wrong(data(ALL, *conditioned, {**ALL, "when": {"place": "x"}}, dice="d6"))
    assert "more than 100 rows for 1" in problem.message


lists_of_spans = st.lists(
    st.builds(lambda low, more: Span(low, low + more), st.integers(-9, 30), st.integers(0, 9)),
    max_size=6,
)


@given(st.sampled_from(DICE), lists_of_spans)
def test_what_is_uncovered_is_what_a_slow_search_leaves(dice: str, spans: list[Span]) -> None:
    runs = list_total_runs(parse(dice))
    free = [
        total
        for run in runs
        for total in range(run.low, run.high + 1)
        if not any(span.low <= total <= span.high for span in spans)
    ]
    gaps = find_total_gaps(runs, spans)
    assert [total for gap in gaps for total in range(gap.low, gap.high + 1)] == free
    for span in spans:
        inside = range(span.low, span.high + 1)
        assert has_total_in_span(runs, span) == any(
            run.low <= t <= run.high for run in runs for t in inside
        )


@given(st.sampled_from(DICE))
def test_the_totals_of_dice_are_those_of_their_odds(dice: str) -> None:
    runs = list_total_runs(parse(dice))
    listed = [total for run in runs for total in range(run.low, run.high + 1)]
    assert listed == [total for total, _ in compute_odds(parse(dice)).weights]
    assert all(one.high + 1 < other.low for one, other in pairwise(runs))


def test_reading_calls_a_gap_what_is_one_in_every_row_taken_away() -> None:
    rows = [{"roll": total, "text": "x"} for total in range(2, 13)]
    for gone in range(11):
        _, (problem,) = read_table("t", data(*rows[:gone], *rows[gone + 1 :], dice="2d6"), "t.toml")
        assert f"2d6 may roll {gone + 2}, which no row has" in problem.message
