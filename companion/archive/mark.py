"""The mark: what of the journal has been written into the files, and what they held then.

It lies in `.companion/applied`, is ignored by git and may be deleted at any time: without it the
files are the truth. A power cut may bring back an older one: the next opening then finds in the
files what the journal has, and nothing is lost.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from msgspec import DecodeError, json

from companion.archive.atomic import replace

_VERSION = 1


class Mark(NamedTuple):
    """How long each session file was, the newest entry's number, and the text of every file."""

    journal: dict[str, int]
    last: int
    texts: dict[str, str]


def read_mark(folder: Path) -> Mark | None:
    """The mark of a campaign; None where there is none that can be read."""
    try:
        data = json.decode((folder / ".companion" / "applied").read_bytes())
        if data["version"] != _VERSION:
            return None
        journal = {str(name): int(length) for name, length in data["journal"].items()}
        texts = {str(file): str(text) for file, text in data["texts"].items()}
        return Mark(journal, int(data["last"]), texts)
    except (OSError, DecodeError, ValueError, KeyError, TypeError, AttributeError):
        return None


def write_mark(
    folder: Path, journal: Mapping[str, int], last: int, texts: Mapping[str, str]
) -> None:
    """Note what has been written. Raises OSError."""
    data = {"version": _VERSION, "last": last, "journal": journal, "texts": texts}
    place = folder / ".companion"
    place.mkdir(exist_ok=True)
    replace(place / "applied", json.encode(data), lasting=False)
