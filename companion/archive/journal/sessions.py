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

from companion.archive.disk.atomic import make_folder
from companion.archive.disk.listing import list_toml_files
from companion.archive.folders import is_outside
from companion.archive.journal.entries import (
    Header,
    SessionFile,
    append_entry,
    begin_session,
    read_newest_first,
    read_newest_number,
    render_header,
    set_aside_torn,
)
from companion.campaign.changes import Entry
from companion.refusal import Problem
from companion.text import clean_text

MAX_BYTES = 128 * 1024 * 1024
"""A session file that is larger is not read, and none is ever written."""
LONG_SESSION_BYTES = 16 * 1024 * 1024
"""A session whose file has become so long is not gone on with: the next word begins another."""

_NAME_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_NAME_LENGTH = 4
_NONE_LOST: Mapping[str, int] = MappingProxyType({})
_OUTSIDE_MESSAGE = "it is a link that leads out of the campaign's folder"


class Session(NamedTuple):
    """The session that words are journalled in: its file, its name and the seed of its dice."""

    file: str
    name: str
    seed: str


class PendingEntries(NamedTuple):
    """Entries that stand past what was known, oldest first; how long the files are now, torn ends
    left out; the files that have one; what is wrong with them; and the files that hold what was
    known with other line breaks (git's `core.autocrlf`), so that they have another length."""

    entries: tuple[Entry, ...]
    lengths: dict[str, int]
    torn: tuple[str, ...]
    problems: tuple[Problem, ...]
    newline_changes: tuple[str, ...] = ()


