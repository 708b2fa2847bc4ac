"""Examines a campaign: everything that is wrong with its folder and its copies, and what each file
that can be repaired would hold. Nothing is written, and only regular files are opened."""

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from companion.archive.campaign_folders import CampaignFolders
from companion.archive.campaign_parsing import parse_campaign
from companion.archive.campaign_summaries import find_problems_of_campaign_tables
from companion.archive.campaign_text_changes import roll_texts_forward_to_journal
from companion.archive.data_folders import OUTSIDE_MESSAGE, leads_out_of_folder_by_link
from companion.archive.disk.leftover_files import find_leftover_files
from companion.archive.file_texts_and_change_stamps import (
    TooLarge,
    list_folders_companion_writes_in,
    make_refusals_of_too_large_texts,
    make_whole_file_problem,
    read_campaign_file_texts,
)
from companion.archive.journal.checkpoint import read_checkpoint
from companion.archive.journal.journal_folder import Journal, PendingEntries
from companion.archive.rescue.backup_copies import Copies
from companion.archive.rescue.journal_repair_plan import (
    SET_ASIDE_REPAIR,
    Finding,
    RepairPlan,
    make_files_without_torn_ends,
    plan_journal_repair,
)
from companion.archive.rescue.lost_entries import find_lost_entries, find_shortened_sessions
from companion.archive.rescue.state_file_repair_plan import (
    MAKE_ROOM_HINT,
    PUT_BACK_REPAIR,
    StateOnDisk,
    plan_state_file_repair,
    read_state_files,
)
from companion.campaign.campaign import Campaign
from companion.campaign.record.file_and_journal_reconciliation import reconcile_files_with_journal
from companion.refusal import Broken, Impossible, Problem, shorten_problem
from companion.text_cleaning import clean_text

CHECKPOINT_FILE = ".companion/applied"


def plan_campaign_repair(folder: Path, campaign_folders: CampaignFolders) -> RepairPlan:
    """Everything wrong with a campaign, and the files that can be mended at once. The journal is
    mended later, when the campaign reads and holds every word. Raises OSError if a folder cannot be
    read."""
    examination = _Examination(folder, campaign_folders)
    examination.examine()
    findings = (f._replace(problem=shorten_problem(f.problem)) for f in examination.findings)
    return RepairPlan(tuple(dict.fromkeys(findings)), examination.files)


