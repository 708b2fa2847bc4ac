"""What of a campaign and its journal only the Guide may see."""

from collections.abc import Collection, Iterable
from typing import TypeVar

from msgspec import NODEFAULT, Struct
from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Change, Entry, Plain
from companion.campaign.places_known import known_sites, unknown_paths
from companion.campaign.plain import blocks, field_infos
from companion.errant.errants import Errant
from companion.errant.items import Item
from companion.errant.world import Faction, Npc

_PEOPLE = {("world", "npcs"), ("world", "factions")}
_OPEN = {"id", "name", "settlement", "place", "met"}
"""What of those a word may say in everybody's hearing: who they are, and where."""
_GUIDES = {"note", "morale"}
"""What of anything, a Retainer or a place, only the Guide may know."""
SECRET_KEYS = _GUIDES | (
    {*Npc.__struct_fields__, *Faction.__struct_fields__}
    - {*Errant.__struct_fields__, *Item.__struct_fields__}
    - _OPEN
)
"""Keys that hold a secret wherever they stand."""
_TABLES = {"encounters", "local_effects", "rumours"}
"""Which tables a place has tells what may be met there, and what may be true of it."""
_HIDDEN = _GUIDES | _TABLES
_HIDDEN_BLOCKS = _PEOPLE | {("world", "signs"), ("campaign", "decks")}

_ARTICLES = {"the", "and"}

S = TypeVar("S", bound=Struct)


def is_secret(path: str) -> bool:
    """Whether what lies at a path is for the Guide alone: signs, NPCs and Factions, decks (a sign
    may have been drawn from one), the tables of a place, Morale and the Guide's notes."""
    root, *rest = path.split("/")
    if rest and (root, rest[0]) in _HIDDEN_BLOCKS:
        return True
    ends_in_a_field = len(rest) in ((2, 4) if root == "errants" else (1, 3))
    return ends_in_a_field and rest[-1] in _HIDDEN


def path_in_sight(campaign: Campaign, path: str) -> str:
    """What a refusal may call a path at every seat: itself, or no more than whose it is."""
    unknown = "/".join(path.split("/")[:3]) in unknown_paths(campaign)
    return "something of the Guide's" if unknown or is_secret(path) else path


def public_changes(changes: Iterable[Change], unknown: Collection[str] = ()) -> list[Change]:
    """The changes a player may see: without secret paths, without secret keys inside blocks, and
    without all that lies under an `unknown` path, that of a place the players know nothing of."""
    return [
        replace(change, before=_public(change.before), after=_public(change.after))
        for change in changes
        if not is_secret(change.path) and "/".join(change.path.split("/")[:3]) not in unknown
    ]


def _public(value: Plain) -> Plain:
    if isinstance(value, dict):
        return {key: _public(inner) for key, inner in value.items() if key not in _HIDDEN}
    if isinstance(value, list):
        return [_public(inner) for inner in value]
    return value


def public_campaign(campaign: Campaign) -> Campaign:
    """The campaign as a player may see it: whatever is secret stands at its default, and places
    the players know nothing of are left out."""
    known = {id(site) for site in known_sites(campaign)}
    world = replace(
        campaign.world,
        places=tuple(each for each in campaign.world.places if id(each) in known),
        settlements=tuple(each for each in campaign.world.settlements if id(each) in known),
    )
    return _public_struct(replace(campaign, world=world), "")


def _public_struct(struct: S, path: str) -> S:
    arrays, infos = blocks(type(struct)), field_infos(type(struct))
    shown: dict[str, object] = {}
    for name in struct.__struct_fields__:
        here, value = f"{path}{name}", getattr(struct, name)
        if is_secret(here):
            assert infos[name].default is not NODEFAULT, here
            shown[name] = infos[name].default
        elif name in arrays:
            shown[name] = tuple(_public_struct(block, f"{here}/{block.id}/") for block in value)
        elif isinstance(value, Struct):
            shown[name] = _public_struct(value, f"{here}/")
    return replace(struct, **shown)


def tells_secrets(campaign: Campaign, table: str, *, guide: bool = True) -> bool:
    """Whether what a table gives is for the Guide to tell: whom the Company may meet at a place,
    and what may be true there. What befalls them, and the weather, is in everybody's sight. Where
    it is no `guide` who rolls, tables of places the players know nothing of are like any other."""
    sites = campaign.world.sites if guide else known_sites(campaign)
    return any(table in (site.encounters, site.rumours) for site in sites)


def names_unknown(campaign: Campaign, words: Iterable[str]) -> bool:
    """True where one of these words stands in the name of an NPC, a Faction or a place that the
    players know nothing of; articles and shorter words tell nothing."""
    world, known = campaign.world, {id(site) for site in known_sites(campaign)}
    hidden = [f"{npc.id} {npc.name}" for npc in world.npcs if not npc.met]
    hidden += [f"{each.id} {each.name}" for each in world.factions if not each.met]
    hidden += [f"{site.id} {site.name}" for site in world.sites if id(site) not in known]
    names = " ".join(hidden).casefold()
    folded = (word.casefold().strip('"«»“”„,') for word in words)
    return any(word in names for word in folded if len(word) > 2 and word not in _ARTICLES)


def for_the_guide(entry: Entry) -> bool:
    """Whether an entry's line is for the Guide alone: what was said secretly, what was edited by
    hand, and a word that writes a secret into a file."""
    if entry.secret or entry.kind == "edit":
        return True
    return entry.kind == "word" and any(
        _writes_a_secret(change) for change in entry.changes if change.after is not None
    )


def in_sight(entry: Entry) -> str:
    """What was typed, as anybody may read it on the screen; of a hand edit it names the files."""
    return "secret" if entry.kind == "word" and for_the_guide(entry) else entry.line


def _writes_a_secret(change: Change) -> bool:
    """Whether a Change sets a note, says of an NPC or a Faction more than who and where they are,
    or adds a whole Errant, NPC or Faction with such. Signs come and go by words that name nothing
    secret."""
    root, *rest = change.path.split("/")
    added = change.after if isinstance(change.after, dict) else {}
    if (root, *rest[:1]) in _PEOPLE:
        return bool((added.keys() if len(rest) == 2 else {rest[-1]}) - _OPEN)
    if root == "errants" and len(rest) == 1:
        return any(added.get(key) for key in _GUIDES)
    return is_secret(change.path) and rest[-1] in _GUIDES
