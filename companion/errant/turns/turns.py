"""Turns: their four types, how they nest, and the clock as one ends; who sleeps and who keeps watch
(Core Procedures, Turns; Travel Turns, Resting; readings, Turns and the clock)."""

from typing import Annotated, Literal, NamedTuple, TypeAlias, get_args

from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.audience import Public
from companion.errant.company import (
    Company,
    Errant,
    change_errants_with_happenings,
    exhaust_errants,
    list_members_present,
)
from companion.errant.happenings import Happenings, Rested
from companion.errant.turns.moments_and_spans import Moment, Span
from companion.refusal import Impossible, join_words

TurnType = Literal["downtime", "travel", "exploration", "initiative"]
TURN_TYPES: tuple[TurnType, ...] = get_args(TurnType)
"""From the longest to the shortest: each nests inside those before it."""
TURN_LENGTHS: dict[TurnType, Span] = {
    "downtime": Span.parse("30d"),
    "travel": Span.parse("4h"),
    "exploration": Span.parse("10m"),
    "initiative": Span.parse("10s"),
}
Camp = Literal["suitable", "uncomfortable", "open"]
WHOLE_COMPANY = "company"
"""Who declares an action of the whole Company."""
TurnCount: TypeAlias = Annotated[int, Meta(ge=0, le=10_000_000)]
"""The number of Turns of one type."""


