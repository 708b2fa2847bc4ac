"""State files that do not read: which of them would be put back as the companion last wrote them,
and which only a person can mend. Nothing is written here.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from companion.archive.folders import is_outside
from companion.archive.journal.checkpoint import read_checkpoint
from companion.archive.reading import read_campaign
from companion.archive.rescue.conflicts import is_unresolved, quote_conflicts
from companion.archive.rescue.duplicates import find_duplicates
from companion.archive.rescue.journal_repair import Finding, RepairPlan
from companion.archive.schema import SCHEMA, parse_schema
from companion.archive.texts import MAX_BYTES, find_too_large, read_stamps
from companion.campaign.changes import Entry
from companion.campaign.files import split_change_path
from companion.refusal import Broken, Problem
from companion.text import clean_text

PUT_BACK_REPAIR = "put back as the companion last wrote it"
_MAX_SET_ASIDE_BYTES = 128 * 1024 * 1024
"""A larger state file is left to a person: to be set aside it would be held in memory."""


class StateOnDisk(NamedTuple):
    """The state files as they stand: the bytes of those that may be opened, the names of those that
    may not, what all of them were when the companion last wrote them (nothing where that is not
    known), and the names of those that words take away which were journalled since."""

    contents: Mapping[str, bytes]
    unopened: Collection[str]
    last_good: Mapping[str, str]
    removed: Collection[str] = ()

    @property
    def missing(self) -> tuple[str, ...]:
        """The files that were there then and are not, though no word took them away."""
        known = {*self.contents, *self.unopened, *self.removed}
        return tuple(name for name in self.last_good if name not in known)


def read_state(folder: Path, since: Iterable[Entry] = ()) -> StateOnDisk:
    """The state files of a campaign, whatever they say; `since` are the entries after the
    checkpoint. Links that lead out of the folder, what is no file and what is far too large are not
    opened."""
    contents, unopened = {}, []
    for name in read_stamps(folder):
        path = folder / name
        try:
            is_readable = path.is_file() and path.stat().st_size <= _MAX_SET_ASIDE_BYTES
            if is_readable and not is_outside(path, folder):
                contents[name] = path.read_bytes()
            else:
                unopened.append(name)
        except FileNotFoundError:
            continue  # gone since it was listed
        except OSError:
            unopened.append(name)
    return StateOnDisk(contents, unopened, read_last_good(folder), _find_removed(since))


def read_last_good(folder: Path) -> dict[str, str]:
    """The files as they were when the companion last wrote them; none where that is not known, or
    they would not read."""
    checkpoint = read_checkpoint(folder)
    if checkpoint is None or find_too_large(checkpoint.texts) or not _is_readable(checkpoint.texts):
        return {}
    return dict(checkpoint.texts)


def _find_removed(entries: Iterable[Entry]) -> set[str]:
    """The names of the files that these entries, in their order, take away."""
    removed = set[str]()
    for change in (change for entry in entries for change in entry.changes):
        file, rest = split_change_path(change.path)
        if change.after is None and not rest:
            removed.add(file)
        else:
            removed.discard(file)
    return removed


def plan_state_repair(state: StateOnDisk, problems: Collection[Problem]) -> RepairPlan:
    """What is wrong with the state files, and those that would be put back. `problems` is what was
    found in reading them.

    As few are put back as will do; one that a person must decide about, never; nor one that is
    new since.
    """
    names = {
        clean_text(name): name for name in (*state.contents, *state.unopened, *state.last_good)
    }
    flawed = {names.get(problem.file, problem.file) for problem in problems}
    texts = {name: data.decode(errors="replace") for name, data in state.contents.items()}
    hints = dict(_find_manual_repairs(state, texts))
    quotes = {name: quote_conflicts(texts[name]) for name in flawed & texts.keys()}
    back, is_whole = _choose_put_back(state, flawed, hints)
    findings = []
    for problem in problems:
        name = names.get(problem.file, problem.file)
        if name in hints:
            quote = quotes.get(name, {}).get(problem.line, ())
            findings.append(Finding(problem, hint=hints[name], quote=quote))
        elif name in back:
            findings.append(Finding(problem, PUT_BACK_REPAIR))
        elif is_whole and name in state.last_good:
            findings.append(Finding(problem, "well once the others are put back"))
        else:
            findings.append(Finding(problem, hint="Mend it in an editor."))
    for name in sorted(back - flawed):
        message = "it does not fit the others as it is"
        if name in state.missing:
            message = "it is gone since the companion last wrote it"
        findings.append(Finding(Problem(clean_text(name), 0, "", message), PUT_BACK_REPAIR))
    files = {name: state.last_good[name].encode() for name in sorted(back)}
    return RepairPlan(tuple(findings), files)


def _find_manual_repairs(state: StateOnDisk, texts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The files that a person must decide about, and what they can do."""
    for name in state.unopened:
        yield name, "Put a file that you may read in its place, or take it away."
    duplicates = find_duplicates(texts)
    for name, text in texts.items():
        if name in duplicates:
            yield name, "Delete it, or move it elsewhere."
        elif is_unresolved(text):
            yield name, "Keep one of the two readings, delete the marks, and check again."
        elif len(state.contents[name]) > MAX_BYTES:
            if name not in state.last_good:
                yield (
                    name,
                    "Make room in it with an editor, or bring back a copy of the campaign.",
                )
        elif parse_schema(text) > SCHEMA:
            yield name, "Bring the companion up to date."


def _choose_put_back(
    state: StateOnDisk, flawed: Collection[str], left: Collection[str]
) -> tuple[set[str], bool]:
    """The names of the files that would be put back, and whether all would read then, but for what
    is `left` to a person."""
    good = state.last_good
    texts = dict(_decode_texts(state.contents))
    unread = {name for name in (*state.missing, *state.contents) if name not in texts}
    unread &= good.keys()
    new = set(flawed) - good.keys()
    stands = {name: text for name, text in texts.items() if name not in new and name not in left}
    for back in (unread, unread | set(flawed) - new, set(good)):
        if _is_readable({**stands, **{name: good[name] for name in good.keys() & {*back, *left}}}):
            return {name for name in back - set(left) if stands.get(name) != good[name]}, True
    return set(state.missing), False


def _decode_texts(contents: Mapping[str, bytes]) -> Iterator[tuple[str, str]]:
    """The texts of the files that may be read."""
    for name, data in contents.items():
        if len(data) <= MAX_BYTES:
            try:
                yield name, data.decode()
            except UnicodeDecodeError:
                continue


def _is_readable(texts: Mapping[str, str]) -> bool:
    try:
        read_campaign(texts)
    except Broken:
        return False
    return True
