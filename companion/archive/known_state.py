"""What this process knows of a campaign's folder: the checkpoint, the files, and the campaign that
both say. What others wrote since is found by comparing them with the journal."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from companion.archive.journal.checkpoint import (
    Checkpoint,
    has_checkpoint,
    read_checkpoint,
    read_inode,
    write_checkpoint,
)
from companion.archive.journal.session_writer import SessionWriter
from companion.archive.journal.sessions import Journal, PendingEntries
from companion.archive.reading import read_campaign
from companion.archive.state_files import StateFiles
from companion.archive.warnings import Warnings
from companion.campaign.campaign import Campaign
from companion.campaign.changes import Entry
from companion.campaign.reconcile import Reconciliation, reconcile_campaign
from companion.refusal import Broken


class ExternalChanges(NamedTuple):
    """What others wrote: what the journal has past the checkpoint, the entries that are new to this
    process, and what these and edits by hand make of the campaign (None if files and checkpoint
    agree)."""

    pending: PendingEntries
    new_entries: tuple[Entry, ...]
    settled: Reconciliation | None


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
            ends, last = journal.find_ends(), journal.find_last_number()
            self.files.read()  # after the journal: a word between the two is no edit by hand
            checkpoint = Checkpoint(ends, last, dict(self.files.texts))
        self.checkpoint = checkpoint
        self.campaign = self._read_checkpoint_campaign()
        self.is_on_disk = True
        """Whether the campaign is what the checkpoint's texts say."""
        self._has_compared_copies = False

    def _read_checkpoint_campaign(self) -> Campaign:
        """The campaign of the checkpoint; of the files if the checkpoint's texts are broken."""
        try:
            return read_campaign(self.checkpoint.texts)
        except Broken:
            self.files.read()
            texts = dict(self.files.texts)
            self.checkpoint = replace(self.checkpoint, texts=texts, texts_in="", patches=())
            return read_campaign(texts)

    def read_changes(self, *, write: bool) -> ExternalChanges:
        """Read what is new. With `write`, wait until an editor that is saving has done so. Raises
        Broken if the files cannot be read; what was known before is then known still, so that
        nothing is passed over once they can."""
        before = self.checkpoint, self.has_checkpoint, self.files.snapshot
        try:
            return self._compare_with_disk(write=write)
        except BaseException:
            self.checkpoint, self.has_checkpoint, self.files.snapshot = before
            raise

    def _compare_with_disk(self, *, write: bool) -> ExternalChanges:
        """Checkpoint, files and journal are read in this order. So what another process is writing
        meanwhile is in the journal past the checkpoint, and is never taken for an edit by hand."""
        known = self.checkpoint
        lengths = self._journal.measure_files()
        if known.covers(lengths) and self.files.texts == known.texts and not self.files.has_changed:
            return ExternalChanges(PendingEntries((), lengths, (), ()), (), None)
        if not known.covers(lengths):
            self._reload_checkpoint()
        if write:
            self.files.read_once_saved(self.checkpoint.texts)
        else:
            self.files.read()
        new = pending = self._journal.read_past(known.journal, known.last, known.lost)
        now = self.checkpoint
        if now.covers(new.lengths) and not new.torn:
            pending = new._replace(entries=())
        elif now is not known:
            pending = self._journal.read_past(now.journal, now.last, now.lost)
        self._warnings.add_journal_warnings(pending)
        settled = None
        if pending.entries or self.files.texts != now.texts:
            found = read_campaign(self.files.texts)
            settled = reconcile_campaign(self._read_checkpoint_campaign(), pending.entries, found)
            self.campaign, self.is_on_disk = settled.campaign, False
        elif now.texts != known.texts or not self.is_on_disk:
            self.campaign, self.is_on_disk = read_campaign(now.texts), True
        return ExternalChanges(pending, new.entries, settled)

    def _reload_checkpoint(self) -> None:
        """What another process has settled is known from its checkpoint."""
        found, known = read_checkpoint(self._folder), self.checkpoint.journal
        if found is not None:
            longest = found.compute_longest_lengths()
            if all(longest.get(name, 0) >= length for name, length in known.items()):
                self.checkpoint, self.has_checkpoint = found, True

    def look_for_checkpoint(self) -> None:
        """Notice that the checkpoint was deleted."""
        self.has_checkpoint = self.has_checkpoint and has_checkpoint(self._folder)

    def find_lost_sessions(
        self, pending: PendingEntries, session: SessionWriter, *, edited: bool
    ) -> dict[str, int]:
        """Session files that are shorter than they were, or gone, with how long they were. What is
        gone since the last word is told. The numbers of the next words come after it, and these go
        into a session of their own, so that both can be brought together again."""
        from companion.archive.rescue.lost_entries import (
            find_lost_entries,
            find_only_in_copies,
            find_shortened,
        )

        checkpoint, lengths = self.checkpoint, pending.lengths
        lost = dict(checkpoint.lost)
        files = find_shortened(checkpoint.journal, pending, self._folder)
        if not self._has_compared_copies:
            self._has_compared_copies = True
            longest = checkpoint.compute_longest_lengths()
            files |= find_only_in_copies(self._folder, lengths, longest)
        if files:
            found = find_lost_entries(
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
            session.list_begun(self.checkpoint.begun_sessions, lengths),
            read_inode(self._folder),
            lost=dict(lost),
        )
        self.checkpoint = write_checkpoint(
            self._folder,
            checkpoint,
            before=self.checkpoint,
            mode=self.files.mode,
            lasting=not self.has_checkpoint,
        )
        self.has_checkpoint = self.is_on_disk = True
