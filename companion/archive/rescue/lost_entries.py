"""Entries that the journal has lost: a session's file is gone or shorter than it was, after
`git reset --hard` or with a backup in its place.

The checkpoint knows how long each file was. The copies beside the campaign have the files of the
sessions that were over, even if a backup has brought back an older checkpoint.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

from companion.archive.journal.journal_folder import Journal, PendingEntries, extract_session_name
from companion.archive.journal.session_file import SessionFile
from companion.archive.rescue.backup_copies import Copies
from companion.campaign.changes import Entry
from companion.campaign.secrecy import mask_secret_line
from companion.refusal import join_words
from companion.text_cleaning import clean_text

_MAX_NAMED = 3
_MAX_COUNTED = 10**6
"""A larger count comes from a forged number and is left out of the warning."""


class LostEntries(NamedTuple):
    """What is gone: the session files by name, the number of entries (0 if it is not known), the
    newest of them if it is known, the number of the newest, and whether the copies have all."""

    files: tuple[str, ...]
    entry_count: int
    newest: Entry | None
    last: int
    in_copies: bool

    def describe(self, campaign: str, edit: int) -> str:
        """The warning. `edit` is the number of the entry for the files that went back too, 0 if
        they did not."""
        what = "1 entry is" if self.entry_count == 1 else f"{self.entry_count:,} entries are"
        if not self.entry_count:
            what = "Entries are"
        names = [clean_text(f"journal/{name}") for name in self.files[:_MAX_NAMED]]
        more = len(self.files) - len(names)
        where = join_words([*names, f"{more} more"] if more else names)
        newest = f", the newest «{mask_secret_line(self.newest)}»" if self.newest else ""
        back = "git reflog, or a backup"
        if self.in_copies:
            back = f"companion check {campaign} --repair (the copies have them)"
        files = f" The files went back too: undo {edit}" if edit else ""
        return f"{what} gone from {where}{newest}. To have them back: {back}.{files}"


def find_shortened_sessions(
    known: Mapping[str, int], pending: PendingEntries, folder: Path
) -> dict[str, int]:
    """The session files that are shorter than is known, or gone, and how long they were."""
    if known == pending.lengths:
        return {}
    return {
        name: length
        for name, length in known.items()
        if pending.lengths.get(name, 0) < length
        and _is_session_file_shortened(folder / "journal" / name, pending.lengths.get(name), length)
    }


def find_longer_session_copies(
    folder: Path, lengths: Mapping[str, int], known: Mapping[str, int]
) -> dict[str, int]:
    """The session files of which the copies have more than is there, or was ever known to be."""
    return {
        name: length
        for name, length in Copies(folder).journal.measure_files().items()
        if length > max(lengths.get(name, 0), known.get(name, 0))
    }


def find_lost_entries(
    journal: Journal,
    files: Mapping[str, int],
    last: int,
    remembered: Entry | None,
    lost_before: Collection[str] = (),
) -> LostEntries | None:
    """What is gone of these session files, by the lengths they had; None if each entry is still
    there, under another name.

    `last` is the newest number that is known, `remembered` the newest entry if it is known. The
    copies tell how many entries are gone, or else the numbers that are missing: unless files were
    `lost_before`, whose numbers are missing too. Only what is newer than what is left of the files
    is read.
    """
    lengths, copies = journal.measure_files(), Copies(journal.folder.parent).journal
    copied = copies.measure_files()
    in_copies = all(copied.get(name, 0) >= length for name, length in files.items())
    start = (
        0
        if in_copies
        else min(
            journal.read_newest_number_in_session(name, lengths.get(name, 0)) for name in files
        )
    )
    present = list(takewhile(lambda entry: entry.number > start, journal.read_backwards()))
    keys = set(map(_make_entry_key, present))
    missing = [
        e for e in _read_entries_of_files(copies, files, copied) if _make_entry_key(e) not in keys
    ]
    last = max([last, *(entry.number for entry in missing)])
    count = len(missing)
    if not in_copies:
        count = 0 if lost_before else last - start - len({entry.number for entry in present})
    if (
        not missing
        if in_copies
        else _are_session_files_renamed(files, journal, {e.session for e in present})
    ):
        return None
    if remembered is not None and _make_entry_key(remembered) not in keys:
        missing.append(remembered)
    newest = next((entry for entry in missing if entry.number == last), None)
    known_count = count if 0 < count <= _MAX_COUNTED else 0
    return LostEntries(tuple(sorted(files)), known_count, newest, last, in_copies)


def _read_entries_of_files(
    journal: Journal, files: Iterable[str], lengths: Mapping[str, int]
) -> Iterator[Entry]:
    """The entries of those of these session files that are in a journal."""
    for name in files:
        with suppress(OSError):
            path = journal.folder / name
            yield from SessionFile(path, 0, lengths.get(name, 0)).read_entries()


def _are_session_files_renamed(
    files: Iterable[str], journal: Journal, sessions: Collection[str]
) -> bool:
    """True if each of these session files is there under another name: with the day and the session
    that it was begun as, and with entries of these sessions."""
    lengths = journal.measure_files()
    origins = set()
    for name, length in lengths.items():
        with suppress(OSError):
            if header := SessionFile(journal.folder / name, 0, length).header:
                origins.add((header.began, header.session))
    return all(
        name not in lengths
        and extract_session_name(name) in sessions
        and (name[:10], extract_session_name(name)) in origins
        for name in files
    )


def _is_session_file_shortened(path: Path, length: int | None, known: int) -> bool:
    """True for a session file that is gone (`length` is None), or shorter than was known and not by
    its line breaks. One that cannot be opened is told of elsewhere."""
    try:
        if length is None:
            path.lstat()
            return False
        return not SessionFile(path, 0, length).has_entry_end_at(known)
    except OSError as error:
        return isinstance(error, FileNotFoundError)


def _make_entry_key(entry: Entry) -> tuple[int, str, str]:
    """What an entry is known by, also in a session that a repair has called otherwise."""
    return entry.number, entry.at, entry.line
