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

from companion.archive.atomic import Doubtful
from companion.archive.files import Files, Held
from companion.archive.for_the_guide import keep_for_the_guide, take_kept
from companion.archive.journal import NO_NUMBER_LEFT
from companion.archive.leftovers import sweep_leftovers
from companion.archive.mark import Mark, home_of, is_marked, read_mark, write_mark
from companion.archive.reading import part_of, read_campaign, read_part
from companion.archive.saves import Overtaken
from companion.archive.schema import all_brought_up
from companion.archive.sessions import Journal, Pending, Session
from companion.archive.texts import TooLarge, must_be_readable
from companion.archive.unwritable import doubtful, must_be_there, unwritable
from companion.archive.warnings import Warnings
from companion.campaign.campaign import Campaign
from companion.campaign.changes import Change, Entry, draft, file_of, is_plausible
from companion.campaign.diff import DoesNotApply, applied, diff
from companion.campaign.reconcile import Reconciled, put_back, reconcile
from companion.dice.faces import Streams
from companion.refusal import Broken, Impossible, Problem

if TYPE_CHECKING:
    from companion.archive.known_texts import KnownTexts
    from companion.archive.writing import Rewritten

_LOOK_BACK = 200
"""How many entries an edit is compared with, to tell a stale buffer from a fresh thought."""
MOST_OF_A_SEED = 1_000
_OVERTAKEN = 20
"""How often somebody may save a file just as it is to be written, before it is told of."""


class NumbersUsedUp(Broken):
    """The newest entry has the largest number there is: a repair numbers the journal anew."""

    def __init__(self, last: int) -> None:
        super().__init__([Problem("journal", 0, "", NO_NUMBER_LEFT.format(last))])


