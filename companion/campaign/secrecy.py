"""What of a campaign only the Guide may see, by its path."""

from collections.abc import Iterable

from msgspec.structs import replace

from companion.campaign.changes import Change, Plain

SECRET_KEYS = {"note", "wants", "disposition"}


def is_secret(path: str) -> bool:
    """Whether what lies at a path is for the Guide alone: signs, NPCs and the Guide's notes."""
    root, *rest = path.split("/")
    if root == "world" and rest[:1] in (["signs"], ["npcs"]):
        return True
    ends_in_a_field = len(rest) in ((2, 4) if root == "errants" else (1, 3))
    return ends_in_a_field and rest[-1] in SECRET_KEYS


def public_changes(changes: Iterable[Change]) -> list[Change]:
    """The changes a player may see: secret paths are left out, secret keys inside blocks too."""
    return [
        replace(change, before=_public(change.before), after=_public(change.after))
        for change in changes
        if not is_secret(change.path)
    ]


def _public(value: Plain) -> Plain:
    if isinstance(value, dict):
        return {key: _public(inner) for key, inner in value.items() if key not in SECRET_KEYS}
    if isinstance(value, list):
        return [_public(inner) for inner in value]
    return value
