"""Where two rows differ: what is cut off is the same in both, the rest as small as can be. Where a
block stands: the first of its id, whatever row was looked through before."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errant.world import Npc
from companion.values_with_ids import find_changed_range, find_position, make_free_slug
from tests.quick import is_quick

VALUES = [object() for _ in range(4)]
ROWS = st.lists(st.sampled_from(VALUES), max_size=8)


@given(ROWS, ROWS)
def test_both_ends_are_the_same_and_the_middle_is_not(
    before: list[object], after: list[object]
) -> None:
    start, before_end, after_end = find_changed_range(before, after)
    assert before[:start] == after[:start]
    assert before[before_end:] == after[after_end:]
    middle, now = before[start:before_end], after[start:after_end]
    if middle and now:
        assert middle[0] is not now[0]
        assert middle[-1] is not now[-1]


@given(ROWS)
def test_a_row_is_like_itself(row: list[object]) -> None:
    start, before_end, after_end = find_changed_range(tuple(row), tuple(row))
    assert start == before_end == after_end


def test_equal_values_that_are_not_the_same_object_are_unlike() -> None:
    assert find_changed_range([[1]], [[1]]) == (0, 1, 1)


BLOCKS = [Npc(id=name, name=name.title()) for name in ("odo", "ysolde", "harl", "reeve", "odo")]
CHANGES = st.lists(st.lists(st.sampled_from(BLOCKS), max_size=6), max_size=6)


@given(CHANGES, st.sampled_from(["odo", "ysolde", "harl", "reeve", "nobody"]))
def test_a_block_is_found_where_it_stands_in_each_row_in_turn(
    rows: list[list[Npc]], wanted: str
) -> None:
    for row in map(tuple, rows):
        ids = [block.id for block in row]
        if wanted in ids:
            assert find_position(row, wanted) == ids.index(wanted)
        else:
            with pytest.raises(KeyError):
                find_position(row, wanted)


@given(st.sets(st.sampled_from(["torch", *(f"torch-{number}" for number in range(2, 9))])))
def test_an_id_is_the_first_that_is_free(taken: set[str]) -> None:
    every = ["torch", *(f"torch-{number}" for number in range(2, 10))]
    assert make_free_slug("Torch", taken) == next(each for each in every if each not in taken)


def test_thousands_of_ids_of_one_name_are_found_soon() -> None:
    def name_all(names: str) -> None:
        taken, tried = set[str](), dict[str, int]()
        for name in names:
            taken.add(make_free_slug(name, taken, tried))
        assert len(taken) == len(names)

    assert is_quick(name_all, "x" * 20_000)
