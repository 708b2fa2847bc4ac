"""Steps back and forward again: undo and redo over the journal, newest entry first.

An undo is an entry of its own with the inverted changes, all or nothing; a redo puts the recorded
values back. Nothing is ever popped, and dice are never rolled again.
"""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Change, Entry
from companion.campaign.diff import inverted, made, stands_on
from companion.campaign.secrecy import for_the_guide, in_sight, path_in_sight
from companion.refusal import Ambiguous, Impossible, Unknown, listed

MOST_NAMED = 3


class Step(NamedTuple):
    """A step back or forward: the entries it is about (newest first), the campaign after it, and
    the changes that make it."""

    entries: tuple[Entry, ...]
    campaign: Campaign
    changes: tuple[Change, ...]


def with_standing(backwards: Iterable[Entry]) -> Iterator[tuple[Entry, bool]]:
    """Each entry, newest first, and whether what it did still stands (was not taken back)."""
    stands: dict[str, bool] = {}
    for entry in backwards:
        if entry.kind in ("undo", "redo"):
            for name in entry.takes_back:
                stands.setdefault(name, entry.kind == "redo")
        yield entry, stands.get(entry.name, True)


def number_in(name: str) -> int:
    """The number in an entry's name: 12 in `k3f9-12`; 0 where there is none."""
    number = name.rpartition("-")[2]
    return int(number) if number.isdecimal() and len(number) < 16 else 0


def can_be_undone(entry: Entry, stands: bool) -> bool:
    """Whether there is something in it that `undo` could take back."""
    return stands and entry.kind in ("word", "edit") and entry.tells


def undoable(backwards: Iterable[Entry]) -> Entry | None:
    """What `undo` would take back; None where there is nothing."""
    for entry, stands in with_standing(backwards):
        if can_be_undone(entry, stands):
            return entry
    return None


def _must_be_seen(entries: Iterable[Entry], *, guide: bool) -> None:
    """That whoever steps back or forward may see these entries; before anything is said of them.
    Raises Impossible."""
    if not guide and any(map(for_the_guide, entries)):
        raise Impossible("That is the Guide's alone to take back.", "Ask the Guide.")


def undo_last(campaign: Campaign, backwards: Iterable[Entry], *, guide: bool = True) -> Step:
    """Take back the newest word that still stands. Impossible when there is none, and for all but
    the `guide` when it is the Guide's alone, as in all that follow."""
    return undo_times(campaign, backwards, 1, guide=guide)


def undo_times(
    campaign: Campaign, backwards: Iterable[Entry], times: int, *, guide: bool = True
) -> Step:
    """Take back the newest words that still stand, so many of them. Impossible when there are not
    so many."""
    standing = (e for e, stands in with_standing(backwards) if can_be_undone(e, stands))
    entries = tuple(islice(standing, times))
    if not entries:
        raise Impossible("There is nothing to undo.")
    if len(entries) < times:
        raise Impossible(
            f"There are not {times} words to take back.", f"All there are: undo x{len(entries)}"
        )
    _must_be_seen(entries, guide=guide)
    return _without(campaign, entries, ())


def undo_named(
    campaign: Campaign, backwards: Iterable[Entry], name: str, *, guide: bool = True
) -> Step:
    """Take back one entry by its name or number. Unknown, Ambiguous (a number that two sessions
    have) or Impossible (taken back already, or later words stand on it)."""
    found, later = _found(backwards, name)
    entry, stands = _only(found, name)
    _must_be_seen((entry,), guide=guide)
    if entry.kind in ("undo", "redo"):
        raise Impossible(f"«{entry.line}» is itself a step back or forward.", "Try: redo or undo")
    if not stands:
        raise Impossible(f"«{in_sight(entry)}» ({entry.name}) is taken back already.", "Try: redo")
    if not entry.tells:
        raise Impossible(f"«{in_sight(entry)}» ({entry.name}) changed nothing.")
    return _without(campaign, (entry,), later)


def undo_to(
    campaign: Campaign, backwards: Iterable[Entry], name: str, *, guide: bool = True
) -> Step:
    """Take back everything after an entry, or everything there is for 0. Refused as `undo_named`
    is."""
    found, after = _found(backwards, name)
    if name != "0":
        _only(found, name)
    if not after:
        raise Impossible(f"Nothing that stands came after {name}.")
    _must_be_seen(after, guide=guide)
    return _without(campaign, after, ())


