"""The archive of one campaign: the only door to its files.

The journal leads: an entry is appended and synced, then the files are replaced, then the mark is
set. Whatever stops it in between, the next opening rolls the files forward to what was answered.
A file that somebody edited meanwhile becomes an entry of its own. What another process did is
known from its mark and its entries, and is applied to the campaign in memory.
"""

import os
import time
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, suppress
from itertools import islice, takewhile
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace as stamped

from companion.archive.disk.atomic import UncertainWrite
from companion.archive.disk.swaps import FileChanged, sweep_leftovers
from companion.archive.disk_errors import make_journal_write_error, make_write_error, require_folder
from companion.archive.journal.checkpoint import (
    Checkpoint,
    has_checkpoint,
    read_checkpoint,
    read_inode,
    write_checkpoint,
)
from companion.archive.journal.entries import NO_NUMBER_LEFT
from companion.archive.journal.sessions import Journal, PendingEntries, Session
from companion.archive.reading import read_campaign, read_part
from companion.archive.schema import migrate_texts
from companion.archive.state_files import Snapshot, StateFiles
from companion.archive.texts import TooLarge, require_readable
from companion.archive.warnings import Warnings, keep_guide_warnings, take_guide_warnings
from companion.campaign.campaign import Campaign
from companion.campaign.changes import Change, Entry, draft_entry, is_plausible_number
from companion.campaign.diff import InapplicableChange, apply_changes, diff_campaigns
from companion.campaign.files import get_part, split_change_path
from companion.campaign.reconcile import Reconciliation, find_stale_edits, reconcile_campaign
from companion.dice.faces import Streams
from companion.refusal import Broken, Impossible, Problem

if TYPE_CHECKING:
    from companion.archive.text_cache import TextCache
    from companion.archive.writing import RewriteResult

_RECENT_ENTRIES = 200
"""How many entries an edit is compared with, to tell a stale buffer from a fresh thought."""
MAX_SEED_LENGTH = 1_000
_MAX_RETRIES = 20
"""How often somebody may save a file just as it is to be written, before it is told of."""


class NumbersExhausted(Broken):
    """The newest entry has the largest number there is: a repair numbers the journal anew."""

    def __init__(self, last: int) -> None:
        super().__init__([Problem("journal", 0, "", NO_NUMBER_LEFT.format(last))])


