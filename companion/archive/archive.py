"""The archive of one campaign: the only door to its files.

The journal leads: an entry is appended and synced, then the files are replaced, then the mark is
set. Whatever stops it in between, the next opening rolls the files forward to what was answered.
A file that somebody edited meanwhile becomes an entry of its own.
"""

import os
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, suppress
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace as stamped

from companion.archive.atomic import replace, sweep
from companion.archive.mark import Mark, read_mark, write_mark
from companion.archive.reading import read_campaign
from companion.archive.sessions import Journal, Session
from companion.archive.texts import Stamp, read_texts, stamps
from companion.archive.unwritable import must_be_there, unwritable
from companion.archive.warnings import Warnings
from companion.campaign.campaign import Campaign
from companion.campaign.changes import Change, Entry, draft, file_of
from companion.campaign.reconcile import Reconciled, put_back, reconcile
from companion.dice.faces import Streams
from companion.refusal import Broken, Impossible

if TYPE_CHECKING:
    from companion.archive.writing import Rewritten

_LOOK_BACK = 200
"""How many entries an edit is compared with, to tell a stale buffer from a fresh thought."""


class Archive:
    """One open campaign. Reading needs no lock; `refresh(write=True)` and `commit` are called
    with the lock held."""

    def __init__(self, folder: Path, *, seed: str | None = None, dry_run: bool = False) -> None:
        """Open a campaign. Raises Broken with every problem in its files."""
        self.folder = folder
        self.dry_run = dry_run
        self.journal = Journal(folder)
        self._given_seed = seed
        self._session: Session | None = None
        self._unwritten: list[Entry] = []
        self._stamps: dict[str, Stamp] = {}
        self._last = 0
        self._swept = False
        self._found: dict[str, str] = {}
        self._told = Warnings()
        mark = read_mark(folder)
        self._marked = mark is not None
        if mark is None:
            texts, self._stamps = read_texts(folder)
            self.campaign = read_campaign(texts)
            self._known = Mark(self.journal.past({}).lengths, self.journal.last_number(), texts)
            self._found, self._last = texts, self._known.last
        else:
            self._known, self._last = mark, mark.last
            self.campaign = self._known_campaign()
        self.seed = ""
        self.streams = self._streams()
        self.refresh(write=False)

    def _known_campaign(self) -> Campaign:
        """The campaign as the mark has it; where the mark itself is broken, as the files do."""
        try:
            return read_campaign(self._known.texts)
        except Broken:
            texts, _ = read_texts(self.folder)
            self._known = self._known._replace(texts=texts)
            return read_campaign(texts)

    def lock(self) -> AbstractContextManager[None]:
        """One writer at a time. Raises Impossible when another holds on to it, Unwritable where
        no lock can be made."""
        from companion.archive.lock import locked

        must_be_there(self.folder)
        return locked(self.folder)

    def entries(self) -> Iterator[Entry]:
        """The journal, newest entry first; what a dry run has not written comes before it all."""
        yield from reversed(self._unwritten)
        yield from self.journal.backwards()

    def refresh(self, *, write: bool) -> None:
        """Take in what others have written since: entries of other processes, entries that a
        crash kept from the files, edits by hand. With `write` (and the lock) they are settled on
        disk. Raises Broken, changing nothing, where the files cannot be read."""
        if self.dry_run and self._unwritten:
            return
        must_be_there(self.folder)
        if write and not self._swept:
            self._sweep()
        looked = stamps(self.folder)
        lengths = self.journal.lengths()
        if looked == self._stamps and lengths == self._known.journal:
            if write and self._found != self._known.texts:
                self._settle_again()
            elif write and not self._marked:
                self._mark(lengths, dict(self._found))
            return
        was_known = self._known.journal
        if lengths != was_known:
            self._catch_up()
        texts, seen = read_texts(self.folder)
        fresh = self.journal.past(was_known)
        settled_since = self._known.journal is not was_known
        pending = self.journal.past(self._known.journal) if settled_since else fresh
        self._told.tell_of(pending)
        if texts != self._known.texts or pending.entries:
            found = read_campaign(texts)
            known = read_campaign(self._known.texts)
            settled = reconcile(known, pending.entries, found)
        else:
            settled = None
            if texts != self._found:
                self.campaign = read_campaign(texts)
        self._stamps, self._found = seen, texts
        if fresh.entries:
            self._last = max(self._last, fresh.entries[-1].number)
            self._streams_after(fresh.entries)
        if settled is not None:
            self.campaign = settled.campaign
        if write:
            for name in pending.torn:
                self.journal.set_aside(name)
            self._settle(settled, pending.lengths)

    def _catch_up(self) -> None:
        """What another process has settled is known from its mark. It is read before the files:
        what is written meanwhile is then in the journal past it, and no edit by hand."""
        mark, known = read_mark(self.folder), self._known.journal
        if mark is not None and all(mark.journal.get(n, 0) >= known[n] for n in known):
            self._known = mark

    def since(self, number: int) -> tuple[Entry, ...]:
        """The entries past this number, newest first."""
        return tuple(takewhile(lambda entry: entry.number > number, self.entries()))

    @property
    def goes_on(self) -> bool:
        """Whether today's session was begun before this was opened, or since."""
        return self._session is not None

    @property
    def last(self) -> int:
        """The number of the newest entry that is known; 0 in a new journal."""
        return self._last

    def _settle_again(self) -> None:
        settled = reconcile(read_campaign(self._known.texts), (), read_campaign(self._found))
        self._settle(settled, self._known.journal)

    def _settle(self, settled: Reconciled | None, lengths: dict[str, int]) -> None:
        """Write what was journalled but is not in the files, and journal what was edited."""
        texts = dict(self._found)
        if settled is not None:
            for name in settled.lost:
                self._told.tell(f"The entry {name} does not fit the campaign and was passed over.")
            for change in settled.overridden:
                self._told.tell(f"{change.path} was changed by hand and stays as it was edited.")
            if settled.forward:
                self._replace(_rewritten(texts, settled.forward, settled.campaign).texts, texts)
            if settled.edits:
                lengths = self._journal_edit(settled, lengths)
        self._mark(lengths, texts)

    def _journal_edit(self, settled: Reconciled, lengths: dict[str, int]) -> dict[str, int]:
        recent = []
        for entry in self.journal.backwards():
            recent.append(entry)
            if len(recent) == _LOOK_BACK:
                break
        for path, line in put_back(settled.edits, recent):
            self._told.tell(f"The edit by hand puts {path} back to what it was before «{line}».")
        files = sorted({file_of(change.path)[0] for change in settled.edits})
        edits = settled.edits
        with suppress(Impossible):  # only to keep the exact text of what the edit took out
            edits = _rewritten(self._known.texts, edits, settled.campaign).changes
        line = f"edited by hand: {', '.join(files)}"
        entry = self._placed(draft("edit", line, edits), self.campaign)
        session = self._open_session()
        length = self.journal.append(session, entry, _today())
        self._last = entry.number
        return {**lengths, session.file: length}

    def commit(self, word: Entry, after: Campaign) -> Entry:
        """Journal a word and write what it changed; its place in the journal, the time and the
        dice are filled in. Raises Unwritable with nothing changed; once it is journalled it has
        happened, and a file that cannot be written then is only told of.
        """
        if self.dry_run:
            entry = self._placed(word, after)
            self._unwritten.append(entry)
            self.campaign, self._last = after, entry.number
            return entry
        rewritten = _rewritten(self._found, word.changes, after)
        entry = self._placed(stamped(word, changes=rewritten.changes), after)
        session = self._open_session()
        try:
            length = self.journal.append(session, entry, _today())
        except OSError as error:
            raise unwritable(error) from error
        self._last = entry.number
        self.campaign = after
        try:
            if stamps(self.folder) != self._stamps:
                self.refresh(write=True)
                return entry
            texts = dict(self._found)
            self._replace(rewritten.texts, texts)
            self._mark({**self._known.journal, session.file: length}, texts)
        except (OSError, Broken, Impossible) as error:
            why = error.strerror if isinstance(error, OSError) else error.message
            self._told.tell(
                f"The journal has it, but the files could not be written ({why}); "
                "they will be as soon as they can."
            )
        return entry

    def _placed(self, unplaced: Entry, after: Campaign) -> Entry:
        """An entry as the journal will have it: in this session, next in number, timed."""
        return stamped(
            unplaced,
            session=self._open_session().name,
            number=self._last + 1,
            at=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            clock=str(after.now),
            streams=self.streams.positions,
        )

    def _replace(self, changed: dict[str, str | None], texts: dict[str, str]) -> None:
        """Put these files on disk, one whole file after another; `texts` follows."""
        for file, text in changed.items():
            path = self.folder / file
            if text is None:
                path.unlink(missing_ok=True)
                texts.pop(file, None)
                continue
            if texts.get(file) != text:
                path.parent.mkdir(exist_ok=True)
                replace(path, text.encode())
                texts[file] = text

    def _mark(self, lengths: dict[str, int], texts: dict[str, str]) -> None:
        write_mark(self.folder, lengths, self._last, texts)
        self._marked = True
        self._known = Mark(dict(lengths), self._last, texts)
        self._found = texts
        self._stamps = stamps(self.folder)

    def _open_session(self) -> Session:
        """The session words are journalled in; a new one is named when its first word is."""
        if self._session is None:
            given = self._given_seed is not None
            self._session = self.journal.name_for(self.seed, given, _today())
        return self._session

    def _streams(self) -> Streams:
        """The dice of this session: a given seed's own, today's session's where there is one to
        go on with, else new ones."""
        going_on = self.journal.today(_today()) if self._given_seed is None else None
        if going_on is not None:
            self._session, positions = going_on
            self.seed = self._session.seed
            return Streams(self.seed, positions)
        self.seed = self._given_seed if self._given_seed is not None else os.urandom(8).hex()
        return Streams(self.seed)

    def _streams_after(self, entries: tuple[Entry, ...]) -> None:
        """Another process may play in the same session: its dice are used up."""
        for entry in reversed(entries):
            if self._session is not None and entry.session == self._session.name:
                self.streams.reset(entry.streams)
                return

    def told(self) -> tuple[str, ...]:
        """What there is to tell since this was last asked."""
        return self._told.taken()

    def _sweep(self) -> None:
        """Clear away what writers that were killed left behind; under the lock."""
        self._swept = True
        for place in (self.folder, self.folder / "errants", self.folder / "journal"):
            sweep(place)


def _rewritten(texts: dict[str, str], changes: tuple[Change, ...], after: Campaign) -> "Rewritten":
    """The files with changes made; only a word that writes imports what writes them."""
    from companion.archive.writing import rewrite

    return rewrite(texts, changes, after)


def _today() -> str:
    return time.strftime("%Y-%m-%d")
