"""Steps back and forward again: undo and redo over the journal, newest entry first.

An undo is an entry of its own with the inverted changes, all or nothing; a redo puts the recorded
values back. Nothing is ever popped, and dice are never rolled again.
"""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Change, Entry
from companion.campaign.diff import apply_if_unchanged, has_dependents, invert_changes
from companion.campaign.secrecy import is_for_guide, mask_secret_line, mask_secret_path
from companion.errant.errants import Errant
from companion.errant.items import Item
from companion.refusal import Ambiguous, Impossible, Unknown, join_words

MAX_NAMED_WORDS = 3


class HistoryStep(NamedTuple):
    """A step back or forward: the entries it is about (newest first), the campaign after it, and
    the changes that make it."""

    entries: tuple[Entry, ...]
    campaign: Campaign
    changes: tuple[Change, ...]


def flag_live_entries(backwards: Iterable[Entry]) -> Iterator[tuple[Entry, bool]]:
    """Each entry, newest first, and whether what it did still stands (was not taken back)."""
    stands: dict[str, bool] = {}
    for entry in backwards:
        if entry.kind in ("undo", "redo"):
            for name in entry.takes_back:
                stands.setdefault(name, entry.kind == "redo")
        yield entry, stands.get(entry.name, True)


def parse_entry_number(name: str) -> int:
    """The number in an entry's name: 12 in `k3f9-12`; 0 where there is none."""
    number = name.rpartition("-")[2]
    return int(number) if number.isdecimal() and len(number) < 16 else 0


def can_be_undone(entry: Entry, stands: bool) -> bool:
    """Whether there is something in it that `undo` could take back."""
    return stands and entry.kind in ("word", "edit") and entry.has_content


def find_undoable(backwards: Iterable[Entry]) -> Entry | None:
    """What `undo` would take back; None where there is nothing."""
    for entry, stands in flag_live_entries(backwards):
        if can_be_undone(entry, stands):
            return entry
    return None


def _require_visible(entries: Iterable[Entry], *, guide: bool) -> None:
    """That whoever steps back or forward may see these entries; before anything is said of them.
    Raises Impossible."""
    if not guide and any(map(is_for_guide, entries)):
        raise Impossible("That is the Guide's alone to take back.", "Ask the Guide.")


def undo_last(campaign: Campaign, backwards: Iterable[Entry], *, guide: bool = True) -> HistoryStep:
    """Take back the newest word that still stands. Impossible when there is none, and for all but
    the `guide` when it is the Guide's alone, as in all that follow."""
    return undo_times(campaign, backwards, 1, guide=guide)


def undo_times(
    campaign: Campaign, backwards: Iterable[Entry], times: int, *, guide: bool = True
) -> HistoryStep:
    """Take back the newest words that still stand, so many of them. Impossible when there are not
    so many."""
    standing = (e for e, stands in flag_live_entries(backwards) if can_be_undone(e, stands))
    entries = tuple(islice(standing, times))
    if not entries:
        raise Impossible("There is nothing to undo.")
    if len(entries) < times:
        raise Impossible(
            f"There are not {times} words to take back.", f"All there are: undo x{len(entries)}"
        )
    _require_visible(entries, guide=guide)
    return _take_back_entries(campaign, entries, ())


def undo_named(
    campaign: Campaign, backwards: Iterable[Entry], name: str, *, guide: bool = True
) -> HistoryStep:
    """Take back one entry by its name or number. Unknown, Ambiguous (a number that two sessions
    have) or Impossible (taken back already, or later words stand on it)."""
    found, later = _find_entries(backwards, name)
    entry, stands = _require_single_entry(found, name)
    _require_visible((entry,), guide=guide)
    if entry.kind in ("undo", "redo"):
        raise Impossible(f"«{entry.line}» is itself a step back or forward.", "Try: redo or undo")
    if not stands:
        raise Impossible(
            f"«{mask_secret_line(entry)}» ({entry.name}) is taken back already.", "Try: redo"
        )
    if not entry.has_content:
        raise Impossible(f"«{mask_secret_line(entry)}» ({entry.name}) changed nothing.")
    return _take_back_entries(campaign, (entry,), later)


