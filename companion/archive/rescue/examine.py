"""A campaign examined: everything that is wrong with its folder and its copies, what can be mended
and what each file would hold then. Nothing is written here, and nothing opened that is no file.
"""

import os
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

from companion.archive.disk.swaps import find_leftovers
from companion.archive.journal import blocks
from companion.archive.journal.checkpoint import Checkpoint, read_checkpoint
from companion.archive.journal.entries import SessionFile
from companion.archive.journal.sessions import Journal, Session
from companion.archive.reading import read_campaign
from companion.archive.rescue.copies import Copies
from companion.archive.rescue.journal_repair import (
    Finding,
    NameSession,
    RepairPlan,
    plan_journal_repair,
)
from companion.archive.rescue.lost_entries import find_lost_entries
from companion.archive.rescue.state_repair import StateOnDisk, find_removed, plan_state_repair
from companion.archive.shelves import Shelves
from companion.archive.summary import find_table_problems
from companion.archive.texts import (
    MAX_BYTES,
    find_too_large,
    is_outside,
    list_written_folders,
    read_stamps,
    read_texts,
    require_readable,
)
from companion.archive.writing import rewrite_files, roll_forward
from companion.campaign.campaign import Campaign
from companion.campaign.changes import Entry
from companion.campaign.diff import InapplicableChange, apply_changes
from companion.campaign.reconcile import reconcile_campaign
from companion.refusal import Broken, Impossible, Problem, shorten_problem
from companion.text import clean_text

_CHECKPOINT_FILE = ".companion/applied"
_SET_ASIDE_REPAIR = "set aside"
_TABLE_HINT = "Mend it in an editor, or take it away."
_LINK_HINT = "Put a file or a folder in its place, or take it away."
_COPY_HINT = "Mend it in an editor, or delete its folder."
_PERMISSION_HINT = "See that you may read it."
_PUT_BACK_REPAIR = "put back as the companion last wrote it"
_ROOM_HINT = "Make room in it with an editor."
_MAX_SET_ASIDE_BYTES = 128 * 1024 * 1024
"""Bytes of a state file that are still held in memory to be kept; a larger one is left to a
person."""


class Examination(NamedTuple):
    """What is wrong; what the files would hold that are mended first (None: it goes); and what
    those of the journal would, which are mended once the campaign reads and holds every word."""

    findings: tuple[Finding, ...]
    first_repairs: Mapping[str, bytes | None]
    journal_repairs: Mapping[str, bytes | None]


def examine_campaign(folder: Path, shelves: Shelves) -> Examination:
    """Everything there is to a campaign, looked through. Raises OSError where a folder cannot be
    read."""
    mark = read_checkpoint(folder)
    texts, problems = _read_texts(folder)
    campaign = None if problems else read_campaign(texts)
    held, astray = read_state_files(folder)
    sessions, unread = _read_sessions(folder)
    journal = plan_journal_repair(sessions, _make_session_namer(folder))
    good = read_last_good(folder) or _rebuild_too_large(folder, held)
    since: tuple[Entry, ...] = ()
    if mark is not None:
        since = Journal(folder).read_past(mark.journal, mark.last, mark.lost).entries
    parts = (
        plan_state_repair(StateOnDisk(held, astray, good, find_removed(since)), problems),
        _find_unwritten_words(folder, mark, texts, campaign, since),
        _find_broken_checkpoint(folder, mark),
        RepairPlan((), _cut_torn_ends(sessions)),
        _find_lost_sessions(folder, mark, {finding.problem.file for finding in journal.findings}),
        _examine_leftovers(folder),
    )
    findings = [finding for part in parts for finding in part.findings]
    tables = find_table_problems(folder, shelves, texts, campaign)
    findings += [Finding(problem, hint=_TABLE_HINT) for problem in tables]
    findings += [*journal.findings, *unread]
    findings += _find_strays(folder, {finding.problem.file for finding in findings})
    findings += _find_broken_copies(folder)
    first = {name: data for part in parts for name, data in part.files.items()}
    short = (each._replace(problem=shorten_problem(each.problem)) for each in findings)
    return Examination(tuple(dict.fromkeys(short)), first, journal.files)


