"""Which places and Settlements the players know of.

They know of one that is `known`, where a Turn is played or a stash lies, and of a Settlement in
which they have bought or sought something.
"""

from collections.abc import Iterable, Iterator
from operator import is_
from typing import TypeVar

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Change
from companion.errant.world import Settlement, Site
from companion.values_with_ids import pair_changed_values

P = TypeVar("P", Site, Settlement)


def find_company_settlement(campaign: Campaign) -> Settlement | None:
    """The Settlement where the Company is: that of the innermost Turn played in one."""
    settlements = {each.id: each for each in campaign.world.settlements}
    places = (turn.place for turn in reversed(campaign.turns))
    return next((settlements[place] for place in places if place in settlements), None)


def list_known_sites(campaign: Campaign) -> tuple[Site | Settlement, ...]:
    """The places and Settlements the players know of, in the order of the file."""
    shown = _list_ids_of_visited_sites(campaign)
    return tuple(site for site in campaign.world.sites if site.known or site.id in shown)


def is_known_site(campaign: Campaign, site_id: str) -> bool:
    """True for a place or Settlement that the players know of, by its id."""
    return any(site.id == site_id for site in list_known_sites(campaign))


def list_sites_for_seat(campaign: Campaign, *, guide: bool) -> tuple[Site | Settlement, ...]:
    """The sites that a line may mean: all for the Guide, for a player the known ones."""
    return campaign.world.sites if guide else list_known_sites(campaign)


def list_paths_of_touched_unknown_sites(
    before: Campaign, after: Campaign, changes: Iterable[Change]
) -> frozenset[str]:
    """The paths of sites that the players know of in neither campaign, where a change may lie
    below one."""
    below = ("world/places/", "world/settlements/")
    if not any(change.path.startswith(below) for change in changes):
        return frozenset()
    return list_paths_of_unknown_sites(before, after)


def list_paths_of_unknown_sites(*campaigns: Campaign) -> frozenset[str]:
    """The paths of the sites in these campaigns that the players know of in none of them."""
    unknown, known = set[str](), set[str]()
    for campaign in campaigns:
        shown = {id(site) for site in list_known_sites(campaign)}
        for array in ("places", "settlements"):
            for site in getattr(campaign.world, array):
                (known if id(site) in shown else unknown).add(f"world/{array}/{site.id}")
    return frozenset(unknown - known)


def mark_sites_known(campaign: Campaign, *site_ids: str, known: bool = True) -> Campaign:
    """The campaign with the key `known` of these sites set, or taken away."""

    def mark_known(sites: tuple[P, ...]) -> tuple[P, ...]:
        return tuple(replace(s, known=known) if s.id in site_ids else s for s in sites)

    world = campaign.world
    marked = {"places": mark_known(world.places), "settlements": mark_known(world.settlements)}
    return replace(campaign, world=replace(world, **marked))


def mark_visited_sites_known(before: Campaign, after: Campaign) -> Campaign:
    """The campaign `after` a word, with the key `known` at each site where the Company has come, or
    that it leaves: so a place once seen stays known."""
    if _has_same_traces_of_company(before, after):
        return after
    changed = _list_ids_of_visited_sites(before) ^ _list_ids_of_visited_sites(after)
    return mark_sites_known(after, *changed) if changed else after


def list_newly_known_sites(before: Campaign, after: Campaign) -> Iterator[Site | Settlement]:
    """The sites that the players know of now and did not; new sites are left out."""
    if _has_same_traces_of_company(before, after) and before.world.places is after.world.places:
        return
    known = {site.id for site in list_known_sites(before)}
    unknown = {site.id for site in before.world.sites} - known
    yield from (site for site in list_known_sites(after) if site.id in unknown)


def _has_same_traces_of_company(before: Campaign, after: Campaign) -> bool:
    """True if all values that show the Company at a site are the same objects; most words leave
    them so, and a campaign may have hundreds of sites."""
    were, are = ((each.turns, each.world.settlements) for each in (before, after))
    changed = pair_changed_values(before.errants, after.errants)
    return all(map(is_, were, are)) and not any(
        each.kind == "stash" for pair in changed for each in pair if each
    )


def _list_ids_of_visited_sites(campaign: Campaign) -> set[str]:
    """The ids of the sites at which a Turn is played, a stash lies, or something was bought or
    sought."""
    shown = {turn.place for turn in campaign.turns}
    shown |= {errant.at for errant in campaign.errants if errant.kind == "stash"}
    towns = campaign.world.settlements
    return shown | {each.id for each in towns if each.supply_bought or each.found or each.lacking}
