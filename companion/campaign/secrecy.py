"""What of a campaign and its journal only the Guide may see."""

from collections.abc import Collection, Iterable, Iterator
from typing import TypeVar

from msgspec import NODEFAULT, Struct
from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Change, Entry, PlainData
from companion.campaign.encoding import get_attributes, get_block_types, get_field_infos
from companion.errant.errants import Errant
from companion.errant.items import Item
from companion.errant.world import Faction, Npc, Settlement, Site
from companion.text import make_slug


def list_known_sites(
    campaign: Campaign, among: Collection[str] | None = None
) -> tuple[Site | Settlement, ...]:
    """The places and Settlements the players know of, in the order of the file; with `among` only
    those of these ids."""
    sites = campaign.world.sites
    if among is not None:
        sites = tuple(site for site in sites if site.id in among)
    visited = _list_visited_ids(campaign)
    return tuple(s for s in sites if s.known or s.id in visited or _is_traded_in(s))


def list_sites_for_seat(
    campaign: Campaign, *, guide: bool, named: str = ""
) -> tuple[Site | Settlement, ...]:
    """The sites that a line may mean: all for the Guide; for a player the known ones, and one that
    is `named` by its whole name or id."""
    if guide:
        return campaign.world.sites
    folded = named.casefold()
    known = {id(site) for site in list_known_sites(campaign)}
    return tuple(
        site
        for site in campaign.world.sites
        if id(site) in known or folded in (site.id, site.name.casefold(), make_slug(site.name))
    )


def is_known_site(campaign: Campaign, site_id: str) -> bool:
    """True where the players know of the site of this id."""
    return bool(list_known_sites(campaign, {site_id}))


def list_unknown_paths(*campaigns: Campaign) -> frozenset[str]:
    """The paths of the sites that one of these campaigns holds, and of which the players know in
    none of them."""
    unknown, known = set[str](), set[str]()
    for campaign in campaigns:
        shown = _list_shown_ids(campaign)
        for path, site in _list_site_paths(campaign):
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
    if _has_same_presence(before, after):
        return after
    changed = _list_shown_ids(before) ^ _list_shown_ids(after)
    return make_known(after, *changed) if changed else after


def list_newly_known(before: Campaign, after: Campaign) -> Iterator[Site | Settlement]:
    """The sites that the players know of now and did not, but for those that were not there."""
    if _has_same_presence(before, after) and before.world.places is after.world.places:
        return
    unknown = {site.id for site in before.world.sites} - {
        site.id for site in list_known_sites(before)
    }
    yield from (site for site in list_known_sites(after) if site.id in unknown)


def _has_same_presence(before: Campaign, after: Campaign) -> bool:
    """True where all values that show the Company at a site are the very same."""
    return (
        before.turns is after.turns
        and before.errants is after.errants
        and before.world.settlements is after.world.settlements
    )


def _list_shown_ids(campaign: Campaign) -> set[str]:
    """The ids of the sites that public values show the Company at."""
    shown = _list_visited_ids(campaign)
    shown |= {each.id for each in campaign.world.settlements if _is_traded_in(each)}
    return shown


def _list_visited_ids(campaign: Campaign) -> set[str]:
    """The ids of the sites at which a Turn is played or a stash lies."""
    visited = {turn.place for turn in campaign.turns}
    return visited | {errant.at for errant in campaign.errants if errant.kind == "stash"}


def _is_traded_in(site: Site | Settlement) -> bool:
    """True for a Settlement in which something was bought or sought."""
    return isinstance(site, Settlement) and bool(site.supply_bought or site.found or site.lacking)


def _list_site_paths(campaign: Campaign) -> Iterator[tuple[str, Site | Settlement]]:
    for array in ("places", "settlements"):
        for site in getattr(campaign.world, array):
            yield f"world/{array}/{site.id}", site


def _is_same(one: object, other: object) -> bool:
    return one is other


_PEOPLE_PATHS = {("world", "npcs"), ("world", "factions")}
_OPEN_KEYS = {"id", "name", "settlement", "place", "met"}
"""What of those a word may say in everybody's hearing: who they are, and where."""
_GUIDE_KEYS = {"note", "morale"}
"""What of anything, a Retainer or a place, only the Guide may know."""
SECRET_KEYS = _GUIDE_KEYS | (
    {*Npc.__struct_fields__, *Faction.__struct_fields__}
    - {*Errant.__struct_fields__, *Item.__struct_fields__}
    - _OPEN_KEYS
)
"""Keys that hold a secret wherever they stand."""
_TABLE_KEYS = {"encounters", "local_effects", "rumours"}
"""Which tables a place has tells what may be met there, and what may be true of it."""
_HIDDEN_KEYS = _GUIDE_KEYS | _TABLE_KEYS
_HIDDEN_BLOCKS = _PEOPLE_PATHS | {("world", "signs"), ("campaign", "decks")}

_ARTICLES = {"the", "and"}

S = TypeVar("S", bound=Struct)