def read_state_files(folder: Path) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """The bytes of a campaign's state files, whatever they say, and the names of those that cannot
    be opened, or are not to be: links that lead out of the folder, what is no file, what is far
    too large."""
    found, astray = {}, []
    for name in read_stamps(folder):
        path = folder / name
        try:
            if (
                is_outside(path, folder)
                or not path.is_file()
                or path.stat().st_size > _MAX_SET_ASIDE_BYTES
            ):
                astray.append(name)
            else:
                found[name] = path.read_bytes()
        except FileNotFoundError:
            continue  # gone since it was looked at
        except OSError:
            astray.append(name)
    return found, tuple(astray)


def read_last_good(folder: Path) -> dict[str, str]:
    """The files as they were when the companion last wrote them; none where that is not known, or
    they would not read."""
    mark = read_checkpoint(folder)
    try:
        if mark is not None and not find_too_large(mark.texts):
            read_campaign(mark.texts)
            return dict(mark.texts)
    except Broken:
        pass
    return {}


def _rebuild_too_large(folder: Path, held: Mapping[str, bytes]) -> dict[str, str]:
    """What stood in the files that have become too large, as the newest copy and the journal since
    then have it; nothing where they do not say."""
    large = [name for name, data in held.items() if len(data) > MAX_BYTES]
    copies = Copies(folder)
    newest = next((copy for copy in copies.list_copies() if copy.info.last is not None), None)
    if not large or newest is None:
        return {}
    last = newest.info.last or 0
    since = takewhile(lambda entry: entry.number > last, Journal(folder).read_backwards())
    changes = [change for entry in reversed(list(since)) for change in entry.changes]
    try:
        texts = copies.read_texts_of(newest.name)
        after = apply_changes(read_campaign(texts), changes)
        texts.update({n: t for n, t in rewrite_files(texts, changes, after).texts.items() if t})
        require_readable(texts)
    except (Broken, Impossible, InapplicableChange):
        return {}
    return {name: texts[name] for name in large if name in texts}


def _read_texts(folder: Path) -> tuple[dict[str, str], tuple[Problem, ...]]:
    try:
        texts = read_texts(folder)[0]
        read_campaign(texts)
        return texts, ()
    except Broken as broken:
        return {}, broken.problems


def _find_unwritten_words(
    folder: Path,
    mark: Checkpoint | None,
    texts: Mapping[str, str],
    campaign: Campaign | None,
    entries: tuple[Entry, ...],
) -> RepairPlan:
    """Of these `entries`, journalled since the mark, the words that are not yet in the files; files
    that they do not fit into are put back as they were before."""
    if mark is None or campaign is None or not entries or not read_last_good(folder):
        return RepairPlan()
    settled = reconcile_campaign(read_campaign(mark.texts), entries, campaign)
    if not settled.forward_changes:
        return RepairPlan()
    too_large: list[Finding] = []
    files: dict[str, bytes | None] = {}
    with suppress(Impossible):
        for each in find_too_large(roll_forward(texts, entries, settled)):
            repair, before = "", mark.texts.get(each.file)
            if before is not None and before != texts.get(each.file):
                files[each.file], repair = before.encode(), _PUT_BACK_REPAIR
            would_have = f"it would have {each.size:,} bytes with what the journal has for it"
            problem = Problem(clean_text(each.file), 0, "", would_have)
            too_large.append(Finding(problem, repair, _ROOM_HINT))
    words = "1 word is" if len(entries) == 1 else f"{len(entries)} words are"
    message = f"{words} not yet in the files; the newest is {clean_text(entries[-1].name)}"
    unwritten = Problem("journal", 0, "", message)
    finding = Finding(unwritten, "written into them", is_transient=not too_large)
    return RepairPlan((finding, *too_large), files)


def _find_broken_checkpoint(folder: Path, mark: Checkpoint | None) -> RepairPlan:
    """A mark that cannot be read. Without it the files are the truth, and nothing is lost."""
    path = folder / _CHECKPOINT_FILE
    if mark is not None or is_outside(path, folder) or not path.is_file():
        return RepairPlan()
    problem = Problem(
        _CHECKPOINT_FILE, 0, "", "it cannot be read; the files are the truth without it"
    )
    return RepairPlan(
        (Finding(problem, _SET_ASIDE_REPAIR, is_transient=True),), {_CHECKPOINT_FILE: None}
    )


def _read_sessions(folder: Path) -> tuple[dict[str, bytes], list[Finding]]:
    """What the session files hold, and which of them cannot be read."""
    held, unread = {}, []
    for name in Journal(folder).measure_files():
        try:
            held[name] = (folder / "journal" / name).read_bytes()
        except OSError as error:
            message = f"it cannot be read ({error.strerror})"
            problem = Problem(clean_text(f"journal/{name}"), 0, "", message)
            unread.append(Finding(problem, hint=_PERMISSION_HINT))
    return held, unread


