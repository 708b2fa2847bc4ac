"""Plans the repair of state files that cannot be read: which are restored as the companion last
wrote them, and which only a person can mend. Nothing is written here.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from companion.archive.campaign_parsing import parse_campaign
from companion.archive.data_folders import leads_out_of_folder_by_link
from companion.archive.file_texts_and_change_stamps import (
    MAX_BYTES,
    make_refusals_of_too_large_texts,
    make_whole_file_problem,
    read_file_stamps,
)
from companion.archive.journal.checkpoint import read_checkpoint
from companion.archive.migrations import SCHEMA, read_schema_version
from companion.archive.rescue.journal_repair_plan import Finding, RepairPlan
from companion.archive.rescue.merge_marks_and_conflicted_copies import (
    find_conflicted_copies,
    has_unresolved_merge,
    quote_merge_conflict_lines,
)
from companion.campaign.changes import Entry
from companion.campaign.file_layout import split_change_path
from companion.refusal import Broken, Problem
from companion.text_cleaning import clean_text

PUT_BACK_REPAIR = "put back as the companion last wrote it"
MAKE_ROOM_HINT = "Make room in it with an editor"
_MAX_SET_ASIDE_BYTES = 128 * 1024 * 1024
"""A larger state file is left to a person: to be set aside it would be held in memory."""


class StateOnDisk(NamedTuple):
    """The state files as they stand: the bytes of those that may be opened, the names of those that
    may not, and the texts of all when the companion last wrote them (none if that is not known)."""

    contents: Mapping[str, bytes]
    unopened: Collection[str]
    last_good: Mapping[str, str]


def read_state_files(folder: Path) -> StateOnDisk:
    """The state files of a campaign, whatever they say. Links that lead out of the folder, what is
    no file and what is far too large are not opened."""
    contents, unopened = {}, []
    for name in read_file_stamps(folder):
        path = folder / name
        try:
            is_readable = path.is_file() and path.stat().st_size <= _MAX_SET_ASIDE_BYTES
            if is_readable and not leads_out_of_folder_by_link(path, folder):
                contents[name] = path.read_bytes()
            else:
                unopened.append(name)
        except FileNotFoundError:
            continue  # gone since it was listed
        except OSError:
            unopened.append(name)
    return StateOnDisk(contents, unopened, read_files_as_last_written(folder))


def read_files_as_last_written(folder: Path) -> dict[str, str]:
    """The files as they were when the companion last wrote them; none if that is not known, or
    they would not read."""
    checkpoint = read_checkpoint(folder)
    if (
        checkpoint is None
        or make_refusals_of_too_large_texts(checkpoint.texts)
        or not _are_texts_readable(checkpoint.texts)
    ):
        return {}
    return dict(checkpoint.texts)


def plan_state_file_repair(
    state: StateOnDisk, problems: Collection[Problem], since: Iterable[Entry] = ()
) -> RepairPlan:
    """What is wrong with the state files, and those that would be put back. `problems` were found
    in reading them, `since` are the entries after the checkpoint.

    As few as will do are put back; none that a person must decide about, or that is new since.
    """
    good = state.last_good
    names = {clean_text(name): name for name in (*state.contents, *state.unopened, *good)}
    flawed = {names.get(problem.file, problem.file) for problem in problems}
    missing = good.keys() - {*state.contents, *state.unopened, *_find_removed_files(since)}
    texts = {name: data.decode(errors="replace") for name, data in state.contents.items()}
    hints = dict(_find_files_to_mend_by_hand(state, texts))
    quotes = {name: quote_merge_conflict_lines(texts[name]) for name in flawed & texts.keys()}
    back, is_whole = _choose_files_to_put_back(state, missing, flawed, hints)
    findings = []
    for problem in problems:
        name = names.get(problem.file, problem.file)
        if name in hints:
            quote = quotes.get(name, {}).get(problem.line, ())
            findings.append(Finding(problem, hint=hints[name], quote=quote))
        elif name in back:
            findings.append(Finding(problem, PUT_BACK_REPAIR))
        elif is_whole and name in good:
            findings.append(Finding(problem, "well once the others are put back"))
        else:
            findings.append(Finding(problem, hint="Mend it in an editor."))
    for name in sorted(back - flawed):
        is_missing = "it is gone since the companion last wrote it"
        message = is_missing if name in missing else "it does not fit the others as it is"
        findings.append(Finding(make_whole_file_problem(name, message), PUT_BACK_REPAIR))
    return RepairPlan(tuple(findings), {name: good[name].encode() for name in sorted(back)})


def _find_removed_files(entries: Iterable[Entry]) -> set[str]:
    """The names of the files that these entries, in their order, take away."""
    is_removed = {}
    for change in (change for entry in entries for change in entry.changes):
        file, rest = split_change_path(change.path)
        is_removed[file] = change.after is None and not rest
    return {file for file in is_removed if is_removed[file]}


def _find_files_to_mend_by_hand(
    state: StateOnDisk, texts: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """The files that a person must decide about, and what they can do."""
    for name in state.unopened:
        yield name, "Put a file that you may read in its place, or take it away."
    duplicates = find_conflicted_copies(texts)
    for name, text in texts.items():
        if name in duplicates:
            yield name, "Delete it, or move it elsewhere."
        elif has_unresolved_merge(text):
            yield name, "Keep one of the two readings, delete the marks, and check again."
        elif len(state.contents[name]) > MAX_BYTES:
            if name not in state.last_good:
                yield name, f"{MAKE_ROOM_HINT}, or bring back a copy of the campaign."
        elif read_schema_version(text) > SCHEMA:
            yield name, "Bring the companion up to date."


def _choose_files_to_put_back(
    state: StateOnDisk, missing: Collection[str], flawed: set[str], manual: Collection[str]
) -> tuple[set[str], bool]:
    """The names of the files to put back, and whether all would read then, but for those that are
    left to a person. Tried are what cannot be read as text, all that is flawed, and all."""
    good = state.last_good
    texts = dict(_decode_texts(state.contents))
    unread = (good.keys() - texts.keys()) & {*missing, *state.contents}
    standing = {name: texts[name] for name in texts.keys() - (flawed - good.keys()) - {*manual}}
    for names in (unread, unread | (flawed & good.keys()), good.keys()):
        after = {**standing, **{name: good[name] for name in good if name in {*names, *manual}}}
        if _are_texts_readable(after):
            return {n for n in names - {*manual} if standing.get(n) != good[n]}, True
    return set(missing), False


def _decode_texts(contents: Mapping[str, bytes]) -> Iterator[tuple[str, str]]:
    """The texts of the files that may be read."""
    for name, data in contents.items():
        if len(data) <= MAX_BYTES:
            try:
                yield name, data.decode()
            except UnicodeDecodeError:
                continue


def _are_texts_readable(texts: Mapping[str, str]) -> bool:
    try:
        parse_campaign(texts)
    except Broken:
        return False
    return True
