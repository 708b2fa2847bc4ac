"""Hexes: two walks agree on how far they lie apart."""

from hypothesis import given
from hypothesis import strategies as st

from companion.errant.hexes import Hex, distance, within

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
    found = dict(within(middle, reach))
    assert found == walked(middle, reach)
    assert all(distance(middle, place) == away for place, away in found.items())


@given(NEAR, NEAR)
def test_there_and_back_is_as_far(one: Hex, other: Hex) -> None:
    assert distance(one, other) == distance(other, one) == walked(one, 24)[other]
