"""The Event Die: how many dice are rolled, which face counts, and what it means
(Core Procedures, Event Die)."""

from collections.abc import Iterable
from typing import Literal, NamedTuple

from msgspec import Struct

from companion.dice.face_sources import Faces, require_few_event_dice
from companion.errant.company import Company, list_members_present
from companion.errant.packs.slots import OVERLOAD_LIMIT, find_encumbrance
from companion.errant.turns.turns import TurnType
from companion.refusal import Impossible

EventResult = Literal[
    "encounter",
    "rest",
    "deplete",
    "burn",
    "local_effect",
    "encounter_sign",
    "free",
    "complication",
    "expiration",
    "trend",
    "intimation",
]
EVENT_TABLES: dict[TurnType, tuple[EventResult, ...]] = {
    "travel": ("encounter", "rest", "deplete", "local_effect", "encounter_sign", "free"),
    "exploration": ("encounter", "rest", "burn", "local_effect", "encounter_sign", "free"),
    "downtime": ("encounter", "complication", "expiration", "trend", "intimation", "free"),
}


class Modifier(Struct, frozen=True):
    """Why Event Dice are added: positive dice above 0, negative below."""

    reason: str
    dice: int


class EventRoll(NamedTuple):
    """An Event Die as it fell: all its faces, the one that counts, and its result."""

    modifiers: tuple[Modifier, ...]
    faces: tuple[int, ...]
    face: int
    entered: bool
    result: EventResult

    @property
    def positive_dice(self) -> int:
        """Positive Event Dice, before they cancel."""
        return sum(m.dice for m in self.modifiers if m.dice > 0)

    @property
    def negative_dice(self) -> int:
        """Negative Event Dice, before they cancel."""
        return -sum(m.dice for m in self.modifiers if m.dice < 0)


def compute_net_event_dice(modifiers: Iterable[Modifier]) -> int:
    """Positive less negative dice: they cancel one for one. Raises Impossible above a hundred."""
    total = sum(m.dice for m in modifiers)
    require_few_event_dice(total)
    return total


def count_event_dice_to_roll(modifiers: tuple[Modifier, ...]) -> int:
    """How many D6 are rolled for the Event Die with these modifiers."""
    return abs(compute_net_event_dice(modifiers)) + 1


def list_company_modifiers(company: Company, turn_type: TurnType, rest_dice: int) -> list[Modifier]:
    """What adds Event Dice by itself in Travel and Exploration Turns: each member whose Encumbrance
    is greater than 4, and a Rest since the last die."""
    if turn_type not in ("travel", "exploration"):
        return []
    found = [
        Modifier(f"{member.name}'s Encumbrance {find_encumbrance(member)}", -1)
        for member in list_members_present(company)
        if find_encumbrance(member) > OVERLOAD_LIMIT
    ]
    if rest_dice:
        found.append(Modifier("Rest", -rest_dice))
    return found


def roll_event_dice(
    turn_type: TurnType,
    modifiers: tuple[Modifier, ...],
    dice: Faces,
    *,
    kept_face: int | None = None,
    unguarded: bool = False,
) -> EventRoll:
    """Roll as many D6 as the modifiers make and keep the highest of positive dice, the lowest of
    negative ones. With `kept_face`, which the table rolled by hand, no dice are rolled."""
    number = compute_net_event_dice(modifiers)
    faces: tuple[int, ...] = () if kept_face is None else (kept_face,)
    faces = faces or tuple(dice.face(6) for _ in range(count_event_dice_to_roll(modifiers)))
    face = max(faces) if number > 0 else min(faces)
    result = find_event_die_result(turn_type, face, unguarded=unguarded)
    return EventRoll(modifiers, faces, face, kept_face is not None or dice.entered, result)


def find_event_die_result(
    turn_type: TurnType, face: int, *, unguarded: bool = False
) -> EventResult:
    """The result of a face in this type of Turn. Asleep and `unguarded`, a 5 counts as a 1. Raises
    Impossible for a face that no die has, and in Initiative Turns, which roll none."""
    if turn_type not in EVENT_TABLES:
        raise Impossible("Initiative Turns roll no Event Die.", "Try: next, or out when it is over")
    if not 1 <= face <= 6:
        raise Impossible(f"An Event Die has no {face}.", "Type a face from 1 to 6.")
    if unguarded and turn_type == "travel" and face == 5:
        return "encounter"
    return EVENT_TABLES[turn_type][face - 1]
