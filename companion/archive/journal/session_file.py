"""One session file: its header, its entries, and what is wrong with it.

A block at the end whose checksum is missing or wrong is *torn*: it was never finished, and is set
aside. Anywhere else it is a problem, and skipped.
"""

import os
import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from companion.archive.disk.atomic_writes import (
    UncertainWrite,
    append_bytes,
    remove_file,
    replace_file,
    truncate_file,
)
from companion.archive.journal import entry_blocks
from companion.archive.journal.entry_blocks import (
    JOURNAL_SCHEMA,
    Header,
    clean_exception_message,
    parse_entry_block,
)
from companion.campaign.changes import Entry, is_plausible_entry_number
from companion.refusal import Impossible, Problem
from companion.text_cleaning import clean_text

_NUMBER_LINE = re.compile(rb"\nnumber = ([0-9]{1,15})\r?\n")
_FIRST_LINE_BYTES = 1024
"""Bytes in which the first line of a session file ends."""


def create_session_file(path: Path, header: str, entry: Entry, *, most: int | None = None) -> int:
    """Make a session file with its first entry, for good and in one step; returns its length.
    Raises Impossible if it would have more than `most` bytes; OSError with no file left;
    UncertainWrite if that cannot be promised."""
    data = (header + entry_blocks.render_entry_block(entry)).encode()
    _require_room_in_file(len(data), most)
    try:
        replace_file(path, data)
    except UncertainWrite as uncertain:
        try:
            remove_file(path)
        except OSError:
            raise uncertain from None
        raise OSError(*uncertain.args) from uncertain
    return len(data)


def append_entry(path: Path, entry: Entry, *, most: int | None = None) -> int:
    """Add one entry to the end of a session file, for good, with the line breaks of the file;
    returns how many bytes it took. Raises Impossible if it takes more than `most`; OSError with the
    file as it was; UncertainWrite if that cannot be promised. A torn end has to be set aside
    first."""
    data = entry_blocks.render_entry_block(entry).encode()
    if entry_blocks.has_crlf_line_breaks(entry_blocks.read_byte_range(path, 0, _FIRST_LINE_BYTES)):
        data = entry_blocks.convert_line_breaks_to_crlf(data)
        length = path.stat().st_size
        if entry_blocks.read_byte_range(path, length - 1, length) == b"\r":
            data = data[1:]  # a torn entry has left half of a line break
    _require_room_in_file(len(data), most)
    append_bytes(path, data)
    return len(data)


def _require_room_in_file(size: int, most: int | None) -> None:
    if most is not None and size > most:
        raise Impossible(
            f"That changes more than a file of the journal takes: {size:,} bytes.",
            "Nothing was changed. Do it in smaller steps: a few things, or files, at a time.",
        )


class TornEnd(NamedTuple):
    """The end of a file that was never finished: where it begins, and its bytes."""

    offset: int
    data: bytes


