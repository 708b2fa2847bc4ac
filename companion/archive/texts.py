"""The texts of a campaign's files, and the stamps that tell when one has changed.

A campaign's folder may itself be a link; what lies in it may not lead out of it. Such a link, and
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

from companion.archive.folders import is_outside
from companion.campaign.files import list_folders, list_top_files
from companion.refusal import Broken, Impossible, Problem
from companion.text import clean_text

_UTF_16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_SNIFFED_BYTES = 1_000
"""Bytes from which it is seen what a file is."""
_SAVE_AS_ADVICE = "save it as UTF-8 in your editor (Save as, Encoding)"


class UnreadableText(ValueError):  # noqa: N818 (what is wrong is with the file)
    """A file is not to be read; the message says why, and what to do. `line` is where that shows,
    from 1, or 0."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.line = line

    def make_problem(self, file: str) -> Problem:
        """The problem of the file of that name."""
        return Problem(clean_text(file), self.line, "", str(self))


def decode_text(data: bytes) -> str:
    """The text of these bytes in UTF-8, its byte order mark included. Raises UnreadableText."""
    beginning = data[:_SNIFFED_BYTES]
    if beginning.startswith(_UTF_16_MARKS) or _is_every_other_byte_zero(beginning):
        raise UnreadableText(f"it is saved as UTF-16, not as UTF-8; {_SAVE_AS_ADVICE}", 0)
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        what = f"byte {error.start + 1} is not UTF-8"
        if b"\0" not in beginning:
            what += "; the file is saved in an older encoding, such as Windows-1252 (ANSI)"
        raise UnreadableText(f"{what}: {_SAVE_AS_ADVICE}", line) from None


def _is_every_other_byte_zero(data: bytes) -> bool:
    """True for text in UTF-16 without its mark, most of whose letters are plain ones."""
    halves = data[::2], data[1::2]
    zeros = sorted(half.count(0) for half in halves)
    return zeros[0] * 10 < len(halves[1]) and zeros[1] * 10 > len(halves[1]) * 7


MAX_BYTES = 1_000_000
"""Of a file that a person writes; reading more would take seconds."""
NEARLY_FULL_BYTES = MAX_BYTES * 9 // 10
"""A file with more bytes is told of."""
LONG_NUMBER_MESSAGE = "a number in it has thousands of digits"
_MAKE_ROOM_HINT = (
    "Make room in it with an editor: move old notes, people or things to a file of your own."
)
_HUGE_NUMBER_DIGITS = 3_000
"""The fewest digits that `_HUGE_NUMBER` finds."""
_HUGE_NUMBER = re.compile(r"[=\[,]\s*[+-]?(?:0[xob][0-9A-Fa-f_]{3000}|[0-9][0-9_]{4300})")


class Stamp(NamedTuple):
    """What changes whenever a file does, or who may read it: modification time, size, inode and
    mode."""

    mtime_ns: int
    size: int
    inode: int
    mode: int

    @classmethod
    def from_stat(cls, found: os.stat_result) -> "Stamp":
        """The stamp of a file that was looked at."""
        return cls(found.st_mtime_ns, found.st_size, found.st_ino, found.st_mode)


class TooLarge(Impossible):
    """A text that would not be read again, because its file would have too many bytes. With
    `journalled` it is what the journal already has that does not fit in."""

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


_DANGLING_LINK = Stamp(0, 0, 0, 0)
"""Of a link that leads to nothing."""


def read_stamps(folder: Path) -> dict[str, Stamp]:
    """How every file of a campaign stands now."""
    return {name: Stamp(*stamp) for name, stamp, _ in _stat_files(folder)}


def has_same_stamps(folder: Path, known: Mapping[str, Stamp]) -> bool:
    """True if a campaign has just the files that are known, and each stands as it did."""
    there = 0
    for name, stamp, _ in _stat_files(folder):
        if known.get(name) != stamp:
            return False
        there += 1
    return there == len(known)


def _stat_files(folder: Path) -> Iterator[tuple[str, tuple[int, int, int, int], bool]]:
    """How every file stands, and whether it is a link."""
    place = f"{folder}/"
    for name in (*list_top_files(), *_list_folder_files(place)):
        try:
            found = os.lstat(place + name)
        except OSError:
            continue  # gone this moment
        if stat.S_ISLNK(found.st_mode):
            yield name, _stamp_link_target(place + name), True
        else:
            yield name, (found.st_mtime_ns, found.st_size, found.st_ino, found.st_mode), False


def _stamp_link_target(link: str) -> Stamp:
    try:
        return Stamp.from_stat(os.stat(link))  # noqa: PTH116 (a link is looked at ten times a second)
    except OSError:
        return _DANGLING_LINK


def _list_folder_files(place: str) -> Iterator[str]:
    for root in list_folders():
        with suppress(OSError):
            yield from (f"{root}/{name}" for name in list_toml_files(f"{place}{root}"))


