"""Everything that runs out or falls due, what is next first: light, effects, and what comes every
so many Turns (Items & Equipment, Depletion and Burn; Core Procedures, Event Die)."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from companion.errant.cadence import Cadence
from companion.errant.effects import Effect, Effects, worn_in
from companion.errant.light import Source
from companion.errant.turns import TurnStack, TurnType

Unit = Literal["burn", "depletion", "result", "turns", "never"]
"""What is counted: Burn, Depletion, one result of 3, Turns, or nothing, for nothing ends it."""


class Timer(NamedTuple):
    """Something that runs out or falls due.

    `id` is that of the thing that is lit, of the effect, or of what comes every so many Turns.
    `kind` is `light` (carried, or left somewhere), `every`, or the kind of an effect; `errant` is
    whose it is or whom it is on, "" for nobody. It ends after `left` of its `unit`, at the soonest
    one a Turn; None where no Turn ends it. `turn_types` are the Turns that wear it down.
    """

    id: str
    name: str
    kind: str
    errant: str
    left: int | None
    unit: Unit
    turn_types: tuple[TurnType, ...]
    lasting: bool = False


def timers(
    turns: TurnStack, sources: Sequence[Source], effects: Effects, every: Sequence[Cadence]
) -> tuple[Timer, ...]:
    """All of them, what can end soonest first.

    What the innermost Turn wears down comes before what waits for an outer Turn to end, and that
    before what waits for a type of Turn that is not open; what no Turn ends is last. Among those
    of one kind of Turn, the smallest count comes first: a Burn of 2 can be gone two Turns from now
    at the soonest. Of equal counts, what falls due for sure comes before what waits for a 3.
    """
    found = [
        *(_of_cadence(cadence) for cadence in every),
        *(_of_source(source) for source in sources),
        *map(_of_effect, effects),
    ]
    return tuple(sorted(found, key=lambda timer: (_wait(timer, turns), timer.left or 0)))


def _of_source(source: Source) -> Timer:
    return Timer(
        source.item, source.name, "light", source.errant, source.burn, "burn", ("exploration",)
    )


def _of_cadence(cadence: Cadence) -> Timer:
    return Timer(cadence.id, cadence.word, "every", "", cadence.to_go, "turns", (cadence.type,))


def _of_effect(effect: Effect) -> Timer:
    worn = worn_in(effect)
    unit: Unit = "depletion"
    if not worn:
        unit = "never"
    elif effect.kind == "light":
        unit = "burn"
    elif effect.depletion is None or worn == ("downtime",):
        unit = "result"
    left = None if unit == "never" else 1 if unit == "result" else effect.depletion or 1
    return Timer(
        effect.id, effect.name, effect.kind, effect.errant, left, unit, worn, effect.lasting
    )


def _wait(timer: Timer, turns: TurnStack) -> int:
    """How many open Turns must end before one can wear this down; a type that is not open comes
    after all that are, and what no Turn ends after that."""
    if not timer.turn_types:
        return len(turns) + 1
    depths = [n for n, turn in enumerate(reversed(turns)) if turn.type in timer.turn_types]
    return min(depths, default=len(turns))
