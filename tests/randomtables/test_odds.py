"""Odds of tables beside brute force: every way in which they may be drawn from, drawn."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.dice.dice_of_one_kind import Dice
from companion.dice.face_sources import LoadedFaces
from companion.dice.parser import parse
from companion.randomtables.draw import draw_from
from companion.randomtables.draws_and_odds_encoding import compute_dice_chances, encode_chances
from companion.randomtables.odds import TableOdds, compute_table_chances, compute_table_odds
from companion.randomtables.possible_rows import fold_case_of_facts, weigh_possible_rows
from companion.randomtables.table import CardsOut, Modifier, Row, Span, Table, refuse_every_table
from companion.refusal import Impossible, Unknown
from tests.dice.every_way import every_way
from tests.randomtables.making import make_finder, make_table

FACTS: tuple[dict[str, str], ...] = (
    {},
    {"season": "winter"},
    {"season": "Summer", "time": "night"},
)
facts = st.sampled_from(FACTS)
conditions = st.sampled_from([{}, {"season": "winter"}, {"time": ["night", "dusk"]}])


def brute_force(
    table: Table, facts: Mapping[str, str], modifier: int, out: CardsOut
) -> dict[int, Fraction]:
    """How likely each row is by its number (0: the fallback), by drawing with every face."""
    if table.dice is not None:
        ways = every_way(table.dice.part)
    else:
        sides = sum(
            weight for _, weight in weigh_possible_rows(table, fold_case_of_facts(facts), out)
        )
        ways = every_way(Dice(1, sides)) if sides else [((), Fraction(1))]
    found: dict[int, Fraction] = {}
    for faces, chance in ways:
        drawn = draw_from(table, LoadedFaces(faces), facts=facts, modifier=modifier, out=out)
        number = drawn.row.number if drawn.row else 0
        found[number] = found.get(number, Fraction(0)) + chance
    return found


def chances(found: TableOdds) -> dict[int, Fraction]:
    told = {row.number: Fraction(weight, found.whole) for row, weight in found.rows}
    return {**told, **({0: Fraction(found.fallback, found.whole)} if found.fallback else {})}


@st.composite
def with_dice(draw: st.DrawFn) -> Table:
    """A table of which some totals may have no row, and others one that a condition puts first."""
    dice = st.sampled_from(["d6", "2d4", "2d6kl1", "d66", "d4*d4", "d4-d4", "event +1"])
    notation = parse(draw(dice))
    low, high = notation.lowest, notation.highest
    ends = sorted(draw(st.sets(st.integers(low, high), min_size=1, max_size=4)))
    rows: list[Row] = []
    for begins, end in pairwise([low - 1, *ends]):
        if draw(st.integers(0, 3)):
            rows.append(Row(len(rows) + 1, Span(begins + 1, end)))
    winter = Row(len(rows) + 1, Span(high, high), when={"season": ("winter",)})
    modifier = Modifier(draw(st.integers(-2, 2)), {"time": ("night",)})
    return Table(
        "made/table", "Made", notation, (*rows, winter), fallback=("?",), modifiers=(modifier,)
    )


@st.composite
def without_dice(draw: st.DrawFn) -> Table:
    rows = draw(
        st.lists(
            st.fixed_dictionaries({"weight": st.integers(1, 4), "when": conditions}),
            min_size=1,
            max_size=5,
        )
    )
    told = [
        {key: value for key, value in {**row, "text": f"row {at}"}.items() if value}
        for at, row in enumerate(rows)
    ]
    return make_table(*told, fallback="nothing", deck=draw(st.booleans()))


@given(with_dice(), facts, st.integers(-3, 3))
def test_a_row_is_as_likely_as_going_through_every_roll_gives(
    table: Table, holds: dict[str, str], modifier: int
) -> None:
    found = compute_table_odds(table, facts=holds, modifier=modifier)
    assert chances(found) == brute_force(table, holds, modifier, {})


@given(without_dice(), facts, st.lists(st.integers(1, 5), max_size=8))
def test_a_row_without_dice_is_as_likely_as_what_is_left_of_its_weight(
    table: Table, holds: dict[str, str], gone: list[int]
) -> None:
    out = {table.name: tuple(number for number in gone if number <= len(table.rows))}
    found = compute_table_odds(table, facts=holds, out=out)
    assert chances(found) == brute_force(table, holds, 0, out)


@given(st.one_of(with_dice(), without_dice()), facts)
def test_weights_of_a_table_add_up_and_are_in_file_order(
    table: Table, holds: dict[str, str]
) -> None:
    found = compute_table_odds(table, facts=holds)
    numbers = [row.number for row, _ in found.rows]
    assert numbers == sorted(set(numbers))
    assert sum(weight for _, weight in found.rows) + found.fallback == found.whole


def test_what_explodes_beyond_the_depth_is_a_tables_remainder_too() -> None:
    table = make_table({"roll": "1-5", "text": "a"}, {"roll": "6+", "text": "b"}, dice="d6!")
    found = compute_table_odds(table)
    assert Fraction(found.remainder, found.whole) == Fraction(1, 6**11)
    assert chances(found)[1] == Fraction(5, 6)
    assert sum(weight for _, weight in found.rows) + found.remainder == found.whole


def test_each_reference_is_told_by_itself_and_each_table_once() -> None:
    names = make_table("Ada", "Bo", name="npcs/names")
    cargo = make_table("salt", "{who = npcs/names}'s {2 of ships/cargo}", name="ships/cargo")
    ship = make_table(
        {"text": "{npcs/names} with {3 different of npcs/names}", "weight": 3},
        {"text": "only {ships/cargo}", "sign": "smells of {ships/cargo}"},
        {"text": "none", "when": {"season": "winter"}},
        name="ships/ship",
    )
    found = compute_table_odds(ship, find=make_finder(names, cargo))
    assert [
        (each.table.name, each.row and each.row.number, str(each.reference))
        for each in found.references
    ] == [
        ("ships/ship", 1, "{npcs/names}"),
        ("ships/ship", 1, "{3 different of npcs/names}"),
        ("ships/ship", 2, "{ships/cargo}"),
        ("ships/ship", 2, "{ships/cargo}"),
        ("ships/cargo", 2, "{who = npcs/names}"),
        ("ships/cargo", 2, "{2 of ships/cargo}"),
    ]
    assert all(each.odds.whole == 2 for each in found.references)
    told = compute_table_chances(ship, find=make_finder(names, cargo), facts={}, out={})
    assert [(each.table, len(each.draws)) for each in told.references] == [
        ("npcs/names", 3),
        ("ships/cargo", 3),
    ]


def test_tables_that_lead_in_a_circle_have_odds_all_the_same() -> None:
    one = make_table("{a/two}", name="a/one")
    two = make_table("{a/one}", name="a/two")
    found = compute_table_odds(one, find=make_finder(one, two))
    assert [each.reference.table for each in found.references] == ["a/two", "a/one"]


def test_what_cannot_come_leads_nowhere() -> None:
    table = make_table({"text": "{no/where}", "when": {"season": "winter"}}, "plain")
    assert compute_table_odds(table).references == ()
    with pytest.raises(Unknown, match="no/where"):
        compute_table_odds(table, facts={"season": "winter"})


def test_a_deck_that_is_used_up_has_nothing_left_to_come() -> None:
    table = make_table("one", "two", deck=True)
    found = compute_table_odds(table, out={table.name: (1, 2)})
    assert (found.rows, found.whole) == ((), 0)
    assert (
        compute_table_chances(
            table, find=refuse_every_table, facts={}, out={table.name: (1, 2)}
        ).outcomes
        == ()
    )


def test_no_modifier_where_there_are_no_dice() -> None:
    with pytest.raises(Impossible, match="no dice"):
        compute_table_odds(make_table("one", "two"), modifier=1)


def test_the_text_of_the_column_that_holds_is_told_else_all() -> None:
    table = make_table({"text": {"Winter": "snow", "summer": "{d4} flies"}}, columns="season")
    asked = [
        compute_table_chances(table, find=refuse_every_table, facts=facts, out={})
        for facts in FACTS
    ]
    assert [found.outcomes[0].outcome for found in asked] == [
        "Winter: snow; summer: {d4} flies",
        "snow",
        "{d4} flies",
    ]


def test_chances_are_plain_data_by_the_fields_that_scripts_count_on() -> None:
    data = encode_chances(compute_dice_chances(parse("2d6kh1 x3")))
    assert (data["kind"], data["notation"], data["table"]) == ("odds", "2d6kh1", None)
    assert (data["mean_exact"], data["remainder_exact"], data["depth"]) == ("161/36", "0", None)
    outcomes = data["outcomes"]
    assert isinstance(outcomes, list)
    assert outcomes[5] == {
        "outcome": 6,
        "probability": 11 / 36,
        "exact": "11/36",
        "row": None,
        "roll": "",
    }


def test_dice_that_explode_say_how_deep_they_were_gone_into() -> None:
    found = compute_dice_chances(parse("d6!"))
    assert (found.depth, found.remainder_exact) == (10, "1/362797056")
    assert found.remainder == pytest.approx(1 / 6**11)


def test_a_table_with_a_column_of_totals_says_which_answer_to_each_row() -> None:
    table = make_table({"roll": "-1-0", "text": "low"}, {"roll": 1, "text": "high"}, dice="d3-2")
    found = compute_table_chances(table, find=refuse_every_table, facts={}, modifier=1, out={})
    assert [outcome.roll for outcome in found.outcomes] == ["-1-0", "1"]
    assert found.modifier == 1
