"""Undo and redo over the journal, newest entry first.

An undo is an entry of its own with the inverted changes, all or nothing; a redo puts the recorded
values back. No entry is removed, and dice are never rolled again.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import NamedTuple

from msgspec.structs import replace

from companion.audience import Seat
from companion.campaign.campaign import Campaign
from companion.campaign.changes import Change, Entry
from companion.campaign.diff import (
    apply_changes_if_unchanged,
    has_dependent_changes,
    invert_changes,
)
from companion.campaign.secrecy import (
    is_entry_for_guide_alone,
    mask_secret_line,
    mask_secret_path,
    may_seat_see_entry,
)
from companion.campaign.undoable_entries import (
    can_entry_be_undone,
    changes_player_request,
    find_named_entry_and_later_ones,
    flag_entries_not_undone,
    is_passed_over_by_seat,
    list_undoable_entries,
    require_single_entry,
)
from companion.refusal import Impossible, join_words

MAX_NAMED_WORDS = 3


class HistoryStep(NamedTuple):
    """An undo or a redo: its entries, newest first, the campaign after it, and its changes."""

    entries: tuple[Entry, ...]
    campaign: Campaign
    changes: tuple[Change, ...]


def pair_entries_with_campaigns(
    after: Campaign, backwards: Iterable[Entry]
) -> Iterator[tuple[Entry, Campaign, Campaign]]:
    """Each entry, newest first, with the campaign before and after it, from the campaign that the
    newest left. Ends where a file was changed that no entry tells of."""
    for entry in backwards:
        before, clash = apply_changes_if_unchanged(after, invert_changes(entry.changes))
        if clash:
            return
        yield entry, before, after
        after = before


NOT_YOURS = "That is the Guide's alone to take back."


@contextmanager
def _hide_reasons_about_secrets(entries: Iterable[Entry], seat: Seat) -> Iterator[None]:
    """Raises Impossible if a player would step back or forward over an entry of the Guide's, or
    cannot over a secret of their own: why not is the Guide's. Entered before any other refusal can
    quote an entry."""
    refusal = Impossible(NOT_YOURS, "Ask the Guide. To see yours: log")
    if not all(may_seat_see_entry(entry, seat) for entry in entries):
        raise refusal
    try:
        yield
    except Impossible:
        if seat != "guide" and any(map(is_entry_for_guide_alone, entries)):
            raise refusal from None
        raise


def undo_last_entries(
    campaign: Campaign, backwards: Iterable[Entry], times: int = 1, *, seat: Seat = "guide"
) -> HistoryStep:
    """Take back the newest words that still stand and that the seat may see, so many of them.
    Raises Impossible if there are not so many, and for a player if something of the Guide's alone
    stands on one."""
    found = tuple(islice(list_undoable_entries(backwards, seat), times))
    entries, passed = tuple(entry for entry, _ in found), found[-1][1] if found else ()
    if not entries:
        raise Impossible("There is nothing to undo.", "To see what was typed: log")
    if len(entries) < times:
        raise Impossible(
            f"There are not {times} words to take back.", f"All there are: undo x{len(entries)}"
        )
    with _hide_reasons_about_secrets(entries, seat):
        return undo_entries(campaign, entries, passed, seat=seat)


def undo_named_entry(
    campaign: Campaign, backwards: Iterable[Entry], name: str, *, seat: Seat = "guide"
) -> HistoryStep:
    """Take back one entry by its name or number. Raises Unknown, Ambiguous for a number that two
    sessions have, or Impossible if it is taken back already or later words stand on it."""
    found, later = find_named_entry_and_later_ones(backwards, name)
    entry, stands = require_single_entry(found, name)
    line = mask_secret_line(entry, guide=seat == "guide")
    with _hide_reasons_about_secrets((entry,), seat):
        if entry.kind in ("undo", "redo"):
            why = f"«{entry.line}» is itself a step back or forward."
            raise Impossible(why, "Try: redo or undo.")
        if not stands:
            raise Impossible(f"«{line}» ({entry.number}) is taken back already.", "Try: redo.")
        if not can_entry_be_undone(entry, stands):
            why = f"«{line}» ({entry.number}) changed nothing."
            raise Impossible(why, "To see what was typed: log")
        return undo_entries(campaign, (entry,), later, seat=seat)


def undo_back_to_entry(
    campaign: Campaign, backwards: Iterable[Entry], name: str, *, seat: Seat = "guide"
) -> HistoryStep:
    """Take back everything after an entry, or all for 0. Raises what `undo_named_entry` raises."""
    found, after = find_named_entry_and_later_ones(backwards, name)
    if name != "0":
        require_single_entry(found, name)
    if not after:
        raise Impossible(f"Nothing that stands came after {name}.", "Type log to see them.")
    with _hide_reasons_about_secrets(after, seat):
        return undo_entries(campaign, after, seat=seat)


def redo_newest_undo(
    campaign: Campaign, backwards: Iterable[Entry], *, seat: Seat = "guide"
) -> HistoryStep:
    """Do again what the newest undo took back. Raises Impossible if there is nothing to redo, or
    another word was typed since."""
    redone: set[str] = set()
    wanted: list[str] = []
    again: list[Entry] = []
    for entry in backwards:
        if is_passed_over_by_seat(entry, seat) and entry.name not in wanted:
            continue
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
        elif not wanted and can_entry_be_undone(entry, True) and entry.name not in redone:
            break
    if not again:
        raise Impossible("There is nothing to redo.", "To see what was typed: log")
    with _hide_reasons_about_secrets(again, seat):
        changes = tuple(
            replace(change, was=None)
            for entry in reversed(again)
            for change in entry.changes
            if not changes_player_request(change)
        )
        after, clash = apply_changes_if_unchanged(campaign, changes)
        if clash:
            what = mask_secret_path(campaign, clash, seat) if seat == "guide" else "something else"
            raise Impossible(
                f"«{mask_secret_line(again[0], guide=seat == 'guide')}» cannot be done again: "
                f"{what} has changed since."
            )
    return HistoryStep(tuple(again), after, changes)


def revert_event_die_effects(
    campaign: Campaign, backwards: Iterable[Entry], turn_type: str, *, seat: Seat
) -> tuple[Campaign, tuple[Change, ...]]:
    """The campaign without what the Event Die did in the open Turn of this type, and the changes
    that take it back. Raises Impossible while later words stand on them."""
    entries: list[Entry] = []
    later: list[Entry] = []
    turn = f"campaign/turns/{turn_type}"
    roll_paths = {turn, f"{turn}/rolled", f"{turn}/number"}
    for entry, stands in flag_entries_not_undone(backwards):
        if not can_entry_be_undone(entry, stands):
            continue
        effects = [c for c in entry.changes if c.effect == turn_type]
        (entries if effects else later).append(entry)
        if any(c.path in roll_paths and not c.effect for c in entry.changes):
            break
    effects = [c for e in reversed(entries) for c in e.changes if c.effect == turn_type]
    inverse = invert_changes(effects)
    after, clash = apply_changes_if_unchanged(campaign, inverse)
    if clash:
        raise _make_cannot_undo_refusal(entries[-1], effects, later, seat)
    return after, inverse


def undo_entries(
    campaign: Campaign, entries: tuple[Entry, ...], later: tuple[Entry, ...] = (), *, seat: Seat
) -> HistoryStep:
    """Take back entries, newest first. What a `later` word touched is refused even if it left the
    same value: undoing that word afterwards would not find what it left. Raises Impossible for
    that, and if something has changed since."""
    after, changes = campaign, tuple[Change, ...]()
    for entry in entries:
        if any(has_dependent_changes(entry.changes, each.changes) for each in later):
            raise _make_cannot_undo_refusal(entry, entry.changes, later, seat)
        inverse = invert_changes(c for c in entry.changes if not changes_player_request(c))
        after, clash = apply_changes_if_unchanged(after, inverse)
        if clash:
            path = mask_secret_path(campaign, clash, seat)
            raise _make_cannot_undo_refusal(entry, entry.changes, later, seat, path)
        changes = (*changes, *inverse)
    return HistoryStep(entries, after, changes)


def _make_cannot_undo_refusal(
    entry: Entry, changes: Iterable[Change], later: Iterable[Entry], seat: Seat, path: str = ""
) -> Impossible:
    is_guide = seat == "guide"
    line = mask_secret_line(entry, guide=is_guide)
    standing = [e for e in later if has_dependent_changes(changes, e.changes)]
    seen = [e for e in standing if not is_passed_over_by_seat(e, seat)]
    if (standing and not seen) or (path and not is_guide):
        return Impossible(
            f"«{line}» cannot be taken back: something else stands on it.",
            "To see what was typed: log",
        )
    standing = seen
    if standing:
        named = standing[:MAX_NAMED_WORDS]
        names = [f"«{mask_secret_line(e, guide=is_guide)}» ({e.number})" for e in named]
        more = len(standing) - len(names)
        words = join_words([*names, f"{more} more"] if more else names)
        verb = "stand" if len(standing) > 1 else "stands"
        return Impossible(
            f"«{line}» cannot be taken back by itself: {words} came later and {verb} on it.",
            "Try: undo, once for each, newest first.",
        )
    what = f": {path} is no longer as it left it" if path else ""
    return Impossible(f"«{line}» cannot be taken back{what}.", "To see what was typed: log")
