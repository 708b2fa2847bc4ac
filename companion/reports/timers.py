"""Reports on effects, timers and marks that are made by themselves."""

from typing import Literal

from msgspec import Struct

from companion.audience import Public
from companion.errant.timers import TimerUnit
from companion.errant.turns import TurnType
from companion.reports import Report


class EffectLine(Struct, frozen=True):
    """Something going on: what, on whom, and how long yet."""

    effect: str
    name: str
    effect_kind: str
    errant: str
    depletion: int | None
    lasting: bool


class EffectReport(Report, frozen=True, tag="effect"):
    """An effect began or ended; or, with `step` listed, all that go on."""

    step: Public[Literal["began", "ended", "listed"]]
    effects: Public[tuple[EffectLine, ...]]


class TimerLine(Struct, frozen=True):
    """Something that runs out or falls due: a light, an effect, or what comes every so many Turns;
    `timer` is the id of the thing, the effect or the reminder.

    It ends after `left` of its `unit` (Burn, Depletion, one result of 3, or Turns), which the
    Turns of `turn_types` wear down; None where no Turn ends it.
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
    """Everything that runs out or falls due; what can end soonest first."""

    timers: Public[tuple[TimerLine, ...]]


class CadenceLine(Struct, frozen=True):
    """Something that falls due every so many Turns, `passed` of which have gone by."""

    cadence: str
    turns: int
    turn_type: str
    word: str
    passed: int


class CadencesReport(Report, frozen=True, tag="every"):
    """What falls due by itself every so many Turns."""

    step: Public[Literal["began", "ended", "listed"]]
    every: Public[tuple[CadenceLine, ...]]
