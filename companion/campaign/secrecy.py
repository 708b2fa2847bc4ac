"""What of a campaign and its journal only the Guide may see."""

from collections.abc import Iterable
from typing import TypeVar

from msgspec import NODEFAULT, Struct
from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Change, Entry, Plain
from companion.campaign.plain import blocks, field_infos

SECRET_KEYS = {"note", "wants", "disposition"}
_TABLES = {"encounters", "local_effects", "rumours"}
"""Which tables a place has tells what may be met there, and what may be true of it."""
_HIDDEN = SECRET_KEYS | _TABLES
_HIDDEN_BLOCKS = {("world", "signs"), ("world", "npcs"), ("campaign", "decks")}

S = TypeVar("S", bound=Struct)


def is_secret(path: str) -> bool:
    """Whether what lies at a path is for the Guide alone: signs, NPCs, decks (a sign may have been
    drawn from one), the tables of a place and the Guide's notes."""
    root, *rest = path.split("/")
    if rest and (root, rest[0]) in _HIDDEN_BLOCKS:
        return True
    ends_in_a_field = len(rest) in ((2, 4) if root == "errants" else (1, 3))
    return ends_in_a_field and rest[-1] in _HIDDEN


def public_changes(changes: Iterable[Change]) -> list[Change]:
    """The changes a player may see: secret paths are left out, secret keys inside blocks too."""
    return [
        replace(change, before=_public(change.before), after=_public(change.after))
        for change in changes
        if not is_secret(change.path)
    ]


def _public(value: Plain) -> Plain:
    if isinstance(value, dict):
        return {key: _public(inner) for key, inner in value.items() if key not in _HIDDEN}
    if isinstance(value, list):
        return [_public(inner) for inner in value]
    return value


def public_campaign(campaign: Campaign) -> Campaign:
    """The campaign as a player may see it: whatever is secret stands at its default."""
    return _public_struct(campaign, "")


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


def tells_secrets(campaign: Campaign, table: str) -> bool:
    """Whether what a table gives is for the Guide to tell: whom the Company may meet at a place,
    and what may be true there. What befalls them, and the weather, is in everybody's sight."""
    return any(table in (site.encounters, site.rumours) for site in campaign.world.sites)


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
    """Whether a Change sets a note, or adds a whole Errant with one. Signs and NPCs come and go
    by words that name nothing secret."""
    if isinstance(change.after, dict) and change.path.count("/") == 1:
        return any(change.after.get(key) for key in SECRET_KEYS)
    return is_secret(change.path) and change.path.rpartition("/")[2] in SECRET_KEYS
