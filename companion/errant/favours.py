"""Bonds of single Errants and the reputation of the Company: their names, their favours, and what
they make of disposition (Downtime Turns, Bonds; Reputation)."""

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple, TypeAlias

from companion.dice.faces import Faces

StandingKind: TypeAlias = Literal["bond", "reputation"]
Favour: TypeAlias = Literal["courtesies", "minor", "major", "sacrifice"]
Access: TypeAlias = Literal["items", "trainers", "talents"]
CourtResult: TypeAlias = Literal["changes", "task", "unchanged"]
STANDING_NAMES: Mapping[StandingKind, Mapping[int, str]] = {
    "bond": {
        2: "bitter foes",
        3: "enemies",
        6: "strangers",
        9: "acquaintances",
        10: "associates",
        11: "friends",
        12: "confidantes",
    },
    "reputation": {
        2: "hated",
        3: "disliked",
        6: "neutral",
        9: "accepted",
        10: "liked",
        11: "respected",
        12: "loved",
    },
}
"""The name of each, by the score that it begins at."""
NEUTRAL_STANDING = 7
"""The score of a reputation or a bond that is not written down: strangers."""
_COSTLY_FAVOURS: Mapping[int, Favour] = {10: "minor", 11: "major", 12: "sacrifice"}
_FREE_FAVOURS: Mapping[int, Favour] = {9: "courtesies", 10: "courtesies", 11: "minor", 12: "major"}
_ACCESS_BY_REPUTATION: Mapping[int, Access] = {10: "items", 11: "trainers", 12: "talents"}


class Favours(NamedTuple):
    """The greatest favours at a score: free, and at a cost (1 of the score, or a service in
    return); None if there is none."""

    free: Favour | None
    at_a_cost: Favour | None


class KnownDisposition(NamedTuple):
    """A disposition that is not rolled: the bond with this Errant, or ("") the reputation."""

    disposition: int
    errant: str


class CourtRoll(NamedTuple):
    """A roll to move a bond or a reputation by 1; after a `task` there is something to do first."""

    faces: tuple[int, int]
    modifier: int
    entered: bool

    @property
    def total(self) -> int:
        """The sum of faces and modifier."""
        return sum(self.faces) + self.modifier

    @property
    def result(self) -> CourtResult:
        """10 and more, 7 to 9, less."""
        return "changes" if self.total >= 10 else "task" if self.total >= 7 else "unchanged"


def name_standing(kind: StandingKind, score: int) -> str:
    """The name of a bond or a reputation of this score (2 to 12)."""
    return STANDING_NAMES[kind][max(least for least in STANDING_NAMES[kind] if least <= score)]


def find_favours(score: int) -> Favours:
    """The favours at this score, of a bond or a reputation."""
    return Favours(_FREE_FAVOURS.get(score), _COSTLY_FAVOURS.get(score))


def list_access(reputation: int) -> tuple[Access, ...]:
    """What a Faction gives the Company access to at this reputation."""
    return tuple(what for least, what in _ACCESS_BY_REPUTATION.items() if least <= reputation)


def compute_reputation_gain(bond: int) -> int:
    """What a bond with somebody of weight in a Faction adds to the reputation with it."""
    return max(0, bond - 10)


def choose_known_disposition(
    bonds: Mapping[str, int],
    present: Iterable[str],
    reputation: int | None,
    *,
    lowest: bool = False,
) -> KnownDisposition | None:
    """An NPC's disposition from bonds (by the ids of Errants) or from the reputation with their
    Faction; None if there is neither. A bond with anyone present goes before reputation. Of
    several the highest counts, or the `lowest` if the Guide says so; of equals the first."""
    found = [KnownDisposition(bonds[errant], errant) for errant in present if errant in bonds]
    if found:
        choose = min if lowest else max
        return choose(found, key=lambda each: each.disposition)
    return None if reputation is None else KnownDisposition(reputation, "")


def roll_courtship(dice: Faces, modifier: int = 0) -> CourtRoll:
    """2D6 and the Guide's modifier, as an action of a Downtime Turn."""
    return CourtRoll((dice.face(6), dice.face(6)), modifier, dice.entered)
