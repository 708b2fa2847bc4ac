"""One session file read: its header, its entries, and what is wrong with it.

A block at the end whose checksum is missing or wrong is *torn*: it was never finished, and is set
aside. Anywhere else it is a problem, and skipped.
"""

import os
import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from companion.archive.disk.atomic import replace_file, truncate_file
from companion.archive.journal import blocks
from companion.archive.journal.entries import (
    JOURNAL_SCHEMA,
    Header,
    clean_message,
    read_block,
    read_header,
)
from companion.campaign.changes import Entry, is_plausible_number
from companion.refusal import Problem
from companion.text import clean_text

_NUMBER_LINE = re.compile(rb"\nnumber = ([0-9]{1,15})\r?\n")
_CHUNK_BYTES = 1024 * 1024


class TornEnd(NamedTuple):
    """The end of a file that was never finished: where it begins, and what is there."""

    offset: int
    data: bytes


def set_aside_torn(path: Path) -> Path | None:
    """Move a torn end out of a session file into `<name>.torn-<n>` beside it, so that entries
    can be added again. Returns where it went, None if there was none. Raises OSError."""
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
    """One session file, or the part of it between two offsets; its blocks are parsed when they are
    asked for. Offsets count bytes from the beginning of the file. Raises OSError if the file cannot
    be read."""

    def __init__(self, path: Path, start: int, end: int) -> None:
        self.path = path
        self._start = start
        self._data = blocks.read_range(path, start, end)
        self._messages: dict[int, str] = {}

    @cached_property
    def header(self) -> Header | None:
        """The session, its seed and the day it began; None if that cannot be read."""
        data = self._data
        if self.conflict_offset is not None:
            data = blocks.split_conflict_sides(data)[0]
        first = data.find(b"\n[")
        try:
            header = read_header(data if first < 0 else data[: first + 1])
        except (ValueError, RecursionError) as error:
            self._add_problem(0, f"the header cannot be read ({clean_message(error)})")
            return None
        if header.schema <= JOURNAL_SCHEMA:
            return header
        known = f"schema {header.schema}; this one knows {JOURNAL_SCHEMA}"
        self._add_problem(0, f"written by a newer companion ({known})")
        return None

    @cached_property
    def torn_end(self) -> TornEnd | None:
        """The end of the file, if it was never finished. While a merge is not resolved nobody
        knows."""
        at = blocks.find_torn_end(self._data) if self.conflict_offset is None else None
        return None if at is None else TornEnd(self._start + at, self._data[at:])

    @cached_property
    def conflict_offset(self) -> int | None:
        """Where a merge has left two sides to choose from."""
        return blocks.find_conflict(self._data)

    @property
    def resumable_header(self) -> Header | None:
        """The header of a session that can go on in this file; None if that cannot be read, or the
        end is torn or has both sides of a merge."""
        header = self.header
        if self.torn_end is not None or self.conflict_offset is not None or header is None:
            return None
        return header if header.session and header.seed.isprintable() else None

    @property
    def is_self_contained(self) -> bool:
        """True if the part that was read begins between two entries, and no merge has left its
        marks in it: it can be read without what stands before it. A file in CRLF never can, for it
        may have been LF when its length was known. Any of its line breaks tells, for the part may
        begin in the middle of the first."""
        anew = blocks.has_clean_start(self._data) and b"\r\n" not in self._data
        return anew and not blocks.has_conflict_markers(self._data)

    @property
    def problems(self) -> list[Problem]:
        """What is wrong with the file, in its order, but for a torn end. All checksums are tested;
        a whole block that is no entry is found only once it has been read."""
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
        """The entries that were added after the file had the length `known`, in order; those that
        cannot be read are left out. This holds too if something else has written the file since,
        with other line breaks or both sides of a merge. If no entry ends there, those numbered
        past `last` are new, and it is a problem."""
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
        """The number of blocks before an offset, with the line breaks the file has and with the
        others: mostly one number, none if no block ends there."""
        if known <= self._start:
            return {0}
        length = known - self._start
        both = (self._data, blocks.change_newlines(self._data, length))
        before = (blocks.count_blocks_before(data, length) for data in both)
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


def find_entry_after(data: bytes, last: int) -> int:
    """Where in a session file the first entry numbered past `last` begins: 0 if no other stands
    before it, the file's length if there is none."""
    found = list(blocks.find_whole_blocks(data))
    for at, (start, block) in enumerate(found):
        entry = read_block(block)
        if isinstance(entry, Entry) and entry.number > last:
            return start if at else 0
    return len(data)


def read_newest_first(path: Path, length: int) -> Iterator[Entry]:
    """The entries of a session file of this length, newest first. Only as much of it is read, and
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
    """The number of the newest entry of a session file of this length, even if only its number
    can be read; 0 if there is none. Raises OSError."""
    for block in blocks.read_blocks_backwards(path, length):
        whole = blocks.find_block_end(block, 0, len(block))
        if _has_conflict_markers(block, whole):
            return max((e.number for e in SessionFile(path, 0, length).read_entries()), default=0)
        number = _NUMBER_LINE.search(block, 0, whole) if whole is not None else None
        if number is not None and is_plausible_number(int(number[1])):
            return int(number[1])
    return 0


def _has_conflict_markers(block: bytes, whole: int | None) -> bool:
    """True if a merge has left its marks in or behind a block."""
    loose = whole is not None and blocks.is_blank_or_comments(block, whole, len(block))
    return not loose and blocks.has_conflict_markers(block)