def undo_to(
    campaign: Campaign, backwards: Iterable[Entry], name: str, *, guide: bool = True
) -> HistoryStep:
    """Take back everything after an entry, or everything there is for 0. Refused as `undo_named`
    is."""
    found, after = _find_entries(backwards, name)
    if name != "0":
        _require_single_entry(found, name)
    if not after:
        raise Impossible(f"Nothing that stands came after {name}.")
    _require_visible(after, guide=guide)
    return _take_back_entries(campaign, after, ())


def redo_last(campaign: Campaign, backwards: Iterable[Entry], *, guide: bool = True) -> HistoryStep:
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
        elif not wanted and entry.has_content and entry.name not in redone:
            break
    if not again:
        raise Impossible("There is nothing to redo.")
    _require_visible(again, guide=guide)
    changes = tuple(
        replace(change, was=None) for entry in reversed(again) for change in entry.changes
    )
    after, clashes = apply_if_unchanged(campaign, changes)
    if clashes:
        raise Impossible(
            f"«{mask_secret_line(again[0])}» cannot be done again: "
            f"{mask_secret_path(campaign, clashes[0].path)} has changed since."
        )
    return HistoryStep(tuple(again), after, changes)


def revert_event_effects(
    campaign: Campaign, backwards: Iterable[Entry], turn_type: str
) -> tuple[Campaign, tuple[Change, ...]]:
    """The campaign without what the Event Die of the open Turn of this type did, and the changes
    that take it back. Impossible while later words stand on them."""
    entries: list[Entry] = []
    later: list[Entry] = []
    for entry, stands in flag_live_entries(backwards):
        if not can_be_undone(entry, stands):
            continue
        effects = [c for c in entry.changes if c.effect == turn_type]
        (entries if effects else later).append(entry)
        if _has_event_roll(entry, turn_type):
            break
    effects = [c for e in reversed(entries) for c in e.changes if c.effect == turn_type]
    inverse = invert_changes(effects)
    after, clashes = apply_if_unchanged(campaign, inverse)
    if clashes:
        raise _make_dependency_refusal(entries[-1], effects, later)
    return after, inverse


def _has_event_roll(entry: Entry, turn_type: str) -> bool:
    turn = f"campaign/turns/{turn_type}"
    marks = {turn, f"{turn}/rolled", f"{turn}/number"}
    return any(c.path in marks and not c.effect for c in entry.changes)


def _parse_typed_number(name: str) -> int:
    return int(name) if name.isdecimal() and len(name) < 12 else -1


def _find_entries(
    backwards: Iterable[Entry], name: str
) -> tuple[list[tuple[Entry, bool]], tuple[Entry, ...]]:
    """Every entry of that name or number and whether it stands, and those that stand after it,
    newest first."""
    found: list[tuple[Entry, bool]] = []
    later: list[Entry] = []
    number = _parse_typed_number(name)
    for entry, stands in flag_live_entries(backwards):
        if found and entry.number < found[0][0].number:
            break
        if name == entry.name or (name.isdecimal() and entry.number == number):
            found.append((entry, stands))
        elif not found and can_be_undone(entry, stands):
            later.append(entry)
    return found, tuple(later)


def _require_single_entry(found: list[tuple[Entry, bool]], name: str) -> tuple[Entry, bool]:
    if not found:
        raise Unknown(f"The journal has no entry «{name}».", "Type log to see them.")
    if len(found) > 1:
        names = join_words([entry.name for entry, _ in found], "or")
        raise Ambiguous(f"«{name}» may be {names}.", "Type its whole name.")
    return found[0]


