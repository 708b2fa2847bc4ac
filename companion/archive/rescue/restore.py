"""Restores a campaign from one of its copies, as one entry of the journal that `undo` takes back.

If the files cannot be read, they are set aside first; if the folder is gone, it is made anew. What
the campaign held until now is always kept.
"""

import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from companion.archive.campaign_parsing import parse_campaign
from companion.archive.campaign_storage import Archive
from companion.archive.disk.atomic_writes import (
    DiskError,
    FileChanged,
    make_write_error,
    write_folder_in_one_step,
)
from companion.archive.disk.dot_companion_folder import GIT_FILES
from companion.archive.disk.lock import hold_campaign_lock
from companion.archive.file_texts_and_change_stamps import (
    TooLarge,
    read_campaign_file_texts,
    read_file_stamps,
)
from companion.archive.journal.session_file import find_offset_after_entry
from companion.archive.rescue.backup_copies import Copies, read_own_table_files
from companion.archive.rescue.merge_marks_and_conflicted_copies import has_unresolved_merge
from companion.archive.rescue.state_file_repair_plan import (
    read_files_as_last_written,
    read_state_files,
)
from companion.campaign.changes import make_entry_to_journal
from companion.campaign.diff import apply_changes, diff_campaigns
from companion.campaign.file_layout import list_block_folder_names
from companion.refusal import Broken, Impossible, Refusal


class RestoreOutcome(NamedTuple):
    """What bringing a copy back came to: the game's time it holds (`now`), the entry that `undo`
    takes back, if anything changed, and the copy of what was there until then. Files that could not
    be read are in `set_aside_folder`; tables of the copy that the campaign has not, or not so, in
    `differing_tables`. Where the folder was gone it is recreated, and `later_journal` has the part
    of its journal that came after the copy."""

    copy: str
    now: str
    entry: str = ""
    copy_before: str = ""
    set_aside_folder: Path | None = None
    later_journal: Path | None = None
    differing_tables: Path | None = None
    is_recreated: bool = False
    warnings: tuple[str, ...] = ()


def restore_campaign_from_copy(folder: Path, copy: str) -> RestoreOutcome:
    """Bring the copy of this name back into a campaign's folder.

    Raises Unknown if there is no such copy; Impossible if it cannot be read, another process holds
    the lock, or a merge is not resolved; Broken if a file may not be opened; DiskError if the disk
    does not take it. Each file is then as it was, or as the companion or the copy has it;
    what could not be read is kept, and the refusal says where.
    """
    restoring = _Restore(Copies(folder), copy)
    try:
        if not folder.is_dir():
            return restoring.recreate_folder()
        warnings: list[str] = []
        with hold_campaign_lock(folder, warn=warnings.append):
            outcome = restoring.restore_files()
        return outcome._replace(warnings=(*outcome.warnings, *warnings))
    except (OSError, DiskError) as error:
        refusal = error if isinstance(error, DiskError) else make_write_error(error)
        if restoring.set_aside_folder is not None:
            hint = f"What could not be read is kept in {restoring.set_aside_folder}."
            refusal = DiskError(refusal.message, hint)
        raise refusal from error


