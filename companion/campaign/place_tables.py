"""The tables of the place where the Company is, by the words they are called there."""

from collections.abc import Iterator
from typing import NamedTuple

from companion.campaign.campaign import Campaign
from companion.campaign.facts import site_of
from companion.errant.world import Settlement, Site

_KEYS = {
    "encounters": "encounters",
    "effects": "local_effects",
    "rumours": "rumours",
    "weather": "weather",
}
OF_THE_PLACE = tuple(_KEYS)
"""Words for the tables of the place where the open Turn is played, or of the region around it."""


class PlaceTable(NamedTuple):
    """A table by the word it is called where the Company is, its whole name, and whose it is."""

    word: str
    table: str
    site: Site | Settlement


def tables_of_the_place(campaign: Campaign) -> Iterator[PlaceTable]:
    """The tables of the place where the innermost Turn is played; what it has none of, that of the
    place of an outer one."""
    sites = [site_of(campaign, turn) for turn in reversed(campaign.turns)]
    for word, key in _KEYS.items():
        found = ((site, str(getattr(site, key))) for site in sites if site is not None)
        yield from [PlaceTable(word, table, site) for site, table in found if table][:1]


def table_of_the_place(campaign: Campaign, word: str) -> str:
    """The whole name of the table that a word means here; empty for other words, and where no place
    has one."""
    folded = word.casefold()
    return next((each.table for each in tables_of_the_place(campaign) if each.word == folded), "")