class Journal:
    """The session files of one campaign."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "journal"
        self._campaign = folder
        self._newest_numbers: dict[str, tuple[int, int]] = {}

    def measure_files(self) -> dict[str, int]:
        """How long each session file is, in bytes; none where there is no journal yet."""
        return self._scan_files()[0]

    def _scan_files(self) -> tuple[dict[str, int], list[Problem]]:
        """The session files that may be opened, and what is wrong with others that are there."""
        lengths: dict[str, int] = {}
        problems: list[Problem] = []
        try:
            self._require_inside()
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
                if is_file(found.st_mode) and size <= MAX_BYTES and name.isprintable():
                    lengths[name] = size
                else:
                    lengths[name] = self._measure_file(name)
            except FileNotFoundError:
                continue  # gone since it was looked at
            except ValueError as error:
                problems.append(_make_problem(name, str(error)))
            except OSError as error:
                problems.append(_make_problem(name, f"it cannot be read ({error.strerror})"))
        return lengths, problems

    def _require_inside(self) -> None:
        """Raises OSError where the folder is a link that leads out of the campaign's."""
        if self.folder.is_symlink() and is_outside(self.folder, self._campaign):
            raise OSError(errno.ELOOP, _OUTSIDE_MESSAGE)

    def _measure_file(self, name: str) -> int:
        """How long a session file is. Raises ValueError with what is wrong where it may not be
        opened; FileNotFoundError where there is none."""
        found = os.lstat(self.folder / name)
        if not name.isprintable():
            raise ValueError("its name cannot be shown; call it otherwise")
        if stat.S_ISLNK(found.st_mode):
            path = self.folder / name
            if is_outside(path, self._campaign):
                raise ValueError(_OUTSIDE_MESSAGE)
            if not path.exists():
                raise ValueError("it is a link that leads nowhere")
            found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            raise ValueError("it is no file")
        if found.st_size > MAX_BYTES:
            raise ValueError(f"it is larger than {MAX_BYTES:,} bytes")
        return found.st_size

    def read_past(
        self, known: Mapping[str, int], last: int = 0, lost: Mapping[str, int] = _NONE_LOST
    ) -> PendingEntries:
        """What was journalled past these lengths, by this process or any other. Of a file that is
        known, only that is read; of one that something else has written in, all, and what is
        numbered past `last` is new. Files that were `lost`, and how long they were before, may have
        come back."""
        lengths, problems = self._scan_files()
        entries: list[Entry] = []
        torn: list[str] = []
        respelt: list[str] = []
        for name, length in dict(lengths).items():
            if known.get(name) == length:
                continue
            try:
                session, added = self._read_added(name, length, known, last, lost)
            except OSError as error:
                problems.append(_make_problem(name, f"it cannot be read ({error.strerror})"))
                del lengths[name]
                continue
            entries += added
            if name in known and session.has_changed_newlines(known[name]):
                respelt.append(name)
            problems += session.problems
            if session.torn_end is not None:
                torn.append(name)
                lengths[name] = session.torn_end.offset
        entries.sort(key=lambda entry: (entry.number, entry.session))
        once = (each for at, each in enumerate(entries) if not at or entries[at - 1] != each)
        return PendingEntries(tuple(once), lengths, tuple(torn), tuple(problems), tuple(respelt))

    def _read_added(
        self, name: str, length: int, known: Mapping[str, int], last: int, lost: Mapping[str, int]
    ) -> tuple[SessionFile, list[Entry]]:
        """What of a session file had to be read, and the entries past what was known of it."""
        path, was = self.folder / name, known.get(name, 0)
        if lost.get(name, 0) > was:
            session = SessionFile(path, 0, length)
            if session.has_entry_end_at(lost[name]):
                return session, session.read_entries(lost[name], last)
        if 0 < was <= length:
            end = SessionFile(path, was, length)
            if end.is_self_contained:
                added = (
                    end.read_entries()
                )  # unless the file was CRLF, and some stand before this part
                if (
                    not added
                    or added[0].number <= last + 1
                    or read_newest_number(path, was) <= last
                ):
                    return end, added
        session = SessionFile(path, 0, length)
        known = {**known, **lost}
        return session, session.read_entries(was or _find_known_length(session.header, known), last)

    def find_ends(self) -> dict[str, int]:
        """How long each session file is, torn ends left out; no block is parsed."""
        found = {}
        for name, length in self.measure_files().items():
            with suppress(OSError):
                torn = SessionFile(self.folder / name, 0, length).torn_end
                found[name] = length if torn is None else torn.offset
        return found

    def read_backwards(self) -> Iterator[Entry]:
        """Every entry, the highest number first, whatever the days in the files' names; a file is
        opened when its newest entry is the next. What a copy of a file has is given once."""
        lengths = self.measure_files()
        waiting = [(-self._read_newest_number(name, lengths[name]), "", name) for name in lengths]
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
                sessions[name] = read_newest_first(self.folder / name, lengths[name])
            with suppress(OSError):  # a file that cannot be read has been told of
                head = next(sessions[name], None)
                if head is not None:
                    heads[name] = head
                    heappush(waiting, (-head.number, head.session, name))

    def find_last_number(self) -> int:
        """The number of the newest entry; 0 in a new journal."""
        lengths = self.measure_files()
        return max((self._read_newest_number(name, lengths[name]) for name in lengths), default=0)

    def get_last_number(self, session: Session) -> int:
        """The number of the newest entry of a session, as far as its file was looked at."""
        return self._newest_numbers.get(session.file, (0, 0))[1]

    def _read_newest_number(self, name: str, length: int) -> int:
        """The newest number in a session file, remembered for as long as it has this length."""
        known = self._newest_numbers.get(name)
        if known is None or known[0] != length:
            try:
                known = length, read_newest_number(self.folder / name, length)
            except OSError:
                return 0
            self._newest_numbers[name] = known
        return known[1]

    def find_session_of_day(
        self, day: str, begun: Collection[str] | None = None
    ) -> tuple[Session, dict[str, int]] | None:
        """The session to go on with on this day, and where its dice stand: the newest of the day
        that was not played from a given seed, and is among those `begun` here (None: any). None
        where there is none; one with a header or an end that cannot be read is not gone on with,
        nor a LONG one."""
        found: list[tuple[int, Session, dict[str, int]]] = []
        for name, length in self.measure_files().items():
            if (
                not name.startswith(day)
                or name.endswith("-seeded.toml")
                or length > LONG_SESSION_BYTES
            ):
                continue
            if begun is None or name in begun:
                with suppress(OSError):
                    found += self._find_resumable(name, length)
        if not found:
            return None
        _, newest, streams = max(found, key=lambda each: each[0])
        return newest, dict(streams)

    def _find_resumable(
        self, name: str, length: int
    ) -> Iterator[tuple[int, Session, dict[str, int]]]:
        session = SessionFile(self.folder / name, 0, length)
        header, last = session.header, next(read_newest_first(self.folder / name, length), None)
        if header is None or not header.session or not header.seed.isprintable():
            return
        if session.torn_end is not None or session.conflict_offset is not None or last is None:
            return
        if last.number == self._read_newest_number(name, length):
            yield last.number, Session(name, header.session, header.seed), last.streams

    def is_long(self, session: Session) -> bool:
        """True for a session whose file has become LONG_SESSION_BYTES long."""
        with suppress(OSError, ValueError):
            return self._measure_file(session.file) > LONG_SESSION_BYTES
        return False

    def name_session(
        self, seed: str, given: bool, day: str, known: Collection[str] = ()
    ) -> Session:
        """A new session, named from its seed so that a given seed gives the same name; no file has
        the name, nor one that is `known` to have been there."""
        taken = {parse_session_name(name) for name in (*self.measure_files(), *known)}
        from random import Random  # naming a session is rare, and its import is not cheap

        letters = Random(f"{seed}/session").random
        name = ""
        while not name or name in taken:
            name = "".join(
                _NAME_LETTERS[int(letters() * len(_NAME_LETTERS))] for _ in range(_NAME_LENGTH)
            )
        return Session(f"{day}-{name}{'-seeded' if given else ''}.toml", name, seed)

    def append(self, session: Session, entry: Entry, day: str) -> int:
        """Add an entry for good, with the session's file if it is the first; the file's length
        after it. Raises, with everything as it was, Impossible where the file could not be read
        then, and OSError; one that is Doubtful where that cannot be promised."""
        self._require_inside()
        path = self.folder / session.file
        try:
            length = self._measure_file(session.file)
        except FileNotFoundError:
            make_folder(self.folder)
            header = render_header(session.name, session.seed, day)
            length = begin_session(path, header, entry, most=MAX_BYTES)
        except ValueError as error:
            raise OSError(errno.EINVAL, f"journal/{session.file}: {error}") from error
        else:
            length += append_entry(path, entry, most=MAX_BYTES - length)
        self._newest_numbers[session.file] = length, entry.number
        return length

    def set_aside_torn_end(self, name: str) -> Path | None:
        """A torn end of a session file moved beside it; says where."""
        return set_aside_torn(self.folder / name)


def parse_session_name(name: str) -> str:
    """The session that a file is called after: `k3f9` of `2026-11-21-k3f9-seeded.toml`."""
    return name[11:].partition(".")[0].partition("-")[0]


def _find_known_length(header: Header | None, known: Mapping[str, int]) -> int:
    """How much is known of a session whose file has been copied, or called otherwise."""
    for name, length in known.items():
        if header is not None and (name[:10], parse_session_name(name)) == (
            header.began,
            header.session,
        ):
            return length
    return 0


def _make_problem(name: str, message: str) -> Problem:
    return Problem(clean_text(f"journal/{name}"), 0, "", message)
