"""Reports on Turns, the Event Die, the clock, nights and places."""

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from companion.audience import Public, Secret
from companion.campaign.changes import RevertedValue
from companion.errant.happenings import Happenings
from companion.errant.turns.event_die import Modifier
from companion.reports import Report

TurnStep = Literal["began", "zoomed", "out", "closed"]


class Action(Struct, frozen=True):
    """Who (an Errant's id, or `company`) declared what."""

    who: str
    action: str


class TurnLine(Struct, frozen=True):
    """An open Turn; its number is 0 before the first begins."""

    turn_type: str
    turn_number: int
    place: str
    declared: tuple[Action, ...]
    asleep: bool = False
    watch: tuple[str, ...] = ()
    place_name: str = ""


class DeedLine(Struct, frozen=True):
    """What somebody did in a Turn that is over, as it was declared, and what came of it."""

    who: str
    action: str
    outcome: str


class TurnReport(Report, frozen=True, tag="turn"):
    """A Turn began, was nested, or was closed (`step`): the clock, and what happened on the way.
    Of the last Turn that was open, `ended` is what it was, `day_before` and `time_before` when it
    began, and `deeds` what was done in it; `began` are the effects that came in it and go on."""

    step: Public[TurnStep]
    turn_type: Public[str | None]
    turn_number: Public[int | None]
    day: Public[int]
    time: Public[str]
    nested: Public[tuple[TurnLine, ...]]
    happened: Public[Happenings]
    left_open: Public[tuple[str, ...]] = ()
    ended: Public[TurnLine | None] = None
    day_before: Public[int] = 0
    time_before: Public[str] = ""
    deeds: Public[tuple[DeedLine, ...]] = ()
    began: Public[tuple[str, ...]] = ()


class EventReport(Report, frozen=True, tag="event"):
    """An Event Die, with all it did; `before` is what `next` did as it closed the last Turn.
    `foretold` is the encounter of a `sign`, `undrawn` why no table was drawn from."""

    turn_type: Public[str]
    turn_number: Public[int]
    positive_dice: Public[int]
    negative_dice: Public[int]
    faces: Public[tuple[int, ...]]
    face: Public[int]
    entered: Public[bool]
    result: Public[str]
    modifiers: Public[tuple[Modifier, ...]]
    choices: Public[tuple[str, ...]]
    declared: Public[tuple[Action, ...]]
    day: Public[int]
    time: Public[str]
    happened: Public[Happenings]
    before: Public[Happenings] = ()
    replaced: Public[bool] = False
    ignored: Public[bool] = False
    table: Secret[str] = ""
    table_typed: Secret[str] = ""
    foretold: Secret[str | None] = None
    sign: Secret[str | None] = None
    undrawn: Secret[str | None] = None
    drawn: Public[str | None] = None
    drawn_faces: Public[tuple[int, ...]] = ()
    asleep: Public[bool] = False
    half_of_night: Public[int] = 0
    resting: Public[bool] = False
    watch: Public[tuple[str, ...]] = ()
    taken_back: Public[tuple[RevertedValue, ...]] = ()


class DiceToRollReport(Report, frozen=True, tag="event_dice"):
    """How many D6 to roll by hand for `event`, or, if this Turn's die has fallen (`rolled`), for
    `next`."""

    turn_type: Public[str]
    number: Public[int]
    keep: Public[Literal["high", "low", "only"]]
    modifiers: Public[tuple[Modifier, ...]]
    rolled: Public[int | None] = None


class HappeningsReport(Report, frozen=True, tag="happened"):
    """Something was marked off, settled, used or suffered, as `happened` says."""

    word: Public[str]
    happened: Public[Happenings]


class DeclarationReport(Report, frozen=True, tag="declared"):
    """The declared actions of the Turn; `resolved` if an outcome was noted instead, which may
    settle an encounter. What was `replaced` by it has no outcome. The `destination` of a journey is
    the name that `at` takes, "" for a place that has none."""

    turn_type: Public[str]
    turn_number: Public[int]
    declared: Public[tuple[Action, ...]]
    replaced: Public[tuple[Action, ...] | UnsetType] = UNSET
    resolved: Public[bool] = False
    outcome: Public[str] = ""
    settles_encounter: Public[bool] = False
    destination: Public[str] = ""


class DistanceReport(Report, frozen=True, tag="distance"):
    """How many hexes it is from where the Company is to a place, in a straight line; None where one
    of them, by name, is `without_hex`."""

    place: Public[str]
    here: Public[str]
    hexes: Public[int | None]
    without_hex: Public[str] = ""


class ClockReport(Report, frozen=True, tag="clock"):
    """The clock was moved by hand; so many `turns` of the open type, if it rolls an Event Die, went
    by without one."""

    moved: Public[str]
    day: Public[int]
    time: Public[str]
    happened: Public[Happenings]
    turns: Public[int] = 0
    turn_type: Public[str | None] = None


class NightReport(Report, frozen=True, tag="night"):
    """The Company sleeps this Travel Turn: the camp, and who keeps watch."""

    asleep: Public[bool]
    camp: Public[str]
    watch: Public[tuple[str, ...]]
    unguarded: Public[bool]


class PlaceReport(Report, frozen=True, tag="place"):
    """Where the Company is now."""

    place: Public[str]
    name: Public[str]


class SignLine(Struct, frozen=True):
    """A sign that waits; `clue` is to be read out, `row` is the row it was drawn from (0 for
    none)."""

    turn_type: str
    place: str
    encounter: str
    place_name: str = ""
    clue: str = ""
    row: int = 0


class SignReport(Report, frozen=True, tag="sign"):
    """The signs that wait, or one that ended or foretells somebody now; for the Guide alone."""

    step: Public[Literal["listed", "ended", "foretold"]]
    signs: Secret[tuple[SignLine, ...]]


class SeasonReport(Report, frozen=True, tag="season"):
    """The season, and the one `before`; "" for none."""

    season: Public[str]
    before: Public[str]
