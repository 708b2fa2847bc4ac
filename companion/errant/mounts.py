"""Mounts and vehicles: what they bear, and how fast (Travel Turns, Mounts & Vehicles).

They have no Encumbrance; one that bears more than it has slots for has a SPD of 0. A rider counts
for 20 slots beside what they carry. A vehicle multiplies the slots of the animals that draw it.
"""

from companion.errant.errants import Company, Errant
from companion.errant.slots import measure_load, spd

RIDER_SLOTS = 20
"""Item Slots that a rider fills, beside those filled of their own."""


def list_riders(company: Company, bearer: Errant) -> Company:
    """Those present who ride it."""
    return tuple(e for e in company if e.rides == bearer.id and e.is_present)


def list_team(company: Company, vehicle: Errant) -> Company:
    """The animals present that draw it."""
    return tuple(e for e in company if e.draws == vehicle.id and e.is_present)


def count_borne_quarters(company: Company, bearer: Errant) -> int:
    """Item Slots filled, in quarters: what it carries, and its riders with all that is theirs."""
    return measure_load(bearer).filled_quarters + count_rider_quarters(company, bearer)


def count_rider_quarters(company: Company, bearer: Errant) -> int:
    """Item Slots, in quarters, filled by the riders."""
    return sum(
        4 * RIDER_SLOTS + measure_load(rider).filled_quarters
        for rider in list_riders(company, bearer)
    )


def count_bearer_slots(company: Company, bearer: Errant) -> int:
    """Its Item Slots; a vehicle's are those of its animals together, multiplied."""
    if bearer.kind == "vehicle":
        return bearer.times * sum(each.item_slots for each in list_team(company, bearer))
    return bearer.item_slots


def compute_speed(company: Company, bearer: Errant) -> int:
    """The SPD of a mount, a vehicle or a person. Under too great a load it is 0. A vehicle has that
    of its fastest animal, and is slower unless that is a draught animal."""
    if bearer.is_person:
        return spd(bearer)
    if count_borne_quarters(company, bearer) > 4 * count_bearer_slots(company, bearer):
        return 0
    if bearer.kind == "animal":
        return bearer.skill
    team = list_team(company, bearer)
    if not team:
        return 0
    fastest = max(team, key=lambda animal: (animal.skill, animal.draught))
    return max(0, fastest.skill - (0 if fastest.draught else bearer.slower))
