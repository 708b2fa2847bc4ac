"""Reaction Rolls: the disposition of an NPC, the band it lies in and the DV that comes with it
(Core Procedures, Reaction Rolls; readings, Reaction and Negotiation)."""

from typing import Annotated, Literal, NamedTuple, TypeAlias

from msgspec import Meta, Struct

from companion.dice.faces import Faces
from companion.errant.checks import DV
from companion.refusal import Impossible

BandName: TypeAlias = Literal["hostile", "unfriendly", "unsure", "amicable", "friendly"]
LEAST, MOST = 2, 12
Disposition: TypeAlias = Annotated[int, Meta(ge=LEAST, le=MOST)]
"""A disposition, a bond or a reputation."""
MOST_MODIFIER = 3
"""What the Guide adds or takes goes no further than this, either way, unless they insist."""


class Band(NamedTuple):
    """A band of disposition: its name, where it begins, and what it adds to social Checks."""

    name: BandName
    least: int
    dv: int


class Bands(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Where each band of disposition begins (hostile at 2), and the DV of each."""

    hostile_dv: DV = 8
    unfriendly_from: Disposition = 3
    unfriendly_dv: DV = 4
    unsure_from: Disposition = 6
    unsure_dv: DV = 0
    amicable_from: Disposition = 9
    amicable_dv: DV = -2
    friendly_from: Disposition = 12
    friendly_dv: DV = -4

    @property
    def ascending(self) -> tuple[Band, ...]:
        """All of them, from hostile to friendly."""
        return (
            Band("hostile", LEAST, self.hostile_dv),
            Band("unfriendly", self.unfriendly_from, self.unfriendly_dv),
            Band("unsure", self.unsure_from, self.unsure_dv),
            Band("amicable", self.amicable_from, self.amicable_dv),
            Band("friendly", self.friendly_from, self.friendly_dv),
        )


BANDS = Bands()


class ReactionRoll(NamedTuple):
    """A Reaction Roll as it fell; `modifier` is the Guide's and Alignment's together."""

    faces: tuple[int, int]
    modifier: int
    disposition: int
    band: Band
    entered: bool


def clamped(disposition: int) -> int:
    """A disposition stays within 2 to 12."""
    return min(MOST, max(LEAST, disposition))


def band_of(disposition: int, bands: Bands = BANDS) -> Band:
    """The band that a disposition lies in."""
    return next(band for band in reversed(bands.ascending) if band.least <= disposition)


def guides_modifier(number: int, *, forced: bool = False) -> int:
    """What the Guide adds to a Reaction Roll, or to a roll that courts favour. Impossible beyond
    3 either way, which they may overrule."""
    if abs(number) > MOST_MODIFIER and not forced:
        raise Impossible(
            f"{number:+} is more than circumstances are worth.",
            f"At most {MOST_MODIFIER} either way.",
            overrulable=True,
        )
    return number


def reaction(dice: Faces, modifier: int = 0, bands: Bands = BANDS) -> ReactionRoll:
    """2D6 and the modifier, within 2 to 12."""
    faces = (dice.face(6), dice.face(6))
    disposition = clamped(sum(faces) + modifier)
    return ReactionRoll(faces, modifier, disposition, band_of(disposition, bands), dice.entered)