def set_aside_torn_end(path: Path) -> Path | None:
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
        self._data = entry_blocks.read_byte_range(path, start, end)
        self._messages: dict[int, str] = {}

    @cached_property
    def header(self) -> Header | None:
        """The header; None if it cannot be read, or a newer companion wrote it."""
        data = self._data
        if self.conflict_offset is not None:
            data = entry_blocks.split_conflict_sides(data)[0]
        first = data.find(b"\n[")
        try:
            header = entry_blocks.parse_session_header(data if first < 0 else data[: first + 1])
            written = f"schema {header.schema}"  # a number may be too long to be told
        except (ValueError, RecursionError) as error:
            self._messages[0] = f"the header cannot be read ({clean_exception_message(error)})"
            return None
        if header.schema <= JOURNAL_SCHEMA:
            return header
        known = f"this one knows {JOURNAL_SCHEMA}"
        self._messages[0] = f"written by a newer companion ({written}; {known})"
        return None

    @cached_property
    def conflict_offset(self) -> int | None:
        """The offset, in bytes, of the first conflict that an unresolved merge has left; None
        without one."""
        return entry_blocks.find_offset_of_first_conflict(self._data)

    @cached_property
    def torn_end(self) -> TornEnd | None:
        """The end of the file, if it was never finished. While a merge is unresolved nobody
        knows."""
        at = (
            entry_blocks.find_offset_of_torn_end(self._data)
            if self.conflict_offset is None
            else None
        )
        return None if at is None else TornEnd(self._start + at, self._data[at:])

    @property
    def resumable_header(self) -> Header | None:
        """The header of a session that can go on in this file; None if it cannot be read, or the
        end is torn or has both sides of a merge."""
        header = self.header
        if self.torn_end is not None or self.conflict_offset is not None or header is None:
            return None
        return header if header.session and header.seed.isprintable() else None

    @property
    def is_readable_without_earlier_bytes(self) -> bool:
        """True if the part that was read begins between two entries and has no markers of a merge:
        it can be read without what stands before it. A part with CRLF never can, for the file may
        have been LF when its length was known."""
        anew = (
            entry_blocks.has_only_comments_before_blocks(self._data) and b"\r\n" not in self._data
        )
        return anew and not entry_blocks.has_conflict_markers(self._data)

    @property
    def problems(self) -> list[Problem]:
        """What is wrong with the file, in its order, except for a torn end. All checksums are
        tested; a whole block that is no entry is found only once it has been read."""
        if self._start == 0:
            _ = self.header
        if self.conflict_offset is not None:
            message = "a merge was not resolved; the entries of both are read"
            self._messages[self.conflict_offset] = message
        else:
            wrong = {
                at: message
                for at, _, message in entry_blocks.list_blocks_and_faults(self._data)
                if message
            }
            self._messages |= wrong
        if not self._messages:
            return []
        file = clean_text(f"{self.path.parent.name}/{self.path.name}")
        lines = entry_blocks.LineCounter(self._data)
        lines_before = entry_blocks.read_byte_range(self.path, 0, self._start).count(b"\n")
        return [
            Problem(file, lines_before + lines.find_line(offset), "", message)
            for offset, message in sorted(self._messages.items())
        ]

    def read_entries(self, known: int = 0, last: int = 0) -> list[Entry]:
        """The entries that were added after the file had the length `known`, in order, without
        those that cannot be read. This holds too if the file has other line breaks since, or both
        sides of a merge. If no entry ends there, those numbered past `last` are new, and it is a
        problem."""
        if self.conflict_offset is not None:
            return self._read_entries_of_both_conflict_sides(known)
        found = list(entry_blocks.list_block_offsets(self._data))
        counts = self._count_blocks_before(known)
        if counts:  # two where the length ends a block with either line breaks
            between = self._read_blocks(found[min(counts) : max(counts)])
            after = self._read_blocks(found[max(counts) :])
            return [*between, *after] if any(e.number > last for e in between) else after
        if known - self._start <= len(self._data):  # a shorter one is told as cut
            self._messages[0] = (
                f"something else has written in it; what is numbered to {last} is known"
            )
        return [entry for entry in self._read_blocks(found) if entry.number > last]

    def has_entry_end_at(self, known: int) -> bool:
        """True if an entry ended at this offset, whichever line breaks the file had then."""
        return bool(self._count_blocks_before(known))

    def _count_blocks_before(self, known: int) -> set[int]:
        if known <= self._start:
            return {0}
        return entry_blocks.list_possible_block_counts_before(self._data, known - self._start)

    def _read_blocks(self, bounds: Iterable[tuple[int, int]]) -> list[Entry]:
        entries = []
        for start, end in bounds:
            whole = entry_blocks.find_block_end(self._data, start, end)
            entry = parse_entry_block(self._data[start:whole]) if whole is not None else None
            if isinstance(entry, Entry):
                entries.append(entry)
            elif entry is not None:
                self._messages[start] = entry.message
        return entries

    def _read_entries_of_both_conflict_sides(self, known: int) -> list[Entry]:
        ours, theirs = entry_blocks.split_conflict_sides(self._data)
        old = {block for start, block in entry_blocks.list_whole_blocks(ours) if start < known}
        both = (*entry_blocks.list_whole_blocks(ours), *entry_blocks.list_whole_blocks(theirs))
        new = dict.fromkeys(block for _, block in both if block not in old)
        entries = [entry for block in new if isinstance(entry := parse_entry_block(block), Entry)]
        return sorted(entries, key=lambda entry: entry.number)


def find_offset_after_entry(data: bytes, last: int) -> int:
    """Where in a session file the first entry numbered past `last` begins: 0 if no other stands
    before it, the file's length if there is none."""
    for at, (start, block) in enumerate(entry_blocks.list_whole_blocks(data)):
        entry = parse_entry_block(block)
        if isinstance(entry, Entry) and entry.number > last:
            return start if at else 0
    return len(data)


def read_entries_newest_first(path: Path, length: int) -> Iterator[Entry]:
    """The entries of a session file of this length, newest first. Only as much of it is read, and
    only as many blocks are parsed, as are asked for. Raises OSError."""
    given: set[str] = set()
    for block in entry_blocks.read_blocks_backwards(path, length):
        whole = entry_blocks.find_block_end(block, 0, len(block))
        if _has_merge_conflict_markers(block, whole):
            rest = SessionFile(path, 0, length).read_entries()
            yield from (entry for entry in reversed(rest) if entry.name not in given)
            return
        entry = parse_entry_block(block[:whole]) if whole is not None else None
        if isinstance(entry, Entry):
            given.add(entry.name)
            yield entry


def read_newest_entry_number(path: Path, length: int) -> int:
    """The number of the newest entry of a session file of this length, even if only its number
    can be read; 0 if there is none. Raises OSError."""
    for block in entry_blocks.read_blocks_backwards(path, length):
        whole = entry_blocks.find_block_end(block, 0, len(block))
        if _has_merge_conflict_markers(block, whole):
            return max((e.number for e in SessionFile(path, 0, length).read_entries()), default=0)
        number = _NUMBER_LINE.search(block, 0, whole) if whole is not None else None
        if number is not None and is_plausible_entry_number(int(number[1])):
            return int(number[1])
    return 0


def _has_merge_conflict_markers(block: bytes, whole: int | None) -> bool:
    """True if a merge has left its markers in or behind a block."""
    loose = whole is not None and entry_blocks.has_only_comments(block, whole, len(block))
    return not loose and entry_blocks.has_conflict_markers(block)
