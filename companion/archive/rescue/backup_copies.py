"""Backups: copies of a campaign as it was before each of its last sessions.

They lie beside the campaigns, so that none is lost with a campaign's folder. The folder
`.copies/<campaign>/<name>/` holds the files of one moment, and `.copies/<campaign>/journal/` each
session's file as it was when the next session began. `copy.toml` in each copy holds its place in
the order they were made, and the number of the newest entry of the journal then.
"""

import os
import re
import stat
import time
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Annotated, NamedTuple

import tomli
from msgspec import Meta, Struct, ValidationError, convert

from companion.archive.disk.atomic_writes import (
    FileChanged,
    make_folder,
    remove_folder,
    replace_file,
    sweep_temp_files,
    sweep_temp_folders,
    sync_folder,
    write_folder_in_one_step,
)
from companion.archive.disk.compare_and_swap import (
    FileVersion,
    remove_file_if_unchanged,
    replace_file_if_unchanged,
)
from companion.archive.file_texts_and_change_stamps import (
    MAX_BYTES,
    Stamp,
    read_campaign_file_texts,
)
from companion.archive.journal.journal_folder import Journal
from companion.archive.table_files import Shelf
from companion.campaign.changes import ENTRY_NUMBER_LIMIT
from companion.campaign.file_layout import list_block_folder_names
from companion.refusal import Impossible, Unknown
from companion.text_cleaning import clean_text

_SET_ASIDE_SUFFIX = re.compile(r"-set-aside-\d+\Z")
_BOOK = "campaign.toml"
_INFO_FILE = "copy.toml"
MAX_ORDER = 10**9
_KIND_SUFFIX = re.compile(r"-(before|seeded)(?:-[a-z]+)?(?:-\d+)?\Z")


class CopyInfo(Struct, frozen=True):
    """`copy.toml`: the place of a copy in the order they were made, the number of the newest entry
    of the journal, and the day and time."""

    order: Annotated[int, Meta(ge=0, le=MAX_ORDER)] = 0
    last: Annotated[int, Meta(ge=0, le=ENTRY_NUMBER_LIMIT - 1)] | None = None
    made: str = ""


class Copy(NamedTuple):
    """A copy: its name, the folder it lies in, and what is known of it."""

    name: str
    folder: Path
    info: CopyInfo


