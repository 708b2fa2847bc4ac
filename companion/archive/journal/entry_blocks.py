"""The text of a session file: a header and `[[entry]]` blocks after it, readable by people and by
tomllib.

Blocks are only ever added to the end of a file. A block begins with the line break of the blank
line before it, so the length of a file is where its next block begins. It ends in a checksum of its
own lines, because a block cut short by a crash can still be valid TOML and say something else
(`n = 499` cut to `n = 4`). A line break is LF, or CRLF if git or an editor made it so: all lines of
a file end as its first does, and so does what is added.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

import tomli
from msgspec import Struct, convert, to_builtins

from companion.campaign.changes import Entry, is_plausible_entry_number
from companion.text_cleaning import clean_text, clip_text

JOURNAL_SCHEMA = 1
NO_NUMBER_LEFT = "an entry has the number {:,}, and there is none for the next word"
_MAX_HEADER_BYTES = 64 * 1024
# Texts are written on one line, so these bytes are nowhere but where a block begins or ends.
_BLOCK_START = b"\n[[entry]]"
_BLOCK = re.compile(rb"\n\[\[entry\]\](?=\r?\n)")
_CHECKSUM_LINE = re.compile(rb'\ncheck = "([0-9a-f]{8})"(?:\r?\n|\Z)')
_BLANK_OR_COMMENTS = re.compile(rb"(?:\s++|#[^\n]*+)*+\Z")
_PARTIAL_HEADER = re.compile(rb"\n\[[^\n]*\Z")
_CONFLICT_MARKER = re.compile(rb"^(?:<{7}|\|{7}|={7}|>{7})(?: [^\n]*)?\r?$", re.MULTILINE)
_MARKER_RUNS = (b"<" * 7, b"|" * 7, b"=" * 7, b">" * 7)
"""The beginning of a marker: looked for first, since that is many times as fast."""
_WINDOW_BYTES = 16 * 1024


class Header(Struct, frozen=True):
    """What a session file begins with: its name, the seed of its dice, the day it began."""

    session: str
    seed: str
    began: str
    schema: int = JOURNAL_SCHEMA


class UnreadableBlock(NamedTuple):
    """Why a whole block is no entry. It is `forged` if no companion can have written it; another
    one may be an entry of a newer companion."""

    message: str
    forged: bool = False


def parse_session_header(data: bytes) -> Header:
    """The header in what stands before the first entry. Raises ValueError or RecursionError if
    there is none."""
    if len(data) > _MAX_HEADER_BYTES:
        raise ValueError("there is too much in it")
    return convert(tomli.loads(data.decode("utf-8-sig")), Header)


def render_session_header(session: str, seed: str, began: str) -> str:
    """The beginning of a session file; `began` is the day, as 2026-11-21."""
    values = {"schema": JOURNAL_SCHEMA, "session": session, "seed": seed, "began": began}
    return "".join(f"{line}\n" for line in _render_keys_and_values(values))


def render_entry_block(entry: Entry) -> str:
    """One block, with the blank line before it. Defaults are left out."""
    from companion.archive.toml.value_rendering_and_edits import render_value

    values = to_builtins(entry)
    changes = values.pop("changes", ())
    lines = ["[[entry]]", *_render_keys_and_values(values)]
    if changes:
        lines += ["changes = [", *(f"  {render_value(each)}," for each in changes), "]"]
    block = "".join(f"{line}\n" for line in lines)
    return f'\n{block}check = "{compute_block_checksum(block.encode())}"\n'


def _render_keys_and_values(values: dict[str, Any]) -> list[str]:
    from companion.archive.toml.value_rendering_and_edits import render_key_and_value

    lists = {key: list(each) if isinstance(each, tuple) else each for key, each in values.items()}
    return [render_key_and_value(key, value) for key, value in lists.items()]


def parse_entry_block(block: bytes) -> Entry | UnreadableBlock:
    """The entry in a whole block, or why there is none."""
    try:
        (found,) = tomli.loads(block.decode())["entry"]
        number = found.get("number")
        if isinstance(number, int) and not is_plausible_entry_number(number):
            what = f"the number {number:,}" if abs(number) < 10**30 else "an enormous number"
            return UnreadableBlock(
                f"this entry has {what}, as no entry can; it is skipped", forged=True
            )
        return convert(found, Entry)
    except (ValueError, RecursionError) as error:
        why = clean_exception_message(error)
        return UnreadableBlock(f"this entry cannot be read ({why}); it is skipped")


def clean_exception_message(error: Exception) -> str:
    """What an exception says, fit to be shown."""
    return clip_text(clean_text(str(error)), 200)


def compute_block_checksum(block: bytes) -> str:
    """The checksum of a block's lines, the same with either line break."""
    return f"{crc32(convert_line_breaks_to_lf(block)):08x}"


