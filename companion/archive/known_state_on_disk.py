"""What this process knows of a campaign on disk: the texts of its state files, the checkpoint, and
the campaign that both hold. What others wrote since is found by comparing them with the journal."""

import time
from collections.abc import Mapping
from functools import reduce
from operator import and_
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from msgspec.structs import replace

from companion.archive.campaign_parsing import parse_campaign, reuse_equal_objects
from companion.archive.disk.atomic_writes import FileChanged, make_folder
from companion.archive.file_texts_and_change_stamps import (
    Stamp,
    find_files_near_size_limit,
    read_campaign_file_texts,
    read_file_stamps,
    require_texts_readable_once_written,
)
from companion.archive.file_warnings import Warnings
from companion.archive.journal.checkpoint import (
    Checkpoint,
    has_checkpoint,
    read_checkpoint,
    read_inode,
    write_checkpoint,
)
from companion.archive.journal.journal_folder import Journal, PendingEntries
from companion.archive.journal.session_writer import SessionWriter
from companion.campaign.campaign import Campaign
from companion.campaign.changes import Entry
from companion.refusal import Broken

if TYPE_CHECKING:
    from companion.campaign.record.file_and_journal_reconciliation import Reconciliation

_SETTLING_NS = 50_000_000
"""Nanoseconds: an editor may still be writing a younger file."""
_MAX_WAITS = 40
_UNREAD_STAMP = Stamp(-1, -1, -1, -1)
"""The stamp of a file that has to be read again."""

Snapshot: TypeAlias = tuple[dict[str, str], dict[str, Stamp]]
"""The texts of the files and their stamps; a new pair whenever they are read again."""