def _make_session_namer(folder: Path) -> NameSession:
    def named(text: str, day: str) -> Session:
        return Journal(folder).name_session(text, False, day)

    return named


def _cut_torn_ends(sessions: Mapping[str, bytes]) -> dict[str, bytes | None]:
    """Session files without their ends that were never finished, which go before anything is added
    to them."""
    files: dict[str, bytes | None] = {}
    for name, data in sessions.items():
        torn = blocks.find_torn_end(data) if blocks.find_conflict(data) is None else None
        if torn is not None:
            files[f"journal/{name}"] = data[:torn]
    return files


def _find_lost_sessions(folder: Path, mark: Checkpoint | None, told: Collection[str]) -> RepairPlan:
    """Session files that were longer when the companion last wrote: put back where the copies
    beside the campaign have all of them, else named unless something has been `told` of them."""
    findings, files = [], dict[str, bytes | None]()
    lengths, kept = Journal(folder).measure_files(), Copies(folder).read_journal()
    for name, length in (mark.compute_longest_lengths() if mark is not None else {}).items():
        file, there = f"journal/{name}", name in lengths
        if lengths.get(name, 0) >= length or (not there and os.path.lexists(folder / file)):
            continue  # what is there and cannot be opened is told of elsewhere
        if there and SessionFile(folder / file, 0, lengths[name]).has_entry_end_at(length):
            continue  # shorter for its line breaks alone
        if find_lost_entries(Journal(folder), {name: length}, 0, None) is None:
            continue  # every entry is there all the same
        message = "it is shorter than it was" if there else "it is gone"
        problem = Problem(clean_text(file), 0, "", message)
        if len(kept.get(file, b"")) >= length:
            files[file] = kept[file]
            findings.append(Finding(problem, "put back from the copies"))
        elif problem.file not in told:
            way = "Bring it back from git or a backup; the campaign plays on without it."
            findings.append(Finding(problem, hint=way))
    return RepairPlan(tuple(findings), files)


def _examine_leftovers(folder: Path) -> RepairPlan:
    """What writers left that were stopped."""
    found = find_leftovers(folder)
    files = {path.relative_to(folder).as_posix(): None for path in found}
    message = "a writer that was stopped has left it"
    problems = (Problem(clean_text(name), 0, "", message) for name in files)
    findings = (Finding(problem, _SET_ASIDE_REPAIR, is_transient=True) for problem in problems)
    return RepairPlan(tuple(findings), files)


def _find_strays(folder: Path, told: Collection[str]) -> Iterator[Finding]:
    """Links that lead out of the folder, and what is no file where one should be, unless something
    has been `told` of it."""
    journal = Journal(folder)
    for problem in journal.read_past(journal.measure_files()).problems:
        yield Finding(problem, hint=_LINK_HINT)
        told = {*told, problem.file}
    for name in (*list_written_folders(), "tables"):
        place = folder / name
        if is_outside(place, folder):
            yield from _report_stray(
                name, "it is a link that leads out of the campaign's folder", told
            )
        elif os.path.lexists(place) and not place.is_dir():
            yield from _report_stray(name, "it is no folder", told)
        else:
            for path in sorted(place.rglob("*")):
                inside = path.relative_to(folder).as_posix()
                if path.is_symlink() and is_outside(path, folder):
                    message = "it is a link that leads out of the campaign's folder"
                    yield from _report_stray(inside, message, told)
    applied = folder / _CHECKPOINT_FILE
    if os.path.lexists(applied) and not applied.is_file():
        yield from _report_stray(_CHECKPOINT_FILE, "it is no file", told)


def _report_stray(name: str, message: str, told: Collection[str]) -> Iterator[Finding]:
    if clean_text(name) not in told:
        yield Finding(Problem(clean_text(name), 0, "", message), hint=_LINK_HINT)


def _find_broken_copies(folder: Path) -> Iterator[Finding]:
    """Copies that do not read. A prompt may take one away meanwhile, as others come after it."""
    for copy in Copies(folder).list_copies():
        try:
            read_campaign(read_texts(copy.folder)[0])
        except Broken as broken:
            for problem in broken.problems if copy.folder.is_dir() else ():
                file = copy.folder.relative_to(folder.parent) / problem.file
                yield Finding(problem._replace(file=clean_text(file.as_posix())), hint=_COPY_HINT)
