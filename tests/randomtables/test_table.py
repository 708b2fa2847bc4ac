import datetime
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.dice.notation import parse
from companion.randomtables.table import Row, Table, read_table
from companion.refusal import Problem
from companion.text import clean

FINE: Mapping[str, object] = {
    "schema": 1,
    "title": "Weather",
    "dice": "d6",
    "rows": [
        {"roll": 1, "text": "Rain"},
        {"roll": "2-5", "text": "Fog", "data": {"visible": False, "miles": [1, 2.5]}},
        {"roll": "6+", "text": "Sun"},
    ],
}


def problems(data: Mapping[str, object]) -> tuple[Problem, ...]:
    table, found = read_table("weather", data, "weather.toml")
    assert (table is None) == bool(found)
    return found


def with_rows(*rows: object, dice: str = "d6") -> dict[str, object]:
    return {**FINE, "dice": dice, "rows": list(rows)}


def test_a_table_is_read_with_its_rows() -> None:
    table, found = read_table("marsh/weather", FINE, "weather.toml")
    assert found == ()
    assert table == Table(
        "marsh/weather",
        "Weather",
        parse("d6"),
        (
            Row(1, 1, "Rain"),
            Row(2, 5, "Fog", {"visible": False, "miles": [1, 2.5]}),
            Row(6, 6, "Sun"),
        ),
    )


def test_rows_may_stand_in_any_order_and_are_kept_lowest_first() -> None:
    rows = [{"roll": "4-6", "text": "high"}, {"roll": "1-3", "text": "low"}]
    table, _ = read_table("weather", with_rows(*rows), "weather.toml")
    assert table is not None
    assert [row.text for row in table.rows] == ["low", "high"]


def test_without_dice_each_row_is_equally_likely() -> None:
    rows = [{"text": word} for word in ("Rain", "Fog", "Sun")]
    table, _ = read_table("weather", {"schema": 1, "title": "W", "rows": rows}, "weather.toml")
    assert table is not None
    assert str(table.dice) == "d3"
    assert [(row.low, row.high, row.text) for row in table.rows] == [
        (1, 1, "Rain"),
        (2, 2, "Fog"),
        (3, 3, "Sun"),
    ]


@pytest.mark.parametrize(
    ("roll", "low", "high"),
    [
        (-2, -2, -2),
        ("-2", -2, -2),
        ("-2--1", -2, -1),
        ("-2-1", -2, 1),
        (" -2 - 3 ", -2, 3),
        ("-2–3", -2, 3),
        ("-2+", -2, 3),
    ],
)
def test_a_roll_is_a_number_a_range_or_from_there_up(roll: object, low: int, high: int) -> None:
    rest = [{"roll": total, "text": "other"} for total in range(high + 1, 4)]
    data = with_rows({"roll": roll, "text": "this"}, *rest, dice="d6-3")
    table, found = read_table("weather", data, "weather.toml")
    assert found == ()
    assert table is not None
    assert table.rows[0] == Row(low, high, "this")


def test_a_text_over_several_lines_becomes_one() -> None:
    table, _ = read_table(
        "weather", with_rows({"roll": "1-6", "text": "\n Rain,\n\tthen  fog. \r\n"}), "w.toml"
    )
    assert table is not None
    assert table.rows[0].text == "Rain, then  fog."


spans = st.lists(st.tuples(st.integers(-1, 10), st.integers(0, 4)), min_size=1, max_size=6)


@given(spans, st.sampled_from(["d6", "2d4", "d4+d4-1", "d8", "3d3kh1", "d4-1", "5"]))
def test_a_table_is_read_when_each_total_has_one_row_and_only_then(
    made: list[tuple[int, int]], dice: str
) -> None:
    ranges = [range(low, low + more + 1) for low, more in made]
    totals = range(parse(dice).lowest, parse(dice).highest + 1)
    fits = all(sum(total in span for span in ranges) == 1 for total in totals) and all(
        total in totals for span in ranges for total in span
    )
    rows = [{"roll": f"{span[0]}-{span[-1]}", "text": "x"} for span in ranges]
    assert (problems(with_rows(*rows, dice=dice)) == ()) == fits


@given(st.permutations([(1, 1), (2, 4), (5, 5), (6, 6)]), st.integers(0, 3))
def test_a_row_taken_away_leaves_a_gap_that_is_named(
    made: list[tuple[int, int]], gone: int
) -> None:
    low, high = made[gone]
    rows = [{"roll": f"{a}-{b}", "text": "x"} for a, b in made if (a, b) != (low, high)]
    (problem,) = problems(with_rows(*rows))
    gap = str(low) if low == high else f"{low}-{high}"
    assert problem.key == "dice"
    assert f"d6 may roll {gap}, which no row has" in problem.message


@pytest.mark.parametrize(
    ("rolls", "expected"),
    [
        (["1-3", "3-6"], [("row 2, roll", "row 1 answers to 3 already")]),
        (["3-6", "1-4"], [("row 2, roll", "row 1 answers to 3-4 already")]),
        (["1-6", 2, 3], [("row 2, roll", "row 1 answers to 2"), ("row 3, roll", "row 1 ans")]),
        (["1-6", "0"], [("row 2, roll", "d6 rolls 1-6, and 0 is not within that")]),
        (["1-7"], [("row 1, roll", "d6 rolls 1-6, and 1-7 is not within that")]),
        (["1-6", "12+"], [("row 2, roll", "d6 rolls 1-6, and 12 is not within that")]),
        (["1-2", "4-5"], [("dice", "d6 may roll 3 and 6, which no row has")]),
        (["3-1", "4-6"], [("row 1, roll", "«3-1» runs backwards")]),
        (["one", "4-6"], [("row 1, roll", "«one» names no totals")]),
        ([True, "4-6"], [("row 1, roll", "is true or false; write 7")]),
        ([1.5, "4-6"], [("row 1, roll", "is a number; write 7")]),
        ([None, "4-6"], [("row 1, roll", "is missing; write 7")]),
        ([16**4000, "1-6"], [("row 1, roll", "larger than any dice roll")]),
    ],
)
def test_wrong_rolls_are_told_with_the_row_they_stand_in(
    rolls: list[object], expected: list[tuple[str, str]]
) -> None:
    rows = [{"roll": roll, "text": "x"} if roll is not None else {"text": "x"} for roll in rolls]
    found = problems(with_rows(*rows))
    assert [problem.key for problem in found] == [key for key, _ in expected]
    for problem, (_, message) in zip(found, expected, strict=True):
        assert message in problem.message


