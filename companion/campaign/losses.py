"""What an entry of the journal used up, ended or began, found in its changes: no rule is run
again."""

from collections.abc import Iterator

from companion.campaign.changes import Change, Entry
from companion.errant.happenings import (
    EffectBegan,
    EffectEnded,
    Exhausted,
    Happening,
    SupplyLossReason,
    SupplyLost,
    UsedUp,
)

_EVENT_REASONS: dict[str, SupplyLossReason] = {"burn": "want of light", "deplete": "want of food"}


def list_losses(entry: Entry, word: str, *, plentiful: bool) -> Iterator[Happening]:
    """Each thing used up, Supply lost and why, Exhaustion gained, and the effects that ended or
    began. `word` is that of the entry; Deplete takes Supply for food where it is `plentiful`."""
    reason = _EVENT_REASONS.get(entry.outcome.partition(" ")[2] or word, "")
    if any(change.path == "campaign/clock/downtime_turns" for change in entry.changes):
        reason = "a Downtime Turn begins"
    elif reason == "want of food" and plentiful:
        reason = "food"
    refilled = {_get_holder(c) for c in entry.changes if c.path.endswith("/count") and _gain(c) > 0}
    for change in entry.changes:
        name = change.before.get("name") if isinstance(change.before, dict) else None
        match change.path.split("/"):
            case ["errants", errant, "items", item] if name and change.after is None:
                if errant not in refilled:
                    yield UsedUp(errant, item, str(name), 0)
            case ["errants", errant, "supply"] if _gain(change) < 0:
                yield SupplyLost(errant, -_gain(change), _number(change.after), reason)
            case ["errants", errant, "exhaustion"] if _gain(change) > 0:
                yield Exhausted(errant, _gain(change), _number(change.after))
            case ["campaign", "effects", effect] if name and change.after is None:
                yield EffectEnded(effect, str(name))
            case ["campaign", "effects", effect] if isinstance(change.after, dict):
                kind, began = str(change.after.get("kind", "effect")), str(change.after["name"])
                yield EffectBegan(effect, began, kind, False)


def _get_holder(change: Change) -> str:
    return change.path.split("/")[1]


def _gain(change: Change) -> int:
    return _number(change.after) - _number(change.before)


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0
