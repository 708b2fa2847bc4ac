"""Morale: whether somebody stays where it is dangerous (Initiative Turns, Morale)."""

from typing import Annotated, NamedTuple, TypeAlias

from msgspec import Meta

from companion.dice.faces import Faces

Morale: TypeAlias = Annotated[int, Meta(ge=2, le=12)]


class MoraleRoll(NamedTuple):
    """A Morale roll as it fell; `penalty` is what was added to the faces."""

    faces: tuple[int, int]
    penalty: int
    morale: int
    entered: bool

    @property
    def total(self) -> int:
        """What was rolled, with the penalty."""
        return sum(self.faces) + self.penalty

    @property
    def held(self) -> bool:
        """Whether they stand. Higher than Morale, they flee, surrender or parley when they next
        act."""
        return self.total <= self.morale


def roll_morale(morale: int, dice: Faces, penalty: int = 0) -> MoraleRoll:
    """2D6 against Morale."""
    return MoraleRoll((dice.face(6), dice.face(6)), penalty, morale, dice.entered)
