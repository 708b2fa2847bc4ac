"""A campaign examined: everything that is wrong with its folder and its copies, what can be mended
and what each file would hold then. Nothing is written here, and nothing opened that is no file.
"""

import os
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

from companion.archive import blocks
from companion.archive.copies import Copies
from companion.archive.journal import SessionFile
from companion.archive.leftovers import find_leftovers
from companion.archive.lost import find_lost
from companion.archive.mark import Mark, read_mark
from companion.archive.mending import Finding, Mended, Named, mended_journal
from companion.archive.put_back import State, find_removed, mended_state
from companion.archive.reading import read_campaign
from companion.archive.sessions import Journal, Session
from companion.archive.shelves import Shelves
from companion.archive.summary import table_problems
from companion.archive.texts import (
    MOST_BYTES,
    find_too_large,
    leads_out,
    must_be_readable,
    read_texts,
    stamps,
)
from companion.archive.writing import rewrite, rolled_forward
from companion.campaign.campaign import Campaign
from companion.campaign.changes import Entry
from companion.campaign.diff import DoesNotApply, applied
from companion.campaign.reconcile import reconcile
from companion.refusal import Broken, Impossible, Problem, shorten_problem
from companion.text import clean

_APPLIED = ".companion/applied"
_SET_ASIDE = "set aside"
_TABLE = "Mend it in an editor, or take it away."
_LINK = "Put a file or a folder in its place, or take it away."
_COPY = "Mend it in an editor, or delete its folder."
_MAY_NOT = "See that you may read it."
_PUT_BACK = "put back as the companion last wrote it"
_MAKE_ROOM = "Make room in it with an editor."
_MOST_SET_ASIDE = 128 * 1024 * 1024
"""Bytes of a state file that are still held in memory to be kept; a larger one is left to a
person."""


class Examined(NamedTuple):
    """What is wrong; what the files would hold that are mended first (None: it goes); and what
    those of the journal would, which are mended once the campaign reads and holds every word."""

    findings: tuple[Finding, ...]
    first: Mapping[str, bytes | None]
    journal: Mapping[str, bytes | None]


def examined(folder: Path, shelves: Shelves) -> Examined:
    """Everything there is to a campaign, looked through. Raises OSError where a folder cannot be
    read."""
    mark = read_mark(folder)
    texts, problems = _texts(folder)
    campaign = None if problems else read_campaign(texts)
    held, astray = readable(folder)
    sessions, unread = _sessions(folder)
    journal = mended_journal(sessions, _another_session(folder))
    good = last_good(folder) or _instead_of_too_large(folder, held)
    since: tuple[Entry, ...] = ()
    if mark is not None:
        since = Journal(folder).past(mark.journal, mark.last, mark.lost).entries
    parts = (
        mended_state(State(held, astray, good, find_removed(since)), problems),
        _unwritten(folder, mark, texts, campaign, since),
        _broken_mark(folder, mark),
        Mended((), _torn(sessions)),
        _lost(folder, mark, {finding.problem.file for finding in journal.findings}),
        _left(folder),
    )
    findings = [finding for part in parts for finding in part.findings]
    tables = table_problems(folder, shelves, texts, campaign)
    findings += [Finding(problem, way=_TABLE) for problem in tables]
    findings += [*journal.findings, *unread]
    findings += _astray(folder, {finding.problem.file for finding in findings})
    findings += _bad_copies(folder)
    first = {name: data for part in parts for name, data in part.files.items()}
    short = (each._replace(problem=shorten_problem(each.problem)) for each in findings)
    return Examined(tuple(dict.fromkeys(short)), first, journal.files)


def readable(folder: Path) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """The bytes of a campaign's state files, whatever they say, and the names of those that cannot
    be opened, or are not to be: links that lead out of the folder, what is no file, what is far
    too large."""
    found, astray = {}, []
    for name in stamps(folder):
        path = folder / name
        try:
            if (
                leads_out(path, folder)
                or not path.is_file()
                or path.stat().st_size > _MOST_SET_ASIDE
            ):
                astray.append(name)
            else:
                found[name] = path.read_bytes()
        except FileNotFoundError:
            continue  # gone since it was looked at
        except OSError:
            astray.append(name)
    return found, tuple(astray)


