"""Reports on the table at a glance, on effects, timers and reminders, help, seats and leaving."""

from typing import Literal

from msgspec import Struct

from companion.audience import Public, Seat, Secret
from companion.errant.packs.light import LightLevel
from companion.errant.turns.timers import Timer
from companion.reports import Report
from companion.reports.turns import SignLine, TurnLine

Verbosity = Literal["full", "brief"]


class EffectLine(Struct, frozen=True, omit_defaults=True):
    """An effect: what, on whom, and how long it lasts. A Status may be on an `npc`, last so many
    `turns`, and move damage dice, against a `foe` alone if it has one."""

    effect: str
    name: str
    effect_kind: str
    errant: str
    depletion: int | None
    lasting: bool
    npc: str = ""
    turns: int | None = None
    turn_type: str = ""
    own_attacks: int = 0
    against: int = 0
    foe: str = ""


class EffectReport(Report, frozen=True, tag="effect"):
    """Effects that began or ended or are kept, or a list of all."""

    step: Public[Literal["began", "ended", "kept", "listed"]]
    effects: Public[tuple[EffectLine, ...]]


class TimersReport(Report, frozen=True, tag="timers"):
    """All timers, the one that can end soonest first."""

    timers: Public[tuple[Timer, ...]]


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


class DyingLine(Struct, frozen=True):
    """How many Turns somebody lives after this one; nothing helps if it is `sure`."""

    turns: int
    turn_type: str
    sure: bool


class HpLine(Struct, frozen=True):
    """HP, wounds and Statuses of one of the Company; of an animal `hp` is None if nobody has said
    it."""

    errant: str
    name: str
    hp: int | None
    hp_max: int | None
    at_zero: int
    wounds: tuple[str, ...]
    handicaps: tuple[str, ...]
    statuses: tuple[str, ...]
    dying: DyingLine | None
    out_of_action: bool
    dead: bool

    @property
    def is_hurt(self) -> bool:
        """True for anybody who is not as well as can be."""
        return bool(self.wounds or self.statuses or self.dying or self.out_of_action) or (
            self.hp is not None and self.hp_max is not None and self.hp < self.hp_max
        )


class WearLine(Struct, frozen=True):
    """The Blocks of the armour that somebody wears, and the arms with 1 Quality left."""

    errant: str
    blocks: int
    most_blocks: int
    failing: tuple[str, ...] = ()


class OpenMatter(Struct, frozen=True, omit_defaults=True):
    """Something that is open: the `ways` to settle it as they are typed, in one, and each of them
    as a line of its own; no lines for whoever cannot settle it. `why` it is open may be somebody's
    own words. A thing at 0 is refilled for `supply` of the `supply_left` to whoever carries it, and
    has so many `uses` then."""

    ways: str
    lines: tuple[str, ...] = ()
    why: str = ""
    supply: int | None = None
    supply_left: int = 0
    uses: int = 0

    @property
    def text(self) -> str:
        """The ways, and why."""
        return f"{self.ways} ({self.why})" if self.why else self.ways


class StatusReport(Report, frozen=True, omit_defaults=True, tag="status"):
    """The whole table at a glance; `hurt` are those of the Company who are not well, if any,
    `worn` those whose arms have lost Blocks or are about to break, and `encounters` is how many
    nobody has settled, which are one of the `matters` that are `open`, as at the Guide's seat the
    `requests` are."""

    name: Public[str]
    day: Public[int]
    time: Public[str]
    watch: Public[int]
    turn_type: Public[str | None]
    turn_number: Public[int | None]
    nested: Public[tuple[TurnLine, ...]]
    light: Public[LightLevel]
    burn: Public[int]
    open: Public[tuple[str, ...]]
    undo: Secret[str | None]
    supply: Public[int]
    food: Public[int]
    overloaded: Public[tuple[str, ...]]
    event_dice: Public[str | None]
    rolled: Public[bool]
    effects: Public[tuple[EffectLine, ...]]
    signs: Secret[tuple[SignLine, ...]]
    timers: Public[tuple[Timer, ...]]
    hurt: Public[tuple[HpLine, ...]] = ()
    worn: Public[tuple[WearLine, ...]] = ()
    encounters: Public[int] = 0
    requests: Public[tuple["RequestLine", ...]] = ()
    matters: Public[tuple[OpenMatter, ...]] = ()


class HelpReport(Report, frozen=True, tag="help"):
    """All words, those of a subject, or one in full with the other words of its subject. The words
    `fitting` what is played now stand with the Turn, its place and what is open; at a player's seat
    they are its own, and `requestable` are those that it can ask the Guide for."""

    words: Public[tuple["HelpLine", ...]]
    subject: Public[str | None] = None
    about: Public[str] = ""
    related: Public[tuple[str, ...]] = ()
    fitting: Public[tuple["FittingLine", ...]] = ()
    turn_type: Public[str | None] = None
    turn_number: Public[int | None] = None
    place: Public[str] = ""
    open: Public[tuple[str, ...]] = ()
    requestable: Public[tuple[str, ...]] = ()


class FittingLine(Struct, frozen=True):
    """A word that fits what is played now: how it is typed, and what for."""

    word: str
    usage: str
    purpose: str


class HelpLine(Struct, frozen=True):
    """A word: its usage, what it does, examples."""

    word: str
    subject: str
    usage: str
    summary: str
    short: tuple[str, ...]
    examples: tuple[str, ...]


class RequestLine(Struct, frozen=True, omit_defaults=True):
    """A line that a seat has asked for, with the id by which it is granted, a number, and the Turn
    in which it was asked for. It is `late` where a Turn of another type is played by now."""

    id: str
    seat: Seat
    line: str
    turn_type: str | None = None
    turn_number: int = 0
    late: bool = False


class SeatReport(Report, frozen=True, tag="as"):
    """The seat that types from now on."""

    seat: Public[Seat]

    @property
    def new_seat(self) -> Seat:
        """The seat that is taken from now on."""
        return self.seat


class KnownPlacesReport(Report, frozen=True, tag="known"):
    """The names of places and Settlements that the players know of, and of the others."""

    known: Public[tuple[str, ...]]
    unknown: Secret[tuple[str, ...]]


class VerbosityReport(Report, frozen=True, tag="form"):
    """Whether answers are brief or full from now on."""

    form: Public[Verbosity]


class TutorialReport(Report, frozen=True, tag="tutorial"):
    """The tutorial begins."""


class QuitReport(Report, frozen=True, tag="quit"):
    """The evening is over."""
