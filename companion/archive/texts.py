"""The texts of a campaign's files, and the stamps that tell when one has changed.

A campaign's folder may itself be a link; what lies in it may not lead out of it. Such a link, and
what is no ordinary file (a pipe, a device, a folder called bree.toml), is never opened.
"""

import os
import re
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from companion.refusal import Broken, Problem
from companion.text import clean

MOST_BYTES = 1_000_000
"""Of a file that a person writes; reading more would take seconds."""
TOO_LONG = "a number in it has thousands of digits"
_ENDLESS = re.compile(r"[=\[,]\s*[+-]?(?:0[xob][0-9A-Fa-f_]{3000}|[0-9][0-9_]{4300})")
_TOP = ("campaign.toml", "world.toml")


class Stamp(NamedTuple):
    """What changes whenever a file does: modification time, size and inode."""

    mtime_ns: int
    size: int
    inode: int

    @classmethod
    def of(cls, found: os.stat_result) -> "Stamp":
        """The stamp of a file that was looked at."""
        return cls(found.st_mtime_ns, found.st_size, found.st_ino)


def stamps(folder: Path) -> dict[str, Stamp]:
    """How every file of a campaign stands now: campaign.toml, world.toml, one for each Errant."""
    found = {}
    for name in _names(folder):
        try:
            found[name] = Stamp.of((folder / name).stat())
        except OSError:  # a link that leads nowhere; or gone this moment
            if (folder / name).is_symlink():
                found[name] = Stamp(0, 0, 0)
    return found


def _names(folder: Path) -> Iterator[str]:
    yield from (name for name in _TOP if os.path.lexists(folder / name))
    try:
        names = os.listdir(folder / "errants")  # noqa: PTH208 (names alone, ten times a second)
    except OSError:
        return
    for name in sorted(names):
        if name.endswith(".toml") and not name.startswith("."):
            yield f"errants/{name}"


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
    before = stamps(folder)
    found: dict[str, str] = {}
    problems: list[Problem] = []
    astray = _astray(folder, before)
    for name, stamp in before.items():
        if name in astray:
            problems.append(Problem(clean(name), 0, "", astray[name]))
        elif name in texts and known.get(name) == stamp:
            found[name] = texts[name]
        else:
            try:
                found[name] = text_of(folder / name)
            except FileNotFoundError:
                pass  # gone since it was looked at
            except ValueError as error:
                problems.append(Problem(clean(name), 0, "", str(error)))
            except OSError as error:
                message = f"it cannot be read ({error.strerror})"
                problems.append(Problem(clean(name), 0, "", message))
    if problems:
        raise Broken(problems)
    return found, before


def endless(text: str) -> int | None:
    """Where a number begins in a text of TOML that would take seconds to read; None where none
    does."""
    found = _ENDLESS.search(text)
    return found.start() if found else None


def text_of(path: Path) -> str:
    """What a file holds. Raises ValueError, saying what is wrong with it, and OSError."""
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)  # a pipe must not hold us up
    try:
        looked = os.fstat(handle)
        if not stat.S_ISREG(looked.st_mode):
            raise ValueError("it is no file")
        if looked.st_size > MOST_BYTES:
            raise ValueError(f"it is larger than {MOST_BYTES:,} bytes")
        data = os.read(handle, MOST_BYTES)
    finally:
        os.close(handle)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise ValueError(f"byte {error.start + 1} is not UTF-8") from None
    if endless(text) is not None:
        raise ValueError(TOO_LONG)
    return text


def leads_out(path: Path, folder: Path) -> bool:
    """Whether what lies in a campaign's folder is, or lies behind, a link that leads out of it."""
    try:
        return not path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):  # links in a circle
        return True


def _astray(folder: Path, names: Mapping[str, Stamp]) -> dict[str, str]:
    """What is wrong with files that are not to be opened."""
    found = {}
    behind_a_link = (folder / "errants").is_symlink()
    for name in names:
        path = folder / name
        linked = path.is_symlink() or (behind_a_link and name not in _TOP)
        if linked and leads_out(path, folder):
            found[name] = "it is a link that leads out of the campaign's folder"
        elif linked and not path.exists():
            found[name] = "it is a link that leads nowhere"
        elif not linked and not path.is_file() and path.exists():
            found[name] = "it is no file"
    return found
