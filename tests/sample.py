"""Copies of the sample campaign, as `play greenmire` makes them; read once, written many times."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.archive.data_folders import get_shipped_folder
from companion.archive.new_campaigns import copy_campaign


def copy_sample(to: Path) -> Path:
    """The Guide's own copy of the Greenmire, in a folder that is not there yet."""
    for name, data in _read_copy().items():
        path = to / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return to


@cache
def _read_copy() -> dict[str, bytes]:
    with TemporaryDirectory() as place:
        folder = copy_campaign(get_shipped_folder("campaigns") / "greenmire", Path(place) / "copy")
        return {
            str(path.relative_to(folder)): path.read_bytes()
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }
