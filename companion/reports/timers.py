"""Reports on effects, timers and reminders."""

from typing import Literal

from msgspec import Struct

from companion.audience import Public
from companion.errant.timers import TimerUnit
from companion.errant.turns import TurnType
from companion.reports import Report


class EffectLine(Struct, frozen=True):
    """An effect: what, on whom, and how long it lasts."""

    effect: str
    name: str
    effect_kind: str
    errant: str
    depletion: int | None
    lasting: bool


class EffectReport(Report, frozen=True, tag="effect"):
    """Effects that began or ended, or a list of all."""

    step: Public[Literal["began", "ended", "listed"]]
    effects: Public[tuple[EffectLine, ...]]


class TimerLine(Struct, frozen=True):
    """Something that runs out or falls due: a light, an effect, or a reminder; `timer` is its id.

    It ends after `left` of its `unit` (Burn, Depletion, one result of 3, or Turns), which the Turns
    of `turn_types` use up; None if no Turn ends it.
    """

    name: str
    kind: str
    errant: str
    left: int | None
    unit: TimerUnit
    turn_types: tuple[TurnType, ...]
    lasting: bool
    timer: str = ""


class TimersReport(Report, frozen=True, tag="timers"):
    """All timers, the one that can end soonest first."""

    timers: Public[tuple[TimerLine, ...]]


class CadenceLine(Struct, frozen=True):
    """A reminder every so many Turns, `passed` of which have gone by."""

    cadence: str
    turns: int
    turn_type: str
    word: str
    passed: int


class CadencesReport(Report, frozen=True, tag="every"):
    """The reminders that fall due every so many Turns."""

    step: Public[Literal["began", "ended", "listed"]]
    every: Public[tuple[CadenceLine, ...]]
