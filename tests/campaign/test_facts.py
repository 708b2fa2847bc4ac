"""What a campaign tells random tables of how things stand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.campaign.campaign import Campaign, World
from companion.campaign.tables import KNOWN_FACTS, gather_facts, time_of_day
from companion.errant.clock import Moment
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
def test_dawn_is_from_4_to_8_dusk_from_16_to_20_and_night_what_is_not_day(
    day: int, minute: int
) -> None:
    naive = {range(4, 8): "dawn", range(8, 16): "day", range(16, 20): "dusk"}
    expected = next((time for hours, time in naive.items() if minute // 60 in hours), "night")
    assert time_of_day(Moment((day * 24 * 60 + minute) * 60 + 59)) == expected


def test_the_terrain_is_that_of_the_place_of_the_innermost_turn() -> None:
    assert gather_facts(at("fen")) == {"terrain": "marsh", "time": "day"}


@pytest.mark.parametrize("kind", SETTLEMENT_TYPES)
def test_at_a_settlement_its_type_is_known(kind: SettlementType) -> None:
    assert gather_facts(at(kind)) == {"settlement": kind, "time": "day"}


def test_what_is_not_known_is_left_out() -> None:
    assert gather_facts(campaign()) == {"time": "day"}
    assert gather_facts(at("")) == {"time": "day"}


def test_the_season_is_known_once_it_is_set_however_it_is_written() -> None:
    assert gather_facts(at("", season="High Summer"))["season"] == "high summer"


@given(st.sampled_from(["fen", "town", "", "nowhere"]), st.text(max_size=9))
def test_every_fact_is_one_that_tables_are_checked_against(place: str, season: str) -> None:
    for fact, value in gather_facts(at(place, season=season)).items():
        assert not KNOWN_FACTS[fact] or value in KNOWN_FACTS[fact]
