"""The journal's folder: every session's file, the newest entries first."""

import heapq
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from companion.archive.atomic import replace
from companion.archive.journal import SessionFile, append_entry, render_header, set_aside_torn
from companion.campaign.changes import Entry
from companion.refusal import Problem

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_NAME = 4


class Session(NamedTuple):
    """The session that words are journalled in: its file, its name and the seed of its dice."""

    file: str
    name: str
    seed: str


class Pending(NamedTuple):
    """Entries that stand past what was known, oldest first; how long the files are now; and what
    is wrong with them."""

    entries: tuple[Entry, ...]
    lengths: dict[str, int]
    torn: tuple[str, ...]
    problems: tuple[Problem, ...]


class Journal:
    """The session files of one campaign."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "journal"

    def lengths(self) -> dict[str, int]:
        """How long each session file is, in bytes; none where there is no journal yet."""
        if not self.folder.is_dir():
            return {}
        return {p.name: p.stat().st_size for p in sorted(self.folder.glob("*.toml"))}

    def past(self, known: Mapping[str, int]) -> Pending:
        """What was journalled past these lengths, by this process or any other."""
        lengths = self.lengths()
        entries: list[Entry] = []
        torn: list[str] = []
        problems: list[Problem] = []
        for name, length in lengths.items():
            if known.get(name) == length:
                continue
            session = SessionFile(self.folder / name)
            entries += session.entries(known.get(name, 0))
            problems += session.problems
            if session.torn is not None:
                torn.append(name)
                lengths[name] = session.torn.offset
        entries.sort(key=lambda entry: (entry.number, entry.session))
        return Pending(tuple(entries), lengths, tuple(torn), tuple(problems))

    def backwards(self) -> Iterator[Entry]:
        """Every entry, newest first, read as they are asked for. Sessions of one day may overlap;
        those of an earlier day came before."""
        days: dict[str, list[str]] = {}
        for name in self.lengths():
            days.setdefault(name[:10], []).append(name)
        for day in sorted(days, reverse=True):
            sessions = [SessionFile(self.folder / name).backwards() for name in days[day]]
            yield from heapq.merge(*sessions, key=lambda e: (-e.number, e.session))

    def last_number(self) -> int:
        """The number of the newest entry; 0 in a new journal."""
        newest = 0
        for name in self.lengths():
            for entry in SessionFile(self.folder / name).backwards():
                newest = max(newest, entry.number)
                break
        return newest

    def today(self, day: str) -> tuple[Session, dict[str, int]] | None:
        """The session to go on with on this day, and where its dice stand: the newest of the day
        that was not played from a given seed. None where there is none."""
        found: list[tuple[int, Session, dict[str, int]]] = []
        for name in self.lengths():
            if not name.startswith(day) or name.endswith("-seeded.toml"):
                continue
            session = SessionFile(self.folder / name)
            header = session.header
            last = next(session.backwards(), None)
            if header.session and last is not None and session.torn is None:
                going_on = Session(name, header.session, header.seed)
                found.append((last.number, going_on, last.streams))
        if not found:
            return None
        _, newest, streams = max(found, key=lambda each: each[0])
        return newest, dict(streams)

    def name_for(self, seed: str, given: bool, day: str) -> Session:
        """A new session, named from its seed so that a given seed gives the same name; the name
        is not yet taken."""
        taken = {name[11:].partition(".")[0].partition("-")[0] for name in self.lengths()}
        from random import Random  # naming a session is rare, and its import is not cheap

        letters = Random(f"{seed}/session").random
        name = ""
        while not name or name in taken:
            name = "".join(_LETTERS[int(letters() * len(_LETTERS))] for _ in range(_NAME))
        return Session(f"{day}-{name}{'-seeded' if given else ''}.toml", name, seed)

    def append(self, session: Session, entry: Entry, day: str) -> int:
        """Add an entry for good, with the session's file if it is the first; the file's length
        after it. Raises OSError with everything as it was."""
        path = self.folder / session.file
        if not path.exists():
            self.folder.mkdir(exist_ok=True)
            replace(path, render_header(session.name, session.seed, day).encode())
        append_entry(path, entry)
        return path.stat().st_size

    def set_aside(self, name: str) -> Path | None:
        """A torn end of a session file moved beside it; says where."""
        return set_aside_torn(self.folder / name)
