"""Draws from other tables inside a text, what is remembered in them, and where they end."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.dice.face_sources import LoadedFaces, Streams
from companion.dice.odds import compute_odds
from companion.dice.parser import parse
from companion.randomtables.draw import MAX_CHARACTERS, MAX_DEPTH, draw_from
from companion.randomtables.row_texts import MAX_REFERENCES
from companion.randomtables.table import Table
from companion.refusal import Impossible, Unknown
from tests.randomtables.making import drawn, make_finder, make_table, told


def test_a_reference_tells_another_table() -> None:
    names = make_table("Odo", "Bryn")
    wants = make_table("{made/names}’s money")
    found = drawn(
        make_table("{made/names} wants {made/wants}."), 1, 2, 1, 1, names=names, wants=wants
    )
    assert found.text == "Bryn wants Odo’s money."
    assert [inner.text for inner in found.inner] == ["Bryn", "Odo’s money"]
    assert [inner.faces for inner in found.inner] == [(2,), (1, 1)]
    assert found.inner[1].inner[0].table.name == "made/names"


@pytest.mark.parametrize(
    ("text", "faces", "expected"),
    [
        ("{1 of made/names}", (1, 1), "Odo"),
        ("{2 of made/names}", (1, 1, 1), "Odo and Odo"),
        ("{3 of made/names}", (1, 3, 2, 1), "Anna, Bryn and Odo"),
        ("{d4 of made/names}", (1, 2, 3, 2), "Anna and Bryn"),
        ("{d4-1 of made/names}", (1, 1), "none"),
        ("{3 different of made/names}", (1, 2, 2, 1), "Bryn, Anna and Odo"),
        ("{9 different of made/names}", (1, 3, 1, 1), "Anna, Odo and Bryn"),
        ("{d4 different of made/names}", (1, 2, 3, 2), "Anna and Bryn"),
    ],
)
def test_several_are_told_as_a_sentence_lists_them(
    text: str, faces: tuple[int, ...], expected: str
) -> None:
    assert told(make_table(text), *faces, names=make_table("Odo", "Bryn", "Anna")) == expected


@given(st.integers(2, 6), st.text("ab", max_size=3), st.sampled_from(["", "d6", "2d4", "d2*d3"]))
def test_different_rows_never_come_twice(number: int, seed: str, dice: str) -> None:
    if dice:
        rolls = sorted({total for total, _ in compute_odds(parse(dice)).weights})
        others = make_table(*({"roll": roll, "text": str(roll)} for roll in rolls), dice=dice)
        number = min(number, len(rolls))
    else:
        others = make_table(*({"text": str(n), "weight": n} for n in range(1, 7)))
    find = make_finder(others._replace(name="made/others"))
    table = make_table(f"{{{number} different of made/others}}")
    found = draw_from(table, Streams(seed).stream("table"), find=find)
    rows = [inner.row.number for inner in found.inner if inner.row]
    assert len(set(rows)) == len(rows) == number


def test_a_row_that_came_already_is_rolled_again_and_in_the_end_passed_over() -> None:
    others = make_table({"roll": "1-5", "text": "often"}, {"roll": 6, "text": "seldom"}, dice="d6")
    table = make_table("{2 different of made/others}")
    again = drawn(table, 1, 3, 2, 6, others=others)
    assert again.text == "often and seldom"
    assert again.inner[1].faces == (2, 6)
    assert again.inner[1].kept == (False, True)
    assert told(table, 1, 3, *[1] * 100, others=others) == "often and seldom"


def test_what_is_passed_over_leads_to_the_next_row_up() -> None:
    rolls = {"1-2": "a", "3": "b", "4-5": "c", "6": "d"}
    rows = [{"roll": roll, "text": text} for roll, text in rolls.items()]
    others = make_table(*reversed(rows), dice="d6")
    table = make_table("{2 different of made/others}")
    assert told(table, 1, 3, *[3] * 100, others=others) == "b and c"
    assert told(table, 1, 6, *[6] * 100, others=others) == "d and a"


def test_what_can_not_come_is_not_waited_for() -> None:
    by_night = {"when": {"time": "night"}, "add": 1}
    others = make_table(
        {"roll": "1-6", "text": "day"},
        {"roll": 7, "text": "night"},
        dice="d6",
        modifiers=[by_night],
    )
    table = make_table("{2 different of made/others}")
    assert told(table, 1, 3, others=others) == "day"
    assert told(table, 1, 3, 6, others=others, facts={"time": "night"}) == "day and night"


def test_a_value_remembered_holds_for_the_whole_result() -> None:
    inner = make_table("{n} spears for {who}, {m = d6} shields")
    names = make_table("Odo")
    table = make_table("{who = made/names} and {n = d4} others: {made/inner}, {m}, {n}")
    found = drawn(table, 1, 1, 3, 1, 5, names=names, inner=inner)
    assert found.text == "Odo and 3 others: 3 spears for Odo, 5 shields, 5, 3"
    assert found.values == {"who": "Odo", "n": 3, "m": 5}


def test_a_value_remembered_again_takes_the_place_of_the_first() -> None:
    assert told(make_table("{n = d4}, {n}, {n = d4}, {n}"), 1, 2, 4) == "2, 2, 4, 4"


def test_a_value_that_nothing_remembered_is_told_by_its_name() -> None:
    assert told(make_table("{who} wants a horse"), 1) == "{who} wants a horse"


def test_a_reference_to_nothing_is_refused() -> None:
    with pytest.raises(Unknown, match="no table «made/names»"):
        draw_from(make_table("{made/names}"), LoadedFaces([1]))


def chain(length: int) -> list[Table]:
    """Tables each of which leads to the next."""
    names = [f"made/t{number}" for number in range(length)]
    texts = [f"{{{name}}}" for name in names[1:]] + ["the end"]
    return [make_table(text, name=name) for name, text in zip(names, texts, strict=True)]


def test_a_result_is_at_most_so_many_tables_deep() -> None:
    stream = Streams("").stream("table")
    deep = chain(MAX_DEPTH)
    assert draw_from(deep[0], stream, find=make_finder(*deep)).text == "the end"
    deeper = chain(MAX_DEPTH + 1)
    with pytest.raises(Impossible, match="more than 20 deep: made/t18 → made/t19 → made/t20"):
        draw_from(deeper[0], stream, find=make_finder(*deeper))
    circle = make_table("{made/circle}", name="made/circle")
    with pytest.raises(Impossible, match="circle → made/circle"):
        draw_from(circle, stream, find=make_finder(circle))


def test_a_result_has_at_most_so_many_draws_and_characters() -> None:
    stream = Streams("").stream("table")
    one = make_table("x", name="made/one")
    many = make_table(f"{{{MAX_REFERENCES} of made/one}}")
    assert len(draw_from(many, stream, find=make_finder(one)).inner) == MAX_REFERENCES
    with pytest.raises(Impossible, match="more than 1,000 times"):
        draw_from(
            make_table(f"{{{MAX_REFERENCES} of made/one}}{{made/one}}"),
            stream,
            find=make_finder(one),
        )
    bomb = [make_table(f"{{1000 of made/b{n + 1}}}", name=f"made/b{n}") for n in range(9)]
    with pytest.raises(Impossible):
        draw_from(bomb[0], stream, find=make_finder(*bomb, make_table("x", name="made/b9")))
    long = make_table("x" * 2_500, name="made/long")
    assert (
        len(draw_from(make_table("{made/long}" * 4), stream, find=make_finder(long)).text)
        == MAX_CHARACTERS
    )
    with pytest.raises(Impossible, match="longer than 10,000 characters"):
        draw_from(make_table("{made/long}" * 4 + "!"), stream, find=make_finder(long))
    with pytest.raises(Impossible, match="longer than 10,000 characters"):
        draw_from(make_table("{n = made/long}" + "{n}" * 9), stream, find=make_finder(long))
