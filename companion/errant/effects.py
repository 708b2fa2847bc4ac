"""What lasts for a while: Sorceries, Miracles, conditions, complications, arrangements
(Core Procedures, Event Die; Items & Equipment, Depletion)."""

from typing import Annotated, Literal, TypeAlias, get_args

from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.errant.happenings import EffectEnded, EffectRan, Happenings

EffectKind = Literal[
    "sorcery",
    "miracle",
    "effect",
    "condition",
    "complication",
    "trend",
    "arrangement",
    "benefit",
    "wound",
    "disease",
]
EFFECT_KINDS: dict[str, EffectKind] = {kind: kind for kind in get_args(EffectKind)}
_RUN_DOWN = {"sorcery", "miracle", "effect", "condition"}
_EXPIRE = {"complication", "trend", "arrangement", "benefit"}


class Effect(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Something going on; `errant` is whom it is on, "" for the whole Company or the region.

    `lasting` marks a change that no result ends: a new neighbour, a broken bridge.
    """

    id: str = ""
    name: str
    kind: EffectKind = "effect"
    errant: str = ""
    depletion: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None
    lasting: bool = False
    note: str = ""


Effects: TypeAlias = tuple[Effect, ...]


def run_down(effects: Effects) -> tuple[Effects, Happenings]:
    """Result 3: what has a Depletion loses 1 and ends at 0; what has none ends. Wounds, disease
    and what belongs to Downtime stay."""
    left: list[Effect] = []
    happened: Happenings = ()
    for effect in effects:
        if effect.kind not in _RUN_DOWN or effect.lasting:
            left.append(effect)
        elif effect.depletion is not None and effect.depletion > 1:
            ran = replace(effect, depletion=effect.depletion - 1)
            left.append(ran)
            happened = (*happened, EffectRan(ran.id, ran.name, effect.depletion - 1))
        else:
            happened = (*happened, EffectEnded(effect.id, effect.name))
    return tuple(left), happened


def expire(effects: Effects) -> tuple[Effects, Happenings]:
    """Downtime's result 3: complications and temporary arrangements and benefits end, lasting
    changes do not."""
    ended = [e for e in effects if e.kind in _EXPIRE and not e.lasting]
    left = tuple(e for e in effects if e not in ended)
    return left, tuple(EffectEnded(e.id, e.name) for e in ended)
