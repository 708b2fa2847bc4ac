"""The Company at the prompt: who belongs to it, who is away, their Supply and Exhaustion."""

from msgspec.structs import replace

from companion.commands.context import WORDS, Ruling
from companion.commands.people.errants import build_errant_report, set_fields
from companion.errant.errants import Company, Errant, exhaust_each, list_members
from companion.errant.happenings import SupplyLost
from companion.errant.slots import (
    compute_speed,
    count_bearer_slots,
    count_borne_quarters,
    encumbrance,
)
from companion.errant.stacks import count_uses
from companion.grammar.arguments import parse_whole_number
from companion.grammar.context import Context
from companion.grammar.names import find_errant, require_present
from companion.grammar.registry import match_all
from companion.refusal import Impossible, Malformed
from companion.reports.packs import CompanyLine, CompanyReport
from companion.reports.turns import HappeningsReport


@WORDS.command("away", subject="company", usage="away ERRANT", completes=("here",))
def handle_away(context: Context) -> Ruling:
    """Mark someone away."""
    return _set_away(context, away=True)


@WORDS.command("back", subject="company", usage="back ERRANT", completes=("away",))
def handle_back(context: Context) -> Ruling:
    """Mark someone back."""
    return _set_away(context, away=False)


def _set_away(context: Context, *, away: bool) -> Ruling:
    if not context.arguments:
        raise Malformed("Who?", "Name an Errant.")
    errant = find_errant(context.campaign, " ".join(context.arguments))
    if errant.away and away:
        raise Impossible(f"{errant.name} is away already.", f"Try: back {errant.id}")
    if not errant.away and not away:
        raise Impossible(f"{errant.name} is here.", f"Try: away {errant.id}")
    report = build_errant_report(errant, "away" if away else "back")
    return Ruling(context.campaign.with_errant(replace(errant, away=away)), report)


def _parse_errants_and_amount(context: Context, what: str) -> tuple[Company, int]:
    """`ERRANT|all ±N`: someone, or the members who are here; and how much."""
    if len(context.arguments) < 2:
        raise Malformed("Whom, and how much?", f"Try: {what} {context.rest or 'bree'} +1")
    *names, amount = context.arguments
    typed, campaign = " ".join(names), context.campaign
    everybody = typed.casefold() == "all"
    who = list_members(campaign.errants) if everybody else (find_errant(campaign, typed),)
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
    report = HappeningsReport(word="exhaust", happened=happened)
    return Ruling(campaign.with_company(company), report)


@WORDS.command("company", subject="looking", usage="company", short=("c",), reads=match_all)
def handle_company(context: Context) -> Ruling:
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
