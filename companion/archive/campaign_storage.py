"""The archive of one campaign: the only door to its files.

The journal leads: an entry is appended and synced, then the files are replaced, then the checkpoint
is written. Whatever stops it in between, the next opening rolls the files forward to what was
answered. An edit by hand becomes an entry of its own. What another process did is known from its
checkpoint and its entries.
"""

import time
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, suppress
from itertools import islice, takewhile
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.archive.campaign_parsing import parse_campaign
from companion.archive.disk.atomic_writes import (
    FileChanged,
    UncertainWrite,
    make_journal_write_error,
    make_write_error,
    require_campaign_folder,
)
from companion.archive.file_texts_and_change_stamps import (
    TooLarge,
    require_texts_readable_once_written,
)
from companion.archive.file_warnings import (
    Warnings,
    save_warnings_for_guide,
    take_saved_warnings_for_guide,
)
from companion.archive.journal.journal_folder import Journal, PendingEntries
from companion.archive.journal.session_file import set_aside_torn_end
from companion.archive.journal.session_writer import SessionWriter
from companion.archive.known_state_on_disk import KnownState, Snapshot
from companion.archive.migrations import migrate_texts
from companion.campaign.campaign import Campaign
from companion.campaign.changes import Entry, make_entry_to_journal
from companion.refusal import Broken, Impossible

if TYPE_CHECKING:
    from companion.archive.campaign_text_changes import TextCache
    from companion.campaign.record.file_and_journal_reconciliation import Reconciliation

_RECENT_ENTRIES = 200
"""How many entries an edit is compared with, to tell a stale buffer from a fresh thought."""
_MAX_RETRIES = 20
"""How often somebody may save a file just as it is to be written."""


