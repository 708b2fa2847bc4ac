"""The Company at the prompt: who belongs to it, who is away, their Supply and Exhaustion."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.commands.context import WORDS, Context, Ruling
from companion.commands.people.errants import set_fields
from companion.commands.resolve.names import find_errant, require_able, require_present
from companion.errant.errants import Company, Errant, ErrantKind, exhaust_each, list_members
from companion.errant.happenings import SupplyLost
from companion.errant.mounts import compute_speed, count_bearer_slots, count_borne_quarters
from companion.errant.slots import encumbrance
from companion.errant.stacks import count_uses
from companion.grammar.arguments import parse_whole_number, require_no_arguments
from companion.grammar.registry import match_all
from companion.refusal import Impossible, Malformed
from companion.reports.packs import CompanyLine, CompanyReport, ErrantReport, RideReport, RideStep
from companion.reports.turns import HappeningsReport


@WORDS.command("away", subject="company", usage="away ERRANT", completes=("here",))
def handle_away(context: Context) -> Ruling:
    """Mark someone away."""
    errant = _find_named_errant(context)
    if errant.away:
        raise Impossible(f"{errant.name} is away already.", f"Try: back {errant.id}")
    return _set_away(context.campaign, errant, away=True)


@WORDS.command("back", subject="company", usage="back ERRANT", completes=("away",))
def handle_back(context: Context) -> Ruling:
    """Mark someone back."""
    errant = _find_named_errant(context)
    if not errant.away:
        raise Impossible(f"{errant.name} is here.", f"Try: away {errant.id}")
    return _set_away(context.campaign, errant, away=False)


def _find_named_errant(context: Context) -> Errant:
    if not context.arguments:
        raise Malformed("Who?", "Name an Errant.")
    return find_errant(context.campaign, " ".join(context.arguments))


def _set_away(campaign: Campaign, errant: Errant, *, away: bool) -> Ruling:
    after = replace(errant, away=away)
    report = ErrantReport(
        errant=errant.id, name=errant.name, member=errant.kind, step="away" if away else "back"
    )
    return Ruling(campaign.with_errant(after), report)


def _parse_errants_and_amount(context: Context, what: str) -> tuple[Company, int]:
    """Someone, or `all`: the members who are here; and how much."""
    if len(context.arguments) < 2:
        raise Malformed("Whom, and how much?", f"Try: {what} {context.rest or 'bree'} +1")
    *names, amount = context.arguments
    typed, company = " ".join(names), context.campaign.errants
    who = (
        list_members(company)
        if typed.casefold() == "all"
        else (find_errant(context.campaign, typed),)
    )
    return who, parse_whole_number(amount, what=f"amount of {what}")


@WORDS.command(
    "supply",
    subject="company",
    usage="supply ERRANT|all ±N",
    completes=("errant or all", "supply by"),
)
def handle_supply(context: Context) -> Ruling:
    """Supply by hand."""
    who, amount = _parse_errants_and_amount(context, "supply")
    campaign, happened = context.campaign, tuple[SupplyLost, ...]()
    for errant in who:
        if errant.supply + amount < 0:
            raise Impossible(f"{errant.name} has only {errant.supply} Supply.")
        after = set_fields(errant, {"supply": errant.supply + amount})
        campaign = campaign.with_errant(after)
        happened = (*happened, SupplyLost(errant.id, -amount, after.supply))
    return Ruling(campaign, HappeningsReport(word="supply", happened=happened))


@WORDS.command(
    "exhaust",
    subject="company",
    usage="exhaust ERRANT|all ±N",
    completes=("errant or all", "exhaustion by"),
)
def handle_exhaust(context: Context) -> Ruling:
    """Exhaustion by hand."""
    campaign = context.campaign
    who, amount = _parse_errants_and_amount(context, "exhaust")
    if amount > 0:
        who = tuple(require_present(errant, forced=context.is_forced) for errant in who)
    if abs(amount) > 1_000:
        raise Impossible(f"{amount} points of Exhaustion is more than anyone can have.")
    company, happened = exhaust_each(campaign.errants, who, amount)
    if not happened:
        raise Impossible("That changes nobody's Exhaustion.")
    return Ruling(
        campaign.with_company(company), HappeningsReport(word="exhaust", happened=happened)
    )


def build_company_line(company: Company, errant: Errant) -> CompanyLine:
    """One of the Company at a glance."""
    food = "feed" if errant.kind == "animal" else "rations"
    return CompanyLine(
        errant=errant.id,
        name=errant.name,
        member=errant.kind,
        slots=count_bearer_slots(company, errant),
        slots_filled=count_borne_quarters(company, errant) / 4,
        encumbrance=encumbrance(errant),
        exhaustion=errant.exhaustion,
        supply=errant.supply,
        food=count_uses(errant, food),
        spd=compute_speed(company, errant),
        away=errant.away,
        dead=errant.is_dead,
        starving=errant.starving is not None,
    )


@WORDS.command("company", subject="looking", usage="company", short=("c",), reads=match_all)
def handle_company(context: Context) -> Ruling:
    """The Company at a glance."""
    require_no_arguments("company", context.arguments)
    company = context.campaign.errants
    lines = tuple(build_company_line(company, each) for each in company if each.kind != "stash")
    return Ruling(context.campaign, CompanyReport(errants=lines))


def _build_report(campaign: Campaign, errant: Errant, bearer: Errant, step: RideStep) -> RideReport:
    company = campaign.errants
    return RideReport(
        errant=errant.id,
        bearer=bearer.id,
        step=step,
        slots=count_bearer_slots(company, bearer),
        slots_filled=count_borne_quarters(company, bearer) / 4,
        spd=compute_speed(company, bearer),
    )


def _parse_errant_and_other(context: Context, what: str, example: str) -> tuple[Errant, str]:
    if len(context.arguments) != 2:
        raise Malformed(what, f"Try: {example}, or off in place of the second")
    return find_errant(context.campaign, context.arguments[0]), context.arguments[1]


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
    if not rider.is_person:
        raise Impossible(f"{rider.name} rides nothing.", "Errants and Retainers ride.")
    if typed.casefold() == "off":
        if not rider.rides:
            raise Impossible(f"{rider.name} rides nothing.", f"Try: slots {rider.id}")
        bearer = campaign.get_errant(rider.rides)
        campaign = campaign.with_errant(replace(rider, rides=""))
        return Ruling(campaign, _build_report(campaign, rider, bearer, "dismounts"))
    require_able(rider, forced=context.is_forced)
    bearer = require_present(find_errant(campaign, typed), forced=context.is_forced)
    if bearer.kind not in ("animal", "vehicle"):
        raise Impossible(
            f"{bearer.name} is neither a mount nor a vehicle.", _hint_bearers(campaign)
        )
    if rider.rides == bearer.id:
        raise Impossible(f"{rider.name} rides {bearer.name} already.", f"Try: ride {rider.id} off")
    campaign = campaign.with_errant(replace(rider, rides=bearer.id))
    return Ruling(campaign, _build_report(campaign, rider, bearer, "rides"))


def _hint_bearers(campaign: Campaign, *kinds: ErrantKind) -> str:
    wanted = kinds or ("animal", "vehicle")
    names = [e.id for e in campaign.errants if e.is_present and e.kind in wanted]
    return (
        f"There is: {', '.join(names)}."
        if names
        else f"Try: buy bree {'cart' if kinds == ('vehicle',) else 'mule'}"
    )


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
        vehicle = campaign.get_errant(animal.draws)
        campaign = campaign.with_errant(replace(animal, draws=""))
        return Ruling(campaign, _build_report(campaign, animal, vehicle, "unhitched"))
    vehicle = require_present(find_errant(campaign, typed), forced=context.is_forced)
    if vehicle.kind != "vehicle":
        raise Impossible(f"{vehicle.name} is no vehicle.", _hint_bearers(campaign, "vehicle"))
    campaign = campaign.with_errant(replace(animal, draws=vehicle.id))
    return Ruling(campaign, _build_report(campaign, animal, vehicle, "hitched"))
