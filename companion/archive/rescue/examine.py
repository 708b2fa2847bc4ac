"""A campaign examined: everything that is wrong with its folder and its copies, what can be mended
and what each file would hold then. Nothing is written here, and only regular files are opened.
"""

import os
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from companion.archive.disk.leftovers import find_leftovers
from companion.archive.folders import is_outside
from companion.archive.journal import blocks
from companion.archive.journal.checkpoint import Checkpoint, read_checkpoint
from companion.archive.journal.sessions import Journal, PendingEntries
from companion.archive.reading import read_campaign
from companion.archive.rescue.copies import Copies
from companion.archive.rescue.journal_repair import (
    SET_ASIDE_REPAIR,
    Finding,
    RepairPlan,
    plan_journal_repair,
)
from companion.archive.rescue.lost_entries import find_lost_entries, find_shortened
from companion.archive.rescue.state_repair import PUT_BACK_REPAIR, plan_state_repair, read_state
from companion.archive.shelves import Shelves
from companion.archive.summary import find_table_problems
from companion.archive.texts import find_too_large, list_written_folders, read_texts
from companion.archive.writing import roll_forward
from companion.campaign.campaign import Campaign
from companion.campaign.changes import Entry
from companion.campaign.reconcile import reconcile_campaign
from companion.refusal import Broken, Impossible, Problem, shorten_problem
from companion.text import clean_text

_CHECKPOINT_FILE = ".companion/applied"
_OUTSIDE_MESSAGE = "it is a link that leads out of the campaign's folder"
_NOTHING_PENDING = PendingEntries((), {}, (), ())


class Examination(NamedTuple):
    """What is wrong, and what the files would hold that can be mended at once (None: it goes). The
    journal is mended later, when the campaign reads and holds every word."""

    findings: tuple[Finding, ...]
    repairs: Mapping[str, bytes | None]


def examine_campaign(folder: Path, shelves: Shelves) -> Examination:
    """Everything there is to a campaign, looked through. Raises OSError where a folder cannot be
    read."""
    journal, checkpoint = Journal(folder), read_checkpoint(folder)
    texts, campaign, problems = dict[str, str](), None, tuple[Problem, ...]()
    try:
        texts = read_texts(folder)[0]
        campaign = read_campaign(texts)
    except Broken as broken:
        problems = broken.problems
    pending = _NOTHING_PENDING
    if checkpoint is not None:
        pending = journal.read_past(checkpoint.journal, checkpoint.last, checkpoint.lost)
    state = read_state(folder, pending.entries)
    sessions, unread = read_sessions(journal)
    in_journal = plan_journal_repair(sessions, journal).findings
    plans = [plan_state_repair(state, problems)]
    if campaign is not None and checkpoint is not None and state.last_good and pending.entries:
        plans.append(_plan_unwritten_words(texts, checkpoint, campaign, pending.entries))
    plans.append(RepairPlan((), _cut_torn_ends(sessions)))
    if checkpoint is not None:
        told = {finding.problem.file for finding in in_journal}
        plans.append(_plan_lost_sessions(journal, checkpoint, pending, told))
    plans.append(_plan_leftovers(folder, checkpoint))
    findings = [finding for plan in plans for finding in plan.findings]
    tables = find_table_problems(folder, shelves, texts, campaign)
    findings += [Finding(each, hint="Mend it in an editor, or take it away.") for each in tables]
    findings += [*in_journal, *unread]
    told = {finding.problem.file for finding in findings}
    strays = {problem.file: problem for problem in _find_strays(folder, journal)}
    hint = "Put a file or a folder in its place, or take it away."
    findings += [Finding(each, hint=hint) for each in strays.values() if each.file not in told]
    findings += _find_broken_copies(folder)
    findings = [each._replace(problem=shorten_problem(each.problem)) for each in findings]
    repairs = {name: data for plan in plans for name, data in plan.files.items()}
    return Examination(tuple(dict.fromkeys(findings)), repairs)


def read_sessions(journal: Journal) -> tuple[dict[str, bytes], list[Finding]]:
    """What the session files hold, and which of them cannot be read."""
    contents, unread = {}, []
    for name in journal.measure_files():
        try:
            contents[name] = (journal.folder / name).read_bytes()
        except OSError as error:
            problem = _make_problem(f"journal/{name}", f"it cannot be read ({error.strerror})")
            unread.append(Finding(problem, hint="See that you may read it."))
    return contents, unread


def _cut_torn_ends(sessions: Mapping[str, bytes]) -> dict[str, bytes | None]:
    """Session files without their ends that were never finished, which go before anything is added
    to them."""
    files: dict[str, bytes | None] = {}
    for name, data in sessions.items():
        torn = blocks.find_torn_end(data) if blocks.find_conflict(data) is None else None
        if torn is not None:
            files[f"journal/{name}"] = data[:torn]
    return files