class Copies:
    """The copies of one campaign, whether or not its own folder is there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.place = folder.parent / ".copies" / folder.name
        self.journal = Journal(self.place)
        """The copies of the session files."""

    def make_copy(
        self,
        name: str,
        texts: Mapping[str, str],
        most: int,
        *,
        last: int | None = None,
        must: bool = False,
        spare: str = "",
    ) -> str:
        """Keep a copy of these files, of the campaign's own tables and of its journal, whose newest
        entry is `last`. The lock is held. Returns the copy's name.

        Of each kind of copy (before a session, before one with a given seed, `…-before-…`) the
        newest `most` stay, and the one to `spare`. With `most` 0 none is kept (the name is "")
        unless it `must` be, and none is removed. Where another copy has this name, the new one is
        called `…-2`. Raises OSError; no copy is ever half, or removed before its time.
        """
        if not most and not must:
            return ""
        self._make_copies_folder()
        files = {file: text.encode() for file, text in texts.items()}
        files.update(read_own_table_files(self.folder))
        to = self._choose_copy_folder(name, files)
        if not to.exists():
            newest = max((copy.info.order for copy in self.list_copies()), default=0)
            known = "" if last is None else f"last = {last}\n"
            made = time.strftime("%Y-%m-%d %H:%M")
            info = f'order = {min(newest + 1, MAX_ORDER)}\n{known}made = "{made}"\n'
            write_folder_in_one_step(
                to, {**files, _INFO_FILE: info.encode()}, list_block_folder_names(), self.folder
            )
        self._copy_journal()
        if most:
            self._remove_oldest_copies(most, {to.name, spare})
        return to.name

    def list_copies(self) -> list[Copy]:
        """The copies there are, newest first; what was set aside is none."""
        found = []
        for path in self._list_copy_folders():
            with suppress(OSError):
                if not _SET_ASIDE_SUFFIX.search(path.name) and os.path.lexists(path / _BOOK):
                    found.append(Copy(path.name, path, _read_copy_info(path)))
        return sorted(found, key=lambda copy: (copy.info.order, copy.name), reverse=True)

    def rename_copies_of_gone_campaign(self) -> str:
        """Give the copies of a campaign that is gone another name, since a new campaign takes this
        one. Returns the name, "" if there are no copies. Raises OSError."""
        if not self.list_copies():
            return ""
        number, to = 1, self.place.with_name(f"{self.place.name}-gone")
        while to.exists() or (self.folder.parent / to.name).exists():
            number += 1
            to = self.place.with_name(f"{self.place.name}-gone-{number}")
        self.place.rename(to)
        sync_folder(to.parent)
        return to.name

    def read_texts_of(self, name: str) -> dict[str, str]:
        """The files of a copy by their names in the campaign. Raises Unknown if there is no such
        copy, Broken if they are no texts."""
        return read_campaign_file_texts(self.find_copy(name).folder)[0]

    def read_journal(self) -> dict[str, bytes]:
        """The files of the sessions that were over when the last copy was made, as
        `journal/2026-11-21-k3f9.toml`."""
        found = {}
        for name in self.journal.measure_files():
            with suppress(FileNotFoundError):  # a new campaign of this name retires them meanwhile
                found[f"journal/{name}"] = (self.journal.folder / name).read_bytes()
        return found

    def set_campaign_files_aside(
        self, files: Mapping[str, bytes], beside: Path | None = None
    ) -> Path:
        """Keep what is about to be taken out of the campaign's folder, by the names it has there,
        until a person removes it. Returns the folder: a new one, or the one given as `beside`, in
        which nothing is replaced. Raises OSError."""
        if beside is None:
            self._make_copies_folder()
            name = f"{time.strftime('%Y-%m-%d')}-set-aside"
            beside = self.place / f"{name}-{self._find_highest_suffix_of_name(name) + 1}"
            write_folder_in_one_step(beside, files)
            return beside
        for name, data in files.items():
            path, number = beside / name, 1
            while path.exists() and not path.read_bytes().startswith(data):
                number += 1
                path = beside / f"{name}-{number}"
            if not path.exists():
                make_folder(path.parent)
                replace_file(path, data)
        return beside

    def replace_campaign_files(
        self, files: Mapping[str, bytes | None], beside: Path | None = None
    ) -> Path | None:
        """Write files of the campaign, or remove them (None), after what they hold was set aside;
        returns the folder with it. Raises OSError, and Impossible if somebody saves one of them
        meanwhile, which then stands."""
        known: dict[str, FileVersion] = {}
        for name in files:
            path = self.folder / name
            with suppress(FileNotFoundError):  # what a prompt was just writing beside is done now
                if path.is_file():
                    known[name] = FileVersion(Stamp.from_stat(path.stat()), path.read_bytes())
        files = {n: data for n, data in files.items() if n not in known or known[n].data != data}
        if replaced := {name: known[name].data for name in files if name in known}:
            beside = self.set_campaign_files_aside(replaced, beside)
        for name, new in files.items():
            path = self.folder / name
            try:
                if new is None:
                    remove_file_if_unchanged(path, known.get(name))
                    continue
                make_folder(path.parent)
                replace_file_if_unchanged(path, new, known.get(name))
            except FileChanged:
                raise Impossible(
                    f"{clean_text(name)} was saved while it was to be mended.",
                    "What was saved stands. Check again.",
                ) from None
        return beside

    def _list_copy_folders(self) -> Iterator[Path]:
        with suppress(OSError):
            for path in self.place.iterdir():
                is_own = path.name != "journal" and not path.name.startswith(".")
                if is_own and not path.is_symlink() and path.is_dir():
                    yield path

    def find_copy(self, name: str) -> Copy:
        """The copy of this name. Raises Unknown if there is none."""
        for copy in self.list_copies():
            if copy.name == name:
                return copy
        raise Unknown(f"There is no copy «{name}» of {self.folder.name}.")

    def _make_copies_folder(self) -> None:
        """Make the folder of this campaign's copies, with the mode of the campaign's own folder.
        Git leaves all of them alone."""
        shelf = self.place.parent
        if not shelf.is_dir():
            make_folder(shelf)
        if not (shelf / ".gitignore").is_file():
            replace_file(shelf / ".gitignore", b"*\n")
        if not self.place.is_dir():
            mode = stat.S_IMODE(self.folder.stat().st_mode) if self.folder.is_dir() else 0o777
            self.place.mkdir(mode=mode)
            sync_folder(shelf)
        sweep_temp_folders(self.place)

    def _choose_copy_folder(self, name: str, files: Mapping[str, bytes]) -> Path:
        """The folder for a copy; that of the newest of this name if it has the same files."""
        last = self._find_highest_suffix_of_name(name)
        if not last:
            return self.place / name
        newest = self.place / (name if last == 1 else f"{name}-{last}")
        paths = {str(path.relative_to(newest)): path for path in newest.rglob("*")}
        present = {file for file in paths if paths[file].is_file()} - {_INFO_FILE}
        if present == files.keys() and all(paths[f].read_bytes() == files[f] for f in files):
            return newest
        return self.place / f"{name}-{last + 1}"

    def _find_highest_suffix_of_name(self, name: str) -> int:
        """The highest number behind a name: 1 if it has none, 0 if the name is free."""
        pattern = re.compile(re.escape(name) + r"(?:-(\d{1,9}))?")
        fits = (pattern.fullmatch(path.name) for path in self._list_copy_folders())
        return max((int(fit[1] or 1) for fit in fits if fit), default=0)

    def _copy_journal(self) -> None:
        """Copy the session files that have become longer since the last copy."""
        to = self.journal.folder
        if not to.is_dir():
            make_folder(to)
        sweep_temp_files(to)
        journal, known = Journal(self.folder), self.journal.measure_files()
        longer = [n for n, length in journal.measure_files().items() if length > known.get(n, -1)]
        for name in longer:
            path = journal.folder / name
            mode = stat.S_IMODE(path.stat().st_mode)
            replace_file(to / name, path.read_bytes(), lasting=False, mode=mode)
        if longer:
            sync_folder(to)

    def _remove_oldest_copies(self, most: int, spared: Collection[str]) -> None:
        count = Counter[str]()
        for copy in self.list_copies():
            suffix = _KIND_SUFFIX.search(copy.name)
            kind = suffix[1] if suffix is not None else ""
            count[kind] += 1
            if count[kind] > most and copy.name not in spared:
                remove_folder(copy.folder)


def read_own_table_files(folder: Path) -> dict[str, bytes]:
    """A campaign's own tables, as `tables/marsh/birds.toml`. What cannot be read is left out:
    `companion check` tells of it."""
    found = {}
    for name, path in Shelf(folder / "tables", folder, "tables").find_table_files():
        with suppress(OSError):
            if path.is_file() and path.stat().st_size <= MAX_BYTES:
                found[f"tables/{name}.toml"] = path.read_bytes()
    return found


def _read_copy_info(copy: Path) -> CopyInfo:
    """What is known of a copy: without `last` if that is spoilt, nothing if more is. Raises
    OSError."""
    with suppress(FileNotFoundError, ValueError):
        stated = tomli.loads((copy / _INFO_FILE).read_text())
        with suppress(ValidationError):
            return convert(stated, CopyInfo)
        return convert({**stated, "last": None}, CopyInfo)
    return CopyInfo()