class Archive:
    """One open campaign. Reading needs no lock; `refresh(write=True)` and `commit` are called
    with the lock held."""

    def __init__(self, folder: Path, *, seed: str | None = None, dry_run: bool = False) -> None:
        """Open a campaign. Raises Broken with every problem in its files, Impossible for a seed
        that is longer than a session's header takes."""
        if seed is not None and len(seed) > MAX_SEED_LENGTH:
            raise Impossible(f"A seed has at most {MAX_SEED_LENGTH:,} characters.")
        self.folder = folder
        self.dry_run = dry_run
        self.protected_copy = ""
        """A copy that is not taken away, though others have come after it."""
        self.journal = Journal(folder)
        self._given_seed = seed
        self._session: Session | None = None
        self._dry_run_entries: list[Entry] = []
        self._newest_entry: Entry | None = None
        self._has_compared_copies = False
        self._has_swept = False
        self._warnings = Warnings()
        self._files = StateFiles(folder)
        self._migrated_snapshot: Snapshot | None = None
        self._text_cache: TextCache | None = None
        mark = read_checkpoint(folder)
        self._has_checkpoint = mark is not None
        if mark is None:
            ends, last = self.journal.find_ends(), self.journal.find_last_number()
            self._files.read()  # after the journal: a word between the two is no edit by hand
            texts = dict(self._files.texts)
            self.campaign = read_campaign(texts)
            mark = Checkpoint(ends, last, texts)
        self._checkpoint, self._last_number = mark, mark.last
        if self._has_checkpoint:
            self.campaign = self._read_checkpoint_campaign()
        self._matches_checkpoint = True
        self.seed = ""
        self.streams = self._open_streams()
        self.refresh(write=False)

    def _read_checkpoint_campaign(self) -> Campaign:
        """The campaign as the mark has it; where the mark itself is broken, as the files do."""
        try:
            return read_campaign(self._checkpoint.texts)
        except Broken:
            self._files.read()
            self._checkpoint = stamped(
                self._checkpoint, texts=dict(self._files.texts), texts_file=None
            )
            return read_campaign(self._checkpoint.texts)

    def lock(self) -> AbstractContextManager[None]:
        """One writer at a time. Raises Impossible when another holds on to it, OSError where no
        lock can be made. One that cannot be let go is told of with the next answer."""
        from companion.archive.disk.lock import hold_lock

        require_folder(self.folder)
        return hold_lock(self.folder, tell=self.warn)

    def read_entries(self) -> Iterator[Entry]:
        """The journal, newest entry first; what a dry run has not written comes before it all."""
        yield from reversed(self._dry_run_entries)
        yield from self.journal.read_backwards()

    def read_entries_after(self, number: int) -> tuple[Entry, ...]:
        """The entries past this number, newest first."""
        return tuple(takewhile(lambda entry: entry.number > number, self.read_entries()))

    @property
    def has_session(self) -> bool:
        """Whether today's session was begun before this was opened, or since."""
        return self._session is not None

    @property
    def last_number(self) -> int:
        """The number of the newest entry that is known; 0 in a new journal."""
        return self._last_number

    def warn(self, warning: str) -> None:
        """One thing more to tell with the next answer."""
        self._warnings.add_warning(warning)

    def take_warnings(self) -> tuple[str, ...]:
        """What there is to tell the Guide since this was last asked, also by players' prompts."""
        for warning in () if self.dry_run else take_guide_warnings(self.folder):
            self._warnings.add_warning(warning)
        return self._warnings.take_all()

    def keep_warnings_for_guide(self) -> None:
        """Keep what there is to tell until a prompt of the Guide's asks for it."""
        passing = () if self.dry_run else self._warnings.take_passing()
        if passing:
            keep_guide_warnings(self.folder, passing)

    def refresh(self, *, write: bool) -> None:
        """Take in what others have written since: entries of other processes, entries that a
        crash kept from the files, edits by hand. With `write` (and the lock) they are settled on
        disk. Raises Broken, changing nothing, where the files cannot be read."""
        if self.dry_run and self._dry_run_entries:
            return
        require_folder(self.folder)
        if not write:
            self._read_external_changes(write=False)
            self._warnings.add_room_warnings(self._files.nearly_full_files)
            return
        if not self._has_swept:
            self._sweep_leftovers()
        self._has_checkpoint = self._has_checkpoint and has_checkpoint(self.folder)
        for _ in range(_MAX_RETRIES):
            with suppress(FileChanged):
                pending, settled = self._read_external_changes(write=True)
                if pending.entries:  # another prompt was stopped before it had written them
                    self._sweep_leftovers()
                self._persist_reconciled(pending, settled)
                self._leave_long_session()
                self._warnings.add_room_warnings(self._files.nearly_full_files)
                return
        raise Impossible(
            "Something keeps writing to the campaign's files.",
            "Close what has them open, and try again.",
        )

    def _read_external_changes(
        self, *, write: bool
    ) -> tuple[PendingEntries, Reconciliation | None]:
        """What is new, or a failure that leaves known what was known: what another process did
        meanwhile is not passed over when the files can be read again."""
        known, marked, held = self._checkpoint, self._has_checkpoint, self._files.snapshot
        try:
            return self._reconcile_with_disk(write=write)
        except BaseException:
            self._checkpoint, self._has_checkpoint, self._files.snapshot = known, marked, held
            raise

    def _reconcile_with_disk(self, *, write: bool) -> tuple[PendingEntries, Reconciliation | None]:
        """Read what is new. What is journalled past the mark, and what that and edits by hand make
        of the campaign; None where files and mark say the same.

        The mark is read before the files, and they before the journal: so what is being written
        meanwhile is in the journal past the mark, and is never taken for an edit."""
        was, held = self._checkpoint, self._files.texts
        lengths = self.journal.measure_files()
        if was.covers(lengths) and held == was.texts and not self._files.has_changed:
            return PendingEntries((), lengths, (), ()), None
        if not was.covers(lengths):
            self._reload_checkpoint()
        if write:
            self._files.read_once_saved(self._checkpoint.texts)
        else:
            self._files.read()
        texts = self._files.texts
        fresh = self.journal.read_past(was.journal, was.last, was.lost)
        pending = fresh
        if self._checkpoint.covers(fresh.lengths) and not fresh.torn:
            pending = fresh._replace(entries=())
        elif self._checkpoint is not was:
            now = self._checkpoint
            pending = self.journal.read_past(now.journal, now.last, now.lost)
        self._warnings.add_journal_warnings(pending)
        settled = None
        if pending.entries or texts != self._checkpoint.texts:
            settled = reconcile_campaign(
                self._read_checkpoint_campaign(), pending.entries, read_campaign(texts)
            )
            self.campaign, self._matches_checkpoint = settled.campaign, False
            for crossed in settled.merge_conflicts:
                self._warnings.add_crossed_warning(crossed)
        elif texts != held or fresh.entries or not self._matches_checkpoint:
            self.campaign, self._matches_checkpoint = (
                self._apply_external_entries(fresh.entries, held),
                True,
            )
        if fresh.entries:
            self._newest_entry = max(fresh.entries, key=lambda entry: entry.number)
            self._last_number = max(self._last_number, self._newest_entry.number)
            self._reset_streams(fresh.entries)
        if settled is not None:
            edited = {split_change_path(change.path)[0] for change in settled.edits}
            gone = self._checkpoint.texts.keys() - texts.keys()
            self._warnings.add_gone_warnings(edited & gone, self._last_number + 1)
        return pending, settled

    def _apply_external_entries(
        self, entries: tuple[Entry, ...], held: Mapping[str, str]
    ) -> Campaign:
        """The campaign after what others did and have written: their entries applied to what is in
        memory, and the files they wrote read beside it, for only they say in which order blocks
        stand. All is read where the two differ."""
        texts = self._files.texts
        if self._matches_checkpoint:
            with suppress(InapplicableChange):
                changes = (change for entry in entries for change in entry.changes)
                campaign = apply_changes(self.campaign, changes)
                written = {name for name, text in texts.items() if held.get(name) != text}
                if all(
                    read_part(name, texts[name]) == get_part(campaign, name) for name in written
                ):
                    return campaign
        return read_campaign(texts)

    def _reload_checkpoint(self) -> None:
        """What another process has settled is known from its mark."""
        mark, known = read_checkpoint(self.folder), self._checkpoint.journal
        if mark is not None and all(
            mark.compute_longest_lengths().get(n, 0) >= known[n] for n in known
        ):
            self._checkpoint, self._has_checkpoint = mark, True

    def _persist_reconciled(self, pending: PendingEntries, settled: Reconciliation | None) -> None:
        """Write what was journalled but is not in the files, and journal what was edited."""
        for name in pending.torn:
            self.journal.set_aside_torn_end(name)
        lost = self._find_lost_sessions(pending, edited=settled is not None and bool(settled.edits))
        lengths = {**dict.fromkeys(lost, 0), **pending.lengths}
        self._migrate_files()
        if settled is not None:
            self._warn_of_reconciled(settled)
            if settled.forward_changes:
                from companion.archive.writing import roll_forward  # as in `_rewritten`

                try:
                    self._files.write(roll_forward(self._files.texts, pending.entries, settled))
                except TooLarge as error:
                    raise TooLarge(error.file, error.size, journalled=True) from error
            if settled.edits:
                lengths = self._journal_edit(settled, lengths)
        as_noted = (
            self._checkpoint.covers(lengths) and lost == self._checkpoint.lost and not pending.torn
        )
        if settled is not None or not self._has_checkpoint or not as_noted:
            self._write_checkpoint(lengths, lost)

    def _find_lost_sessions(self, pending: PendingEntries, *, edited: bool) -> dict[str, int]:
        """Session files that are shorter than they were, or gone, with how long they were. What is
        gone since the last word is told, the numbers of the next words are past it, and they go
        into a session of their own, so that both can be brought together again."""
        from companion.archive.rescue.lost_entries import (
            find_lost_entries,
            find_only_in_copies,
            find_shortened,
        )

        lost = dict(self._checkpoint.lost)
        files = find_shortened(self._checkpoint.journal, pending, self.folder)
        if not self._has_compared_copies:
            self._has_compared_copies = True
            files |= find_only_in_copies(
                self.folder, pending.lengths, self._checkpoint.compute_longest_lengths()
            )
        if files:
            found = find_lost_entries(
                self.journal, files, self._last_number, self._newest_entry, self._checkpoint.lost
            )
            if found is not None:
                self._last_number = max(self._last_number, found.last)
                edit = self._last_number + 1 if edited else 0
                self._warnings.add_warning(found.describe(self.folder.name, edit))
            lost |= {name: max(was, lost.get(name, 0)) for name, was in files.items()}
        lengths = pending.lengths
        lost = {name: was for name, was in lost.items() if lengths.get(name, 0) < was}
        if self._session is not None and self._session.file in lost:
            self._session = None
        return lost

    def _migrate_files(self) -> None:
        """Files of an older companion made such as this one writes; they are kept as they were."""
        if self._files.snapshot is self._migrated_snapshot:
            return
        texts = migrate_texts(self._files.texts)
        if texts != self._files.texts:
            self._keep_copy(f"{_today()}-before-schema", must=True)
            self._files.write(texts)
            self._has_checkpoint = False
        self._migrated_snapshot = self._files.snapshot

    def _warn_of_reconciled(self, settled: Reconciliation) -> None:
        for name in settled.lost_entries:
            self._warnings.add_warning(
                f"The entry {name} does not fit the campaign and was passed over."
            )
        for change in settled.overridden_changes:
            self._warnings.add_warning(
                f"{change.path} was changed by hand and stays as it was edited."
            )

    def _journal_edit(self, settled: Reconciliation, lengths: Mapping[str, int]) -> dict[str, int]:
        recent = islice(self.journal.read_backwards(), _RECENT_ENTRIES)
        for path, line in find_stale_edits(settled.edits, list(recent)):
            self._warnings.add_warning(
                f"The edit by hand puts {path} back to what it was before «{line}»."
            )
        files = sorted({split_change_path(change.path)[0] for change in settled.edits})
        edits = settled.edits
        with suppress(Impossible):  # only to keep the exact text of what the edit took out
            known = migrate_texts(self._checkpoint.texts)
            from companion.archive.writing import rewrite_files  # as in `_rewritten`

            edits = rewrite_files(known, edits, settled.campaign).changes
        line = f"edited by hand: {', '.join(files)}"
        entry = self._complete_entry(draft_entry("edit", line, edits), self.campaign)
        length = self._append_entry(entry)
        self._last_number = entry.number
        return {**lengths, self._open_session().file: length}

    def commit(self, word: Entry, after: Campaign, texts: Mapping[str, str] | None = None) -> Entry:
        """Journal a word and write what it changed; its place in the journal, the time and the
        dice are filled in. With `texts` these are what all files hold then, to the letter; they
        read as `after`.

        Raises, with nothing changed, Unwritable; TooLarge where a file could not be read again;
        Impossible where the journal does not take it. Once it is journalled it has happened, and a
        file that cannot be written then is only told of.
        """
        if self.dry_run:
            entry = self._complete_entry(word, after)
            self._dry_run_entries.append(entry)
            self.campaign, self._last_number = after, entry.number
            return entry
        rewritten = self._rewrite_files(word.changes, after)
        put: Mapping[str, str | None] = rewritten.texts
        if texts is not None:
            put = {**dict.fromkeys(self._files.texts), **texts}
        require_readable(put)
        entry = self._complete_entry(stamped(word, changes=rewritten.changes), after)
        try:
            length = self._append_entry(entry)
        except UncertainWrite as error:
            raise make_journal_write_error(error) from error
        except OSError as error:
            raise make_write_error(error) from error
        self._last_number, self._newest_entry = entry.number, entry
        self.campaign, self._matches_checkpoint = after, False
        try:
            try:
                self._files.write(put, readable=True)
                self._warnings.add_room_warnings(self._files.nearly_full_files)
                lengths = {**self._checkpoint.journal, self._open_session().file: length}
                self._write_checkpoint(lengths, self._checkpoint.lost)
            except FileChanged:
                self.refresh(write=True)
        except (OSError, Broken, Impossible) as error:
            self._warnings.add_warning(
                "The journal has it, but the files could not be written "
                f"({_describe_error(error)}); "
                "they will be as soon as they can."
            )
        return entry

    def _rewrite_files(self, changes: tuple[Change, ...], after: Campaign) -> "RewriteResult":
        """The files with changes made; only a word that writes imports what writes them."""
        from companion.archive.text_cache import TextCache
        from companion.archive.writing import rewrite_files

        if self._text_cache is None:
            self._text_cache = TextCache()
        return rewrite_files(self._files.texts, changes, after, self._text_cache)

    def put_texts(self, texts: Mapping[str, str]) -> None:
        """Put these very texts in place of the files, comments and all, with the lock held. They
        must read as the campaign does. Raises Overtaken where they do not, or where somebody has
        written the files meanwhile; OSError where they cannot be written."""
        found = read_campaign(texts)
        if not self._matches_checkpoint or diff_campaigns(
            self.campaign, found
        ):  # blocks may stand in another order
            raise FileChanged(self.folder)
        self._files.write(texts)
        self.campaign = found
        self._write_checkpoint(self._checkpoint.journal, self._checkpoint.lost)

    def _append_entry(self, entry: Entry) -> int:
        """An entry added to this session's file, which is begun with a copy of the campaign as it
        stands; how long the file is then."""
        session, today = self._open_session(), _today()
        if not (self.journal.folder / session.file).exists():
            self._keep_copy(session.file.removesuffix(".toml"))
        return self.journal.append(session, entry, today)

    def _keep_copy(self, name: str, *, must: bool = False) -> None:
        """A copy of the campaign for `companion restore`. One that cannot be made is told of."""
        from companion.archive.rescue.copies import Copies

        most = self.campaign.book.copies
        try:
            Copies(self.folder).keep(
                name,
                self._files.texts,
                most,
                last=self._last_number,
                must=must,
                spare=self.protected_copy,
            )
        except OSError as error:
            self._warnings.add_warning(
                f"No copy of the campaign could be kept ({_describe_error(error)})."
            )

    def _complete_entry(self, unplaced: Entry, after: Campaign) -> Entry:
        """An entry as the journal will have it: in this session, next in number, timed. Raises
        NumbersUsedUp if there is no next number."""
        session = self._open_session()
        return stamped(
            unplaced,
            session=session.name,
            number=self._compute_next_number(),
            at=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            clock=str(after.now),
            streams=self.streams.positions,
        )

    def _compute_next_number(self) -> int:
        """The number of the next entry. One that only a spoilt mark knows of is not counted from.
        Raises NumbersUsedUp if there is none."""
        if not is_plausible_number(self._last_number + 1):
            self._last_number = self.journal.find_last_number()
            if not is_plausible_number(self._last_number + 1):
                raise NumbersExhausted(self._last_number)
        return self._last_number + 1

    def _write_checkpoint(self, lengths: Mapping[str, int], lost: Mapping[str, int]) -> None:
        """Note what is in the files, and in session files of these lengths. One that is gone stays
        known: it may come back, and what it holds is no news."""
        if self._has_checkpoint:
            lengths = {**self._checkpoint.journal, **lengths}
        begun = self._checkpoint.begun_sessions
        if self._session is not None and self._session.file in lengths:
            begun = tuple(name for name in begun if name[:10] == _today())
            begun = tuple(dict.fromkeys((*begun, self._session.file)))
        texts, home = dict(self._files.texts), read_inode(self.folder)
        mark = Checkpoint(dict(lengths), self._last_number, texts, begun, home, lost=dict(lost))
        before, new = self._checkpoint, not self._has_checkpoint
        mark = write_checkpoint(
            self.folder, mark, before=before, mode=self._files.mode, lasting=new
        )
        self._checkpoint, self._has_checkpoint, self._matches_checkpoint = mark, True, True

    def _open_session(self) -> Session:
        """The session words are journalled in; a new one is named when its first word is."""
        if self._session is None:
            given = self._given_seed is not None
            known = self._checkpoint.compute_longest_lengths()
            self._session = self.journal.name_session(self.seed, given, _today(), known)
            self._last_number = max(self._last_number, self.journal.find_last_number())
        return self._session

    def _open_streams(self) -> Streams:
        """The dice of this session: a given seed's own, today's session's where this folder has one
        to go on with, else new ones."""
        going_on = None
        if self._given_seed is None:
            longest, lengths = (
                self._checkpoint.compute_longest_lengths(),
                self.journal.measure_files(),
            )
            begun = [
                n for n in self._checkpoint.begun_sessions if lengths.get(n, 0) >= longest.get(n, 0)
            ]
            going_on = self.journal.find_session_of_day(_today(), begun)
        if going_on is not None:
            self._session, positions = going_on
            self._last_number = max(self._last_number, self.journal.get_last_number(self._session))
            self.seed = self._session.seed
            return Streams(self.seed, positions)
        self.seed = self._given_seed if self._given_seed is not None else os.urandom(8).hex()
        return Streams(self.seed)

    def _leave_long_session(self) -> None:
        """A session whose file has become long is followed by another, which this prompt or another
        at the same campaign has begun or will begin. A given seed's next session has a seed made
        from it."""
        session = self._session
        if session is None or not self.journal.is_long(session):
            return
        self._session = None
        if self._given_seed is not None:
            self._given_seed = f"{self._given_seed}-on"
        self.streams = self._open_streams()

    def _reset_streams(self, entries: tuple[Entry, ...]) -> None:
        """Another process may play in the same session: its dice are used up."""
        for entry in reversed(entries):
            if self._session is not None and entry.session == self._session.name:
                self.streams.reset(entry.streams)
                return

    def _sweep_leftovers(self) -> None:
        """Clear away what writers that were stopped left behind; under the lock."""
        for kept in sweep_leftovers(self.folder):
            self._warnings.add_warning(kept)
        self._has_swept = True


def _describe_error(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def _today() -> str:
    return time.strftime("%Y-%m-%d")
