"""Reports on Chases: who flees, who hunts, and what each Turn comes to. Players see all of it."""

from typing import Literal

from msgspec import Struct

from companion.audience import Public, Secret
from companion.errant.chases import Role
from companion.errant.happenings import Happenings
from companion.reports import Report

ChaseStep = Literal["began", "rolled", "alone", "sprinted", "split", "ended"]
ChaseOutcome = Literal["", "escaped", "caught"]


class ChaseRoll(Struct, frozen=True):
    """The movement roll of a side's slowest, or of somebody apart; `lucky` if two of it are 4s."""

    role: Role
    who: str
    name: str
    faces: tuple[int, ...]
    total: int
    lucky: bool
    apart: bool = False


class ChaseReport(Report, frozen=True, tag="chase"):
    """A Chase began, or a Turn of it was rolled, or one side `alone`: who escaped or was caught,
    who may act or shoot, and the development of the side that lags (from 1, 0 for none)."""

    step: Public[ChaseStep]
    fugitives: Public[tuple[str, ...]]
    pursuers: Public[tuple[str, ...]]
    apart: Public[tuple[str, ...]]
    turn_number: Public[int | None]
    rolls: Public[tuple[ChaseRoll, ...]] = ()
    tie: Public[tuple[ChaseRoll, ...]] = ()
    entered: Public[bool] = False
    outcome: Public[ChaseOutcome] = ""
    may_act: Public[tuple[Role, ...]] = ()
    shared: Public[tuple[int, ...]] = ()
    lagging: Public[Role | None] = None
    development: Public[int] = 0
    happened: Public[Happenings] = ()


class SprintReport(Report, frozen=True, tag="sprint"):
    """Somebody sprints: a phys Check at a DV of their Encumbrance."""

    who: Public[str]
    name: Public[str]
    faces: Public[tuple[int, ...]]
    entered: Public[bool]
    dv: Public[int]
    target: Secret[int | None]
    success: Public[bool]
