"""What no campaign's folder should hold: odd names, pipes, sockets, loops, links that lead out."""

import os
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from shutil import rmtree

from tests.storms.hostile.texts import ESCAPES, HIDDEN, MARKUP, NAMES

OUTSIDE = "outside"
"""The folder beside the campaigns that nothing may ever touch."""
_WELL_KNOWN = (
    "campaign.toml",
    "world.toml",
    "errants/bree.toml",
    "errants",
    "journal",
    "tables",
    "tables/mine",
    "tables/mine/omens.toml",
    ".companion",
    ".companion/applied",
    ".companion/typed-guide",
    ".companion/errors.log",
    ".companion/lock",
    ".gitignore",
)
_PLACES = ("errants", "journal", "tables/mine", "tables", ".companion", ".", "..")
GOOD_BOOK = b'schema = 1\nname = "canary"\n[clock]\nnow = "day 1 08:00"\n'
_CANARIES = {
    "errants/bree.toml": b'schema = 1\nname = "canary"\nphys = 1\nskill = 1\nmind = 1\npres = 1\n',
    "mine/omens.toml": b'schema = 1\ntitle = "canary"\n[[rows]]\ntext = "canary"\n',
    "campaign.toml": GOOD_BOOK,
    "applied": b"{}",
    "typed-guide": b"canary\n",
}


def _as_bytes(name: str) -> bytes:
    return name.encode(errors="replace").replace(b"/", b"?").replace(b"\0", b"?")


_NAMES = (
    *sorted(
        {_as_bytes(name)[:200] for name in (*ESCAPES, *HIDDEN, *MARKUP, *NAMES)} - {b".", b".."}
    ),
    b"\xff\xfe",
    b"\xc3(",
    b"\xed\xa0\x80",
    b"x" * 250,
    "é".encode() * 125,
    b"-rf",
    b"\n",
)


def outside_of(campaigns: Path) -> Path:
    """The folder beside the campaigns, with what would be found there if a link were followed."""
    outside = campaigns.parent / OUTSIDE
    for name, data in _CANARIES.items():
        (outside / name).parent.mkdir(parents=True, exist_ok=True)
        (outside / name).write_bytes(data)
    return outside


def held(folder: Path) -> dict[str, bytes]:
    """Every file under a folder."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def put(folder: Path, chance: Random) -> str:
    """Something put into a campaign's folder that should not be there; says what and where."""
    path = os.fsencode(folder)
    if chance.random() < 0.5:
        path = os.path.join(path, chance.choice(_WELL_KNOWN).encode())  # noqa: PTH118 (bytes)
    else:
        path = os.path.join(path, chance.choice(_PLACES).encode(), _odd_name(chance))  # noqa: PTH118
    thing = chance.choice(_THINGS)
    with suppress(OSError, ValueError):  # some names no disk takes
        where = Path(os.fsdecode(path))
        where.parent.mkdir(parents=True, exist_ok=True)
        data = where.read_bytes() if where.is_file() else _CANARIES["mine/omens.toml"]
        take_away(where)
        thing(where, folder, data)
    return f"{thing.__name__} {path[-60:]!r}"


def _odd_name(chance: Random) -> bytes:
    return chance.choice(_NAMES) + chance.choice((b".toml", b".toml", b"", b".toml.torn-1"))


def take_away(path: Path) -> None:
    """Whatever is there goes."""
    if path.is_dir() and not path.is_symlink():
        rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _file(path: Path, _folder: Path, held: bytes) -> None:
    path.write_bytes(held)


def _folder(path: Path, _folder: Path, _held: bytes) -> None:
    path.mkdir()


def _pipe(path: Path, _folder: Path, _held: bytes) -> None:
    os.mkfifo(path)


def _socket(path: Path, _folder: Path, _held: bytes) -> None:
    with socket.socket(socket.AF_UNIX) as opened:
        opened.bind(min(os.path.relpath(path), os.fspath(path), key=len))  # a short name, or none


def _loop(path: Path, _folder: Path, _held: bytes) -> None:
    path.symlink_to(path.name)


def _loop_of_folders(path: Path, _folder: Path, _held: bytes) -> None:
    path.symlink_to(".")


def _nowhere(path: Path, _folder: Path, _held: bytes) -> None:
    path.symlink_to("not-there")


def _endless(path: Path, _folder: Path, _held: bytes) -> None:
    path.symlink_to("/dev/zero")


def _terminal(path: Path, _folder: Path, _held: bytes) -> None:
    path.symlink_to("/dev/stdin")


def _led_out(path: Path, folder: Path, _held: bytes) -> None:
    outside = folder.parent.parent / OUTSIDE
    kind = "errants" if path.parent.name == "errants" or path.name == "errants" else "mine"
    target = outside / path.name if (outside / path.name).exists() else outside / kind
    if path.suffix == ".toml" and target.is_dir():
        target = next(target.glob("*.toml"))
    path.symlink_to(target)


def _led_to_nothing_outside(path: Path, folder: Path, _held: bytes) -> None:
    path.symlink_to(folder.parent.parent / OUTSIDE / "new" / path.name)


def _led_to_an_empty_folder(path: Path, folder: Path, _held: bytes) -> None:
    target = folder.parent.parent / OUTSIDE / "empty"
    target.mkdir(parents=True, exist_ok=True)
    path.symlink_to(target)


def _led_within(path: Path, folder: Path, held: bytes) -> None:
    aside = folder / f"real-{path.name}"
    aside.write_bytes(held)
    path.symlink_to(aside)


_THINGS: tuple[Callable[[Path, Path, bytes], None], ...] = (
    _file,
    _file,
    _folder,
    _pipe,
    _pipe,
    _socket,
    _loop,
    _loop_of_folders,
    _nowhere,
    _endless,
    _terminal,
    _led_out,
    _led_out,
    _led_to_nothing_outside,
    _led_to_an_empty_folder,
    _led_within,
)


_ODD_BOOKS: dict[str, Callable[[Path, Path, bytes], None]] = {
    "folder": _folder,
    "pipe": _pipe,
    "socket": _socket,
    "device": _endless,
    "terminal": _terminal,
    "circle": _loop,
    "nowhere": _nowhere,
}
ODD_BOOKS = tuple(_ODD_BOOKS)
"""What a campaign.toml should not be."""


def make_odd_book(folder: Path, thing: str) -> None:
    """A campaign's folder whose campaign.toml is one of ODD_BOOKS."""
    folder.mkdir(parents=True, exist_ok=True)
    take_away(folder / "campaign.toml")
    _ODD_BOOKS[thing](folder / "campaign.toml", folder, b"")
