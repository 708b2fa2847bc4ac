"""The journal: what every word changed, a file a session, readable by people and by tomllib.

A file is a header and `[[entry]]` blocks that are only ever added to the end. Each block ends in
a checksum of its own lines, because a block cut short by a crash can still be valid TOML and say
something else (`n = 499` cut to `n = 4`). A block at the end whose checksum is missing or wrong
is *torn*: it was never finished, and is set aside. Anywhere else it is a problem, and skipped.
"""

import os
import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import tomli
from msgspec import Struct, convert, to_builtins

from companion.archive.disk.atomic import (
    UncertainWrite,
    append_bytes,
    remove_file,
    replace_file,
    truncate_file,
)
from companion.archive.journal import blocks
from companion.campaign.changes import Entry, PlainData, is_plausible_number
from companion.refusal import Impossible, Problem
from companion.text import clean_text, clip_text

_JOURNAL_SCHEMA = 1
_NUMBER_LINE = re.compile(rb"\nnumber = ([0-9]{1,15})\r?\n")
_CHUNK_BYTES = 1024 * 1024
_FIRST_LINE_BYTES = 1024
"""Bytes in which the first line of a session file ends."""
_MAX_HEADER_BYTES = 64 * 1024


class Header(Struct, frozen=True):
    """What a session file begins with: its name, the seed of its dice, the day it began."""

    session: str
    seed: str
    began: str
    schema: int = _JOURNAL_SCHEMA


class TornEnd(NamedTuple):
    """The end of a file that was never finished: where it begins, and what is there."""

    offset: int
    data: bytes


NO_NUMBER_LEFT = "an entry has the number {:,}, and there is none for the next word"


class UnreadableBlock(NamedTuple):
    """Why a whole block is no entry. It is `forged` if no companion can have written it; another
    one may be an entry of a newer companion."""

    message: str
    forged: bool = False


def read_header(data: bytes) -> Header:
    """What stands before the first entry. Raises ValueError, or RecursionError, where that is no
    header."""
    if len(data) > _MAX_HEADER_BYTES:
        raise ValueError("there is too much in it")
    return convert(tomli.loads(data.decode("utf-8-sig")), Header)


def render_header(session: str, seed: str, began: str) -> str:
    """The beginning of a session file; `began` is the day, as 2026-11-21."""
    from companion.archive.toml.render import render_pair  # only a writer pays for its import

    values: dict[str, PlainData] = {
        "schema": _JOURNAL_SCHEMA,
        "session": session,
        "seed": seed,
        "began": began,
    }
    return "".join(f"{render_pair(key, value)}\n" for key, value in values.items())


