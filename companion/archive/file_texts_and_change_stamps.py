"""Reads the texts of a campaign's files, and the stamps that show when one has changed.

A campaign's folder may itself be a link, but nothing in it may lead out of it. Such a link, and
what is no ordinary file (a pipe, a device, a folder called bree.toml), is never opened.
"""

import codecs
import os
import re
import stat
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from companion.archive.data_folders import OUTSIDE_MESSAGE, leads_out_of_folder_by_link
from companion.campaign.file_layout import list_block_folder_names, list_top_file_names
from companion.refusal import Broken, Impossible, Problem
from companion.text_cleaning import clean_text

MAX_BYTES = 1_000_000
"""The size limit of a file that a person writes; reading more would take seconds."""
NEARLY_FULL_BYTES = MAX_BYTES * 9 // 10
"""A file with more bytes is warned about."""
LONG_NUMBER_MESSAGE = "a number in it has thousands of digits"
_MAKE_ROOM_HINT = (
    "Make room in it with an editor: move old notes, people or things to a file of your own."
)
_HUGE_NUMBER_DIGITS = 3_000
"""The fewest digits that `_HUGE_NUMBER` finds."""
_HUGE_NUMBER = re.compile(r"[=\[,]\s*[+-]?(?:0[xob][0-9A-Fa-f_]{3000}|[0-9][0-9_]{4300})")
_UTF_16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_SNIFFED_BYTES = 1_000
"""Bytes at the beginning of a file that show its encoding."""
_SAVE_AS_ADVICE = "save it as UTF-8 in your editor (Save as, Encoding)"


class UnreadableText(ValueError):  # noqa: N818 (the file is at fault)
    """A file cannot be read; the message says why, and what to do. `line` is where that shows,
    from 1, or 0."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.line = line

    def make_problem(self, file: str) -> Problem:
        """The problem of the file of that name."""
        return Problem(clean_text(file), self.line, "", str(self))


def make_whole_file_problem(file: str, message: str) -> Problem:
    """A Problem that concerns a whole file, without a line or a key."""
    return Problem(clean_text(file), 0, "", message)


class TooLarge(Impossible):
    """A file would have too many bytes to be read again. With `journalled` the journal already has
    what does not fit."""

    def __init__(self, file: str, size: int, *, journalled: bool = False) -> None:
        what = " with what the journal has for it" if journalled else ""
        super().__init__(
            f"{clean_text(file)} would have {size:,} bytes{what}; at most {MAX_BYTES:,} can "
            "be read.",
            f"{'Nothing is lost.' if journalled else 'Nothing was changed.'} {_MAKE_ROOM_HINT}",
        )
        self.file = file
        self.size = size
        self.journalled = journalled


class Stamp(NamedTuple):
    """What changes whenever a file does, or who may read it: modification time, size, inode and
    mode."""

    mtime_ns: int
    size: int
    inode: int
    mode: int

    @classmethod
    def from_stat(cls, found: os.stat_result) -> "Stamp":
        return cls(found.st_mtime_ns, found.st_size, found.st_ino, found.st_mode)


_DANGLING_LINK = Stamp(0, 0, 0, 0)


def read_file_stamps(folder: Path) -> dict[str, Stamp]:
    """The stamps of a campaign's files, by their names."""
    return {name: stamp for name, stamp, _ in _stat_files(folder)}


def _stat_files(folder: Path) -> Iterator[tuple[str, Stamp, bool]]:
    """The name and stamp of every file, and whether it is a link."""
    place = f"{folder}/"
    for name in (*list_top_file_names(), *_list_folder_files(place)):
        try:
            found = os.lstat(place + name)  # of every file at every word
        except OSError:
            continue  # gone this moment
        if stat.S_ISLNK(found.st_mode):
            yield name, read_stamp_of_link_target(place + name), True
        else:
            yield name, Stamp.from_stat(found), False


def read_stamp_of_link_target(link: str) -> Stamp:
    """The stamp of the file that a link leads to."""
    try:
        return Stamp.from_stat(os.stat(link))  # noqa: PTH116 (a path costs more)
    except OSError:
        return _DANGLING_LINK


def _list_folder_files(place: str) -> Iterator[str]:
    for root in list_block_folder_names():
        with suppress(OSError):
            yield from (f"{root}/{name}" for name in list_toml_file_names(f"{place}{root}"))


def list_toml_file_names(folder: str) -> list[str]:
    """The names of the TOML files in a folder, in order, without hidden ones. Raises OSError."""
    names = os.listdir(folder)  # noqa: PTH208 (names alone)
    return sorted([name for name in names if name[-5:] == ".toml" and name[0] != "."])


def list_folders_companion_writes_in() -> list[str]:
    """The folders in a campaign's folder that the companion writes in."""
    return [*list_block_folder_names(), "journal", ".companion"]


