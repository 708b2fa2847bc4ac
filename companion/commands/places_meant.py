"""Which place or Settlement a typed name means, at the seat that types it."""

from companion.campaign.places_known import sites_for_seat
from companion.commands.names import one
from companion.commands.sitting import Sitting
from companion.errant.world import Settlement, Site
from companion.refusal import Unknown
from companion.words.line import quoted


def site_names(site: Site | Settlement) -> tuple[str, str]:
    """What a place answers to."""
    return site.id, site.name


def sites_meant(sitting: Sitting, named: str = "") -> tuple[Site | Settlement, ...]:
    """The places and Settlements a line may mean: all for the Guide; for a player those they know
    of, and one that is `named` wholly."""
    return sites_for_seat(sitting.campaign, guide=sitting.seat == "guide", named=named)


def settlements_meant(sitting: Sitting) -> tuple[Settlement, ...]:
    """The Settlements a line may mean: all for the Guide, for a player those they know of."""
    return tuple(site for site in sites_meant(sitting) if isinstance(site, Settlement))


def find_place(sitting: Sitting, typed: str, *, arriving: bool = False) -> Site | Settlement:
    """A place or a Settlement by any part of its name. A player who is `arriving` at one they do
    not know of yet must name it wholly. Raises Unknown or Ambiguous."""
    sites = sites_meant(sitting, typed if arriving else "")
    try:
        return one("place", typed, sites, site_names)
    except Unknown as refusal:
        refusal.hint = refusal.hint or f"To make it: settlement {quoted(typed)} town"
        raise


def find_settlement(sitting: Sitting, typed: str) -> Settlement:
    """A Settlement by any part of its name. Raises Unknown or Ambiguous."""
    return one("Settlement", typed, settlements_meant(sitting), site_names)
