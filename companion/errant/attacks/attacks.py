"""Attack Rolls: the damage dice, what they show and what follows from it; gambits; and the attacks
of NPCs as they are written (Initiative Turns, Attacking, Enhance & Impair; procedures 1.6, 1.7)."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from companion.dice.face_sources import LADDER, Faces, move_die_along_ladder
from companion.errant.attacks.statuses import Step, sum_damage_steps
from companion.errant.attacks.weapons import Weapon
from companion.errant.checks_and_saves import Circumstance, compute_dv
from companion.errant.company import Archetype
from companion.refusal import Malformed

MAX_ATTACK_DICE = 100


class DamageDice(NamedTuple):
    """The dice of one Attack Roll: so many, of so many sides each."""

    number: int
    sides: int

    def move_along_ladder(self, steps: int) -> "DamageDice":
        """Every die moved so many steps along the ladder."""
        return DamageDice(self.number, move_die_along_ladder(self.sides, steps))

    @property
    def is_rolled(self) -> bool:
        """False for dice moved down to 1: they show a 1 without being rolled."""
        return self.sides > 1

    def __str__(self) -> str:
        count = "" if self.number == 1 else str(self.number)
        return f"{count}D{self.sides}" if self.is_rolled else str(self.number)


class DamageRoll(NamedTuple):
    """The dice of one Attack Roll as they fell. A True Strike makes each show its maximum."""

    dice: DamageDice
    faces: tuple[int, ...]
    is_true_strike: bool = False

    @property
    def shown_faces(self) -> tuple[int, ...]:
        """What each die shows in the end."""
        return (self.dice.sides,) * self.dice.number if self.is_true_strike else self.faces

    @property
    def ones(self) -> int:
        """The dice that show a 1: each costs the weapon Quality, any lets the target act."""
        return 0 if self.is_true_strike else self.faces.count(1)

    @property
    def maxima(self) -> int:
        """The dice that show their maximum: each costs the target's armour Quality. A die moved
        down to 1 does."""
        return self.shown_faces.count(self.dice.sides)

    @property
    def depletes_ammunition(self) -> bool:
        """True if a missile weapon's ammunition loses 1: a die was rolled and shows its maximum."""
        return self.dice.is_rolled and not self.is_true_strike and self.maxima > 0


def list_weapon_damage_steps(
    weapon: Weapon, *, is_unarmed: bool = False, is_far: bool = False, is_close: bool = False
) -> tuple[Step, ...]:
    """The steps that what is used and where the target stands give: `is_far` is beyond the normal
    range, `is_close` that a foe is within melee range of whoever shoots."""
    shoots = weapon.reach != "melee"
    found = (
        (is_unarmed, Step("unarmed", -2)),
        (weapon.weapon is None and not is_unarmed, Step("improvised", -1)),
        (is_far and shoots, Step("extended range", -1)),
        (is_close and shoots, Step("a foe at hand", -1)),
    )
    return tuple(step for holds, step in found if holds)


def list_mounted_damage_steps(
    weapon: Weapon, *, rides: bool = False, against_rider: bool = False
) -> tuple[Step, ...]:
    """The steps of mounted combat: for the rider, against one, and back for a heavy weapon."""
    found = (
        (rides, Step("mounted", 1)),
        (against_rider, Step("against a rider", -1)),
        (against_rider and weapon.weapon == "heavy", Step("heavy against a rider", 1)),
    )
    return tuple(step for holds, step in found if holds)


def can_sneak(archetype: Archetype | None) -> bool:
    """True for a Deviant, a professional, or somebody whose Archetype nobody has said."""
    return archetype in (None, "deviant")


def build_damage_dice(own: DamageDice, steps: Iterable[Step]) -> DamageDice:
    """The dice that are rolled: all steps are added up, and the net moves every die."""
    return own.move_along_ladder(sum_damage_steps(steps))


