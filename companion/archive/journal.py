"""The journal: what every word changed, a file a session, readable by people and by tomllib.

A file is a header and `[[entry]]` blocks that are only ever added to the end. Each block ends in
a checksum of its own lines, because a block cut short by a crash can still be valid TOML and say
something else (`n = 499` cut to `n = 4`). A block at the end whose checksum is missing or wrong
is *torn*: it was never finished, and is set aside. Anywhere else it is a problem, and skipped.
"""

import re
from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

import tomli
from msgspec import Struct, ValidationError, convert, to_builtins

from companion.archive.atomic import append, replace, truncate
from companion.campaign.changes import Entry, Plain
from companion.refusal import Problem

# Texts are written on one line, so these bytes are nowhere but where a block begins or ends.
_BEGIN = b"\n[[entry]]"
_BLOCK = re.compile(rb"\n\[\[entry\]\](?=\r?\n)")
_CHECK = re.compile(rb'\ncheck = "([0-9a-f]{8})"(?:\r?\n|\Z)')
_LOOSE = re.compile(rb"(?:\s|#[^\n]*(?:\n|\Z))*\Z")
_STARTED = re.compile(rb"\n\[[^\n]*\Z")


class Header(Struct, frozen=True):
    """What a session file begins with; all empty where it cannot be read."""

    session: str = ""
    seed: str = ""
    began: str = ""


class Torn(NamedTuple):
    """The end of a file that was never finished: where it begins, and what is there."""

    offset: int
    bytes: bytes


def render_header(session: str, seed: str, began: str) -> str:
    """The beginning of a session file; `began` is the day, as 2026-11-21."""
    from companion.archive.toml_values import rendered_pair  # only a writer pays for its import

    values: dict[str, Plain] = {"schema": 1, "session": session, "seed": seed, "began": began}
    return "".join(f"{rendered_pair(key, value)}\n" for key, value in values.items())


def render_entry(entry: Entry) -> str:
    """One block, the blank line before it included.

    What is None, or what it is by default, is left out, also inside the values of a change: TOML
    has no null, so a list must not hold one.
    """
    from companion.archive.toml_values import rendered, rendered_pair

    values: dict[str, Plain] = {
        "session": entry.session,
        "number": entry.number,
        "kind": entry.kind,
        "line": entry.line,
        "seat": entry.seat if entry.seat != "guide" else None,
        "at": entry.at or None,
        "clock": entry.clock or None,
        "streams": dict(entry.streams) or None,
        "takes_back": list(entry.takes_back) or None,
        "note": entry.note or None,
        "outcome": entry.outcome or None,
        "secret": entry.secret or None,
    }
    lines = ["[[entry]]"]
    lines += [rendered_pair(key, value) for key, value in values.items() if value is not None]
    if entry.changes:
        lines += [
            "changes = [",
            *(f"  {rendered(each)}," for each in to_builtins(entry.changes)),
            "]",
        ]
    block = "".join(f"{line}\n" for line in lines)
    return f'\n{block}check = "{_checksum(block.encode())}"\n'


def append_entry(path: Path, entry: Entry) -> None:
    """Adds one entry to the end of a session file, for good. Raises OSError, with the file as it
    was. A torn end has to be set aside first."""
    append(path, render_entry(entry).encode())


def set_aside_torn(path: Path) -> Path | None:
    """Moves a torn end out of a session file into `<name>.torn-<n>` beside it, so that entries
    can be added again; says where it went, None when there was none. Raises OSError."""
    torn = SessionFile(path).torn
    if torn is None:
        return None
    number = 1
    while (aside := path.with_name(f"{path.name}.torn-{number}")).exists():
        number += 1
    replace(aside, torn.bytes)
    truncate(path, torn.offset)
    return aside


