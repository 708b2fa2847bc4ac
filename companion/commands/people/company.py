"""The Company at the prompt: who belongs to it, who is away, their Supply and Exhaustion."""

from msgspec.structs import replace

from companion.commands.context import Ruling
from companion.commands.people.errants import build_errant_report, set_fields
from companion.errant.errants import Company, Errant, exhaust_each
from companion.errant.happenings import SupplyLost
from companion.errant.slots import (
    compute_speed,
    count_bearer_slots,
    count_borne_quarters,
    encumbrance,
)
from companion.errant.stacks import count_uses
from companion.grammar.context import Context
from companion.grammar.names import require_present
from companion.refusal import Impossible
from companion.reports.packs import CompanyLine, CompanyReport, ErrantStep
from companion.reports.turns import HappeningsReport


def send_away(context: Context, errant: Errant) -> Ruling:
    """Mark someone away."""
    if errant.away:
        raise Impossible(f"{errant.name} is away already.", f"Try: back {errant.id}")
    return _set_away(context, errant, "away")


def bring_back(context: Context, errant: Errant) -> Ruling:
    """Mark someone back."""
    if not errant.away:
        raise Impossible(f"{errant.name} is here.", f"Try: away {errant.id}")
    return _set_away(context, errant, "back")


def _set_away(context: Context, errant: Errant, step: ErrantStep) -> Ruling:
    campaign = context.campaign.with_errant(replace(errant, away=step == "away"))
    return Ruling(campaign, build_errant_report(errant, step))


def change_supply(context: Context, errants: Company, amount: int) -> Ruling:
    """Supply by hand."""
    campaign, happened = context.campaign, tuple[SupplyLost, ...]()
    for errant in errants:
        if errant.supply + amount < 0:
            raise Impossible(f"{errant.name} has only {errant.supply} Supply.")
        after = set_fields(errant, {"supply": errant.supply + amount})
        campaign = campaign.with_errant(after)
        happened = (*happened, SupplyLost(errant.id, -amount, after.supply))
    return Ruling(campaign, HappeningsReport(word="supply", happened=happened))


def change_exhaustion(context: Context, errants: Company, amount: int) -> Ruling:
    """Exhaustion by hand."""
    if amount > 0:
        errants = tuple(require_present(each, forced=context.is_forced) for each in errants)
    if abs(amount) > 1_000:
        raise Impossible(f"{amount} points of Exhaustion is more than anyone can have.")
    company, happened = exhaust_each(context.campaign.errants, errants, amount)
    if not happened:
        raise Impossible("That changes nobody's Exhaustion.")
    report = HappeningsReport(word="exhaust", happened=happened)
    return Ruling(context.campaign.with_company(company), report)


def show_company(context: Context) -> Ruling:
    """The Company at a glance."""
    company = context.campaign.errants
    lines = tuple(_build_line(company, each) for each in company if each.kind != "stash")
    return Ruling(context.campaign, CompanyReport(errants=lines))


def _build_line(company: Company, errant: Errant) -> CompanyLine:
    return CompanyLine(
        errant=errant.id,
        name=errant.name,
        member=errant.kind,
        slots=count_bearer_slots(company, errant),
        slots_filled=count_borne_quarters(company, errant) / 4,
        encumbrance=encumbrance(errant),
        exhaustion=errant.exhaustion,
        supply=errant.supply,
        food=count_uses(errant, "feed" if errant.kind == "animal" else "rations"),
        spd=compute_speed(company, errant),
        away=errant.away,
        dead=errant.is_dead,
        starving=errant.starving is not None,
    )
