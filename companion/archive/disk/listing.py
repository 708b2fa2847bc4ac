"""The names of the TOML files in a folder, which are asked for at every word."""

import os
import time

_SETTLED_NS = 3_000_000_000
"""Nanoseconds after which a folder that changes once more has another time: the coarsest clocks of
filesystems tick every two seconds."""


_UNKNOWN_STAMP = (-1, -1, -1)


class Listing:
    """The TOML files of one folder by name, read again only when the folder has changed."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._names: list[str] = []
        self._stamp = _UNKNOWN_STAMP

    def read_names(self) -> list[str]:
        """The names in order, hidden ones left out. Raises OSError."""
        found = os.stat(self._folder)  # noqa: PTH116 (asked ten times a second)
        stamp = found.st_mtime_ns, found.st_ctime_ns, found.st_ino
        if stamp != self._stamp:
            self._stamp = _UNKNOWN_STAMP
            self._names = list_toml_files(self._folder)
            if time.time_ns() - max(stamp[:2]) > _SETTLED_NS:
                self._stamp = stamp
        return self._names


def list_toml_files(folder: str) -> list[str]:
    """The names of the TOML files in a folder in order, hidden ones left out. Raises OSError."""
    names = os.listdir(folder)  # noqa: PTH208 (names alone)
    return sorted([name for name in names if name[-5:] == ".toml" and name[0] != "."])
