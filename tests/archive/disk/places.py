"""Folders and what lies in them."""

import os
from pathlib import Path


def names(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


def contents(folder: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in folder.iterdir()}


def make_odd_file(folder: Path, name: str, way: str, outside: Path) -> None:
    """Something in the way of a file of the companion's own folder: a `pipe`, a `folder`, or a
    `link`, or its `folder link`, that leads to the folder `outside`, `nowhere` or to what is
    `endless`."""
    own = folder / ".companion"
    if way == "folder link":
        own.symlink_to(outside)
        return
    own.mkdir()
    path = own / name
    if way == "pipe":
        os.mkfifo(path)
    elif way == "folder":
        path.mkdir()
    else:
        targets = {"link": outside / name, "nowhere": outside / "new.log"}
        path.symlink_to(targets.get(way, Path("/dev/zero")))
