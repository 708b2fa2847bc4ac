"""Mounts and vehicles: what they bear, and how fast (Travel Turns, Mounts & Vehicles).

They have no Encumbrance; what bears more than it has slots for has a SPD of 0. A rider counts for
20 slots beside what they carry. A vehicle has the slots of all that draw it, together, times its
own.
"""

from companion.errant.errants import Company, Errant
from companion.errant.slots import measure_load, spd

RIDER_SLOTS = 20
"""Item Slots that somebody fills on what they ride, beside those they have filled themselves."""


def list_riders(company: Company, bearer: Errant) -> Company:
    """Who rides it, of those who are here."""
    return tuple(e for e in company if e.rides == bearer.id and e.is_present)


def list_team(company: Company, vehicle: Errant) -> Company:
    """The animals that are hitched to it, of those that are here."""
    return tuple(e for e in company if e.draws == vehicle.id and e.is_present)


def count_borne_quarters(company: Company, bearer: Errant) -> int:
    """The quarters that fill it: what it carries, and who rides it with all that is theirs."""
    return measure_load(bearer).filled_quarters + count_rider_quarters(company, bearer)


def count_rider_quarters(company: Company, bearer: Errant) -> int:
    """The quarters that those fill who ride it."""
    return sum(
        4 * RIDER_SLOTS + measure_load(rider).filled_quarters
        for rider in list_riders(company, bearer)
    )


def count_bearer_slots(company: Company, bearer: Errant) -> int:
    """The slots it has: an animal its own, a vehicle those of its animals together, times its
    own."""
    if bearer.kind == "vehicle":
        return bearer.times * sum(each.item_slots for each in list_team(company, bearer))
    return bearer.item_slots


def compute_speed(company: Company, bearer: Errant) -> int:
    """The SPD of a mount or a vehicle: 0 under too much; a vehicle's is that of the fastest animal
    before it, less what it takes from any but a draught animal. A person's is theirs."""
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