def _plan_unwritten_words(
    texts: Mapping[str, str], checkpoint: Checkpoint, campaign: Campaign, entries: tuple[Entry, ...]
) -> RepairPlan:
    """Of these entries past the checkpoint, the words that are not yet in the files. Files that
    they do not fit into are put back as they were before."""
    settled = reconcile_campaign(read_campaign(checkpoint.texts), entries, campaign)
    if not settled.forward_changes:
        return RepairPlan()
    too_large: list[Finding] = []
    files: dict[str, bytes | None] = {}
    with suppress(Impossible):
        for each in find_too_large(roll_forward(texts, entries, settled)):
            repair, before = "", checkpoint.texts.get(each.file)
            if before is not None and before != texts.get(each.file):
                files[each.file], repair = before.encode(), PUT_BACK_REPAIR
            message = f"it would have {each.size:,} bytes with what the journal has for it"
            problem = _make_problem(each.file, message)
            too_large.append(Finding(problem, repair, "Make room in it with an editor."))
    words = "1 word is" if len(entries) == 1 else f"{len(entries)} words are"
    message = f"{words} not yet in the files; the newest is {clean_text(entries[-1].name)}"
    problem = _make_problem("journal", message)
    unwritten = Finding(problem, "written into them", is_transient=not too_large)
    return RepairPlan((unwritten, *too_large), files)


def _plan_lost_sessions(
    journal: Journal, checkpoint: Checkpoint, pending: PendingEntries, told: Collection[str]
) -> RepairPlan:
    """Session files that were longer when the companion last wrote: put back where the copies
    beside the campaign have all of them, else named unless something has been `told` of them."""
    folder = journal.folder.parent
    findings, files = list[Finding](), dict[str, bytes | None]()
    shortened = find_shortened(checkpoint.compute_longest_lengths(), pending, folder)
    copies = Copies(folder).read_journal() if shortened else {}
    for name, length in shortened.items():
        if find_lost_entries(journal, {name: length}, 0, None) is None:
            continue  # every entry is there all the same
        message = "it is shorter than it was" if name in pending.lengths else "it is gone"
        problem = _make_problem(f"journal/{name}", message)
        copy = copies.get(f"journal/{name}", b"")
        if len(copy) >= length:
            files[f"journal/{name}"] = copy
            findings.append(Finding(problem, "put back from the copies"))
        elif problem.file not in told:
            hint = "Bring it back from git or a backup; the campaign plays on without it."
            findings.append(Finding(problem, hint=hint))
    return RepairPlan(tuple(findings), files)


def _plan_leftovers(folder: Path, checkpoint: Checkpoint | None) -> RepairPlan:
    """What stopped writers left, and a checkpoint that cannot be read. Both go, and nothing is lost
    with them."""
    message = "a writer that was stopped has left it"
    found = {path.relative_to(folder).as_posix(): message for path in find_leftovers(folder)}
    path = folder / _CHECKPOINT_FILE
    if checkpoint is None and path.is_file() and not is_outside(path, folder):
        found[_CHECKPOINT_FILE] = "it cannot be read; the files are the truth without it"
    findings = (
        Finding(_make_problem(name, message), SET_ASIDE_REPAIR, is_transient=True)
        for name, message in found.items()
    )
    return RepairPlan(tuple(findings), dict.fromkeys(found))


def _find_strays(folder: Path, journal: Journal) -> Iterator[Problem]:
    """Links that lead out of the folder, and what is no file or folder where one should be."""
    yield from journal.read_past(journal.measure_files()).problems
    for name in (*list_written_folders(), "tables"):
        place = folder / name
        if is_outside(place, folder):
            yield _make_problem(name, _OUTSIDE_MESSAGE)
        elif os.path.lexists(place) and not place.is_dir():
            yield _make_problem(name, "it is no folder")
        else:
            for path in sorted(place.rglob("*")):
                if path.is_symlink() and is_outside(path, folder):
                    yield _make_problem(path.relative_to(folder).as_posix(), _OUTSIDE_MESSAGE)
    checkpoint = folder / _CHECKPOINT_FILE
    if os.path.lexists(checkpoint) and not checkpoint.is_file():
        yield _make_problem(_CHECKPOINT_FILE, "it is no file")


def _find_broken_copies(folder: Path) -> Iterator[Finding]:
    """Copies that do not read. A prompt may take one away meanwhile, as others come after it."""
    for copy in Copies(folder).list_copies():
        try:
            read_campaign(read_texts(copy.folder)[0])
        except Broken as broken:
            for problem in broken.problems if copy.folder.is_dir() else ():
                file = (copy.folder.relative_to(folder.parent) / problem.file).as_posix()
                hint = "Mend it in an editor, or delete its folder."
                yield Finding(problem._replace(file=clean_text(file)), hint=hint)


def _make_problem(name: str, message: str) -> Problem:
    return Problem(clean_text(name), 0, "", message)
