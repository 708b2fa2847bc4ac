"""A campaign that cannot be read, refused with the way to mend it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.archive.archive import Archive
from companion.archive.shelves import OWN, Shelves, is_sample
from companion.archive.texts import TooLarge
from companion.refusal import Broken


def open_campaign(
    name: str, shelves: Shelves, *, seed: str | None = None, dry_run: bool = False
) -> Archive:
    """Open a campaign as `Shelves.open` does. Raises Broken with the way to mend it."""
    with cure_named(shelves.folder(name), shelves):
        return shelves.open(name, seed=seed, dry_run=dry_run)


@contextmanager
def cure_named(folder: Path, shelves: Shelves) -> Iterator[None]:
    """A campaign is read in here: where its files are Broken, the refusal ends with the command
    that says how each problem is mended; where what is journalled does not fit into them, with the
    one that puts back what it fits into. Of a sample it is the Guide's own copy that is read."""
    try:
        yield
    except Broken as broken:
        name = _own_name(folder)
        broken.hint = f"How to mend it: {shelves.at_the_shell('check', name)}"
        broken.list_all = shelves.at_the_shell("check", f"{name} --all")
        raise
    except TooLarge as refusal:
        if refusal.journalled:
            way = shelves.at_the_shell("check", f"{_own_name(folder)} --repair")
            refusal.hint += f" Or have it as the companion last wrote it: {way}"
        raise


def _own_name(folder: Path) -> str:
    return f"{OWN}{folder.name}" if is_sample(folder) else folder.name
