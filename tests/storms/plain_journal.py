"""The journal as any reader of TOML has it: every whole entry, and that nothing else is in it."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

import msgspec

BEGIN = "\n[[entry]]\n"


class Said(msgspec.Struct, frozen=True):
    """One entry, as far as it is looked at."""

    session: str
    number: int
    kind: str
    line: str
    seat: str = "guide"
    takes_back: tuple[str, ...] = ()
    note: str = ""
    streams: dict[str, int] = {}

    @property
    def name(self) -> str:
        """How an undo names it."""
        return f"{self.session}-{self.number}"


class Book(NamedTuple):
    """Every entry by number, and the seed of each session."""

    entries: list[Said]
    seeds: dict[str, str]


def read_journal(folder: Path, *, cut: bool = False) -> Book:
    """The journal of a campaign. AssertionError for an entry that does not read, for a number or
    a name that comes twice, or out of order; `cut`: but for the end of a file."""
    entries: list[Said] = []
    seeds: dict[str, str] = {}
    for path in sorted((folder / "journal").glob("*.toml")):
        head, *blocks = path.read_bytes().decode().split(BEGIN)
        header = tomllib.loads(head)
        seeds[header["session"]] = header["seed"]
        own = list(_whole(blocks, cut=cut))
        numbers = [entry.number for entry in own]
        assert numbers == sorted(set(numbers)), (path.name, own)
        assert {e.session for e in own} <= {header["session"]}, path.name
        entries += own
    names = [entry.name for entry in entries]
    assert len(set(names)) == len(names), names
    return Book(sorted(entries, key=lambda entry: (entry.number, entry.session)), seeds)


def _whole(blocks: list[str], *, cut: bool) -> Iterator[Said]:
    for at, block in enumerate(blocks, start=1):
        text, _, check = block.rpartition("check = ")
        lines = f"[[entry]]\n{text}".encode()
        if check.strip() == f'"{crc32(lines):08x}"':
            yield msgspec.convert(tomllib.loads(text), Said)
        else:
            assert cut, block
            assert at == len(blocks), block
