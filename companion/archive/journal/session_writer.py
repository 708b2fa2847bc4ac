"""Writes the journal of this process: the session file that entries are appended to, their numbers,
and the state of its dice."""

import os
import time
from collections.abc import Callable, Iterable, Mapping

from msgspec.structs import replace

from companion.archive.journal.checkpoint import Checkpoint
from companion.archive.journal.entry_blocks import NO_NUMBER_LEFT
from companion.archive.journal.journal_folder import Journal, Session
from companion.campaign.campaign import Campaign
from companion.campaign.changes import Entry, is_plausible_entry_number
from companion.dice.face_sources import Streams
from companion.refusal import Broken, Impossible, Problem

MAX_SEED_LENGTH = 1_000


class NumbersExhausted(Broken):
    """The newest entry has the largest number there is: a repair numbers the journal anew."""

    def __init__(self, last: int) -> None:
        super().__init__([Problem("journal", 0, "", NO_NUMBER_LEFT.format(last))])


class SessionWriter:
    """One process's session. Entries are numbered and timed here, and appended under the lock."""

    def __init__(self, journal: Journal, checkpoint: Checkpoint, seed: str | None) -> None:
        """Go on with today's session, or prepare a new one. Raises Impossible if the seed is too
        long."""
        if seed is not None and len(seed) > MAX_SEED_LENGTH:
            raise Impossible(f"A seed has at most {MAX_SEED_LENGTH:,} characters.")
        self._journal = journal
        self._given_seed = seed
        self.current: Session | None = None
        """The session; None until a new one is named for its first entry."""
        self.last_number = checkpoint.last
        """The number of the newest entry that is known; 0 in a new journal."""
        self.newest_entry: Entry | None = None
        self.seed = ""
        self.streams = self._open_streams(checkpoint)

    def _open_streams(self, checkpoint: Checkpoint) -> Streams:
        """The dice of this session: those of a given seed; else those of today's session, if this
        folder has begun one and its file is whole; else new dice."""
        if self._given_seed is not None:
            self.seed = self._given_seed
            return Streams(self.seed)
        longest, now = (
            checkpoint.compute_peak_session_file_lengths(),
            self._journal.measure_files(),
        )
        begun = checkpoint.begun_sessions
        whole = [name for name in begun if now.get(name, 0) >= longest.get(name, 0)]
        found = self._journal.find_session_to_continue(_today(), whole)
        if found is None:
            self.seed = os.urandom(8).hex()
            return Streams(self.seed)
        self.current, newest = found
        self.last_number = max(self.last_number, newest.number)
        self.seed = self.current.seed
        return Streams(self.seed, dict(newest.streams))

    def number_entry(self, draft: Entry, after: Campaign, checkpoint: Checkpoint) -> Entry:
        """The entry as the journal will have it: in this session, which is named now if it is new,
        next in number, timed. Raises NumbersExhausted if there is no next number."""
        if self.current is None:
            known = checkpoint.compute_peak_session_file_lengths()
            is_given = self._given_seed is not None
            self.current = self._journal.name_session(self.seed, is_given, _today(), known)
            self.last_number = max(self.last_number, self._journal.find_last_entry_number())
        return replace(
            draft,
            session=self.current.name,
            number=self._compute_next_entry_number(),
            at=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            clock=str(after.now),
            streams=self.streams.positions,
        )

    def _compute_next_entry_number(self) -> int:
        """The number after the newest one, which a spoilt checkpoint may have wrong."""
        if not is_plausible_entry_number(self.last_number + 1):
            self.last_number = self._journal.find_last_entry_number()
            if not is_plausible_entry_number(self.last_number + 1):
                raise NumbersExhausted(self.last_number)
        return self.last_number + 1

    def append(self, entry: Entry, keep_copy: Callable[[str], object]) -> dict[str, int]:
        """Add a complete entry for good; returns the session's file with its new length. Before the
        first one, `keep_copy` keeps a copy of the campaign under the session's name. Raises as
        `Journal.append` does."""
        session = self.current
        assert session is not None
        if not (self._journal.folder / session.file).exists():
            keep_copy(session.file.removesuffix(".toml"))
        length = self._journal.append(session, entry, _today())
        self.last_number, self.newest_entry = entry.number, entry
        return {session.file: length}

    def catch_up_with_entries(self, entries: tuple[Entry, ...]) -> None:
        """Other processes' entries: the next number comes after theirs, and those in this session
        have used its dice."""
        if not entries:
            return
        self.newest_entry = max(entries, key=lambda entry: entry.number)
        self.last_number = max(self.last_number, self.newest_entry.number)
        for entry in reversed(entries):
            if self.current is not None and entry.session == self.current.name:
                self.streams.move_to_positions(entry.streams)
                return

    def leave_long_session(self, checkpoint: Checkpoint) -> None:
        """Go on in another session after one whose file has become long. The next session of a
        given seed has a seed made from it."""
        if self.current is None or not self._journal.is_session_long(self.current):
            return
        self.current = None
        if self._given_seed is not None:
            self._given_seed = f"{self._given_seed}-on"
        self.streams = self._open_streams(checkpoint)

    def leave_lost_session(self, lost: Mapping[str, int]) -> None:
        """Go on in another session if the file of this one is gone or has become shorter."""
        if self.current is not None and self.current.file in lost:
            self.current = None

    def list_sessions_begun_here_today(
        self, known: Iterable[str], lengths: Mapping[str, int]
    ) -> tuple[str, ...]:
        """The `known` sessions that were begun in this folder today, and this one if it has a
        file."""
        if self.current is None or self.current.file not in lengths:
            return tuple(known)
        today = _today()
        of_today = (name for name in known if name.startswith(today))
        return tuple(dict.fromkeys((*of_today, self.current.file)))


def _today() -> str:
    return time.strftime("%Y-%m-%d")