class _Examination:
    """One look at everything there is to a campaign. Nothing is written."""

    def __init__(self, folder: Path, campaign_folders: CampaignFolders) -> None:
        self.findings: list[Finding] = []
        self.files: dict[str, bytes | None] = {}
        """What the files that can be mended would hold; None for one that goes."""
        self._folder, self._campaign_folders = folder, campaign_folders
        self._journal, self._checkpoint = Journal(folder), read_checkpoint(folder)
        self._pending = PendingEntries((), {}, (), ())
        if (known := self._checkpoint) is not None:
            self._pending = self._journal.read_entries_beyond_lengths(
                known.journal, known.last, known.lost
            )

    def examine(self) -> None:
        """Look through the state files, the journal, what stopped writers left, tables, and
        copies."""
        texts, campaign, problems = dict[str, str](), None, tuple[Problem, ...]()
        try:
            texts = read_campaign_file_texts(self._folder)[0]
            campaign = parse_campaign(texts)
        except Broken as broken:
            problems = broken.problems
        state = read_state_files(self._folder)
        self._add_plan_of_part(plan_state_file_repair(state, problems, self._pending.entries))
        if campaign is not None:
            self._look_for_unwritten_entries(state, texts, campaign)
        in_journal = plan_journal_repair(self._journal).findings
        self.files |= make_files_without_torn_ends(self._journal)
        self._look_for_lost_sessions({finding.problem.file for finding in in_journal})
        self._look_for_leftovers()
        for problem in find_problems_of_campaign_tables(
            self._folder, self._campaign_folders, texts, campaign
        ):
            self.findings.append(Finding(problem, hint="Mend it in an editor, or take it away."))
        self.findings += in_journal
        self._look_for_stray_paths()
        self._look_for_broken_copies()

    def _add_plan_of_part(self, plan: RepairPlan) -> None:
        self.findings += plan.findings
        self.files |= plan.files

    def _add_finding(
        self, file: str, message: str, repair: str = "", hint: str = "", *, transient: bool = False
    ) -> None:
        self.findings.append(
            Finding(make_whole_file_problem(file, message), repair, hint, transient)
        )

    def _look_for_unwritten_entries(
        self, state: StateOnDisk, texts: Mapping[str, str], campaign: Campaign
    ) -> None:
        """Words past the checkpoint that are not yet in the files. Files that they do not fit into
        are put back as they were before."""
        entries, known = self._pending.entries, state.last_good
        if not entries or not known:
            return
        settled = reconcile_files_with_journal(parse_campaign(known), entries, campaign)
        if not settled.forward_changes:
            return
        too_large: list[TooLarge] = []
        with suppress(Impossible):
            too_large = make_refusals_of_too_large_texts(
                roll_texts_forward_to_journal(texts, entries, settled)
            )
        words = "1 word is" if len(entries) == 1 else f"{len(entries)} words are"
        message = f"{words} not yet in the files; the newest is {clean_text(entries[-1].name)}"
        self._add_finding("journal", message, "written into them", transient=not too_large)
        for each in too_large:
            repair, before = "", known.get(each.file)
            if before is not None and before != texts.get(each.file):
                self.files[each.file], repair = before.encode(), PUT_BACK_REPAIR
            message = f"it would have {each.size:,} bytes with what the journal has for it"
            self._add_finding(each.file, message, repair, f"{MAKE_ROOM_HINT}.")

    def _look_for_lost_sessions(self, flawed: set[str]) -> None:
        """Session files that were longer when the companion last wrote: put back if the copies
        beside the campaign have all of them. Those that are `flawed` have a finding already."""
        known = self._checkpoint.compute_peak_session_file_lengths() if self._checkpoint else {}
        shortened = find_shortened_sessions(known, self._pending, self._folder)
        copies = Copies(self._folder).read_journal() if shortened else {}
        for name, length in shortened.items():
            if find_lost_entries(self._journal, {name: length}, 0, None) is None:
                continue  # every entry is there all the same
            file = f"journal/{name}"
            message = "it is shorter than it was" if name in self._pending.lengths else "it is gone"
            if len(copies.get(file, b"")) >= length:
                self.files[file] = copies[file]
                self._add_finding(file, message, "put back from the copies")
            elif clean_text(file) not in flawed:
                hint = "Bring it back from git or a backup; the campaign plays on without it."
                self._add_finding(file, message, hint=hint)

    def _look_for_leftovers(self) -> None:
        """What stopped writers left, and a checkpoint that cannot be read. Nothing is lost with
        them."""
        found = {
            path.relative_to(self._folder).as_posix(): "a writer that was stopped has left it"
            for path in find_leftover_files(self._folder)
        }
        path = self._folder / CHECKPOINT_FILE
        if (
            self._checkpoint is None
            and path.is_file()
            and not leads_out_of_folder_by_link(path, self._folder)
        ):
            found[CHECKPOINT_FILE] = "it cannot be read; the files are the truth without it"
        for file, message in found.items():
            self._add_finding(file, message, SET_ASIDE_REPAIR, transient=True)
            self.files[file] = None

    def _look_for_stray_paths(self) -> None:
        """Links that lead out of the folder, and what is no file or folder where one should be."""
        flawed = {finding.problem.file for finding in self.findings}
        strays = {clean_text(file): message for file, message in self._find_stray_paths()}
        for problem in self._journal.read_entries_beyond_lengths(
            self._journal.measure_files()
        ).problems:
            strays[problem.file] = problem.message
        for file in sorted(strays.keys() - flawed):
            hint = "Put a file or a folder in its place, or take it away."
            self._add_finding(file, strays[file], hint=hint)

    def _find_stray_paths(self) -> Iterator[tuple[str, str]]:
        for name in (*list_folders_companion_writes_in(), "tables"):
            place = self._folder / name
            if leads_out_of_folder_by_link(place, self._folder):
                yield name, OUTSIDE_MESSAGE
            elif place.is_dir():
                for path in place.rglob("*"):
                    if path.is_symlink() and leads_out_of_folder_by_link(path, self._folder):
                        yield path.relative_to(self._folder).as_posix(), OUTSIDE_MESSAGE
            elif os.path.lexists(place):
                yield name, "it is no folder"
        checkpoint = self._folder / CHECKPOINT_FILE
        if os.path.lexists(checkpoint) and not checkpoint.is_file():
            yield CHECKPOINT_FILE, "it is no file"

    def _look_for_broken_copies(self) -> None:
        """Copies that do not read. A prompt may take one away meanwhile, as others come after
        it."""
        hint = "Mend it in an editor, or delete its folder."
        for copy in Copies(self._folder).list_copies():
            try:
                parse_campaign(read_campaign_file_texts(copy.folder)[0])
            except Broken as broken:
                place = copy.folder.relative_to(self._folder.parent)
                for problem in broken.problems if copy.folder.is_dir() else ():
                    file = clean_text((place / problem.file).as_posix())
                    self.findings.append(Finding(problem._replace(file=file), hint=hint))
