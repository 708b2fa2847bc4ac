"""Tables as they are read: every key, and every mistake with its place; tables by their names."""

import datetime
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.dice.parser import parse
from companion.randomtables.parser import MAX_ROWS, read_table
from companion.randomtables.row_texts import InlineDice, Recall
from companion.randomtables.table import Modifier, Row, Span, resolve_table_name, shorten_table_name
from companion.randomtables.table_file_values import MAX_CHARACTERS, MAX_PROBLEMS, MAX_TEXT_LENGTH
from companion.refusal import Ambiguous
from companion.text_cleaning import clean_text
from tests.randomtables.making import data, make_table, wrong

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


def with_rows(*rows: object, dice: str = "d6") -> dict[str, object]:
    return {**FINE, "dice": dice, "rows": list(rows)}


def test_a_table_is_read_with_its_rows() -> None:
    table, found = read_table("marsh/weather", FINE, "weather.toml")
    assert found == ()
    assert table is not None
    assert (table.name, table.title, table.dice) == ("marsh/weather", "Weather", parse("d6"))
    assert table.rows == (
        Row(1, Span(1, 1), texts={"": ("Rain",)}, roll="1"),
        Row(
            2,
            Span(2, 5),
            texts={"": ("Fog",)},
            data={"visible": False, "miles": [1, 2.5]},
            roll="2-5",
        ),
        Row(3, Span(6, 6), texts={"": ("Sun",)}, roll="6+"),
    )
    assert (table.columns, table.column_fact, table.deck) == ((), "", False)
    assert (table.fallback, table.modifiers) == (None, ())


def test_every_key_of_a_table_and_its_rows_is_read() -> None:
    table = make_table(
        {"roll": "1-6", "text": {"spring": "Rain", "Winter": "{n = d4} inches of snow"}},
        {
            "roll": "2-",
            "text": "Fog",
            "sign": "{n} gulls",
            "when": {"terrain": "Marsh", "time": ["dusk", "Night", "night"]},
            "data": {"kind": "fog"},
        },
        dice="d6",
        columns="season",
        fallback="Nothing",
        modifiers=[{"when": {"time": "night"}, "add": -2}],
    )
    assert table.columns == ("spring", "Winter")
    assert table.column_fact == "season"
    assert table.fallback == ("Nothing",)
    assert table.modifiers == (Modifier(-2, {"time": ("night",)}),)
    snow = (InlineDice(parse("d4"), "n"), " inches of snow")
    assert table.rows == (
        Row(1, Span(1, 6), texts={"spring": ("Rain",), "Winter": snow}, roll="1-6"),
        Row(
            2,
            Span(-1, 2),
            texts={"": ("Fog",)},
            sign=(Recall("n"), " gulls"),
            when={"terrain": ("marsh",), "time": ("dusk", "night")},
            data={"kind": "fog"},
            roll="2-",
        ),
    )
    deck = make_table("ace", {"text": "king", "weight": 3}, deck=True)
    assert deck.deck
    assert deck.dice is None
    assert [(row.number, row.weight, row.span.low, row.span.high) for row in deck.rows] == [
        (1, 1, 0, 0),
        (2, 3, 0, 0),
    ]


def test_rows_may_stand_in_any_order_and_are_kept_in_it() -> None:
    table = make_table({"roll": "4-6", "text": "high"}, {"roll": "1-3", "text": "low"}, dice="d6")
    assert [(row.number, row.span.low) for row in table.rows] == [(1, 4), (2, 1)]


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
        ("-1-", -2, -1),
        ("2 -", -2, 2),
        ("0–", -2, 0),
    ],
)
def test_a_roll_is_a_number_a_range_or_from_there_up(roll: object, low: int, high: int) -> None:
    rest = [{"roll": total, "text": "other"} for total in range(high + 1, 4)]
    table = make_table({"roll": roll, "text": "this"}, *rest, dice="d6-3")
    assert (table.rows[0].span.low, table.rows[0].span.high) == (low, high)


