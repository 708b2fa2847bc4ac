"""Creatures: what the tables of creatures list, a goblin or a dragon with the figures of a fight
(Initiative Turns, NPC Attributes, Bestiary; procedures 1.21)."""

from collections.abc import Iterable
from typing import Annotated, NamedTuple, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.errant.checks_and_saves import MAX_THREAT, MIN_THREAT, Threat
from companion.errant.fights import NPCS_SURPRISE_TO
from companion.errant.reaction import Alignment, Morale
from companion.errant.world import Npc


class Creature(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One creature of a table.

    `hp` is the HP of one; `attacks` are its Attack Rolls of one action, as `2 x claw d8, 1 x bite
    d8`; `mv` are its movement dice, as `1/3 fly`; `special` is what the Guide must not forget; of
    any `alignment`, it has none. It surprises on a D6 up to `surprises`. Several are called by
    their `plural`, if that is not the name with an s; `also` are other names.
    """

    name: str
    threat: Threat
    hp: Annotated[int, Meta(ge=1, le=10_000)]
    attacks: str = ""
    mv: str = "1"
    morale: Morale | None = None
    alignment: Alignment | None = None
    special: str = ""
    surprises: Annotated[int, Meta(ge=0, le=6)] = NPCS_SURPRISE_TO
    plural: str = ""
    also: tuple[str, ...] = ()
    note: str = ""


Creatures: TypeAlias = tuple[Creature, ...]


def list_creature_names(creature: Creature) -> tuple[str, ...]:
    """The names by which one or several are found, its own first."""
    return (creature.name, pluralise_creature(creature), *creature.also)


def pluralise_creature(creature: Creature) -> str:
    """The plural of a creature's name: `wolves`."""
    return creature.plural or f"{creature.name}s"


def find_creature(name: str, creatures: Iterable[Creature]) -> Creature | None:
    """The creature of this whole name, singular or plural; None if no table has it."""
    folded = " ".join(name.casefold().split())
    for creature in creatures:
        if any(folded == each.casefold() for each in list_creature_names(creature)):
            return creature
    return None


def apply_creature_figures(npc: Npc, creature: Creature) -> Npc:
    """The NPC with the figures of a creature, unhurt."""
    return replace(
        npc,
        creature=creature.name,
        threat=creature.threat,
        hp=(),
        hp_max=creature.hp,
        attacks=creature.attacks,
        mv=creature.mv,
        morale=creature.morale,
        alignment=creature.alignment or npc.alignment,
        special=creature.special,
    )


class Figures(NamedTuple):
    """What is known of a creature that comes out of another game; no movement dice where its speed
    is not said."""

    hp: int
    threat: int
    movement_dice: int | None


FEET_A_MOVEMENT_DIE = 20
_HIT_DICE_WITH_THREAT = 10
"""Up to so many Hit Dice they are the Threat; above it goes by HP."""
_HP_A_THREAT = 12


def convert_other_game_figures(
    armour_class: int, hit_dice: int, speed: int = 0, hp: int | None = None
) -> Figures:
    """The figures of a creature with an ascending armour class, Hit Dice and a speed in feet. Its
    HP are half of both multiplied, unless they are said."""
    points = max(1, armour_class // 2 * hit_dice if hp is None else hp)
    threat = hit_dice if hit_dice <= _HIT_DICE_WITH_THREAT else points // _HP_A_THREAT
    dice = speed // FEET_A_MOVEMENT_DIE if speed else None
    return Figures(points, min(MAX_THREAT, max(MIN_THREAT, threat)), dice)


def apply_fight_figures(npc: Npc, figures: Figures) -> Npc:
    """The NPC with these figures, unhurt."""
    mv = npc.mv if figures.movement_dice is None else str(figures.movement_dice)
    return replace(npc, hp=(), hp_max=figures.hp, threat=figures.threat, mv=mv)


def render_missing_fight_fields(npc: Npc | None) -> str:
    """The fields, with figures that are usual, without which an NPC cannot fight: all of them for
    somebody new."""
    missing = (
        "hp 6" if npc is None or npc.hp_max is None else "",
        "attacks weapon d6" if npc is None or not npc.attacks else "",
        "morale 7" if npc is None or npc.morale is None else "",
    )
    return " ".join(filter(None, missing))
