"""Deflects: finds the last harm that befell somebody, and undoes it (procedures 1.8)."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Change, Entry, PlainData
from companion.campaign.diff import apply_changes_if_unchanged, invert_changes
from companion.campaign.undoable_entries import can_entry_be_undone, flag_entries_not_undone
from companion.errant.attacks.armour import count_blocks_left, is_armour, take_blocks_from_item
from companion.refusal import Impossible

_HARM_KEYS = ("hp", "at_zero", "out_of_action", "dead", "exhaustion")
_HARM_EFFECTS = ("wound", "dying", "condition", "disease", "burning", "breath")
_DEFLECT = re.compile(r"deflect\b")
_LINE_BLOCKS = re.compile(r"\bblocks? (\d{1,3})\b")


class Harm(NamedTuple):
    """What befell somebody in one entry: its changes, and the names of the effects begun. The
    entries of its Deflects so far, and the `later` ones of other words, are newest first."""

    entry: Entry
    changes: tuple[Change, ...]
    effects: tuple[str, ...]
    deflects: tuple[Entry, ...] = ()
    later: tuple[Entry, ...] = ()

    @property
    def blow_count(self) -> int:
        """How many Attack Rolls it was."""
        return 1 + self.entry.outcome.count(" + ")


def find_last_undeflected_harm(backwards: Iterable[Entry], errant_id: str) -> Harm | None:
    """The newest harm that still stands and was not deflected: HP lost, or a wound, a Status or the
    like begun."""
    deflects: list[Entry] = []
    later: list[Entry] = []
    for entry, stands in flag_entries_not_undone(backwards):
        if not can_entry_be_undone(entry, stands):
            continue
        if _DEFLECT.match(entry.line):
            own = any(each.path.startswith(f"errants/{errant_id}/") for each in entry.changes)
            (deflects if own else later).append(entry)
            continue
        if harm := _find_harm_in_entry(entry, errant_id):
            if len(deflects) < harm.blow_count:
                return harm._replace(deflects=tuple(deflects), later=tuple(later))
            later += deflects[-harm.blow_count :]
            del deflects[-harm.blow_count :]
        later.append(entry)
    return None


def _find_harm_in_entry(entry: Entry, errant_id: str) -> Harm | None:
    """What an entry did to the body and armour of an Errant; None if it did no harm."""
    own = f"errants/{errant_id}/"
    began = [each for each in entry.changes if _begins_effect_on_errant(each, errant_id)]
    fields = [each for each in entry.changes if each.path in {f"{own}{key}" for key in _HARM_KEYS}]
    hurts = any(_is_loss_of_hp(each) for each in fields if each.path == f"{own}hp")
    if not (hurts or began):
        return None
    if any(each.path == f"{own}dead" for each in fields):  # their pack was left where they lie
        fields = [e for e in entry.changes if e.path.startswith(own) or _makes_stash(e)]
    else:
        fields += [each for each in entry.changes if _wears_down_armour(each, own)]
    kept = {id(each) for each in (*fields, *began)}
    changes = tuple(each for each in entry.changes if id(each) in kept)
    names = tuple(str(_get_value_of_key(each.after, "name")) for each in began)
    return Harm(entry, changes, names)


def _get_value_of_key(value: PlainData, key: str) -> PlainData:
    return value.get(key) if isinstance(value, dict) else None


def _is_loss_of_hp(change: Change) -> bool:
    """True if HP fell; full HP are written as none."""
    before, after = change.before, change.after
    return isinstance(after, int) and (not isinstance(before, int) or after < before)


def _begins_effect_on_errant(change: Change, errant_id: str) -> bool:
    return (
        change.path.startswith("campaign/effects/")
        and change.before is None
        and _get_value_of_key(change.after, "errant") == errant_id
        and _get_value_of_key(change.after, "kind") in _HARM_EFFECTS
    )


def _makes_stash(change: Change) -> bool:
    return change.before is None and _get_value_of_key(change.after, "kind") == "stash"


def _wears_down_armour(change: Change, own: str) -> bool:
    """True if a thing of theirs lost Quality, or armour was destroyed; Blocks are spent before."""
    if not change.path.startswith(f"{own}items/"):
        return False
    if change.path.endswith("/quality_left"):
        return True
    was = change.before
    is_gone = change.after is None and isinstance(was, dict)
    return is_gone and bool(
        _get_value_of_key(was, "blocks") or _get_value_of_key(was, "blocks_max")
    )


def undo_deflected_harm(campaign: Campaign, harm: Harm, errant_id: str) -> Campaign:
    """The campaign without that harm; Blocks that were spent on it stay spent. Raises Impossible if
    something has changed since."""
    after, clash = apply_changes_if_unchanged(campaign, invert_changes(harm.changes))
    if clash:
        raise Impossible("What came of that harm has changed since.", "Try: undo")
    typed = _LINE_BLOCKS.search(harm.entry.line)
    gone = [each.path.rpartition("/")[2] for each in harm.changes if each.after is None]
    for item in after.get_errant(errant_id).items if typed else ():
        if item.id in gone and is_armour(item):
            spent = take_blocks_from_item(
                item, min(int(typed[1]) if typed else 0, count_blocks_left(item))
            )
            after = after.with_errant(after.get_errant(errant_id).with_item(spent))
    return after
