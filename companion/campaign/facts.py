"""What holds in a campaign just now, as random tables ask after it."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, get_args

from companion.campaign.campaign import Campaign
from companion.errant.clock import Moment
from companion.errant.turns import Turn
from companion.errant.world import SETTLEMENT_TYPES, Settlement, Site

SEASONS = ("spring", "summer", "autumn", "winter")
"""The four that are offered; a campaign may call its seasons what it likes."""
TimeOfDay = Literal["dawn", "day", "dusk", "night"]
_WATCHES: tuple[TimeOfDay, ...] = ("night", "dawn", "day", "day", "dusk", "night")
KNOWN: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "season": (),
        "terrain": (),
        "settlement": SETTLEMENT_TYPES,
        "time": get_args(TimeOfDay),
    }
)
"""Every fact that tables can ask after, with what it can be; nothing where any text will do."""


def facts(campaign: Campaign) -> Mapping[str, str]:
    """What holds: the season where one is set, terrain or Settlement Type of where the innermost
    Turn is played, and the time of day. What is not known is left out."""
    site = site_of(campaign, campaign.turns[-1]) if campaign.turns else None
    found = {
        "season": campaign.campaign.season,
        "terrain": site.terrain if isinstance(site, Site) else "",
        "settlement": site.type if isinstance(site, Settlement) else "",
        "time": time_of_day(campaign.now),
    }
    return {fact: value.casefold() for fact, value in found.items() if value}


def site_of(campaign: Campaign, turn: Turn) -> Site | Settlement | None:
    """The place or Settlement a Turn is played at; None where none is named."""
    return next((site for site in campaign.world.sites if site.id == turn.place), None)


def time_of_day(moment: Moment) -> TimeOfDay:
    """What the light outside is like in each of the day's six watches: dawn is from 4:00 to 8:00,
    dusk from 16:00 to 20:00."""
    return _WATCHES[moment.watch - 1]