def list_toml_files(folder: str) -> list[str]:
    """The names of the TOML files in a folder in order, hidden ones left out. Raises OSError."""
    names = os.listdir(folder)  # noqa: PTH208 (names alone)
    return sorted([name for name in names if name[-5:] == ".toml" and name[0] != "."])


def list_written_folders() -> list[str]:
    """The folders inside a campaign's that the companion writes in."""
    return [*list_folders(), "journal", ".companion"]


def read_texts(
    folder: Path, known: Mapping[str, Stamp] = {}, texts: Mapping[str, str] = {}
) -> tuple[dict[str, str], dict[str, Stamp]]:
    """Every file's text, exactly as it stands, with the stamps it had before it was read. A file
    that still has the stamp it was `known` by is not read again: its text is that of `texts`.

    Raises Broken for what is no text in UTF-8, too large to be one, no file, or a link that leads
    out of the campaign's folder.
    """
    looked = [(name, Stamp(*stamp), is_link) for name, stamp, is_link in _stat_files(folder)]
    found: dict[str, str] = {}
    problems: list[Problem] = []
    links = {root for root in list_folders() if (folder / root).is_symlink()}
    for name, stamp, linked in looked:
        behind_link = linked or name.partition("/")[0] in links
        astray = _explain_unopenable(folder, name, stamp, behind_link)
        if astray:
            problems.append(Problem(clean_text(name), 0, "", astray))
        elif name in texts and known.get(name) == stamp:
            found[name] = texts[name]
        else:
            try:
                found[name] = read_text_file(folder / name)
            except FileNotFoundError:
                pass  # gone since it was looked at
            except UnreadableText as error:
                problems.append(error.make_problem(name))
            except OSError as error:
                message = f"it cannot be read ({error.strerror})"
                problems.append(Problem(clean_text(name), 0, "", message))
    if problems:
        raise Broken(problems)
    return found, {name: stamp for name, stamp, _ in looked}


def find_huge_number(text: str) -> int | None:
    """Where a number begins in a text of TOML that would take seconds to read; None where none
    does."""
    found = _HUGE_NUMBER.search(text) if _has_long_line(text) else None
    return found.start() if found else None


def _has_long_line(text: str) -> bool:
    """True where a line has room for an endless number, which is seen far sooner than one."""
    at = 0
    while at + _HUGE_NUMBER_DIGITS < len(text):
        at = text.rfind("\n", at, at + _HUGE_NUMBER_DIGITS) + 1
        if not at:
            return True
    return False


def find_too_large(texts: Mapping[str, str | None]) -> list[TooLarge]:
    """The texts, by the names of their files, that have more bytes than are ever read."""
    sizes = {name: _count_bytes(text) for name, text in texts.items() if text is not None}
    return [TooLarge(name, size) for name, size in sizes.items() if size > MAX_BYTES]


def require_readable(texts: Mapping[str, str | None]) -> None:
    """Raises TooLarge, or Impossible, for a text that `read_text_file` would refuse; to be
    asked before anything is written. None stands for a file that goes."""
    for refusal in find_too_large(texts):
        raise refusal
    for name, text in texts.items():
        if text is not None and find_huge_number(text) is not None:
            raise Impossible(
                f"{clean_text(name)} could not be read: {LONG_NUMBER_MESSAGE}.",
                "Nothing was changed.",
            )


def _count_bytes(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode())


def describe_nearly_full(name: str, size: int) -> str:
    """The warning for a file that is nearly full, with its size in bytes."""
    return f"{clean_text(name)} has {size:,} bytes of at most {MAX_BYTES:,}. {_MAKE_ROOM_HINT}"


def find_nearly_full(stamps: Mapping[str, Stamp]) -> dict[str, int]:
    """The files with room for hardly more, and how many bytes each has."""
    return {name: size for name, (_, size, _, _) in stamps.items() if size > NEARLY_FULL_BYTES}


def describe_too_large(size: int) -> str:
    """The problem with a file of so many bytes, which is not read."""
    return f"it has {size:,} bytes; at most {MAX_BYTES:,} can be read"


def read_text_file(path: Path) -> str:
    """What a file holds. Raises UnreadableText and OSError."""
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)  # a pipe must not hold us up
    try:
        looked = os.fstat(handle)
        if not stat.S_ISREG(looked.st_mode):
            raise UnreadableText("it is no file")
        if looked.st_size > MAX_BYTES:
            raise UnreadableText(describe_too_large(looked.st_size))
        data = os.read(handle, MAX_BYTES)
    finally:
        os.close(handle)
    text = decode_text(data)
    if (number := find_huge_number(text)) is not None:
        raise UnreadableText(LONG_NUMBER_MESSAGE, text.count("\n", 0, number) + 1)
    return text


def _explain_unopenable(folder: Path, name: str, stamp: Stamp, linked: bool) -> str:
    """What is wrong with a file that is not to be opened; nothing where it may be."""
    if linked and is_outside(folder / name, folder):
        return "it is a link that leads out of the campaign's folder"
    if stamp == _DANGLING_LINK:
        return "it is a link that leads nowhere"
    return "" if stat.S_ISREG(stamp.mode) else "it is no file"
