"""Repairs a campaign as its examination planned it. Whatever is taken out of a file, or out of the
folder, is kept beside the copies by the name it had."""

import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from companion.archive.campaign_folders import CampaignFolders
from companion.archive.campaign_storage import Archive
from companion.archive.disk.atomic_writes import make_read_error, make_write_error, remove_file
from companion.archive.disk.lock import hold_campaign_lock
from companion.archive.file_texts_and_change_stamps import TooLarge
from companion.archive.journal.checkpoint import record_shortened_sessions
from companion.archive.journal.journal_folder import Journal
from companion.archive.journal.session_writer import NumbersExhausted
from companion.archive.rescue.backup_copies import Copies
from companion.archive.rescue.examination import CHECKPOINT_FILE, plan_campaign_repair
from companion.archive.rescue.journal_repair_plan import Finding, RepairPlan, plan_journal_repair
from companion.refusal import Broken

_WORD_SECONDS = 0.2
"""Seconds in which a word that is being written is done."""


class RepairOutcome(NamedTuple):
    """What was mended, what is left, the folder with the files as they were (None if none was
    changed), and warnings."""

    repaired: tuple[Finding, ...]
    remaining: tuple[Finding, ...]
    set_aside_folder: Path | None = None
    warnings: tuple[str, ...] = ()


def diagnose_campaign(folder: Path, campaign_folders: CampaignFolders) -> tuple[Finding, ...]:
    """Everything wrong with a campaign. Nothing is locked: what somebody is writing this moment
    looks the same, but not for long. Raises Impossible if a folder cannot be read."""
    try:
        findings = plan_campaign_repair(folder, campaign_folders).findings
        if not findings:
            return ()
        time.sleep(_WORD_SECONDS)
        still = set(plan_campaign_repair(folder, campaign_folders).findings)
    except OSError as error:
        raise make_read_error(error) from error
    return tuple(finding for finding in findings if finding in still)


def repair_campaign(folder: Path, campaign_folders: CampaignFolders) -> RepairOutcome:
    """Mend what can be. Raises Impossible if another holds the lock, or somebody saves a file
    meanwhile, DiskError if the disk does not take it: each file is then as it was or as it would
    be, and what was in it is kept."""
    repair = _Repair(folder)
    findings: list[Finding] = []
    try:
        with hold_campaign_lock(folder, warn=repair.warnings.append):
            for _ in range(2):  # what was cut away may stand whole in the copies
                plan = plan_campaign_repair(folder, campaign_folders)
                findings += plan.findings
                repair.apply_plan(plan)
    except OSError as error:
        raise make_write_error(error) from error
    remaining = diagnose_campaign(folder, campaign_folders)
    problems = {finding.problem for finding in remaining}
    repaired = (each for each in findings if each.repair and each.problem not in problems)
    return RepairOutcome(
        tuple(repaired), remaining, repair.set_aside_folder, tuple(repair.warnings)
    )


class _Repair:
    """One repair, with the lock held."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.set_aside_folder: Path | None = None
        self.warnings: list[str] = []

    def apply_plan(self, plan: RepairPlan) -> None:
        """Mend everything: the files first, then the journal, once every word of it is in them."""
        self._replace_files(plan.files)
        record_shortened_sessions(
            self._folder,
            {
                name.removeprefix("journal/"): len(data)
                for name, data in plan.files.items()
                if name.startswith("journal/") and data is not None
            },
        )
        if not self._refresh_campaign():
            return
        if files := plan_journal_repair(Journal(self._folder)).files:
            # Without a checkpoint the files are the truth: whatever stops this, no word that is in
            # them is taken for a new one because the journal has become shorter.
            remove_file(self._folder / CHECKPOINT_FILE)
            self._replace_files(files)
            self._refresh_campaign()

    def _replace_files(self, files: Mapping[str, bytes | None]) -> None:
        copies = Copies(self._folder)
        self.set_aside_folder = copies.replace_campaign_files(files, self.set_aside_folder)

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