ROW = {"roll": "1-6", "text": "Rain"}


@pytest.mark.parametrize(
    ("data", "key", "message"),
    [
        ({**FINE, "Title": "x"}, "Title", "Did you mean title?"),
        ({**FINE, "dise": "2d6"}, "dise", "Did you mean dice?"),
        ({**FINE, "zzz": 1}, "zzz", "schema, title, dice and rows"),
        ({**FINE, "\x1b[31mzzz": 1}, "zzz", "not known"),
        ({key: FINE[key] for key in FINE if key != "schema"}, "schema", "write schema = 1"),
        ({**FINE, "schema": 2}, "schema", "is not 1"),
        ({**FINE, "schema": True}, "schema", "is not 1"),
        ({**FINE, "schema": "1"}, "schema", "is not 1"),
        ({key: FINE[key] for key in FINE if key != "title"}, "title", "is missing"),
        ({**FINE, "title": 7}, "title", "is a whole number, not text"),
        ({**FINE, "title": " "}, "title", "is empty"),
        ({**FINE, "title": "a\u202eb"}, "title", "invisible"),
        ({**FINE, "dice": 6}, "dice", "is a whole number, not text"),
        ({**FINE, "dice": "2d"}, "dice", "column 3"),
        ({**FINE, "dice": "0d6"}, "dice", "no dice"),
        ({**FINE, "rows": []}, "rows", "is empty"),
        ({"schema": 1, "title": "x"}, "rows", "is empty"),
        ({**FINE, "rows": {"text": "x"}}, "rows", "holds a table; write [[rows]]"),
        ({**FINE, "rows": "x"}, "rows", "holds text; write [[rows]]"),
        (with_rows(ROW, "x"), "rows", "holds text; write [[rows]]"),
        (with_rows({**ROW, "txet": "x"}), "row 1, txet", "Did you mean text?"),
        (with_rows({**ROW, "\x1b[31mzzz": 1}), "row 1, zzz", "roll, text and data"),
        (with_rows({"roll": "1-6"}), "row 1, text", "is missing"),
        (with_rows({**ROW, "text": ["x"]}), "row 1, text", "is a list, not text"),
        (with_rows({**ROW, "text": "\n\t"}), "row 1, text", "is empty"),
        (with_rows({**ROW, "text": "\x1b[31mred"}), "row 1, text", "control"),
        (with_rows({**ROW, "text": "zero\u200bwidth"}), "row 1, text", "invisible"),
        (with_rows({**ROW, "data": 3}), "row 1, data", "is a whole number, not a table"),
        (
            with_rows({**ROW, "data": {"day": [datetime.date(2024, 1, 1)]}}),
            "row 1, data",
            "holds a date or time",
        ),
        (with_rows({**ROW, "data": {"a": [{"b": "\x07"}]}}), "row 1, data", "control"),
        (with_rows({**ROW, "data": {"\x07": 1}}), "row 1, data", "control"),
        (
            {"schema": 1, "title": "x", "rows": [{"text": "x", "roll": 1}]},
            "row 1, roll",
            "unless dice =",
        ),
    ],
)
def test_each_mistake_is_one_problem_with_its_key(
    data: Mapping[str, object], key: str, message: str
) -> None:
    (problem,) = problems(data)
    assert (problem.file, problem.line, problem.key) == ("weather.toml", 0, key)
    assert message in problem.message
    assert "\x1b" not in str(problem)


def test_everything_that_is_wrong_is_told_at_once_in_file_order() -> None:
    data = {
        "schema": 1,
        "titel": "x",
        "dice": "2d4",
        "rows": [{"roll": "2-5", "text": "x"}, {"roll": "5-8"}, {"roll": 9, "text": ""}],
    }
    lines = {
        ("schema",): 1,
        ("titel",): 2,
        ("dice",): 3,
        ("rows", 0): 4,
        ("rows", 1): 7,
        ("rows", 1, "roll"): 8,
        ("rows", 2): 10,
        ("rows", 2, "roll"): 11,
        ("rows", 2, "text"): 12,
    }
    table, found = read_table("x", data, "x.toml", lines)
    assert table is None
    assert [(problem.line, problem.key) for problem in found] == [
        (0, "title"),
        (2, "titel"),
        (7, "row 2, text"),
        (8, "row 2, roll"),
        (11, "row 3, roll"),
        (12, "row 3, text"),
    ]


scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.dates()
    | st.sampled_from(["2d6", "1-3", "4+", "Rain"])
)
keys = st.sampled_from(["schema", "title", "dice", "rows", "roll", "text", "data"]) | st.text(
    max_size=3
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=20,
)


@given(st.dictionaries(keys, values, max_size=5), st.booleans())
def test_any_data_is_a_table_or_problems_and_never_an_error(
    data: dict[str, object], over_a_fine_one: bool
) -> None:
    for problem in problems({**FINE, **data} if over_a_fine_one else data):
        assert clean(str(problem)) == str(problem)
