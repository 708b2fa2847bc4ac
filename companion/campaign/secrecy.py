"""What of a campaign only the Guide may see, by its path."""

_SECRET_BLOCKS = ("world/signs/",)
_SECRET_KEYS = ("note", "wants", "disposition")


def is_secret(path: str) -> bool:
    """Whether what lies at a path is for the Guide alone: signs, NPCs' minds, the Guide's notes."""
    if path.startswith(_SECRET_BLOCKS):
        return True
    root, *rest = path.split("/")
    if root == "world" and rest[:1] == ["npcs"]:
        return len(rest) <= 2 or rest[-1] in _SECRET_KEYS
    return bool(rest) and rest[-1] == "note"
