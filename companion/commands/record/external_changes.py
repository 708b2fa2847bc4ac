"""What others did to the campaign, as far as a seat may see it."""

from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from companion.campaign.changes import Change, Entry
from companion.campaign.diff import has_dependents
from companion.campaign.files import split_change_path
from companion.campaign.secrecy import filter_public_changes, is_for_guide, mask_secret_line
from companion.reports.record import ExternalChangesReport, ExternalWord

_MAX_ENTRIES_READ = 200
"""Entries of the journal that are searched for those that others took back."""


class ExternalChanges(NamedTuple):
    """The Report, and the changes it is about."""

    report: ExternalChangesReport
    changes: tuple[Change, ...]

    def __bool__(self) -> bool:
        return bool(self.report.words or self.report.secretly or self.changes)


def find_external_changes(
    entries: tuple[Entry, ...],
    changes: tuple[Change, ...],
    journal: Callable[[], Iterator[Entry]],
    *,
    guide: bool,
    unknown: Collection[str] = (),
) -> ExternalChanges:
    """The words of others, oldest first, and the changes that none of them explains: hand edits. A
    player sees nothing that is for the Guide alone, and no change under `unknown` paths, those of
    places the players do not know. The `journal`, newest entry first, is read if something was
    taken back."""
    words = [entry for entry in entries if entry.kind != "edit"]
    if not guide:
        hidden = [entry for entry in words if is_for_guide(entry)]
        changes = tuple(filter_public_changes(_filter_unexplained(changes, hidden), unknown))
        words = [entry for entry in words if entry not in hidden]
    edits = _filter_unexplained(changes, words)
    lines = _find_lines({name for entry in words for name in entry.takes_back}, journal, guide)
    report = ExternalChangesReport(
        words=tuple(_build_word(entry, lines) for entry in words if not is_for_guide(entry)),
        secretly=tuple(_build_word(entry, lines) for entry in words if is_for_guide(entry)),
        edits=edits if guide else (),
        files=tuple(sorted({split_change_path(change.path)[0] for change in edits})),
    )
    return ExternalChanges(report, changes)


def _filter_unexplained(changes: tuple[Change, ...], entries: list[Entry]) -> tuple[Change, ...]:
    return tuple(c for c in changes if not any(has_dependents((c,), e.changes) for e in entries))


def _find_lines(
    names: set[str], journal: Callable[[], Iterator[Entry]], guide: bool
) -> dict[str, str]:
    """The lines of these entries, as a seat may read them; without those of long ago."""
    left, found = set(names), {}
    for entry in islice(journal() if left else (), _MAX_ENTRIES_READ):
        if entry.name in left:
            left.remove(entry.name)
            if guide or not is_for_guide(entry):
                found[entry.name] = mask_secret_line(entry)
            if not left:
                break
    return found


def _build_word(entry: Entry, lines: Mapping[str, str]) -> ExternalWord:
    """A word for the Report, with the lines that it took back."""
    of = tuple(lines[name] for name in entry.takes_back if name in lines)
    return ExternalWord(entry.seat, entry.line, entry.number, of)
