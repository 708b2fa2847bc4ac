"""What of a campaign and its journal only the Guide may see.

Each field of a campaign says whom it is for (`companion.audience`). Beside that, a place or a
Settlement is hidden while the players do not know of it
(`companion.campaign.places_known_to_players`). NPCs and Factions are
never shown from the file; their names are hidden until they are `met`.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from typing import TypeVar

from msgspec import NODEFAULT, Struct
from msgspec.structs import replace

from companion.audience import Seat
from companion.campaign.campaign import Book, Campaign, World
from companion.campaign.changes import Change, Entry, PlainData
from companion.campaign.file_layout import FILE_KINDS
from companion.campaign.places_known_to_players import list_known_sites, list_paths_of_unknown_sites
from companion.campaign.plain_data_encoding import (
    get_block_types,
    get_field_infos,
    get_field_types,
    get_secret_keys,
    is_struct,
    resolve_path_types,
)
from companion.errant.packs.items import Item
from companion.errant.world import Faction, Npc, Settlement, Site
from companion.values_with_ids import pair_changed_values

_ARTICLES = {"the", "and"}
_UNREAD_FIELDS = {(World, "signs"), (Book, "decks"), (Book, "met")}
"""Words draw and spend these without saying anything of what is in them."""
S = TypeVar("S", bound=Struct)


def is_secret_path(path: str) -> bool:
    """True if a field on this path is for the Guide alone. If a campaign's path leads to no field,
    its last name decides."""
    steps, kind = resolve_path_types(Campaign, path.split("/"))
    is_unknown = bool(steps) and kind is None
    return any(step.key in get_secret_keys(step.struct) for step in steps) or (
        is_unknown and path.rpartition("/")[2] in list_keys_secret_anywhere()
    )


@cache
def list_keys_secret_anywhere() -> frozenset[str]:
    """Keys whose values are hidden if nobody can tell what they belong to, as in a spoilt file: all
    that are secret somewhere, and public only in files that have secrets."""
    public = [
        struct
        for file in FILE_KINDS.values()
        if not file.has_secrets
        for struct in _list_nested_struct_types(file.struct)
    ]
    return frozenset(
        key for kind in _list_nested_struct_types(Campaign) for key in get_secret_keys(kind)
    ).difference(*(get_field_types(kind).keys() - get_secret_keys(kind) for kind in public))


def _list_nested_struct_types(kind: type[Struct]) -> Iterator[type[Struct]]:
    yield kind
    for inner in (get_field_types(kind) | get_block_types(kind)).values():
        if is_struct(inner):
            yield from _list_nested_struct_types(inner)


def mask_secret_path(campaign: Campaign, path: str, seat: Seat) -> str:
    """The path as a refusal may show it at a seat: for players a general name stands for a secret
    one."""
    if seat == "guide":
        return path
    unknown = _get_block_path(path) in list_paths_of_unknown_sites(campaign)
    return "something of the Guide's" if unknown or is_secret_path(path) else path


def filter_public_changes(changes: Iterable[Change], unknown: Collection[str] = ()) -> list[Change]:
    """The changes a player may see: without secret fields, and without all that lies under an
    `unknown` path, that of a place the players do not know of."""
    found = []
    for change in changes:
        if not is_secret_path(change.path) and _get_block_path(change.path) not in unknown:
            kind = resolve_path_types(Campaign, change.path.split("/"))[1]
            before, after = (_filter_public_data(kind, v) for v in (change.before, change.after))
            found.append(replace(change, before=before, after=after))
    return found


def _get_block_path(path: str) -> str:
    """The first three names of a path: those of a place, if it is about one."""
    return "/".join(path.split("/")[:3])


def _filter_public_data(kind: object, value: PlainData) -> PlainData:
    """Plain data without the secret fields of the struct that it was; None for what is no field."""
    if kind is None:
        return None
    if not is_struct(kind) or not isinstance(value, dict):
        return value
    blocks, types = get_block_types(kind), get_field_types(kind)
    public = {key: value[key] for key in value if key in types.keys() - get_secret_keys(kind)}
    for key, inner in public.items():
        if key in blocks and isinstance(inner, list):
            public[key] = [_filter_public_data(blocks[key], each) for each in inner]
        else:
            public[key] = _filter_public_data(types[key], inner)
    return public


def make_campaign_without_secrets(campaign: Campaign) -> Campaign:
    """The campaign as a player may see it: secret fields stand at their defaults, and places that
    the players do not know of are left out."""
    known = {id(site) for site in list_known_sites(campaign)}
    world = replace(
        campaign.world,
        places=tuple(each for each in campaign.world.places if id(each) in known),
        settlements=tuple(each for each in campaign.world.settlements if id(each) in known),
    )
    return _strip_secret_fields(replace(campaign, world=world))


def _strip_secret_fields(struct: S) -> S:
    """The struct with every secret field, also of its blocks, at its default."""
    kind = type(struct)
    blocks, secret = get_block_types(kind), get_secret_keys(kind)
    shown: dict[str, object] = {}
    for key, info in get_field_infos(kind).items():
        value = getattr(struct, info.name)
        if key in secret:
            assert info.default is not NODEFAULT, key
            shown[info.name] = info.default
        elif key in blocks:
            shown[info.name] = tuple(map(_strip_secret_fields, value))
        elif isinstance(value, Struct):
            shown[info.name] = _strip_secret_fields(value)
    return replace(struct, **shown)


def is_entry_for_guide_alone(entry: Entry) -> bool:
    """True if an entry's line is for the Guide alone: it was said secretly, it is an edit by hand,
    or its word writes a secret into a file. What those who fight do is seen by everybody, and so is
    the harm that dice do to an NPC, though not what HP that leaves."""
    if entry.secret or entry.kind == "edit":
        return True
    if any(change.path.startswith("campaign/combatants") for change in entry.changes):
        return False
    return entry.kind == "word" and any(
        _writes_secret_field(change)
        for change in entry.changes
        if change.after is not None and not (entry.outcome and _NPC_HARM.fullmatch(change.path))
    )


_NPC_HARM = re.compile(r"world/npcs/[^/]+/(hp|count)")
"""What harm changes of an NPC, or of a group of which some are beaten by it."""


def bracket_secret_dice_faces(faces: str) -> str:
    """Faces as they stand in an outcome if they are for the Guide alone."""
    return f"[{faces}]" if faces else ""


_ENCLOSED_FACES = re.compile(r"^\[([\d,]+)\]: ")


def prepare_outcome_for_seat(entry: Entry, *, guide: bool) -> Entry:
    """The entry with its outcome as the Guide reads it, or as players do: without secret faces."""
    return replace(entry, outcome=_ENCLOSED_FACES.sub(r"\1: " if guide else "", entry.outcome))


def may_seat_see_entry(entry: Entry, seat: Seat) -> bool:
    """True if a seat may read an entry's line: a player may read what they typed themselves."""
    is_own = entry.kind == "word" and entry.seat == seat
    return seat == "guide" or is_own or not is_entry_for_guide_alone(entry)


