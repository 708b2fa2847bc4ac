"""Effects and Cadences, which run out or fall due, and the list of all timers, light included
(Items & Equipment, Depletion and Burn; Core Procedures, Event Die)."""

from collections.abc import Sequence
from typing import Annotated, Literal, TypeAlias, get_args

from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.audience import Public, Secret
from companion.errant.happenings import EffectEnded, EffectRanDown, Happenings, LeftLightBurned
from companion.errant.packs.light import LightSource
from companion.errant.turns.turns import TurnStack, TurnType

HarmKind: TypeAlias = Literal["physical", "shock", "burn", "toxic"]
"""What sort of harm it is: it decides on the column of a wound."""
Steps: TypeAlias = Annotated[int, Meta(ge=-20, le=20)]
"""How far a damage die is enhanced, or below 0 impaired."""
EffectKind = Literal[
    "sorcery",
    "miracle",
    "effect",
    "condition",
    "curse",
    "light",
    "complication",
    "trend",
    "arrangement",
    "benefit",
    "wound",
    "disease",
    "dying",
    "burning",
    "breath",
]
HARM_KINDS: tuple[EffectKind, ...] = ("dying", "burning", "breath")
"""Effects that only the words for harm begin; breath is held under water."""
EFFECT_KINDS: dict[str, EffectKind] = {
    kind: kind for kind in get_args(EffectKind) if kind not in HARM_KINDS
}
_RUN_DOWN_KINDS = {"sorcery", "miracle", "effect", "condition"}
_EXPIRING_KINDS = {"complication", "trend", "arrangement", "benefit"}