class _Restore:
    def __init__(self, copies: Copies, copy: str) -> None:
        self._copies, self._copy = copies, copies.find_copy(copy)
        self._folder = copies.folder
        self._texts = copies.read_texts_of(copy)
        self.set_aside_folder: Path | None = None
        try:
            self._target = parse_campaign(self._texts)
        except Broken as broken:
            raise Impossible(
                f"The copy «{copy}» cannot be read: {broken.problems[0]}.",
                f"Mend it in {self._copy.folder}, or choose another. Nothing was changed.",
            ) from broken

    def recreate_folder(self) -> RestoreOutcome:
        """The folder, which is gone, from the copy and its tables and the journal's copy."""
        files = {file: text.encode() for file, text in self._texts.items()}
        until, later = _split_journal_after_entry(self._copies.read_journal(), self._copy.info.last)
        aside = self._copies.set_campaign_files_aside(later) if later else None
        files |= read_own_table_files(self._copy.folder) | until | GIT_FILES
        write_folder_in_one_step(self._folder, files, list_block_folder_names(), self._copy.folder)
        now = str(self._target.now)
        return RestoreOutcome(self._copy.name, now, later_journal=aside, is_recreated=True)

    def restore_files(self) -> RestoreOutcome:
        """Journal the change to the copy and put its files in place, with the lock held."""
        archive = self._open_archive()
        present, before, entry = read_campaign_file_texts(self._folder)[0], "", ""
        tables = self._find_differing_tables()
        if present != self._texts:
            most, last = archive.campaign.book.copies, archive.session.last_number
            name = f"{time.strftime('%Y-%m-%d')}-before-restore"
            before = self._copies.make_copy(
                name, present, most, last=last, must=True, spare=self._copy.name
            )
        changes = diff_campaigns(archive.campaign, self._target)
        if changes or self.set_aside_folder is not None:
            word = make_entry_to_journal("word", f"restore {self._copy.name}", changes)
            after = apply_changes(archive.campaign, changes)
            journalled = archive.commit(word, after, self._texts)
            entry = journalled.name if changes else ""
        warnings = archive.take_warnings()
        try:
            archive.replace_files_by_equivalent_texts(self._texts)
        except (OSError, FileChanged):
            warnings += ("Its comments and spacing could not be put back with it.",)
        return RestoreOutcome(
            self._copy.name,
            str(self._target.now),
            entry,
            before,
            self.set_aside_folder,
            differing_tables=tables,
            warnings=warnings,
        )

    def _open_archive(self) -> Archive:
        """The campaign as it stands; if it cannot be read, or what is journalled does not fit in
        it, as it was before, or as the copy has it."""
        try:
            return self._refresh_archive()
        except (Broken, TooLarge) as refusal:
            self._require_replaceable_files(refusal)
        if good := read_files_as_last_written(self._folder):
            self._replace_files(good)
            with suppress(TooLarge):
                return self._refresh_archive()
        self._replace_files(self._texts)
        return self._refresh_archive()

    def _refresh_archive(self) -> Archive:
        archive = Archive(self._folder)
        archive.protected_copy = self._copy.name
        archive.refresh(write=True)
        return archive

    def _require_replaceable_files(self, refusal: Refusal) -> None:
        """Raises the refusal again if a state file is not even to be opened, Impossible in the
        midst of a merge."""
        state = read_state_files(self._folder)
        if state.unopened:
            raise refusal
        for name, data in state.contents.items():
            if has_unresolved_merge(data.decode(errors="replace")):
                raise Impossible(
                    f"A merge is not resolved in {name}.",
                    "Resolve it first, or go back to before it: git merge --abort",
                )

    def _replace_files(self, texts: Mapping[str, str]) -> None:
        """Put these in the place of all state files, which are set aside."""
        files: dict[str, bytes | None] = dict.fromkeys(read_file_stamps(self._folder))
        files |= {name: text.encode() for name, text in texts.items()}
        self.set_aside_folder = self._copies.replace_campaign_files(files, self.set_aside_folder)

    def _find_differing_tables(self) -> Path | None:
        """Where the copy's tables lie, if any of them is not the campaign's as it is now."""
        for name, data in read_own_table_files(self._copy.folder).items():
            path = self._folder / name
            if not path.is_file() or path.read_bytes() != data:
                return self._copy.folder / "tables"
        return None


def _split_journal_after_entry(
    journal: Mapping[str, bytes], last: int | None
) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """The files of a journal until the entry of this number, and whole those that go on after it;
    all of it where that is not known."""
    until, later = dict[str, bytes](), dict[str, bytes]()
    for name, data in journal.items():
        end = len(data) if last is None else find_offset_after_entry(data, last)
        if end < len(data):
            later[name] = data
        if end:
            until[name] = data[:end]
    return until, later
