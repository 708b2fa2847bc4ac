"""`.companion`, the companion's own folder in a campaign: what was typed there, what broke.

None of it is a record, and all of it may be deleted. Nothing is read or written there through a
link, and what is no ordinary file (a pipe would be waited for) is left alone.
"""

import errno
import os
import stat
import time
from contextlib import suppress
from pathlib import Path
from traceback import format_exc
from typing import BinaryIO, Literal

from companion.text import clean_text, clip_text

OWN_FOLDER = ".companion"
GIT_FILES = {".gitignore": f"{OWN_FOLDER}/\n".encode(), ".gitattributes": b"* -text\n"}
"""Files of a new campaign: git leaves this folder alone, and how lines end as it is."""
MAX_BYTES = 16 * 1024 * 1024
PRIVATE_MODE = 0o600
"""What was typed, and what broke on it, is for nobody else who uses this computer."""
_OPEN_FLAGS = os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK


def append_text(folder: Path, name: str, text: str, *, heading: str = "") -> None:
    """Puts text at the end of a file of this name, which is made with a `heading` where there is
    none, and which only its owner may read from now on. Raises OSError, also where it is no
    ordinary file, or would grow too large for anybody to read."""
    _get_folder(folder).mkdir(exist_ok=True)
    handle = os.open(
        _get_folder(folder) / name,
        os.O_WRONLY | os.O_APPEND | os.O_CREAT | _OPEN_FLAGS,
        PRIVATE_MODE,
    )
    data = text.encode(errors="replace")
    with _open_regular_file(handle, "ab", MAX_BYTES - len(data)) as file:
        with suppress(OSError):  # somebody else's file stays as it is
            os.fchmod(handle, PRIVATE_MODE)
        if os.fstat(handle).st_size == 0:
            data = heading.encode() + data
        file.write(data)


def read_file(folder: Path, name: str, most: int) -> bytes:
    """What a file of this name holds, of at `most` so many bytes. Raises OSError, as `added`."""
    handle = os.open(_get_folder(folder) / name, os.O_RDONLY | _OPEN_FLAGS)
    with _open_regular_file(handle, "rb", most) as file:
        return file.read()


def read_end(folder: Path, name: str, most: int) -> bytes:
    """The last bytes of a file of this name, however large it is: at `most` so many. Raises
    OSError, as `added`."""
    handle = os.open(_get_folder(folder) / name, os.O_RDONLY | _OPEN_FLAGS)
    with _open_regular_file(handle, "rb", None) as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - most))
        return file.read(most)


def _get_folder(folder: Path) -> Path:
    place = folder / OWN_FOLDER
    if place.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    return place


def _open_regular_file(handle: int, mode: Literal["ab", "rb"], most: int | None) -> BinaryIO:
    looked = os.fstat(handle)
    too_large = most is not None and looked.st_size > most
    if too_large or not stat.S_ISREG(looked.st_mode):
        os.close(handle)
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
    return open(handle, mode)


LOG_NAME = "errors.log"
_MAX_LINE_LENGTH = 400
"""An error may quote all of a file."""


def log_failure(folder: Path, text: str, *, quoting: bool = True) -> str:
    """Add the exception being handled, and what was typed; a sentence that says where it is, and,
    `quoting`, what it was. What is written can be shown on a terminal, whatever it quotes."""
    traceback = [_clean_line(line) for line in format_exc().strip().splitlines()]
    what = f" ({clip_text(traceback[-1], _MAX_LINE_LENGTH // 2)})" if quoting else ""
    lines = [f"{time.strftime('%Y-%m-%dT%H:%M:%S')} {_clean_line(text)}", *traceback, ""]
    try:
        append_text(folder, LOG_NAME, "".join(f"{line}\n" for line in lines))
    except OSError:
        return f"Something broke on our side{what}."
    return f"Something broke on our side{what}; see {folder.name}/{OWN_FOLDER}/{LOG_NAME}."


def _clean_line(text: str) -> str:
    return clip_text(clean_text(text), _MAX_LINE_LENGTH)
