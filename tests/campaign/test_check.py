"""What no type can say of a campaign, and cannot be all the same."""

import pytest
from msgspec.structs import replace

from companion.campaign.campaign import Deck
from companion.campaign.check import impossibilities
from companion.errant.cadence import Cadence
from tests.making import campaign, effect, errant, item


@pytest.mark.parametrize("word", ["", " ", "x" * 501])
def test_what_falls_due_has_a_word(word: str) -> None:
    due = Cadence(id="due", turns=2, type="travel", word=word)
    kept = Cadence(id="kept", turns=2, type="travel", word="the water rises")
    found = list(impossibilities(campaign(every=(kept, due))))
    assert [(file, path) for file, path, _ in found] == [("campaign.toml", ("every", 1, "word"))]
    assert found[0][2].startswith("a word ")


@pytest.mark.parametrize("name", ["", " "])
def test_whatever_has_a_name_has_one_that_can_be_read(name: str) -> None:
    bree = errant("Bree", replace(item("torch"), name=name))
    found = impossibilities(campaign(bree, effects=(effect(name),)))
    assert sorted((file, path, what) for file, path, what in found) == [
        ("campaign.toml", ("effects", 0, "name"), "a name cannot be empty"),
        ("errants/bree.toml", ("items", 0, "name"), "a name cannot be empty"),
    ]


def test_a_season_is_no_novel() -> None:
    made = campaign()
    long = replace(made, campaign=replace(made.campaign, season="x" * 501))
    assert [path for _, path, _ in impossibilities(long)] == [("season",)]


def test_a_table_has_one_deck() -> None:
    decks = (Deck(id="a", table="fen/omens"), Deck(id="b", table="fen/omens", drawn=(1,)))
    found = list(impossibilities(campaign().with_decks(decks)))
    assert [(file, path) for file, path, _ in found] == [("campaign.toml", ("decks", 1, "table"))]