def read_campaign_file_texts(
    folder: Path, known: Mapping[str, Stamp] = {}, texts: Mapping[str, str] = {}
) -> tuple[dict[str, str], dict[str, Stamp]]:
    """Every file's text, exactly as it stands, with the stamps it had before it was read. A file
    that still has its `known` stamp is not read again: its text is that in `texts`.

    Raises Broken for what is not UTF-8, too large or no file, and for a link that leads out of the
    campaign's folder.
    """
    found: dict[str, str] = {}
    stamps: dict[str, Stamp] = {}
    problems: list[Problem] = []
    links = {root for root in list_block_folder_names() if (folder / root).is_symlink()}
    for name, stamp, is_link in list(_stat_files(folder)):
        stamps[name] = stamp
        try:
            require_openable_file(folder, name, stamp, is_link or name.partition("/")[0] in links)
            is_known = name in texts and known.get(name) == stamp
            found[name] = texts[name] if is_known else read_text_file(folder / name)
        except FileNotFoundError:
            continue  # gone since it was looked at
        except UnreadableText as error:
            problems.append(error.make_problem(name))
    if problems:
        raise Broken(problems)
    return found, stamps


def require_openable_file(folder: Path, name: str, stamp: Stamp, is_linked: bool) -> None:
    """Raises UnreadableText for a file that may not be opened."""
    if is_linked and leads_out_of_folder_by_link(folder / name, folder):
        raise UnreadableText(OUTSIDE_MESSAGE)
    if stamp == _DANGLING_LINK:
        raise UnreadableText("it is a link that leads nowhere")
    if not stat.S_ISREG(stamp.mode):
        raise UnreadableText("it is no file")


def read_text_file(path: Path) -> str:
    """The text of a file. Raises FileNotFoundError; UnreadableText if it cannot be read."""
    try:
        data = _read_bytes(path)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise UnreadableText(f"it cannot be read ({error.strerror})") from error
    text = _decode_text(data)
    if (number := find_offset_of_huge_number(text)) is not None:
        raise UnreadableText(LONG_NUMBER_MESSAGE, text.count("\n", 0, number) + 1)
    return text


def _read_bytes(path: Path) -> bytes:
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)  # never wait for a pipe
    try:
        looked = os.fstat(handle)
        if not stat.S_ISREG(looked.st_mode):
            raise UnreadableText("it is no file")
        if looked.st_size > MAX_BYTES:
            size = looked.st_size
            raise UnreadableText(f"it has {size:,} bytes; at most {MAX_BYTES:,} can be read")
        return os.read(handle, MAX_BYTES)
    finally:
        os.close(handle)


def _decode_text(data: bytes) -> str:
    """The text of these bytes in UTF-8, its byte order mark included. Raises UnreadableText."""
    beginning = data[:_SNIFFED_BYTES]
    if beginning.startswith(_UTF_16_MARKS) or _is_every_other_byte_zero(beginning):
        raise UnreadableText(f"it is saved as UTF-16, not as UTF-8; {_SAVE_AS_ADVICE}")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        what = f"byte {error.start + 1} is not UTF-8"
        if b"\0" not in beginning:
            what += "; the file is saved in an older encoding, such as Windows-1252 (ANSI)"
        raise UnreadableText(f"{what}: {_SAVE_AS_ADVICE}", line) from None


def _is_every_other_byte_zero(data: bytes) -> bool:
    """True for text in UTF-16 without its mark, if most of its letters are ASCII."""
    halves = data[::2], data[1::2]
    zeros = sorted(half.count(0) for half in halves)
    return zeros[0] * 10 < len(halves[1]) and zeros[1] * 10 > len(halves[1]) * 7


def find_offset_of_huge_number(text: str) -> int | None:
    """The offset of a number in a TOML text that would take seconds to read; None if there is
    none."""
    found = _HUGE_NUMBER.search(text) if _has_long_line(text) else None
    return found.start() if found else None


def _has_long_line(text: str) -> bool:
    """True if a line has room for a huge number. This is much faster to find than the number."""
    at = 0
    while at + _HUGE_NUMBER_DIGITS < len(text):
        at = text.rfind("\n", at, at + _HUGE_NUMBER_DIGITS) + 1
        if not at:
            return True
    return False


def make_refusals_of_too_large_texts(texts: Mapping[str, str | None]) -> list[TooLarge]:
    """The refusals for texts, by the names of their files, that have too many bytes."""
    sizes = {name: _count_bytes(text) for name, text in texts.items() if text is not None}
    return [TooLarge(name, size) for name, size in sizes.items() if size > MAX_BYTES]


def require_texts_readable_once_written(texts: Mapping[str, str | None]) -> None:
    """Raises TooLarge or Impossible for a text that `read_text_file` would refuse; call it before
    anything is written. None stands for a file that is removed."""
    for refusal in make_refusals_of_too_large_texts(texts):
        raise refusal
    for name, text in texts.items():
        if text is not None and find_offset_of_huge_number(text) is not None:
            raise Impossible(
                f"{clean_text(name)} could not be read: {LONG_NUMBER_MESSAGE}.",
                "Nothing was changed.",
            )


def _count_bytes(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode())


def find_files_near_size_limit(stamps: Mapping[str, Stamp]) -> dict[str, int]:
    """The files that are nearly full, with their sizes in bytes."""
    return {name: stamp.size for name, stamp in stamps.items() if stamp.size > NEARLY_FULL_BYTES}


def describe_file_near_size_limit(name: str, size: int) -> str:
    """The warning about a file that is nearly full, with its size in bytes."""
    return f"{clean_text(name)} has {size:,} bytes of at most {MAX_BYTES:,}. {_MAKE_ROOM_HINT}"
