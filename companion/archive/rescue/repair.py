"""What can be mended of a campaign, mended. Whatever is taken out of a file, or out of the folder,
is kept beside the copies, by the name it had."""

import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from companion.archive.disk.atomic import make_folder, remove_file
from companion.archive.disk.lock import hold_lock
from companion.archive.disk.swaps import (
    FileChanged,
    FileVersion,
    remove_if_unchanged,
    replace_if_unchanged,
)
from companion.archive.disk_errors import make_read_error, make_write_error
from companion.archive.journal.checkpoint import shorten_checkpoint
from companion.archive.journal.session_writer import NumbersExhausted
from companion.archive.rescue.copies import Copies
from companion.archive.rescue.examine import Examination, examine_campaign
from companion.archive.rescue.journal_repair import Finding
from companion.archive.shelves import Shelves
from companion.archive.store import Archive
from companion.archive.texts import Stamp, TooLarge
from companion.refusal import Broken, Impossible
from companion.text import clean_text

_WORD_SECONDS = 0.2
"""Seconds in which a word that is being written is done."""


class RepairOutcome(NamedTuple):
    """What was mended, and what is left; where the files are kept as they were, if any was changed;
    and what else there is to tell."""

    repaired: tuple[Finding, ...]
    remaining: tuple[Finding, ...]
    set_aside_folder: Path | None = None
    warnings: tuple[str, ...] = ()


def diagnose_campaign(folder: Path, shelves: Shelves) -> tuple[Finding, ...]:
    """Everything wrong with a campaign. Nothing is locked: what somebody is writing this moment
    looks the same, but not for long. Raises Impossible where a folder cannot be read."""
    try:
        findings = examine_campaign(folder, shelves).findings
        if not findings:
            return ()
        time.sleep(_WORD_SECONDS)
        still = set(examine_campaign(folder, shelves).findings)
    except OSError as error:
        raise make_read_error(error) from error
    return tuple(finding for finding in findings if finding in still)


def repair_campaign(folder: Path, shelves: Shelves) -> RepairOutcome:
    """Mend what can be. Raises Impossible where another holds the lock, or somebody saves a file
    meanwhile, Unwritable where the disk
    does not take it: each file is then as it was or as it would be, and what was in it is kept."""
    mending = _Repair(folder, shelves)
    try:
        with hold_lock(folder, tell=mending.warn):
            findings = mending.run()
            findings += mending.run()  # what was cut away may stand whole in the copies
    except OSError as error:
        raise make_write_error(error) from error
    left = diagnose_campaign(folder, shelves)
    still = {finding.problem for finding in left}
    done = (each for each in findings if each.repair and each.problem not in still)
    return RepairOutcome(tuple(done), left, mending.set_aside_folder, mending.warnings)


class _Repair:
    """One repair, with the lock held."""

    def __init__(self, folder: Path, shelves: Shelves) -> None:
        self._folder, self._shelves = folder, shelves
        self._copies = Copies(folder)
        self.set_aside_folder: Path | None = None
        self.warnings: tuple[str, ...] = ()

    def warn(self, warning: str) -> None:
        """One thing more to tell of the repair."""
        self.warnings += (warning,)

    def run(self) -> tuple[Finding, ...]:
        """Mend everything: the files first, then the journal, once every word of it is in them.
        What was wrong before that."""
        before = self._examine()
        self._write_files(before.first_repairs)
        shorten_checkpoint(self._folder, _measure_sessions(before.first_repairs))
        if self._refresh_campaign():
            journal = self._examine().journal_repairs
            if journal:
                # Without a mark the files are the truth: whatever stops this, no word that is in
                # them is taken for a new one because the journal has become shorter.
                remove_file(self._folder / ".companion" / "applied")
                self._write_files(journal)
                self._refresh_campaign()
        return before.findings

    def _examine(self) -> Examination:
        return examine_campaign(self._folder, self._shelves)

    def _refresh_campaign(self) -> bool:
        """Whether the campaign reads and takes what was journalled, which is in its files then."""
        try:
            archive = Archive(self._folder)
            with suppress(NumbersExhausted):  # that of an edit by hand, which stays in its file
                archive.refresh(write=True)
        except (Broken, TooLarge):
            return False
        self.warnings += archive.take_warnings()
        return True

    def _write_files(self, files: Mapping[str, bytes | None]) -> None:
        """Files as they are to be, after what they are was kept. Raises Impossible where somebody
        saves one of them meanwhile, which then stands."""
        held: dict[str, FileVersion] = {}
        for name in files:
            path = self._folder / name
            with suppress(FileNotFoundError):  # what a prompt was just writing beside is done now
                if path.is_file():
                    held[name] = FileVersion(Stamp.from_stat(path.stat()), path.read_bytes())
        if held:
            kept = {name: known.data for name, known in held.items()}
            self.set_aside_folder = self._copies.set_aside(kept, self.set_aside_folder)
        for name, data in files.items():
            path = self._folder / name
            try:
                if data is None:
                    remove_if_unchanged(path, held.get(name))
                    continue
                if not path.parent.is_dir():
                    make_folder(path.parent)
                replace_if_unchanged(path, data, held.get(name))
            except FileChanged:
                raise Impossible(
                    f"{clean_text(name)} was saved while it was to be mended.",
                    "What was saved stands. Check again.",
                ) from None


def _measure_sessions(files: Mapping[str, bytes | None]) -> dict[str, int]:
    """How long the session files among these are now."""
    return {
        name.removeprefix("journal/"): len(data)
        for name, data in files.items()
        if name.startswith("journal/") and data is not None
    }
