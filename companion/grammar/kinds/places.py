"""Which place, Settlement or hex is meant by what is typed, at the seat that types it."""

import re

from companion.campaign.campaign import Campaign
from companion.campaign.secrecy import list_sites_for_seat
from companion.errant.world import Hex, Settlement, Site
from companion.grammar.context import Context
from companion.grammar.line import quote_name
from companion.grammar.names import find_one
from companion.refusal import Unknown

_HEX = re.compile(r"([+-]?\d{1,5}),([+-]?\d{1,5})")


def parse_hex(typed: str) -> Hex | None:
    """The axial coordinates in `2,-1`; None for anything else."""
    found = _HEX.fullmatch(typed.replace(" ", ""))
    return (int(found[1]), int(found[2])) if found else None


def list_nameable_sites(context: Context, named: str = "") -> tuple[Site | Settlement, ...]:
    """The places and Settlements a line may mean: all for the Guide; for a player those they know
    of, and one that is `named` wholly."""
    return list_sites_for_seat(context.campaign, guide=context.seat == "guide", named=named)


def list_nameable_settlements(context: Context) -> tuple[Settlement, ...]:
    """The Settlements a line may mean: all for the Guide, for a player those they know of."""
    return tuple(site for site in list_nameable_sites(context) if isinstance(site, Settlement))


def find_place(context: Context, typed: str, *, arriving: bool = False) -> Site | Settlement:
    """A place or a Settlement by any part of its name. A player who is `arriving` at one they do
    not know of yet must name it wholly. Raises Unknown or Ambiguous."""
    try:
        return find_one("place", typed, list_nameable_sites(context, typed if arriving else ""))
    except Unknown as refusal:
        refusal.hint = refusal.hint or f"To make it: settlement {quote_name(typed)} town"
        raise


def find_settlement(context: Context, typed: str) -> Settlement:
    """A Settlement by any part of its name. Raises Unknown or Ambiguous."""
    return find_one("Settlement", typed, list_nameable_settlements(context))


def find_place_name(campaign: Campaign, place_id: str) -> str:
    """The name of a place or Settlement; its id if there is none of this id."""
    return next((site.name for site in campaign.world.sites if site.id == place_id), place_id)


def find_place_id_here(campaign: Campaign) -> str:
    """The id of the place of the innermost Turn; "" if the Company is nowhere."""
    return campaign.turns[-1].place if campaign.turns else ""