def last_good(folder: Path) -> dict[str, str]:
    """The files as they were when the companion last wrote them; none where that is not known, or
    they would not read."""
    mark = read_mark(folder)
    try:
        if mark is not None and not find_too_large(mark.texts):
            read_campaign(mark.texts)
            return dict(mark.texts)
    except Broken:
        pass
    return {}


def _instead_of_too_large(folder: Path, held: Mapping[str, bytes]) -> dict[str, str]:
    """What stood in the files that have become too large, as the newest copy and the journal since
    then have it; nothing where they do not say."""
    large = [name for name, data in held.items() if len(data) > MOST_BYTES]
    copies = Copies(folder)
    newest = next((copy for copy in copies.there() if copy.about.last is not None), None)
    if not large or newest is None:
        return {}
    last = newest.about.last or 0
    since = takewhile(lambda entry: entry.number > last, Journal(folder).backwards())
    changes = [change for entry in reversed(list(since)) for change in entry.changes]
    try:
        texts = copies.texts(newest.name)
        after = applied(read_campaign(texts), changes)
        texts.update({n: t for n, t in rewrite(texts, changes, after).texts.items() if t})
        must_be_readable(texts)
    except (Broken, Impossible, DoesNotApply):
        return {}
    return {name: texts[name] for name in large if name in texts}


def _texts(folder: Path) -> tuple[dict[str, str], tuple[Problem, ...]]:
    try:
        texts = read_texts(folder)[0]
        read_campaign(texts)
        return texts, ()
    except Broken as broken:
        return {}, broken.problems


def _unwritten(
    folder: Path,
    mark: Mark | None,
    texts: Mapping[str, str],
    campaign: Campaign | None,
    entries: tuple[Entry, ...],
) -> Mended:
    """Of these `entries`, journalled since the mark, the words that are not yet in the files; files
    that they do not fit into are put back as they were before."""
    if mark is None or campaign is None or not entries or not last_good(folder):
        return Mended()
    settled = reconcile(read_campaign(mark.texts), entries, campaign)
    if not settled.forward:
        return Mended()
    too_large: list[Finding] = []
    files: dict[str, bytes | None] = {}
    with suppress(Impossible):
        for each in find_too_large(rolled_forward(texts, entries, settled)):
            repair, before = "", mark.texts.get(each.file)
            if before is not None and before != texts.get(each.file):
                files[each.file], repair = before.encode(), _PUT_BACK
            would_have = f"it would have {each.size:,} bytes with what the journal has for it"
            problem = Problem(clean(each.file), 0, "", would_have)
            too_large.append(Finding(problem, repair, _MAKE_ROOM))
    words = "1 word is" if len(entries) == 1 else f"{len(entries)} words are"
    message = f"{words} not yet in the files; the newest is {clean(entries[-1].name)}"
    unwritten = Problem("journal", 0, "", message)
    finding = Finding(unwritten, "written into them", passing=not too_large)
    return Mended((finding, *too_large), files)


def _broken_mark(folder: Path, mark: Mark | None) -> Mended:
    """A mark that cannot be read. Without it the files are the truth, and nothing is lost."""
    path = folder / _APPLIED
    if mark is not None or leads_out(path, folder) or not path.is_file():
        return Mended()
    problem = Problem(_APPLIED, 0, "", "it cannot be read; the files are the truth without it")
    return Mended((Finding(problem, _SET_ASIDE, passing=True),), {_APPLIED: None})


def _sessions(folder: Path) -> tuple[dict[str, bytes], list[Finding]]:
    """What the session files hold, and which of them cannot be read."""
    held, unread = {}, []
    for name in Journal(folder).lengths():
        try:
            held[name] = (folder / "journal" / name).read_bytes()
        except OSError as error:
            message = f"it cannot be read ({error.strerror})"
            problem = Problem(clean(f"journal/{name}"), 0, "", message)
            unread.append(Finding(problem, way=_MAY_NOT))
    return held, unread


