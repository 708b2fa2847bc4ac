"""A draw: the row that answers, and its text with everything in it resolved."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.dice.face_sources import HandFaces, LoadedFaces, Streams
from companion.dice.odds import compute_odds
from companion.randomtables.draw import draw_from
from companion.randomtables.parser import read_table
from companion.randomtables.table import Facts, Row, Table
from companion.refusal import Impossible
from tests.randomtables.making import data, drawn, make_table, told
from tests.randomtables.naive import added, answering, chances, every_facts
from tests.randomtables.tables import as_data, faces_for, with_dice
from tests.rounds import rounds


def test_a_draw_keeps_what_came_up() -> None:
    rows = [{"roll": "2-5", "text": "low"}, {"roll": "6+", "text": "high", "data": {"kind": "x"}}]
    table = make_table(*rows, dice="2d4")
    found = drawn(table, 4, 2)
    assert (found.table, found.total, found.modifier) == (table, 6, 0)
    assert (found.faces, found.kept, found.entered) == ((4, 2), (True, True), True)
    assert (found.row, found.text, found.sign) == (table.rows[1], "high", "")
    assert (found.data, found.columns, found.values) == ({"kind": "x"}, {}, {})
    assert (found.inner, found.out) == ((), {})
    assert not draw_from(table, LoadedFaces([1, 1])).entered


def test_faces_that_do_not_count_are_told_from_those_that_do() -> None:
    table = make_table({"roll": "1-6", "text": "{2d6kh1}"}, dice="2d6kl1")
    found = drawn(table, 2, 5, 6, 1)
    assert (found.text, found.total) == ("6", 2)
    assert found.faces == (2, 5, 6, 1)
    assert found.kept == (True, False, True, False)


@rounds(300)
@given(with_dice(), st.booleans(), st.data())
def test_every_total_finds_the_row_a_slow_search_finds_whatever_the_facts(
    given_table: Table, falls_back: bool, data: st.DataObject
) -> None:
    more = {"fallback": "nothing"} if falls_back else {}
    table, problems = read_table("made/table", {**as_data(given_table), **more}, "t.toml")
    if table is None:
        assert problems
        return
    assert table.dice is not None
    facts = data.draw(st.sampled_from(list(every_facts(table))))
    extra = data.draw(st.sampled_from([0, 0, -2, 3]))
    for total, _ in compute_odds(table.dice).weights:
        found = draw_from(table, LoadedFaces(faces_for(table, total)), facts=facts, modifier=extra)
        assert found.total == total + extra + added(table, facts)
        assert found.modifier == extra + added(table, facts)
        rows = answering(table, facts, found.total)
        if rows:
            assert found.row == rows[0]
        elif falls_back and table.dice.lowest <= found.total <= table.dice.highest:
            assert (found.row, found.text) == (None, "nothing")
        else:
            assert found.row is not None or falls_back
        if not added(table, facts) + extra and not falls_back:
            assert len(rows) == 1


def test_a_total_past_the_ends_takes_the_end_row() -> None:
    table = make_table({"roll": "1-2", "text": "low"}, {"roll": "3-6", "text": "high"}, dice="d6")
    assert draw_from(table, LoadedFaces([6]), modifier=10).text == "high"
    assert draw_from(table, LoadedFaces([1]), modifier=-10).text == "low"
    assert draw_from(table, LoadedFaces([1]), modifier=-10).total == -9


def test_a_total_that_only_a_modifier_makes_takes_the_row_below() -> None:
    rows = [{"roll": f"{tens}1-{tens}6", "text": str(tens)} for tens in range(1, 7)]
    table = make_table(*rows, dice="d66")
    assert draw_from(table, LoadedFaces([1, 6]), modifier=3).text == "1"
    assert draw_from(table, LoadedFaces([1, 6]), modifier=5).text == "2"


WINTER = {"season": "winter"}


def test_a_row_whose_condition_holds_stands_before_one_without() -> None:
    cold = {"roll": "1-3", "text": "cold", "when": {"season": ["Winter", "autumn"]}}
    table = make_table({"roll": "1-6", "text": "mild"}, cold, dice="d6")
    assert told(table, 2) == "mild"
    assert told(table, 2, facts=WINTER) == "cold"
    assert told(table, 2, facts={"season": "AUTUMN"}) == "cold"
    assert told(table, 2, facts={"season": "spring"}) == "mild"
    assert told(table, 4, facts=WINTER) == "mild"


def test_every_fact_of_a_condition_has_to_hold() -> None:
    when = {"season": "winter", "time": "night"}
    table = make_table(
        {"roll": "1-6", "text": "a"}, {"roll": "1-6", "text": "b", "when": when}, dice="d6"
    )
    assert told(table, 2, facts=WINTER) == "a"
    assert told(table, 2, facts={"season": "winter", "time": "day"}) == "a"
    assert told(table, 2, facts={"season": "winter", "time": "night", "terrain": "bog"}) == "b"


def test_modifiers_that_hold_are_added_and_told() -> None:
    night = {"when": {"time": "night"}, "add": 2}
    cold = {"when": WINTER, "add": -1}
    rows = [{"roll": n, "text": str(n)} for n in range(1, 9)]
    table = make_table(*rows, dice="d6", modifiers=[night, cold])
    assert told(table, 6) == "6"
    both = drawn(table, 6, facts={"time": "night", "season": "winter"})
    assert (both.text, both.total, both.modifier) == ("7", 7, 1)
    assert told(table, 1, facts=WINTER) == "1"


def test_without_dice_rows_come_as_often_as_they_weigh_row_1_first() -> None:
    table = make_table("a", {"text": "b", "weight": 3}, "c")
    assert [told(table, face) for face in range(1, 6)] == ["a", "b", "b", "b", "c"]
    assert drawn(table, 3).total is None
    with pytest.raises(Impossible, match="A d5 has no 6"):
        drawn(table, 6)
    with pytest.raises(Impossible, match="no dice that"):
        draw_from(table, LoadedFaces([1]), modifier=2)


weighted = st.lists(
    st.tuples(st.integers(1, 5), st.sampled_from([{}, WINTER, {"time": ["night", "dusk"]}])),
    min_size=1,
    max_size=6,
)


@given(weighted, st.sampled_from([{}, WINTER, {"time": "dusk"}, {**WINTER, "time": "night"}]))
def test_without_dice_each_face_finds_the_row_a_long_list_has_there(
    made_of: list[tuple[int, dict[str, object]]], facts: Facts
) -> None:
    rows = [
        {"text": "x", "weight": weight, **({"when": when} if when else {})}
        for weight, when in made_of
    ]
    table = make_table(*rows, fallback="nothing")
    every = chances(table, facts)
    assert [drawn(table, face, facts=facts).row for face in range(1, len(every) + 1)] == every
    if not every:
        assert (told(table, facts=facts), drawn(table, facts=facts).faces) == ("nothing", ())


def test_dice_in_a_text_are_rolled_in_reading_order_after_the_tables_own() -> None:
    table = make_table({"roll": "1-4", "text": "{2d6} rats, {d20} fleas"}, dice="d4")
    found = drawn(table, 3, 1, 2, 20)
    assert found.text == "3 rats, 20 fleas"
    assert found.faces == (3, 1, 2, 20)


def test_the_sign_of_a_row_is_told_after_its_text() -> None:
    table = make_table(
        {"text": "{n = d4} goblins", "sign": "{n} pairs of boots, {d6} coins"}, "none"
    )
    found = drawn(table, 1, 3, 6)
    assert (found.text, found.sign, found.faces) == (
        "3 goblins",
        "3 pairs of boots, 6 coins",
        (1, 3, 6),
    )
    assert drawn(table, 2).sign == ""


def test_braces_written_twice_are_braces() -> None:
    assert told(make_table("{{n}} is {d4}"), 1, 2) == "{n} is 2"


WEATHER = [
    {"roll": "1-3", "text": {"spring": "rain", "Winter": "{d6} inches of snow"}},
    {"roll": "4-6", "text": "fog"},
]


def test_a_fact_chooses_the_column() -> None:
    table = make_table(*WEATHER, dice="d6", columns="season")
    spring = drawn(table, 2, facts={"season": "spring"})
    assert (spring.text, spring.columns) == ("rain", {"spring": "rain"})
    winter = drawn(table, 2, 4, facts={"season": "winter"})
    assert (winter.text, winter.columns) == ("4 inches of snow", {"Winter": "4 inches of snow"})
    fog = drawn(table, 5, facts=WINTER)
    assert (fog.text, fog.columns) == ("fog", {"Winter": "fog"})


@pytest.mark.parametrize("facts", [{}, {"season": "monsoon"}, {"time": "spring"}])
def test_columns_that_no_fact_chooses_between_are_all_told(facts: Facts) -> None:
    for columns in ({"columns": "season"}, {}):
        table = make_table(*WEATHER, dice="d6", **columns)
        found = drawn(table, 2, 4, facts=facts)
        assert found.text == "spring: rain; Winter: 4 inches of snow"
        assert found.columns == {"spring": "rain", "Winter": "4 inches of snow"}
        fog = drawn(table, 5, facts=facts)
        assert (fog.text, fog.columns) == ("fog", {"spring": "fog", "Winter": "fog"})


def test_columns_that_are_sentences_need_no_semicolon() -> None:
    table = make_table({"text": {"a": "One.", "b": "two", "c": "Three!"}})
    assert told(table, 1) == "a: One. b: two; c: Three!"


def test_where_no_row_holds_the_fallback_comes_and_else_it_is_refused() -> None:
    table = make_table({"text": "snow", "when": WINTER}, fallback="nothing")
    assert told(table) == "nothing"
    assert told(table, 1, facts=WINTER) == "snow"
    with pytest.raises(Impossible, match="No row of «t» holds just now"):
        draw_from(Table("t", "T", None, (Row(1, when={"season": ("winter",)}),)), LoadedFaces([]))


def test_faces_typed_cover_the_tables_own_dice_and_then_what_is_left_of_them() -> None:
    table = make_table({"roll": "2-12", "text": "{d4}, {d4}"}, dice="2d6")
    stream = Streams("seed").stream("table")
    expected = Streams("seed").stream("table").face(4)
    found = draw_from(table, HandFaces([3, 3, 4], then=stream))
    assert found.faces == (3, 3, 4, expected)
    assert found.entered
    with pytest.raises(Impossible, match="There are 2 dice to roll, and 1 face was given"):
        draw_from(table, HandFaces([3], then=stream))
    with pytest.raises(Impossible, match="There is 1 die to roll, and 0 faces were given"):
        draw_from(make_table("a", "b"), HandFaces([], then=stream))


def test_nothing_in_a_text_is_formatted_or_run() -> None:
    assert read_table("t", data("{0.__class__}"), "t.toml")[0] is None
    assert told(make_table("%s {{0}} $HOME `id`"), 1) == "%s {0} $HOME `id`"
