"""What the Company, its packs, its light and what goes on answer."""

from typing import Literal

from msgspec import Struct

from companion.commands.reports.report import Public, Report
from companion.errant.happenings import Happenings
from companion.errant.light import Level
from companion.errant.timers import Unit
from companion.errant.turns import TurnType


class LitSource(Struct, frozen=True):
    """A lit source: whose, what, its Burn (of how much when full), and how many feet across it
    lights."""

    errant: str
    item: str
    burn: int
    feet: int
    name: str
    full: int


class ErrantReport(Report, frozen=True, tag="errant"):
    """Someone joined, changed, left, went away or came back."""

    errant: Public[str]
    name: Public[str]
    member: Public[str]
    step: Public[Literal["added", "edited", "removed", "away", "back"]]
    edited: Public[tuple[str, ...]] = ()


ItemStep = Literal["given", "dropped", "lit", "snuffed"]


class ItemReport(Report, frozen=True, tag="item"):
    """A thing was given, dropped, lit, snuffed or moved; `slots` is what it fills."""

    errant: Public[str]
    item: Public[str]
    name: Public[str]
    quantity: Public[int]
    step: Public[ItemStep]
    slots: Public[float]
    place: Public[str]
    left: Public[int | None]
    happened: Public[Happenings] = ()


class SlotsReport(Report, frozen=True, tag="slots"):
    """What fills someone's Item Slots, and what it costs them."""

    errant: Public[str]
    name: Public[str]
    phys: Public[int]
    slots: Public[float]
    slots_filled: Public[float]
    slots_filled_pack_off: Public[float]
    encumbrance: Public[int]
    encumbrance_pack_off: Public[int]
    exhaustion: Public[int]
    supply: Public[int]
    coin_pieces: Public[int]
    spd: Public[int]
    can_act: Public[bool]
    items: Public[tuple["CarriedItem", ...]]


class CarriedItem(Struct, frozen=True):
    """One thing, or stack, in a pack."""

    item: str
    name: str
    quantity: int
    slots: float
    place: str
    left: int | None
    full: int | None
    lit: bool


class CompanyReport(Report, frozen=True, tag="company"):
    """Everybody, in a line each."""

    errants: Public[tuple["CompanyLine", ...]]


class CompanyLine(Struct, frozen=True):
    """One of the Company at a glance."""

    errant: str
    name: str
    member: str
    slots: float
    slots_filled: float
    encumbrance: int
    exhaustion: int
    supply: int
    food: int
    spd: int
    away: bool
    dead: bool
    starving: bool


class LightReport(Report, frozen=True, tag="light"):
    """All the light of the Company."""

    burn: Public[int]
    members: Public[int]
    level: Public[Level]
    sources: Public[tuple[LitSource, ...]]


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
    unit: Unit
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


class CadenceReport(Report, frozen=True, tag="every"):
    """What falls due by itself every so many Turns."""

    step: Public[Literal["began", "ended", "listed"]]
    every: Public[tuple[CadenceLine, ...]]