def _another_session(folder: Path) -> Named:
    def named(text: str, day: str) -> Session:
        return Journal(folder).name_for(text, False, day)

    return named


def _torn(sessions: Mapping[str, bytes]) -> dict[str, bytes | None]:
    """Session files without their ends that were never finished, which go before anything is added
    to them."""
    files: dict[str, bytes | None] = {}
    for name, data in sessions.items():
        torn = blocks.torn_from(data) if blocks.first_mark(data) is None else None
        if torn is not None:
            files[f"journal/{name}"] = data[:torn]
    return files


def _lost(folder: Path, mark: Mark | None, told: Collection[str]) -> Mended:
    """Session files that were longer when the companion last wrote: put back where the copies
    beside the campaign have all of them, else named unless something has been `told` of them."""
    findings, files = [], dict[str, bytes | None]()
    lengths, kept = Journal(folder).lengths(), Copies(folder).journal()
    for name, length in (mark.longest() if mark is not None else {}).items():
        file, there = f"journal/{name}", name in lengths
        if lengths.get(name, 0) >= length or (not there and os.path.lexists(folder / file)):
            continue  # what is there and cannot be opened is told of elsewhere
        if there and SessionFile(folder / file, 0, lengths[name]).ends_at(length):
            continue  # shorter for its line breaks alone
        if find_lost(Journal(folder), {name: length}, 0, None) is None:
            continue  # every entry is there all the same
        message = "it is shorter than it was" if there else "it is gone"
        problem = Problem(clean(file), 0, "", message)
        if len(kept.get(file, b"")) >= length:
            files[file] = kept[file]
            findings.append(Finding(problem, "put back from the copies"))
        elif problem.file not in told:
            way = "Bring it back from git or a backup; the campaign plays on without it."
            findings.append(Finding(problem, way=way))
    return Mended(tuple(findings), files)


def _left(folder: Path) -> Mended:
    """What writers left that were stopped."""
    found = find_leftovers(folder)
    files = {path.relative_to(folder).as_posix(): None for path in found}
    message = "a writer that was stopped has left it"
    problems = (Problem(clean(name), 0, "", message) for name in files)
    findings = (Finding(problem, _SET_ASIDE, passing=True) for problem in problems)
    return Mended(tuple(findings), files)


def _astray(folder: Path, told: Collection[str]) -> Iterator[Finding]:
    """Links that lead out of the folder, and what is no file where one should be, unless something
    has been `told` of it."""
    journal = Journal(folder)
    for problem in journal.past(journal.lengths()).problems:
        yield Finding(problem, way=_LINK)
        told = {*told, problem.file}
    for name in ("errants", "journal", "tables", ".companion"):
        place = folder / name
        if leads_out(place, folder):
            yield from _astray_at(
                name, "it is a link that leads out of the campaign's folder", told
            )
        elif os.path.lexists(place) and not place.is_dir():
            yield from _astray_at(name, "it is no folder", told)
        else:
            for path in sorted(place.rglob("*")):
                inside = path.relative_to(folder).as_posix()
                if path.is_symlink() and leads_out(path, folder):
                    message = "it is a link that leads out of the campaign's folder"
                    yield from _astray_at(inside, message, told)
    applied = folder / _APPLIED
    if os.path.lexists(applied) and not applied.is_file():
        yield from _astray_at(_APPLIED, "it is no file", told)


def _astray_at(name: str, message: str, told: Collection[str]) -> Iterator[Finding]:
    if clean(name) not in told:
        yield Finding(Problem(clean(name), 0, "", message), way=_LINK)


def _bad_copies(folder: Path) -> Iterator[Finding]:
    """Copies that do not read. A prompt may take one away meanwhile, as others come after it."""
    for copy in Copies(folder).there():
        try:
            read_campaign(read_texts(copy.folder)[0])
        except Broken as broken:
            for problem in broken.problems if copy.folder.is_dir() else ():
                file = copy.folder.relative_to(folder.parent) / problem.file
                yield Finding(problem._replace(file=clean(file.as_posix())), way=_COPY)
