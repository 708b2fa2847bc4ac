"""What lasts for a while: Sorceries, Miracles, conditions, curses, a light left somewhere,
complications, arrangements (Core Procedures, Event Die; Items & Equipment, Depletion)."""

from typing import Annotated, Literal, TypeAlias, get_args

from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.audience import Public, Secret
from companion.errant.happenings import EffectEnded, EffectRanDown, Happenings, LeftLightBurned
from companion.errant.turns import TurnType

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
]
EFFECT_KINDS: dict[str, EffectKind] = {kind: kind for kind in get_args(EffectKind)}
_RUN_DOWN_KINDS = {"sorcery", "miracle", "effect", "condition"}
_EXPIRING_KINDS = {"complication", "trend", "arrangement", "benefit"}


class Effect(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Something going on; `errant` is whom it is on, "" for the whole Company or the region. No
    result ends a `lasting` change: a new neighbour, a broken bridge. The Depletion of a `light`,
    which burns where somebody left it, is its Burn."""

    id: Public[str] = ""
    name: Public[str]
    kind: Public[EffectKind] = "effect"
    errant: Public[str] = ""
    depletion: Public[Annotated[int, Meta(ge=0, le=1_000_000)] | None] = None
    lasting: Public[bool] = False
    note: Secret[str] = ""


Effects: TypeAlias = tuple[Effect, ...]


def list_wearing_turn_types(effect: Effect) -> tuple[TurnType, ...]:
    """The types of Turn whose result of 3 wears an effect down or ends it; none for what lasts,
    wounds, disease, and a curse without a Depletion."""
    if effect.lasting:
        return ()
    if effect.kind == "light":
        return ("exploration",)
    if effect.kind in _RUN_DOWN_KINDS or (effect.kind == "curse" and effect.depletion is not None):
        return ("travel", "exploration")
    return ("downtime",) if effect.kind in _EXPIRING_KINDS else ()


def run_down_effects(
    effects: Effects, turn_type: Literal["travel", "exploration"]
) -> tuple[Effects, Happenings]:
    """Result 3 of a Travel or Exploration Turn: effects lose 1 Depletion and end at 0, as do those
    without any."""
    left: list[Effect] = []
    happened: Happenings = ()
    for effect in effects:
        if turn_type not in list_wearing_turn_types(effect):
            left.append(effect)
            continue
        lower = (effect.depletion or 1) - 1
        if lower:
            left.append(replace(effect, depletion=lower))
        happened = (*happened, _make_run_down_happening(effect, lower))
    return tuple(left), happened


def _make_run_down_happening(
    effect: Effect, lower: int
) -> LeftLightBurned | EffectRanDown | EffectEnded:
    if effect.kind == "light":
        return LeftLightBurned(effect.id, effect.name, effect.depletion or 1, lower)
    if lower:
        return EffectRanDown(effect.id, effect.name, lower)
    return EffectEnded(effect.id, effect.name)


def expire_effects(effects: Effects) -> tuple[Effects, Happenings]:
    """Downtime's result 3: complications, temporary arrangements and benefits end."""
    ended = [e for e in effects if "downtime" in list_wearing_turn_types(e)]
    left = tuple(e for e in effects if e not in ended)
    return left, tuple(EffectEnded(e.id, e.name) for e in ended)