def mask_secret_line(entry: Entry, *, guide: bool = False) -> str:
    """The typed line as anybody may read it on the screen, or the Guide. That of a hand edit only
    names files."""
    is_masked = not guide and entry.kind == "word" and is_entry_for_guide_alone(entry)
    return "secret" if is_masked else entry.line


def _writes_secret_field(change: Change) -> bool:
    """True if a change sets a secret field, or adds a block in which one is set. A thing is passed
    on with all that is written of it."""
    steps, kind = resolve_path_types(Campaign, change.path.split("/"))
    if kind is Item or any((step.struct, step.key) in _UNREAD_FIELDS for step in steps):
        return False
    if kind is None:
        return is_secret_path(change.path)
    if not is_struct(kind):
        return steps[-1].key in get_secret_keys(steps[-1].struct)
    added = change.after if isinstance(change.after, dict) else {}
    unknown = added.keys() - get_field_types(kind).keys()
    return not get_secret_keys(kind).isdisjoint(added) or any(
        is_secret_path(f"{change.path}/{key}") for key in unknown
    )


def is_table_roll_secret(campaign: Campaign, table: str, *, guide: bool) -> bool:
    """True if what a table gives is the Guide's to tell. The weather is everybody's, and so is a
    rumour or a trap that a player drew."""
    is_rumours = any(_is_same_table(table, site.rumours) for site in campaign.world.sites)
    is_untold = is_rumours or _is_same_table(table, _TRAPS)
    return (guide and is_untold) or is_table_hidden_from_players(campaign, table, guide=guide)


