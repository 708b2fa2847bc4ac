"""Mounts and vehicles at the prompt: who rides what, and what an animal draws."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.commands.context import WORDS, Ruling
from companion.errant.errants import Errant, ErrantKind
from companion.errant.slots import compute_speed, count_bearer_slots, count_borne_quarters
from companion.grammar.context import Context
from companion.grammar.names import find_errant, require_able, require_person, require_present
from companion.refusal import Impossible, Malformed
from companion.reports.packs import RideReport, RideStep


@WORDS.command(
    "ride",
    subject="company",
    usage="ride ERRANT MOUNT|VEHICLE | ride ERRANT off",
    completes=("here", "mount or off"),
)
def handle_ride(context: Context) -> Ruling:
    """Up into the saddle, or down."""
    rider, typed = _parse_errant_and_other(context, "Who rides what?", "ride wim tansy")
    campaign = context.campaign
    require_person(rider, "rides nothing", "ride")
    if typed.casefold() == "off":
        if not rider.rides:
            raise Impossible(f"{rider.name} rides nothing.", f"Try: slots {rider.id}")
        return _rule(campaign, replace(rider, rides=""), rider.rides, "dismounts")
    require_able(rider, forced=context.is_forced)
    bearer = require_present(find_errant(campaign, typed), forced=context.is_forced)
    if bearer.kind not in ("animal", "vehicle"):
        way = _hint_bearers(campaign, "animal", "vehicle")
        raise Impossible(f"{bearer.name} is neither a mount nor a vehicle.", way)
    if rider.rides == bearer.id:
        raise Impossible(f"{rider.name} rides {bearer.name} already.", f"Try: ride {rider.id} off")
    return _rule(campaign, replace(rider, rides=bearer.id), bearer.id, "rides")


@WORDS.command(
    "hitch",
    subject="company",
    usage="hitch ANIMAL VEHICLE | hitch ANIMAL off",
    completes=("animal", "vehicle or off"),
)
def handle_hitch(context: Context) -> Ruling:
    """An animal before a vehicle."""
    animal, typed = _parse_errant_and_other(context, "Hitch what to what?", "hitch tansy cart")
    campaign = context.campaign
    if animal.kind != "animal":
        raise Impossible(f"{animal.name} is no animal.", _hint_bearers(campaign, "animal"))
    if typed.casefold() == "off":
        if not animal.draws:
            raise Impossible(f"{animal.name} draws nothing.", f"Try: slots {animal.id}")
        return _rule(campaign, replace(animal, draws=""), animal.draws, "unhitched")
    vehicle = require_present(find_errant(campaign, typed), forced=context.is_forced)
    if vehicle.kind != "vehicle":
        raise Impossible(f"{vehicle.name} is no vehicle.", _hint_bearers(campaign, "vehicle"))
    return _rule(campaign, replace(animal, draws=vehicle.id), vehicle.id, "hitched")


def _parse_errant_and_other(context: Context, what: str, example: str) -> tuple[Errant, str]:
    if len(context.arguments) != 2:
        raise Malformed(what, f"Try: {example}, or off in place of the second")
    return find_errant(context.campaign, context.arguments[0]), context.arguments[1]


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