def test_a_text_over_several_lines_becomes_one() -> None:
    table = make_table("\n Rain,\n\tthen  fog. \r\n")
    assert table.rows[0].texts == {"": ("Rain, then  fog.",)}


@given(st.permutations([(1, 1), (2, 4), (5, 5), (6, 6)]), st.integers(0, 3))
def test_a_row_taken_away_leaves_a_gap_that_is_named(
    made: list[tuple[int, int]], gone: int
) -> None:
    low, high = made[gone]
    rows = [{"roll": f"{a}-{b}", "text": "x"} for a, b in made if (a, b) != (low, high)]
    (problem,) = wrong(with_rows(*rows))
    gap = str(low) if low == high else f"{low}-{high}"
    assert problem.key == "dice"
    assert f"d6 may roll {gap}, which no row has" in problem.message


@pytest.mark.parametrize(
    ("rolls", "expected"),
    [
        (["1-3", "3-6"], [("row 2 (roll 3-6), roll", "row 1 (roll 1-3) answers to 3 already")]),
        (["3-6", "1-4"], [("row 2 (roll 1-4), roll", "row 1 (roll 3-6) answers to 3-4 already")]),
        (
            ["1-6", 2, 3],
            [
                ("row 2 (roll 2), roll", "row 1 (roll 1-6) answers to 2"),
                ("row 3 (roll 3), roll", "row 1 (roll 1-6) ans"),
            ],
        ),
        (["1-6", "0"], [("row 2 (roll 0), roll", "d6 rolls 1-6, and 0 is not within that")]),
        (["1-7"], [("row 1 (roll 1-7), roll", "d6 rolls 1-6, and 1-7 is not within that")]),
        (["1-6", "12+"], [("row 2 (roll 12+), roll", "d6 rolls 1-6, and 12 is not within that")]),
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
    found = wrong(with_rows(*rows))
    assert [problem.key for problem in found] == [key for key, _ in expected]
    for problem, (_, message) in zip(found, expected, strict=True):
        assert message in problem.message


ROW = {"roll": "1-6", "text": "Rain"}


@pytest.mark.parametrize(
    ("given", "key", "message"),
    [
        ({**FINE, "Title": "x"}, "Title", "Did you mean title?"),
        ({**FINE, "dise": "2d6"}, "dise", "Did you mean dice?"),
        ({**FINE, "zzz": 1}, "zzz", "schema, title, dice, rows, deck"),
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
        (with_rows({**ROW, "txet": "x"}), "row 1 (roll 1-6), txet", "Did you mean text?"),
        (
            with_rows({**ROW, "\x1b[31mzzz": 1}),
            "row 1 (roll 1-6), zzz",
            "roll, weight, text, sign, when and data",
        ),
        (with_rows({"roll": "1-6"}), "row 1 (roll 1-6), text", "is missing"),
        (with_rows({**ROW, "text": ["x"]}), "row 1 (roll 1-6), text", "is a list, not text"),
        (with_rows({**ROW, "text": "\n\t"}), "row 1 (roll 1-6), text", "is empty"),
        (with_rows({**ROW, "text": "\x1b[31mred"}), "row 1 (roll 1-6), text", "control"),
        (with_rows({**ROW, "text": "zero\u200bwidth"}), "row 1 (roll 1-6), text", "invisible"),
        (with_rows({**ROW, "data": 3}), "row 1 (roll 1-6), data", "is a whole number, not a table"),
        (
            with_rows({**ROW, "data": {"day": [datetime.date(2024, 1, 1)]}}),
            "row 1 (roll 1-6), data",
            "holds a date",
        ),
        (with_rows({**ROW, "data": {"a": [{"b": "\x07"}]}}), "row 1 (roll 1-6), data", "control"),
        (with_rows({**ROW, "data": {"\x07": 1}}), "row 1 (roll 1-6), data", "control"),
        (
            {"schema": 1, "title": "x", "rows": [{"text": "x", "roll": 1}]},
            "row 1, roll",
            "unless dice =",
        ),
        ({**FINE, "dice": "d6 x2"}, "dice", "rolls 2 times"),
        ({**FINE, "deck": True}, "deck", "drawn from without dice"),
        ({**FINE, "deck": "yes"}, "deck", "is text; write true or false"),
        ({**FINE, "fallback": 1}, "fallback", "is a whole number, not text"),
        ({**FINE, "fallback": "{2d}"}, "fallback", "goes wrong at column 4"),
        ({**FINE, "columns": "season"}, "columns", 'unless rows have text = { winter = "…" }'),
        (data({"text": {"a": "x"}}, columns="The Season"), "columns", "is no name of a fact"),
        (data({"text": {"a": "x"}}, columns=3), "columns", "is a whole number"),
        ({**FINE, "modifiers": "x"}, "modifiers", "holds text; write [[modifiers]]"),
        ({**FINE, "modifiers": [{"add": 1}]}, "modifier 1, when", "is missing"),
        ({**FINE, "modifiers": [{"when": {"a": "b"}}]}, "modifier 1, add", "is missing"),
        (
            {**FINE, "modifiers": [{"add": 1, "when": {"a": "b"}, "ad": 1}]},
            "modifier 1, ad",
            "Did you mean add?",
        ),
        (data("x", modifiers=[{"when": {"a": "b"}, "add": 1}]), "modifiers", "mean nothing"),
        (with_rows({**ROW, "weight": 2}), "row 1 (roll 1-6), weight", "means nothing with dice"),
        (data({"text": "x", "weight": 0}), "row 1, weight", "is less than it can be"),
        (data({"text": "x", "weight": 1.5}), "row 1, weight", "is a number; write a whole"),
        (data({"text": "x", "weight": True}), "row 1, weight", "is true or false; write"),
        (data({"text": "x", "weight": 2_000_000}), "row 1, weight", "is more than it can be"),
        (data(*[{"text": "x", "weight": 600_000}] * 2), "rows", "weigh 1,200,000 together"),
        (data({"text": "x", "when": {"a": "b"}}), "rows", "all have a when"),
        (
            with_rows(ROW, {**ROW, "when": "winter"}),
            "row 2 (roll 1-6), when",
            "is text; write when =",
        ),
        (with_rows(ROW, {**ROW, "when": {}}), "row 2 (roll 1-6), when", "is empty; write when ="),
        (with_rows(ROW, {**ROW, "when": {"a": []}}), "row 2 (roll 1-6), when, a", "it never holds"),
        (
            with_rows(ROW, {**ROW, "when": {"a": 3}}),
            "row 2 (roll 1-6), when, a",
            "is a whole number",
        ),
        (
            with_rows(ROW, {**ROW, "when": {"A b": "c"}}),
            "row 2 (roll 1-6), when, A b",
            "is no name of a fact",
        ),
        (with_rows({**ROW, "sign": ""}), "row 1 (roll 1-6), sign", "is empty"),
        (with_rows({**ROW, "sign": "{n"}), "row 1 (roll 1-6), sign", "never closed"),
        (with_rows({**ROW, "text": {}}), "row 1 (roll 1-6), text", "has 0 columns"),
        (
            with_rows({**ROW, "text": {"a": "x", "A": "y"}}),
            "row 1 (roll 1-6), text",
            "one column twice",
        ),
        (with_rows({**ROW, "text": {"a": "{2d}"}}), "row 1 (roll 1-6), text, a", "column 4"),
        (data({"text": {"a": "x", "b": "y"}}, {"text": {"a": "x"}}), "row 2, text", "has no b"),
        (
            data({"text": {"a": "x"}}, {"text": {"a": "x", "b": "y"}}),
            "row 2, text",
            "has b, and row 1 does not",
        ),
    ],
)
def test_each_mistake_is_one_problem_with_its_key(
    given: Mapping[str, object], key: str, message: str
) -> None:
    (problem,) = wrong(given)
    assert (problem.file, problem.line, problem.key) == ("table.toml", 0, key)
    assert message in problem.message
    assert "\x1b" not in str(problem)


def test_everything_that_is_wrong_is_told_at_once_in_file_order() -> None:
    given = {
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
    table, found = read_table("x", given, "x.toml", lines)
    assert table is None
    assert [(problem.line, problem.key) for problem in found] == [
        (0, "title"),
        (2, "titel"),
        (7, "row 2 (roll 5-8), text"),
        (8, "row 2 (roll 5-8), roll"),
        (11, "row 3 (roll 9), roll"),
        (12, "row 3 (roll 9), text"),
    ]


@pytest.mark.parametrize("number", [float("nan"), float("inf"), 2**53 + 1, -(2**60)])
def test_a_number_that_not_every_program_reads_is_a_problem(number: float) -> None:
    (problem,) = wrong(data({"text": "x", "data": {"worth": number}}))
    assert "no number that every program reads" in problem.message
    assert wrong(data({"text": "x", "data": {"worth": 2**53}})) == ()


def test_too_much_is_refused_and_not_read() -> None:
    (problem,) = wrong(data("x" * (MAX_TEXT_LENGTH + 1)))
    assert "4,001 characters long; at most 4,000 fit" in problem.message
    (problem,) = wrong(data(*["x"] * (MAX_ROWS + 1)))
    assert "holds 5,001; at most 5,000 are read" in problem.message
    found = wrong(data(*["x" * MAX_TEXT_LENGTH] * (MAX_CHARACTERS // MAX_TEXT_LENGTH + 2)))
    assert "past 1,000,000 characters" in found[0].message
    assert len(found) == 1
    (problem,) = wrong(data(*["{d6} {d6} {d6}"] * 3_500))
    assert "brings the table past 5,000 braces" in problem.message
    (problem,) = wrong(data(*(f"{{made/t{n}}}" for n in range(201))))
    assert "draw from 201 tables; at most 200 will do" in problem.message
    deep: object = 1
    for _ in range(5_000):
        deep = [deep]
    (problem,) = wrong(data({"text": "x", "data": {"deep": deep}}))
    assert "nested more than 20 deep" in problem.message
    many = wrong(data(*[{"texd": 1}] * MAX_ROWS))
    assert len(many) == MAX_PROBLEMS


scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.dates()
    | st.sampled_from(["2d6", "1-3", "4+", "Rain"])
)
KEYS = "schema title dice rows deck fallback columns modifiers roll weight text sign when add data"
keys = st.sampled_from(KEYS.split()) | st.text(max_size=3)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=20,
)


@given(st.dictionaries(keys, values, max_size=5), st.booleans())
def test_any_data_is_a_table_or_problems_and_never_an_error(
    given: dict[str, object], over_a_fine_one: bool
) -> None:
    for problem in wrong({**FINE, **given} if over_a_fine_one else given):
        assert clean_text(str(problem)) == str(problem)


NAMES = st.lists(st.from_regex(r"([ab]/)?[abc]{1,2}", fullmatch=True), min_size=1, unique=True)


@given(NAMES, st.data())
def test_the_short_name_of_a_table_means_that_table(names: list[str], data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(names))
    short = shorten_table_name(name, names)
    assert resolve_table_name(short, names) == name
    assert len(short) <= len(name)


def test_the_folder_is_left_out_where_only_one_table_is_called_so() -> None:
    names = ("marsh/beasts", "woods/beasts", "woods/weather")
    assert [shorten_table_name(name, names) for name in names] == [*names[:2], "weather"]
    with pytest.raises(Ambiguous):
        resolve_table_name("beasts", names)
