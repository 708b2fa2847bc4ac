"""The journal read and replayed a second time, as plainly as can be: TOML blocks, a checksum, and
values put into dicts. Nothing of the companion's own reading, diffing or reconciling is used."""

import tomllib
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from companion.campaign.campaign import Campaign
from companion.campaign.changes import PlainData
from companion.campaign.plain_data_encoding import decode_value, encode_value

Made = tuple[str, PlainData, PlainData]
"""One change: its path, the value before and the value after."""


class Written(NamedTuple):
    """One entry as it stands in the journal; `changes` with the block each new one follows."""

    name: str
    number: int
    kind: str
    line: str
    streams: dict[str, int]
    takes_back: tuple[str, ...]
    changes: tuple[Made, ...]
    follows: tuple[str | None, ...]


class Torn(NamedTuple):
    """An end of a session's file that is no whole entry."""

    file: str
    bytes: bytes


class Read(NamedTuple):
    """A journal: its entries by their numbers, and what is torn at the ends of its files."""

    entries: tuple[Written, ...]
    torn: tuple[Torn, ...]


def journal_of(folder: Path) -> Read:
    """Every entry of a campaign. Anything but a whole entry is an AssertionError, unless it stands
    at the very end of a file."""
    entries: list[Written] = []
    torn: list[Torn] = []
    for path in sorted((folder / "journal").glob("*.toml")):
        head, *blocks = path.read_bytes().split(b"\n[[entry]]\n")
        tomllib.loads(head.decode())
        for at, block in enumerate(blocks):
            entry, rest = _entry(block)
            if entry is not None:
                entries.append(entry)
            if rest.strip():
                assert at == len(blocks) - 1, f"{path.name} has a broken entry in its midst"
                torn.append(Torn(path.name, rest))
    return Read(tuple(sorted(entries, key=lambda entry: entry.number)), tuple(torn))


@lru_cache(maxsize=4096)
def _entry(block: bytes) -> tuple[Written | None, bytes]:
    """What a block says, if it is whole, and what stands behind it: zeros may have taken the place
    of the next one's beginning."""
    body, found, check = block.partition(b'\ncheck = "')
    body += b"\n"
    mine = b'%08x"\n' % crc32(b"[[entry]]\n" + body)
    if not found or not check.startswith(mine):
        return None, block
    data = tomllib.loads(body.decode())
    changes = data.get("changes", [])
    written = Written(
        name=f"{data['session']}-{data['number']}",
        number=data["number"],
        kind=data["kind"],
        line=data["line"],
        streams=data.get("streams", {}),
        takes_back=tuple(data.get("takes_back", ())),
        changes=tuple((c["path"], c.get("before"), c.get("after")) for c in changes),
        follows=tuple(c.get("follows") for c in changes),
    )
    return written, check.removeprefix(mine)


def replayed(start: Campaign, entries: Iterable[Written]) -> Campaign:
    """The campaign after all these entries, each change of which must find what it changes."""
    values = encode_value(start)
    assert isinstance(values, dict)
    for entry in entries:
        for (path, before, after), follows in zip(entry.changes, entry.follows, strict=True):
            *way, last = path.split("/")
            place: dict[str, PlainData] | list[PlainData] = values
            for key in way:
                place = _inside(place, key)
            if follows is None:
                assert isinstance(place, dict)
                assert place.get(last) in (before, None), (entry.name, path)
                place[last] = after
            else:
                _put_block(place, last, after, follows)
    return decode_value(values, Campaign)


def _inside(
    place: dict[str, PlainData] | list[PlainData], key: str
) -> dict[str, PlainData] | list[PlainData]:
    if isinstance(place, list):
        (found,) = (each for each in place if isinstance(each, dict) and each["id"] == key)
        return found
    if key not in place:  # what holds nothing but what it is by default is left out
        place[key] = [] if key in _ARRAYS else {}
    inner = place[key]
    assert isinstance(inner, dict | list)
    return inner


_ARRAYS = (
    *("errants", "items", "turns", "effects", "every", "decks"),
    *("settlements", "places", "npcs", "signs"),
)


def _put_block(
    place: dict[str, PlainData] | list[PlainData], block_id: str, after: PlainData, follows: str
) -> None:
    assert isinstance(place, list)
    place[:] = [each for each in place if isinstance(each, dict) and each["id"] != block_id]
    if after is None:
        return
    assert isinstance(after, dict)
    ids = [each["id"] for each in place if isinstance(each, dict)]
    at = ids.index(follows) + 1 if follows in ids else 0 if follows == "" else len(ids)
    place.insert(at, {**after, "id": block_id})


def dice_only_go_on(entries: Sequence[Written]) -> None:
    """Within a session no stream of dice ever stands where it stood before a roll."""
    stood: dict[str, dict[str, int]] = {}
    for entry in entries:
        session = entry.name.rpartition("-")[0]
        before = stood.get(session, {})
        for stream, given in before.items():
            assert entry.streams.get(stream, 0) >= given, f"{entry.name} rolls dice again"
        if entry.line == "roll 2d6":
            rolled = sum(entry.streams.values()) - sum(before.values())
            assert rolled == 2 or not before, f"{entry.name} has rolled {rolled} dice, not 2"
        stood[session] = entry.streams