class SessionFile:
    """One session file as it stood when this was made; blocks are parsed when asked for.

    Offsets count bytes; a block begins with the line break of the blank line before it, so the
    length of a file is the offset of the next block. Raises OSError when the file cannot be read.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._data = path.read_bytes()
        self._problems: dict[int, Problem] = {}

    @cached_property
    def header(self) -> Header:
        """The session, its seed and the day it began."""
        first = self._data.find(b"\n[")
        data = self._data if first < 0 else self._data[: first + 1]
        try:
            return convert(tomli.loads(data.decode("utf-8-sig")), Header)
        except (ValueError, ValidationError) as error:
            self._note(0, f"the header cannot be read ({error})")
            return Header()

    @cached_property
    def torn(self) -> Torn | None:
        """The end of the file, where it was never finished."""
        last = self._block_before(len(self._data))
        if last < 0:
            started = _STARTED.search(self._data)
            return Torn(started.start(), self._data[started.start() :]) if started else None
        end = self._end_of_whole(last, len(self._data))
        if end is None:
            return Torn(last, self._data[last:])
        if _LOOSE.match(self._data, end):
            return None
        return Torn(end, self._data[end:])

    @property
    def problems(self) -> list[Problem]:
        """What is wrong with the file, in its order, but for a torn end: checksums are all looked
        at; a whole block that says something impossible is known once it has been asked for."""
        _ = self.header
        for start, end in self._bounds():
            whole = self._end_of_whole(start, end)
            if end == len(self._data):
                continue
            if whole is None:
                self._note(start, "the checksum of this entry is missing or wrong; it is skipped")
            elif not _LOOSE.match(self._data, whole, end):
                self._note(whole, "something stands between two entries")
        return [problem for _, problem in sorted(self._problems.items())]

    def offsets(self) -> list[int]:
        """Where each block begins, whole or not."""
        return [found.start() for found in _BLOCK.finditer(self._data)]

    def entry(self, number: int) -> Entry | None:
        """The block at that position, counted from 0 (or from the end, below 0); None where it is
        torn or cannot be read. Raises IndexError."""
        return self._read(*list(self._bounds())[number])

    def entries(self, from_offset: int = 0) -> Iterator[Entry]:
        """The entries in order, those that cannot be read left out."""
        for start, end in self._bounds(from_offset):
            entry = self._read(start, end)
            if entry is not None:
                yield entry

    def backwards(self) -> Iterator[Entry]:
        """The entries, newest first; only as many blocks are parsed as are asked for."""
        end = len(self._data)
        while (start := self._block_before(end)) >= 0:
            entry = self._read(start, end)
            if entry is not None:
                yield entry
            end = start

    def _bounds(self, from_offset: int = 0) -> Iterator[tuple[int, int]]:
        starts = [found.start() for found in _BLOCK.finditer(self._data, from_offset)]
        return pairwise([*starts, len(self._data)])

    def _block_before(self, end: int) -> int:
        at = self._data.rfind(_BEGIN, 0, end)
        while at >= 0 and not _BLOCK.match(self._data, at):
            at = self._data.rfind(_BEGIN, 0, at)
        return at

    def _end_of_whole(self, start: int, end: int) -> int | None:
        """The end of the checksum line of the block between two offsets; None where the sum is
        not that of the block."""
        check = _CHECK.search(self._data, start, end)
        if check is None or check[1].decode() != _checksum(
            self._data[start + 1 : check.start() + 1]
        ):
            return None
        return check.end()

    def _read(self, start: int, end: int) -> Entry | None:
        whole = self._end_of_whole(start, end)
        if whole is None:
            return None
        try:
            (block,) = tomli.loads(self._data[start:whole].decode())["entry"]
            return convert(block, Entry)
        except (ValueError, ValidationError) as error:
            self._note(start, f"this entry cannot be read ({error}); it is skipped")
            return None

    def _note(self, offset: int, message: str) -> None:
        line = self._data.count(b"\n", 0, offset + 1) + 1
        file = f"{self.path.parent.name}/{self.path.name}"
        self._problems[offset] = Problem(file, line, "", message)


def _checksum(block: bytes) -> str:
    """Of a block's lines; an editor that changed the line endings changed nothing."""
    lines = block.replace(b"\r\n", b"\n")
    return f"{crc32(lines):08x}"
