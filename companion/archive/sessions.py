"""The journal's folder: every session's file, the newest entries first.

Entries are told apart by their numbers, which ascend within a file; files overlap where two
clones of a campaign were played and brought together, or a clock was set back. What is no ordinary
file, and a link that leads out of the campaign's folder, is a problem and is never opened.
"""

import errno
import os
import stat
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from heapq import heapify, heappop, heappush
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from companion.archive.atomic import make_folder
from companion.archive.journal import (
    Header,
    SessionFile,
    append_entry,
    begin_session,
    newest_first,
    newest_number,
    render_header,
    set_aside_torn,
)
from companion.archive.listing import list_toml_files
from companion.archive.texts import leads_out
from companion.campaign.changes import Entry
from companion.refusal import Problem
from companion.text import clean

MOST_BYTES = 128 * 1024 * 1024
"""A session file that is larger is not read, and none is ever written."""
LONG = 16 * 1024 * 1024
"""A session whose file has become so long is not gone on with: the next word begins another."""

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_NAME = 4
_NONE_LOST: Mapping[str, int] = MappingProxyType({})
_OUTSIDE = "it is a link that leads out of the campaign's folder"


class Session(NamedTuple):
    """The session that words are journalled in: its file, its name and the seed of its dice."""

    file: str
    name: str
    seed: str


class Pending(NamedTuple):
    """Entries that stand past what was known, oldest first; how long the files are now, torn ends
    left out; the files that have one; what is wrong with them; and the files that hold what was
    known with other line breaks (git's `core.autocrlf`), so that they have another length."""

    entries: tuple[Entry, ...]
    lengths: dict[str, int]
    torn: tuple[str, ...]
    problems: tuple[Problem, ...]
    respelt: tuple[str, ...] = ()


