"""Mounts and vehicles at the prompt: who rides what, and what an animal draws."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.commands.context import Ruling
from companion.errant.errants import Errant, ErrantKind
from companion.errant.slots import compute_speed, count_bearer_slots, count_borne_quarters
from companion.grammar.context import Context
from companion.grammar.names import require_able, require_person, require_present
from companion.refusal import Impossible
from companion.reports.packs import RideReport, RideStep


def ride_bearer(context: Context, errant: Errant, bearer: Errant) -> Ruling:
    """Up into the saddle, or onto a vehicle."""
    rider, campaign = require_person(errant, "rides nothing", "ride"), context.campaign
    require_able(rider, forced=context.is_forced)
    require_present(bearer, forced=context.is_forced)
    if bearer.kind not in ("animal", "vehicle"):
        way = _hint_bearers(campaign, "animal", "vehicle")
        raise Impossible(f"{bearer.name} is neither a mount nor a vehicle.", way)
    if rider.rides == bearer.id:
        raise Impossible(f"{rider.name} rides {bearer.name} already.", f"Try: ride {rider.id} off")
    return _rule(campaign, replace(rider, rides=bearer.id), bearer.id, "rides")


def dismount(context: Context, errant: Errant) -> Ruling:
    """Down from it."""
    rider = require_person(errant, "rides nothing", "ride")
    if not rider.rides:
        raise Impossible(f"{rider.name} rides nothing.", f"Try: slots {rider.id}")
    return _rule(context.campaign, replace(rider, rides=""), rider.rides, "dismounts")


def hitch_animal(context: Context, animal: Errant, vehicle: Errant) -> Ruling:
    """An animal before a vehicle."""
    campaign = context.campaign
    _require_animal(campaign, animal)
    require_present(vehicle, forced=context.is_forced)
    if vehicle.kind != "vehicle":
        raise Impossible(f"{vehicle.name} is no vehicle.", _hint_bearers(campaign, "vehicle"))
    return _rule(campaign, replace(animal, draws=vehicle.id), vehicle.id, "hitched")


def unhitch_animal(context: Context, animal: Errant) -> Ruling:
    """An animal draws nothing any longer."""
    _require_animal(context.campaign, animal)
    if not animal.draws:
        raise Impossible(f"{animal.name} draws nothing.", f"Try: slots {animal.id}")
    return _rule(context.campaign, replace(animal, draws=""), animal.draws, "unhitched")


def _require_animal(campaign: Campaign, animal: Errant) -> None:
    if animal.kind != "animal":
        raise Impossible(f"{animal.name} is no animal.", _hint_bearers(campaign, "animal"))


def _rule(campaign: Campaign, after: Errant, bearer_id: str, step: RideStep) -> Ruling:
    """The campaign with this Errant, and what the mount or vehicle bears then."""
    campaign = campaign.with_errant(after)
    company, bearer = campaign.errants, campaign.get_errant(bearer_id)
    report = RideReport(
        errant=after.id,
        bearer=bearer.id,
        step=step,
        slots=count_bearer_slots(company, bearer),
        slots_filled=count_borne_quarters(company, bearer) / 4,
        spd=compute_speed(company, bearer),
    )
    return Ruling(campaign, report)


def _hint_bearers(campaign: Campaign, *kinds: ErrantKind) -> str:
    """The animals or vehicles that are here; where there are none, how to buy one."""
    names = [e.id for e in campaign.errants if e.is_present and e.kind in kinds]
    if names:
        return f"There is: {', '.join(names)}."
    return f"Try: buy bree {'mule' if 'animal' in kinds else 'cart'}"
