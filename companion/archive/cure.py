"""A campaign that cannot be read, refused with the way to mend it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.archive.shelves import OWN, Shelves, is_sample
from companion.refusal import Broken


@contextmanager
def cure_named(folder: Path, shelves: Shelves) -> Iterator[None]:
    """A campaign is read in here: where its files are Broken, the refusal ends with the command
    that says how each problem is mended. Of a sample it is the Guide's own copy that is read."""
    try:
        yield
    except Broken as broken:
        name = f"{OWN}{folder.name}" if is_sample(folder) else folder.name
        way = shelves.at_the_shell("check", name)
        broken.hint = f"How to mend it: {way}"
        raise
