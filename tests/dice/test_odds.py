"""Odds beside brute force: every sequence of faces there is, rolled."""

from fractions import Fraction
from math import gcd
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.dice import odds as pools
from companion.dice.dice_of_one_kind import Dice, Reroll
from companion.dice.face_sources import LoadedFaces
from companion.dice.notation_tree import EventDice, Notation, Number, Part, TensAndOnes
from companion.dice.odds import Odds, compute_odds
from companion.dice.parser import parse
from companion.dice.rolls import roll
from tests.dice.every_way import DEPTH, every_way, how_many, one_die
from tests.dice.notations import conditions, goes_on, picks, put_together

MAX_SEQUENCES = 2_500


def brute_force(notation: Notation) -> dict[int, Fraction]:
    chances: dict[int, Fraction] = {}
    for faces, chance in every_way(notation.part):
        total = roll(notation, LoadedFaces(faces)).total
        chances[total] = chances.get(total, Fraction(0)) + chance
    return chances


@st.composite
def few_dice(draw: st.DrawFn) -> Dice:
    sides = draw(st.integers(1, 6))
    reroll = draw(st.none() | st.builds(Reroll, conditions(sides), st.booleans()))
    explode = draw(st.none() | conditions(sides))
    if goes_on(sides, reroll, explode) > 0.9:
        reroll = explode = None
    least, most = sorted(draw(st.tuples(st.integers(1, sides), st.integers(1, sides))))
    one = Dice(
        1,
        sides,
        reroll=reroll,
        explode=explode,
        least=draw(st.sampled_from([None, least])),
        most=draw(st.sampled_from([None, most])),
        count=draw(st.none() | conditions(sides)),
    )
    ways = len(list(one_die(one)))
    number = draw(st.integers(1, max(n for n in range(1, 7) if n == 1 or ways**n <= 2_000)))
    return one._replace(number=number, picks=draw(picks(number)))


leaves: st.SearchStrategy[Part] = st.one_of(
    few_dice(),
    few_dice(),
    st.builds(Number, st.integers(0, 20)),
    st.just(TensAndOnes()),
    st.builds(EventDice, st.integers(-3, 3)),
)
few = st.builds(
    Notation,
    (leaves | st.recursive(leaves, put_together, max_leaves=3)).filter(
        lambda part: how_many(part) <= MAX_SEQUENCES
    ),
)


def chances(found: Odds) -> dict[int, Fraction]:
    return {total: Fraction(weight, found.whole) for total, weight in found.weights}


def agree(notation: Notation) -> None:
    """Fail where odds are not what going through every sequence of faces gives."""
    with patch.object(pools, "DEPTH", DEPTH):
        found = compute_odds(notation)
    expected = brute_force(notation)
    assert chances(found) == expected
    assert Fraction(found.remainder, found.whole) == 1 - sum(expected.values())


@given(few)
def test_odds_are_what_going_through_every_sequence_of_faces_gives(notation: Notation) -> None:
    agree(notation)


@pytest.mark.parametrize(
    "text",
    [
        "3d3!2c>=2kh2",
        "3d3!>=2c3kl2",
        "3d4!c1dl1",
        "4d2!1c2kh3kl2",
        "3d6min3c3",
        "3d6max4c<4",
        "4d4c<=2kh1",
        "4d4dl2",
        "4d4dh2",
        "5d3dl1dh2",
        "5d3dl2dh1",
        "3d6ro<=3kh2",
        "3d6r>4kl2",
        "3d4!ro1min2kh2",
        "2d4-2d4",
        "d3-2d3*d4",
        "d4 = d4",
        "d4 < d4",
        "d4 <= d4",
        "d4 > d4",
        "d4 >= d4",
        "min(d4!, 2d3) - max(d2, d66)",
        "(d4+d6) impair 1",
        "d4*100+d4*10+d4",
    ],
)
def test_every_form_agrees_with_brute_force(text: str) -> None:
    agree(parse(text))


@given(few)
def test_weights_are_in_order_whole_and_in_lowest_terms(notation: Notation) -> None:
    found = compute_odds(notation)
    totals = [total for total, _ in found.weights]
    weights = [weight for _, weight in found.weights]
    assert totals == sorted(set(totals))
    assert min(weights) > 0
    assert found.remainder >= 0
    assert sum(weights) + found.remainder == found.whole
    assert gcd(found.whole, *weights) == 1


