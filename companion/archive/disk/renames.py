"""Two renames that the system does in one step and Python has no call for: an exchange of two
names, and a move that never replaces anything."""

import errno
import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

_AT_FDCWD = -100
_EXCHANGE, _NO_REPLACE = (0x2, 0x4) if sys.platform == "darwin" else (0x2, 0x1)
"""RENAME_SWAP and RENAME_EXCL of macOS; RENAME_EXCHANGE and RENAME_NOREPLACE of Linux."""
_RENAMEAT2_NUMBERS = {"x86_64": 316, "aarch64": 276, "riscv64": 276, "armv7l": 382, "i686": 353}
"""The number of the Linux system call, for a C library that has no function for it."""
_UNSUPPORTED_ERRNOS = {errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EPERM}
"""The errors of filesystems, kernels and sandboxes that do not know these renames."""

_Rename = Callable[[bytes, bytes, int], int]


class Unsupported(OSError):  # noqa: N818 (nothing is wrong with the disk)
    """The system, or this filesystem, cannot do it in one step; nothing was changed."""


def exchange(one: Path, other: Path) -> None:
    """Exchange two names in one step. Raises Unsupported; FileNotFoundError if either is missing;
    any other OSError. Nothing has changed then."""
    _rename(one, other, _EXCHANGE)


def move_without_replacing(source: Path, target: Path) -> None:
    """Move a file to a name that is free. Raises Unsupported; FileExistsError if the name is taken;
    any other OSError. Nothing has changed then."""
    _rename(source, target, _NO_REPLACE)


def _rename(source: Path, target: Path, how: int) -> None:
    import ctypes  # 5 ms that only a process that writes a campaign's files pays for

    rename = _find_rename()
    if rename is None:
        raise Unsupported(errno.ENOSYS, os.strerror(errno.ENOSYS), str(source))
    if rename(os.fsencode(source), os.fsencode(target), how):
        number = ctypes.get_errno()
        if number in _UNSUPPORTED_ERRNOS:
            raise Unsupported(number, os.strerror(number), str(source))
        raise OSError(number, os.strerror(number), str(source), None, str(target))


@cache
def _find_rename() -> _Rename | None:
    """The C library's function, or the system call itself; None if there is neither."""
    import ctypes

    library = ctypes.CDLL(None, use_errno=True)
    path, flags, folder = ctypes.c_char_p, ctypes.c_uint, ctypes.c_int
    if hasattr(library, "renamex_np"):
        swap = library.renamex_np
        swap.argtypes = (path, path, flags)
        return lambda source, target, how: int(swap(source, target, how))
    if hasattr(library, "renameat2"):
        call = library.renameat2
        call.argtypes = (folder, path, folder, path, flags)
        return lambda source, target, how: int(call(_AT_FDCWD, source, _AT_FDCWD, target, how))
    number = _RENAMEAT2_NUMBERS.get(os.uname().machine)
    if sys.platform == "linux" and number is not None:
        system = library.syscall
        system.argtypes = (ctypes.c_long, folder, path, folder, path, flags)
        return lambda source, target, how: int(
            system(number, _AT_FDCWD, source, _AT_FDCWD, target, how)
        )
    return None