def _take_back_entries(
    campaign: Campaign, entries: tuple[Entry, ...], later: tuple[Entry, ...]
) -> HistoryStep:
    """Entries taken back, newest first; `later` are the words that may stand on them. What a later
    word touched is refused even where it left the same value: undoing that word afterwards would
    not find what it left."""
    after, changes = campaign, tuple[Change, ...]()
    for entry in entries:
        if any(has_dependents(entry.changes, each.changes) for each in later):
            raise _make_dependency_refusal(entry, entry.changes, later)
        inverse = invert_changes(entry.changes)
        after, clashes = apply_if_unchanged(after, inverse)
        if clashes:
            path = mask_secret_path(campaign, clashes[0].path)
            raise _make_dependency_refusal(entry, entry.changes, later, path)
        changes = (*changes, *inverse)
    return HistoryStep(entries, after, changes)


def _make_dependency_refusal(
    entry: Entry, changes: Iterable[Change], later: Iterable[Entry], path: str = ""
) -> Impossible:
    line = mask_secret_line(entry)
    standing = [e for e in later if has_dependents(changes, e.changes)]
    if standing:
        names = [f"«{mask_secret_line(e)}» ({e.name})" for e in standing[:MAX_NAMED_WORDS]]
        more = len(standing) - len(names)
        words = join_words([*names, f"{more} more"] if more else names)
        return Impossible(
            f"«{line}» cannot be taken back by itself: {words} came later and stand on it."
            if len(standing) > 1
            else f"«{line}» cannot be taken back by itself: {words} came later and stands on it.",
            "Try: undo, once for each, newest first.",
        )
    what = f": {path} is no longer as it left it" if path else ""
    return Impossible(f"«{line}» cannot be taken back{what}.")


RevertedKind = Literal["burn", "depletion", "number", "exhaustion", "supply", "effect"]


class RevertedValue(Struct, frozen=True):
    """A value as it was before again: the Burn or Depletion of a thing, how many of it there are,
    someone's Exhaustion or Supply, the Depletion of an effect (0 where it does not go on).

    `errant` is whose, "" for nobody's; `name` is the thing's or the effect's, "" for none.
    """

    errant: str
    name: str
    what: RevertedKind
    before: int
    after: int


def list_reverted_values(before: Campaign, after: Campaign) -> tuple[RevertedValue, ...]:
    """All that is otherwise in `after`, the campaign from which something was taken back."""
    return (*_list_reverted_stats(before, after), *_list_reverted_effects(before, after))


def _list_reverted_stats(before: Campaign, after: Campaign) -> Iterator[RevertedValue]:
    were = {errant.id: errant for errant in before.errants}
    for errant in after.errants:
        was = were.get(errant.id)
        if was is None or was is errant:
            continue
        if was.exhaustion != errant.exhaustion:
            yield RevertedValue(errant.id, "", "exhaustion", was.exhaustion, errant.exhaustion)
        if was.supply != errant.supply:
            yield RevertedValue(errant.id, "", "supply", was.supply, errant.supply)
        yield from _list_reverted_items(was, errant)


def _list_reverted_items(was: Errant, errant: Errant) -> Iterator[RevertedValue]:
    """Things by their ids; what was empty and is no longer there was part of a stack."""
    had = {item.id: item for item in was.items}
    for item in errant.items:
        old = had.get(item.id)
        number = old.count if old is not None else 0
        if number != item.count:
            yield RevertedValue(errant.id, item.name, "number", number, item.count)
        elif old is not None and old.uses_left != item.uses_left:
            yield RevertedValue(
                errant.id, item.name, _find_item_unit(item), old.uses_left or 0, item.uses_left or 0
            )


def _find_item_unit(item: Item) -> RevertedKind:
    return "burn" if item.burn is not None else "depletion"


def _list_reverted_effects(before: Campaign, after: Campaign) -> Iterator[RevertedValue]:
    were = {effect.id: effect for effect in before.book.effects}
    are = {effect.id: effect for effect in after.book.effects}
    for effect_id in dict.fromkeys((*are, *were)):
        was, now = were.get(effect_id), are.get(effect_id)
        if was == now:
            continue
        named = now or was
        assert named is not None
        old, new = (0 if e is None else e.depletion or 1 for e in (was, now))
        yield RevertedValue(named.errant, named.name, "effect", old, new)
