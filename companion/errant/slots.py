"""Item Slots and Encumbrance, counted in whole quarter slots (Items & Equipment)."""

from typing import NamedTuple

from companion.errant.errants import Errant

COINS_A_QUARTER = 25
OVERLOADED = 4
"""Encumbrance greater than this adds a negative Event Die."""
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
    return Load(
        items=sum(item.quarters for item in errant.items),
        items_pack_off=sum(item.quarters for item in errant.items if item.place != "pack"),
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


def encumbrance(errant: Errant) -> int:
    """This Errant's Encumbrance with the pack on; an animal has none (Mounts & Vehicles)."""
    if errant.kind == "animal":
        return 0
    return encumbrance_of(load(errant).filled, errant.item_slots)


def encumbrance_pack_off(errant: Errant) -> int:
    """The same with the backpack off."""
    if errant.kind == "animal":
        return 0
    return encumbrance_of(load(errant).filled_pack_off, errant.item_slots)


def spd(errant: Errant) -> int:
    """Speed: skill less Encumbrance, never below 0; an animal over its slots has 0."""
    if errant.kind == "animal":
        return 0 if load(errant).filled > 4 * errant.item_slots else errant.skill
    return max(0, errant.skill - encumbrance(errant))


def can_act(errant: Errant) -> bool:
    """Alive, and not under an Encumbrance of 8 or more."""
    return not errant.dead and encumbrance(errant) < HELPLESS
