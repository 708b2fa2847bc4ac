"""Refusals for errors of the disk: full, not writable, or gone."""

from pathlib import Path

from companion.refusal import Impossible


class DiskError(Impossible):
    """The disk is full or not writable. Nothing was changed."""

    kind = "unwritable"


class CampaignGone(Impossible):
    """The campaign's folder was moved, unmounted or deleted."""

    kind = "gone"


def make_write_error(error: OSError) -> DiskError:
    """The refusal for a write that failed."""
    return DiskError(
        f"The campaign cannot be written: {error.strerror or error}.",
        "Nothing was changed. Make room, or make the folder writable, and try again.",
    )


def make_read_error(error: OSError) -> Impossible:
    """The refusal for a read that failed."""
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
