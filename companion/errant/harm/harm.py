"""Harm: HP, what damage takes of them, and the Saving Throw at 0 against being out of action
(Initiative Turns, Hit Protection & Damage; procedures 1.11)."""

from collections.abc import Collection
from typing import Literal, NamedTuple

from msgspec.structs import replace

from companion.dice.face_sources import Faces, HandFaces
from companion.errant.checks_and_saves import CHECK_SIDES, roll_check
from companion.errant.company import Errant
from companion.errant.happenings import Happenings
from companion.errant.harm.dying import end_dying
from companion.errant.harm.harm_happenings import Beaten, DeathSave, Healed, Hurt, NpcHurt
from companion.errant.harm.wounds import (
    FIRST_DEADLY_ROW,
    Repeat,
    apply_wound_row,
    find_wound_row,
    has_halved_hp,
    has_unhealable_wound,
)
from companion.errant.turns.timers import Effects, HarmKind
from companion.errant.turns.turns import TurnStack
from companion.errant.world import Npc


class Harm(NamedTuple):
    """Damage as it came through, after Blocks and all else, and what it came from."""

    amount: int
    kind: HarmKind = "physical"
    source: str = ""


class Suffered(NamedTuple):
    """What harm did to one of the Company; a `deadly_row` kills at once, 0 if it does not."""

    errant: Errant
    effects: Effects
    happened: Happenings
    deadly_row: int = 0


def has_tracked_hp(errant: Errant) -> bool:
    """True for whoever has HP to lose: a person, and an animal whose HP the Guide has said."""
    return errant.is_person or (errant.kind == "animal" and errant.hp is not None)


def find_max_hp(errant: Errant, effects: Effects) -> int:
    """The most HP that somebody can have: their phys, half of it with such a wound. Of an animal
    nothing is known but what it has."""
    if not errant.is_person:
        return errant.hp or 0
    return errant.phys // 2 if has_halved_hp(effects, errant.id) else errant.phys


def find_current_hp(errant: Errant, effects: Effects) -> int:
    """The HP that somebody has, never above the most they can have."""
    most = find_max_hp(errant, effects)
    return most if errant.hp is None else min(errant.hp, most)


def set_current_hp(errant: Errant, hp: int) -> Errant:
    """The Errant with so much HP; whoever has as much as phys is unhurt. Above 0 nobody is out of
    action."""
    full = errant.is_person and hp >= errant.phys
    return replace(
        errant, hp=None if full else max(0, hp), out_of_action=errant.out_of_action and hp <= 0
    )


def suffer_harm(
    errant: Errant,
    effects: Effects,
    harm: Harm,
    dice: Faces,
    turns: TurnStack,
    *,
    can_take_wounds: bool = True,
    repeat: Repeat = "milder",
) -> Suffered:
    """Take damage from somebody's HP, not below 0. At 0 they save with phys, at a DV of all the
    damage, or are out of action; what is beyond 0 is a wound. Who bears no wounds is beaten at
    0."""
    if harm.amount <= 0:
        return Suffered(errant, effects, ())
    before, most = find_current_hp(errant, effects), find_max_hp(errant, effects)
    hp, beyond = max(0, before - harm.amount), max(0, harm.amount - before)
    after = replace(errant, hp=hp, at_zero=errant.at_zero + (before > 0 and hp == 0))
    happened: Happenings = (Hurt(errant.id, harm.amount, hp, most, harm.kind, harm.source),)
    if hp:
        return Suffered(after, effects, happened)
    if not can_take_wounds:
        return Suffered(replace(after, out_of_action=True), effects, (*happened, Beaten(errant.id)))
    row = find_wound_row(effects, errant.id, beyond, harm.kind, repeat)
    if row >= FIRST_DEADLY_ROW:
        return Suffered(after, effects, happened, row)
    save = roll_death_save(errant, harm.amount, dice)
    after = replace(after, out_of_action=after.out_of_action or not save.success)
    happened = (*happened, save)
    if row:
        after, effects, wounded = apply_wound_row(
            after, effects, row, harm.kind, dice, turns, rolled=beyond
        )
        happened = (*happened, *wounded)
    return Suffered(after, effects, happened)