class Effect(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Something going on; `errant` is whom it is on, "" for the whole Company or the region. No
    result ends what the Guide has made `lasting`: a new neighbour, a broken bridge. The Depletion
    of a `light`, which burns where somebody left it, is its Burn.

    It may be on an `npc` instead, and last so many `turns` of a `turn_type`; the Turn it `began` in
    does not count. It moves the damage dice of the bearer's `own_attacks` and of those `against`
    them by steps, if it has a `foe` (an id) only where that is the other one. A wound has a `row`
    of the table of its `harm`, and the `part` that it hit; nothing helps whom a `sure` death waits
    for. The `turns` of `burning` are its dice."""

    id: Public[str] = ""
    name: Public[str]
    kind: Public[EffectKind] = "effect"
    errant: Public[str] = ""
    depletion: Public[Annotated[int, Meta(ge=0, le=1_000_000)] | None] = None
    lasting: Public[bool] = False
    npc: Public[str] = ""
    turns: Public[Annotated[int, Meta(ge=0, le=100_000)] | None] = None
    turn_type: Public[TurnType | None] = None
    began: Public[bool] = False
    own_attacks: Public[Steps] = 0
    against: Public[Steps] = 0
    foe: Public[str] = ""
    row: Public[Annotated[int, Meta(ge=0, le=1_000)]] = 0
    harm: Public[HarmKind | None] = None
    part: Public[str] = ""
    sure: Public[bool] = False
    note: Secret[str] = ""


Effects: TypeAlias = tuple[Effect, ...]


def list_depleting_turn_types(effect: Effect) -> tuple[TurnType, ...]:
    """The types of Turn whose result of 3 wears an effect down or ends it; none for what lasts,
    wounds, disease, and a curse without a Depletion."""
    if effect.lasting or effect.turns is not None:
        return ()
    if effect.kind == "light":
        return ("exploration",)
    if effect.kind in _RUN_DOWN_KINDS or (effect.kind == "curse" and effect.depletion is not None):
        return ("travel", "exploration")
    return ("downtime",) if effect.kind in _EXPIRING_KINDS else ()


def apply_deplete_to_effects(
    effects: Effects, turn_type: Literal["travel", "exploration"]
) -> tuple[Effects, Happenings]:
    """Result 3 of Travel or Exploration: effects lose 1 Depletion and end at 0 or without any."""
    left: list[Effect] = []
    happened: Happenings = ()
    for effect in effects:
        if turn_type not in list_depleting_turn_types(effect):
            left.append(effect)
            continue
        before = effect.depletion or 1
        if before > 1:
            left.append(replace(effect, depletion=before - 1))
        if effect.kind == "light":
            happened += (LeftLightBurned(effect.id, effect.name, before, before - 1),)
        elif before > 1:
            happened += (EffectRanDown(effect.id, effect.name, before - 1),)
        else:
            happened += (EffectEnded(effect.id, effect.name),)
    return tuple(left), happened


def expire_effects(effects: Effects) -> tuple[Effects, Happenings]:
    """Downtime's result 3: complications, trends, arrangements and benefits end, but for those
    that the Guide keeps."""
    ended = [e for e in effects if "downtime" in list_depleting_turn_types(e)]
    left = tuple(e for e in effects if e not in ended)
    return left, tuple(EffectEnded(e.id, e.name) for e in ended)


MARK_OFF_WORDS = ("burn", "deplete")
"""Words that mark something off; any other is a reminder."""


class Cadence(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Every `turns` Turns of a type, `word` is done; `passed` have gone by since."""

    id: Public[str] = ""
    turns: Public[Annotated[int, Meta(ge=1, le=100_000)]]
    type: Public[TurnType]
    word: Public[str]
    passed: Public[Annotated[int, Meta(ge=0, le=100_000)]] = 0

    @property
    def marks_off_resource(self) -> bool:
        """True if it wears things down as a result of 3 does. Then it counts only Turns without an
        Event Die; a reminder counts all."""
        return self.word in MARK_OFF_WORDS

    @property
    def turns_left(self) -> int:
        return max(1, self.turns - self.passed)


def advance_cadence(
    cadence: Cadence, turn_type: TurnType, turns: int, *, rolled: bool = False
) -> tuple[Cadence, int]:
    """The Cadence after so many more Turns, and how often it falls due in them."""
    if cadence.type != turn_type or turns <= 0 or (rolled and cadence.marks_off_resource):
        return cadence, 0
    due, left = divmod(cadence.passed + turns, cadence.turns)
    return replace(cadence, passed=left), due


TimerUnit = Literal["burn", "depletion", "result", "turns", "never"]
"""What is counted: Burn, Depletion, one result of 3, Turns, or nothing."""


class Timer(Struct, frozen=True):
    """Something that runs out or falls due.

    `timer` is the id of the lit thing, the effect or the Cadence. `kind` is `light` (carried or
    left somewhere), `every`, or the kind of an effect; `errant` is whose it is or whom it is on, ""
    for nobody. It ends after `left` of its `unit`, at the soonest one a Turn; None if no Turn ends
    it. `turn_types` are the Turns that wear it down.
    """

    name: str
    kind: str
    errant: str
    left: int | None
    unit: TimerUnit
    turn_types: tuple[TurnType, ...]
    lasting: bool = False
    timer: str = ""


def list_timers(
    turns: TurnStack, sources: Sequence[LightSource], effects: Effects, every: Sequence[Cadence]
) -> tuple[Timer, ...]:
    """All timers, the soonest first.

    The innermost Turn's come before those of outer Turns, then those of Turns that are not open,
    then what no Turn ends. Within one kind of Turn, the smallest count comes first: a Burn of 2 can
    be gone in two Turns. Of equal counts, Cadences come before what waits for a 3.
    """
    found = [
        *(Timer(c.word, "every", "", c.turns_left, "turns", (c.type,), timer=c.id) for c in every),
        *(
            Timer(s.name, "light", s.errant, s.burn, "burn", ("exploration",), timer=s.item)
            for s in sources
        ),
        *map(_make_effect_timer, effects),
    ]
    return tuple(sorted(found, key=lambda t: (_count_turns_to_wait(t, turns), t.left or 0)))


def _make_effect_timer(effect: Effect) -> Timer:
    """What is left until an effect ends, and what counts it down."""
    worn = list_depleting_turn_types(effect)
    who = effect.errant or effect.npc
    if effect.turn_type is not None and effect.turns:
        return Timer(
            effect.name,
            effect.kind,
            who,
            effect.turns,
            "turns",
            (effect.turn_type,),
            False,
            effect.id,
        )
    unit: TimerUnit = "depletion"
    if not worn:
        unit = "never"
    elif effect.kind == "light":
        unit = "burn"
    elif effect.depletion is None or worn == ("downtime",):
        unit = "result"
    left = None if unit == "never" else 1 if unit == "result" else effect.depletion or 1
    return Timer(effect.name, effect.kind, who, left, unit, worn, effect.lasting, effect.id)


def _count_turns_to_wait(timer: Timer, turns: TurnStack) -> int:
    """How many open Turns must end before one can wear this down; more for a type that is not open,
    most for what no Turn ends."""
    if not timer.turn_types:
        return len(turns) + 1
    depths = [n for n, turn in enumerate(reversed(turns)) if turn.type in timer.turn_types]
    return min(depths, default=len(turns))
