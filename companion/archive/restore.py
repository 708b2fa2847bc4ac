"""A copy brought back: one entry of the journal that `undo` takes back, and the copy's own texts.

Where the files cannot be read they are set aside first, and where the folder is gone it is made
anew. What the campaign held until now is always kept.
"""

import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from companion.archive.archive import Archive
from companion.archive.atomic import make_folder, remove, replace
from companion.archive.conflicts import conflicts
from companion.archive.copies import Copies
from companion.archive.examine import last_good, readable
from companion.archive.folders import made_whole
from companion.archive.journal import end_of_entry
from companion.archive.lock import locked
from companion.archive.own_folder import FOR_GIT
from companion.archive.reading import read_campaign
from companion.archive.saves import Overtaken
from companion.archive.texts import TooLarge, read_texts, stamps
from companion.archive.unwritable import Unwritable, unwritable
from companion.campaign.campaign import Campaign
from companion.campaign.changes import draft
from companion.campaign.diff import applied, diff
from companion.refusal import Broken, Impossible, Refusal


class Restored(NamedTuple):
    """What bringing a copy back came to. `now` is the game's time it holds; `entry` names what
    `undo` takes back, if anything changed; `before` the copy of what was there until then;
    `set_aside` is where files went that could not be read; `tables` where those of the copy lie
    that the campaign has not, or not so. `anew` says that the folder was gone; `later` is where the
    part of its journal went then that came after the copy."""

    copy: str
    now: str
    entry: str = ""
    before: str = ""
    set_aside: Path | None = None
    later: Path | None = None
    tables: Path | None = None
    anew: bool = False
    told: tuple[str, ...] = ()


def restored(folder: Path, copy: str) -> Restored:
    """Bring the copy of this name back into a campaign's folder.

    Raises Unknown where there is no such copy, Impossible where it does not read, another holds the
    lock, or a merge is not resolved, Broken where a file is not even to be opened, Unwritable where
    the disk does not take it. Each file is then as it was, or as the companion or the copy has it;
    what could not be read is kept, and the refusal says where.
    """
    copies = Copies(folder)
    texts = copies.texts(copy)
    wanted = _read(copies, copy, texts)
    restoring = _Restoring(copies, copy, texts, wanted)
    try:
        if not folder.is_dir():
            return restoring.made_anew()
        warnings: list[str] = []
        with locked(folder, tell=warnings.append):
            done = restoring.brought_back()
        return done._replace(told=(*done.told, *warnings))
    except OSError as error:
        raise restoring.refused(unwritable(error)) from error
    except Unwritable as refusal:
        raise restoring.refused(refusal) from refusal


def _read(copies: Copies, copy: str, texts: Mapping[str, str]) -> Campaign:
    try:
        return read_campaign(texts)
    except Broken as broken:
        raise Impossible(
            f"The copy «{copy}» cannot be read: {broken.problems[0]}.",
            f"Mend it in {copies.place / copy}, or choose another. Nothing was changed.",
        ) from broken


class _Restoring:
    """One copy on its way back."""

    def __init__(
        self, copies: Copies, copy: str, texts: Mapping[str, str], wanted: Campaign
    ) -> None:
        self._copies, self._copy = copies, copy
        self._texts, self._wanted = texts, wanted
        self._folder = copies.folder
        self._aside: Path | None = None

    def made_anew(self) -> Restored:
        """The folder, which is gone, from the copy and its tables and the journal's copy."""
        files = {file: text.encode() for file, text in self._texts.items()}
        until, later = _parted(self._copies.journal(), self._copies.copy(self._copy).about.last)
        aside = self._copies.set_aside(later) if later else None
        files |= self._copies.tables(self._copy) | until
        like = self._copies.place / self._copy
        made_whole(self._folder, files | FOR_GIT, ["errants"], like)
        return Restored(self._copy, str(self._wanted.now), later=aside, anew=True)

    def brought_back(self) -> Restored:
        """The copy journalled and put in place, with the lock held."""
        archive = self._opened()
        present, before, entry = read_texts(self._folder)[0], "", ""
        tables = _tables_unlike(self._copies, self._copy)
        if present != self._texts:
            most, last = archive.campaign.campaign.copies, archive.last
            name = f"{time.strftime('%Y-%m-%d')}-before-restore"
            before = self._copies.keep(name, present, most, last=last, must=True, spare=self._copy)
        changes = diff(archive.campaign, self._wanted)
        if changes or self._aside is not None:
            word = draft("word", f"restore {self._copy}", changes)
            after = applied(archive.campaign, changes)
            journalled = archive.commit(word, after, self._texts)
            entry = journalled.name if changes else ""
        told = archive.told()
        try:
            archive.put_texts(self._texts)
        except (OSError, Overtaken):
            told += ("Its comments and spacing could not be put back with it.",)
        return Restored(
            self._copy,
            str(self._wanted.now),
            entry,
            before,
            self._aside,
            tables=tables,
            told=told,
        )

    def _opened(self) -> Archive:
        """The campaign as it stands; where it cannot be read, or what is journalled does not fit in
        it, as it was before, or as the copy has it."""
        try:
            return self._refreshed()
        except (Broken, TooLarge) as refusal:
            self._aside = _set_aside(self._copies, refusal)
        if good := last_good(self._folder):
            _put(self._folder, good)
            with suppress(TooLarge):
                return self._refreshed()
        _put(self._folder, self._texts)
        return self._refreshed()

    def _refreshed(self) -> Archive:
        archive = Archive(self._folder)
        archive.spared = self._copy
        archive.refresh(write=True)
        return archive

    def refused(self, refusal: Unwritable) -> Unwritable:
        """The same refusal; where files were set aside before, it says where."""
        if self._aside is None:
            return refusal
        return Unwritable(refusal.message, f"What could not be read is kept in {self._aside}.")


def _set_aside(copies: Copies, refusal: Refusal) -> Path:
    """What is in the files that were refused so, all of them as they are, kept. Raises the refusal
    where one of them is not even to be opened, Impossible in the midst of a merge."""
    found, astray = readable(copies.folder)
    if astray:
        raise refusal
    for name, data in found.items():
        if conflicts(name, data.decode(errors="replace")):
            raise Impossible(
                f"A merge is not resolved in {name}.",
                "Resolve it first, or go back to before it: git merge --abort",
            )
    return copies.set_aside(found)


def _parted(
    journal: Mapping[str, bytes], last: int | None
) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """The files of a journal until the entry of this number, and whole those that go on after it;
    all of it where that is not known."""
    until, later = dict[str, bytes](), dict[str, bytes]()
    for name, data in journal.items():
        end = len(data) if last is None else end_of_entry(data, last)
        if end < len(data):
            later[name] = data
        if end:
            until[name] = data[:end]
    return until, later


def _put(folder: Path, texts: Mapping[str, str]) -> None:
    for name in stamps(folder):
        if name not in texts:
            remove(folder / name)
    for name, text in texts.items():
        path = folder / name
        if not path.parent.is_dir():
            make_folder(path.parent)
        if not path.is_file() or path.read_bytes() != text.encode():
            replace(path, text.encode())


def _tables_unlike(copies: Copies, copy: str) -> Path | None:
    """Where the copy's tables lie, if any of them is not the campaign's as it is now."""
    for name, data in copies.tables(copy).items():
        path = copies.folder / name
        if not path.is_file() or path.read_bytes() != data:
            return copies.place / copy / "tables"
    return None
