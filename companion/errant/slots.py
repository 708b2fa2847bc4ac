"""Item Slots and Encumbrance, counted in whole quarter slots (Items & Equipment)."""

from typing import NamedTuple

from companion.errant.containers import all_carried_at
from companion.errant.errants import Errant
from companion.errant.items import Place

COINS_A_QUARTER = 25
OVERLOADED = 4
"""Encumbrance greater than this adds a negative Event Die."""
ROOM: dict[Place, int] = {"hand": 2, "handy": 4}
"""Slots for what is in hand, and for what is handy; a help to memory, refused to nobody."""
HELPLESS = 8
"""At this Encumbrance an Errant can do nothing."""


class Load(NamedTuple):
    """What fills an Errant's slots, in quarter slots, by what it is."""

    items: int
    items_pack_off: int
    supply: int
    coins: int
    exhaustion: int

    @property
    def filled(self) -> int:
        """Quarters filled with the pack on."""
        return self.items + self.supply + self.coins + self.exhaustion

    @property
    def filled_pack_off(self) -> int:
        """Quarters filled with the pack off: hand, handy, worn and Exhaustion only."""
        return self.items_pack_off + self.exhaustion


def load(errant: Errant) -> Load:
    """Everything that fills this Errant's slots."""
    quarters = [item.quarters for item in errant.items]
    places = all_carried_at(errant)
    return Load(
        items=sum(quarters),
        items_pack_off=sum(q for q, place in zip(quarters, places, strict=True) if place != "pack"),
        supply=errant.supply,
        coins=errant.coins // COINS_A_QUARTER,
        exhaustion=4 * errant.exhaustion,
    )


def encumbrance_of(filled: int, slots: int) -> int:
    """Encumbrance of `filled` quarters in an Errant of `slots` Item Slots.

    1 for every 25 % of the slots filled, up to 4 when all are; past that 1 for each further whole
    slot (Items & Equipment, Encumbrance). Without any slots, every whole slot filled counts.
    """
    whole = 4 * slots
    if filled < whole:
        return filled // slots
    return (4 if slots else 0) + (filled - whole) // 4


def encumbrance(errant: Errant, filled: int | None = None) -> int:
    """This Errant's Encumbrance with the pack on, or with so many quarters `filled`; an animal or a
    vehicle has none (Mounts & Vehicles)."""
    if not errant.is_person:
        return 0
    return encumbrance_of(load(errant).filled if filled is None else filled, errant.item_slots)


def encumbrance_pack_off(errant: Errant) -> int:
    """The same with the backpack off."""
    return encumbrance(errant, load(errant).filled_pack_off)


def spd(errant: Errant, filled: int | None = None) -> int:
    """A person's speed, as they are or with so many quarters `filled`: skill less Encumbrance,
    never below 0; of a mount see `mounts.speed`."""
    return max(0, errant.skill - encumbrance(errant, filled))


def to_next(filled: int, slots: int) -> int:
    """The quarters that can be carried beside those `filled`, in an Errant of `slots` Item Slots,
    before the next point of Encumbrance."""
    if filled < 4 * slots:
        return slots - filled % slots - 1
    return 3 - (filled - 4 * slots) % 4


def over(errant: Errant, place: Place) -> int:
    """The quarters in hand, or handy, past what there is room for (Hand, Handy & Worn)."""
    filled = sum(item.quarters for item in errant.items if item.place == place and not item.inside)
    return max(0, filled - 4 * ROOM[place]) if place in ROOM else 0


def can_act(errant: Errant) -> bool:
    """Alive, and not under an Encumbrance of 8 or more."""
    return not errant.dead and encumbrance(errant) < HELPLESS
