"""Steps of the damage die, by which it is enhanced or impaired; and Statuses, which move it for so
many Turns (Initiative Turns, Statuses, Enhance & Impair; procedures 1.6, 1.10)."""

from collections.abc import Iterable
from typing import NamedTuple

from msgspec.structs import replace

from companion.errant.turns.timers import Effect, Effects


class Step(NamedTuple):
    """A circumstance that enhances (above 0) or impairs a damage die, by its name."""

    name: str
    steps: int


def sum_damage_steps(circumstances: Iterable[Step]) -> int:
    """The net of all steps: they are added up before the die moves."""
    return sum(each.steps for each in circumstances)


def list_status_damage_steps(effects: Effects, attacker: str, target: str) -> list[Step]:
    """The steps by which Statuses move the damage die of an attack, by their names; `attacker` and
    `target` are ids of Errants or NPCs, "" for somebody who is not known."""
    found = [
        Step(e.name, e.own_attacks) for e in effects if _is_status_in_force(e, attacker, target)
    ]
    found += [Step(e.name, e.against) for e in effects if _is_status_in_force(e, target, attacker)]
    return [step for step in found if step.steps]


def _is_status_in_force(effect: Effect, bearer: str, other: str) -> bool:
    is_on = bool(bearer) and bearer in (effect.errant, effect.npc)
    return is_on and effect.foe in ("", other)


def count_down_effect(effect: Effect, turns: int, *, is_own: bool) -> Effect | None:
    """An effect after so many Turns of its type, one of which `is_own` if it has just been played
    to its end: the Turn it began in does not count. None for one that has ended."""
    if effect.turns is None:
        return effect
    if effect.began and is_own:
        return replace(effect, began=False)
    left = effect.turns - turns
    return replace(effect, turns=left) if left > 0 else None


def is_effect_counted_in_turns(effect: Effect) -> bool:
    """True for what lasts so many Turns, a Status or dying; the turns of what burns or drowns
    somebody say another thing."""
    return effect.turns is not None and effect.kind not in ("burning", "breath")
