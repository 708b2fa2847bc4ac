"""Currency: 10 copper pennies make a silver shilling, 10 silver shillings a guilder."""

from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from companion.errant.packs.coin import Purse, make_purse, pay_from_purse, split_purse
from tests.rounds import rounds

PIECES = st.integers(0, 60)
PURSES = st.builds(Purse, PIECES, PIECES, PIECES)


def test_ten_pennies_are_a_shilling_and_ten_shillings_a_guilder() -> None:
    assert Purse(0, 1, 0).worth == Purse(10, 0, 0).worth
    assert Purse(0, 0, 1).worth == Purse(0, 10, 0).worth
    assert Purse(7, 3, 2).worth == 237
    assert Purse(7, 3, 2).pieces == 12


@given(st.integers(0, 5_000))
def test_no_coins_are_fewer_that_are_worth_as_much(pennies: int) -> None:
    counted = make_purse(pennies)
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
    after = pay_from_purse(purse, price)
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
    after = pay_from_purse(purse, price)
    if after is not None:
        assert after.pieces <= purse.pieces + 17
        if purse.guilders == 0:
            assert after.guilders == 0


@cache
def fewest(pennies: int) -> tuple[int, ...]:
    """The shortest row of coins that is worth so much, found by trying each coin as the last."""
    if not pennies:
        return ()
    rows = [(*fewest(pennies - coin), coin) for coin in (100, 10, 1) if coin <= pennies]
    return sorted(rows, key=len)[0]


def over_the_counter(purse: Purse, price: int) -> list[int] | None:
    """The coins after a price is paid: put down one by one, the smallest first, until it is
    reached; then the change is taken up."""
    coins = [1] * purse.pennies + [10] * purse.shillings + [100] * purse.guilders
    put_down: list[int] = []
    while sum(put_down) < price:
        if not coins:
            return None
        put_down.append(coins.pop(0))
    return sorted([*coins, *fewest(sum(put_down) - price)])


@rounds(800)
@given(PURSES, st.integers(0, 7_000))
def test_coins_are_put_down_one_by_one_and_the_change_is_in_fewest(
    purse: Purse, price: int
) -> None:
    after, expected = pay_from_purse(purse, price), over_the_counter(purse, price)
    if expected is None:
        assert after is None
        return
    assert after is not None
    assert after == Purse(expected.count(1), expected.count(10), expected.count(100))


@given(PURSES, st.lists(st.integers(-800, 800), max_size=40))
def test_nothing_appears_or_vanishes_however_long_one_trades(
    purse: Purse, trade: list[int]
) -> None:
    """What is below 0 is paid, what is above is got."""
    worth = purse.worth
    for amount in trade:
        after = purse.add(make_purse(amount)) if amount >= 0 else pay_from_purse(purse, -amount)
        if after is None:
            assert worth + amount < 0, "only what no purse can pay"
            continue
        purse, worth = after, worth + amount
        assert purse.worth == worth
        assert min(purse) >= 0


def test_the_smallest_coins_go_first_then_a_larger_is_broken() -> None:
    assert pay_from_purse(Purse(30, 2, 1), 25) == Purse(5, 2, 1)
    assert pay_from_purse(Purse(3, 1, 1), 5) == Purse(8, 0, 1)
    assert pay_from_purse(Purse(0, 0, 1), 1) == Purse(9, 9, 0)
    assert pay_from_purse(Purse(5, 5, 0), 56) is None
    assert pay_from_purse(Purse(5, 5, 0), 55) == Purse()


@given(PURSES, st.integers(1, 12))
def test_shared_coins_lose_no_penny_and_are_even_but_for_the_rest(purse: Purse, heads: int) -> None:
    first, *others = split_purse(purse, heads)
    worths = [each.worth for each in others]
    assert first.worth + sum(worths) == purse.worth
    assert all(worth == purse.worth // heads for worth in worths)
    assert first.worth == purse.worth // heads + purse.worth % heads
    assert all(min(each) >= 0 for each in (first, *others))


def test_coins_that_can_be_dealt_are_not_changed() -> None:
    assert split_purse(Purse(8, 4, 0), 4) == (Purse(2, 1, 0),) * 4
