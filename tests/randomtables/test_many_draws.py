"""The same table over and over: the very same draws as one by one."""

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.dice.face_sources import HandFaces, Streams
from companion.randomtables.draw import draw_from, map_draws
from companion.randomtables.draws_and_odds_encoding import Draw
from companion.randomtables.parser import read_table
from companion.randomtables.table import Table
from companion.refusal import Impossible
from tests.randomtables.making import make_finder, make_table
from tests.randomtables.tables import as_data, with_dice

NIGHT = {"time": "night"}
OTHERS = make_table("Odo", "Bryn", name="made/names")
TABLES = [
    make_table("a", {"text": "b", "weight": 3}, {"text": "c", "when": NIGHT}),
    make_table("{d6} rats", "{made/names} and {n = d4}, {n}"),
    make_table({"text": "a", "sign": "{d4}"}, "b"),
    make_table({"text": {"x": "a", "y": "b"}, "weight": 2}, "c", columns="time"),
    make_table({"text": "a", "when": NIGHT}, fallback="{d4}"),
    make_table({"text": "a", "when": NIGHT}, fallback="nothing"),
    make_table({"text": "a", "weight": 70_000}, "b", "c"),
    make_table({"roll": "1-6", "text": "a"}, {"roll": "7+", "text": "b"}, dice="d6!"),
    make_table({"roll": "2-12", "text": "{2d6kh1}"}, dice="2d6"),
    make_table(*({"roll": n, "text": str(n)} for n in range(2, 13)), dice="2d6"),
]


def one_by_one(table: Table, seed: str, times: int, facts: Mapping[str, str]) -> list[Draw]:
    stream = Streams(seed).stream("table")
    return [draw_from(table, stream, find=make_finder(OTHERS), facts=facts) for _ in range(times)]


def many(table: Table, seed: str, times: int, facts: Mapping[str, str]) -> list[Draw]:
    stream = Streams(seed).stream("table")
    return list(
        map_draws(table, stream, times, lambda drawn: drawn, find=make_finder(OTHERS), facts=facts)
    )


@pytest.mark.parametrize("facts", [{}, NIGHT])
@pytest.mark.parametrize("table", TABLES, ids=range(len(TABLES)))
def test_many_draws_are_those_of_one_by_one(table: Table, facts: Mapping[str, str]) -> None:
    for times in (0, 1, 500):
        assert many(table, "seed", times, facts) == one_by_one(table, "seed", times, facts)


@settings(max_examples=50)
@given(with_dice(), st.sampled_from([{}, {"season": "winter"}]), st.integers(-2, 2))
def test_conditions_and_modifiers_hold_for_many_draws(
    given_table: Table, facts: Mapping[str, str], modifier: int
) -> None:
    table, _ = read_table("made/table", as_data(given_table), "t.toml")
    if table is None:
        return
    stream, other = Streams("a").stream("table"), Streams("a").stream("table")
    found = list(map_draws(table, stream, 9, lambda drawn: drawn, facts=facts, modifier=modifier))
    assert found == [draw_from(table, other, facts=facts, modifier=modifier) for _ in range(9)]


def test_a_deck_goes_on_from_each_draw_to_the_next() -> None:
    deck = make_table("a", "b", "c", deck=True)
    stream = Streams("seed").stream("table")
    drawn = map_draws(deck, stream, 4, lambda drawn: (drawn.text, drawn.out))
    texts, outs = zip(*[next(drawn) for _ in range(3)], strict=True)
    assert sorted(texts) == ["a", "b", "c"]
    assert [len(out["made/table"]) for out in outs] == [1, 2, 3]
    with pytest.raises(Impossible, match="drawn to the end"):
        next(drawn)


def test_faces_typed_by_hand_are_taken_one_draw_after_the_other() -> None:
    table = make_table("a", "b", "c")
    found = list(map_draws(table, HandFaces([3, 1]), 2, lambda drawn: (drawn.text, drawn.entered)))
    assert found == [("c", True), ("a", True)]


def test_what_can_not_be_drawn_is_refused_when_it_is_asked_for() -> None:
    with pytest.raises(Impossible, match="no dice that"):
        next(map_draws(make_table("a"), Streams("a").stream("table"), 1, str, modifier=1))
