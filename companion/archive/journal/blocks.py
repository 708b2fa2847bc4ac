"""A session file as bytes: where its blocks begin and end, and whether they are whole.

A block begins with the line break of the blank line before it, so the length of a file is where
its next block begins; it ends in a checksum of its own lines. A line break is LF, or CRLF if git
or an editor made it so: all lines of a file end as its first does, and so does what is added.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from zlib import crc32

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


def compute_checksum(block: bytes) -> str:
    """The checksum of a block's lines, the same with either line break."""
    return f"{crc32(convert_to_lf(block)):08x}"


def convert_to_lf(data: bytes) -> bytes:
    """The same lines with the companion's own line breaks."""
    return data.replace(b"\r\n", b"\n")


def convert_to_crlf(data: bytes) -> bytes:
    """The same lines with the line breaks of git's `core.autocrlf`."""
    return convert_to_lf(data).replace(b"\n", b"\r\n")


def is_crlf(data: bytes) -> bool:
    """True if the first line ends in CRLF."""
    end = data.find(b"\n")
    return end > 0 and data[end - 1 : end] == b"\r"


class LineCounter:
    """Finds line numbers for offsets that mostly ascend: what stands before the last offset is not
    counted again."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._offset = 0
        self._lines_before = 0

    def find_line(self, offset: int) -> int:
        """The line at an offset, from 1; at a line break, the one that begins behind it."""
        at = offset + (2 if self._data.startswith(b"\r\n", offset) else 1)
        if at < self._offset:
            self._offset = self._lines_before = 0
        self._lines_before += self._data.count(b"\n", self._offset, at)
        self._offset = at
        return self._lines_before + 1


def find_block_bounds(data: bytes) -> Iterator[tuple[int, int]]:
    """Where each block begins, whole or not, and where the next one does."""
    starts = [_find_line_break(data, found.start()) for found in _BLOCK.finditer(data)]
    return pairwise([*starts, len(data)])


def find_block_end(data: bytes, start: int, end: int) -> int | None:
    """The end of the checksum line of the block between two offsets; None if the checksum is
    missing or wrong."""
    check = _CHECKSUM_LINE.search(data, start, end)
    first = data.find(b"[", start)
    if check is None or check[1].decode() != compute_checksum(data[first : check.start() + 1]):
        return None
    return check.end()


def is_blank_or_comments(data: bytes, start: int, end: int) -> bool:
    """True if nothing but blank lines and comments stands there."""
    return _BLANK_OR_COMMENTS.match(data, start, end) is not None


def find_torn_end(data: bytes) -> int | None:
    """Where the torn end of a file begins; None if its last entry was finished."""
    last = _find_last_start(data, len(data))
    if last < 0:
        started = _PARTIAL_HEADER.search(data)
        return _find_line_break(data, started.start()) if started else None
    whole = find_block_end(data, last, len(data))
    if whole is None:
        return last
    return None if is_blank_or_comments(data, whole, len(data)) else whole


def has_clean_start(data: bytes) -> bool:
    """True if only blank lines and comments stand before the first block."""
    first = _BLOCK.search(data)
    return is_blank_or_comments(data, 0, first.start() if first else len(data))


def change_newlines(data: bytes, length: int) -> bytes:
    """The first lines with the other line breaks: so many bytes of them, and a little more."""
    if is_crlf(data):
        return convert_to_lf(data[: 2 * (length + _WINDOW_BYTES)])
    return convert_to_crlf(data[: length + _WINDOW_BYTES])


def count_blocks_before(data: bytes, offset: int) -> int | None:
    """The number of blocks before an offset; None if no block ends there, so that the file never
    had this length."""
    if offset > len(data):
        return None
    near = data[: offset + _WINDOW_BYTES]  # what follows may be enormous
    before = [(start, end) for start, end in find_block_bounds(near) if start < offset]
    if not before:
        return None if offset > 0 else 0
    whole = find_block_end(data, *before[-1])
    ends = whole is not None and whole <= offset and is_blank_or_comments(data, whole, offset)
    return len(before) if ends else None


def has_conflict_markers(data: bytes) -> bool:
    """True if a merge that was not resolved has left its marks here."""
    return any(run in data for run in _MARKER_RUNS) and _CONFLICT_MARKER.search(data) is not None


def find_conflict(data: bytes) -> int | None:
    """Where the first conflict begins that a merge has left in a file; None if there is none."""
    if data.startswith(b"<<<<<<<"):
        return 0
    found = data.find(b"\n<<<<<<<")
    return found + 1 if found >= 0 else None


def split_conflict_sides(data: bytes) -> tuple[bytes, bytes]:
    """The file with every conflict resolved the one way, and the other. Git leaves what the sides
    share out of a conflict, so its marks may stand in the middle of a block."""
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


def find_whole_blocks(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Where each whole block begins, and its bytes up to the end of its checksum."""
    for start, end in find_block_bounds(data):
        whole = find_block_end(data, start, end)
        if whole is not None:
            yield start, data[start:whole]


def read_range(path: Path, start: int, end: int) -> bytes:
    """The bytes of a file between two offsets. Raises OSError."""
    with path.open("rb") as file:
        file.seek(start)
        return file.read(max(0, end - start))


def read_blocks_backwards(path: Path, length: int) -> Iterator[bytes]:
    """The blocks of a file of this length, the last one first, each with what stands behind it.
    Only as much of the file is read as is asked for. Raises OSError."""
    held, base, end = b"", length, 0
    while True:
        start = _find_last_start(held, end)
        if start >= 0:
            yield held[start:end]
            end = start
        elif base == 0:
            return
        else:
            before = max(0, base - max(_WINDOW_BYTES, end))
            held = read_range(path, before, base) + held[:end]
            base, end = before, len(held)


def _find_last_start(data: bytes, end: int) -> int:
    at = data.rfind(_BLOCK_START, 0, end)
    while at >= 0 and not _BLOCK.match(data, at):
        at = data.rfind(_BLOCK_START, 0, at)
    return _find_line_break(data, at)


def _find_line_break(data: bytes, at: int) -> int:
    """Where the line break begins that ends in this line feed; -1 stays -1."""
    return at - 1 if at > 0 and data[at - 1 : at] == b"\r" else at
