"""Odds as they are drawn: what each line says, and that it fits."""

import re
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.dice.notation_tree import Notation
from companion.dice.odds import compute_odds
from companion.dice.parser import parse
from companion.randomtables.draws_and_odds_encoding import Chances, compute_dice_chances
from companion.randomtables.odds import compute_table_chances
from companion.randomtables.table import refuse_every_table
from companion.refusal import Impossible
from companion.view.odds import (
    MAX_LINES,
    MAX_RANGES,
    compare_odds,
    draw_odds_bar,
    format_percent,
    group_rare_totals,
    render_odds_as_bars,
)
from tests.dice.notations import notations
from tests.randomtables.making import make_finder, make_table


def chances(*asked: str) -> list[Chances]:
    return [compute_dice_chances(parse(text)) for text in asked]


def told(*asked: str, width: int = 40, ascii_only: bool = False) -> list[str]:
    return render_odds_as_bars(chances(*asked), width, ascii_only=ascii_only)


def test_a_line_for_each_total_with_its_chance_and_fraction_and_bar() -> None:
    assert told("2d6kh1") == [
        "2d6kh1, 4.472 on average:",
        "1    2.78%   1/36  █▉",
        "2    8.33%   3/36  █████▊",
        "3   13.89%   5/36  █████████▌",
        "4   19.44%   7/36  █████████████▍",
        "5   25.00%   9/36  █████████████████▏",
        "6   30.56%  11/36  █████████████████████",
    ]


def test_plain_marks_where_blocks_cannot_be_shown() -> None:
    assert told("2d3", width=30, ascii_only=True) == [
        "2d3, 4 on average:",
        "2   11.11%  1/9  ####",
        "3   22.22%  2/9  #########",
        "4   33.33%  3/9  #############",
        "5   22.22%  2/9  #########",
        "6   11.11%  1/9  ####",
    ]


def test_a_comparison_holds_or_does_not() -> None:
    assert told("2d6 >= 7") == [
        "2d6 >= 7:",
        " no   41.67%  5/12  ██████████████▎",
        "yes   58.33%  7/12  ████████████████████",
    ]


def test_two_stand_side_by_side_in_forty_columns_on_one_scale() -> None:
    assert told("3d6 kl1", "d6") == [
        "   3d6kl1             d6",
        "   average 2.042      average 3.5",
        "1   42.13% █████████   16.67% ███▌",
        "2   28.24% ██████      16.67% ███▌",
        "3   17.13% ███▋        16.67% ███▌",
        "4    8.80% █▉          16.67% ███▌",
        "5    3.24% ▊           16.67% ███▌",
        "6    0.46% ▏           16.67% ███▌",
        "First lower 65.97%, same 16.67%, higher",
        "17.36%.",
    ]


def test_what_one_of_them_cannot_roll_is_a_dash() -> None:
    assert told("d2", "d3", width=60)[-2] == (
        "3        -                       33.33% ████████████▋"
    )


def test_where_there_is_no_room_for_columns_they_share_their_totals() -> None:
    assert told("2d4kh1", "d4", "d3", width=30) == [
        "a: 2d4kh1, 3.125 on average",
        "b: d4, 2.5 on average",
        "c: d3, 2 on average",
        "1  a   6.25%  ██▎",
        "   b  25.00%  █████████▏",
        "   c  33.33%  ████████████▎",
        "2  a  18.75%  ██████▉",
        "   b  25.00%  █████████▏",
        "   c  33.33%  ████████████▎",
        "3  a  31.25%  ███████████▍",
        "   b  25.00%  █████████▏",
        "   c  33.33%  ████████████▎",
        "4  a  43.75%  ████████████████",
        "   b  25.00%  █████████▏",
    ]


def test_the_remainder_of_what_explodes_is_told() -> None:
    assert told("d6!")[-3:] == [
        "d6!: in 1 roll of 362,797,056 a die",
        "explodes more than 10 times; that is",
        "left out.",
    ]
    assert told("d10!>=2", width=100)[-1] == (
        "d10!>=2: in 31.38% of rolls a die explodes more than 10 times; that is left out."
    )
    assert "in less than 1 roll of 1,000,000,000,000 a die" in told("d100!", width=100)[-1]
    assert sum("explodes" in line for line in told("d6", "d6!", "2d6!", width=90)) == 2


def test_what_is_too_rare_stands_together_at_the_ends() -> None:
    lines = told("20d6")
    assert lines[1].split() == ["to", "42", "0.01%", "▏"]
    assert lines[2].split()[0] == "43"
    assert lines[-1].split() == ["98+", "0.01%", "▏"]


def test_very_many_totals_are_told_in_round_ranges() -> None:
    lines = told("d10000")[1:]
    assert [line.split()[:3] for line in lines[:2]] == [["1", "to", "199"], ["200", "to", "399"]]
    assert [line.split()[-2] for line in lines[1:4]] == ["2.00%"] * 3


