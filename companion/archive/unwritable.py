"""What the disk says no with: full, not ours to write, or gone."""

from pathlib import Path

from companion.refusal import Impossible


class Unwritable(Impossible):
    """The disk would not take it: full, or not ours to write. Nothing was changed."""

    kind = "unwritable"


class Gone(Impossible):
    """The campaign's folder is not there any more: moved, unmounted or deleted."""

    kind = "gone"


def unwritable(error: OSError) -> Unwritable:
    """A disk that would not take it, in plain words."""
    return Unwritable(
        f"The campaign cannot be written: {error.strerror or error}.",
        "Nothing was changed. Make room, or make the folder writable, and try again.",
    )


def must_be_there(folder: Path) -> None:
    """Raises Gone where a campaign's folder is no more."""
    if not folder.is_dir():
        raise Gone(
            f"The campaign's folder is gone: {folder}.",
            "Nothing was changed, and what was answered is in it. Put it back and go on.",
        )
