"""Reports: what a word answers, as frozen data without prose or colour.

Each field is marked public or secret: a player's view is built from the public ones alone. The
kinds and fields that scripts count on are described in docs/scripting.md.
"""

from typing import Annotated, Literal, TypeAlias, TypeVar

from msgspec import Struct

from companion.errant.happenings import Happenings
from companion.errant.light import Level

T = TypeVar("T")


class Audience(str):
    """Whom a field of a Report is for."""


PUBLIC = Audience("public")
SECRET = Audience("secret")
Public: TypeAlias = Annotated[T, PUBLIC]
Secret: TypeAlias = Annotated[T, SECRET]


class Report(Struct, frozen=True, kw_only=True, tag_field="kind", tag=True):
    """What a word answers."""


class DiceModifier(Struct, frozen=True):
    """Why Event Dice are added; below 0 they are negative."""

    reason: str
    dice: int


class LitSource(Struct, frozen=True):
    """A lit source: whose, what, its Burn, and how many feet across it lights."""

    errant: str
    item: str
    burn: int
    feet: int


class Action(Struct, frozen=True):
    """Who (an Errant's id, or `company`) declared what."""

    who: str
    action: str


class TurnLine(Struct, frozen=True):
    """A Turn of the stack: its type, its number (0 before the first begins), what waits in it,
    whether it is slept through and who keeps watch."""

    turn_type: str
    turn_number: int
    place: str
    declared: tuple[Action, ...]
    asleep: bool = False
    watch: tuple[str, ...] = ()


TurnStep = Literal["began", "zoomed", "out", "closed"]


class TurnReport(Report, frozen=True, tag="turn"):
    """A Turn began, was nested, or was closed: where the clock stands, and what happened on the
    way. `step` says which of these it was."""

    step: Public[TurnStep]
    turn_type: Public[str | None]
    turn_number: Public[int | None]
    day: Public[int]
    time: Public[str]
    nested: Public[tuple[TurnLine, ...]]
    happened: Public[Happenings]
    left_open: Public[tuple[str, ...]] = ()


class EventReport(Report, frozen=True, tag="event"):
    """An Event Die fell, with all it did. `before` is what happened as `next` closed the last
    Turn; `foretold` is the encounter a sign names or spends."""

    turn_type: Public[str]
    turn_number: Public[int]
    positive_dice: Public[int]
    negative_dice: Public[int]
    faces: Public[tuple[int, ...]]
    face: Public[int]
    entered: Public[bool]
    result: Public[str]
    modifiers: Public[tuple[DiceModifier, ...]]
    choices: Public[tuple[str, ...]]
    declared: Public[tuple[Action, ...]]
    day: Public[int]
    time: Public[str]
    happened: Public[Happenings]
    before: Public[Happenings] = ()
    replaced: Public[bool] = False
    ignored: Public[bool] = False
    table: Secret[str] = ""
    foretold: Secret[str | None] = None
    drawn: Public[str | None] = None
    drawn_faces: Public[tuple[int, ...]] = ()


class DiceToRollReport(Report, frozen=True, tag="event_dice"):
    """What `event ?` says: how many D6 to roll, which to keep, and why."""

    turn_type: Public[str]
    number: Public[int]
    keep: Public[Literal["high", "low", "only"]]
    modifiers: Public[tuple[DiceModifier, ...]]


class HappenedReport(Report, frozen=True, tag="happened"):
    """Something was marked off, settled, used or suffered; all of it is in `happened`."""

    word: Public[str]
    happened: Public[Happenings]


class DeclaredReport(Report, frozen=True, tag="declared"):
    """Who has declared what in the Turn; `resolved` when its outcome was noted instead."""

    turn_type: Public[str]
    turn_number: Public[int]
    declared: Public[tuple[Action, ...]]
    resolved: Public[bool] = False
    outcome: Public[str] = ""


class ClockReport(Report, frozen=True, tag="clock"):
    """The clock was moved by hand."""

    moved: Public[str]
    day: Public[int]
    time: Public[str]
    happened: Public[Happenings]


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


class CadenceLine(Struct, frozen=True):
    """Something marked off every so many Turns."""

    cadence: str
    turns: int
    turn_type: str
    word: str
    passed: int


class CadenceReport(Report, frozen=True, tag="every"):
    """What is marked off by itself where no die is rolled."""

    step: Public[Literal["began", "ended", "listed"]]
    every: Public[tuple[CadenceLine, ...]]


class NightReport(Report, frozen=True, tag="night"):
    """The Company sleeps this Travel Turn: in what camp, and who keeps watch."""

    asleep: Public[bool]
    camp: Public[str]
    watch: Public[tuple[str, ...]]
    unguarded: Public[bool]


class PlaceReport(Report, frozen=True, tag="place"):
    """Where the Company is now."""

    place: Public[str]
    name: Public[str]


class StatusReport(Report, frozen=True, tag="status"):
    """The whole table at a glance."""

    name: Public[str]
    day: Public[int]
    time: Public[str]
    watch: Public[int]
    turn_type: Public[str | None]
    turn_number: Public[int | None]
    nested: Public[tuple[TurnLine, ...]]
    light: Public[Level]
    burn: Public[int]
    open: Public[tuple[str, ...]]
    undo: Secret[str | None]
    supply: Public[int]
    food: Public[int]
    overloaded: Public[tuple[str, ...]]
    event_dice: Public[str | None]
    effects: Public[tuple[EffectLine, ...]]
    signs: Secret[tuple["SignLine", ...]] = ()


class SignLine(Struct, frozen=True):
    """A sign that waits, for the Guide alone."""

    turn_type: str
    place: str
    encounter: str


class SignReport(Report, frozen=True, tag="sign"):
    """The signs that wait, or one that ended; for the Guide alone."""

    step: Public[Literal["listed", "ended"]]
    signs: Secret[tuple[SignLine, ...]]


class RollReport(Report, frozen=True, tag="roll"):
    """Dice or a table rolled: every face, and what came of it."""

    notation: Public[str]
    table: Public[str | None]
    total: Public[int]
    text: Public[str | None]
    faces: Public[tuple[int, ...]]
    kept: Public[tuple[bool, ...]]
    entered: Public[bool]
    seed: Secret[str | None]


class UndoReport(Report, frozen=True, tag="undo"):
    """Entries taken back; `line` is what was typed for the (newest) one."""

    entry: Public[str]
    line: Secret[str | None]
    changes: Public[int]
    entries: Public[tuple[str, ...]] = ()


class RedoReport(Report, frozen=True, tag="redo"):
    """An entry done again with the values it had."""

    entry: Public[str]
    line: Secret[str | None]
    changes: Public[int]
    entries: Public[tuple[str, ...]] = ()


class HelpReport(Report, frozen=True, tag="help"):
    """The words there are, or one of them in full."""

    words: Public[tuple["HelpLine", ...]]


class HelpLine(Struct, frozen=True):
    """A word: how it is typed, what it does, an example."""

    word: str
    subject: str
    usage: str
    summary: str
    short: tuple[str, ...]
    examples: tuple[str, ...]


class LogLine(Struct, frozen=True):
    """An entry of the journal: who typed what, when in the game, and whether it was taken back."""

    entry: str
    clock: str
    seat: str
    line: str
    taken_back: bool


class LogReport(Report, frozen=True, tag="log"):
    """The last entries of the journal, oldest first; None for any seat but the Guide's."""

    entries: Secret[tuple[LogLine, ...] | None]


class QuitReport(Report, frozen=True, tag="quit"):
    """The evening is over."""
