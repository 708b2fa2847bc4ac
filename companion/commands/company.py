"""The Company at the prompt: who belongs to it, who is away, their Supply and Exhaustion."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.commands.errants import with_fields
from companion.commands.names import find_errant, here_only
from companion.commands.reports import CompanyLine, CompanyReport, ErrantReport, HappenedReport
from companion.commands.sitting import WORDS, Ruling, Sitting
from companion.errant.errants import Company, Errant, members
from companion.errant.exhaustion import exhaust
from companion.errant.happenings import SupplyLost
from companion.errant.mounts import borne, room, speed
from companion.errant.slots import encumbrance
from companion.errant.stacks import uses
from companion.refusal import Impossible, Malformed
from companion.words.options import nothing_more, whole_number
from companion.words.registry import always


@WORDS.command(
    "away",
    subject="company",
    usage="away ERRANT",
    summary="Someone leaves for a while: those away are counted in nothing.",
    examples=("away wim",),
    completes=("here",),
)
def away_word(sitting: Sitting) -> Ruling:
    """Mark someone away."""
    errant = _named(sitting)
    if errant.away:
        raise Impossible(f"{errant.name} is away already.", f"Try: back {errant.id}")
    return _gone(sitting.campaign, errant, away=True)


@WORDS.command(
    "back",
    subject="company",
    usage="back ERRANT",
    summary="Someone who was away is with the Company again.",
    examples=("back wim",),
    completes=("away",),
)
def back_word(sitting: Sitting) -> Ruling:
    """Mark someone back."""
    errant = _named(sitting)
    if not errant.away:
        raise Impossible(f"{errant.name} is here.", f"Try: away {errant.id}")
    return _gone(sitting.campaign, errant, away=False)


def _named(sitting: Sitting) -> Errant:
    if not sitting.arguments:
        raise Malformed("Who?", "Name an Errant.")
    return find_errant(sitting.campaign, " ".join(sitting.arguments))


def _gone(campaign: Campaign, errant: Errant, *, away: bool) -> Ruling:
    after = replace(errant, away=away)
    report = ErrantReport(
        errant=errant.id, name=errant.name, member=errant.kind, step="away" if away else "back"
    )
    return Ruling(campaign.with_errant(after), report)


def _whom_and_how_much(sitting: Sitting, what: str) -> tuple[Company, int]:
    """Someone, or `all`: the members who are here; and how much."""
    if len(sitting.arguments) < 2:
        raise Malformed("Whom, and how much?", f"Try: {what} {sitting.rest or 'bree'} +1")
    *names, amount = sitting.arguments
    typed, company = " ".join(names), sitting.campaign.errants
    who = members(company) if typed.casefold() == "all" else (find_errant(sitting.campaign, typed),)
    return who, whole_number(amount, what=f"amount of {what}")


@WORDS.command(
    "supply",
    subject="company",
    usage="supply ERRANT|all ±N",
    summary="Give someone Supply or take it, or every member who is here; each point fills a "
    "quarter slot.",
    examples=("supply bree +4", "supply wim -1", "supply all +3"),
    completes=("errant or all", "supply by"),
)
def supply_word(sitting: Sitting) -> Ruling:
    """Supply by hand."""
    who, amount = _whom_and_how_much(sitting, "supply")
    campaign, happened = sitting.campaign, tuple[SupplyLost, ...]()
    for errant in who:
        if errant.supply + amount < 0:
            raise Impossible(f"{errant.name} has only {errant.supply} Supply.")
        after = with_fields(errant, {"supply": errant.supply + amount})
        campaign = campaign.with_errant(after)
        happened = (*happened, SupplyLost(errant.id, -amount, after.supply))
    return Ruling(campaign, HappenedReport(word="supply", happened=happened))


@WORDS.command(
    "exhaust",
    subject="company",
    usage="exhaust ERRANT|all ±N",
    summary="Give someone Exhaustion or take it away; a point fills an Item Slot, and as much of "
    "it as their phys kills.",
    examples=("exhaust bree +1", "exhaust all -1"),
    completes=("errant or all", "exhaustion by"),
)
def exhaust_word(sitting: Sitting) -> Ruling:
    """Exhaustion by hand."""
    campaign = sitting.campaign
    who, amount = _whom_and_how_much(sitting, "exhaust")
    if amount > 0:
        who = tuple(here_only(errant, forced=sitting.forced) for errant in who)
    if abs(amount) > 1_000:
        raise Impossible(f"{amount} points of Exhaustion is more than anyone can have.")
    company, happened = exhaust(campaign.errants, who, amount)
    if not happened:
        raise Impossible("That changes nobody's Exhaustion.")
    return Ruling(campaign.with_company(company), HappenedReport(word="exhaust", happened=happened))


def company_line(company: Company, errant: Errant) -> CompanyLine:
    """One of the Company at a glance."""
    food = "feed" if errant.kind == "animal" else "rations"
    return CompanyLine(
        errant=errant.id,
        name=errant.name,
        member=errant.kind,
        slots=room(company, errant),
        slots_filled=borne(company, errant) / 4,
        encumbrance=encumbrance(errant),
        exhaustion=errant.exhaustion,
        supply=errant.supply,
        food=uses(errant, food),
        spd=speed(company, errant),
        away=errant.away,
        dead=errant.dead,
        starving=errant.starving is not None,
    )


@WORDS.command(
    "company",
    subject="looking",
    usage="company",
    summary="Everybody in a line each: slots, Encumbrance, Exhaustion, Supply, food.",
    examples=("company",),
    short=("c",),
    reads=always,
)
def company_word(sitting: Sitting) -> Ruling:
    """The Company at a glance."""
    nothing_more("company", sitting.arguments)
    company = sitting.campaign.errants
    lines = tuple(company_line(company, each) for each in company if each.kind != "stash")
    return Ruling(sitting.campaign, CompanyReport(errants=lines))
