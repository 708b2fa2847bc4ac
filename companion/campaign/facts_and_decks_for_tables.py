"""What a campaign gives to random tables: facts, the tables of a place, and the cards out of its
decks."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple, get_args

from msgspec.structs import replace

from companion.campaign.campaign import Campaign, Deck
from companion.errant.turns.moments_and_spans import Moment
from companion.errant.turns.turns import Turn
from companion.errant.world import SETTLEMENT_TYPES, Settlement, Site
from companion.values_with_ids import make_free_slug

SEASONS = ("spring", "summer", "autumn", "winter")
"""The seasons that are offered; a campaign may have others."""
TimeOfDay = Literal["dawn", "day", "dusk", "night"]
_WATCHES: tuple[TimeOfDay, ...] = ("night", "dawn", "day", "day", "dusk", "night")
KNOWN_FACTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"season": (), "terrain": (), "settlement": SETTLEMENT_TYPES, "time": get_args(TimeOfDay)}
)
"""Every fact that tables can ask for, with its possible values; none if any text will do."""


def gather_table_facts(campaign: Campaign) -> Mapping[str, str]:
    """The facts that are known: the season, the time of day, and the terrain or Settlement Type
    where the innermost Turn is played."""
    site = find_site_of_turn(campaign, campaign.turns[-1]) if campaign.turns else None
    found = {
        "season": campaign.book.season,
        "terrain": site.terrain if isinstance(site, Site) else "",
        "settlement": site.type if isinstance(site, Settlement) else "",
        "time": find_time_of_day(campaign.now),
    }
    return {fact: value.casefold() for fact, value in found.items() if value}


def find_site_of_turn(campaign: Campaign, turn: Turn) -> Site | Settlement | None:
    """The place or Settlement a Turn is played at; None if none is named."""
    return next((site for site in campaign.world.sites if site.id == turn.place), None)


def find_time_of_day(moment: Moment) -> TimeOfDay:
    """The time of day by its six watches: dawn is from 4:00 to 8:00, dusk from 16:00 to 20:00."""
    return _WATCHES[moment.watch - 1]


_SITE_KEYS = {
    "encounters": "encounters",
    "effects": "local_effects",
    "rumours": "rumours",
    "weather": "weather",
}
PLACE_TABLE_WORDS = tuple(_SITE_KEYS)
"""Words for the tables of the place where the Turn is played, or of the region around it."""


class PlaceTable(NamedTuple):
    """A table with the word for it, its whole name, and the place it belongs to."""

    word: str
    table: str
    site: Site | Settlement


def list_tables_of_current_place(campaign: Campaign) -> Iterator[PlaceTable]:
    """The tables of the place where the innermost Turn is played; a missing one is that of an outer
    Turn's place."""
    sites = [find_site_of_turn(campaign, turn) for turn in reversed(campaign.turns)]
    for word, key in _SITE_KEYS.items():
        found = ((site, str(getattr(site, key))) for site in sites if site is not None)
        yield from [PlaceTable(word, table, site) for site, table in found if table][:1]


def find_table_of_current_place(campaign: Campaign, word: str) -> str:
    """The whole name of the table that a word means here; "" if there is none."""
    folded = word.casefold()
    return next(
        (each.table for each in list_tables_of_current_place(campaign) if each.word == folded), ""
    )


def list_rows_out_of_decks(campaign: Campaign) -> Mapping[str, tuple[int, ...]]:
    """The numbers of the rows that are out of each deck, by the name of its table."""
    return {deck.table: deck.drawn for deck in campaign.book.decks}


def set_rows_out_of_decks(campaign: Campaign, out: Mapping[str, tuple[int, ...]]) -> Campaign:
    """The campaign with these rows out of these decks; a deck with none out is removed. Decks that
    are not in `out` stay as they were."""
    drawn = {**list_rows_out_of_decks(campaign), **out}
    taken = {deck.id for deck in campaign.book.decks}
    decks: list[Deck] = []
    for deck in campaign.book.decks:
        rows = drawn.pop(deck.table, ())
        if rows:
            decks.append(deck if rows == deck.drawn else replace(deck, drawn=rows))
    for table, rows in drawn.items():
        if rows:
            decks.append(Deck(id=make_free_slug(table, taken), table=table, drawn=rows))
            taken.add(decks[-1].id)
    if tuple(decks) == campaign.book.decks:
        return campaign
    return campaign.with_decks(tuple(decks))
