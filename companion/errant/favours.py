"""What bonds of single Errants and the reputation of the Company are called, what favours they are
worth, and what they make of disposition (Downtime Turns, Bonds; Reputation)."""

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
"""What each is called, by the score that it begins at."""
NEUTRAL_STANDING = 7
"""What a reputation or a bond stands at that nobody has spoken of: strangers."""
_COSTLY_FAVOURS: Mapping[int, Favour] = {10: "minor", 11: "major", 12: "sacrifice"}
_FREE_FAVOURS: Mapping[int, Favour] = {9: "courtesies", 10: "courtesies", 11: "minor", 12: "major"}
_ACCESS_BY_REPUTATION: Mapping[int, Access] = {10: "items", 11: "trainers", 12: "talents"}


class Favours(NamedTuple):
    """What is done for the Company at a score: the greatest favour that is free, and what is done
    at a cost (1 of the score, or a service in return); None where there is none."""

    free: Favour | None
    at_a_cost: Favour | None


class KnownDisposition(NamedTuple):
    """A disposition that need not be rolled for: it is the bond with this Errant, or ("") the
    Company's reputation."""

    disposition: int
    errant: str


class CourtRoll(NamedTuple):
    """A roll that tries to move a bond or a reputation by 1, and what it comes to: a `task` is to
    be done for it first."""

    faces: tuple[int, int]
    modifier: int
    entered: bool

    @property
    def total(self) -> int:
        """What was rolled, with the modifier."""
        return sum(self.faces) + self.modifier

    @property
    def result(self) -> CourtResult:
        """10 and more, 7 to 9, less."""
        return "changes" if self.total >= 10 else "task" if self.total >= 7 else "unchanged"


def name_standing(kind: StandingKind, score: int) -> str:
    """What a bond or a reputation of this score (2 to 12) is called."""
    return STANDING_NAMES[kind][max(least for least in STANDING_NAMES[kind] if least <= score)]


def find_favours(score: int) -> Favours:
    """What is done at this score, of a bond and of a reputation alike."""
    return Favours(_FREE_FAVOURS.get(score), _COSTLY_FAVOURS.get(score))


def list_access(reputation: int) -> tuple[Access, ...]:
    """What of a Faction's own the Company may have at this reputation."""
    return tuple(what for least, what in _ACCESS_BY_REPUTATION.items() if least <= reputation)


def compute_reputation_gain(bond: int) -> int:
    """What a bond with one of a Faction who has enough pull there adds to reputation with it."""
    return max(0, bond - 10)


def choose_known_disposition(
    bonds: Mapping[str, int],
    present: Iterable[str],
    reputation: int | None,
    *,
    lowest: bool = False,
) -> KnownDisposition | None:
    """What bonds (by the ids of Errants) and the reputation with their Faction make of an NPC's
    disposition: None where there is neither.

    A bond with anyone present goes before reputation, being theirs alone; of several the highest
    counts, or the `lowest` where the Guide says so, and of equals the first.
    """
    found = [KnownDisposition(bonds[errant], errant) for errant in present if errant in bonds]
    if found:
        choose = min if lowest else max
        return choose(found, key=lambda each: each.disposition)
    return None if reputation is None else KnownDisposition(reputation, "")


def roll_courtship(dice: Faces, modifier: int = 0) -> CourtRoll:
    """2D6 and what the Guide adds, as an action of a Downtime Turn."""
    return CourtRoll((dice.face(6), dice.face(6)), modifier, dice.entered)
