"""Decks: no row comes twice before they are shuffled."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.dice.face_sources import LoadedFaces, Streams
from companion.randomtables.draw import draw_from
from companion.randomtables.possible_rows import require_enough_cards
from companion.refusal import Impossible
from tests.randomtables.making import drawn, make_table


@given(st.lists(st.integers(1, 3), min_size=1, max_size=5), st.text("ab", max_size=3))
def test_a_deck_gives_no_row_twice_before_it_is_used_up(weights: list[int], seed: str) -> None:
    table = make_table(*({"text": "x", "weight": weight} for weight in weights), deck=True)
    stream = Streams(seed).stream("table")
    out: dict[str, tuple[int, ...]] = {"other/deck": (1,)}
    came: Counter[int] = Counter()
    for _ in range(sum(weights)):
        found = draw_from(table, stream, out=out)
        assert found.row is not None
        came[found.row.number] += 1
        out = dict(found.out)
        assert out["other/deck"] == (1,)
        assert Counter(out["made/table"]) == came
        assert came[found.row.number] <= found.row.weight
    assert came == dict(enumerate(weights, 1))
    with pytest.raises(Impossible, match="shuffle made/table"):
        draw_from(table, stream, out=out)


def test_a_deck_is_rolled_as_a_die_of_what_is_left() -> None:
    table = make_table("a", {"text": "b", "weight": 2}, "c", deck=True)
    found = draw_from(table, LoadedFaces([2]), out={"made/table": (1, 2)})
    assert (found.text, found.out) == ("c", {"made/table": (1, 2, 3)})
    with pytest.raises(Impossible, match="A d2 has no 3"):
        draw_from(table, LoadedFaces([3]), out={"made/table": (1, 2)})


def test_a_deck_used_up_gives_its_fallback() -> None:
    table = make_table("a", deck=True, fallback="The deck is empty; {d4} hours pass.")
    found = draw_from(table, LoadedFaces([3]), out={"made/table": (1,)})
    assert (found.row, found.text) == (None, "The deck is empty; 3 hours pass.")
    assert found.out == {"made/table": (1,)}


def test_any_table_without_dice_can_be_drawn_from_as_from_a_deck() -> None:
    table = make_table("a", "b")
    first = draw_from(table, LoadedFaces([1]), deck=True)
    assert first.out == {"made/table": (1,)}
    assert draw_from(table, LoadedFaces([1]), deck=True, out=first.out).text == "b"
    assert draw_from(table, LoadedFaces([1])).out == {}
    assert draw_from(table, LoadedFaces([1]), out=first.out).text == "a"
    with pytest.raises(Impossible, match="a deck is a table without dice"):
        draw_from(make_table({"roll": "1-4", "text": "x"}, dice="d4"), LoadedFaces([1]), deck=True)


def test_more_than_are_left_are_refused_with_how_many_there_are() -> None:
    table = make_table("a", {"text": "b", "weight": 2}, {"text": "c", "when": {"season": "winter"}})
    require_enough_cards(table, 3, {}, {})
    require_enough_cards(table, 4, {"season": "Winter"}, {})
    require_enough_cards(table, 1, {}, {"made/table": (1, 2)})
    with pytest.raises(Impossible, match="^3 are left in «made/table», not 4.$"):
        require_enough_cards(table, 4, {}, {})
    with pytest.raises(Impossible, match="One is left .* not 2. Put all back with: shuffle made/t"):
        require_enough_cards(table, 2, {}, {"made/table": (1, 2)})
    with pytest.raises(Impossible, match="None is left in «made/table», not 1,000"):
        require_enough_cards(table, 1_000, {}, {"made/table": (1, 2, 2)})
    require_enough_cards(table._replace(fallback=("none",)), 30, {}, {})


def test_a_reference_draws_from_a_deck_as_well() -> None:
    deck = make_table("a", "b", "c", deck=True)
    table = make_table("{2 of made/deck} and then {made/deck}")
    found = drawn(table, 1, 1, 2, 1, deck=deck)
    assert found.text == "a and c and then b"
    assert found.out == {"made/deck": (1, 3, 2)}
    with pytest.raises(Impossible, match="«made/deck» has been drawn to the end"):
        drawn(make_table("{4 of made/deck}"), 1, 1, 1, 1, deck=deck)


def test_different_rows_of_a_deck_are_out_of_it_afterwards() -> None:
    deck = make_table({"text": "a", "weight": 2}, "b", deck=True)
    found = drawn(make_table("{3 different of made/deck}"), 1, 1, 1, deck=deck)
    assert found.text == "a and b"
    assert found.out == {"made/deck": (1, 2)}
