"""Mounts and vehicles at the prompt: ride, hitch."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.commands.names import able_only, find_errant, here_only
from companion.commands.reports import RideReport, RideStep
from companion.commands.sitting import WORDS, Ruling, Sitting
from companion.errant.errants import Errant, Kind
from companion.errant.mounts import borne, room, speed
from companion.refusal import Impossible, Malformed


def _report(campaign: Campaign, errant: Errant, bearer: Errant, step: RideStep) -> RideReport:
    company = campaign.errants
    return RideReport(
        errant=errant.id,
        bearer=bearer.id,
        step=step,
        slots=room(company, bearer),
        slots_filled=borne(company, bearer) / 4,
        spd=speed(company, bearer),
    )


def _two(sitting: Sitting, what: str, example: str) -> tuple[Errant, str]:
    if len(sitting.arguments) != 2:
        raise Malformed(what, f"Try: {example}, or off in place of the second")
    return find_errant(sitting.campaign, sitting.arguments[0]), sitting.arguments[1]


@WORDS.command(
    "ride",
    subject="company",
    usage="ride ERRANT MOUNT|VEHICLE | ride ERRANT off",
    summary="Someone rides, or gets off: a rider fills 20 slots of what they ride, beside what "
    "they carry.",
    examples=("ride wim tansy", "ride wim off"),
    completes=("here", "mount or off"),
)
def ride_word(sitting: Sitting) -> Ruling:
    """Up into the saddle, or down."""
    rider, typed = _two(sitting, "Who rides what?", "ride wim tansy")
    campaign = sitting.campaign
    if not rider.is_person:
        raise Impossible(f"{rider.name} rides nothing.", "Errants and Retainers ride.")
    if typed.casefold() == "off":
        if not rider.rides:
            raise Impossible(f"{rider.name} rides nothing.", f"Try: slots {rider.id}")
        bearer = campaign.errant(rider.rides)
        campaign = campaign.with_errant(replace(rider, rides=""))
        return Ruling(campaign, _report(campaign, rider, bearer, "dismounts"))
    able_only(rider, forced=sitting.forced)
    bearer = here_only(find_errant(campaign, typed), forced=sitting.forced)
    if bearer.kind not in ("animal", "vehicle"):
        raise Impossible(f"{bearer.name} is neither a mount nor a vehicle.", _known(campaign))
    if rider.rides == bearer.id:
        raise Impossible(f"{rider.name} rides {bearer.name} already.", f"Try: ride {rider.id} off")
    campaign = campaign.with_errant(replace(rider, rides=bearer.id))
    return Ruling(campaign, _report(campaign, rider, bearer, "rides"))


def _known(campaign: Campaign, *kinds: Kind) -> str:
    wanted = kinds or ("animal", "vehicle")
    names = [e.id for e in campaign.errants if e.present and e.kind in wanted]
    return (
        f"There is: {', '.join(names)}."
        if names
        else f"Try: buy bree {'cart' if kinds == ('vehicle',) else 'mule'}"
    )


@WORDS.command(
    "hitch",
    subject="company",
    usage="hitch ANIMAL VEHICLE | hitch ANIMAL off",
    summary="Hitch an animal to a cart or a wagon, or unhitch it. A vehicle has the slots of all "
    "that draw it together, times its own; the fastest sets its SPD.",
    examples=("hitch tansy cart", "hitch tansy off"),
    completes=("animal", "vehicle or off"),
)
def hitch_word(sitting: Sitting) -> Ruling:
    """An animal before a vehicle."""
    animal, typed = _two(sitting, "Hitch what to what?", "hitch tansy cart")
    campaign = sitting.campaign
    if animal.kind != "animal":
        raise Impossible(f"{animal.name} is no animal.", _known(campaign, "animal"))
    if typed.casefold() == "off":
        if not animal.draws:
            raise Impossible(f"{animal.name} draws nothing.", f"Try: slots {animal.id}")
        vehicle = campaign.errant(animal.draws)
        campaign = campaign.with_errant(replace(animal, draws=""))
        return Ruling(campaign, _report(campaign, animal, vehicle, "unhitched"))
    vehicle = here_only(find_errant(campaign, typed), forced=sitting.forced)
    if vehicle.kind != "vehicle":
        raise Impossible(f"{vehicle.name} is no vehicle.", _known(campaign, "vehicle"))
    campaign = campaign.with_errant(replace(animal, draws=vehicle.id))
    return Ruling(campaign, _report(campaign, animal, vehicle, "hitched"))