def redo_last(campaign: Campaign, backwards: Iterable[Entry], *, guide: bool = True) -> Step:
    """Do again what the newest undo took back, while nothing has been typed since. Impossible
    when there is nothing to do again."""
    redone: set[str] = set()
    wanted: list[str] = []
    again: list[Entry] = []
    for entry in backwards:
        if entry.kind == "redo":
            redone.update(entry.takes_back)
        elif entry.kind == "undo":
            if not wanted and not redone.issuperset(entry.takes_back):
                wanted = list(entry.takes_back)
            redone.difference_update(entry.takes_back)
        elif entry.name in wanted:
            again.append(entry)
            if len(again) == len(wanted):
                break
        elif not wanted and entry.tells and entry.name not in redone:
            break
    if not again:
        raise Impossible("There is nothing to redo.")
    _must_be_seen(again, guide=guide)
    changes = tuple(
        replace(change, was=None) for entry in reversed(again) for change in entry.changes
    )
    after, clashes = made(campaign, changes)
    if clashes:
        raise Impossible(
            f"«{in_sight(again[0])}» cannot be done again: "
            f"{path_in_sight(campaign, clashes[0].path)} has changed since."
        )
    return Step(tuple(again), after, changes)


def event_effects(
    campaign: Campaign, backwards: Iterable[Entry], turn_type: str
) -> tuple[Campaign, tuple[Change, ...]]:
    """The campaign without what the Event Die of the open Turn of this type did, and the changes
    that take it back. Impossible while later words stand on them."""
    entries: list[Entry] = []
    later: list[Entry] = []
    for entry, stands in with_standing(backwards):
        if not can_be_undone(entry, stands):
            continue
        effects = [c for c in entry.changes if c.effect == turn_type]
        (entries if effects else later).append(entry)
        if _rolled(entry, turn_type):
            break
    effects = [c for e in reversed(entries) for c in e.changes if c.effect == turn_type]
    inverse = inverted(effects)
    after, clashes = made(campaign, inverse)
    if clashes:
        raise _stood_on(entries[-1], effects, later)
    return after, inverse


def _rolled(entry: Entry, turn_type: str) -> bool:
    turn = f"campaign/turns/{turn_type}"
    marks = {turn, f"{turn}/rolled", f"{turn}/number"}
    return any(c.path in marks and not c.effect for c in entry.changes)


def _number(name: str) -> int:
    return int(name) if name.isdecimal() and len(name) < 12 else -1


def _found(
    backwards: Iterable[Entry], name: str
) -> tuple[list[tuple[Entry, bool]], tuple[Entry, ...]]:
    """Every entry of that name or number and whether it stands, and those that stand after it,
    newest first."""
    found: list[tuple[Entry, bool]] = []
    later: list[Entry] = []
    number = _number(name)
    for entry, stands in with_standing(backwards):
        if found and entry.number < found[0][0].number:
            break
        if name == entry.name or (name.isdecimal() and entry.number == number):
            found.append((entry, stands))
        elif not found and can_be_undone(entry, stands):
            later.append(entry)
    return found, tuple(later)


def _only(found: list[tuple[Entry, bool]], name: str) -> tuple[Entry, bool]:
    if not found:
        raise Unknown(f"The journal has no entry «{name}».", "Type log to see them.")
    if len(found) > 1:
        names = listed([entry.name for entry, _ in found], "or")
        raise Ambiguous(f"«{name}» may be {names}.", "Type its whole name.")
    return found[0]


def _without(campaign: Campaign, entries: tuple[Entry, ...], later: tuple[Entry, ...]) -> Step:
    """Entries taken back, newest first; `later` are the words that may stand on them. What a later
    word touched is refused even where it left the same value: undoing that word afterwards would
    not find what it left."""
    after, changes = campaign, tuple[Change, ...]()
    for entry in entries:
        if any(stands_on(entry.changes, each.changes) for each in later):
            raise _stood_on(entry, entry.changes, later)
        inverse = inverted(entry.changes)
        after, clashes = made(after, inverse)
        if clashes:
            path = path_in_sight(campaign, clashes[0].path)
            raise _stood_on(entry, entry.changes, later, path)
        changes = (*changes, *inverse)
    return Step(entries, after, changes)


def _stood_on(
    entry: Entry, changes: Iterable[Change], later: Iterable[Entry], path: str = ""
) -> Impossible:
    line = in_sight(entry)
    standing = [e for e in later if stands_on(changes, e.changes)]
    if standing:
        names = [f"«{in_sight(e)}» ({e.name})" for e in standing[:MOST_NAMED]]
        more = len(standing) - len(names)
        words = listed([*names, f"{more} more"] if more else names)
        return Impossible(
            f"«{line}» cannot be taken back by itself: {words} came later and stand on it."
            if len(standing) > 1
            else f"«{line}» cannot be taken back by itself: {words} came later and stands on it.",
            "Try: undo, once for each, newest first.",
        )
    what = f": {path} is no longer as it left it" if path else ""
    return Impossible(f"«{line}» cannot be taken back{what}.")
