"""The texts of a campaign's files, and the stamps that tell when one has changed.

A campaign's folder may itself be a link; what lies in it may not lead out of it. Such a link, and
what is no ordinary file (a pipe, a device, a folder called bree.toml), is never opened.
"""

import os
import re
import stat
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from companion.archive.encodings import EncodingError, decode_text
from companion.archive.listing import Listing, list_toml_files
from companion.refusal import Broken, Impossible, Problem
from companion.text import clean

MOST_BYTES = 1_000_000
"""Of a file that a person writes; reading more would take seconds."""
NEARLY_FULL = MOST_BYTES * 9 // 10
"""A file with more bytes is told of."""
TOO_LONG = "a number in it has thousands of digits"
_MAKE_ROOM = (
    "Make room in it with an editor: move old notes, people or things to a file of your own."
)
_LONG_NUMBER = 3_000
"""Digits that `_ENDLESS` looks for, at the least."""
_ENDLESS = re.compile(r"[=\[,]\s*[+-]?(?:0[xob][0-9A-Fa-f_]{3000}|[0-9][0-9_]{4300})")
_TOP = ("campaign.toml", "world.toml")


class Stamp(NamedTuple):
    """What changes whenever a file does, or who may read it: modification time, size, inode and
    mode."""

    mtime_ns: int
    size: int
    inode: int
    mode: int

    @classmethod
    def of(cls, found: os.stat_result) -> "Stamp":
        """The stamp of a file that was looked at."""
        return cls(found.st_mtime_ns, found.st_size, found.st_ino, found.st_mode)


class TooLarge(Impossible):
    """A text that would not be read again, because its file would have too many bytes. With
    `journalled` it is what the journal already has that does not fit in."""

    def __init__(self, file: str, size: int, *, journalled: bool = False) -> None:
        what = " with what the journal has for it" if journalled else ""
        super().__init__(
            f"{clean(file)} would have {size:,} bytes{what}; at most {MOST_BYTES:,} can be read.",
            f"{'Nothing is lost.' if journalled else 'Nothing was changed.'} {_MAKE_ROOM}",
        )
        self.file = file
        self.size = size
        self.journalled = journalled


_NOWHERE = Stamp(0, 0, 0, 0)
"""Of a link that leads to nothing."""


def stamps(folder: Path) -> dict[str, Stamp]:
    """How every file of a campaign stands now: campaign.toml, world.toml, one for each Errant."""
    return {name: stamp for name, (stamp, _) in _looked_at(folder).items()}


def stand_so(folder: Path, known: Mapping[str, Stamp], errants: Listing) -> bool:
    """True where a campaign has just the files that are `known`, and each stands as it did. Each is
    looked at once, for this is asked at every word and ten times a second."""
    place, look, is_link, there = f"{folder}/", os.lstat, stat.S_ISLNK, 0
    try:
        names = [f"errants/{name}" for name in errants.names()]
    except OSError:
        names = []
    for name in (*_TOP, *names):
        try:
            now = look(place + name)
        except OSError:
            continue  # gone this moment
        there += 1
        stamp: tuple[int, ...] = now.st_mtime_ns, now.st_size, now.st_ino, now.st_mode
        if is_link(now.st_mode):
            stamp = _through(place + name)
        if known.get(name) != stamp:
            return False
    return there == len(known)


def _looked_at(folder: Path) -> dict[str, tuple[Stamp, bool]]:
    """How every file stands, and whether it is a link."""
    found = {}
    place = f"{folder}/"
    for name in (*_TOP, *_errants(place)):
        try:
            looked = os.lstat(place + name)
        except OSError:
            continue  # gone this moment
        if stat.S_ISLNK(looked.st_mode):
            found[name] = _through(place + name), True
        else:
            found[name] = Stamp.of(looked), False
    return found


def _through(link: str) -> Stamp:
    try:
        return Stamp.of(os.stat(link))  # noqa: PTH116 (as `_looked_at`)
    except OSError:
        return _NOWHERE


def _errants(place: str) -> Iterator[str]:
    with suppress(OSError):
        yield from (f"errants/{name}" for name in list_toml_files(f"{place}errants"))


def is_of_a_campaign(name: str) -> bool:
    """Whether a file of a campaign can be called so, by `stamps`."""
    place, _, file = name.rpartition("/")
    in_errants = place == "errants" and file.endswith(".toml") and not file.startswith(".")
    return name in _TOP or (in_errants and "\0" not in file)


