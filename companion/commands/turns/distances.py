"""How far it is from the Company to a place, and going there: at."""

from companion.campaign.campaign import Campaign
from companion.campaign.known_places import list_sites_for_seat
from companion.commands.context import Ruling
from companion.commands.turns.places import go_to_place
from companion.errant.world import Settlement, Site, count_hexes_between
from companion.grammar.context import Context
from companion.refusal import Impossible
from companion.reports.turns import DistanceReport


def go_or_look(context: Context, place: Site | Settlement) -> Ruling | DistanceReport:
    """Play the open Turn at another place, or only say how far it is."""
    return measure_way(context, place) if context.is_asking else go_to_place(context, place)


def measure_way(context: Context, place: Site | Settlement) -> DistanceReport:
    """How many hexes it is in a straight line from where the Company is. Raises Impossible where
    that is no place this seat knows, or the same."""
    here = _find_here(context.campaign, guide=context.is_guide)
    if here is None:
        raise Impossible("The Company is at no place with a name.", "To see the places: known")
    if here.id == place.id:
        raise Impossible(f"The Company is at {place.name}.", "To see the places: known")
    without = next((each.name for each in (here, place) if each.hex is None), "")
    hexes = None
    if here.hex is not None and place.hex is not None:
        hexes = count_hexes_between(here.hex, place.hex)
    return DistanceReport(place.name, here.name, hexes, without)


def _find_here(campaign: Campaign, *, guide: bool) -> Site | Settlement | None:
    """Where the Company is: the place of the innermost Turn that has a hex, or else its place."""
    sites = {site.id: site for site in list_sites_for_seat(campaign, guide=guide)}
    found = [sites[t.place] for t in reversed(campaign.turns) if t.place in sites]
    return next((site for site in found if site.hex is not None), found[0] if found else None)