def is_secret_path(path: str) -> bool:
    """Whether what lies at a path is for the Guide alone: signs, NPCs and Factions, decks (a sign
    may have been drawn from one), the tables of a place, Morale and the Guide's notes."""
    root, *rest = path.split("/")
    if rest and (root, rest[0]) in _HIDDEN_BLOCKS:
        return True
    ends_in_a_field = len(rest) in ((2, 4) if root == "errants" else (1, 3))
    return ends_in_a_field and rest[-1] in _HIDDEN_KEYS


def mask_secret_path(campaign: Campaign, path: str) -> str:
    """What a refusal may call a path at every seat: itself, or no more than whose it is."""
    unknown = "/".join(path.split("/")[:3]) in list_unknown_paths(campaign)
    return "something of the Guide's" if unknown or is_secret_path(path) else path


def filter_public_changes(changes: Iterable[Change], unknown: Collection[str] = ()) -> list[Change]:
    """The changes a player may see: without secret paths, without secret keys inside blocks, and
    without all that lies under an `unknown` path, that of a place the players know nothing of."""
    return [
        replace(
            change,
            before=_filter_public_value(change.before),
            after=_filter_public_value(change.after),
        )
        for change in changes
        if not is_secret_path(change.path) and "/".join(change.path.split("/")[:3]) not in unknown
    ]


def _filter_public_value(value: PlainData) -> PlainData:
    if isinstance(value, dict):
        return {
            key: _filter_public_value(inner)
            for key, inner in value.items()
            if key not in _HIDDEN_KEYS
        }
    if isinstance(value, list):
        return [_filter_public_value(inner) for inner in value]
    return value


def make_public_campaign(campaign: Campaign) -> Campaign:
    """The campaign as a player may see it: whatever is secret stands at its default, and places
    the players know nothing of are left out."""
    known = {id(site) for site in list_known_sites(campaign)}
    world = replace(
        campaign.world,
        places=tuple(each for each in campaign.world.places if id(each) in known),
        settlements=tuple(each for each in campaign.world.settlements if id(each) in known),
    )
    return _make_public_struct(replace(campaign, world=world), "")


def _make_public_struct(struct: S, path: str) -> S:
    arrays, infos = get_block_types(type(struct)), get_field_infos(type(struct))
    shown: dict[str, object] = {}
    for name, attribute in get_attributes(type(struct)).items():
        here, value = f"{path}{name}", getattr(struct, attribute)
        if is_secret_path(here):
            assert infos[name].default is not NODEFAULT, here
            shown[attribute] = infos[name].default
        elif name in arrays:
            shown[attribute] = tuple(
                _make_public_struct(block, f"{here}/{block.id}/") for block in value
            )
        elif isinstance(value, Struct):
            shown[attribute] = _make_public_struct(value, f"{here}/")
    return replace(struct, **shown)


def is_secret_table(campaign: Campaign, table: str, *, guide: bool = True) -> bool:
    """Whether what a table gives is for the Guide to tell: whom the Company may meet at a place,
    and what may be true there. What befalls them, and the weather, is in everybody's sight. Where
    it is no `guide` who rolls, tables of places the players know nothing of are like any other."""
    sites = campaign.world.sites if guide else list_known_sites(campaign)
    return any(table in (site.encounters, site.rumours) for site in sites)


def has_unknown_name(campaign: Campaign, words: Iterable[str]) -> bool:
    """True where one of these words stands in the name of an NPC, a Faction or a place that the
    players know nothing of; articles and shorter words tell nothing."""
    world, known = campaign.world, {id(site) for site in list_known_sites(campaign)}
    hidden = [f"{npc.id} {npc.name}" for npc in world.npcs if not npc.met]
    hidden += [f"{each.id} {each.name}" for each in world.factions if not each.met]
    hidden += [f"{site.id} {site.name}" for site in world.sites if id(site) not in known]
    names = " ".join(hidden).casefold()
    folded = (word.casefold().strip('"«»“”„,') for word in words)
    return any(word in names for word in folded if len(word) > 2 and word not in _ARTICLES)


def is_for_guide(entry: Entry) -> bool:
    """Whether an entry's line is for the Guide alone: what was said secretly, what was edited by
    hand, and a word that writes a secret into a file."""
    if entry.secret or entry.kind == "edit":
        return True
    return entry.kind == "word" and any(
        _has_secret_value(change) for change in entry.changes if change.after is not None
    )


def mask_secret_line(entry: Entry) -> str:
    """What was typed, as anybody may read it on the screen; of a hand edit it names the files."""
    return "secret" if entry.kind == "word" and is_for_guide(entry) else entry.line


def _has_secret_value(change: Change) -> bool:
    """Whether a Change sets a note, says of an NPC or a Faction more than who and where they are,
    or adds a whole Errant, NPC or Faction with such. Signs come and go by words that name nothing
    secret."""
    root, *rest = change.path.split("/")
    added = change.after if isinstance(change.after, dict) else {}
    if (root, *rest[:1]) in _PEOPLE_PATHS:
        return bool((added.keys() if len(rest) == 2 else {rest[-1]}) - _OPEN_KEYS)
    if root == "errants" and len(rest) == 1:
        return any(added.get(key) for key in _GUIDE_KEYS)
    return is_secret_path(change.path) and rest[-1] in _GUIDE_KEYS