class Journal:
    """The session files of one campaign."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "journal"
        self._campaign = folder
        self._newest: dict[str, tuple[int, int]] = {}

    def lengths(self) -> dict[str, int]:
        """How long each session file is, in bytes; none where there is no journal yet."""
        return self._listed()[0]

    def _listed(self) -> tuple[dict[str, int], list[Problem]]:
        """The session files that may be opened, and what is wrong with others that are there."""
        lengths: dict[str, int] = {}
        problems: list[Problem] = []
        try:
            self._must_lie_inside()
            names = list_toml_files(str(self.folder))
        except FileNotFoundError:
            return {}, []
        except OSError as error:
            return {}, [Problem("journal", 0, "", f"it cannot be read ({error.strerror})")]
        place, look, is_file = f"{self.folder}/", os.lstat, stat.S_ISREG  # asked at every word
        for name in names:
            try:
                found = look(place + name)
                size = found.st_size
                if is_file(found.st_mode) and size <= MOST_BYTES and name.isprintable():
                    lengths[name] = size
                else:
                    lengths[name] = self._length(name)
            except FileNotFoundError:
                continue  # gone since it was looked at
            except ValueError as error:
                problems.append(_problem(name, str(error)))
            except OSError as error:
                problems.append(_problem(name, f"it cannot be read ({error.strerror})"))
        return lengths, problems

    def _must_lie_inside(self) -> None:
        """Raises OSError where the folder is a link that leads out of the campaign's."""
        if self.folder.is_symlink() and leads_out(self.folder, self._campaign):
            raise OSError(errno.ELOOP, _OUTSIDE)

    def _length(self, name: str) -> int:
        """How long a session file is. Raises ValueError with what is wrong where it may not be
        opened; FileNotFoundError where there is none."""
        found = os.lstat(self.folder / name)
        if not name.isprintable():
            raise ValueError("its name cannot be shown; call it otherwise")
        if stat.S_ISLNK(found.st_mode):
            path = self.folder / name
            if leads_out(path, self._campaign):
                raise ValueError(_OUTSIDE)
            if not path.exists():
                raise ValueError("it is a link that leads nowhere")
            found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            raise ValueError("it is no file")
        if found.st_size > MOST_BYTES:
            raise ValueError(f"it is larger than {MOST_BYTES:,} bytes")
        return found.st_size

    def past(
        self, known: Mapping[str, int], last: int = 0, lost: Mapping[str, int] = _NONE_LOST
    ) -> Pending:
        """What was journalled past these lengths, by this process or any other. Of a file that is
        known, only that is read; of one that something else has written in, all, and what is
        numbered past `last` is new. Files that were `lost`, and how long they were before, may have
        come back."""
        lengths, problems = self._listed()
        entries: list[Entry] = []
        torn: list[str] = []
        respelt: list[str] = []
        for name, length in dict(lengths).items():
            if known.get(name) == length:
                continue
            try:
                session, added = self._added(name, length, known, last, lost)
            except OSError as error:
                problems.append(_problem(name, f"it cannot be read ({error.strerror})"))
                del lengths[name]
                continue
            entries += added
            if name in known and session.is_respelt(known[name]):
                respelt.append(name)
            problems += session.problems
            if session.torn is not None:
                torn.append(name)
                lengths[name] = session.torn.offset
        entries.sort(key=lambda entry: (entry.number, entry.session))
        once = (each for at, each in enumerate(entries) if not at or entries[at - 1] != each)
        return Pending(tuple(once), lengths, tuple(torn), tuple(problems), tuple(respelt))

    def _added(
        self,
        name: str,
        length: int,
        known: Mapping[str, int],
        last: int,
        lost: Mapping[str, int],
    ) -> tuple[SessionFile, list[Entry]]:
        """What of a session file had to be read, and the entries past what was known of it."""
        path, was = self.folder / name, known.get(name, 0)
        if lost.get(name, 0) > was:
            session = SessionFile(path, 0, length)
            if session.ends_at(lost[name]):
                return session, session.entries(lost[name], last)
        if 0 < was <= length:
            end = SessionFile(path, was, length)
            if end.stands_alone:
                added = end.entries()  # unless the file was CRLF, and some stand before this part
                if not added or added[0].number <= last + 1 or newest_number(path, was) <= last:
                    return end, added
        session = SessionFile(path, 0, length)
        known = {**known, **lost}
        return session, session.entries(was or _known_as(session.header, known), last)

    def ends(self) -> dict[str, int]:
        """How long each session file is, torn ends left out; no block is parsed."""
        found = {}
        for name, length in self.lengths().items():
            with suppress(OSError):
                torn = SessionFile(self.folder / name, 0, length).torn
                found[name] = length if torn is None else torn.offset
        return found

    def backwards(self) -> Iterator[Entry]:
        """Every entry, the highest number first, whatever the days in the files' names; a file is
        opened when its newest entry is the next. What a copy of a file has is given once."""
        lengths = self.lengths()
        waiting = [(-self._newest_in(name, lengths[name]), "", name) for name in lengths]
        heapify(waiting)
        sessions: dict[str, Iterator[Entry]] = {}
        heads: dict[str, Entry] = {}
        given: Entry | None = None
        while waiting:
            _, _, name = heappop(waiting)
            if name in heads and heads[name] != given:
                given = heads[name]
                yield given
            if name not in sessions:
                sessions[name] = newest_first(self.folder / name, lengths[name])
            with suppress(OSError):  # a file that cannot be read has been told of
                head = next(sessions[name], None)
                if head is not None:
                    heads[name] = head
                    heappush(waiting, (-head.number, head.session, name))

    def last_number(self) -> int:
        """The number of the newest entry; 0 in a new journal."""
        lengths = self.lengths()
        return max((self._newest_in(name, lengths[name]) for name in lengths), default=0)

    def last_of(self, session: Session) -> int:
        """The number of the newest entry of a session, as far as its file was looked at."""
        return self._newest.get(session.file, (0, 0))[1]

    def _newest_in(self, name: str, length: int) -> int:
        """The newest number in a session file, remembered for as long as it has this length."""
        known = self._newest.get(name)
        if known is None or known[0] != length:
            try:
                known = length, newest_number(self.folder / name, length)
            except OSError:
                return 0
            self._newest[name] = known
        return known[1]

    def today(
        self, day: str, begun: Collection[str] | None = None
    ) -> tuple[Session, dict[str, int]] | None:
        """The session to go on with on this day, and where its dice stand: the newest of the day
        that was not played from a given seed, and is among those `begun` here (None: any). None
        where there is none; one with a header or an end that cannot be read is not gone on with,
        nor a LONG one."""
        found: list[tuple[int, Session, dict[str, int]]] = []
        for name, length in self.lengths().items():
            if not name.startswith(day) or name.endswith("-seeded.toml") or length > LONG:
                continue
            if begun is None or name in begun:
                with suppress(OSError):
                    found += self._to_go_on_with(name, length)
        if not found:
            return None
        _, newest, streams = max(found, key=lambda each: each[0])
        return newest, dict(streams)

    def _to_go_on_with(
        self, name: str, length: int
    ) -> Iterator[tuple[int, Session, dict[str, int]]]:
        session = SessionFile(self.folder / name, 0, length)
        header, last = session.header, next(newest_first(self.folder / name, length), None)
        if header is None or not header.session or not header.seed.isprintable():
            return
        if session.torn is not None or session.conflict is not None or last is None:
            return
        if last.number == self._newest_in(name, length):
            yield last.number, Session(name, header.session, header.seed), last.streams

    def is_long(self, session: Session) -> bool:
        """True for a session whose file has become LONG."""
        with suppress(OSError, ValueError):
            return self._length(session.file) > LONG
        return False

    def name_for(self, seed: str, given: bool, day: str, known: Collection[str] = ()) -> Session:
        """A new session, named from its seed so that a given seed gives the same name; no file has
        the name, nor one that is `known` to have been there."""
        taken = {session_of(name) for name in (*self.lengths(), *known)}
        from random import Random  # naming a session is rare, and its import is not cheap

        letters = Random(f"{seed}/session").random
        name = ""
        while not name or name in taken:
            name = "".join(_LETTERS[int(letters() * len(_LETTERS))] for _ in range(_NAME))
        return Session(f"{day}-{name}{'-seeded' if given else ''}.toml", name, seed)

    def append(self, session: Session, entry: Entry, day: str) -> int:
        """Add an entry for good, with the session's file if it is the first; the file's length
        after it. Raises, with everything as it was, Impossible where the file could not be read
        then, and OSError; one that is Doubtful where that cannot be promised."""
        self._must_lie_inside()
        path = self.folder / session.file
        try:
            length = self._length(session.file)
        except FileNotFoundError:
            make_folder(self.folder)
            header = render_header(session.name, session.seed, day)
            length = begin_session(path, header, entry, most=MOST_BYTES)
        except ValueError as error:
            raise OSError(errno.EINVAL, f"journal/{session.file}: {error}") from error
        else:
            length += append_entry(path, entry, most=MOST_BYTES - length)
        self._newest[session.file] = length, entry.number
        return length

    def set_aside(self, name: str) -> Path | None:
        """A torn end of a session file moved beside it; says where."""
        return set_aside_torn(self.folder / name)


def session_of(name: str) -> str:
    """The session that a file is called after: `k3f9` of `2026-11-21-k3f9-seeded.toml`."""
    return name[11:].partition(".")[0].partition("-")[0]


def _known_as(header: Header | None, known: Mapping[str, int]) -> int:
    """How much is known of a session whose file has been copied, or called otherwise."""
    for name, length in known.items():
        if header is not None and (name[:10], session_of(name)) == (header.began, header.session):
            return length
    return 0


def _problem(name: str, message: str) -> Problem:
    return Problem(clean(f"journal/{name}"), 0, "", message)
