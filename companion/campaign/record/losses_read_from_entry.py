"""Losses and harm read off the changes of an entry: what it used up, ended or began. No rule is run
again."""

from collections import Counter
from collections.abc import Iterator

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Change, Entry
from companion.errant.company import Errant
from companion.errant.happenings import (
    Burned,
    Depleted,
    EffectBegan,
    EffectEnded,
    EffectRanDown,
    Exhausted,
    FightOver,
    Happening,
    LeftLightBurned,
    Rested,
    SupplyLossReason,
    SupplyLost,
    UsedUp,
)
from companion.errant.harm.dying import make_dying_happening
from companion.errant.harm.harm import find_current_hp, find_max_hp, has_tracked_hp
from companion.errant.harm.harm_happenings import (
    BreathHeld,
    Burning,
    DyingEnded,
    HealingDue,
    HpChanged,
    Killed,
    NpcHurt,
    PutOutOfAction,
)
from companion.errant.packs.light import match_lanterns_with_oil, measure_light
from companion.errant.turns.timers import HARM_KINDS, Effect
from companion.errant.turns.turns import TURNS_A_NIGHT
from companion.errant.world import Npc
from companion.values_with_ids import pair_changed_values

_EVENT_REASONS: dict[str, SupplyLossReason] = {"burn": "want of light", "deplete": "want of food"}


def list_losses_of_entry(entry: Entry, word: str, *, plentiful: bool) -> Iterator[Happening]:
    """Each thing used up, Supply lost and why, Exhaustion gained, and the effects that ended or
    began. `word` is that of the entry; Deplete takes Supply for food where it is `plentiful`."""
    reason = _EVENT_REASONS.get(entry.outcome.partition(" ")[2] or word, "")
    if any(change.path == "campaign/clock/downtime_turns" for change in entry.changes):
        reason = "a Downtime Turn begins"
    elif reason == "want of food" and plentiful:
        reason = "food"
    dead = {
        _get_id_of_changed_errant(c) for c in entry.changes if c.path.endswith("/dead") and c.after
    }
    refilled = {
        _get_id_of_changed_errant(c)
        for c in entry.changes
        if c.path.endswith("/count") and _compute_gain(c) > 0
    }
    for change in entry.changes:
        if change.path.startswith("errants/") and _get_id_of_changed_errant(change) in dead:
            continue  # what they carried lies where they fell
        name = change.before.get("name") if isinstance(change.before, dict) else None
        match change.path.split("/"):
            case ["errants", errant, "items", item] if name and change.after is None:
                if errant not in refilled:
                    yield UsedUp(errant, item, str(name), 0)
            case ["errants", errant, "supply"] if _compute_gain(change) < 0:
                yield SupplyLost(
                    errant, -_compute_gain(change), _get_number_or_0(change.after), reason
                )
            case ["errants", errant, "exhaustion"] if _compute_gain(change) > 0:
                yield Exhausted(errant, _compute_gain(change), _get_number_or_0(change.after))
            case ["campaign", "effects", effect] if name and change.after is None:
                yield EffectEnded(effect, str(name))
            case ["campaign", "effects", effect] if isinstance(change.after, dict):
                kind, began = str(change.after.get("kind", "effect")), str(change.after["name"])
                if kind not in HARM_KINDS:
                    yield EffectBegan(effect, began, kind, False)


def list_worn_down_things(before: Campaign, after: Campaign) -> Iterator[Happening]:
    """What a die or the time wore down: the Burn of lights, the Depletion of things that are there
    still and are no light's fuel, and effects."""
    burning = {(s.errant, s.item): s.burn for s in measure_light(after.errants).sources}
    for source in measure_light(before.errants).sources:
        key = (source.errant, source.item)
        left = burning.get(key, 0)
        if left < source.burn and (key in burning or source.burn == 1):
            yield Burned(source.errant, source.item, source.name, source.burn, left)
    for was, now in pair_changed_values(before.errants, after.errants):
        if was is not None and now is not None:
            yield from _list_losses_of_depletion(was, now)
    for old, effect in pair_changed_values(before.book.effects, after.book.effects):
        depletion = old.depletion or 0 if old is not None else 0
        left = effect.depletion or 0 if effect is not None else 0
        if old is not None and old.kind == "light" and left < depletion:
            yield LeftLightBurned(old.id, old.name, depletion, left)
        elif effect is not None and left < depletion:
            yield EffectRanDown(effect.id, effect.name, left)


def _list_losses_of_depletion(was: Errant, now: Errant) -> Iterator[Happening]:
    fuel = {flask.id for flask in match_lanterns_with_oil(was).values()}
    items = {item.id: item for item in was.items if item.id not in fuel}
    for item in now.items:
        earlier = items.get(item.id)
        if earlier and item.depletion and item.depletion < (earlier.depletion or 0):
            yield Depleted(now.id, item.id, item.name, item.depletion, now.id)


def list_items_gone_unrefilled(before: Campaign, after: Campaign) -> Iterator[UsedUp]:
    """What was at 0 and is nowhere any longer, for want of Supply to refill it."""
    was, now = _count_things_at_0(before), _count_things_at_0(after)
    gone = _count_things_by_name(before) - _count_things_by_name(after)
    for errant, name in (was - now).elements():
        if gone[name] > 0:  # and was neither refilled nor handed to somebody else
            gone[name] -= 1
            yield UsedUp(errant, "", name, 0)


