"""What passing time does to people: Statuses, dying, fire and held breath are counted down, nights
and Downtime heal (procedures 1.10 to 1.14)."""

from collections.abc import Iterator, Set
from typing import NamedTuple

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.fights.harm import apply_harm, can_take_wounds, kill_errant
from companion.dice.face_sources import Faces
from companion.errant.attacks.statuses import count_down_effect, is_effect_counted_in_turns
from companion.errant.attacks.weapons import find_damage_die
from companion.errant.company import Errant, list_members_present
from companion.errant.happenings import EffectEnded, Happenings, Rested
from companion.errant.harm.dying import make_dying_happening
from companion.errant.harm.harm import Harm, find_current_hp, find_max_hp, recover_hp
from companion.errant.harm.harm_happenings import BreathHeld, Dying, HealingDue, StatusEnded
from companion.errant.harm.hazards import count_hazard_dice, roll_faces
from companion.errant.turns.timers import Effect, Effects
from companion.errant.turns.turns import TURN_TYPES, Turn, TurnType
from companion.values_with_ids import replace_by_id

_ALL_TURNS = 1_000_000
_MOST_HAZARD_TURNS = 60
"""Fire and water are rolled for at most so many Turns in one go: nobody lives so long in them."""


class Passed(NamedTuple):
    """Time that has passed: how many Turns of each type, and the type of the Turn that was played
    to its end, None where the clock was moved by hand."""

    turns: dict[TurnType, int]
    ended: TurnType | None = None


def measure_time_of_ended_turn(campaign: Campaign, turn: Turn, seconds: int) -> Passed:
    """The time that passes as a Turn ends, by so many seconds of the clock. Whatever is counted in
    Initiative Turns is over when a longer Turn ends (R43)."""
    shorter = TURN_TYPES[TURN_TYPES.index(turn.type) + 1 :]
    turns = {each: _count_turns_in_seconds(campaign, each, seconds) for each in shorter}
    if shorter:
        turns["initiative"] = _ALL_TURNS
    return Passed({turn.type: 1, **turns}, turn.type)


def measure_time_of_moved_clock(campaign: Campaign, seconds: int) -> Passed:
    """The time that passes where the clock is moved by hand."""
    return Passed({each: _count_turns_in_seconds(campaign, each, seconds) for each in TURN_TYPES})


def _count_turns_in_seconds(campaign: Campaign, turn_type: TurnType, seconds: int) -> int:
    length = campaign.book.rules.get_turn_length(turn_type).seconds
    return seconds // max(1, length)


def list_effects_that_would_kill(campaign: Campaign, passed: Passed) -> Effects:
    """What would kill somebody while so much time passes: what they die of, fire, and water in a
    longer time."""
    found = (
        each
        for each in campaign.book.effects
        if (each.kind == "dying" and _count_down_effect(each, passed) is None)
        or (each.kind in ("burning", "breath") and passed.turns.get("initiative", 0) > 1)
    )
    return tuple(found)


def _count_down_effect(effect: Effect, passed: Passed) -> Effect | None:
    turn_type = effect.turn_type or "initiative"
    turns = passed.turns.get(turn_type, 0)
    if not is_effect_counted_in_turns(effect) or not turns:
        return effect
    return count_down_effect(effect, turns, is_own=turn_type == passed.ended)


def count_down_dangers(
    campaign: Campaign, passed: Passed, dice: Faces
) -> tuple[Campaign, Happenings]:
    """Fire and water do their harm, Statuses end, and who was dying dies, as time passes: as long
    as somebody burns or drowns, Initiative Turn by Initiative Turn."""
    happened: Happenings = ()
    left = passed.turns.get("initiative", 0)
    for _ in range(min(left, _MOST_HAZARD_TURNS)):
        if not any(_list_harmful_hazards(campaign)):
            break
        before = {each.id for each in campaign.book.effects}
        campaign, harmed = _apply_hazards(campaign, dice)
        happened = (*happened, *harmed)
        if left == 1:
            break
        left -= 1
        begun = {each.id for each in campaign.book.effects} - before  # this Turn is not counted
        campaign, counted = _count_down_all_effects(campaign, Passed({"initiative": 1}), begun)
        happened = (*happened, *(each for each in counted if not isinstance(each, Dying)))
    rest = Passed({**passed.turns, "initiative": left}, passed.ended)
    campaign, counted = _count_down_all_effects(campaign, rest)
    return campaign, (*happened, *counted)


def _count_down_all_effects(
    campaign: Campaign, passed: Passed, begun: Set[str] = frozenset()
) -> tuple[Campaign, Happenings]:
    """Count down the effects that Turns end, but those that have just `begun`; end what is over."""
    happened: Happenings = ()
    for effect in campaign.book.effects:
        if effect.id in begun or not is_effect_counted_in_turns(effect):
            continue
        if effect not in campaign.book.effects:  # ended by a death
            continue
        after = _count_down_effect(effect, passed)
        if after is effect:
            continue
        effects = campaign.book.effects
        if after is not None:
            campaign = campaign.with_effects(replace_by_id(effects, after))
            if after.kind == "dying":
                happened = (*happened, make_dying_happening(after))
            continue
        campaign = campaign.with_effects(tuple(e for e in effects if e.id != effect.id))
        campaign, ended = _apply_end_of_effect(campaign, effect)
        happened = (*happened, *ended)
    return campaign, happened


