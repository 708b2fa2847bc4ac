"""State files that do not read: which of them would be put back as the companion last wrote them,
and which only a person can mend."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from companion.archive.conflicts import conflicts
from companion.archive.doubles import doubles
from companion.archive.mending import Finding, Mended
from companion.archive.reading import read_campaign
from companion.archive.schema import SCHEMA, schema_of
from companion.archive.texts import MOST_BYTES
from companion.campaign.changes import Entry, file_of
from companion.refusal import Broken, Problem
from companion.text import clean

_PUT_BACK = "put back as the companion last wrote it"
_READS_THEN = "well once the others are put back"
_ASTRAY = "Put a file that you may read in its place, or take it away."
_GONE = "it is gone since the companion last wrote it"
_CONFLICT = "Keep one of the two readings, delete the marks, and check again."
_NEWER = "Bring the companion up to date."
_DOUBLE = "Delete it, or move it elsewhere."
_EDITOR = "Mend it in an editor."
_MAKE_ROOM = "Make room in it with an editor, or bring back a copy of the campaign."


class State(NamedTuple):
    """The state files as they stand: the bytes of those that may be opened, the names of those that
    may not, what all of them were when the companion last wrote them (nothing where that is not
    known), and the names of those that words take away which were journalled since."""

    held: Mapping[str, bytes]
    astray: Collection[str]
    good: Mapping[str, str]
    removed: Collection[str] = ()

    @property
    def gone(self) -> tuple[str, ...]:
        """The files that were there then and are not, though no word took them away."""
        known = {*self.held, *self.astray, *self.removed}
        return tuple(name for name in self.good if name not in known)


def find_removed(entries: Iterable[Entry]) -> set[str]:
    """The names of the files that these entries, in their order, take away."""
    removed = set[str]()
    for entry in entries:
        for change in entry.changes:
            file, rest = file_of(change.path)
            if change.after is None and not rest:
                removed.add(file)
            else:
                removed.discard(file)
    return removed


def mended_state(state: State, problems: Collection[Problem]) -> Mended:
    """What is wrong with the state files, and those that would be put back. `problems` is what was
    found in reading them.

    As few are put back as will do; one that a person must decide about, never; nor one that is
    new since.
    """
    names = {clean(name): name for name in (*state.held, *state.astray, *state.good)}
    flawed = {names.get(problem.file, problem.file) for problem in problems}
    ways = dict(_for_a_person(state))
    back, whole = _back(state, flawed, ways)
    findings = []
    for problem in problems:
        name = names.get(problem.file, problem.file)
        if name in ways:
            findings.append(Finding(problem, way=ways[name]))
        elif name in back:
            findings.append(Finding(problem, _PUT_BACK))
        elif whole and name in state.good:
            findings.append(Finding(problem, _READS_THEN))
        else:
            findings.append(Finding(problem, way=_EDITOR))
    for name in sorted(back - flawed):
        message = _GONE if name in state.gone else "it does not fit the others as it is"
        findings.append(Finding(Problem(clean(name), 0, "", message), _PUT_BACK))
    return Mended(tuple(findings), {name: state.good[name].encode() for name in sorted(back)})


def _for_a_person(state: State) -> Iterator[tuple[str, str]]:
    """The files that a person must decide about, and their way to do so."""
    for name in state.astray:
        yield name, _ASTRAY
    texts = {name: data.decode(errors="replace") for name, data in state.held.items()}
    copied = doubles(texts)
    for name, text in texts.items():
        if name in copied:
            yield name, _DOUBLE
        elif conflicts(name, text):
            yield name, _CONFLICT
        elif len(state.held[name]) > MOST_BYTES:
            if name not in state.good:
                yield name, _MAKE_ROOM
        elif schema_of(text) > SCHEMA:
            yield name, _NEWER


def _back(state: State, flawed: Collection[str], ways: Collection[str]) -> tuple[set[str], bool]:
    """The names of the files that would be put back, and whether all would read then, but for what
    is left to a person."""
    texts = {name: text for name, data in state.held.items() if (text := _text(data)) is not None}
    unread = {name for name in (*state.gone, *(state.held.keys() - texts)) if name in state.good}
    new = {name for name in flawed if name not in state.good}
    stands = {name: text for name, text in texts.items() if name not in new and name not in ways}
    for back in (unread, unread | set(flawed) - new, set(state.good)):
        would_be = {name: state.good[name] for name in {*back, *ways} if name in state.good}
        if _reads({**stands, **would_be}):
            needed = (name for name in back if stands.get(name) != state.good[name])
            return set(needed) - set(ways), True
    return set(state.gone), False


def _text(data: bytes) -> str | None:
    """The text of a file that may be read; None for another."""
    if len(data) > MOST_BYTES:
        return None
    try:
        return data.decode()
    except UnicodeDecodeError:
        return None


def _reads(texts: Mapping[str, str]) -> bool:
    try:
        read_campaign(texts)
    except Broken:
        return False
    return True
