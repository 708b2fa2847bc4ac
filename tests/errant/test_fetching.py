"""Getting a thing out of a pack in a hurry (Items & Equipment, Hand, Handy & Worn)."""

import pytest

from companion.errant.slots import LAST_FETCH_TRY, is_found_in_pack


@pytest.mark.parametrize(
    ("tries", "finds"), [(1, {1}), (2, {1, 2}), (3, {1, 2, 3}), (4, {1, 2, 3, 4})]
)
def test_the_nth_try_finds_it_on_n_faces_of_4(tries: int, finds: set[int]) -> None:
    assert {face for face in range(1, 5) if is_found_in_pack(tries, face)} == finds


def test_by_the_fourth_attempt_they_have_it_and_no_die_is_rolled() -> None:
    assert LAST_FETCH_TRY == 4
    assert is_found_in_pack(4, None)
    assert not any(is_found_in_pack(tries, None) for tries in (1, 2, 3))