_TRAPS = "traps"


def is_table_hidden_from_players(campaign: Campaign, table: str, *, guide: bool) -> bool:
    """True if no player reads what a table gives: it says whom the Company may meet at a place, or
    what befalls it there, or is called so. If a player rolls, tables of unknown places are like any
    other."""
    sites = campaign.world.sites if guide else list_known_sites(campaign)
    name = table.rpartition("/")[2]
    is_called_so = name == "effects" or name.rpartition("-")[2] == "encounters"
    return is_called_so or any(
        _is_same_table(table, named)
        for site in sites
        for named in (site.encounters, site.local_effects)
    )


def may_line_draw_encounter(campaign: Campaign, typed: str) -> bool:
    """True if a line of `roll`, `draw` or `encounter` names no table of rumours, traps or local
    effects.
    Faces, facts and how often may stand beside the name."""
    others = ["rumours", "effects", _TRAPS]
    for site in campaign.world.sites:
        others += {site.rumours, site.local_effects} - {site.encounters}
    names = [word for word in typed.casefold().split() if "=" not in word]
    return not any(_is_same_table(name, other) for name in names for other in others)


def _is_same_table(one: str, other: str) -> bool:
    """True for two names of a table, either with its folder or without."""
    names = [f"/{each.casefold().strip(_AROUND_NAMES)}" for each in (one, other)]
    return "/" not in names and (names[0].endswith(names[1]) or names[1].endswith(names[0]))


_AROUND_NAMES = ' /"'
TELLING_WORDS = ("react", "talk", "morale")
"""Words that the players' recap tells of, though their lines are for the Guide alone."""


def shows_encounter_to_players(word: str, before: Campaign, after: Campaign) -> bool:
    """True if a word that was not said secretly shows everybody whom they met: it plays it out, or
    a fight begins."""
    if word in TELLING_WORDS:
        return True
    fights, fought = (
        any(turn.type == "initiative" for turn in each.turns) for each in (after, before)
    )
    return fights and not fought


def list_newly_met_people(before: Campaign, after: Campaign) -> tuple[Npc | Faction, ...]:
    """The NPCs and Factions that the players know of now and did not, new ones among them."""
    were, are = before.world, after.world
    pairs = (
        *pair_changed_values(were.npcs, are.npcs),
        *pair_changed_values(were.factions, are.factions),
    )
    return tuple(now for was, now in pairs if now and now.met and not (was and was.met))


def mentions_unknown_name(campaign: Campaign, words: Iterable[str]) -> bool:
    """True if one of these words stands in the name of an NPC, a Faction or a place that the
    players do not know of. Articles and shorter words do not count."""
    world, known = campaign.world, {id(site) for site in list_known_sites(campaign)}
    hidden = [*world.npcs, *world.factions, *world.sites]
    names = " ".join(
        f"{each.id} {each.name}"
        for each in hidden
        if not (id(each) in known if isinstance(each, Site | Settlement) else each.met)
    ).casefold()
    folded = (word.casefold().strip('"«»“”„,') for word in words)
    return any(word in names for word in folded if len(word) > 2 and word not in _ARTICLES)