def convert_line_breaks_to_lf(data: bytes) -> bytes:
    """The lines with the companion's own line breaks."""
    return data.replace(b"\r\n", b"\n")


def convert_line_breaks_to_crlf(data: bytes) -> bytes:
    """The lines with the line breaks of git's `core.autocrlf`."""
    return convert_line_breaks_to_lf(data).replace(b"\n", b"\r\n")


def has_crlf_line_breaks(data: bytes) -> bool:
    """True if the first line ends in CRLF."""
    end = data.find(b"\n")
    return end > 0 and data[end - 1 : end] == b"\r"


class LineCounter:
    """Finds line numbers for offsets that mostly ascend: lines before the last one are not counted
    again."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._offset = 0
        self._lines_before = 0

    def find_line(self, offset: int) -> int:
        """The line at an offset, from 1; at a line break, the next one."""
        at = offset + (2 if self._data.startswith(b"\r\n", offset) else 1)
        if at < self._offset:
            self._offset = self._lines_before = 0
        self._lines_before += self._data.count(b"\n", self._offset, at)
        self._offset = at
        return self._lines_before + 1


def list_block_offsets(data: bytes) -> Iterator[tuple[int, int]]:
    """Where each block begins, whole or not, and where the next one does."""
    starts = [_find_line_break_start(data, found.start()) for found in _BLOCK.finditer(data)]
    return pairwise([*starts, len(data)])


def find_block_end(data: bytes, start: int, end: int) -> int | None:
    """The end of the checksum line of the block between two offsets; None if the checksum is
    missing or wrong."""
    check = _CHECKSUM_LINE.search(data, start, end)
    first = data.find(b"[", start)
    sealed = data[first : check.start() + 1] if check else b""
    if check is None or check[1].decode() != compute_block_checksum(sealed):
        return None
    return check.end()


def has_only_comments(data: bytes, start: int, end: int) -> bool:
    """True if nothing but blank lines and comments stands there."""
    return _BLANK_OR_COMMENTS.match(data, start, end) is not None


def find_offset_of_torn_end(data: bytes) -> int | None:
    """Where the torn end of a file begins; None if its last entry was finished."""
    last = _find_last_block_start(data, len(data))
    if last < 0:
        started = _PARTIAL_HEADER.search(data)
        return _find_line_break_start(data, started.start()) if started else None
    whole = find_block_end(data, last, len(data))
    if whole is None:
        return last
    return None if has_only_comments(data, whole, len(data)) else whole


def has_only_comments_before_blocks(data: bytes) -> bool:
    """True if only blank lines and comments stand before the first block."""
    return has_only_comments(data, 0, next(list_block_offsets(data), (len(data), 0))[0])


def list_possible_block_counts_before(data: bytes, offset: int) -> set[int]:
    """The number of blocks before an offset, with the line breaks the data has and with the others:
    mostly one number, none if no block ends there, so that the file never had this length."""
    if has_crlf_line_breaks(data):
        other = convert_line_breaks_to_lf(data[: 2 * (offset + _WINDOW_BYTES)])
    else:
        other = convert_line_breaks_to_crlf(data[: offset + _WINDOW_BYTES])
    counts = (_count_blocks_before(each, offset) for each in (data, other))
    return {count for count in counts if count is not None}


def _count_blocks_before(data: bytes, offset: int) -> int | None:
    if offset > len(data):
        return None
    near = data[: offset + _WINDOW_BYTES]  # what follows may be enormous
    before = [(start, end) for start, end in list_block_offsets(near) if start < offset]
    if not before:
        return None if offset > 0 else 0
    whole = find_block_end(data, *before[-1])
    ends = whole is not None and whole <= offset and has_only_comments(data, whole, offset)
    return len(before) if ends else None


def has_conflict_markers(data: bytes) -> bool:
    """True if an unresolved merge has left its markers here."""
    return any(run in data for run in _MARKER_RUNS) and _CONFLICT_MARKER.search(data) is not None


def find_offset_of_first_conflict(data: bytes) -> int | None:
    """The offset, in bytes, of the first conflict of an unresolved merge; None if there is none."""
    if data.startswith(b"<<<<<<<"):
        return 0
    found = data.find(b"\n<<<<<<<")
    return found + 1 if found >= 0 else None


def split_conflict_sides(data: bytes) -> tuple[bytes, bytes]:
    """The file with every conflict resolved to our side, and to theirs. Git leaves what the sides
    share out of a conflict, so its markers may stand in the middle of a block."""
    ours: list[bytes] = []
    theirs: list[bytes] = []
    filling: tuple[list[bytes], ...] = (ours, theirs)
    for line in data.splitlines(keepends=True):
        if not _CONFLICT_MARKER.match(line):
            for side in filling:
                side.append(line)
        elif line.startswith(b"<"):
            filling = (ours,)
        elif line.startswith(b">"):
            filling = (ours, theirs)
        else:
            filling = (theirs,) if line.startswith(b"=") else ()
    return b"".join(ours), b"".join(theirs)


def list_blocks_and_faults(data: bytes) -> Iterator[tuple[int, int, str]]:
    """Where each whole block begins and where its checksum ends, with no message; and where
    anything else begins and ends, with what is wrong with it. A torn end is left out."""
    torn = find_offset_of_torn_end(data)
    for start, end in list_block_offsets(data):
        whole = find_block_end(data, start, end)
        if whole is None:
            if start != torn:
                yield start, end, "the checksum of this entry is missing or wrong; it is skipped"
            continue
        if whole != torn and not has_only_comments(data, whole, end):
            yield whole, end, "something stands between two entries"
        yield start, whole, ""


def list_whole_blocks(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Where each whole block begins, and its bytes up to the end of its checksum."""
    for start, end, message in list_blocks_and_faults(data):
        if not message:
            yield start, data[start:end]


