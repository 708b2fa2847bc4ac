"""Which place or Settlement a typed name means, at the seat that types it."""

from companion.campaign.secrecy import list_sites_for_seat
from companion.commands.context import Context
from companion.commands.resolve.names import find_one
from companion.errant.world import Settlement, Site
from companion.grammar.line import quote_name
from companion.refusal import Unknown


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
