"""Reaction Rolls: the disposition of an NPC, its band and the DV that comes with it; bonds of
single Errants and the reputation of the Company (Core Procedures, Reaction Rolls; Downtime Turns,
Bonds, Reputation; readings, Reaction and Negotiation)."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal, NamedTuple, TypeAlias, get_args

from msgspec import Meta, Struct

from companion.audience import Public
from companion.dice.face_sources import Faces
from companion.errant.checks_and_saves import DV
from companion.refusal import Impossible

BandName: TypeAlias = Literal["hostile", "unfriendly", "unsure", "amicable", "friendly"]
MIN_DISPOSITION, MAX_DISPOSITION = 2, 12
Disposition: TypeAlias = Annotated[int, Meta(ge=MIN_DISPOSITION, le=MAX_DISPOSITION)]
"""A disposition, a bond or a reputation."""
MAX_GUIDE_MODIFIER = 3
"""The Guide adds or takes no more than this, unless they insist."""


class Band(NamedTuple):
    """A band of disposition: its name, where it begins, and what it adds to social Checks."""

    name: BandName
    least: int
    dv: int


class Bands(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Where each band of disposition begins (hostile at 2), and the DV of each."""

    hostile_dv: Public[DV] = 8
    unfriendly_from: Public[Disposition] = 3
    unfriendly_dv: Public[DV] = 4
    unsure_from: Public[Disposition] = 6
    unsure_dv: Public[DV] = 0
    amicable_from: Public[Disposition] = 9
    amicable_dv: Public[DV] = -2
    friendly_from: Public[Disposition] = 12
    friendly_dv: Public[DV] = -4

    @property
    def ordered_bands(self) -> tuple[Band, ...]:
        return (
            Band("hostile", MIN_DISPOSITION, self.hostile_dv),
            Band("unfriendly", self.unfriendly_from, self.unfriendly_dv),
            Band("unsure", self.unsure_from, self.unsure_dv),
            Band("amicable", self.amicable_from, self.amicable_dv),
            Band("friendly", self.friendly_from, self.friendly_dv),
        )


DEFAULT_BANDS = Bands()


class TwoDice(NamedTuple):
    """2D6 as they fell, and what was added to them."""

    faces: tuple[int, int]
    modifier: int
    entered: bool

    @property
    def total(self) -> int:
        return sum(self.faces) + self.modifier


def roll_two_dice(dice: Faces, modifier: int = 0) -> TwoDice:
    """A Reaction Roll (its disposition stays within 2 to 12), a Morale roll or a courtship."""
    return TwoDice((dice.face(6), dice.face(6)), modifier, dice.entered)


def clamp_disposition(disposition: int) -> int:
    """A disposition stays within 2 to 12."""
    return min(MAX_DISPOSITION, max(MIN_DISPOSITION, disposition))


def find_band_of_disposition(disposition: int, bands: Bands = DEFAULT_BANDS) -> Band:
    """The band of a disposition, as hostile or friendly."""
    return next(band for band in reversed(bands.ordered_bands) if band.least <= disposition)


def require_modifier_range(number: int, *, forced: bool = False) -> int:
    """The Guide's modifier to a roll. Raises Impossible, overrulable, beyond 3 either way."""
    if abs(number) > MAX_GUIDE_MODIFIER and not forced:
        raise Impossible(
            f"{number:+} is more than circumstances are worth.",
            f"At most {MAX_GUIDE_MODIFIER} either way.",
            overrulable=True,
        )
    return number


Alignment: TypeAlias = Literal["L3", "L2", "L1", "N", "C1", "C2", "C3"]
ALIGNMENTS: tuple[Alignment, ...] = get_args(Alignment)
"""From the extremity of Law to that of Chaos."""


class Sway(NamedTuple):
    """Who of the Company sways a Reaction Roll by their Alignment, and by how much."""

    errant: str
    modifier: int


def compute_alignment_modifier(member: Alignment, npc: Alignment) -> int:
    """Above 0 on the NPC's side, below on the other, 0 if either is Neutral."""
    if npc == "N":
        return 0
    from_neutral = abs(ALIGNMENTS.index(member) - ALIGNMENTS.index("N"))
    return from_neutral if member[0] == npc[0] else -from_neutral


def find_swaying_member(members: Iterable[tuple[str, Alignment]], npc: Alignment) -> Sway | None:
    """Who of these members (id and Alignment) sways an NPC of this Alignment; None if nobody does.
    Only the most extreme counts; of several, whoever makes the roll worse."""
    found = [Sway(who, compute_alignment_modifier(each, npc)) for who, each in members]
    swaying = [each for each in found if each.modifier]
    return max(swaying, key=lambda each: (abs(each.modifier), -each.modifier), default=None)


Morale: TypeAlias = Annotated[int, Meta(ge=2, le=12)]


def is_morale_held(total: int, morale: int) -> bool:
    """True if they stand. Above Morale they flee, surrender or parley when they next act."""
    return total <= morale


StandingKind: TypeAlias = Literal["bond", "reputation"]
Favour: TypeAlias = Literal["courtesies", "minor", "major", "sacrifice"]
Access: TypeAlias = Literal["items", "trainers", "talents"]
CourtResult: TypeAlias = Literal["changes", "task", "unchanged"]
NEUTRAL_STANDING = 7
"""The score of a reputation or a bond that is not written down: strangers."""


class Standing(NamedTuple):
    """A bond or a reputation from the score `least`: its name as either, the greatest favours, free
    and at a cost (1 of the score, or a service in return), and what a Faction opens to the
    Company."""

    least: int
    bond: str
    reputation: str
    free: Favour | None = None
    at_a_cost: Favour | None = None
    access: Access | None = None


STANDINGS = (
    Standing(2, "bitter foes", "hated"),
    Standing(3, "enemies", "disliked"),
    Standing(6, "strangers", "neutral"),
    Standing(9, "acquaintances", "accepted", "courtesies"),
    Standing(10, "associates", "liked", "courtesies", "minor", "items"),
    Standing(11, "friends", "respected", "minor", "major", "trainers"),
    Standing(12, "confidantes", "loved", "major", "sacrifice", "talents"),
)


class KnownDisposition(NamedTuple):
    """A disposition that is not rolled: the bond with this Errant, or ("") the reputation."""

    disposition: int
    errant: str


def find_standing_of_score(score: int) -> Standing:
    """The row of the table of standings that a bond or a reputation has reached."""
    return next((each for each in reversed(STANDINGS) if each.least <= score), STANDINGS[0])


def name_standing(kind: StandingKind, score: int) -> str:
    """What a bond or a reputation of this score is called."""
    standing = find_standing_of_score(score)
    return standing.bond if kind == "bond" else standing.reputation


def list_faction_access(reputation: int) -> tuple[Access, ...]:
    """What a Faction grants the Company at this reputation."""
    return tuple(each.access for each in STANDINGS if each.access and each.least <= reputation)


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


def decide_courtship(total: int) -> CourtResult:
    """Whether a roll moves a bond or a reputation by 1: from 10 on, from 7 on after a `task`."""
    return "changes" if total >= 10 else "task" if total >= 7 else "unchanged"
