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

from companion.archive.journal.entries import SessionFile, read_newest_first
from companion.archive.journal.sessions import Journal, PendingEntries, parse_session_name
from companion.archive.rescue.copies import Copies
from companion.campaign.changes import Entry
from companion.campaign.secrecy import mask_secret_line
from companion.refusal import join_words
from companion.text import clean_text

_MAX_NAMED = 3
_MAX_COUNTED = 10**6
"""A larger count has come of a number that somebody forged, and is not told."""
_EntryKey: TypeAlias = tuple[int, str, str]


class LostEntries(NamedTuple):
    """What is gone: the session files by name, how many entries (0 where that is not known), the
    newest of them if that is known, the number of the newest, and whether the copies have all."""

    files: tuple[str, ...]
    entry_count: int
    newest: Entry | None
    last: int
    in_copies: bool

    def describe(self, campaign: str, edit: int) -> str:
        """What to say of it; `edit` is the number of the entry that says how the files went back
        too, 0 if they did not."""
        what = "1 entry is" if self.entry_count == 1 else f"{self.entry_count:,} entries are"
        if not self.entry_count:
            what = "Entries are"
        names = [clean_text(f"journal/{name}") for name in self.files[:_MAX_NAMED]]
        more = len(self.files) - len(names)
        where = join_words([*names, f"{more} more"] if more else names)
        newest = (
            f", the newest «{mask_secret_line(self.newest)}»" if self.newest is not None else ""
        )
        back = "git reflog, or a backup"
        if self.in_copies:
            back = f"companion check {campaign} --repair (the copies have them)"
        files = f" The files went back too: undo {edit}" if edit else ""
        return f"{what} gone from {where}{newest}. To have them back: {back}.{files}"


def find_shortened(
    known: Mapping[str, int], pending: PendingEntries, folder: Path
) -> dict[str, int]:
    """The session files that are shorter than is known, or gone, and how long they were."""
    if known == pending.lengths:
        return {}
    return {
        name: was
        for name, was in known.items()
        if pending.lengths.get(name, 0) < was
        and name not in pending.newline_changes
        and (name in pending.lengths or _is_gone(folder / "journal" / name))
    }


def find_only_in_copies(
    folder: Path, lengths: Mapping[str, int], known: Mapping[str, int]
) -> dict[str, int]:
    """The session files of which the copies have more than is there, or was ever known to be."""
    kept = Copies(folder).measure_journal()
    return {
        name: length
        for name, length in kept.items()
        if length > max(lengths.get(name, 0), known.get(name, 0))
    }


def find_lost_entries(
    journal: Journal,
    files: Mapping[str, int],
    last: int,
    remembered: Entry | None,
    before: Collection[str] = (),
) -> LostEntries | None:
    """What of these session files, which were so long, is gone; None if every entry is there under
    another name. `last` is the newest number that is known, `remembered` the newest entry if it
    is. Of session files that were lost `before` nobody knows which of the numbers that are missing
    were theirs: then only the copies tell how many entries are gone. Reads as much of the journal
    as is newer than what is left of the files."""
    folder = journal.folder.parent
    copied, whole = _read_copied_entries(folder, files)
    start = 0 if whole else min(_read_newest_left(journal, name) for name in files)
    newer = takewhile(lambda entry: entry.number > start, journal.read_backwards())
    present = {_make_key(entry): entry for entry in newer}
    if not whole and all(_is_renamed(journal, name) for name in files):
        return None
    missing = [entry for entry in copied if _make_key(entry) not in present]
    if whole and not missing:
        return None
    last = max([last, *(entry.number for entry in missing)])
    count = len(missing)
    if not whole and before:
        count = 0
    elif not whole:
        count = last - start - len({entry.number for entry in present.values()})
    if remembered is not None and _make_key(remembered) not in present:
        missing.append(remembered)
    newest = next((entry for entry in missing if entry.number == last), None)
    counted = max(count, 0) if count <= _MAX_COUNTED else 0
    return LostEntries(tuple(sorted(files)), counted, newest, last, whole)


def _is_gone(path: Path) -> bool:
    """True if nothing is there. What cannot be opened is told of elsewhere."""
    try:
        path.lstat()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return False


def _read_copied_entries(folder: Path, files: Mapping[str, int]) -> tuple[list[Entry], bool]:
    """The entries that the copies have of session files, and whether they have each as long as it
    was."""
    copies, found, whole = Copies(folder), list[Entry](), True
    lengths = copies.measure_journal()
    for name, was in files.items():
        length = lengths.get(name, 0)
        whole = whole and length >= was
        with suppress(OSError):
            found += (
                SessionFile(copies.get_journal_path(name), 0, length).read_entries()
                if length
                else []
            )
    return found, whole


def _read_newest_left(journal: Journal, name: str) -> int:
    """The newest number in what is left of a session's file; 0 if it is gone."""
    length = journal.measure_files().get(name, 0)
    with suppress(OSError):
        newest = next(read_newest_first(journal.folder / name, length), None) if length else None
        return newest.number if newest is not None else 0
    return 0


def _is_renamed(journal: Journal, name: str) -> bool:
    """True if a session's file is there under another name."""
    lengths = journal.measure_files()
    same_day = (other for other in lengths if other.startswith(name[:10]) and other != name)
    return name not in lengths and any(
        _read_session_name(journal.folder / other, lengths[other]) == parse_session_name(name)
        for other in same_day
    )


def _read_session_name(path: Path, length: int) -> str:
    with suppress(OSError):
        header = SessionFile(path, 0, length).header
        return header.session if header is not None else ""
    return ""


def _make_key(entry: Entry) -> _EntryKey:
    """What an entry is known by, also in a session that a repair has called otherwise."""
    return entry.number, entry.at, entry.line