def read_texts(
    folder: Path, known: Mapping[str, Stamp] = {}, texts: Mapping[str, str] = {}
) -> tuple[dict[str, str], dict[str, Stamp]]:
    """Every file's text, exactly as it stands, with the stamps it had before it was read. A file
    that still has the stamp it was `known` by is not read again: its text is that of `texts`.

    Raises Broken for what is no text in UTF-8, too large to be one, no file, or a link that leads
    out of the campaign's folder.
    """
    looked = _looked_at(folder)
    found: dict[str, str] = {}
    problems: list[Problem] = []
    behind_a_link = (folder / "errants").is_symlink()
    for name, (stamp, linked) in looked.items():
        astray = _astray(folder, name, stamp, linked or (behind_a_link and name not in _TOP))
        if astray:
            problems.append(Problem(clean(name), 0, "", astray))
        elif name in texts and known.get(name) == stamp:
            found[name] = texts[name]
        else:
            try:
                found[name] = text_of(folder / name)
            except FileNotFoundError:
                pass  # gone since it was looked at
            except ValueError as error:
                line = error.line if isinstance(error, EncodingError) else 0
                problems.append(Problem(clean(name), line, "", str(error)))
            except OSError as error:
                message = f"it cannot be read ({error.strerror})"
                problems.append(Problem(clean(name), 0, "", message))
    if problems:
        raise Broken(problems)
    return found, {name: stamp for name, (stamp, _) in looked.items()}


def endless(text: str) -> int | None:
    """Where a number begins in a text of TOML that would take seconds to read; None where none
    does."""
    found = _ENDLESS.search(text) if _has_long_line(text) else None
    return found.start() if found else None


def _has_long_line(text: str) -> bool:
    """True where a line has room for an endless number, which is seen far sooner than one."""
    at = 0
    while at + _LONG_NUMBER < len(text):
        at = text.rfind("\n", at, at + _LONG_NUMBER) + 1
        if not at:
            return True
    return False


def find_too_large(texts: Mapping[str, str | None]) -> list[TooLarge]:
    """The texts, by the names of their files, that have more bytes than are ever read."""
    sizes = {name: _count_bytes(text) for name, text in texts.items() if text is not None}
    return [TooLarge(name, size) for name, size in sizes.items() if size > MOST_BYTES]


def must_be_readable(texts: Mapping[str, str | None]) -> None:
    """Raises TooLarge, or Impossible, for a text that `text_of` would not read from its file; to be
    asked before anything is written. None stands for a file that goes."""
    for refusal in find_too_large(texts):
        raise refusal
    for name, text in texts.items():
        if text is not None and endless(text) is not None:
            raise Impossible(
                f"{clean(name)} could not be read: {TOO_LONG}.", "Nothing was changed."
            )


def _count_bytes(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode())


def describe_room(name: str, size: int) -> str:
    """The warning for a file that is nearly full, with its size in bytes."""
    return f"{clean(name)} has {size:,} bytes of at most {MOST_BYTES:,}. {_MAKE_ROOM}"


def find_nearly_full(stamps: Mapping[str, Stamp]) -> dict[str, int]:
    """The files with room for hardly more, and how many bytes each has."""
    return {name: size for name, (_, size, _, _) in stamps.items() if size > NEARLY_FULL}


def describe_size(size: int) -> str:
    """The problem with a file of so many bytes, which is not read."""
    return f"it has {size:,} bytes; at most {MOST_BYTES:,} can be read"


def text_of(path: Path) -> str:
    """What a file holds. Raises ValueError, saying what is wrong with it, and OSError."""
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)  # a pipe must not hold us up
    try:
        looked = os.fstat(handle)
        if not stat.S_ISREG(looked.st_mode):
            raise ValueError("it is no file")
        if looked.st_size > MOST_BYTES:
            raise ValueError(describe_size(looked.st_size))
        data = os.read(handle, MOST_BYTES)
    finally:
        os.close(handle)
    text = decode_text(data)
    if endless(text) is not None:
        raise ValueError(TOO_LONG)
    return text


def leads_out(path: Path, folder: Path) -> bool:
    """Whether what lies in a campaign's folder is, or lies behind, a link that leads out of it."""
    try:
        return not path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):  # links in a circle
        return True


def _astray(folder: Path, name: str, stamp: Stamp, linked: bool) -> str:
    """What is wrong with a file that is not to be opened; nothing where it may be."""
    if linked and leads_out(folder / name, folder):
        return "it is a link that leads out of the campaign's folder"
    if stamp == _NOWHERE:
        return "it is a link that leads nowhere"
    return "" if stat.S_ISREG(stamp.mode) else "it is no file"
