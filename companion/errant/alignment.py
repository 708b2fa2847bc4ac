"""Alignment: Law and Chaos, and what they make of a Reaction Roll (Downtime Turns, Alignment)."""

from collections.abc import Iterable
from typing import Literal, NamedTuple, TypeAlias, get_args

Alignment: TypeAlias = Literal["L3", "L2", "L1", "N", "C1", "C2", "C3"]
ALIGNMENTS: tuple[Alignment, ...] = get_args(Alignment)
"""From the extremity of Law to that of Chaos."""


class Sway(NamedTuple):
    """Who of the Company sways a Reaction Roll by their Alignment, and by how much."""

    errant: str
    modifier: int


def points(alignment: Alignment) -> int:
    """How far it is from Neutral: 0 to 3 either way."""
    return abs(ALIGNMENTS.index(alignment) - ALIGNMENTS.index("N"))


def modifier(member: Alignment, npc: Alignment) -> int:
    """What a member's points make of an NPC's Reaction Roll: more on the same side, less on the
    other; 0 where either is Neutral."""
    if npc == "N":
        return 0
    return points(member) if member[0] == npc[0] else -points(member)


def sway(members: Iterable[tuple[str, Alignment]], npc: Alignment) -> Sway | None:
    """Who of these members (an id and an Alignment each) sways an NPC of this Alignment; None
    where nobody does. The most extreme alone counts; of several, whoever makes the roll worse."""
    found = [Sway(who, modifier(each, npc)) for who, each in members]
    swaying = [each for each in found if each.modifier]
    return max(swaying, key=lambda each: (abs(each.modifier), -each.modifier), default=None)
