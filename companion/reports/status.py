"""What looking at the table, stepping back and forward, and leaving answer."""

from typing import Literal

from msgspec import Struct

from companion.audience import Public, Secret
from companion.errant.light import LightLevel
from companion.reports import Report
from companion.reports.timers import EffectLine, TimerLine
from companion.reports.turns import SignLine, TurnLine

Seat = Literal["guide", "caller", "mapper", "note-taker", "quartermaster", "timekeeper"]


class StatusReport(Report, frozen=True, tag="status"):
    """The whole table at a glance."""

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
    signs: Secret[tuple["SignLine", ...]] = ()
    timers: Public[tuple[TimerLine, ...]] = ()


class HelpReport(Report, frozen=True, tag="help"):
    """The words there are, those of a subject, or one of them in full; `about` is what the
    subject is in a few sentences, `related` the other words of the subject of one word."""

    words: Public[tuple["HelpLine", ...]]
    subject: Public[str | None] = None
    about: Public[str] = ""
    related: Public[tuple[str, ...]] = ()


class HelpLine(Struct, frozen=True):
    """A word: how it is typed, what it does, an example."""

    word: str
    subject: str
    usage: str
    summary: str
    short: tuple[str, ...]
    examples: tuple[str, ...]


class SeatReport(Report, frozen=True, tag="as"):
    """Who types from now on."""

    seat: Public[Seat]


Verbosity = Literal["full", "brief"]


class KnownPlacesReport(Report, frozen=True, tag="known"):
    """The names of places and Settlements: those the players know of, and those they do not."""

    known: Public[tuple[str, ...]]
    unknown: Secret[tuple[str, ...]]


class VerbosityReport(Report, frozen=True, tag="form"):
    """Whether answers are brief or full from now on."""

    form: Public[Verbosity]


class TutorialReport(Report, frozen=True, tag="tutorial"):
    """The tutorial begins."""


class QuitReport(Report, frozen=True, tag="quit"):
    """The evening is over."""
