"""Currency: 10 copper pennies make a silver shilling, 10 silver shillings a guilder."""

from hypothesis import given
from hypothesis import strategies as st

from companion.errant.coin import Purse, in_fewest, paid

PIECES = st.integers(0, 60)
PURSES = st.builds(Purse, PIECES, PIECES, PIECES)


def test_ten_pennies_are_a_shilling_and_ten_shillings_a_guilder() -> None:
    assert Purse(0, 1, 0).worth == Purse(10, 0, 0).worth
    assert Purse(0, 0, 1).worth == Purse(0, 10, 0).worth
    assert Purse(7, 3, 2).worth == 237
    assert Purse(7, 3, 2).pieces == 12


@given(st.integers(0, 5_000))
def test_no_coins_are_fewer_that_are_worth_as_much(pennies: int) -> None:
    counted = in_fewest(pennies)
    assert counted.worth == pennies
    fewest = min(
        (pennies - 100 * guilders - 10 * shillings) + shillings + guilders
        for guilders in range(pennies // 100 + 1)
        for shillings in range((pennies - 100 * guilders) // 10 + 1)
    )
    assert counted.pieces == fewest


@given(PURSES, st.integers(0, 7_000))
def test_what_is_paid_is_what_it_costs_and_nobody_pays_what_they_have_not(
    purse: Purse, price: int
) -> None:
    after = paid(purse, price)
    if price > purse.worth:
        assert after is None
    else:
        assert after is not None
        assert after.worth == purse.worth - price
        assert min(after) >= 0


@given(PURSES, st.integers(0, 7_000))
def test_the_purse_grows_no_heavier_than_by_the_change_for_one_coin(
    purse: Purse, price: int
) -> None:
    after = paid(purse, price)
    if after is not None:
        assert after.pieces <= purse.pieces + 17
        if purse.guilders == 0:
            assert after.guilders == 0


def test_the_smallest_coins_go_first_and_a_larger_one_is_broken_when_they_are_spent() -> None:
    assert paid(Purse(30, 2, 1), 25) == Purse(5, 2, 1)
    assert paid(Purse(3, 1, 1), 5) == Purse(8, 0, 1)
    assert paid(Purse(0, 0, 1), 1) == Purse(9, 9, 0)
    assert paid(Purse(5, 5, 0), 56) is None
    assert paid(Purse(5, 5, 0), 55) == Purse()