def read_byte_range(path: Path, start: int, end: int) -> bytes:
    """The bytes of a file between two offsets. Raises OSError."""
    with path.open("rb") as file:
        file.seek(start)
        return file.read(max(0, end - start))


def read_blocks_backwards(path: Path, length: int) -> Iterator[bytes]:
    """The blocks of a file of this length, the last one first, each with what follows it. Only as
    much of the file is read as is asked for. Raises OSError."""
    data, offset, end = b"", length, 0  # the part that was read, where it begins, what is left
    while True:
        start = _find_last_block_start(data, end)
        if start >= 0:
            yield data[start:end]
            end = start
        elif offset == 0:
            return
        else:
            before = max(0, offset - max(_WINDOW_BYTES, end))
            data = read_byte_range(path, before, offset) + data[:end]
            offset, end = before, len(data)


def _find_last_block_start(data: bytes, end: int) -> int:
    at = data.rfind(_BLOCK_START, 0, end)
    while at >= 0 and not _BLOCK.match(data, at):
        at = data.rfind(_BLOCK_START, 0, at)
    return _find_line_break_start(data, at)


def _find_line_break_start(data: bytes, at: int) -> int:
    """Where the line break begins that ends in this line feed; -1 stays -1."""
    return at - 1 if at > 0 and data[at - 1 : at] == b"\r" else at