def render_entry(entry: Entry) -> str:
    """One block, the blank line before it included.

    What is None, or what it is by default, is left out, also inside the values of a change: TOML
    has no null, so a list must not hold one.
    """
    from companion.archive.toml.render import render_pair, render_value

    values: dict[str, PlainData] = {
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
    lines += [render_pair(key, value) for key, value in values.items() if value is not None]
    if entry.changes:
        lines += [
            "changes = [",
            *(f"  {render_value(each)}," for each in to_builtins(entry.changes)),
            "]",
        ]
    block = "".join(f"{line}\n" for line in lines)
    return f'\n{block}check = "{blocks.compute_checksum(block.encode())}"\n'


def begin_session(path: Path, header: str, entry: Entry, *, most: int | None = None) -> int:
    """Makes a session file with its first entry, for good and in one step; how long it is. Raises
    Impossible where it would have more than `most` bytes; OSError, with no file left; one that is
    Doubtful where that cannot be promised."""
    data = (header + render_entry(entry)).encode()
    _require_room(len(data), most)
    try:
        replace_file(path, data)
    except UncertainWrite as doubtful:
        try:
            remove_file(path)
        except OSError:
            raise doubtful from None
        raise OSError(*doubtful.args) from doubtful
    return len(data)


def append_entry(path: Path, entry: Entry, *, most: int | None = None) -> int:
    """Adds one entry to the end of a session file, for good, its lines ending as those of the file
    do; how many bytes it took. Raises Impossible where it takes more than `most`; OSError, with the
    file as it was; one that is Doubtful where that cannot be promised. A torn end has to be set
    aside first."""
    data = render_entry(entry).encode()
    if blocks.is_crlf(blocks.read_range(path, 0, _FIRST_LINE_BYTES)):
        data = blocks.convert_to_crlf(data)
        length = path.stat().st_size
        if blocks.read_range(path, length - 1, length) == b"\r":
            data = data[1:]  # the half of a line break that an entry cut short has left
    _require_room(len(data), most)
    append_bytes(path, data)
    return len(data)


def _require_room(size: int, most: int | None) -> None:
    """Raises Impossible for more bytes than there is room for in a file that will be read."""
    if most is not None and size > most:
        raise Impossible(
            f"That changes more than a file of the journal takes: {size:,} bytes.",
            "Nothing was changed. Do it in smaller steps: a few things, or files, at a time.",
        )


def set_aside_torn(path: Path) -> Path | None:
    """Moves a torn end out of a session file into `<name>.torn-<n>` beside it, so that entries
    can be added again; says where it went, None when there was none. Raises OSError."""
    torn = SessionFile(path, 0, path.stat().st_size).torn_end
    if torn is None:
        return None
    number = 1
    while os.path.lexists(aside := path.with_name(f"{path.name}.torn-{number}")):
        number += 1
    replace_file(aside, torn.data)
    truncate_file(path, torn.offset)
    return aside


class SessionFile:
    """One session file, or what stands in it between two offsets; its blocks are parsed when asked
    for. Offsets count bytes from the beginning of the file. Raises OSError when the file cannot be
    read."""

    def __init__(self, path: Path, start: int, end: int) -> None:
        self.path = path
        self._start = start
        self._data = blocks.read_range(path, start, end)
        self._messages: dict[int, str] = {}

    @cached_property
    def header(self) -> Header | None:
        """The session, its seed and the day it began; None where that cannot be read."""
        whole = (
            self._data
            if self.conflict_offset is None
            else blocks.split_conflict_sides(self._data)[0]
        )
        first = whole.find(b"\n[")
        data = whole if first < 0 else whole[: first + 1]
        try:
            header = read_header(data)
        except (ValueError, RecursionError) as error:
            self._add_problem(0, f"the header cannot be read ({_clean_message(error)})")
            return None
        if header.schema <= _JOURNAL_SCHEMA:
            return header
        by = (
            f"written by a newer companion (schema {header.schema}; this one knows "
            f"{_JOURNAL_SCHEMA})"
        )
        self._add_problem(0, by)
        return None

    @cached_property
    def torn_end(self) -> TornEnd | None:
        """The end of the file, where it was never finished. Where a merge was not resolved that
        cannot be told."""
        at = blocks.find_torn_end(self._data) if self.conflict_offset is None else None
        return None if at is None else TornEnd(self._start + at, self._data[at:])

    @cached_property
    def conflict_offset(self) -> int | None:
        """Where a merge has left two sides to choose from."""
        return blocks.find_conflict(self._data)

    @property
    def is_self_contained(self) -> bool:
        """Whether the part that was read begins between two entries, and no merge has left its
        marks in it: it can be read without what stands before it. Of a file in CRLF that is never
        so: it may have been LF when its length was known. That is seen at any of its line breaks,
        for the part may begin in the middle of the first."""
        anew = blocks.has_clean_start(self._data) and b"\r\n" not in self._data
        return anew and not blocks.has_conflict_markers(self._data)

    @property
    def problems(self) -> list[Problem]:
        """What is wrong with the file, in its order, but for a torn end: checksums are all looked
        at; a whole block that says something impossible is known once it has been asked for."""
        if self._start == 0:
            _ = self.header
        if self.conflict_offset is not None:
            self._add_problem(
                self.conflict_offset, "a merge was not resolved; the entries of both are read"
            )
        else:
            self._validate_blocks()
        file = clean_text(f"{self.path.parent.name}/{self.path.name}")
        lines, before = blocks.LineCounter(self._data), self._lines_before if self._messages else 0
        return [
            Problem(file, before + lines.find_line(offset), "", message)
            for offset, message in sorted(self._messages.items())
        ]

    def _validate_blocks(self) -> None:
        for start, end in blocks.find_block_bounds(self._data):
            whole = blocks.find_block_end(self._data, start, end)
            if end == len(self._data):
                continue
            if whole is None:
                self._add_problem(
                    start, "the checksum of this entry is missing or wrong; it is skipped"
                )
            elif not blocks.is_blank_or_comments(self._data, whole, end):
                self._add_problem(whole, "something stands between two entries")

    def read_entries(self, known: int = 0, last: int = 0) -> list[Entry]:
        """The entries that were added after the file was so long, in order; those that cannot be
        read are left out. Where the file was written by something else since (its line endings
        may be others, git may have left both sides of a merge in it), they are still known; where
        that cannot be told, those numbered past `last` are new, and it is a problem."""
        if self.conflict_offset is not None:
            return self._read_both_sides(known)
        found = list(blocks.find_block_bounds(self._data))
        skipped = self._count_blocks_before(known)
        if not skipped:
            if known - self._start <= len(self._data):  # a shorter one is told of as cut
                self._add_problem(
                    0, f"something else has written in it; what is numbered to {last} is known"
                )
            return [entry for entry in self._read_blocks(found) if entry.number > last]
        least, most = min(skipped), max(skipped)
        between = self._read_blocks(found[least:most])
        if any(entry.number > last for entry in between):
            return [*between, *self._read_blocks(found[most:])]
        return self._read_blocks(found[most:])

    def _count_blocks_before(self, known: int) -> set[int]:
        """How many blocks stand before an offset, whichever line breaks the file had when it was
        so long: mostly one number, none where the file is not what it was."""
        if known <= self._start:
            return {0}
        length = known - self._start
        spellings = (self._data, blocks.change_newlines(self._data, length))
        before = (blocks.count_blocks_before(data, length) for data in spellings)
        return {count for count in before if count is not None}

    def _read_blocks(self, bounds: Iterable[tuple[int, int]]) -> list[Entry]:
        return [entry for each in bounds if (entry := self._read_entry(*each)) is not None]

    def has_entry_end_at(self, known: int) -> bool:
        """True where an entry ended at this offset, whichever line breaks the file had then."""
        return bool(self._count_blocks_before(known))

    def has_changed_newlines(self, known: int) -> bool:
        """True where all that stood in a file of this length does still, with other line breaks."""
        as_it_is = blocks.count_blocks_before(self._data, known - self._start)
        return as_it_is is None and bool(self._count_blocks_before(known))

    def _read_both_sides(self, known: int) -> list[Entry]:
        ours, theirs = blocks.split_conflict_sides(self._data)
        old = {block for start, block in blocks.find_whole_blocks(ours) if start < known}
        new: dict[bytes, Entry] = {}
        for _, block in (*blocks.find_whole_blocks(ours), *blocks.find_whole_blocks(theirs)):
            entry = read_block(block) if block not in old else None
            if isinstance(entry, Entry):
                new[block] = entry
        return sorted(new.values(), key=lambda entry: entry.number)

    def _read_entry(self, start: int, end: int) -> Entry | None:
        whole = blocks.find_block_end(self._data, start, end)
        if whole is None:
            return None
        entry = read_block(self._data[start:whole])
        if isinstance(entry, Entry):
            return entry
        self._add_problem(start, entry.message)
        return None

    def _add_problem(self, offset: int, message: str) -> None:
        self._messages[offset] = message

    @cached_property
    def _lines_before(self) -> int:
        chunks = range(0, self._start, _CHUNK_BYTES)
        ends = (min(self._start, at + _CHUNK_BYTES) for at in chunks)
        return sum(
            blocks.read_range(self.path, at, end).count(b"\n")
            for at, end in zip(chunks, ends, strict=True)
        )


def read_block(block: bytes) -> Entry | UnreadableBlock:
    """The entry in a whole block, or why there is none."""
    try:
        (found,) = tomli.loads(block.decode())["entry"]
        number = found.get("number")
        if isinstance(number, int) and not is_plausible_number(number):
            what = f"the number {number:,}" if abs(number) < 10**30 else "an enormous number"
            return UnreadableBlock(
                f"this entry has {what}, as no entry can; it is skipped", forged=True
            )
        return convert(found, Entry)
    except (ValueError, RecursionError) as error:
        return UnreadableBlock(
            f"this entry cannot be read ({_clean_message(error)}); it is skipped"
        )


def find_entry_after(data: bytes, last: int) -> int:
    """Where in a session file the first entry begins that is numbered past `last`: its length where
    there is none, 0 where nothing stands before it."""
    found = list(blocks.find_whole_blocks(data))
    for at, (start, block) in enumerate(found):
        entry = read_block(block)
        if isinstance(entry, Entry) and entry.number > last:
            return start if at else 0
    return len(data)


def read_newest_first(path: Path, length: int) -> Iterator[Entry]:
    """The entries of a session file of this length, newest first; only as much of it is read, and
    only as many blocks are parsed, as are asked for. Raises OSError."""
    given: set[str] = set()
    for block in blocks.read_blocks_backwards(path, length):
        whole = blocks.find_block_end(block, 0, len(block))
        if _has_conflict_markers(block, whole):
            rest = SessionFile(path, 0, length).read_entries()
            yield from (entry for entry in reversed(rest) if entry.name not in given)
            return
        entry = read_block(block[:whole]) if whole is not None else None
        if isinstance(entry, Entry):
            given.add(entry.name)
            yield entry


def read_newest_number(path: Path, length: int) -> int:
    """The number of the newest entry of a session file of this length, also where only its number
    can be read; 0 where there is none. Raises OSError."""
    for block in blocks.read_blocks_backwards(path, length):
        whole = blocks.find_block_end(block, 0, len(block))
        if _has_conflict_markers(block, whole):
            return max((e.number for e in SessionFile(path, 0, length).read_entries()), default=0)
        number = _NUMBER_LINE.search(block, 0, whole) if whole is not None else None
        if number is not None and is_plausible_number(int(number[1])):
            return int(number[1])
    return 0


def _has_conflict_markers(block: bytes, whole: int | None) -> bool:
    """Whether a merge has left its marks in or behind a block."""
    loose = whole is not None and blocks.is_blank_or_comments(block, whole, len(block))
    return not loose and blocks.has_conflict_markers(block)


def _clean_message(error: Exception) -> str:
    return clip_text(clean_text(str(error)), 200)
