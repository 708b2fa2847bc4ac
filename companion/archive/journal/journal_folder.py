"""The journal's folder: every session's file, the newest entries first.

Entries are told apart by their numbers, which ascend within a file; the numbers of two files
overlap if two clones of a campaign were played and merged, or a clock was set back. What is no
ordinary file, and a link that leads out of the campaign's folder, is a problem and is never opened.
"""

import errno
import os
import stat
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from heapq import merge
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from companion.archive.data_folders import OUTSIDE_MESSAGE, leads_out_of_folder_by_link
from companion.archive.disk.atomic_writes import make_folder
from companion.archive.file_texts_and_change_stamps import (
    Stamp,
    UnreadableText,
    list_toml_file_names,
    make_whole_file_problem,
    read_stamp_of_link_target,
    require_openable_file,
)
from companion.archive.journal.entry_blocks import Header, render_session_header
from companion.archive.journal.session_file import (
    SessionFile,
    append_entry,
    create_session_file,
    read_entries_newest_first,
    read_newest_entry_number,
)
from companion.campaign.changes import Entry
from companion.refusal import Problem

MAX_SESSION_BYTES = 128 * 1024 * 1024
"""A session file that is larger is not read, and none is ever written."""
LONG_SESSION_BYTES = 16 * 1024 * 1024
"""After a session whose file has become so long, the next word begins another."""

_NAME_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_NAME_LENGTH = 4


class Session(NamedTuple):
    """The session that words are journalled in: its file, its name and the seed of its dice."""

    file: str
    name: str
    seed: str


class PendingEntries(NamedTuple):
    """Entries past what was known, oldest first; the lengths of the files now, without torn ends;
    the files that have a torn end; and what is wrong with the files."""

    entries: tuple[Entry, ...]
    lengths: dict[str, int]
    torn: tuple[str, ...]
    problems: tuple[Problem, ...]