class Turn(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The Turn of one type that is open or, not yet `begun`, about to open.

    `number` counts them: from 1 at each zoom to Exploration or Initiative, through the whole
    campaign for Travel and Downtime. `declared` says who does what and waits for its outcome;
    `face` is the Event Die's, once it fell, and `rolled` how often it fell, was ignored or replaced
    in this Turn; `choice` is what its result left open. `span` is the
    length every Turn of this stretch has instead of the usual one, `length` that of this one.
    `looked` is who has looked for something in this Turn, `tries` how often something was looked
    for in vain, by whom and what: `bree/torch`. A physician has `treated` these in it, by ids.
    """

    id: Public[str] = ""
    type: Public[TurnType]
    number: Public[TurnCount] = 0
    begun: Public[bool] = False
    began: Public[Moment]
    place: Public[str] = ""
    span: Public[Span | None] = None
    length: Public[Span | None] = None
    declared: Public[dict[str, str]] = {}
    face: Public[Annotated[int, Meta(ge=1, le=6)] | None] = None
    rolled: Public[Annotated[int, Meta(ge=0, le=1_000_000)]] = 0
    ignored: Public[bool] = False
    choice: Public[Literal["", "rest"]] = ""
    resting: Public[bool] = False
    asleep: Public[bool] = False
    camp: Public[Camp] = "suitable"
    watch: Public[tuple[str, ...]] = ()
    looked: Public[tuple[str, ...]] = ()
    treated: Public[tuple[str, ...]] = ()
    tries: Public[dict[str, Annotated[int, Meta(ge=0, le=1_000)]]] = {}


TurnStack: TypeAlias = tuple[Turn, ...]
"""The open Turns, the outermost first."""


class OpenMatters(NamedTuple):
    """What the innermost Turn would leave open: choices, actions without an outcome (whose, what),
    and things at 0 that wait for a refill (errant, item, name)."""

    choices: tuple[str, ...]
    unresolved_actions: tuple[tuple[str, str], ...]
    empty_items: tuple[tuple[str, str, str], ...]

    def __bool__(self) -> bool:
        return bool(self.choices or self.unresolved_actions or self.empty_items)


def open_inner_turn_type(
    stack: TurnStack, turn_type: TurnType, now: Moment, *, number: int = 0, span: Span | None = None
) -> TurnStack:
    """Open a Turn type inside the innermost. Raises Impossible unless all open ones are longer."""
    if stack:
        inner = stack[-1].type
        shorter = TURN_TYPES[TURN_TYPES.index(inner) + 1 :]
        if turn_type not in shorter:
            inside = f"Inside {inner} Turns you can zoom to {join_words(shorter, 'or')}. "
            longer = TURN_TYPES[: TURN_TYPES.index(turn_type)]
            closed = [each.type for each in reversed(stack) if each.type not in longer]
            way = f"Before {turn_type} Turns, close the {join_words(closed, 'and')} Turns. "
            raise Impossible(
                f"{turn_type.capitalize()} Turns do not fit inside {inner} Turns.",
                f"{inside if shorter else ''}{way}Try: out",
            )
    place = stack[-1].place if stack else ""
    turn = Turn(id=turn_type, type=turn_type, number=number, began=now, place=place, span=span)
    return (*stack, turn)


def get_innermost_turn(stack: TurnStack) -> Turn:
    """The Turn that is being played. Raises Impossible if none is open."""
    if not stack:
        raise Impossible("No Turn is open.", "Try: zoom travel, zoom exploration or zoom downtime")
    return stack[-1]


def is_turn_begun(stack: TurnStack, turn_type: TurnType) -> bool:
    """True while a Turn of this type goes on: what begins in it is not counted at its end."""
    return any(turn.type == turn_type and turn.begun for turn in stack)


def find_turn_end(turn: Turn, now: Moment, usual: Span) -> Moment:
    """The moment this Turn ends: as planned, or now if the Turns inside took longer."""
    planned = turn.began + (turn.length or turn.span or usual)
    return max(now, planned) if turn.begun else now


def make_next_turn(turn: Turn, now: Moment, *, length: Span | None = None) -> Turn:
    """The next Turn of the same type, with nothing declared and no die rolled. Sleepers stay in
    their camp, and tries to find something count on."""
    return Turn(
        id=turn.id,
        type=turn.type,
        number=turn.number + 1,
        begun=True,
        began=now,
        place=turn.place,
        span=turn.span,
        length=length,
        camp=turn.camp if turn.asleep else "suitable",
        tries=turn.tries,
    )


def add_declared_action(turn: Turn, who: str, action: str) -> Turn:
    """Somebody (an Errant's id, or `company`) declares an action."""
    return replace(turn, declared={**turn.declared, who: action})


def set_event_die_face(turn: Turn, face: int | None, *, ignored: bool = False) -> Turn:
    """The Turn whose Event Die shows this face; its result happens unless it is ignored."""
    return replace(turn, face=face, ignored=ignored, rolled=turn.rolled + 1)


def clear_declared_actions(turn: Turn) -> Turn:
    """The Turn without the actions that were declared in it."""
    return replace(turn, declared={})


TURNS_A_NIGHT = 2


def is_sleeping_unguarded(company: Company, turn: Turn) -> bool:
    """True if the Company sleeps with nobody of it on watch, or in an open camp."""
    watchers = [member for member in list_members_present(company) if member.id in turn.watch]
    return turn.asleep and (not watchers or turn.camp == "open")


def has_slept_half_night(company: Company, turn: Turn) -> bool:
    """True for a Turn asleep if the sleepers have one of a night's two Turns behind them. Watchers
    do not count: theirs may be a half of their own."""
    return turn.asleep and any(
        m.slept for m in list_members_present(company) if m.id not in turn.watch
    )


def find_half_of_night(company: Company, turn: Turn) -> int:
    """Which of a night's two Turns this one is for the sleepers; 0 for a Turn awake."""
    return 1 + has_slept_half_night(company, turn) if turn.asleep else 0


class NightOutlook(NamedTuple):
    """Who has had a night's Rest as this Turn asleep ends, who needs one more, and who watches, by
    their ids."""

    rested: tuple[str, ...]
    half_rested: tuple[str, ...]
    watching: tuple[str, ...]


def foresee_night(company: Company, turn: Turn) -> NightOutlook:
    """What this Turn asleep will be for each, if the watch stays as it is."""
    members = list_members_present(company)
    sleepers = [m for m in members if m.id not in turn.watch]
    return NightOutlook(
        rested=tuple(m.id for m in sleepers if m.slept + 1 >= TURNS_A_NIGHT),
        half_rested=tuple(m.id for m in sleepers if m.slept + 1 < TURNS_A_NIGHT),
        watching=tuple(m.id for m in members if m.id in turn.watch),
    )


def apply_sleep_and_watch_of_turn(company: Company, turn: Turn) -> tuple[Company, Happenings]:
    """What a Travel Turn did to sleepers and watchers as it ends.

    Two Travel Turns asleep are a night's Rest: 1 Exhaustion less, but not in an uncomfortable
    camp. Someone who watched a whole Turn alone gains 1 Exhaustion, two watchers none. A watch
    does not break the sleep before and after it, a Turn awake does.
    """
    happened: Happenings = ()
    watchers = tuple(m for m in list_members_present(company) if turn.asleep and m.id in turn.watch)
    if len(watchers) == 1:
        company, happened = exhaust_errants(company, watchers, reason="kept watch alone")

    def let_member_sleep(member: Errant) -> tuple[Errant, Happenings]:
        slept = member.slept + 1 if turn.asleep else 0
        if slept < TURNS_A_NIGHT:
            return replace(member, slept=slept), ()
        removed = min(1, member.exhaustion) if turn.camp != "uncomfortable" else 0
        rested = replace(member, slept=0, exhaustion=member.exhaustion - removed)
        return rested, (Rested(member.id, removed, rested.exhaustion),)

    sleepers = tuple(
        m for m in list_members_present(company) if not (turn.asleep and m.id in turn.watch)
    )
    company, rested = change_errants_with_happenings(company, sleepers, let_member_sleep)
    return company, (*happened, *rested)
