"""Hexes: two walks agree on how far they lie apart."""

from hypothesis import given
from hypothesis import strategies as st

from companion.errant.world import Hex, count_hexes_between, list_hexes_within

NEAR = st.tuples(st.integers(-6, 6), st.integers(-6, 6))
STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


def walked(start: Hex, reach: int) -> dict[Hex, int]:
    """How far everything lies, found by going there step by step."""
    found, edge = {start: 0}, [start]
    for step in range(1, reach + 1):
        edge = [(q + dq, r + dr) for q, r in edge for dq, dr in STEPS]
        edge = [each for each in dict.fromkeys(edge) if each not in found]
        found.update(dict.fromkeys(edge, step))
    return found


@given(NEAR, st.integers(0, 6))
def test_what_lies_within_is_what_can_be_walked_to(middle: Hex, reach: int) -> None:
    found = dict(list_hexes_within(middle, reach))
    assert found == walked(middle, reach)
    assert all(count_hexes_between(middle, place) == away for place, away in found.items())


@given(NEAR, NEAR)
def test_there_and_back_is_as_far(one: Hex, other: Hex) -> None:
    assert (
        count_hexes_between(one, other) == count_hexes_between(other, one) == walked(one, 24)[other]
    )
