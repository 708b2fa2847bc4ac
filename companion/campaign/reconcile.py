"""Files and journal brought together: what was journalled but not yet written is rolled forward,
what a person wrote stays and becomes an entry of its own.

A path is set to what the journal says only where the file still holds a value that the journal
knows it had; anything else was written by hand and is reported, not forced.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Change, Entry, Plain
from companion.campaign.diff import DoesNotApply, applied, diff, value_at
from companion.campaign.secrecy import in_sight

CLOCK = "campaign/clock/now"


class Crossed(NamedTuple):
    """A value that was changed here and by others who did not know of it: where it lies, what it
    was when they changed it, what it was made here, what they made of it and what stands now (None
    where there is nothing); `entry` and `line` are their last word on it.

    Where `ours` and `theirs` are the same, two sums may have become one: both used up one of three
    torches, and two are left.
    """

    path: str
    before: Plain
    ours: Plain
    theirs: Plain
    now: Plain
    entry: str
    line: str


class Reconciled(NamedTuple):
    """What the campaign is now; what must still be written (`forward`, from the files); what was
    written by hand (`edits`, from what the journal left); entries of which nothing would apply;
    what was edited over; and what two evenings changed."""

    campaign: Campaign
    forward: tuple[Change, ...]
    edits: tuple[Change, ...]
    lost: tuple[str, ...]
    overridden: tuple[Change, ...]
    crossed: tuple[Crossed, ...]


class _Meeting(NamedTuple):
    """What a word did not find as it changed it; what the last word there left, and that word."""

    before: Plain
    after: Plain
    last: Entry


def reconcile(known: Campaign, entries: Iterable[Entry], found: Campaign) -> Reconciled:
    """`known` is the campaign as it was last known to be on disk, `entries` what was journalled
    since, `found` what the files hold now.

    Words of one journal follow on each other, and each finds what the one before left. Those of a
    clone, merged into this journal, may not: whoever merged them settled the files too, and the
    files are then the truth.
    """
    states, lost = [known], []
    met: dict[str, _Meeting] = {}
    for entry in entries:
        state, done = states[-1], not entry.changes
        for change in entry.changes:
            fits = value_at(state, change.path) == change.before
            try:
                state, done = applied(state, [change]), True
            except DoesNotApply:
                fits = False
            if not fits or change.path in met:
                first = met[change.path].before if change.path in met else change.before
                met[change.path] = _Meeting(first, change.after, entry)
        if done:
            states.append(state)
        else:
            lost.append(entry.name)
    latest = states[-1]
    behind, overridden = [], []
    for change in diff(found, latest):
        history = [value_at(state, change.path) for state in states]
        if any(_within(change.path, path) or _within(path, change.path) for path in met):
            continue
        if change.before in history[:-1]:
            behind.append(change)
        elif any(value != history[-1] for value in history):
            overridden.append(change)
    campaign = applied(found, behind)
    return Reconciled(
        campaign,
        tuple(behind),
        diff(latest, campaign),
        tuple(lost),
        tuple(overridden),
        tuple(_crossed(met, known, campaign)),
    )


def _within(path: str, other: str) -> bool:
    return path == other or path.startswith(f"{other}/")


def _crossed(met: Mapping[str, _Meeting], known: Campaign, campaign: Campaign) -> Iterator[Crossed]:
    """What is worth telling of: the same text or answer given twice loses nothing, and the same
    value edited in is how somebody settled it."""
    for path, (before, theirs, last) in met.items():
        ours, now = value_at(known, path), value_at(campaign, path)
        adds_up = isinstance(ours, int | float | dict) and not isinstance(ours, bool)
        if ours != theirs or ((adds_up or path == CLOCK) and last.kind != "edit"):
            yield Crossed(path, before, ours, theirs, now, last.name, in_sight(last))


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
