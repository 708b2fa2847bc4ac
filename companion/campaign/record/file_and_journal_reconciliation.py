"""Reconciles files and journal: what was journalled but not yet written is rolled forward; what a
person wrote stays and becomes an entry of its own.

A path is set to what the journal says only if the file still holds a value that the journal knows.
Anything else was written by hand and is reported, not forced.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Change, Entry, PlainData
from companion.campaign.diff import (
    InapplicableChange,
    apply_changes,
    are_paths_overlapping,
    diff_campaigns,
    find_value_at_path,
)
from companion.campaign.file_layout import split_change_path
from companion.campaign.secrecy import mask_secret_line


class MergeConflict(NamedTuple):
    """A value that was changed here and by others who did not know of it: its path, our value,
    theirs and the present one (None if there is nothing); `entry` and `line` are their last word on
    it.

    If `ours` and `theirs` are the same, two changes may have become one: both used up one of three
    torches, and two are left.
    """

    path: str
    ours: PlainData
    theirs: PlainData
    now: PlainData
    entry: str
    line: str


class Reconciliation(NamedTuple):
    """The campaign now; the changes that the files lack; the edits by hand, as changes of what the
    journal left; the entries of which no change applies; the changes that an edit has overridden;
    and what two evenings changed."""

    campaign: Campaign
    forward_changes: tuple[Change, ...]
    edits: tuple[Change, ...]
    lost_entries: tuple[str, ...]
    overridden_changes: tuple[Change, ...]
    merge_conflicts: tuple[MergeConflict, ...]

    @property
    def edited_files(self) -> frozenset[str]:
        """The names of the files that were edited by hand."""
        return frozenset(split_change_path(change.path)[0] for change in self.edits)


def reconcile_files_with_journal(
    known: Campaign, entries: Iterable[Entry], found: Campaign
) -> Reconciliation:
    """Compare the campaign that is `known` to have been on disk, the `entries` journalled since,
    and the campaign `found` in the files.

    Each word of one journal finds what the word before it left. A word of a clone, merged into this
    journal, may not: whoever merged them settled the files too, and the files are then the truth.
    """
    states, lost, diverged = _apply_entries_to_known(known, entries)
    forward, overridden = [], []
    for change in diff_campaigns(found, states[-1]):
        if any(are_paths_overlapping(change.path, path) for path in diverged):
            continue
        values = [find_value_at_path(state, change.path) for state in states]
        if change.before in values[:-1]:
            forward.append(change)
        elif any(value != values[-1] for value in values):
            overridden.append(change)
    campaign = apply_changes(found, forward)
    return Reconciliation(
        campaign=campaign,
        forward_changes=tuple(forward),
        edits=diff_campaigns(states[-1], campaign),
        lost_entries=tuple(lost),
        overridden_changes=tuple(overridden),
        merge_conflicts=tuple(_list_merge_conflicts(diverged, known, campaign)),
    )


def _apply_entries_to_known(
    known: Campaign, entries: Iterable[Entry]
) -> tuple[list[Campaign], list[str], dict[str, tuple[Change, Entry]]]:
    """The `known` campaign and that after each entry that applies; the names of the entries of
    which nothing applies; and by its path the last change, with its entry, of each value that was
    not what a word expected."""
    states, lost = [known], []
    diverged: dict[str, tuple[Change, Entry]] = {}
    for entry in entries:
        state, is_applied = states[-1], not entry.changes
        for change in entry.changes:
            fits = find_value_at_path(state, change.path) == change.before
            try:
                state, is_applied = apply_changes(state, [change]), True
            except InapplicableChange:
                fits = False
            if not fits or change.path in diverged:
                diverged[change.path] = change, entry
        if is_applied:
            states.append(state)
        else:
            lost.append(entry.name)
    return states, lost, diverged


def _list_merge_conflicts(
    diverged: Mapping[str, tuple[Change, Entry]], known: Campaign, campaign: Campaign
) -> Iterator[MergeConflict]:
    """The conflicts worth a warning. The same text or answer given twice loses nothing, and the
    same value in an edit is how somebody settled it."""
    for path, (change, last) in diverged.items():
        ours, theirs, now = (
            find_value_at_path(known, path),
            change.after,
            find_value_at_path(campaign, path),
        )
        adds_up = isinstance(ours, int | float | dict) and not isinstance(ours, bool)
        if ours != theirs or (adds_up and last.kind != "edit"):
            yield MergeConflict(path, ours, theirs, now, last.name, mask_secret_line(last))


def find_hand_edits_undoing_words(
    edits: Iterable[Change], entries: Iterable[Entry]
) -> tuple[tuple[str, str], ...]:
    """The edits by hand that put back a value which a word had changed: path and line. An editor
    does so whose buffer is older than the word. `entries` come newest first."""
    edited = {change.path: change.after for change in edits}
    found: dict[str, str] = {}
    for entry in entries:
        for change in entry.changes if entry.kind != "edit" else ():
            if change.path in edited and change.before == edited[change.path]:
                found.setdefault(change.path, entry.line)
    return tuple(found.items())
