"""The damage die and the ladder it moves on: enhanced a step up, impaired a step down (Initiative
Turns, Attacking, Enhance & Impair; procedures 1.6)."""

from collections.abc import Iterable
from typing import Annotated, Literal, NamedTuple, TypeAlias

from msgspec import Meta

LADDER = (1, 4, 6, 8, 10, 12, 20)
"""The sides of a damage die, from the least to the most. A die of 1 is not rolled: it shows 1."""
DieSides: TypeAlias = Literal[4, 6, 8, 10, 12, 20]
"""The sides of somebody's own damage die."""
HarmKind: TypeAlias = Literal["physical", "shock", "burn", "toxic"]
"""What sort of harm it is: it decides on the column of a wound."""
HitPoints: TypeAlias = Annotated[int, Meta(ge=0, le=10_000)]
Steps: TypeAlias = Annotated[int, Meta(ge=-20, le=20)]
"""How far a damage die is enhanced, or below 0 impaired."""


class Step(NamedTuple):
    """A circumstance that enhances (above 0) or impairs a damage die, by its name."""

    name: str
    steps: int


def move_die(sides: int, steps: int) -> int:
    """The sides of a die after so many steps along the ladder, whose ends hold. Raises ValueError
    for a die that is not on it."""
    at = LADDER.index(sides) + steps
    return LADDER[max(0, min(at, len(LADDER) - 1))]


def sum_steps(circumstances: Iterable[Step]) -> int:
    """The net of all steps: they are added up before the die moves."""
    return sum(each.steps for each in circumstances)
