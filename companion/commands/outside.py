"""What others did to the campaign meanwhile, as far as a seat may hear of it."""

from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from companion.campaign.changes import Change, Entry, file_of
from companion.campaign.diff import stands_on
from companion.campaign.secrecy import for_the_guide, in_sight, public_changes
from companion.commands.reports import OutsideReport, OutsideWord

_LOOK_BACK = 200
"""How many entries are looked through for those that others took back."""


class Meanwhile(NamedTuple):
    """What is told of it, and the changes behind that."""

    report: OutsideReport
    changes: tuple[Change, ...]

    def __bool__(self) -> bool:
        return bool(self.report.words or self.report.secretly or self.changes)


def meanwhile(
    entries: tuple[Entry, ...],
    changes: tuple[Change, ...],
    journal: Callable[[], Iterator[Entry]],
    *,
    guide: bool,
    unknown: Collection[str] = (),
) -> Meanwhile:
    """The words others said, oldest first, and what no word of theirs explains: edits by hand. A
    player hears of nothing that is for the Guide alone, and of no change under the `unknown` paths
    of places the players know nothing of. The `journal`, newest entry first, is read
    where something was taken back."""
    words = [entry for entry in entries if entry.kind != "edit"]
    if not guide:
        hidden = [entry for entry in words if for_the_guide(entry)]
        changes = tuple(public_changes(_unexplained(changes, hidden), unknown))
        words = [entry for entry in words if entry not in hidden]
    edits = _unexplained(changes, words)
    lines = _lines_of({name for entry in words for name in entry.takes_back}, journal, guide)
    report = OutsideReport(
        words=tuple(_word(entry, lines) for entry in words if not for_the_guide(entry)),
        secretly=tuple(_word(entry, lines) for entry in words if for_the_guide(entry)),
        edits=edits if guide else (),
        files=tuple(sorted({file_of(change.path)[0] for change in edits})),
    )
    return Meanwhile(report, changes)


def _unexplained(changes: tuple[Change, ...], entries: list[Entry]) -> tuple[Change, ...]:
    return tuple(c for c in changes if not any(stands_on((c,), e.changes) for e in entries))


def _lines_of(
    names: set[str], journal: Callable[[], Iterator[Entry]], guide: bool
) -> dict[str, str]:
    """The lines of these entries, as they may be read at a seat; without those of long ago."""
    left, found = set(names), {}
    for entry in islice(journal() if left else (), _LOOK_BACK):
        if entry.name in left:
            left.remove(entry.name)
            if guide or not for_the_guide(entry):
                found[entry.name] = in_sight(entry)
            if not left:
                break
    return found


def _word(entry: Entry, lines: Mapping[str, str]) -> OutsideWord:
    """A word as it is told, with those of the lines that it took back."""
    of = tuple(lines[name] for name in entry.takes_back if name in lines)
    return OutsideWord(entry.seat, entry.line, entry.number, of)