class StateFiles:
    """The texts of the files by their names, and their stamps when they were read."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.snapshot: Snapshot = {}, {}

    @property
    def texts(self) -> dict[str, str]:
        """The texts by the names of the files."""
        return self.snapshot[0]

    @property
    def _stamps(self) -> dict[str, Stamp]:
        return self.snapshot[1]

    @property
    def has_changed(self) -> bool:
        """True if somebody else has written any of them since."""
        return read_file_stamps(self._folder) != self._stamps

    @property
    def nearly_full_files(self) -> dict[str, int]:
        """The files that are nearly full, with their sizes in bytes."""
        return find_files_near_size_limit(self._stamps)

    @property
    def strictest_permissions(self) -> int:
        """The mode that lets only those read who may read all of them."""
        return reduce(and_, [stamp.mode for stamp in self._stamps.values()], 0o666)

    def read(self) -> None:
        """Read what has changed. Raises Broken, as `read_campaign_file_texts` does."""
        self.snapshot = read_campaign_file_texts(self._folder, self._stamps, self.texts)

    def read_once_editors_have_saved(self, known: Mapping[str, str]) -> None:
        """Read, and if a file differs from the `known` texts because an editor is saving it, wait
        until it has: some empty a file, or move it away, before they write it."""
        self.read()
        for _ in range(_MAX_WAITS):
            differing = (n for n in {**known, **self.texts} if self.texts.get(n) != known.get(n))
            if not any(map(self._is_file_just_saved, differing)):
                return
            time.sleep(_SETTLING_NS / 1e9)
            self.read()

    def _is_file_just_saved(self, name: str) -> bool:
        """True if a file was written or removed this moment."""
        stamp, place = self._stamps.get(name), (self._folder / name).parent
        if stamp is None and not place.is_dir():
            return False
        saved = stamp.mtime_ns if stamp is not None else place.stat().st_mtime_ns
        return abs(time.time_ns() - saved) < _SETTLING_NS

    def write(self, changed: Mapping[str, str | None], *, readable: bool = False) -> None:
        """Write these texts, one whole file after another; None removes a file. New files come
        first and removed ones last, so that a reader meanwhile finds every Errant that another file
        names. Raises TooLarge or Impossible, with nothing written, for a text that could not be
        read again; OSError; FileChanged if somebody has written one of them since it was read."""
        if not readable:
            require_texts_readable_once_written(changed)

        def rank_write_order(name: str) -> int:
            return 2 if changed[name] is None else int(name in self.texts)

        for name in sorted(changed, key=rank_write_order):
            try:
                self._write_text(name, changed[name])
            except FileChanged:
                self._stamps[name] = _UNREAD_STAMP  # its stamp may be the same all the same
                raise

    def _write_text(self, name: str, text: str | None) -> None:
        # Only a word that writes imports it.
        from companion.archive.disk.compare_and_swap import (
            FileVersion,
            remove_file_if_unchanged,
            replace_file_if_unchanged,
        )

        path, stamp = self._folder / name, self._stamps.get(name)
        known = None if stamp is None else FileVersion(stamp, self.texts.get(name, "").encode())
        if text is None:
            remove_file_if_unchanged(path, known)
            self.texts.pop(name, None)
            self._stamps.pop(name, None)
        elif self.texts.get(name) != text:
            if not path.parent.is_dir():
                make_folder(path.parent)
            written = replace_file_if_unchanged(path, text.encode(), known)
            self.texts[name], self._stamps[name] = text, Stamp.from_stat(written)


class ChangesOnDisk(NamedTuple):
    """What others wrote: what the journal has past the checkpoint, the entries that are new to this
    process, and what these and edits by hand make of the campaign (None if files and checkpoint
    agree)."""

    pending: PendingEntries
    new_entries: tuple[Entry, ...]
    settled: "Reconciliation | None"


class KnownState:
    """The checkpoint, the state files and the campaign of one folder, as they are known."""

    def __init__(self, folder: Path, journal: Journal, warnings: Warnings) -> None:
        """Read the checkpoint; without one, the files. Raises Broken with every problem there."""
        self._folder = folder
        self._journal = journal
        self._warnings = warnings
        self.files = StateFiles(folder)
        checkpoint = read_checkpoint(folder)
        self.has_checkpoint = checkpoint is not None
        if checkpoint is None:
            ends, last = journal.find_untorn_lengths(), journal.find_last_entry_number()
            self.files.read()  # after the journal: a word between the two is no edit by hand
            checkpoint = Checkpoint(ends, last, dict(self.files.texts))
        self.checkpoint = checkpoint
        self.campaign = self._read_checkpoint_campaign()
        self.is_on_disk = True
        """True if the campaign is what the checkpoint's texts say."""
        self._has_compared_copies = False

    def _read_checkpoint_campaign(self) -> Campaign:
        """The campaign of the checkpoint; of the files if the checkpoint's texts are broken."""
        try:
            return parse_campaign(self.checkpoint.texts)
        except Broken:
            self.files.read()
            texts = dict(self.files.texts)
            self.checkpoint = replace(self.checkpoint, texts=texts, texts_in="", patches=())
            return parse_campaign(texts)

    def read_changes_on_disk(self, *, write: bool) -> ChangesOnDisk:
        """Read what is new. With `write`, wait until an editor that is saving has done so. Raises
        Broken if the files cannot be read; the known state then stays, so that nothing is passed
        over once they can."""
        before = self.checkpoint, self.has_checkpoint, self.files.snapshot
        try:
            return self._compare_with_disk(write=write)
        except BaseException:
            self.checkpoint, self.has_checkpoint, self.files.snapshot = before
            raise

    def _compare_with_disk(self, *, write: bool) -> ChangesOnDisk:
        """Checkpoint, files and journal are read in this order. So what another process is writing
        meanwhile is in the journal past the checkpoint, and is never taken for an edit by hand."""
        known = self.checkpoint
        lengths = self._journal.measure_files()
        if (
            known.covers_file_lengths(lengths)
            and self.files.texts == known.texts
            and not self.files.has_changed
        ):
            return ChangesOnDisk(PendingEntries((), lengths, (), ()), (), None)
        if not known.covers_file_lengths(lengths):
            self._reload_checkpoint()
        if write:
            self.files.read_once_editors_have_saved(self.checkpoint.texts)
        else:
            self.files.read()
        new = pending = self._journal.read_entries_beyond_lengths(
            known.journal, known.last, known.lost
        )
        now = self.checkpoint
        if now.covers_file_lengths(new.lengths) and not new.torn:
            pending = new._replace(entries=())
        elif now is not known:
            pending = self._journal.read_entries_beyond_lengths(now.journal, now.last, now.lost)
        self._warnings.add_journal_warnings(pending)
        settled = None
        if pending.entries or self.files.texts != now.texts:
            from companion.campaign.record.file_and_journal_reconciliation import (
                reconcile_files_with_journal,  # few words find any change
            )

            found = reuse_equal_objects(self.campaign, parse_campaign(self.files.texts))
            settled = reconcile_files_with_journal(
                self._read_checkpoint_campaign(), pending.entries, found
            )
            self.campaign, self.is_on_disk = settled.campaign, False
        elif now.texts != known.texts or not self.is_on_disk:
            self.campaign = reuse_equal_objects(self.campaign, parse_campaign(now.texts))
            self.is_on_disk = True
        return ChangesOnDisk(pending, new.entries, settled)

    def _reload_checkpoint(self) -> None:
        """Read the checkpoint of another process that has settled its words."""
        found, known = read_checkpoint(self._folder), self.checkpoint.journal
        if found is not None:
            longest = found.compute_peak_session_file_lengths()
            if all(longest.get(name, 0) >= length for name, length in known.items()):
                self.checkpoint, self.has_checkpoint = found, True

    def notice_deleted_checkpoint(self) -> None:
        """Notice that the checkpoint was deleted."""
        self.has_checkpoint = self.has_checkpoint and has_checkpoint(self._folder)

    def find_lost_sessions(
        self, pending: PendingEntries, session: SessionWriter, *, edited: bool
    ) -> dict[str, int]:
        """Session files that are shorter than they were, or gone, with their former lengths. What
        is gone since the last word gets a warning. The next words get numbers after it, and a
        session of their own, so that both can be merged again."""
        from companion.archive.rescue import lost_entries  # only a word that writes imports it

        checkpoint, lengths = self.checkpoint, pending.lengths
        lost = dict(checkpoint.lost)
        files = lost_entries.find_shortened_sessions(checkpoint.journal, pending, self._folder)
        if not self._has_compared_copies:
            self._has_compared_copies = True
            longest = checkpoint.compute_peak_session_file_lengths()
            files |= lost_entries.find_longer_session_copies(self._folder, lengths, longest)
        if files:
            found = lost_entries.find_lost_entries(
                self._journal, files, session.last_number, session.newest_entry, lost
            )
            if found is not None:
                session.last_number = max(session.last_number, found.last)
                edit = session.last_number + 1 if edited else 0
                self._warnings.add_warning(found.describe(self._folder.name, edit))
            lost |= {name: max(was, lost.get(name, 0)) for name, was in files.items()}
        lost = {name: was for name, was in lost.items() if lengths.get(name, 0) < was}
        session.leave_lost_session(lost)
        return lost

    def write_checkpoint(
        self, session: SessionWriter, lengths: Mapping[str, int], lost: Mapping[str, int]
    ) -> None:
        """Note what is in the files, and in session files of these lengths. One that is gone stays
        known: it may come back, and what it holds is no news."""
        if self.has_checkpoint:
            lengths = {**self.checkpoint.journal, **lengths}
        checkpoint = Checkpoint(
            dict(lengths),
            session.last_number,
            dict(self.files.texts),
            session.list_sessions_begun_here_today(self.checkpoint.begun_sessions, lengths),
            read_inode(self._folder),
            lost=dict(lost),
        )
        self.checkpoint = write_checkpoint(
            self._folder,
            checkpoint,
            before=self.checkpoint,
            mode=self.files.strictest_permissions,
            lasting=not self.has_checkpoint,
        )
        self.has_checkpoint = self.is_on_disk = True
