"""The Company at the prompt: who belongs to it, who is away, their Supply and Exhaustion."""

import re

from msgspec import ValidationError
from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.plain import plain, typed
from companion.commands.names import find_errant, here_only
from companion.commands.reports import CompanyLine, CompanyReport, ErrantReport, HappenedReport
from companion.commands.sitting import WORDS, Ruling, Sitting
from companion.errant.errants import Company, Errant, members
from companion.errant.exhaustion import exhaust
from companion.errant.happenings import SupplyLost
from companion.errant.slots import encumbrance, load, spd
from companion.errant.stacks import uses
from companion.refusal import Impossible, Malformed, Unknown, did_you_mean, listed
from companion.text import free_slug
from companion.words.options import Arguments, nothing_more, take_flag, whole_number
from companion.words.registry import always

NUMBERS = (
    "phys",
    "skill",
    "mind",
    "pres",
    "slots",
    "exhaustion",
    "supply",
    "pennies",
    "shillings",
    "guilders",
)
TEXTS = ("name", "player", "note")


def _split_field(word: str) -> list[str]:
    """`phys=13` as a field and its value; a word that merely holds a `=` stays whole."""
    field, sign, value = word.partition("=")
    return [field, value] if sign and field.casefold() in (*NUMBERS, *TEXTS) else [word]


def _fields(arguments: Arguments) -> dict[str, int | str]:
    """`phys 13 supply 4`, `phys=13`: fields and what they shall be. Unknown or Malformed."""
    words = [part for word in arguments for part in _split_field(word)]
    found: dict[str, int | str] = {}
    while words:
        field = words.pop(0).casefold()
        if field not in (*NUMBERS, *TEXTS):
            hint = did_you_mean(field, (*NUMBERS, *TEXTS))
            raise Unknown(
                f"An Errant has no «{field}» to set.",
                hint or f"Try: {listed(NUMBERS, 'or')}; a name with a space stands in quotes.",
            )
        if not words:
            raise Malformed(f"What shall «{field}» be?")
        value = words.pop(0)
        found[field] = whole_number(value, what=field) if field in NUMBERS else value
    return found


def _with_fields(errant: Errant, fields: dict[str, int | str]) -> Errant:
    """The Errant with these fields set. Impossible for a value no Errant can have."""
    alone = replace(errant, **fields, items=())
    try:
        return replace(typed(plain(alone), Errant), items=errant.items)
    except ValidationError as error:
        field = next(f for f in fields if f"$.{f}" in str(error))
        bound = re.search(r"([<>])= (\d+)", str(error))
        hint = f"At {'most' if bound[1] == '<' else 'least'} {int(bound[2]):,}." if bound else ""
        raise Impossible(f"{errant.name}'s {field} cannot be {fields[field]}.", hint) from None


def _notes(arguments: Arguments) -> bool:
    """Whether a note of the Guide's is among the fields; what they are is theirs to read."""
    return any(word.partition("=")[0].casefold() == "note" for word in arguments[1:])


@WORDS.command(
    "errant",
    subject="company",
    usage="errant add NAME [retainer|animal] [phys N] [skill N] [mind N] [pres N] [slots N] "
    "[supply N] | errant edit ERRANT FIELD VALUE… | errant remove ERRANT",
    summary="Add, change or remove an Errant, a Retainer or an animal.",
    examples=(
        "errant add Corvin phys 11 skill 14",
        'errant add "Old Tansy" animal slots 80',
        "errant edit bree phys 12",
        "errant remove corvin",
    ),
    secret=_notes,
    completes=("add or edit…",),
)
def errant_word(sitting: Sitting) -> Ruling:
    """Add, edit or remove."""
    steps = {"add": _add, "edit": _edit, "remove": _remove}
    step, *rest = sitting.arguments or ("",)
    if step.casefold() not in steps or not rest:
        raise Malformed(
            "Say add, edit or remove, and whom.", "Try: errant add Corvin phys 11 skill 14"
        )
    return steps[step.casefold()](sitting.campaign, tuple(rest))


def _add(campaign: Campaign, arguments: Arguments) -> Ruling:
    name, *rest = arguments
    kind, fields = take_flag(tuple(rest), "errant", "retainer", "animal")
    taken = {e.id for e in campaign.errants}
    if any(e.name.casefold() == name.casefold() for e in campaign.errants):
        raise Impossible(f"{name} belongs to the Company already.", f'Try: errant edit "{name}"')
    errant = Errant(id=free_slug(name, taken), name=name)
    if kind == "retainer":
        errant = replace(errant, kind="retainer")
    elif kind == "animal":
        errant = replace(errant, kind="animal", slots=80)
    errant = _with_fields(errant, _fields(fields))
    company = tuple(sorted((*campaign.errants, errant), key=lambda e: e.id))
    report = ErrantReport(errant=errant.id, name=errant.name, member=errant.kind, step="added")
    return Ruling(campaign.with_company(company), report)


def _edit(campaign: Campaign, arguments: Arguments) -> Ruling:
    errant = find_errant(campaign, arguments[0])
    fields = _fields(arguments[1:])
    if not fields:
        raise Malformed(
            f"What of {errant.name} shall change?", f"Try: errant edit {errant.id} phys 12"
        )
    after = _with_fields(errant, fields)
    report = ErrantReport(
        errant=errant.id, name=after.name, member=after.kind, step="edited", edited=tuple(fields)
    )
    return Ruling(campaign.with_errant(after), report)


def _remove(campaign: Campaign, arguments: Arguments) -> Ruling:
    errant = find_errant(campaign, " ".join(arguments))
    company = tuple(e for e in campaign.errants if e.id != errant.id)
    report = ErrantReport(errant=errant.id, name=errant.name, member=errant.kind, step="removed")
    return Ruling(_forgotten(campaign, errant.id).with_company(company), report)


def _forgotten(campaign: Campaign, errant_id: str) -> Campaign:
    """The campaign in which nothing speaks of an Errant any more: effects on them, their watch,
    what they declared."""
    effects = tuple(e for e in campaign.campaign.effects if e.errant != errant_id)
    turns = tuple(
        replace(
            turn,
            watch=tuple(w for w in turn.watch if w != errant_id),
            declared={who: what for who, what in turn.declared.items() if who != errant_id},
        )
        for turn in campaign.turns
    )
    return campaign.with_effects(effects).with_turns(turns)


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
        after = _with_fields(errant, {"supply": errant.supply + amount})
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


def company_line(errant: Errant) -> CompanyLine:
    """One of the Company at a glance."""
    food = "feed" if errant.kind == "animal" else "rations"
    return CompanyLine(
        errant=errant.id,
        name=errant.name,
        member=errant.kind,
        slots=errant.item_slots,
        slots_filled=load(errant).filled / 4,
        encumbrance=encumbrance(errant),
        exhaustion=errant.exhaustion,
        supply=errant.supply,
        food=uses(errant, food),
        spd=spd(errant),
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
    lines = tuple(company_line(errant) for errant in sitting.campaign.errants)
    return Ruling(sitting.campaign, CompanyReport(errants=lines))
