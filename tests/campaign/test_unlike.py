"""Where two rows differ: what is cut off is the same in both, the rest as small as can be."""

from hypothesis import given
from hypothesis import strategies as st

from companion.campaign.unlike import find_unlike

VALUES = [object() for _ in range(4)]
ROWS = st.lists(st.sampled_from(VALUES), max_size=8)


@given(ROWS, ROWS)
def test_both_ends_are_the_same_and_the_middle_is_not(
    before: list[object], after: list[object]
) -> None:
    start, before_end, after_end = find_unlike(before, after)
    assert before[:start] == after[:start]
    assert before[before_end:] == after[after_end:]
    middle, now = before[start:before_end], after[start:after_end]
    if middle and now:
        assert middle[0] is not now[0]
        assert middle[-1] is not now[-1]


@given(ROWS)
def test_a_row_is_like_itself(row: list[object]) -> None:
    start, before_end, after_end = find_unlike(tuple(row), tuple(row))
    assert start == before_end == after_end


def test_equal_values_that_are_not_the_same_object_are_unlike() -> None:
    assert find_unlike([[1]], [[1]]) == (0, 1, 1)
