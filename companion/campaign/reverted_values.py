"""The values that an undo, a redo or a replaced Event Die has put back: each as it stands again. No
time has gone on meanwhile."""

from collections.abc import Iterable, Iterator

from companion.campaign.campaign import Campaign
from companion.campaign.changes import RevertedKind, RevertedValue
from companion.errant.company import Errant
from companion.errant.packs.items import PLACES, Item
from companion.errant.turns.timers import Effects
from companion.errant.turns.turns import WHOLE_COMPANY, Turn
from companion.errant.world import Npc
from companion.values_with_ids import pair_changed_values


def list_reverted_values(before: Campaign, after: Campaign) -> tuple[RevertedValue, ...]:
    """What everybody may see of all that differs in `after`, the campaign in which something was
    taken back or done again."""
    found = list(_list_turn_values(before, after))
    for was, now in pair_changed_values(before.errants, after.errants):
        if was is not None and now is not None:
            found += _list_errant_values(was, now, before.book.effects, after.book.effects)
        elif one := now or was:
            found.append(
                RevertedValue(one.id, one.name, "company", int(one is was), int(one is now))
            )
    for old, new in pair_changed_values(before.book.effects, after.book.effects):
        if effect := new or old:
            were, are = (each.depletion or 1 if each else 0 for each in (old, new))
            found.append(RevertedValue(effect.errant, effect.name, "effect", were, are))
    return tuple(_drop_unchanged_values(found))


def list_reverted_secrets(before: Campaign, after: Campaign) -> tuple[RevertedValue, ...]:
    """What the Guide alone may see of it: the NPCs, and what the Factions think of the Company."""
    found: list[RevertedValue] = []
    for was, now in pair_changed_values(before.world.npcs, after.world.npcs):
        if was is not None and now is not None:
            found += _list_npc_values(was, now)
        elif one := now or was:
            found.append(RevertedValue("", one.name, "npc", int(one is was), int(one is now)))
    for old, new in pair_changed_values(before.world.factions, after.world.factions):
        if old is not None and new is not None:
            found.append(_compare_feelings_of_npc(new.name, old.reputation, new.reputation))
    return tuple(_drop_unchanged_values(found))


def _list_npc_values(was: Npc, now: Npc) -> Iterator[RevertedValue]:
    """What an undo changed back in an NPC, as people read it."""
    from companion.errant.harm.harm import (
        list_group_hp,  # measured: words that only read need no wounds
    )

    yield _compare_feelings_of_npc(now.name, was.disposition, now.disposition)
    yield RevertedValue("", now.name, "exchanges", was.exchanges, now.exchanges)
    if now.hp_max is not None:
        hurt, hale = (sum(list_group_hp(npc)) for npc in (was, now))
        yield RevertedValue("", now.name, "npc_hp", hurt, hale)


def _compare_feelings_of_npc(name: str, before: int | None, after: int | None) -> RevertedValue:
    return RevertedValue("", name, "disposition", before or 0, after or 0)


def _drop_unchanged_values(values: Iterable[RevertedValue]) -> Iterator[RevertedValue]:
    return (value for value in values if value.before != value.after)


def _list_turn_values(before: Campaign, after: Campaign) -> Iterator[RevertedValue]:
    """The innermost Turn and the time; its Event Die, and what waits in it or was declared."""
    was, now = (each.turns[-1] if each.turns else None for each in (before, after))
    is_same = _get_turn_key(was) == _get_turn_key(now)
    if not is_same:
        yield RevertedValue("", now.type if now else "", "turn", -1, now.number if now else 0)
    yield RevertedValue("", "", "clock", before.now.seconds, after.now.seconds)
    clocks = before.book.clock, after.book.clock
    waits = (clock.encounter + clock.earlier_encounters for clock in clocks)
    yield RevertedValue("", "", "encounter", *waits)
    if now is not None and was is not now:
        if was is None or not is_same:
            was = Turn(type=now.type, began=now.began)
        yield RevertedValue("", "", "event_die", was.face or 0, now.face or 0)
        yield RevertedValue("", "", "rests", int(was.resting), int(now.resting))
        yield RevertedValue("", "", "choice", int(bool(was.choice)), int(bool(now.choice)))
        for who in (*now.declared, *(each for each in was.declared if each not in now.declared)):
            old, new = was.declared.get(who), now.declared.get(who)
            if old != new:
                whose = "" if who == WHOLE_COMPANY else who
                is_again = int(new is not None)
                yield RevertedValue(whose, new or old or "", "declared", 1 - is_again, is_again)


def _get_turn_key(turn: Turn | None) -> tuple[object, ...]:
    return (turn.type, turn.number, turn.begun) if turn else ()


_ATTRIBUTES = ("phys", "skill", "mind", "pres", "renown")


def _list_errant_values(
    was: Errant, now: Errant, effects_before: Effects, effects: Effects
) -> Iterator[RevertedValue]:
    """What an undo changed back in an Errant, as people read it."""
    from companion.errant.harm.harm import find_current_hp, has_tracked_hp  # as above

    yield RevertedValue(now.id, "", "exhaustion", was.exhaustion, now.exhaustion)
    yield RevertedValue(now.id, "", "supply", was.supply, now.supply)
    if has_tracked_hp(was) and has_tracked_hp(now):
        hp = find_current_hp(was, effects_before), find_current_hp(now, effects)
        yield RevertedValue(now.id, "", "hp", *hp)
    yield RevertedValue(now.id, "", "purse", was.purse.worth, now.purse.worth)
    for key in _ATTRIBUTES:
        yield RevertedValue(now.id, key, "attribute", getattr(was, key), getattr(now, key))
    yield RevertedValue(now.id, now.name, "alive", int(not was.is_dead), int(not now.is_dead))
    yield RevertedValue(now.id, now.name, "away", int(was.away), int(now.away))
    left = {item.name for item in now.items}
    for old, item in pair_changed_values(was.items, now.items):
        thing = item or old
        assert thing is not None
        if item is not None or thing.name not in left:
            number = old.count if old else 0, item.count if item else 0
            yield RevertedValue(now.id, thing.name, "number", *number)
        yield from _list_item_values(now.id, old, item)


def _list_item_values(errant: str, old: Item | None, item: Item | None) -> Iterator[RevertedValue]:
    """Things by their ids: one that is there again had left its stack."""
    if item is None:
        if old is not None and old.lit:
            yield RevertedValue(errant, old.name, "lit", 1, 0)
    elif old is not None:
        if old.count == item.count:
            unit: RevertedKind = "burn" if item.burn is not None else "depletion"
            yield RevertedValue(errant, item.name, unit, old.uses_left or 0, item.uses_left or 0)
        yield RevertedValue(errant, item.name, "lit", int(old.lit), int(item.lit))
        places = PLACES.index(old.place), PLACES.index(item.place)
        yield RevertedValue(errant, item.name, "place", *places)
        yield RevertedValue(errant, item.name, "blocks", old.blocks or 0, item.blocks or 0)
