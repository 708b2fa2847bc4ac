"""Wounds: the four tables, by the damage beyond 0 HP, and what a row does to whoever bears it
(Initiative Turns, Death & Dying; procedures 1.12)."""

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias, get_args

from msgspec.structs import replace

from companion.dice.face_sources import Faces
from companion.errant.company import Errant, add_exhaustion
from companion.errant.happenings import Exhausted, Happenings
from companion.errant.harm.dying import DyingPace, begin_dying
from companion.errant.harm.harm_happenings import WoundTaken
from companion.errant.turns.timers import Effect, Effects, HarmKind
from companion.errant.turns.turns import TurnStack, is_turn_begun
from companion.values_with_ids import make_free_slug

HARM_KINDS: tuple[HarmKind, ...] = get_args(HarmKind)
FIRST_DEADLY_ROW, FIRST_ROW_BEYOND = 10, 16
"""From which row on a wound kills at once, and from which nothing is left to revive or bury."""
Repeat: TypeAlias = Literal["milder", "worse"]
"""What takes the place of a wound that is borne already."""
Limb: TypeAlias = Literal["leg", "arm", "eye"]
_SIDES = ("left", "right")


class WoundRow(NamedTuple):
    """A row of a wound table. `name` is the wound that stays, with its `handicap` (`both` of a limb
    that is hurt on both sides); a `state` ends by itself, after `turns` or as its Depletion does. A
    part that `is_lost` no physician gives back."""

    name: str = ""
    handicap: str = ""
    dying: DyingPace | None = None
    is_sure: bool = False
    exhaustion: int = 0
    limb: Limb | None = None
    both: str = ""
    is_lost: bool = False
    state: str = ""
    turns: int | None = None
    turns_die: int | None = None
    out_of_action: bool = False


_DD: DyingPace = "initiative"
_SLOW: DyingPace = "exploration"
_TRAUMA = "brain trauma"
_NO_WALKING, _NO_HOLDING = "cannot walk", "can hold nothing"
_TABLES: dict[HarmKind, tuple[WoundRow, ...]] = {
    "physical": (
        WoundRow("bleeding within", dying=_SLOW),
        WoundRow("leg mangled", "cannot run", limb="leg", both=_NO_WALKING),
        WoundRow("arm useless", "holds nothing in that arm", limb="arm", both=_NO_HOLDING),
        WoundRow("deadly wound", dying=_DD),
        WoundRow("leg destroyed", "cannot run", _DD, limb="leg", both=_NO_WALKING, is_lost=True),
        WoundRow(
            "arm destroyed",
            "holds nothing in that arm",
            _DD,
            limb="arm",
            both=_NO_HOLDING,
            is_lost=True,
        ),
        WoundRow("head wound", _TRAUMA, _DD),
    ),
    "shock": (
        WoundRow(state="stunned", turns=1),
        WoundRow(state="unconscious"),
        WoundRow(state="unconscious", turns_die=12, exhaustion=1),
        WoundRow("deadly shock", dying=_DD, exhaustion=1),
        WoundRow(_TRAUMA, dying=_DD),
        WoundRow(_TRAUMA, dying=_DD, state="unconscious"),
        WoundRow("mortal shock", dying=_DD, is_sure=True),
    ),
    "burn": (
        WoundRow("eye gone", "sees with one eye", limb="eye", both="is blind", is_lost=True),
        WoundRow("mouth ruined", "no speech, no Sorcery, no Miracle"),
        WoundRow("face ruined"),
        WoundRow("fingers gone", is_lost=True),
        WoundRow("deadly burns", dying=_DD, exhaustion=1),
        WoundRow("deaf", "hears, smells and tastes nothing", _DD),
        WoundRow("deadly burns", dying=_DD, exhaustion=1),
    ),
    "toxic": (
        WoundRow(exhaustion=1),
        WoundRow("poisoned body", "HP halved"),
        WoundRow("poisoned blood", "HP cannot be recovered"),
        WoundRow("deadly poison", dying=_SLOW),
        WoundRow("deadly poison", dying=_SLOW, exhaustion=1),
        WoundRow("deadly poison", dying=_DD),
        WoundRow("paralysed", "cannot move", _DD),
    ),
}
_MORTAL = WoundRow("mortal wound", dying=_DD, is_sure=True)
_LAST_ROWS = (_MORTAL, _MORTAL._replace(out_of_action=True))
"""Rows 8 and 9 of every table."""


