"""Damage and what changes it: the own damage die, kinds of harm, steps by name (Initiative Turns,
Attacking, Enhance & Impair; procedures 1.6)."""

from collections.abc import Iterable
from typing import Annotated, Literal, NamedTuple, TypeAlias

from msgspec import Meta

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


def sum_steps(circumstances: Iterable[Step]) -> int:
    """The net of all steps: they are added up before the die moves."""
    return sum(each.steps for each in circumstances)
