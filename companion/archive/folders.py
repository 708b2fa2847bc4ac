"""A folder made whole: all of it is there, synced, or none of it."""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from shutil import rmtree

from companion.archive.atomic import create, sync_folder

_LEFT_OVER = ".companion-new"
"""How the name of a folder ends that is still being made."""


def made_whole(
    to: Path,
    files: Mapping[str, bytes],
    folders: Iterable[str] = (),
    like: Path | None = None,
) -> None:
    """A folder made with these files, by their names in it, and these folders, which may be empty:
    made beside, synced, then moved in place in one step. Each file may be read by who may read that
    of the same name in the folder `like` it.

    Raises OSError, with nothing left over, where it cannot be made or something else is there; it
    is whole and in place where only the folder it is in cannot be synced.
    """
    beside = to.with_name(f".{to.name}.{os.urandom(4).hex()}{_LEFT_OVER}")
    try:
        beside.mkdir(parents=True)
        for name in folders:
            (beside / name).mkdir()
        for name, data in files.items():
            path = beside / name
            path.parent.mkdir(parents=True, exist_ok=True)
            create(path, data, like / name if like is not None else None)
        for path in (beside, *beside.rglob("*")):
            if path.is_dir():
                sync_folder(path)
        beside.rename(to)
    except BaseException:
        rmtree(beside, ignore_errors=True)
        raise
    sync_folder(to.parent)


def taken_away(folder: Path) -> None:
    """A folder that goes, in one step for whoever looks: what is left of it when something stops
    this is no longer called as it was. Raises OSError."""
    going = folder.with_name(f".{folder.name}.{os.urandom(4).hex()}{_LEFT_OVER}")
    folder.rename(going)
    rmtree(going, ignore_errors=True)


def swept(place: Path) -> None:
    """Clear away what is left in this one folder of others that were being made or taken away.
    Call it under a lock."""
    for left in place.glob(f".*{_LEFT_OVER}"):
        rmtree(left, ignore_errors=True)
