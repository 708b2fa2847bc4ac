"""The TOML files in a folder: what is remembered of them is what is there."""

import errno
import os
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.archive.disk import listing as listing_room
from companion.archive.disk.listing import Listing

NAMES = ("bree.toml", "wim.toml", "notes.txt", ".bree.toml", "tansy.toml")
CHANGES = st.lists(st.sampled_from(NAMES), max_size=12)
LONG_AGO = 10_000_000_000
"""Nanoseconds."""


def seen(folder: Path) -> list[str]:
    """What stands in the folder, looked at in another way."""
    found = [path.name for path in folder.glob("*.toml")]
    return sorted(name for name in found if name[0] != ".")


@given(changes=CHANGES)
@settings(max_examples=60, deadline=None)
def test_it_tells_what_is_there_after_every_change(
    tmp_path_factory: pytest.TempPathFactory, changes: list[str]
) -> None:
    folder = tmp_path_factory.mktemp("listed")
    listing = Listing(str(folder))
    for name in changes:
        path = folder / name
        path.unlink() if path.exists() else path.write_text("")
        assert listing.read_names() == seen(folder)
        assert listing.read_names() == seen(folder)


def test_a_change_in_the_tick_of_a_look_is_seen(tmp_path: Path) -> None:
    listing = Listing(str(tmp_path))
    (tmp_path / "bree.toml").touch()
    stamp = tmp_path.stat().st_mtime_ns
    assert listing.read_names() == ["bree.toml"]
    (tmp_path / "wim.toml").touch()
    os.utime(tmp_path, ns=(stamp, stamp))
    assert listing.read_names() == ["bree.toml", "wim.toml"]


def test_a_folder_that_rests_is_not_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bree.toml").touch()
    listing = Listing(str(tmp_path))
    with monkeypatch.context() as patched:
        patched.setattr(listing_room, "_SETTLED_NS", -LONG_AGO)  # it rested at once
        assert listing.read_names() == ["bree.toml"]
        patched.setattr(listing_room, "list_toml_files", lambda _: pytest.fail("read again"))
        assert listing.read_names() == ["bree.toml"]
    (tmp_path / "wim.toml").touch()
    assert listing.read_names() == ["bree.toml", "wim.toml"]


def test_a_folder_that_is_not_there_says_so(tmp_path: Path) -> None:
    listing = Listing(str(tmp_path / "none"))
    with pytest.raises(FileNotFoundError):
        listing.read_names()


def test_a_folder_that_could_not_be_read_once_is_read_the_next_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bree.toml").touch()
    listing = Listing(str(tmp_path))
    rest(tmp_path)
    with monkeypatch.context() as patched:
        patched.setattr(listing_room, "list_toml_files", _no_handles)
        with pytest.raises(OSError, match="Too many"):
            listing.read_names()
    assert listing.read_names() == ["bree.toml"]


def test_a_folder_whose_time_was_put_back_is_read_again(tmp_path: Path) -> None:
    (tmp_path / "bree.toml").touch()
    stamp = rest(tmp_path)
    listing = Listing(str(tmp_path))
    assert listing.read_names() == ["bree.toml"]
    (tmp_path / "wim.toml").touch()
    os.utime(tmp_path, ns=(stamp, stamp))
    assert listing.read_names() == ["bree.toml", "wim.toml"]


def rest(folder: Path) -> int:
    """Let nothing have happened in a folder for a while, in nanoseconds since 1970."""
    stamp = time.time_ns() - LONG_AGO
    os.utime(folder, ns=(stamp, stamp))
    return stamp


def _no_handles(_: str) -> list[str]:
    raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