class Archive:
    """One open campaign. Reading needs no lock; `refresh(write=True)` and `commit` are called
    with the lock held."""

    def __init__(self, folder: Path, *, seed: str | None = None, dry_run: bool = False) -> None:
        """Open a campaign. Raises Broken with every problem in its files, Impossible for a seed
        that is too long."""
        self.folder = folder
        self.dry_run = dry_run
        self.protected_copy = ""
        """A copy that is not pruned, though others have come after it."""
        self.journal = Journal(folder)
        self._dry_run_entries: list[Entry] = []
        self._has_swept = False
        self._migrated_snapshot: Snapshot | None = None
        self._text_cache: TextCache | None = None
        self._warnings = Warnings()
        self._known = KnownState(folder, self.journal, self._warnings)
        self.session = SessionWriter(self.journal, self._known.checkpoint, seed)
        self.refresh(write=False)

    @property
    def campaign(self) -> Campaign:
        return self._known.campaign

    def lock(self) -> AbstractContextManager[None]:
        """The lock of the campaign. Raises Impossible if another process keeps it, OSError if no
        lock can be made. One that cannot be released gets a warning."""
        from companion.archive.disk.lock import hold_campaign_lock

        require_campaign_folder(self.folder)
        return hold_campaign_lock(self.folder, warn=self.warn)

    def read_entries(self) -> Iterator[Entry]:
        """The journal, newest entry first, with the entries that a dry run does not write."""
        yield from reversed(self._dry_run_entries)
        yield from self.journal.read_backwards()

    def read_entries_after(self, number: int) -> tuple[Entry, ...]:
        """The entries past this number, newest first."""
        return tuple(takewhile(lambda entry: entry.number > number, self.read_entries()))

    def warn(self, warning: str) -> None:
        """Add a warning to the next answer."""
        self._warnings.add_warning(warning)

    def take_warnings(self) -> tuple[str, ...]:
        """The warnings for the Guide since the last call, those of players' prompts too."""
        for warning in () if self.dry_run else take_saved_warnings_for_guide(self.folder):
            self.warn(warning)
        return self._warnings.take_all_warnings()

    def keep_warnings_for_guide(self) -> None:
        """Keep the warnings until a prompt of the Guide's takes them."""
        transient = () if self.dry_run else self._warnings.take_transient_warnings()
        if transient:
            save_warnings_for_guide(self.folder, transient)

    def refresh(self, *, write: bool) -> None:
        """Read what others have written since: entries of other processes, entries that a crash
        kept from the files, edits by hand. With `write` (and the lock) they are settled on disk.
        Raises Broken, changing nothing, if the files cannot be read."""
        if self.dry_run and self._dry_run_entries:
            return
        require_campaign_folder(self.folder)
        if write:
            self._settle_external_changes()
        else:
            self._read_from_disk(write=False)
        self._warnings.add_nearly_full_warnings(self._known.files.nearly_full_files)

    def _settle_external_changes(self) -> None:
        if not self._has_swept:
            self._remove_leftover_files()
        self._known.notice_deleted_checkpoint()
        for _ in range(_MAX_RETRIES):
            with suppress(FileChanged):
                pending, settled = self._read_from_disk(write=True)
                if pending.entries:  # another prompt was stopped before it had written them
                    self._remove_leftover_files()
                self._persist_changes(pending, settled)
                self.session.leave_long_session(self._known.checkpoint)
                return
        raise Impossible(
            "Something keeps writing to the campaign's files.",
            "Close what has them open, and try again.",
        )

    def _read_from_disk(self, *, write: bool) -> "tuple[PendingEntries, Reconciliation | None]":
        pending, new_entries, settled = self._known.read_changes_on_disk(write=write)
        self.session.catch_up_with_entries(new_entries)
        if settled is not None:
            for crossed in settled.merge_conflicts:
                self._warnings.add_merge_conflict_warning(crossed)
            gone = self._known.checkpoint.texts.keys() - self._known.files.texts.keys()
            self._warnings.add_deleted_file_warnings(
                settled.edited_files & gone, self.session.last_number + 1
            )
        return pending, settled

    def _persist_changes(self, pending: PendingEntries, settled: "Reconciliation | None") -> None:
        """Write the entries that are not in the files, and journal the edits."""
        known = self._known
        for name in pending.torn:
            set_aside_torn_end(self.journal.folder / name)
        has_edits = settled is not None and bool(settled.edits)
        lost = known.find_lost_sessions(pending, self.session, edited=has_edits)
        lengths = {**dict.fromkeys(lost, 0), **pending.lengths}
        self._migrate_files()
        if settled is not None:
            self._warnings.add_reconciliation_warnings(settled)
            if settled.forward_changes:
                self._roll_files_forward(pending, settled)
            if settled.edits:
                lengths |= self._journal_edits_by_hand(settled)
        is_noted = known.checkpoint.covers_file_lengths(lengths) and lost == known.checkpoint.lost
        if settled is not None or not known.has_checkpoint or not is_noted or pending.torn:
            known.write_checkpoint(self.session, lengths, lost)

    def _roll_files_forward(self, pending: PendingEntries, settled: "Reconciliation") -> None:
        # Only a word that writes imports it.
        from companion.archive.campaign_text_changes import roll_texts_forward_to_journal

        files = self._known.files
        try:
            files.write(roll_texts_forward_to_journal(files.texts, pending.entries, settled))
        except TooLarge as error:
            raise TooLarge(error.file, error.size, journalled=True) from error

    def _migrate_files(self) -> None:
        """Bring files of an older companion to this one's schema, after a copy of them is kept."""
        files = self._known.files
        if files.snapshot is self._migrated_snapshot:
            return
        texts = migrate_texts(files.texts)
        if texts != files.texts:
            self._keep_backup_copy(f"{time.strftime('%Y-%m-%d')}-before-schema", must=True)
            files.write(texts)
            self._known.has_checkpoint = False
        self._migrated_snapshot = files.snapshot

    def _journal_edits_by_hand(self, settled: "Reconciliation") -> dict[str, int]:
        """Journal the edits by hand; returns the session's file with its new length."""
        from companion.archive.campaign_text_changes import apply_changes_to_texts
        from companion.campaign.record.file_and_journal_reconciliation import (
            find_hand_edits_undoing_words,
        )

        recent = islice(self.journal.read_backwards(), _RECENT_ENTRIES)
        for path, line in find_hand_edits_undoing_words(settled.edits, list(recent)):
            self.warn(f"The edit by hand puts {path} back to what it was before «{line}».")
        files, edits = sorted(settled.edited_files), settled.edits
        with suppress(Impossible):  # only to keep the exact text of what the edit took out
            known = migrate_texts(self._known.checkpoint.texts)
            edits = apply_changes_to_texts(known, edits, settled.campaign).changes
        draft = make_entry_to_journal("edit", f"edited by hand: {', '.join(files)}", edits)
        entry = self.session.number_entry(draft, self.campaign, self._known.checkpoint)
        return self.session.append(entry, self._keep_backup_copy)

    def commit(self, word: Entry, after: Campaign, texts: Mapping[str, str] | None = None) -> Entry:
        """Journal a word and write what it changed; its place in the journal, the time and the
        dice are filled in. With `texts` these are what all files hold then, to the letter; they
        read as `after`.

        Raises, with nothing changed, DiskError; TooLarge if a file could not be read again;
        Impossible if the journal does not take it. Once it is journalled it has happened, and a
        file that cannot be written then only gets a warning.
        """
        known = self._known
        if self.dry_run:
            entry = self.session.number_entry(word, after, known.checkpoint)
            self._dry_run_entries.append(entry)
            known.campaign, self.session.last_number = after, entry.number
            return entry
        from companion.archive.campaign_text_changes import TextCache, apply_changes_to_texts

        self._text_cache = self._text_cache or TextCache()
        new_texts, changes = apply_changes_to_texts(
            known.files.texts, word.changes, after, self._text_cache
        )
        if texts is not None:
            new_texts = {**dict.fromkeys(known.files.texts), **texts}
        require_texts_readable_once_written(new_texts)
        entry = self.session.number_entry(replace(word, changes=changes), after, known.checkpoint)
        try:
            appended = self.session.append(entry, self._keep_backup_copy)
        except UncertainWrite as error:
            raise make_journal_write_error(error) from error
        except OSError as error:
            raise make_write_error(error) from error
        known.campaign, known.is_on_disk = after, False
        try:
            try:
                known.files.write(new_texts, readable=True)
                self._warnings.add_nearly_full_warnings(known.files.nearly_full_files)
                lengths = known.checkpoint.journal | appended
                known.write_checkpoint(self.session, lengths, known.checkpoint.lost)
            except FileChanged:
                self.refresh(write=True)
        except (OSError, Broken, Impossible) as error:
            self.warn(
                "The journal has it, but the files could not be written "
                f"({_describe_error(error)}); they will be as soon as they can."
            )
        return entry

    def replace_files_by_equivalent_texts(self, texts: Mapping[str, str]) -> None:
        """Replace the files by these texts, with the lock held. They must read as the campaign
        does. Raises FileChanged if they do not, or if somebody has written the files meanwhile;
        OSError if they cannot be written."""
        from companion.campaign.diff import diff_campaigns  # no word puts texts

        known, found = self._known, parse_campaign(texts)
        if not known.is_on_disk or diff_campaigns(known.campaign, found):
            raise FileChanged(self.folder)
        known.files.write(texts)
        known.campaign = found  # its blocks may stand in another order
        known.write_checkpoint(self.session, known.checkpoint.journal, known.checkpoint.lost)

    def _keep_backup_copy(self, name: str, *, must: bool = False) -> None:
        """Keep a copy of the campaign for `companion restore`; a failure gets a warning."""
        from companion.archive.rescue.backup_copies import Copies

        try:
            Copies(self.folder).make_copy(
                name,
                self._known.files.texts,
                self.campaign.book.copies,
                last=self.session.last_number,
                must=must,
                spare=self.protected_copy,
            )
        except OSError as error:
            self.warn(f"No copy of the campaign could be kept ({_describe_error(error)}).")

    def _remove_leftover_files(self) -> None:
        """Remove what writers that were stopped left behind; under the lock."""
        # Only a word that writes.
        from companion.archive.disk.leftover_files import remove_leftover_files

        for warning in remove_leftover_files(self.folder):
            self.warn(warning)
        self._has_swept = True


def _describe_error(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