def test_a_row_has_its_text_below_or_where_there_is_room_beside() -> None:
    table = make_table(
        {"roll": "2-6", "text": "A heron as tall as a house stands in the shallows."},
        {"roll": "7+", "text": "{d4} of {made/birds}."},
        dice="2d6",
    )
    birds = make_table("gull", {"text": "tern", "weight": 2}, name="made/birds")
    found = [compute_table_chances(table, find=make_finder(birds), facts={}, out={})]
    assert render_odds_as_bars(found, 40) == [
        "made/table, 2d6:",
        " 2-6   41.67%  5/12  ███████▏",
        "      A heron as tall as a house stands",
        "      in the shallows.",
        "7-12   58.33%  7/12  ██████████",
        "      {d4} of {made/birds}.",
        "It draws from these too:",
        "  odds made/birds (2 rows)",
    ]
    assert render_odds_as_bars(found, 80)[1:3] == [
        " 2-6   41.67%  5/12  ███████▏    A heron as tall as a house stands in the",
        "                                 shallows.",
    ]


def test_a_deck_that_is_used_up_says_so() -> None:
    table = make_table("only", deck=True)
    found = compute_table_chances(table, find=refuse_every_table, facts={}, out={table.name: (1,)})
    assert render_odds_as_bars([found], 40) == ["made/table:", "  Nothing is left to come."]


def test_tables_stand_after_one_another() -> None:
    found = [
        *chances("d2"),
        compute_table_chances(make_table("only"), find=refuse_every_table, facts={}, out={}),
    ]
    assert render_odds_as_bars(found, 40) == [
        "d2, 1.5 on average:",
        "1   50.00%  1/2  ███████████████████████",
        "2   50.00%  1/2  ███████████████████████",
        "made/table:",
        "1.  100.00%  1/1  ██████████  only",
    ]


def test_of_two_the_first_is_lower_the_same_or_higher_as_every_pair_of_rolls_says() -> None:
    for first, second in (("3d6kl1", "d6"), ("2d6", "3d4-1"), ("d4", "d20+9")):
        rolls = [
            [total for total, often in compute_odds(parse(text)).weights for _ in range(often)]
            for text in (first, second)
        ]
        pairs = [(a > b) - (a < b) for a in rolls[0] for b in rolls[1]]
        naive = [pairs.count(which) / len(pairs) for which in (-1, 0, 1)]
        assert compare_odds(*chances(first, second)) == pytest.approx(naive, abs=1e-12)
    assert not any("First" in line for line in told("2d6 >= 7", "d6") + told("d4", "d6", "d8"))


@given(notations, notations)
def test_what_two_that_explode_leave_out_is_in_none_of_the_three(
    first: Notation, second: Notation
) -> None:
    try:
        one, other = compute_dice_chances(first), compute_dice_chances(second)
    except Impossible:
        return
    told = (1 - one.remainder) * (1 - other.remainder)
    assert sum(compare_odds(one, other)) == pytest.approx(told, abs=1e-9)


def widest(lines: Sequence[str]) -> int:
    return max(map(len, lines))


@given(st.lists(notations, min_size=1, max_size=4), st.integers(40, 120), st.booleans())
def test_no_line_is_wider_than_asked(asked: list[Notation], width: int, ascii_only: bool) -> None:
    try:
        found = [compute_dice_chances(notation) for notation in asked]
    except Impossible:
        return
    lines = render_odds_as_bars(found, width, ascii_only=ascii_only)
    assert widest(lines) <= width
    assert all(line == line.rstrip() for line in lines)


@given(st.lists(st.text("abc def", min_size=1), min_size=1, max_size=9), st.integers(40, 100))
def test_no_row_of_a_table_is_wider_than_asked(texts: list[str], width: int) -> None:
    table = make_table(*[f"a{text}" for text in texts])
    found = compute_table_chances(table, find=refuse_every_table, facts={}, out={})
    assert widest(render_odds_as_bars([found], width)) <= width


@given(notations)
def test_nothing_is_lost_where_totals_are_told_together(notation: Notation) -> None:
    try:
        found = compute_dice_chances(notation)
    except Impossible:
        return
    lines = group_rare_totals([found])
    assert sum(line.probabilities[0] for line in lines) == pytest.approx(1 - found.remainder)
    assert len(lines) <= MAX_LINES + 2
    assert len({line.label for line in lines}) == len(lines)


def test_ranges_are_not_too_many() -> None:
    for sides in (101, 150, 999, 5_000, 70_000):
        assert MAX_RANGES / 3 < len(group_rare_totals(chances(f"d{sides}"))) <= MAX_RANGES + 1


@pytest.mark.parametrize(
    ("probability", "said"),
    [
        (1.0, "100.00%"),
        (1 / 6, "16.67%"),
        (0.00005, "0.01%"),
        (0.00004, "<0.01%"),
        (1e-300, "<0.01%"),
        (0.99996, ">99.99%"),
        (0.9999, "99.99%"),
    ],
)
def test_a_percentage_neither_promises_nor_denies_too_much(probability: float, said: str) -> None:
    assert format_percent(probability) == said


@given(st.floats(0, 1), st.integers(1, 60))
def test_a_bar_is_as_long_as_its_share_to_the_eighth(share: float, width: int) -> None:
    drawn = draw_odds_bar(share, width)
    eighths = {mark: place for place, mark in enumerate("▏▎▍▌▋▊▉█", 1)}
    assert re.fullmatch("█*[▏▎▍▌▋▊▉]?", drawn)
    assert abs(sum(eighths[mark] for mark in drawn) - share * width * 8) <= 1
    assert bool(drawn) == (share > 0)
    assert len(draw_odds_bar(share, width, ascii_only=True)) == round(share * width)
