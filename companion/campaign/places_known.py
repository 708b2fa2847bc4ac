"""Which places and Settlements the players know of.

A site is known by its key `known`, or by what the campaign's public values show of the Company
there: an open Turn is played at it, something was bought or sought in it, or a stash lies at it.
`remember_places` writes the key where those values begin or cease to show it.
"""

from collections.abc import Collection, Iterator

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.errant.world import Settlement, Site
from companion.text import slug


def known_sites(
    campaign: Campaign, among: Collection[str] | None = None
) -> tuple[Site | Settlement, ...]:
    """The places and Settlements the players know of, in the order of the file; with `among` only
    those of these ids."""
    sites = campaign.world.sites
    if among is not None:
        sites = tuple(site for site in sites if site.id in among)
    visited = _visited_ids(campaign)
    return tuple(s for s in sites if s.known or s.id in visited or _is_traded_in(s))


def sites_for_seat(
    campaign: Campaign, *, guide: bool, named: str = ""
) -> tuple[Site | Settlement, ...]:
    """The sites that a line may mean: all for the Guide; for a player the known ones, and one that
    is `named` by its whole name or id."""
    if guide:
        return campaign.world.sites
    folded = named.casefold()
    known = {id(site) for site in known_sites(campaign)}
    return tuple(
        site
        for site in campaign.world.sites
        if id(site) in known or folded in (site.id, site.name.casefold(), slug(site.name))
    )


def is_known(campaign: Campaign, site_id: str) -> bool:
    """True where the players know of the site of this id."""
    return bool(known_sites(campaign, {site_id}))


def unknown_paths(*campaigns: Campaign) -> frozenset[str]:
    """The paths of the sites that one of these campaigns holds, and of which the players know in
    none of them."""
    unknown, known = set[str](), set[str]()
    for campaign in campaigns:
        shown = _shown_ids(campaign)
        for path, site in _paths(campaign):
            (known if site.known or site.id in shown else unknown).add(path)
    return frozenset(unknown - known)


def make_known(campaign: Campaign, *site_ids: str, known: bool = True) -> Campaign:
    """The campaign with the key `known` of these sites set, or taken away."""
    world = campaign.world
    places, settlements = (
        tuple(
            replace(site, known=known) if site.id in site_ids and site.known != known else site
            for site in sites
        )
        for sites in (world.places, world.settlements)
    )
    if all(map(_is_same, (*places, *settlements), world.sites)):
        return campaign
    return replace(campaign, world=replace(world, places=places, settlements=settlements))


def remember_places(before: Campaign, after: Campaign) -> Campaign:
    """The campaign `after` a word, with the key `known` at each site where the Company has come, or
    that it leaves: so a place once seen stays known."""
    if _shows_alike(before, after):
        return after
    changed = _shown_ids(before) ^ _shown_ids(after)
    return make_known(after, *changed) if changed else after


def newly_known(before: Campaign, after: Campaign) -> Iterator[Site | Settlement]:
    """The sites that the players know of now and did not, but for those that were not there."""
    if _shows_alike(before, after) and before.world.places is after.world.places:
        return
    unknown = {site.id for site in before.world.sites} - {site.id for site in known_sites(before)}
    yield from (site for site in known_sites(after) if site.id in unknown)


def _shows_alike(before: Campaign, after: Campaign) -> bool:
    """True where all values that show the Company at a site are the very same."""
    return (
        before.turns is after.turns
        and before.errants is after.errants
        and before.world.settlements is after.world.settlements
    )


def _shown_ids(campaign: Campaign) -> set[str]:
    """The ids of the sites that public values show the Company at."""
    shown = _visited_ids(campaign)
    shown |= {each.id for each in campaign.world.settlements if _is_traded_in(each)}
    return shown


def _visited_ids(campaign: Campaign) -> set[str]:
    """The ids of the sites at which a Turn is played or a stash lies."""
    visited = {turn.place for turn in campaign.turns}
    return visited | {errant.at for errant in campaign.errants if errant.kind == "stash"}


def _is_traded_in(site: Site | Settlement) -> bool:
    """True for a Settlement in which something was bought or sought."""
    return isinstance(site, Settlement) and bool(site.supply_bought or site.found or site.lacking)


def _paths(campaign: Campaign) -> Iterator[tuple[str, Site | Settlement]]:
    for array in ("places", "settlements"):
        for site in getattr(campaign.world, array):
            yield f"world/{array}/{site.id}", site


def _is_same(one: object, other: object) -> bool:
    return one is other