def get_wound_row(row: int, harm: HarmKind) -> WoundRow:
    """A row of a table; from 10 on there is nothing but death."""
    rows = (*_TABLES[harm], *_LAST_ROWS)
    return rows[row - 1] if row < FIRST_DEADLY_ROW else WoundRow()


def describe_wound_row(row: int, harm: HarmKind) -> str:
    """A row of a table of wounds in a few words, as it is offered or asked about."""
    if row >= FIRST_DEADLY_ROW:
        return "dead beyond revival" if row >= FIRST_ROW_BEYOND else "dead"
    found = get_wound_row(row, harm)
    ends = {None: "", "initiative": "death's door", "exploration": "a slow death's door"}
    parts = [found.name or found.state, "the reaper" if found.is_sure else ends[found.dying]]
    if found.exhaustion:
        parts.append(f"{found.exhaustion} Exhaustion")
    return ", ".join(filter(None, parts))


def list_wounds(effects: Effects, errant_id: str) -> Effects:
    """The wounds that somebody bears, without states that pass."""
    return tuple(e for e in effects if e.errant == errant_id and e.kind == "wound")


def has_halved_hp(effects: Effects, errant_id: str) -> bool:
    """True for a wound that halves the most HP somebody can have."""
    return _has_wound_of_row(effects, errant_id, "toxic", 2)


def has_unhealable_wound(effects: Effects, errant_id: str) -> bool:
    """True for a wound that lets no HP be recovered."""
    return _has_wound_of_row(effects, errant_id, "toxic", 3)


def is_lost_body_part(wound: Effect) -> bool:
    """True for a part of the body that no physician gives back."""
    return wound.harm is not None and wound.row > 0 and get_wound_row(wound.row, wound.harm).is_lost


def _has_wound_of_row(effects: Effects, errant_id: str, harm: HarmKind, row: int) -> bool:
    return any(
        each.errant == errant_id and each.row == row and each.harm == harm
        for each in effects
        if each.kind in ("wound", "condition")
    )


def find_body_part_hit(effects: Effects, errant_id: str, row: int, harm: HarmKind) -> str | None:
    """The part of the body that a row hits next: a limb that is hurt already can still be
    destroyed; "" for a row that hits no limb, None if none is left for it."""
    limb = get_wound_row(row, harm).limb
    return next(iter(_list_body_parts(effects, errant_id, row, harm)), None) if limb else ""


def _list_body_parts(effects: Effects, errant_id: str, row: int, harm: HarmKind) -> list[str]:
    """The parts of the body that a row can hit, the next one first."""
    found = get_wound_row(row, harm)
    hurt = {each.part: is_lost_body_part(each) for each in list_wounds(effects, errant_id)}
    parts = [f"{side} {found.limb}" for side in _SIDES]
    whole = [part for part in parts if part not in hurt]
    if found.is_lost:
        return [part for part in parts if hurt.get(part) is False] + whole
    return whole


def can_bear_wound(
    effects: Effects, errant_id: str, row: int, harm: HarmKind, side: str | None = None
) -> bool:
    """True if this row can befall somebody: death always, a limb while one is left, or that of this
    `side`, anything else that they do not bear already."""
    if row >= FIRST_DEADLY_ROW:
        return True
    if limb := get_wound_row(row, harm).limb:
        parts = _list_body_parts(effects, errant_id, row, harm)
        return f"{side} {limb}" in parts if side else bool(parts)
    return not _has_wound_of_row(effects, errant_id, harm, row)