def _apply_end_of_effect(campaign: Campaign, effect: Effect) -> tuple[Campaign, Happenings]:
    """What the end of an effect does, which is gone already."""
    if effect.kind != "dying":
        if not (effect.errant or effect.npc):
            return campaign, (EffectEnded(effect.id, effect.name),)
        names = (npc.name for npc in campaign.world.npcs if npc.id == effect.npc)
        who = next(names, effect.npc)
        return campaign, (StatusEnded(effect.id, effect.name, effect.errant, who),)
    errant = find_living_errant(campaign, effect.errant)
    return kill_errant(campaign, errant) if errant else (campaign, ())


def find_living_errant(campaign: Campaign, errant_id: str) -> Errant | None:
    """The one with this id; None for who is gone or dead."""
    found = (each for each in campaign.errants if each.id == errant_id)
    errant = next(found, None)
    return errant if errant and not errant.is_dead else None


def _list_harmful_hazards(campaign: Campaign) -> Iterator[tuple[Errant, Effect]]:
    """Who burns or has no air, and lives and is not beaten, each with what does it."""
    for effect in campaign.book.effects:
        errant = find_living_errant(campaign, effect.errant)
        if effect.kind not in ("burning", "breath") or errant is None:
            continue
        if can_take_wounds(campaign, errant) or find_current_hp(errant, campaign.book.effects):
            yield errant, effect


def _apply_hazards(campaign: Campaign, dice: Faces) -> tuple[Campaign, Happenings]:
    """One Initiative Turn of fire and water."""
    happened: Happenings = ()
    for errant, effect in tuple(_list_harmful_hazards(campaign)):
        if effect in campaign.book.effects:
            now = campaign.get_errant(errant.id)
            campaign, harmed = _apply_hazard(campaign, now, effect, dice)
            happened = (*happened, *harmed)
    return campaign, happened


def _apply_hazard(
    campaign: Campaign, errant: Errant, effect: Effect, dice: Faces
) -> tuple[Campaign, Happenings]:
    """One Turn of fire, which grows by a die, or of water, in which a breath is held so long."""
    number = count_hazard_dice(effect)
    is_fire = effect.kind == "burning"
    left = number + 1 if is_fire else max(0, (effect.turns or 0) - 1)
    effects = replace_by_id(campaign.book.effects, replace(effect, turns=left))
    campaign = campaign.with_effects(effects)
    if not number:
        return campaign, (BreathHeld(errant.id, left),)
    damage = sum(roll_faces((6,) * number, dice))
    rolled = f"{number}D6" if number > 1 else "D6"
    if not is_fire:
        return apply_harm(campaign, errant, Harm(damage, "physical", f"{rolled} of water"), dice)
    return apply_harm(campaign, errant, Harm(damage, "burn", f"{rolled} of fire"), dice)


def heal_after_night(
    campaign: Campaign, turn: Turn, night_happenings: Happenings, dice: Faces
) -> tuple[Campaign, Happenings]:
    """What a night's Rest gives whoever has just had one: a roll of their damage die in a bed of a
    Settlement, or the right to one by a healer's kit, but nothing in an uncomfortable camp. The
    right goes with the next Travel Turn awake."""
    rested = {each.errant for each in night_happenings if isinstance(each, Rested)}
    in_bed = any(each.id == turn.place for each in campaign.world.settlements)
    happened: Happenings = ()
    for errant in list_members_present(campaign.errants):
        effects = campaign.book.effects
        is_hurt = find_current_hp(errant, effects) < find_max_hp(errant, effects)
        has_right = errant.id in rested and is_hurt and turn.camp != "uncomfortable"
        die = find_damage_die(errant)
        if has_right and in_bed and die is not None:
            faces = roll_faces((die,), dice)
            errant, effects, healed = recover_hp(errant, effects, sum(faces), faces=faces, by="bed")
            campaign = campaign.with_errant(errant).with_effects(effects)
            happened, has_right = (*happened, *healed), False
        elif has_right:
            hp, most = find_current_hp(errant, effects), find_max_hp(errant, effects)
            happened = (*happened, HealingDue(errant.id, hp, most))
        if errant.rested != has_right and (has_right or not turn.asleep):
            campaign = campaign.with_errant(replace(errant, rested=has_right))
    return campaign, happened


def heal_in_downtime(campaign: Campaign) -> tuple[Campaign, Happenings]:
    """The campaign with everybody at full HP, as a Downtime Turn begins; and what happened."""
    happened: Happenings = ()
    for errant in list_members_present(campaign.errants):
        if errant.hp is not None:
            effects = campaign.book.effects
            errant, effects, healed = recover_hp(errant, effects, errant.phys, by="downtime")
            campaign = campaign.with_errant(errant).with_effects(effects)
            happened = (*happened, *healed)
    return campaign, happened
