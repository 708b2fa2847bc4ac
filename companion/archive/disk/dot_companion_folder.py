"""The folder `.companion` in a campaign: the history of the prompt, the log of failures, and other
files of the companion's own.

None of it is a record, and all of it may be deleted. Nothing is read or written there through a
link, and only ordinary files are opened: reading a pipe would wait for ever.
"""

import errno
import os
import stat
import time
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Literal

from companion.archive.disk.atomic_writes import replace_file
from companion.text_cleaning import clean_text, clip_text

OWN_FOLDER = ".companion"
GIT_FILES = {".gitignore": f"{OWN_FOLDER}/\n".encode(), ".gitattributes": b"* -text\n"}
"""Files of a new campaign: git ignores this folder, and leaves line breaks as they are."""
MAX_OWN_BYTES = 16 * 1024 * 1024
PRIVATE_MODE = 0o600
"""No other user of this computer may read what was typed, and what broke."""
_OPEN_FLAGS = os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK


def append_to_private_file(folder: Path, name: str, text: str) -> None:
    """Add text to the end of a file of this name, which only its owner may read from now on. Raises
    OSError, also if it is no ordinary file, or would grow too large to be read."""
    _get_dot_companion_folder(folder).mkdir(exist_ok=True)
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | _OPEN_FLAGS
    handle = os.open(_get_dot_companion_folder(folder) / name, flags, PRIVATE_MODE)
    data = text.encode(errors="replace")
    with _open_regular_file(handle, "ab", MAX_OWN_BYTES - len(data)) as file:
        with suppress(OSError):  # another user's file keeps its mode
            os.fchmod(handle, PRIVATE_MODE)
        file.write(data)


def write_private_file(folder: Path, name: str, data: bytes) -> None:
    """Write a whole file of this name, which only its owner may read. Raises OSError, also if it is
    a link."""
    place = _get_dot_companion_folder(folder)
    place.mkdir(exist_ok=True)
    if (place / name).is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    replace_file(place / name, data, lasting=False, mode=PRIVATE_MODE)


def remove_private_file(folder: Path, name: str) -> None:
    """Remove a file of this name, if there is one. Raises OSError."""
    (_get_dot_companion_folder(folder) / name).unlink(missing_ok=True)


def read_private_file(folder: Path, name: str, most: int) -> bytes:
    """The bytes of a file of this name. Raises OSError, also if it has more than `most`."""
    handle = os.open(_get_dot_companion_folder(folder) / name, os.O_RDONLY | _OPEN_FLAGS)
    with _open_regular_file(handle, "rb", most) as file:
        return file.read()


def read_end_of_private_file(folder: Path, name: str, most: int) -> bytes:
    """The last bytes of a file of this name, at `most` so many, however large it is. Raises
    OSError."""
    handle = os.open(_get_dot_companion_folder(folder) / name, os.O_RDONLY | _OPEN_FLAGS)
    with _open_regular_file(handle, "rb", None) as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - most))
        return file.read(most)


def _get_dot_companion_folder(folder: Path) -> Path:
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


MAX_LINES = 2_000
"""Lines of history that are kept."""


def read_prompt_history(folder: Path, seat: str) -> list[str]:
    """The lines typed from this seat, oldest first, clean for a terminal. A file with more than
    MAX_LINES, or half as large as it can be, loses its oldest lines."""
    room = MAX_OWN_BYTES // 2
    try:
        data = read_end_of_private_file(folder, _name_history_file_of_seat(seat), MAX_OWN_BYTES)
    except OSError:
        return []
    lines = data[-room:].decode(errors="replace").splitlines()
    if len(data) > room or len(lines) > MAX_LINES:
        lines = lines[1:][-MAX_LINES // 2 :]  # the first may be half a line
        path, text = (
            folder / OWN_FOLDER / _name_history_file_of_seat(seat),
            "".join(f"{e}\n" for e in lines),
        )
        with suppress(OSError):
            replace_file(path, text.encode(), lasting=False, mode=PRIVATE_MODE)
    return [clean_text(line) for line in lines]


def append_to_prompt_history(folder: Path, seat: str, line: str) -> None:
    """Add a typed line to the history of a seat. It is no record: a failure is ignored."""
    with suppress(OSError):
        append_to_private_file(folder, _name_history_file_of_seat(seat), f"{line}\n")


def _name_history_file_of_seat(seat: str) -> str:
    return f"typed-{seat}"


LOG_NAME = "errors.log"
_MAX_LINE_LENGTH = 400
"""An error may quote a whole file."""


def log_failure(folder: Path, text: str, *, quoting: bool = True) -> str:
    """Log the exception being handled, and what was typed; returns a sentence that says where the
    log is and, if `quoting`, what broke. The log is clean for a terminal."""
    from traceback import format_exc  # only a bug pays for it

    traceback = [_clean_history_line(line) for line in format_exc().strip().splitlines()]
    what = f" ({clip_text(traceback[-1], _MAX_LINE_LENGTH // 2)})" if quoting else ""
    lines = [f"{time.strftime('%Y-%m-%dT%H:%M:%S')} {_clean_history_line(text)}", *traceback, ""]
    try:
        append_to_private_file(folder, LOG_NAME, "".join(f"{line}\n" for line in lines))
    except OSError:
        return f"Something broke on our side{what}."
    return f"Something broke on our side{what}; see {folder.name}/{OWN_FOLDER}/{LOG_NAME}."


def _clean_history_line(text: str) -> str:
    return clip_text(clean_text(text), _MAX_LINE_LENGTH)
