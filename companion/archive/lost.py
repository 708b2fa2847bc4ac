"""Entries that the journal held and holds no more: a session's file that is gone or has become
shorter, by `git reset --hard` or a backup that was put in its place.

The mark says how long each file was; the copies beside the campaign have the files of the sessions
that were over, also where a backup has brought back an older mark.
"""

from collections.abc import Collection, Mapping
from contextlib import suppress
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple, TypeAlias

from companion.archive.copies import Copies
from companion.archive.journal import SessionFile, newest_first
from companion.archive.sessions import Journal, Pending, session_of
from companion.campaign.changes import Entry
from companion.campaign.secrecy import in_sight
from companion.refusal import listed
from companion.text import clean

_MOST_NAMED = 3
_MOST_COUNTED = 10**6
"""A larger count has come of a number that somebody forged, and is not told."""
_Key: TypeAlias = tuple[int, str, str]


class Lost(NamedTuple):
    """What is gone: the session files by name, how many entries (0 where that is not known), the
    newest of them if that is known, the number of the newest, and whether the copies have all."""

    files: tuple[str, ...]
    entries: int
    newest: Entry | None
    last: int
    in_copies: bool

    def told(self, campaign: str, edit: int) -> str:
        """What to say of it; `edit` is the number of the entry that says how the files went back
        too, 0 if they did not."""
        what = "1 entry is" if self.entries == 1 else f"{self.entries:,} entries are"
        if not self.entries:
            what = "Entries are"
        names = [clean(f"journal/{name}") for name in self.files[:_MOST_NAMED]]
        more = len(self.files) - len(names)
        where = listed([*names, f"{more} more"] if more else names)
        newest = f", the newest «{in_sight(self.newest)}»" if self.newest is not None else ""
        back = "git reflog, or a backup"
        if self.in_copies:
            back = f"companion check {campaign} --repair (the copies have them)"
        files = f" The files went back too: undo {edit}" if edit else ""
        return f"{what} gone from {where}{newest}. To have them back: {back}.{files}"


def shortened(known: Mapping[str, int], pending: Pending, folder: Path) -> dict[str, int]:
    """The session files that are shorter than is known, or gone, and how long they were."""
    if known == pending.lengths:
        return {}
    return {
        name: was
        for name, was in known.items()
        if pending.lengths.get(name, 0) < was
        and name not in pending.respelt
        and (name in pending.lengths or _is_gone(folder / "journal" / name))
    }


def only_in_copies(
    folder: Path, lengths: Mapping[str, int], known: Mapping[str, int]
) -> dict[str, int]:
    """The session files of which the copies have more than is there, or was ever known to be."""
    kept = Copies(folder).journal_lengths()
    return {
        name: length
        for name, length in kept.items()
        if length > max(lengths.get(name, 0), known.get(name, 0))
    }


def find_lost(
    journal: Journal,
    files: Mapping[str, int],
    last: int,
    remembered: Entry | None,
    before: Collection[str] = (),
) -> Lost | None:
    """What of these session files, which were so long, is gone; None if every entry is there under
    another name. `last` is the newest number that is known, `remembered` the newest entry if it
    is. Of session files that were lost `before` nobody knows which of the numbers that are missing
    were theirs: then only the copies tell how many entries are gone. Reads as much of the journal
    as is newer than what is left of the files."""
    folder = journal.folder.parent
    copied, whole = _copied(folder, files)
    start = 0 if whole else min(_newest_left(journal, name) for name in files)
    newer = takewhile(lambda entry: entry.number > start, journal.backwards())
    present = {_key(entry): entry for entry in newer}
    if not whole and all(_is_renamed(journal, name) for name in files):
        return None
    missing = [entry for entry in copied if _key(entry) not in present]
    if whole and not missing:
        return None
    last = max([last, *(entry.number for entry in missing)])
    count = len(missing)
    if not whole and before:
        count = 0
    elif not whole:
        count = last - start - len({entry.number for entry in present.values()})
    if remembered is not None and _key(remembered) not in present:
        missing.append(remembered)
    newest = next((entry for entry in missing if entry.number == last), None)
    counted = max(count, 0) if count <= _MOST_COUNTED else 0
    return Lost(tuple(sorted(files)), counted, newest, last, whole)


def _is_gone(path: Path) -> bool:
    """True if nothing is there. What cannot be opened is told of elsewhere."""
    try:
        path.lstat()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return False


def _copied(folder: Path, files: Mapping[str, int]) -> tuple[list[Entry], bool]:
    """The entries that the copies have of session files, and whether they have each as long as it
    was."""
    copies, found, whole = Copies(folder), list[Entry](), True
    lengths = copies.journal_lengths()
    for name, was in files.items():
        length = lengths.get(name, 0)
        whole = whole and length >= was
        with suppress(OSError):
            found += SessionFile(copies.journal_file(name), 0, length).entries() if length else []
    return found, whole


def _newest_left(journal: Journal, name: str) -> int:
    """The newest number in what is left of a session's file; 0 if it is gone."""
    length = journal.lengths().get(name, 0)
    with suppress(OSError):
        newest = next(newest_first(journal.folder / name, length), None) if length else None
        return newest.number if newest is not None else 0
    return 0


def _is_renamed(journal: Journal, name: str) -> bool:
    """True if a session's file is there under another name."""
    lengths = journal.lengths()
    same_day = (other for other in lengths if other.startswith(name[:10]) and other != name)
    return name not in lengths and any(
        _session_in(journal.folder / other, lengths[other]) == session_of(name)
        for other in same_day
    )


def _session_in(path: Path, length: int) -> str:
    with suppress(OSError):
        header = SessionFile(path, 0, length).header
        return header.session if header is not None else ""
    return ""


def _key(entry: Entry) -> _Key:
    """What an entry is known by, also in a session that a repair has called otherwise."""
    return entry.number, entry.at, entry.line
