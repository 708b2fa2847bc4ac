"""State files that do not read: which of them would be put back as the companion last wrote them,
and which only a person can mend."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from companion.archive.reading import read_campaign
from companion.archive.rescue.conflicts import find_conflicts, quote_conflicts
from companion.archive.rescue.duplicates import find_duplicates
from companion.archive.rescue.journal_repair import Finding, RepairPlan
from companion.archive.schema import SCHEMA, parse_schema
from companion.archive.texts import MAX_BYTES
from companion.campaign.changes import Entry
from companion.campaign.files import split_change_path
from companion.refusal import Broken, Problem
from companion.text import clean_text

_PUT_BACK_REPAIR = "put back as the companion last wrote it"
_READABLE_THEN_REPAIR = "well once the others are put back"
_STRAY_HINT = "Put a file that you may read in its place, or take it away."
_MISSING_MESSAGE = "it is gone since the companion last wrote it"
_CONFLICT_HINT = "Keep one of the two readings, delete the marks, and check again."
_NEWER_HINT = "Bring the companion up to date."
_DUPLICATE_HINT = "Delete it, or move it elsewhere."
_EDITOR_HINT = "Mend it in an editor."
_ROOM_HINT = "Make room in it with an editor, or bring back a copy of the campaign."


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


def find_removed(entries: Iterable[Entry]) -> set[str]:
    """The names of the files that these entries, in their order, take away."""
    removed = set[str]()
    for entry in entries:
        for change in entry.changes:
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
    ways = dict(_find_manual_repairs(state))
    quotes = {name: _quote_conflicts(state.contents[name]) for name in flawed & {*state.contents}}
    back, whole = _choose_put_back(state, flawed, ways)
    findings = []
    for problem in problems:
        name = names.get(problem.file, problem.file)
        if name in ways:
            quote = quotes.get(name, {}).get(problem.line, ())
            findings.append(Finding(problem, hint=ways[name], quote=quote))
        elif name in back:
            findings.append(Finding(problem, _PUT_BACK_REPAIR))
        elif whole and name in state.last_good:
            findings.append(Finding(problem, _READABLE_THEN_REPAIR))
        else:
            findings.append(Finding(problem, hint=_EDITOR_HINT))
    for name in sorted(back - flawed):
        message = (
            _MISSING_MESSAGE if name in state.missing else "it does not fit the others as it is"
        )
        findings.append(Finding(Problem(clean_text(name), 0, "", message), _PUT_BACK_REPAIR))
    return RepairPlan(
        tuple(findings), {name: state.last_good[name].encode() for name in sorted(back)}
    )


def _find_manual_repairs(state: StateOnDisk) -> Iterator[tuple[str, str]]:
    """The files that a person must decide about, and their way to do so."""
    for name in state.unopened:
        yield name, _STRAY_HINT
    texts = {name: data.decode(errors="replace") for name, data in state.contents.items()}
    copied = find_duplicates(texts)
    for name, text in texts.items():
        if name in copied:
            yield name, _DUPLICATE_HINT
        elif find_conflicts(name, text):
            yield name, _CONFLICT_HINT
        elif len(state.contents[name]) > MAX_BYTES:
            if name not in state.last_good:
                yield name, _ROOM_HINT
        elif parse_schema(text) > SCHEMA:
            yield name, _NEWER_HINT


def _quote_conflicts(data: bytes) -> dict[int, tuple[str, ...]]:
    return quote_conflicts(data.decode(errors="replace"))


def _choose_put_back(
    state: StateOnDisk, flawed: Collection[str], ways: Collection[str]
) -> tuple[set[str], bool]:
    """The names of the files that would be put back, and whether all would read then, but for what
    is left to a person."""
    texts = {
        name: text
        for name, data in state.contents.items()
        if (text := _decode_state(data)) is not None
    }
    unread = {
        name
        for name in (*state.missing, *(state.contents.keys() - texts))
        if name in state.last_good
    }
    new = {name for name in flawed if name not in state.last_good}
    stands = {name: text for name, text in texts.items() if name not in new and name not in ways}
    for back in (unread, unread | set(flawed) - new, set(state.last_good)):
        would_be = {
            name: state.last_good[name] for name in {*back, *ways} if name in state.last_good
        }
        if _is_readable({**stands, **would_be}):
            needed = (name for name in back if stands.get(name) != state.last_good[name])
            return set(needed) - set(ways), True
    return set(state.missing), False


def _decode_state(data: bytes) -> str | None:
    """The text of a file that may be read; None for another."""
    if len(data) > MAX_BYTES:
        return None
    try:
        return data.decode()
    except UnicodeDecodeError:
        return None


def _is_readable(texts: Mapping[str, str]) -> bool:
    try:
        read_campaign(texts)
    except Broken:
        return False
    return True
