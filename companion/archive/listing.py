"""The names of the TOML files in a folder, which are asked for at every word."""

import os
import time

_SETTLED = 3_000_000_000
"""Nanoseconds after which a folder that changes once more has another time: the coarsest clocks of
filesystems tick every two seconds."""


class Listing:
    """The TOML files of one folder by name, read again only when the folder has changed."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._names: list[str] = []
        self._changed = -1

    def names(self) -> list[str]:
        """The names in order, hidden ones left out. Raises OSError."""
        changed = os.stat(self._folder).st_mtime_ns  # noqa: PTH116 (asked ten times a second)
        if changed != self._changed:
            self._changed = changed if time.time_ns() - changed > _SETTLED else -1
            self._names = list_toml_files(self._folder)
        return self._names


def list_toml_files(folder: str) -> list[str]:
    """The names of the TOML files in a folder in order, hidden ones left out. Raises OSError."""
    names = os.listdir(folder)  # noqa: PTH208 (names alone)
    return sorted(name for name in names if name.endswith(".toml") and not name.startswith("."))
