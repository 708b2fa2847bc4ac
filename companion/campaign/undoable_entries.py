"""Which entries of the journal still stand, and which of them undo would take back at a seat."""

from collections.abc import Iterable, Iterator

from companion.audience import Seat
from companion.campaign.changes import Change, Entry
from companion.campaign.secrecy import may_seat_see_entry
from companion.refusal import Ambiguous, Unknown, join_words

MAX_ENTRIES_READ = 200
"""Entries of the journal that are searched for those that still matter."""


def flag_entries_not_undone(backwards: Iterable[Entry]) -> Iterator[tuple[Entry, bool]]:
    """Each entry, newest first, and whether it still stands: it was not taken back."""
    stands: dict[str, bool] = {}
    for entry in backwards:
        if entry.kind in ("undo", "redo"):
            for name in entry.takes_back:
                stands.setdefault(name, entry.kind == "redo")
        yield entry, stands.get(entry.name, True)


def parse_entry_number(name: str) -> int:
    """The number in an entry's name: 12 in `k3f9-12`; 0 if there is none."""
    number = name.rpartition("-")[2]
    return int(number) if number.isdecimal() and len(number) < 16 else 0


def can_entry_be_undone(entry: Entry, stands: bool) -> bool:
    """True if `undo` could take back something in it. What was only asked for, or denied, is passed
    over: nothing was played. So a request that was granted does not wait again."""
    is_word = stands and entry.kind in ("word", "edit") and entry.has_content
    return is_word and (bool(entry.note) or not all(map(changes_player_request, entry.changes)))


def changes_player_request(change: Change) -> bool:
    """True for a change of what players have asked for."""
    return change.path.startswith("campaign/requests/")


def find_undoable_entry(backwards: Iterable[Entry], seat: Seat = "guide") -> Entry | None:
    """The entry that `undo` would take back at a seat."""
    return next(list_undoable_entries(backwards, seat), (None, ()))[0]


def list_undoable_entries(
    backwards: Iterable[Entry], seat: Seat
) -> Iterator[tuple[Entry, tuple[Entry, ...]]]:
    """The entries that `undo` would take back at a seat, newest first, each with those that it
    passes over: a player's passes over what is for the Guide alone, so that nobody learns from it
    that there was something."""
    passed: tuple[Entry, ...] = ()
    for entry, stands in flag_entries_not_undone(backwards):
        if can_entry_be_undone(entry, stands):
            if is_passed_over_by_seat(entry, seat):
                passed = (*passed, entry)
            else:
                yield entry, passed


def is_passed_over_by_seat(entry: Entry, seat: Seat) -> bool:
    """True for what a player does not know of: another's that is for the Guide alone."""
    return not may_seat_see_entry(entry, seat) and entry.seat != seat


def find_named_entry_and_later_ones(
    backwards: Iterable[Entry], name: str
) -> tuple[list[tuple[Entry, bool]], tuple[Entry, ...]]:
    """The entries of this name or number, with whether they stand; and those that stand after
    them. Newest first."""
    found: list[tuple[Entry, bool]] = []
    later: list[Entry] = []
    number = int(name) if name.isdecimal() and len(name) < 12 else -1
    for entry, stands in flag_entries_not_undone(backwards):
        if found and entry.number < found[0][0].number:
            break
        if name == entry.name or entry.number == number:
            found.append((entry, stands))
        elif not found and can_entry_be_undone(entry, stands):
            later.append(entry)
    return found, tuple(later)


def require_single_entry(found: list[tuple[Entry, bool]], name: str) -> tuple[Entry, bool]:
    """The only one of the entries found by a name. Raises Unknown or Ambiguous."""
    if not found:
        raise Unknown(f"The journal has no entry «{name}».", "Type log to see them.")
    if len(found) > 1:
        names = join_words([entry.name for entry, _ in found], "or")
        raise Ambiguous(f"«{name}» may be {names}.", "Type its whole name.")
    return found[0]
