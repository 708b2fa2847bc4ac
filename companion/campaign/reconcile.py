"""Files and journal brought together: what was journalled but not yet written is rolled forward,
what a person wrote stays and becomes an entry of its own.

A path is set to what the journal says only where the file still holds a value that the journal
knows it had; anything else was written by hand and is reported, not forced.
"""

from collections.abc import Iterable
from typing import NamedTuple

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Change, Entry
from companion.campaign.diff import DoesNotApply, applied, diff, value_at


class Reconciled(NamedTuple):
    """What the campaign is now; what must still be written (`forward`, from the files); what was
    written by hand (`edits`, from what the journal left); and entries that would not apply."""

    campaign: Campaign
    forward: tuple[Change, ...]
    edits: tuple[Change, ...]
    lost: tuple[str, ...]
    overridden: tuple[Change, ...]


def reconcile(known: Campaign, entries: Iterable[Entry], found: Campaign) -> Reconciled:
    """`known` is the campaign as it was last known to be on disk, `entries` what was journalled
    since, `found` what the files hold now."""
    states, lost = [known], []
    for entry in entries:
        try:
            states.append(applied(states[-1], entry.changes))
        except DoesNotApply:
            lost.append(entry.name)
    latest = states[-1]
    behind, overridden = [], []
    for change in diff(found, latest):
        history = [value_at(state, change.path) for state in states]
        if change.before in history[:-1]:
            behind.append(change)
        elif any(value != history[-1] for value in history):
            overridden.append(change)
    campaign = applied(found, behind)
    return Reconciled(
        campaign, tuple(behind), diff(latest, campaign), tuple(lost), tuple(overridden)
    )


def put_back(edits: Iterable[Change], entries: Iterable[Entry]) -> tuple[tuple[str, str], ...]:
    """Of what was edited by hand, what puts back a value that a word had changed: path and line.

    That is what an editor does whose buffer is older than the word.
    """
    changed = {change.path: change.after for change in edits}
    found: dict[str, str] = {}
    for entry in entries:
        for change in entry.changes:
            if (
                change.path in changed
                and change.path not in found
                and change.before == changed[change.path]
                and entry.kind != "edit"
            ):
                found[change.path] = entry.line
    return tuple(found.items())