def _count_things_by_name(campaign: Campaign) -> Counter[str]:
    """How many things of each name there are."""
    found = Counter[str]()
    for errant in campaign.errants:
        for item in errant.items:
            found[item.name] += item.count
    return found


def _count_things_at_0(campaign: Campaign) -> Counter[tuple[str, str]]:
    """How many things of each name at 0 each has."""
    return Counter(
        (errant.id, item.name)
        for errant in campaign.errants
        for item in errant.items
        if item.uses_left == 0
    )


def list_harm_to_company(before: Campaign, after: Campaign, damage: int = 0) -> Iterator[Happening]:
    """What befell the bodies of the Company: HP lost and regained, death's door, death, a night's
    Rest and whom a healer's kit would now help; and the `damage` to an NPC, as everybody saw it
    fall: what they lost of it would tell what HP they had."""
    for was, now in pair_changed_values(before.errants, after.errants):
        if was is not None and now is not None:
            yield from _list_health_changes_of_errant(was, now, before, after, damage)
    for old, effect in pair_changed_values(before.book.effects, after.book.effects):
        if old is None and effect is not None:
            yield from _list_begun_harm(effect)
        elif old is not None and old.kind == "dying":
            yield from _list_changes_of_dying(old, effect, after)
    for npc, hurt in pair_changed_values(before.world.npcs, after.world.npcs):
        if npc is not None and hurt is not None and npc.hp != hurt.hp:
            yield from _list_npc_harm(npc, hurt, damage)
    if before.book.combatants and not after.book.combatants:
        out = {each.id for each in before.errants if each.out_of_action}
        able = (e for e in after.errants if e.id in out and not (e.out_of_action or e.is_dead))
        if recovered := tuple(each.id for each in able):
            yield FightOver(recovered, ())


def _list_changes_of_dying(old: Effect, now: Effect | None, after: Campaign) -> Iterator[Happening]:
    """That somebody on death's door has a Turn less to live, or is there no longer."""
    if now is not None:
        yield make_dying_happening(
            now, is_open=any(turn.type == now.turn_type for turn in after.turns)
        )
    elif any(each.id == old.errant and not each.is_dead for each in after.errants):
        yield DyingEnded(old.errant)


def _list_npc_harm(was: Npc, now: Npc, damage: int) -> Iterator[Happening]:
    """The damage to an NPC, where it is known, and who of a group is beaten by it."""
    down = {number for number, hp in enumerate(was.hp, 1) if not hp}
    beaten = [n for n, hp in enumerate(now.hp, 1) if not hp and n not in down]
    for number in beaten:
        yield NpcHurt(now.id, now.name, number if len(now.hp) > 1 else 0, damage, True, False)
        damage = 0
    if damage:
        yield NpcHurt(now.id, now.name, 0, damage, False, False)


def _list_begun_harm(effect: Effect) -> Iterator[Happening]:
    match effect.kind:
        case "dying":
            yield make_dying_happening(effect, began=True)
        case "burning":
            yield Burning(effect.errant, effect.turns or 1)
        case "breath":
            yield BreathHeld(effect.errant, effect.turns or 0)


def _list_health_changes_of_errant(
    was: Errant, now: Errant, before: Campaign, after: Campaign, damage: int
) -> Iterator[Happening]:
    """What happened to the HP and life of an Errant between two states."""
    if _has_night_ended(was, now, before):
        yield Rested(now.id, max(0, was.exhaustion - now.exhaustion), now.exhaustion)
    if has_tracked_hp(was) and has_tracked_hp(now):
        hp, most = find_current_hp(now, after.book.effects), find_max_hp(now, after.book.effects)
        earlier = find_current_hp(was, before.book.effects)
        if hp != earlier:
            yield HpChanged(now.id, earlier, hp, most, damage if hp < earlier else 0)
        if now.rested and hp < most and _has_night_ended(was, now, before):
            yield HealingDue(now.id, hp, most)
    if now.out_of_action and not was.out_of_action and not now.is_dead:
        yield PutOutOfAction(now.id)
    if now.dead and not was.dead:
        stashes = {each.id for each in before.errants}
        left = (e.id for e in after.errants if e.kind == "stash" and e.id not in stashes)
        yield Killed(now.id, False, next(left, ""))


def _has_night_ended(was: Errant, now: Errant, before: Campaign) -> bool:
    """True for somebody whose second Turn of a night's Rest has ended, on no watch."""
    turn = next((turn for turn in before.turns if turn.type == "travel"), None)
    if turn is None or not turn.asleep or was.id in turn.watch:
        return False
    return was.slept == TURNS_A_NIGHT - 1 and not now.slept


def _get_id_of_changed_errant(change: Change) -> str:
    return change.path.split("/")[1]


def _compute_gain(change: Change) -> int:
    return _get_number_or_0(change.after) - _get_number_or_0(change.before)


def _get_number_or_0(value: object) -> int:
    return value if isinstance(value, int) else 0
