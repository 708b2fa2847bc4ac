"""Refusals for errors of the disk: full, not writable, or gone."""

from pathlib import Path

from companion.archive.folders import is_outside
from companion.archive.texts import list_written_folders
from companion.refusal import Impossible


class DiskError(Impossible):
    """The disk is full or not writable. Nothing was changed."""

    kind = "unwritable"


class CampaignGone(Impossible):
    """The campaign's folder is not there any more: moved, unmounted or deleted."""

    kind = "gone"


def make_write_error(error: OSError) -> DiskError:
    """The refusal for what could not be written."""
    return DiskError(
        f"The campaign cannot be written: {error.strerror or error}.",
        "Nothing was changed. Make room, or make the folder writable, and try again.",
    )


def make_read_error(error: OSError) -> Impossible:
    """The refusal for what could not be read."""
    return Impossible(
        f"{error.filename or 'The campaign'} cannot be read: {error.strerror or error}.",
        "Nothing was changed. See that you may read it, and try again.",
    )


def make_journal_write_error(error: OSError) -> DiskError:
    """The refusal for an entry that may or may not be in the journal."""
    return DiskError(
        f"The journal could not be written: {error.strerror or error}. It may hold this even so.",
        "Type log to see, before you type it again.",
    )


def require_folder(folder: Path) -> None:
    """Raises CampaignGone if a campaign's folder is not there."""
    if not folder.is_dir():
        raise CampaignGone(
            f"The campaign's folder is gone: {folder}.",
            "Nothing was changed, and what was answered is in it. Put it back and go on.",
        )


def require_own_folder(folder: Path) -> None:
    """Raises Impossible if a folder that is written to leads out of the campaign's."""
    for name in list_written_folders():
        if (folder / name).is_symlink() and is_outside(folder / name, folder):
            raise Impossible(
                f"{folder.name}/{name} is a link that leads out of the campaign's folder.",
                "Nothing was changed. Put a folder in its place.",
            )