class Archive:
    """One open campaign. Reading needs no lock; `refresh(write=True)` and `commit` are called
    with the lock held."""

    def __init__(self, folder: Path, *, seed: str | None = None, dry_run: bool = False) -> None:
        """Open a campaign. Raises Broken with every problem in its files, Impossible for a seed
        that is longer than a session's header takes."""
        if seed is not None and len(seed) > MOST_OF_A_SEED:
            raise Impossible(f"A seed has at most {MOST_OF_A_SEED:,} characters.")
        self.folder = folder
        self.dry_run = dry_run
        self.spared = ""
        """A copy that is not taken away, though others have come after it."""
        self.journal = Journal(folder)
        self._given_seed = seed
        self._session: Session | None = None
        self._unwritten: list[Entry] = []
        self._newest: Entry | None = None
        self._compared_with_copies = False
        self._swept = False
        self._told = Warnings()
        self._files = Files(folder)
        self._brought_up: Held | None = None
        self._known_texts: KnownTexts | None = None
        mark = read_mark(folder)
        self._marked = mark is not None
        if mark is None:
            ends, last = self.journal.ends(), self.journal.last_number()
            self._files.read()  # after the journal: a word between the two is no edit by hand
            texts = dict(self._files.texts)
            self.campaign = read_campaign(texts)
            mark = Mark(ends, last, texts)
        self._known, self._last = mark, mark.last
        if self._marked:
            self.campaign = self._known_campaign()
        self._as_marked = True
        self.seed = ""
        self.streams = self._streams()
        self.refresh(write=False)

    def _known_campaign(self) -> Campaign:
        """The campaign as the mark has it; where the mark itself is broken, as the files do."""
        try:
            return read_campaign(self._known.texts)
        except Broken:
            self._files.read()
            self._known = stamped(self._known, texts=dict(self._files.texts), aside=None)
            return read_campaign(self._known.texts)

    def lock(self) -> AbstractContextManager[None]:
        """One writer at a time. Raises Impossible when another holds on to it, OSError where no
        lock can be made. One that cannot be let go is told of with the next answer."""
        from companion.archive.lock import locked

        must_be_there(self.folder)
        return locked(self.folder, tell=self.tell)

    def entries(self) -> Iterator[Entry]:
        """The journal, newest entry first; what a dry run has not written comes before it all."""
        yield from reversed(self._unwritten)
        yield from self.journal.backwards()

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

    def tell(self, warning: str) -> None:
        """One thing more to tell with the next answer."""
        self._told.tell(warning)

    def told(self) -> tuple[str, ...]:
        """What there is to tell the Guide since this was last asked, also by players' prompts."""
        for warning in () if self.dry_run else take_kept(self.folder):
            self._told.tell(warning)
        return self._told.taken()

    def keep_for_the_guide(self) -> None:
        """Keep what there is to tell until a prompt of the Guide's asks for it."""
        passing = () if self.dry_run else self._told.take_passing()
        if passing:
            keep_for_the_guide(self.folder, passing)

    def refresh(self, *, write: bool) -> None:
        """Take in what others have written since: entries of other processes, entries that a
        crash kept from the files, edits by hand. With `write` (and the lock) they are settled on
        disk. Raises Broken, changing nothing, where the files cannot be read."""
        if self.dry_run and self._unwritten:
            return
        must_be_there(self.folder)
        if not write:
            self._take_in(write=False)
            self._told.tell_of_room(self._files.nearly_full)
            return
        if not self._swept:
            self._sweep()
        self._marked = self._marked and is_marked(self.folder)
        for _ in range(_OVERTAKEN):
            with suppress(Overtaken):
                pending, settled = self._take_in(write=True)
                if pending.entries:  # another prompt was stopped before it had written them
                    self._sweep()
                self._settle(pending, settled)
                self._leave_long_session()
                self._told.tell_of_room(self._files.nearly_full)
                return
        raise Impossible(
            "Something keeps writing to the campaign's files.",
            "Close what has them open, and try again.",
        )

    def _take_in(self, *, write: bool) -> tuple[Pending, Reconciled | None]:
        """What is new, or a failure that leaves known what was known: what another process did
        meanwhile is not passed over when the files can be read again."""
        known, marked, held = self._known, self._marked, self._files.held
        try:
            return self._taken_in(write=write)
        except BaseException:
            self._known, self._marked, self._files.held = known, marked, held
            raise

    def _taken_in(self, *, write: bool) -> tuple[Pending, Reconciled | None]:
        """Read what is new. What is journalled past the mark, and what that and edits by hand make
        of the campaign; None where files and mark say the same.

        The mark is read before the files, and they before the journal: so what is being written
        meanwhile is in the journal past the mark, and is never taken for an edit."""
        was, held = self._known, self._files.texts
        lengths = self.journal.lengths()
        if was.has(lengths) and held == was.texts and not self._files.changed:
            return Pending((), lengths, (), ()), None
        if not was.has(lengths):
            self._catch_up()
        if write:
            self._files.read_whole(self._known.texts)
        else:
            self._files.read()
        texts = self._files.texts
        fresh = self.journal.past(was.journal, was.last, was.lost)
        pending = fresh
        if self._known.has(fresh.lengths) and not fresh.torn:
            pending = fresh._replace(entries=())
        elif self._known is not was:
            now = self._known
            pending = self.journal.past(now.journal, now.last, now.lost)
        self._told.tell_of(pending)
        settled = None
        if pending.entries or texts != self._known.texts:
            settled = reconcile(self._known_campaign(), pending.entries, read_campaign(texts))
            self.campaign, self._as_marked = settled.campaign, False
            for crossed in settled.crossed:
                self._told.tell_of_crossed(crossed)
        elif texts != held or fresh.entries or not self._as_marked:
            self.campaign, self._as_marked = self._with(fresh.entries, held), True
        if fresh.entries:
            self._newest = max(fresh.entries, key=lambda entry: entry.number)
            self._last = max(self._last, self._newest.number)
            self._streams_after(fresh.entries)
        if settled is not None:
            edited = {file_of(change.path)[0] for change in settled.edits}
            gone = self._known.texts.keys() - texts.keys()
            self._told.tell_of_gone(edited & gone, self._last + 1)
        return pending, settled

    def _with(self, entries: tuple[Entry, ...], held: Mapping[str, str]) -> Campaign:
        """The campaign after what others did and have written: their entries applied to what is in
        memory, and the files they wrote read beside it, for only they say in which order blocks
        stand. All is read where the two differ."""
        texts = self._files.texts
        if self._as_marked:
            with suppress(DoesNotApply):
                changes = (change for entry in entries for change in entry.changes)
                campaign = applied(self.campaign, changes)
                written = {name for name, text in texts.items() if held.get(name) != text}
                if all(read_part(name, texts[name]) == part_of(campaign, name) for name in written):
                    return campaign
        return read_campaign(texts)

    def _catch_up(self) -> None:
        """What another process has settled is known from its mark."""
        mark, known = read_mark(self.folder), self._known.journal
        if mark is not None and all(mark.longest().get(n, 0) >= known[n] for n in known):
            self._known, self._marked = mark, True

    def _settle(self, pending: Pending, settled: Reconciled | None) -> None:
        """Write what was journalled but is not in the files, and journal what was edited."""
        for name in pending.torn:
            self.journal.set_aside(name)
        lost = self._look_for_lost(pending, edited=settled is not None and bool(settled.edits))
        lengths = {**dict.fromkeys(lost, 0), **pending.lengths}
        self._bring_up()
        if settled is not None:
            self._tell_of(settled)
            if settled.forward:
                from companion.archive.writing import rolled_forward  # as in `_rewritten`

                try:
                    self._files.put(rolled_forward(self._files.texts, pending.entries, settled))
                except TooLarge as error:
                    raise TooLarge(error.file, error.size, journalled=True) from error
            if settled.edits:
                lengths = self._journal_edit(settled, lengths)
        as_noted = self._known.has(lengths) and lost == self._known.lost and not pending.torn
        if settled is not None or not self._marked or not as_noted:
            self._mark(lengths, lost)

    def _look_for_lost(self, pending: Pending, *, edited: bool) -> dict[str, int]:
        """Session files that are shorter than they were, or gone, with how long they were. What is
        gone since the last word is told, the numbers of the next words are past it, and they go
        into a session of their own, so that both can be brought together again."""
        from companion.archive.lost import find_lost, only_in_copies, shortened

        lost = dict(self._known.lost)
        files = shortened(self._known.journal, pending, self.folder)
        if not self._compared_with_copies:
            self._compared_with_copies = True
            files |= only_in_copies(self.folder, pending.lengths, self._known.longest())
        if files:
            found = find_lost(self.journal, files, self._last, self._newest, self._known.lost)
            if found is not None:
                self._last = max(self._last, found.last)
                edit = self._last + 1 if edited else 0
                self._told.tell(found.told(self.folder.name, edit))
            lost |= {name: max(was, lost.get(name, 0)) for name, was in files.items()}
        lengths = pending.lengths
        lost = {name: was for name, was in lost.items() if lengths.get(name, 0) < was}
        if self._session is not None and self._session.file in lost:
            self._session = None
        return lost

    def _bring_up(self) -> None:
        """Files of an older companion made such as this one writes; they are kept as they were."""
        if self._files.held is self._brought_up:
            return
        texts = all_brought_up(self._files.texts)
        if texts != self._files.texts:
            self._keep_copy(f"{_today()}-before-schema", must=True)
            self._files.put(texts)
            self._marked = False
        self._brought_up = self._files.held

    def _tell_of(self, settled: Reconciled) -> None:
        for name in settled.lost:
            self._told.tell(f"The entry {name} does not fit the campaign and was passed over.")
        for change in settled.overridden:
            self._told.tell(f"{change.path} was changed by hand and stays as it was edited.")

    def _journal_edit(self, settled: Reconciled, lengths: Mapping[str, int]) -> dict[str, int]:
        recent = islice(self.journal.backwards(), _LOOK_BACK)
        for path, line in put_back(settled.edits, list(recent)):
            self._told.tell(f"The edit by hand puts {path} back to what it was before «{line}».")
        files = sorted({file_of(change.path)[0] for change in settled.edits})
        edits = settled.edits
        with suppress(Impossible):  # only to keep the exact text of what the edit took out
            known = all_brought_up(self._known.texts)
            from companion.archive.writing import rewrite  # as in `_rewritten`

            edits = rewrite(known, edits, settled.campaign).changes
        line = f"edited by hand: {', '.join(files)}"
        entry = self._placed(draft("edit", line, edits), self.campaign)
        length = self._append(entry)
        self._last = entry.number
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
            entry = self._placed(word, after)
            self._unwritten.append(entry)
            self.campaign, self._last = after, entry.number
            return entry
        rewritten = self._rewritten(word.changes, after)
        put: Mapping[str, str | None] = rewritten.texts
        if texts is not None:
            put = {**dict.fromkeys(self._files.texts), **texts}
        must_be_readable(put)
        entry = self._placed(stamped(word, changes=rewritten.changes), after)
        try:
            length = self._append(entry)
        except Doubtful as error:
            raise doubtful(error) from error
        except OSError as error:
            raise unwritable(error) from error
        self._last, self._newest = entry.number, entry
        self.campaign, self._as_marked = after, False
        try:
            try:
                self._files.put(put, readable=True)
                self._told.tell_of_room(self._files.nearly_full)
                lengths = {**self._known.journal, self._open_session().file: length}
                self._mark(lengths, self._known.lost)
            except Overtaken:
                self.refresh(write=True)
        except (OSError, Broken, Impossible) as error:
            self._told.tell(
                f"The journal has it, but the files could not be written ({_why(error)}); "
                "they will be as soon as they can."
            )
        return entry

    def _rewritten(self, changes: tuple[Change, ...], after: Campaign) -> "Rewritten":
        """The files with changes made; only a word that writes imports what writes them."""
        from companion.archive.known_texts import KnownTexts
        from companion.archive.writing import rewrite

        if self._known_texts is None:
            self._known_texts = KnownTexts()
        return rewrite(self._files.texts, changes, after, self._known_texts)

    def put_texts(self, texts: Mapping[str, str]) -> None:
        """Put these very texts in place of the files, comments and all, with the lock held. They
        must read as the campaign does. Raises Overtaken where they do not, or where somebody has
        written the files meanwhile; OSError where they cannot be written."""
        found = read_campaign(texts)
        if not self._as_marked or diff(self.campaign, found):  # blocks may stand in another order
            raise Overtaken(self.folder)
        self._files.put(texts)
        self.campaign = found
        self._mark(self._known.journal, self._known.lost)

    def _append(self, entry: Entry) -> int:
        """An entry added to this session's file, which is begun with a copy of the campaign as it
        stands; how long the file is then."""
        session, today = self._open_session(), _today()
        if not (self.journal.folder / session.file).exists():
            self._keep_copy(session.file.removesuffix(".toml"))
        return self.journal.append(session, entry, today)

    def _keep_copy(self, name: str, *, must: bool = False) -> None:
        """A copy of the campaign for `companion restore`. One that cannot be made is told of."""
        from companion.archive.copies import Copies

        most = self.campaign.campaign.copies
        try:
            Copies(self.folder).keep(
                name, self._files.texts, most, last=self._last, must=must, spare=self.spared
            )
        except OSError as error:
            self._told.tell(f"No copy of the campaign could be kept ({_why(error)}).")

    def _placed(self, unplaced: Entry, after: Campaign) -> Entry:
        """An entry as the journal will have it: in this session, next in number, timed. Raises
        NumbersUsedUp if there is no next number."""
        session = self._open_session()
        return stamped(
            unplaced,
            session=session.name,
            number=self._next_number(),
            at=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            clock=str(after.now),
            streams=self.streams.positions,
        )

    def _next_number(self) -> int:
        """The number of the next entry. One that only a spoilt mark knows of is not counted from.
        Raises NumbersUsedUp if there is none."""
        if not is_plausible(self._last + 1):
            self._last = self.journal.last_number()
            if not is_plausible(self._last + 1):
                raise NumbersUsedUp(self._last)
        return self._last + 1

    def _mark(self, lengths: Mapping[str, int], lost: Mapping[str, int]) -> None:
        """Note what is in the files, and in session files of these lengths. One that is gone stays
        known: it may come back, and what it holds is no news."""
        if self._marked:
            lengths = {**self._known.journal, **lengths}
        begun = self._known.begun
        if self._session is not None and self._session.file in lengths:
            begun = tuple(name for name in begun if name[:10] == _today())
            begun = tuple(dict.fromkeys((*begun, self._session.file)))
        texts, home = dict(self._files.texts), home_of(self.folder)
        mark = Mark(dict(lengths), self._last, texts, begun, home, lost=dict(lost))
        before, new = self._known, not self._marked
        mark = write_mark(self.folder, mark, before=before, mode=self._files.mode, lasting=new)
        self._known, self._marked, self._as_marked = mark, True, True

    def _open_session(self) -> Session:
        """The session words are journalled in; a new one is named when its first word is."""
        if self._session is None:
            given = self._given_seed is not None
            known = self._known.longest()
            self._session = self.journal.name_for(self.seed, given, _today(), known)
            self._last = max(self._last, self.journal.last_number())
        return self._session

    def _streams(self) -> Streams:
        """The dice of this session: a given seed's own, today's session's where this folder has one
        to go on with, else new ones."""
        going_on = None
        if self._given_seed is None:
            longest, lengths = self._known.longest(), self.journal.lengths()
            begun = [n for n in self._known.begun if lengths.get(n, 0) >= longest.get(n, 0)]
            going_on = self.journal.today(_today(), begun)
        if going_on is not None:
            self._session, positions = going_on
            self._last = max(self._last, self.journal.last_of(self._session))
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
        self.streams = self._streams()

    def _streams_after(self, entries: tuple[Entry, ...]) -> None:
        """Another process may play in the same session: its dice are used up."""
        for entry in reversed(entries):
            if self._session is not None and entry.session == self._session.name:
                self.streams.reset(entry.streams)
                return

    def _sweep(self) -> None:
        """Clear away what writers that were stopped left behind; under the lock."""
        for kept in sweep_leftovers(self.folder):
            self._told.tell(kept)
        self._swept = True


def _why(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def _today() -> str:
    return time.strftime("%Y-%m-%d")
