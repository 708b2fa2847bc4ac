"""What a campaign tells random tables of how things stand."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.campaign.campaign import Campaign, World
from companion.campaign.diff import apply_changes, diff_campaigns, invert_changes
from companion.campaign.facts_and_decks_for_tables import (
    KNOWN_FACTS,
    find_time_of_day,
    gather_table_facts,
    list_rows_out_of_decks,
    set_rows_out_of_decks,
)
from companion.campaign.invalid_campaign_values import find_invalid_values
from companion.errant.turns.moments_and_spans import Moment
from companion.errant.world import SETTLEMENT_TYPES, Settlement, SettlementType, Site
from tests.making import campaign, turn

FEN = Site(id="fen", name="The fen", terrain="Marsh")


def at(place: str, *, season: str = "") -> Campaign:
    """A campaign whose innermost Turn is played there."""
    towns = tuple(Settlement(id=t, name=t, type=t, hex=(0, 0)) for t in SETTLEMENT_TYPES)
    turns = (turn("travel", place="elsewhere"), turn(place=place))
    made = campaign(turns=turns, world=World(places=(FEN,), settlements=towns))
    return replace(made, book=replace(made.book, season=season))


@given(st.integers(0, 40), st.integers(0, 24 * 60 - 1))
def test_dawn_is_from_4_to_8_and_dusk_from_16_to_20(day: int, minute: int) -> None:
    naive = {range(4, 8): "dawn", range(8, 16): "day", range(16, 20): "dusk"}
    expected = next((time for hours, time in naive.items() if minute // 60 in hours), "night")
    assert find_time_of_day(Moment((day * 24 * 60 + minute) * 60 + 59)) == expected


def test_the_terrain_is_that_of_the_place_of_the_innermost_turn() -> None:
    assert gather_table_facts(at("fen")) == {"terrain": "marsh", "time": "day"}


@pytest.mark.parametrize("kind", SETTLEMENT_TYPES)
def test_at_a_settlement_its_type_is_known(kind: SettlementType) -> None:
    assert gather_table_facts(at(kind)) == {"settlement": kind, "time": "day"}


def test_what_is_not_known_is_left_out() -> None:
    assert gather_table_facts(campaign()) == {"time": "day"}
    assert gather_table_facts(at("")) == {"time": "day"}


def test_the_season_is_known_once_it_is_set_however_it_is_written() -> None:
    assert gather_table_facts(at("", season="High Summer"))["season"] == "high summer"


@given(st.sampled_from(["fen", "town", "", "nowhere"]), st.text(max_size=9))
def test_every_fact_is_one_that_tables_are_checked_against(place: str, season: str) -> None:
    for fact, value in gather_table_facts(at(place, season=season)).items():
        assert not KNOWN_FACTS[fact] or value in KNOWN_FACTS[fact]


TABLES = st.sampled_from(["marsh/rumours", "marsh-rumours", "npcs/names", "x"])
OUT = st.dictionaries(TABLES, st.lists(st.integers(1, 9), max_size=4).map(tuple), max_size=3)


def drawn_from(*outs: Mapping[str, tuple[int, ...]]) -> Campaign:
    """A campaign after one such state of its decks after another."""
    made = campaign()
    for out in outs:
        made = set_rows_out_of_decks(made, out)
    return made


@given(OUT, OUT)
def test_decks_remember_their_drawn_rows_and_others_stay(
    before: dict[str, tuple[int, ...]], after: dict[str, tuple[int, ...]]
) -> None:
    expected = {table: rows for table, rows in {**before, **after}.items() if rows}
    made = drawn_from(before, after)
    assert list_rows_out_of_decks(made) == expected
    assert list(find_invalid_values(made)) == []
    ids = [deck.id for deck in made.book.decks]
    assert len(set(ids)) == len(ids)


@given(OUT)
def test_a_deck_with_nothing_out_of_it_is_no_more_kept(out: dict[str, tuple[int, ...]]) -> None:
    whole = dict.fromkeys(out, ())
    assert drawn_from(out, whole) == campaign()


@given(OUT, OUT)
def test_what_was_drawn_is_undone_like_every_change(
    before: dict[str, tuple[int, ...]], after: dict[str, tuple[int, ...]]
) -> None:
    made, drawn = drawn_from(before), drawn_from(before, after)
    changes = diff_campaigns(made, drawn)
    assert apply_changes(made, changes) == drawn
    assert apply_changes(drawn, invert_changes(changes)) == made


@given(OUT)
def test_what_changes_no_deck_leaves_the_very_same_campaign(
    out: dict[str, tuple[int, ...]],
) -> None:
    made = drawn_from(out)
    assert set_rows_out_of_decks(made, list_rows_out_of_decks(made)) is made