@pytest.mark.parametrize(
    ("text", "expected", "whole"),
    [
        ("2d6", {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}, 36),
        (
            "4d6kh3",
            dict(
                zip(
                    range(3, 19),
                    (1, 4, 10, 21, 38, 62, 91, 122, 148, 167, 172, 160, 131, 94, 54, 21),
                    strict=True,
                )
            ),
            1296,
        ),
        ("2d20kh1", {face: 2 * face - 1 for face in range(1, 21)}, 400),
        ("2d20kl1", {face: 41 - 2 * face for face in range(1, 21)}, 400),
        ("event -1", {1: 11, 2: 9, 3: 7, 4: 5, 5: 3, 6: 1}, 36),
        ("event +1", {1: 1, 2: 3, 3: 5, 4: 7, 5: 9, 6: 11}, 36),
        ("4d6c6 >= 1", {0: 625, 1: 671}, 1296),
        ("5d6c6", {5 - n: w for n, w in enumerate((1, 25, 250, 1250, 3125, 3125))}, 7776),
        ("d3", {1: 1, 2: 1, 3: 1}, 3),
        ("d6r1", {2: 1, 3: 1, 4: 1, 5: 1, 6: 1}, 5),
        ("d6ro1", {1: 1, 2: 7, 3: 7, 4: 7, 5: 7, 6: 7}, 36),
        ("d4*d4", {1: 1, 2: 2, 3: 2, 4: 3, 6: 2, 8: 2, 9: 1, 12: 2, 16: 1}, 16),
        ("d20 > d12", {0: 13, 1: 27}, 40),
        ("d8 enhance 1", dict.fromkeys(range(1, 11), 1), 10),
        ("max(d4, d6)", {1: 1, 2: 3, 3: 5, 4: 7, 5: 4, 6: 4}, 24),
        ("d6min3", {3: 3, 4: 1, 5: 1, 6: 1}, 6),
        ("7", {7: 1}, 1),
    ],
)
def test_well_known_odds_come_out(text: str, expected: dict[int, int], whole: int) -> None:
    assert compute_odds(parse(text)) == Odds(tuple(sorted(expected.items())), whole)


def test_d66_has_36_totals_all_alike() -> None:
    totals = [10 * tens + ones for tens in range(1, 7) for ones in range(1, 7)]
    assert compute_odds(parse("d66")) == Odds(tuple((total, 1) for total in totals), 36)


@pytest.mark.parametrize(
    ("text", "mean"),
    [
        ("4d6kh3", (15869, 1296)),  # 12.24, the best known of them
        ("2d20kh1", (553, 40)),  # 13.825: what advantage is worth
        ("2d20kl1", (287, 40)),
        ("20d6", (70, 1)),
        ("10d10c>=8", (3, 1)),
        ("d6-d6", (0, 1)),
        ("d20+5", (31, 2)),
    ],
)
def test_means_are_exact(text: str, mean: tuple[int, int]) -> None:
    assert compute_odds(parse(text)).mean == mean


def test_twenty_dice_have_the_binomial_weights_at_their_ends() -> None:
    found = dict(compute_odds(parse("20d6")).weights)
    assert len(found) == 101
    assert [found[total] for total in range(20, 25)] == [1, 20, 210, 1540, 8855]
    assert all(found[total] == found[140 - total] for total in found)


@pytest.mark.parametrize(("text", "depth"), [("d6!", 10), ("d6!>=5", 10), ("3d6!", 10)])
def test_what_explodes_on_and_on_is_the_remainder(text: str, depth: int) -> None:
    """A die goes on past ten explosions where eleven faces in a row explode."""
    notation = parse(text)
    dice = notation.part
    assert isinstance(dice, Dice)
    assert dice.explode is not None
    on = Fraction(len(dice.explode.list_faces(6)), 6) ** (depth + 1)
    found = compute_odds(notation)
    assert Fraction(found.remainder, found.whole) == 1 - (1 - on) ** dice.number


def test_a_die_that_explodes_averages_the_seventh_part_more() -> None:
    """4.2, as published, but for what is in the remainder."""
    mean = Fraction(*compute_odds(parse("d6!")).mean)
    assert 0 < Fraction(21, 5) - mean < Fraction(1, 1_000_000)


def test_the_times_of_a_notation_change_nothing() -> None:
    assert compute_odds(parse("4d6kh3 x6")) == compute_odds(parse("4d6kh3"))


def test_odds_come_the_same_by_other_ways() -> None:
    """Notations that mean the same, worked out by other arithmetic."""
    for one, other in [
        ("20d6", "d6+19d6"),
        ("6d6kl1", "min(d6, d6, d6, d6, d6, d6)"),
        ("6d6kl1", "6d6dh5"),
        ("5d8kh1", "max(2d8kh1, 3d8kh1)"),
        ("30d10kh29", "30d10dl1"),
        ("40d4c4", "40d4min3max4-120"),
        ("8d6dl2dh2", "8d6kh6kl6"),
        ("d20+d20 >= 21", "2d20 > 20"),
        ("d100*1000+d100", "1000*d100+d100"),
    ]:
        assert compute_odds(parse(one)) == compute_odds(parse(other)), (one, other)
