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
from companion.archive.journal.sessions import Journal
from companion.archive.rescue.copies import Copies
from companion.archive.rescue.examine import examine_campaign, read_sessions
from companion.archive.rescue.journal_repair import Finding, plan_journal_repair
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
    meanwhile, DiskError where the disk does not take it: each file is then as it was or as it would
    be, and what was in it is kept."""
    repair = _Repair(folder, shelves)
    try:
        with hold_lock(folder, tell=repair.warn):
            findings = repair.run()
            findings += repair.run()  # what was cut away may stand whole in the copies
    except OSError as error:
        raise make_write_error(error) from error
    remaining = diagnose_campaign(folder, shelves)
    problems = {finding.problem for finding in remaining}
    repaired = (each for each in findings if each.repair and each.problem not in problems)
    return RepairOutcome(tuple(repaired), remaining, repair.set_aside_folder, repair.warnings)


class _Repair:
    """One repair, with the lock held."""

    def __init__(self, folder: Path, shelves: Shelves) -> None:
        self._folder, self._shelves = folder, shelves
        self.set_aside_folder: Path | None = None
        self.warnings: tuple[str, ...] = ()

    def warn(self, warning: str) -> None:
        """Add a warning."""
        self.warnings += (warning,)

    def run(self) -> tuple[Finding, ...]:
        """Mend everything: the files first, then the journal, once every word of it is in them.
        Returns what was wrong before."""
        findings, files = examine_campaign(self._folder, self._shelves)
        self._write_files(files)
        shorten_checkpoint(
            self._folder,
            {
                name.removeprefix("journal/"): len(data)
                for name, data in files.items()
                if name.startswith("journal/") and data is not None
            },
        )
        if self._refresh_campaign():
            journal = Journal(self._folder)
            files = plan_journal_repair(read_sessions(journal)[0], journal).files
            if files:
                # Without a checkpoint the files are the truth: whatever stops this, no word that is
                # in them is taken for a new one because the journal has become shorter.
                remove_file(self._folder / ".companion" / "applied")
                self._write_files(files)
                self._refresh_campaign()
        return findings

    def _refresh_campaign(self) -> bool:
        """True if the campaign reads and takes what was journalled, which is in its files then."""
        try:
            archive = Archive(self._folder)
            with suppress(NumbersExhausted):  # that of an edit by hand, which stays in its file
                archive.refresh(write=True)
        except (Broken, TooLarge):
            return False
        self.warnings += archive.take_warnings()
        return True

    def _write_files(self, files: Mapping[str, bytes | None]) -> None:
        """Write files, or remove them, after what they hold was kept. Raises Impossible where
        somebody saves one of them meanwhile, which then stands."""
        known: dict[str, FileVersion] = {}
        for name in files:
            path = self._folder / name
            with suppress(FileNotFoundError):  # what a prompt was just writing beside is done now
                if path.is_file():
                    known[name] = FileVersion(Stamp.from_stat(path.stat()), path.read_bytes())
        if known:
            kept = {name: version.data for name, version in known.items()}
            self.set_aside_folder = Copies(self._folder).set_aside(kept, self.set_aside_folder)
        for name, data in files.items():
            path = self._folder / name
            try:
                if data is None:
                    remove_if_unchanged(path, known.get(name))
                    continue
                if not path.parent.is_dir():
                    make_folder(path.parent)
                replace_if_unchanged(path, data, known.get(name))
            except FileChanged:
                raise Impossible(
                    f"{clean_text(name)} was saved while it was to be mended.",
                    "What was saved stands. Check again.",
                ) from None
