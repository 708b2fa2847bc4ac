"""What others did to the campaign meanwhile, as far as a seat may hear of it."""

from typing import NamedTuple

from companion.campaign.changes import Change, Entry, file_of
from companion.campaign.diff import stands_on
from companion.campaign.secrecy import for_the_guide, public_changes
from companion.commands.reports import OutsideReport, OutsideWord


class Meanwhile(NamedTuple):
    """What is told of it, and the changes behind that."""

    report: OutsideReport
    changes: tuple[Change, ...]

    def __bool__(self) -> bool:
        return bool(self.report.words or self.report.secretly or self.changes)


def meanwhile(entries: tuple[Entry, ...], changes: tuple[Change, ...], *, guide: bool) -> Meanwhile:
    """The words others said, oldest first, and what no word of theirs explains: edits by hand. A
    player hears of nothing that is for the Guide alone."""
    words = [entry for entry in entries if entry.kind != "edit"]
    if not guide:
        hidden = [entry for entry in words if for_the_guide(entry)]
        changes = tuple(public_changes(_unexplained(changes, hidden)))
        words = [entry for entry in words if entry not in hidden]
    edits = _unexplained(changes, words)
    report = OutsideReport(
        words=tuple(_word(entry) for entry in words if not for_the_guide(entry)),
        secretly=tuple(_word(entry) for entry in words if for_the_guide(entry)),
        edits=edits if guide else (),
        files=tuple(sorted({file_of(change.path)[0] for change in edits})),
    )
    return Meanwhile(report, changes)


def _unexplained(changes: tuple[Change, ...], entries: list[Entry]) -> tuple[Change, ...]:
    return tuple(c for c in changes if not any(stands_on((c,), e.changes) for e in entries))


def _word(entry: Entry) -> OutsideWord:
    return OutsideWord(entry.seat, entry.line, entry.number)