def find_wound_row(
    effects: Effects, errant_id: str, beyond: int, harm: HarmKind, repeat: Repeat = "milder"
) -> int:
    """The row for so much damage beyond 0: if it is borne already or cannot be, the next milder one
    that can, or the next worse one as the house has it; 0 for no wound."""
    step = -1 if repeat == "milder" else 1
    row = beyond
    while row > 0 and not can_bear_wound(effects, errant_id, row, harm):
        row += step
    return row


def apply_wound_row(
    errant: Errant,
    effects: Effects,
    row: int,
    harm: HarmKind,
    dice: Faces,
    turns: TurnStack,
    *,
    rolled: int = 0,
    part: str = "",
) -> tuple[Errant, Effects, Happenings]:
    """What a row below the deadly ones does to somebody: the wound, a state, Exhaustion, dying. It
    hits the next limb, if no `part` is given."""
    found = get_wound_row(row, harm)
    part = part or find_body_part_hit(effects, errant.id, row, harm) or ""
    if part:
        effects = tuple(
            each for each in effects if not (each.errant == errant.id and each.part == part)
        )
    name = f"{part.split()[0]} {found.name}" if part else found.name
    handicap = _describe_handicap(effects, errant.id, found, part)
    made_by_row = tuple(_make_wound_effects(found, name, dice, turns))
    lasts = next((each.turns for each in made_by_row if each.kind == "condition"), None)
    happened: Happenings = (
        WoundTaken(errant.id, row, rolled or row, harm, name, handicap, found.state, lasts),
    )
    for made in made_by_row:
        marked = replace(
            made,
            id=_make_effect_id(made.name, effects),
            row=row,
            harm=harm,
            part=part,
            errant=errant.id,
        )
        effects = (*effects, marked)
    if found.exhaustion:
        errant = add_exhaustion(errant, found.exhaustion)
        happened += (Exhausted(errant.id, found.exhaustion, errant.exhaustion),)
    if found.dying:
        effects, began = begin_dying(errant, effects, found.dying, turns, is_sure=found.is_sure)
        happened += began
    if found.out_of_action:
        errant = replace(errant, out_of_action=True)
    return errant, effects, happened


def _make_wound_effects(
    row: WoundRow, name: str, dice: Faces, turns: TurnStack
) -> Iterator[Effect]:
    """The wound that stays, and the state that passes."""
    if name:
        yield Effect(name=name, kind="wound")
    if not row.state:
        return
    lasts = row.turns if row.turns_die is None else dice.face(row.turns_die)
    if lasts is None:
        yield Effect(name=row.state, kind="condition", depletion=1)
        return
    yield Effect(
        name=row.state,
        kind="condition",
        turns=lasts,
        turn_type="initiative",
        began=is_turn_begun(turns, "initiative"),
    )


def _describe_handicap(effects: Effects, errant_id: str, row: WoundRow, part: str) -> str:
    if row.limb is None:
        return row.handicap
    others = {each.part for each in list_wounds(effects, errant_id)} - {part}
    is_both = any(other.endswith(f" {row.limb}") for other in others)
    return row.both if is_both else row.handicap


def list_handicaps(effects: Effects, errant_id: str) -> list[str]:
    """What somebody cannot do for their wounds, each once."""
    return list(dict.fromkeys(found for _, found in pair_wounds_with_handicaps(effects, errant_id)))


def pair_wounds_with_handicaps(effects: Effects, errant_id: str) -> list[tuple[str, str]]:
    """The wounds of somebody by name, each with what it keeps them from; without those that hinder
    nothing."""
    found = [
        (
            each.name,
            _describe_handicap(effects, errant_id, get_wound_row(each.row, each.harm), each.part),
        )
        for each in list_wounds(effects, errant_id)
        if each.harm is not None and each.row
    ]
    return [(name, handicap) for name, handicap in found if handicap]


def _make_effect_id(name: str, effects: Effects) -> str:
    return make_free_slug(name, {each.id for each in effects})