def roll_damage_dice(dice: DamageDice, faces: Faces) -> DamageRoll:
    """Roll the dice of one Attack Roll; dice of 1 are not rolled."""
    if not dice.is_rolled:
        return DamageRoll(dice, (1,) * dice.number)
    return DamageRoll(dice, tuple([faces.face(dice.sides) for _ in range(dice.number)]))


def compute_damage(shown: int, weapon: int, bonus: int = 0) -> int:
    """The damage of one Attack Roll out of what its dice show together: what the `weapon` adds,
    then any `bonus`. A light weapon takes 1 off, but leaves at least 1."""
    damage = shown + weapon
    return max(0, (max(1, damage) if weapon < 0 else damage) + bonus)


def compute_gambit_dv(lowered: int, circumstances: Iterable[Circumstance] = ()) -> int:
    """The DV of the Saving Throw against a gambit: by how much the attacker has lowered the damage,
    and what changes it; never below 0."""
    return max(0, compute_dv(lowered, circumstances))


class NpcAttack(NamedTuple):
    """One way to attack of an NPC: how many Attack Rolls of one action, and its dice; None for what
    does no damage by itself, as a basilisk's gaze."""

    name: str
    rolls: int
    dice: DamageDice | None

    def __str__(self) -> str:
        dice = f" {self.dice}" if self.dice else ""
        return f"{self.rolls} x {self.name}{dice}"


NpcAction = tuple[tuple[NpcAttack, ...], ...]
"""What an NPC does in one action: for each part the ways to choose from."""
_COUNT = re.compile(r"(\d{1,3}) *[x×] *(.*)", re.IGNORECASE)
_DICE = re.compile(r"\b(\d{0,3})d(\d{1,3})\b", re.IGNORECASE)


def parse_npc_attacks(text: str) -> tuple[NpcAction, ...]:
    """An NPC's attacks, each way to spend an action: `2 x claw d8, 1 x bite 4d8 or tail 3d8; or
    breath` is two claws and a bite or a tail, or else the breath. Raises Malformed."""
    actions = [
        tuple(
            _parse_attacks_of_part(part) for part in re.split(r",|\band\b", action) if part.strip()
        )
        for action in text.casefold().split(";")
    ]
    return tuple(action for action in actions if action)


def _parse_attacks_of_part(text: str) -> tuple[NpcAttack, ...]:
    ways = [way for way in re.split(r"\bor\b", text) if way.strip()]
    if not ways:
        raise Malformed(f"«{text.strip()}» names no attack.", "Write them as: 2 x claw d8")
    count, found = 1, []
    for way in ways:
        if counted := _COUNT.fullmatch(way.strip()):
            count, way = int(counted[1]), counted[2]
        found.append(_parse_npc_attack(way, count))
    return tuple(found)


def _parse_npc_attack(text: str, count: int) -> NpcAttack:
    dice = _DICE.search(text)
    name = " ".join(_DICE.sub("", text, count=1).split()) or "attack"
    if not 1 <= count <= MAX_ATTACK_DICE:
        raise Malformed(
            f"{count} Attack Rolls are none, or too many.", "Write them as: 2 x claw d8"
        )
    if dice is None:
        return NpcAttack(name, count, None)
    number, sides = int(dice[1] or 1), int(dice[2])
    if sides not in LADDER[1:] or not 1 <= number <= MAX_ATTACK_DICE:
        known = ", ".join(f"d{each}" for each in LADDER[1:])
        raise Malformed(f"«{dice[0]}» are no damage dice.", f"They are {known}, as 2d8.")
    return NpcAttack(name, count, DamageDice(number, sides))


def list_usual_ways_npc_attacks(actions: tuple[NpcAction, ...]) -> tuple[NpcAttack, ...]:
    """The attacks of an action where nothing is chosen: the first way in each part."""
    return tuple(part[0] for part in actions[0]) if actions else ()


def list_all_ways_to_attack(actions: tuple[NpcAction, ...]) -> tuple[NpcAttack, ...]:
    """Every way to attack, in the order written."""
    return tuple(way for action in actions for part in action for way in part)
