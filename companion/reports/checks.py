"""Reports on Checks and fate."""

from msgspec import Struct

from companion.audience import Public, Secret
from companion.errant.checks import Attribute, Impact, Position, Winner
from companion.reports import Report


class CircumstanceLine(Struct, frozen=True):
    """A help (below 0) or a hindrance, and what it adds to the DV."""

    name: str
    dv: int


class OpponentLine(Struct, frozen=True):
    """The other side of an Opposed Check: what they rolled against, and what fell."""

    target: int
    dv: int
    base_dv: int
    circumstances: tuple[CircumstanceLine, ...]
    faces: tuple[int, ...]
    success: bool | None


class OpposedOdds(Struct, frozen=True):
    """How likely each end of an Opposed Check is: who was named first wins, or second, neither, or
    both fail."""

    first: float
    second: float
    tie: float
    both_fail: float


class CheckReport(Report, frozen=True, tag="check"):
    """A Check: no face need fall where its DV is below 0; `success` is null where only its chance
    was asked for. An NPC who makes one has no `errant`. `against` names the other side of an
    Opposed Check, `winner` says who wins (first is who was named first), and `odds` how likely
    that is, where only the chance was asked for."""

    errant: Public[str]
    name: Public[str]
    attribute: Public[Attribute | None]
    target: Public[int | None]
    dv: Public[int | None]
    base_dv: Public[int]
    circumstances: Public[tuple[CircumstanceLine, ...]]
    position: Public[Position]
    impact: Public[Impact]
    faces: Public[tuple[int, ...]]
    entered: Public[bool]
    success: Public[bool | None]
    chance: Public[float]
    chance_exact: Public[str]
    saving: Public[bool]
    against: Public[str]
    winner: Public[Winner | None]
    opponent: Public[OpponentLine | None]
    odds: Public[OpposedOdds | None]


class SecretCheckReport(CheckReport, frozen=True, tag="check"):
    """A Check whose numbers tell of an NPC: their disposition, or how much of a Threat they are."""

    target: Secret[int | None]
    dv: Secret[int | None]
    base_dv: Secret[int]
    circumstances: Secret[tuple[CircumstanceLine, ...]]
    chance: Secret[float]
    chance_exact: Secret[str]
    opponent: Secret[OpponentLine | None]
    odds: Secret[OpposedOdds | None]


class FateReport(Report, frozen=True, tag="fate"):
    """The Die of Fate: the higher, the better."""

    asked: Public[str]
    faces: Public[tuple[int, ...]]
    entered: Public[bool]
