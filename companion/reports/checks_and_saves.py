"""Reports on Checks and fate."""

from msgspec import Struct

from companion.audience import Public, Secret
from companion.errant.checks_and_saves import Attribute, Circumstance, Impact, Position, Winner
from companion.reports import Report


class OpponentLine(Struct, frozen=True):
    """The other side of an Opposed Check."""

    target: int
    dv: int
    base_dv: int
    circumstances: tuple[Circumstance, ...]
    faces: tuple[int, ...]
    success: bool | None


class OpposedOdds(Struct, frozen=True):
    """The odds of an Opposed Check: the first named wins, the second wins, a tie, both fail."""

    first: float
    second: float
    tie: float
    both_fail: float


class CheckReport(Report, frozen=True, tag="check"):
    """A Check, maybe opposed (`against`). There are no faces if its DV is below 0; `success` is
    None if only its chance, or the `odds`, were asked for."""

    errant: Public[str]
    name: Public[str]
    attribute: Public[Attribute | None]
    target: Public[int | None]
    dv: Public[int | None]
    base_dv: Public[int]
    circumstances: Public[tuple[Circumstance, ...]]
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
    """A Check whose numbers reveal an NPC's disposition or Threat."""

    target: Secret[int | None]
    dv: Secret[int | None]
    base_dv: Secret[int]
    circumstances: Secret[tuple[Circumstance, ...]]
    chance: Secret[float]
    chance_exact: Secret[str]
    opponent: Secret[OpponentLine | None]
    odds: Secret[OpposedOdds | None]


class FateReport(Report, frozen=True, tag="fate"):
    """The Die of Fate: the higher, the better."""

    asked: Public[str]
    faces: Public[tuple[int, ...]]
    entered: Public[bool]