class Journal:
    """The session files of one campaign."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "journal"
        self._campaign = folder
        self._newest_numbers: dict[str, tuple[int, int]] = {}

    def measure_files(self) -> dict[str, int]:
        """The length of each session file, in bytes; nothing before there is a journal."""
        return self._scan_session_files()[0]

    def _scan_session_files(self) -> tuple[dict[str, int], list[Problem]]:
        """The lengths of the session files that may be opened, and what is wrong with others."""
        lengths: dict[str, int] = {}
        problems: list[Problem] = []
        try:
            self._require_journal_inside_campaign()
            names = list_toml_file_names(str(self.folder))
        except FileNotFoundError:
            return {}, []
        except OSError as error:
            return {}, [_make_problem("journal", error)]
        for name in names:
            try:
                lengths[name] = self._measure_session_file(name)
            except FileNotFoundError:
                continue  # gone since it was looked at
            except (UnreadableText, OSError) as error:
                problems.append(_make_problem(f"journal/{name}", error))
        return lengths, problems

    def _require_journal_inside_campaign(self) -> None:
        """Raises OSError if the folder is a link that leads out of the campaign's."""
        if self.folder.is_symlink() and leads_out_of_folder_by_link(self.folder, self._campaign):
            raise OSError(errno.ELOOP, OUTSIDE_MESSAGE)

    def _measure_session_file(self, name: str) -> int:
        """The length of a session file. Raises FileNotFoundError if there is none, UnreadableText
        if it may not be opened."""
        path = f"{self.folder}/{name}"
        found = os.lstat(path)  # of every file at every word
        size = found.st_size
        if not name.isprintable():
            raise UnreadableText("its name cannot be shown; call it otherwise")
        if not stat.S_ISREG(found.st_mode):
            is_link = stat.S_ISLNK(found.st_mode)
            stamp = read_stamp_of_link_target(path) if is_link else Stamp.from_stat(found)
            require_openable_file(self._campaign, f"journal/{name}", stamp, is_link)
            size = stamp.size
        if size > MAX_SESSION_BYTES:
            raise UnreadableText(f"it is larger than {MAX_SESSION_BYTES:,} bytes")
        return size

    def read_entries_beyond_lengths(
        self, known: Mapping[str, int], last: int = 0, lost: Mapping[str, int] = {}
    ) -> PendingEntries:
        """Read what was journalled past these lengths, by this process or any other. A file that
        something else has written in is read as a whole, and the entries numbered past `last` are
        new. Files that were `lost`, with their former lengths, may have come back."""
        lengths, problems = self._scan_session_files()
        entries: list[Entry] = []
        torn: list[str] = []
        for name, length in dict(lengths).items():
            if known.get(name) == length:
                continue
            try:
                session, added = self._read_added_entries(name, length, known, last, lost)
            except OSError as error:
                problems.append(_make_problem(f"journal/{name}", error))
                del lengths[name]
                continue
            entries += added
            problems += session.problems
            if session.torn_end is not None:
                torn.append(name)
                lengths[name] = session.torn_end.offset
        entries.sort(key=lambda entry: (entry.number, entry.session))
        once = (each for at, each in enumerate(entries) if not at or entries[at - 1] != each)
        return PendingEntries(tuple(once), lengths, tuple(torn), tuple(problems))

    def _read_added_entries(
        self, name: str, length: int, known: Mapping[str, int], last: int, lost: Mapping[str, int]
    ) -> tuple[SessionFile, list[Entry]]:
        """The part of a session file that had to be read, and the entries past what was known."""
        path, known_length = self.folder / name, known.get(name, 0)
        if lost.get(name, 0) > known_length:
            session = SessionFile(path, 0, length)
            if session.has_entry_end_at(lost[name]):
                return session, session.read_entries(lost[name], last)
        if 0 < known_length <= length:
            end = SessionFile(path, known_length, length)
            added = end.read_entries() if end.is_readable_without_earlier_bytes else None
            if added is not None and (
                not added
                or added[0].number <= last + 1
                or read_newest_entry_number(path, known_length) <= last
            ):  # else the file was CRLF when it was known, and other new entries stand before
                return end, added
        session = SessionFile(path, 0, length)
        known_length = known_length or _find_known_length(session.header, {**known, **lost})
        return session, session.read_entries(known_length, last)

    def find_untorn_lengths(self) -> dict[str, int]:
        """The length of each session file without its torn end; no block is parsed."""
        found = {}
        for name, length in self.measure_files().items():
            with suppress(OSError):
                torn = SessionFile(self.folder / name, 0, length).torn_end
                found[name] = length if torn is None else torn.offset
        return found

    def read_backwards(self) -> Iterator[Entry]:
        """Every entry, the highest number first, whatever the days in the files' names. A file is
        opened when its newest entry is the next. An entry that two files have is given once."""
        files = [self._read_session_backwards(*each) for each in self.measure_files().items()]
        given: Entry | None = None
        for *_, entry in merge(*files, key=itemgetter(0, 1, 2)):
            if entry is not None and entry != given:
                given = entry
                yield entry

    def _read_session_backwards(
        self, name: str, length: int
    ) -> Iterator[tuple[int, str, str, Entry | None]]:
        """The entries of a file with what they are sorted by, after a mark for the newest one."""
        yield -self.read_newest_number_in_session(name, length), "", name, None
        with suppress(OSError):  # a file that cannot be read is a problem already
            for entry in read_entries_newest_first(self.folder / name, length):
                yield -entry.number, entry.session, name, entry

    def find_last_entry_number(self) -> int:
        """The number of the newest entry; 0 in a new journal."""
        lengths = self.measure_files()
        return max(
            (self.read_newest_number_in_session(name, lengths[name]) for name in lengths), default=0
        )

    def read_newest_number_in_session(self, name: str, length: int) -> int:
        """The newest number in a session file, remembered for as long as it has this length."""
        known = self._newest_numbers.get(name)
        if known is None or known[0] != length:
            try:
                known = length, read_newest_entry_number(self.folder / name, length)
            except OSError:
                return 0
            self._newest_numbers[name] = known
        return known[1]

    def find_session_to_continue(
        self, day: str, begun_here: Collection[str] | None = None
    ) -> tuple[Session, Entry] | None:
        """The session to go on with on this day, and its newest entry: the newest of the day that
        was not played from a given seed, and has one of the names `begun_here` (None: any). A file
        whose header or end cannot be read is passed over, and so is a long one. None if there is
        none."""
        found: list[tuple[Session, Entry]] = []
        for name, length in self.measure_files().items():
            is_of_day = name.startswith(day) and not name.endswith("-seeded.toml")
            if (
                is_of_day
                and length <= LONG_SESSION_BYTES
                and (begun_here is None or name in begun_here)
            ):
                with suppress(OSError):
                    header = SessionFile(self.folder / name, 0, length).resumable_header
                    last = next(read_entries_newest_first(self.folder / name, length), None)
                    newest = self.read_newest_number_in_session(name, length)
                    if header is not None and last is not None and last.number == newest:
                        found.append((Session(name, header.session, header.seed), last))
        return max(found, key=lambda each: each[1].number, default=None)

    def is_session_long(self, session: Session) -> bool:
        """True for a session whose file has become LONG_SESSION_BYTES long."""
        with suppress(OSError, UnreadableText):
            return self._measure_session_file(session.file) > LONG_SESSION_BYTES
        return False

    def name_session(
        self, seed: str, given: bool, day: str, known: Collection[str] = ()
    ) -> Session:
        """A new session, named from its seed so that a given seed gives the same name. No file has
        the name, and none that is `known` had it."""
        taken = {extract_session_name(name) for name in (*self.measure_files(), *known)}
        from random import Random  # naming a session is rare, and this import is slow

        letters = Random(f"{seed}/session").random
        name = ""
        while not name or name in taken:
            name = "".join(
                _NAME_LETTERS[int(letters() * len(_NAME_LETTERS))] for _ in range(_NAME_LENGTH)
            )
        return Session(f"{day}-{name}{'-seeded' if given else ''}.toml", name, seed)

    def append(self, session: Session, entry: Entry, day: str) -> int:
        """Add an entry for good, with the session's file if it is the first; returns the file's
        length. Raises, with everything as it was, OSError, or Impossible if the file could not be
        read then; UncertainWrite if that cannot be promised."""
        self._require_journal_inside_campaign()
        path = self.folder / session.file
        try:
            length = self._measure_session_file(session.file)
        except FileNotFoundError:
            make_folder(self.folder)
            header = render_session_header(session.name, session.seed, day)
            length = create_session_file(path, header, entry, most=MAX_SESSION_BYTES)
        except UnreadableText as error:
            raise OSError(errno.EINVAL, f"journal/{session.file}: {error}") from error
        else:
            length += append_entry(path, entry, most=MAX_SESSION_BYTES - length)
        self._newest_numbers[session.file] = length, entry.number
        return length


def extract_session_name(name: str) -> str:
    """The session that a file is called after: `k3f9` of `2026-11-21-k3f9-seeded.toml`."""
    return name[11:].partition(".")[0].partition("-")[0]


def _find_known_length(header: Header | None, known: Mapping[str, int]) -> int:
    """The known length of a session whose file was copied or renamed."""
    origin = (header.began, header.session) if header is not None else None
    lengths = (n for name, n in known.items() if (name[:10], extract_session_name(name)) == origin)
    return next(lengths, 0)


def _make_problem(file: str, error: Exception) -> Problem:
    message = f"it cannot be read ({error.strerror})" if isinstance(error, OSError) else str(error)
    return make_whole_file_problem(file, message)
