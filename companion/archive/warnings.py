"""What there is to tell of a campaign's files, each thing once."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from companion.archive.sessions import Pending
from companion.archive.texts import describe_room
from companion.campaign.changes import Change, Plain
from companion.campaign.reconcile import Crossed
from companion.campaign.secrecy import is_secret, public_changes
from companion.refusal import Problem, sum_up
from companion.text import clean, clipped

_MOST_OF_A_VALUE = 40
_SUMS = {
    *("supply", "exhaustion", "pennies", "shillings", "guilders", "count", "burn", "depletion"),
    "exchanges",
}
"""What people count: changed twice in the same way, it may have to be changed twice as much."""


_MOST_OF_A_FILE = 3
"""What is wrong with a file beyond so many things is told as one sentence with a count."""


class _Known(NamedTuple):
    """What is known to be wrong with a file, and how long the file was then, in bytes; None if it
    could not be opened."""

    length: int | None
    problems: frozenset[Problem]

    def still_there(self, length: int | None) -> bool:
        """True for a file that has only grown since."""
        return None not in (self.length, length) and (self.length or 0) <= (length or 0)


_NOTHING = _Known(None, frozenset())


class Warnings:
    """Sentences that wait to be told."""

    def __init__(self) -> None:
        self._waiting: dict[str, None] = {}
        self._lasting: set[str] = set()
        self._crossed: set[tuple[str, str]] = set()
        self._nearly_full: set[str] = set()
        self._gone: set[tuple[str, int]] = set()
        self._torn: set[tuple[str, int]] = set()
        self._problems: dict[str, _Known] = {}

    def tell(self, warning: str, *, lasting: bool = False) -> None:
        """One more sentence, unless it waits already. What is `lasting` every process finds for
        itself; the rest only the first to come upon it."""
        self._waiting[warning] = None
        if lasting:
            self._lasting.add(warning)

    def tell_of(self, pending: Pending) -> None:
        """What is wrong with the journal, unless it was told of and has been so since."""
        torn = {(name, pending.lengths[name]) for name in pending.torn}
        for name, _ in sorted(torn - self._torn):
            self.tell(f"The last entry of journal/{name} was never finished; it is set aside.")
        self._torn = torn
        self._tell_of_problems(pending)

    def _tell_of_problems(self, pending: Pending) -> None:
        """Those that are new; many of one file as one. What is wrong with a part of a file that was
        not read again is so still, unless the file has become shorter."""
        found: dict[str, list[Problem]] = {}
        for problem in pending.problems:
            found.setdefault(problem.file, []).append(problem)
        standing: dict[str, _Known] = {}
        for file in {**self._problems, **found}:
            length = pending.lengths.get(file.removeprefix("journal/"))
            known, seen = self._problems.get(file, _NOTHING), found.get(file, [])
            for problem in sum_up((p for p in seen if p not in known.problems), _MOST_OF_A_FILE):
                self.tell(str(problem))
            problems = known.problems if known.still_there(length) else frozenset()
            if problems or seen:
                standing[file] = _Known(length, problems.union(seen) if seen else problems)
        self._problems = standing

    def tell_of_room(self, nearly_full: Mapping[str, int]) -> None:
        """Files with room for hardly more and how many bytes they have; each is told of once."""
        for name, size in nearly_full.items():
            if name not in self._nearly_full:
                self._nearly_full.add(name)
                self.tell(describe_room(name, size), lasting=True)

    def tell_of_gone(self, files: Iterable[str], number: int) -> None:
        """Files that somebody deleted, told once; `number` is that of the entry which says so, or
        will as soon as a word is journalled."""
        for file in sorted(files):
            if (file, number) not in self._gone:
                self._gone.add((file, number))
                self.tell(f"{file} is gone since the last word. To have it back: undo {number}")

    def tell_of_crossed(self, crossed: Crossed) -> None:
        """A value that two evenings changed without knowing of each other; told once. Where both
        made it the same, it is told only of what people count."""
        path = crossed.path
        if crossed.ours == crossed.theirs and not _is_counted(path):
            return
        if (path, crossed.entry) in self._crossed:
            return
        self._crossed.add((path, crossed.entry))
        if is_secret(path):
            self.tell(f"Two evenings changed {path}. Look whether it is right.")
            return
        values = (crossed.ours, crossed.theirs, crossed.now)
        shown = public_changes(Change(path, None, value) for value in values)
        ours, theirs, now = (_briefly(change.after) for change in shown)
        self.tell(
            f"Two evenings changed {path}: {ours} here, {theirs} in {crossed.entry} "
            f"(«{crossed.line}»). It is {now} now; look whether that is right."
        )

    def taken(self) -> tuple[str, ...]:
        """All that waits, which is told with this."""
        told, self._waiting = tuple(self._waiting), {}
        return told

    def take_passing(self) -> tuple[str, ...]:
        """What waits and nobody else will find; what is lasting waits on."""
        passing = tuple(each for each in self._waiting if each not in self._lasting)
        self._waiting = {each: None for each in self._waiting if each in self._lasting}
        return passing


def _is_counted(path: str) -> bool:
    """Whether a path is that of a sum, or of a whole thing in somebody's pack, which has one."""
    root, *rest = path.split("/")
    depth = len(rest) - (root == "errants")
    return (depth in (1, 3) and rest[-1] in _SUMS) or (root == "errants" and depth == 2)


def _briefly(value: Plain) -> str:
    """A value in a few words; what has a name, by that."""
    return "gone" if value is None else clipped(clean(_in_words(value)), _MOST_OF_A_VALUE)


def _in_words(value: Plain) -> str:
    if isinstance(value, list):
        return ", ".join(map(_in_words, value)) or "nothing"
    if not isinstance(value, dict):
        return str(value) or "nothing"
    if "name" in value:
        return str(value["name"])
    return ", ".join(f"{key}: {_in_words(inner)}" for key, inner in value.items()) or "nothing"