def roll_death_save(errant: Errant, damage: int, dice: Faces) -> DeathSave:
    """A phys Saving Throw without Encumbrance; no die falls for what cannot be passed, unless
    somebody has rolled it all the same. It puts nobody back on their feet who is out of action."""
    is_hopeless = damage >= min(errant.phys, CHECK_SIDES)
    face: int | None
    if is_hopeless and not (isinstance(dice, HandFaces) and not dice.is_used_up):
        face, entered, success = None, False, False
    else:
        rolled = roll_check(errant.phys, damage, dice)
        face, entered, success = rolled.face, rolled.entered, rolled.success
    return DeathSave(
        errant.id, errant.phys, damage, face, entered, success, was_out=errant.out_of_action
    )


def recover_hp(
    errant: Errant,
    effects: Effects,
    amount: int,
    *,
    faces: tuple[int, ...] = (),
    by: Literal["", "kit", "bed", "downtime"] = "",
) -> tuple[Errant, Effects, Happenings]:
    """Give somebody HP, at most all. Above 0 nobody is out of action or on death's door; a wound
    may let them recover none."""
    before, most = find_current_hp(errant, effects), find_max_hp(errant, effects)
    if has_unhealable_wound(effects, errant.id):
        return errant, effects, (Healed(errant.id, 0, before, most, faces, by),)
    hp = min(before + amount, most) if errant.is_person else before + amount
    if hp <= before:
        return errant, effects, ()
    effects, ended = end_dying(effects, errant.id)
    healed = Healed(errant.id, hp - before, hp, most, faces, by)
    return set_current_hp(errant, hp), effects, (healed, *ended)


def list_group_hp(npc: Npc) -> tuple[int, ...]:
    """The HP of each of a group, in their order; who is beaten keeps their place, at 0. Empty if
    nobody has said how much they have."""
    if npc.hp_max is None:
        return npc.hp
    standing = [at for at, hp in enumerate(npc.hp) if hp]
    if len(standing) > npc.count and not is_beaten(npc):
        gone = standing[npc.count :]
        return tuple(hp for at, hp in enumerate(npc.hp) if at not in gone)
    new = npc.count - len(standing) if standing or not npc.hp else 0
    return (*npc.hp, *[npc.hp_max] * new)


def count_group_members(npc: Npc) -> int:
    """How many a group is, with those who are beaten; 1 for one alone."""
    return len(list_group_hp(npc)) or npc.count


def set_group_hp(npc: Npc, heads: tuple[int, ...]) -> Npc:
    """The group with these HP: it counts those who stand, or 1 if nobody does."""
    return replace(npc, hp=heads, count=max(1, sum(hp > 0 for hp in heads)))


def is_beaten(npc: Npc) -> bool:
    """True for an NPC, or a whole group, without any HP left."""
    return bool(npc.hp) and not any(npc.hp)


def choose_struck_member(npc: Npc, number: int = 0, gone: Collection[int] = ()) -> int:
    """Which of a group takes the damage, from 1: the one that is numbered, else the most hurt of
    those who stand, and are not `gone` from a fight if anybody is left. Raises IndexError for a
    number that none has, ValueError for one, or a whole group, that is beaten."""
    heads = list_group_hp(npc)
    if number:
        if not 1 <= number <= len(heads):
            raise IndexError(number)
        if not heads[number - 1]:
            raise ValueError(number)
        return number
    standing = [at for at, hp in enumerate(heads, 1) if hp]
    left = [at for at in standing if at not in gone]
    return min(left or standing, key=lambda at: heads[at - 1])


def hurt_npc(npc: Npc, harm: Harm, number: int) -> tuple[Npc, Happenings]:
    """Take damage from one of a group; what is left over is lost, and at 0 there is one fewer."""
    heads = list_group_hp(npc)
    hp = max(0, heads[number - 1] - harm.amount)
    after = set_group_hp(npc, (*heads[: number - 1], hp, *heads[number:]))
    half = npc.shown and hp > 0 and hp * 2 < (npc.hp_max or 0)
    told = NpcHurt(
        npc.id,
        npc.name,
        number if len(heads) > 1 else 0,
        harm.amount,
        beaten=hp == 0,
        half_gone=half,
        source=harm.source,
    )
    return after, (told,)
