"""Item Slots and Encumbrance, counted in whole quarter slots (Items & Equipment); mounts and
vehicles (Travel Turns, Mounts & Vehicles).

Mounts and vehicles have no Encumbrance; one that bears more than it has slots for has a SPD of 0. A
rider counts for 20 slots beside what they carry. A vehicle multiplies the slots of the animals that
draw it.
"""

from typing import NamedTuple

from companion.errant.company import Company, Errant
from companion.errant.packs.containers import list_carried_places
from companion.errant.packs.items import Item, Place, takes_hand_and_handy_slot

COINS_A_QUARTER = 25
OVERLOAD_LIMIT = 4
"""Encumbrance greater than this adds a negative Event Die."""
PLACE_SLOTS: dict[Place, int] = {"hand": 2, "handy": 4}
"""Slots for what is in hand, and for what is handy; a help to memory, refused to nobody."""
HELPLESS_ENCUMBRANCE = 8
"""At this Encumbrance an Errant can do nothing."""


class Load(NamedTuple):
    """What fills an Errant's slots, in quarter slots, by what it is."""

    items: int
    items_pack_off: int
    supply: int
    coins: int
    exhaustion: int

    @property
    def filled_quarter_slots(self) -> int:
        return self.items + self.supply + self.coins + self.exhaustion

    @property
    def filled_quarters_pack_off(self) -> int:
        """Quarters filled with the pack off: hand, handy, worn and Exhaustion only."""
        return self.items_pack_off + self.exhaustion


def measure_load(errant: Errant) -> Load:
    """What fills somebody's Item Slots, in quarters, by what it is."""
    quarters = [item.quarter_slots for item in errant.items]
    places = list_carried_places(errant)
    return Load(
        items=sum(quarters),
        items_pack_off=sum(q for q, place in zip(quarters, places, strict=True) if place != "pack"),
        supply=errant.supply,
        coins=errant.coins // COINS_A_QUARTER,
        exhaustion=4 * errant.exhaustion,
    )


def compute_encumbrance(filled: int, slots: int) -> int:
    """Encumbrance of `filled` quarters in an Errant of `slots` Item Slots.

    1 for every 25 % of the slots filled, up to 4 when all are; past that 1 for each further whole
    slot (Items & Equipment, Encumbrance). Without any slots, every whole slot filled counts.
    """
    whole = 4 * slots
    if filled < whole:
        return filled // slots
    return (4 if slots else 0) + (filled - whole) // 4


def find_encumbrance(errant: Errant, filled: int | None = None) -> int:
    """An Errant's Encumbrance with the pack on, or with so many quarters `filled`. Animals and
    vehicles have none (Travel Turns, Mounts & Vehicles)."""
    if not errant.is_person:
        return 0
    filled = measure_load(errant).filled_quarter_slots if filled is None else filled
    return compute_encumbrance(filled, errant.item_slots)


def compute_person_spd(errant: Errant, filled: int | None = None) -> int:
    """A person's SPD, as they are or with so many quarters `filled`: skill less Encumbrance, never
    below 0. That of a mount is `compute_spd_under_load`."""
    return max(0, errant.skill - find_encumbrance(errant, filled))


def count_quarter_slots_before_encumbrance(filled: int, slots: int) -> int:
    """The quarters that still fit before the next point of Encumbrance."""
    if filled < 4 * slots:
        return slots - filled % slots - 1
    return 3 - (filled - 4 * slots) % 4


def count_overflowing_quarter_slots(errant: Errant, place: Place) -> int:
    """The quarters in hand, or handy, for which there is no room (Hand, Handy & Worn). Half of a
    large shield in hand counts as handy."""
    filled = sum(_count_quarters_at(item, place) for item in errant.items if not item.inside)
    return max(0, filled - 4 * PLACE_SLOTS[place]) if place in PLACE_SLOTS else 0


def _count_quarters_at(item: Item, place: Place) -> int:
    if item.place == "hand" and takes_hand_and_handy_slot(item.name):
        return item.quarter_slots // 2 if place in ("hand", "handy") else 0
    return item.quarter_slots if item.place == place else 0


def can_act(errant: Errant) -> bool:
    """True for the living with an Encumbrance below 8."""
    return not errant.is_dead and find_encumbrance(errant) < HELPLESS_ENCUMBRANCE


LAST_FETCH_TRY = 4
"""The try that is sure to find it; the sides of the die for those before."""


def is_item_found_in_pack(tries: int, face: int | None) -> bool:
    """True if the try of this number, from 1, finds a thing in a pack: the first with a 1 on a D4,
    the second with 1 or 2, the third with 1 to 3; the fourth always, without a face."""
    return tries >= LAST_FETCH_TRY or (face is not None and face <= tries)


RIDER_SLOTS = 20
"""Item Slots that a rider fills, beside those filled of their own."""


def list_riders(company: Company, bearer: Errant) -> Company:
    """Those present who ride this animal or vehicle."""
    return tuple(e for e in company if e.rides == bearer.id and e.is_present)


def list_animals_drawing_vehicle(company: Company, vehicle: Errant) -> Company:
    """The animals here that draw this vehicle."""
    return tuple(e for e in company if e.draws == vehicle.id and e.is_present)


def count_borne_quarter_slots(company: Company, bearer: Errant) -> int:
    """Item Slots filled, in quarters: what it carries, and its riders with all that is theirs."""
    return measure_load(bearer).filled_quarter_slots + count_quarter_slots_of_riders(
        company, bearer
    )


def count_quarter_slots_of_riders(company: Company, bearer: Errant) -> int:
    """Item Slots, in quarters, filled by the riders."""
    return sum(
        4 * RIDER_SLOTS + measure_load(rider).filled_quarter_slots
        for rider in list_riders(company, bearer)
    )


def find_bearer_capacity(company: Company, bearer: Errant) -> int:
    """Its Item Slots; a vehicle's are those of its animals together, multiplied."""
    if bearer.kind == "vehicle":
        return bearer.times * sum(
            each.item_slots for each in list_animals_drawing_vehicle(company, bearer)
        )
    return bearer.item_slots


def compute_spd_under_load(company: Company, bearer: Errant) -> int:
    """The SPD of a mount, a vehicle or a person. Under too great a load it is 0. A vehicle has that
    of its fastest animal, and is slower unless that is a draught animal."""
    if bearer.is_person:
        return compute_person_spd(bearer)
    if count_borne_quarter_slots(company, bearer) > 4 * find_bearer_capacity(company, bearer):
        return 0
    if bearer.kind == "animal":
        return bearer.skill
    team = list_animals_drawing_vehicle(company, bearer)
    if not team:
        return 0
    fastest = max(team, key=lambda animal: (animal.skill, animal.draught))
    return max(0, fastest.skill - (0 if fastest.draught else bearer.slower))
