"""What holds in a campaign just now, as random tables ask after it."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple, get_args

from msgspec.structs import replace

from companion.campaign.campaign import Campaign, Deck
from companion.errant.clock import Moment
from companion.errant.turns import Turn
from companion.errant.world import SETTLEMENT_TYPES, Settlement, Site
from companion.text import make_free_slug

SEASONS = ("spring", "summer", "autumn", "winter")
"""The four that are offered; a campaign may call its seasons what it likes."""
TimeOfDay = Literal["dawn", "day", "dusk", "night"]
_WATCHES: tuple[TimeOfDay, ...] = ("night", "dawn", "day", "day", "dusk", "night")
KNOWN_FACTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"season": (), "terrain": (), "settlement": SETTLEMENT_TYPES, "time": get_args(TimeOfDay)}
)
"""Every fact that tables can ask after, with what it can be; nothing where any text will do."""


def gather_facts(campaign: Campaign) -> Mapping[str, str]:
    """What holds: the season where one is set, terrain or Settlement Type of where the innermost
    Turn is played, and the time of day. What is not known is left out."""
    site = find_site(campaign, campaign.turns[-1]) if campaign.turns else None
    found = {
        "season": campaign.book.season,
        "terrain": site.terrain if isinstance(site, Site) else "",
        "settlement": site.type if isinstance(site, Settlement) else "",
        "time": time_of_day(campaign.now),
    }
    return {fact: value.casefold() for fact, value in found.items() if value}


def find_site(campaign: Campaign, turn: Turn) -> Site | Settlement | None:
    """The place or Settlement a Turn is played at; None where none is named."""
    return next((site for site in campaign.world.sites if site.id == turn.place), None)


def time_of_day(moment: Moment) -> TimeOfDay:
    """What the light outside is like in each of the day's six watches: dawn is from 4:00 to 8:00,
    dusk from 16:00 to 20:00."""
    return _WATCHES[moment.watch - 1]


_SITE_KEYS = {
    "encounters": "encounters",
    "effects": "local_effects",
    "rumours": "rumours",
    "weather": "weather",
}
PLACE_TABLE_WORDS = tuple(_SITE_KEYS)
"""Words for the tables of the place where the open Turn is played, or of the region around it."""


class PlaceTable(NamedTuple):
    """A table by the word it is called where the Company is, its whole name, and whose it is."""

    word: str
    table: str
    site: Site | Settlement


def list_place_tables(campaign: Campaign) -> Iterator[PlaceTable]:
    """The tables of the place where the innermost Turn is played; what it has none of, that of the
    place of an outer one."""
    sites = [find_site(campaign, turn) for turn in reversed(campaign.turns)]
    for word, key in _SITE_KEYS.items():
        found = ((site, str(getattr(site, key))) for site in sites if site is not None)
        yield from [PlaceTable(word, table, site) for site, table in found if table][:1]


def find_place_table(campaign: Campaign, word: str) -> str:
    """The whole name of the table that a word means here; empty for other words, and where no place
    has one."""
    folded = word.casefold()
    return next((each.table for each in list_place_tables(campaign) if each.word == folded), "")


def list_drawn_rows(campaign: Campaign) -> Mapping[str, tuple[int, ...]]:
    """By the name of each table drawn from, the numbers of the rows that are out of its deck."""
    return {deck.table: deck.drawn for deck in campaign.book.decks}


def set_drawn_rows(campaign: Campaign, out: Mapping[str, tuple[int, ...]]) -> Campaign:
    """The campaign with these rows out of these decks; a deck with none out is whole again, and
    no more kept. What is not in `out` stays as it was."""
    drawn = {**list_drawn_rows(campaign), **out}
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
