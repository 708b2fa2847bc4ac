"""Checks: a D20 above the DV and at or below a target. Opposed Checks and Saving Throws are rolled
the same way (Core Rules, Checks; Position & Impact)."""

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple, TypeAlias, get_args

from msgspec import Meta, Struct

from companion.dice.face_sources import Faces

if TYPE_CHECKING:
    from fractions import Fraction

Attribute: TypeAlias = Literal["phys", "skill", "mind", "pres"]
ATTRIBUTES: tuple[Attribute, ...] = get_args(Attribute)
Position: TypeAlias = Literal["shaky", "risky", "dire"]
POSITIONS: tuple[Position, ...] = get_args(Position)
Impact: TypeAlias = Literal["weak", "fair", "strong"]
IMPACTS: tuple[Impact, ...] = get_args(Impact)
Winner: TypeAlias = Literal["first", "second", "tie", "both_fail"]
DV: TypeAlias = Annotated[int, Meta(ge=-20, le=20)]
"""A DV, or what is added to one, in a file."""
MIN_THREAT, MAX_THREAT = 1, 10
Threat: TypeAlias = Annotated[int, Meta(ge=MIN_THREAT, le=MAX_THREAT)]
"""How powerful an NPC is (Initiative Turns, NPC Attributes)."""
CHECK_SIDES = 20


class Stakes(NamedTuple):
    """What a Check begins with before the circumstances; by default an easy one."""

    dv: int = 0
    position: Position = "risky"
    impact: Impact = "fair"


class Circumstance(Struct, frozen=True):
    """A help (below 0) or a hindrance by its name, with what it adds to the DV."""

    name: str
    dv: int


class CheckRoll(NamedTuple):
    """A Check as it fell. `face` is None for a DV below 0: that succeeds without a roll."""

    target: int
    dv: int
    face: int | None
    entered: bool

    @property
    def success(self) -> bool:
        """True above the DV and at or below the target."""
        return self.face is None or self.dv < self.face <= self.target


def compute_dv(base: int, circumstances: Iterable[Circumstance] = ()) -> int:
    """The DV of a Check: its base and all circumstances; it may be below 0. The base of a Saving
    Throw is the Renown or the Threat of whoever it is made against."""
    return base + sum(each.dv for each in circumstances)


def compute_npc_check_target(threat: int) -> int:
    """The target of an NPC's Check, in place of an Attribute (Initiative Turns, NPC Attributes)."""
    return threat + 8


def roll_check(target: int, dv: int, dice: Faces) -> CheckRoll:
    """Roll a Check against a target, usually an Attribute; a DV below 0 rolls no die."""
    if dv < 0:
        return CheckRoll(target, dv, None, entered=False)
    return CheckRoll(target, dv, dice.face(CHECK_SIDES), dice.entered)


def compute_success_chance(target: int, dv: int) -> "Fraction":
    """The exact chance that a Check succeeds."""
    from fractions import Fraction  # only an answer with chances pays for its import

    if dv < 0:
        return Fraction(1)
    return Fraction(max(0, min(target, CHECK_SIDES) - dv), CHECK_SIDES)


def decide_opposed_check(one: CheckRoll, other: CheckRoll) -> Winner:
    """The winner of two: whoever rolled higher and succeeded. After a tie the Guide declares a draw
    or asks for another roll. A success at a DV below 0 beats a failure; beside another success it
    has no roll to compare, and is a tie."""
    if not (one.success and other.success):
        return "first" if one.success else "second" if other.success else "both_fail"
    if one.face is None or other.face is None or one.face == other.face:
        return "tie"
    return "first" if one.face > other.face else "second"


def compute_opposed_odds(one: tuple[int, int], other: tuple[int, int]) -> dict[Winner, "Fraction"]:
    """The exact chances of each end for two, each given by target and DV; together they are 1."""
    from fractions import Fraction  # as above

    ends = Counter(
        decide_opposed_check(a, b)
        for a in _list_possible_rolls(*one)
        for b in _list_possible_rolls(*other)
    )
    rolls = sum(ends.values())
    return {end: Fraction(ends[end], rolls) for end in get_args(Winner)}


def _list_possible_rolls(target: int, dv: int) -> list[CheckRoll]:
    if dv < 0:
        return [CheckRoll(target, dv, None, entered=False)]
    return [CheckRoll(target, dv, face, entered=False) for face in range(1, CHECK_SIDES + 1)]


def roll_fate(dice: Faces) -> int:
    """A D6: the higher, the better for the Errant."""
    return dice.face(6)
