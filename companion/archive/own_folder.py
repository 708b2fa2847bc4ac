"""`.companion`, the companion's own folder in a campaign: what was typed there, what broke.

None of it is a record, and all of it may be deleted. Nothing is read or written there through a
link, and what is no ordinary file (a pipe would be waited for) is left alone.
"""

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Literal

PLACE = ".companion"
FOR_GIT = {".gitignore": f"{PLACE}/\n".encode(), ".gitattributes": b"* -text\n"}
"""Files of a new campaign: git leaves this folder alone, and how lines end as it is."""
MOST_BYTES = 16 * 1024 * 1024
MODE = 0o600
"""What was typed, and what broke on it, is for nobody else who uses this computer."""
_HOW = os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK


def added(folder: Path, name: str, text: str, *, heading: str = "") -> None:
    """Puts text at the end of a file of this name, which is made with a `heading` where there is
    none, and which only its owner may read from now on. Raises OSError, also where it is no
    ordinary file, or would grow too large for anybody to read."""
    _own(folder).mkdir(exist_ok=True)
    handle = os.open(_own(folder) / name, os.O_WRONLY | os.O_APPEND | os.O_CREAT | _HOW, MODE)
    data = text.encode(errors="replace")
    with _ordinary(handle, "ab", MOST_BYTES - len(data)) as file:
        with suppress(OSError):  # somebody else's file stays as it is
            os.fchmod(handle, MODE)
        if os.fstat(handle).st_size == 0:
            data = heading.encode() + data
        file.write(data)


def held(folder: Path, name: str, most: int) -> bytes:
    """What a file of this name holds, of at `most` so many bytes. Raises OSError, as `added`."""
    handle = os.open(_own(folder) / name, os.O_RDONLY | _HOW)
    with _ordinary(handle, "rb", most) as file:
        return file.read()


def read_end(folder: Path, name: str, most: int) -> bytes:
    """The last bytes of a file of this name, however large it is: at `most` so many. Raises
    OSError, as `added`."""
    handle = os.open(_own(folder) / name, os.O_RDONLY | _HOW)
    with _ordinary(handle, "rb", None) as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - most))
        return file.read(most)


def _own(folder: Path) -> Path:
    place = folder / PLACE
    if place.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    return place


def _ordinary(handle: int, mode: Literal["ab", "rb"], most: int | None) -> BinaryIO:
    looked = os.fstat(handle)
    too_large = most is not None and looked.st_size > most
    if too_large or not stat.S_ISREG(looked.st_mode):
        os.close(handle)
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
    return open(handle, mode)
