"""Answers the words for the Company: who joins, who they are, who leaves or dies, who is away,
their Supply and Exhaustion."""

import re

from msgspec import ValidationError
from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.fights.harm import kill_errant
from companion.campaign.plain_data_encoding import decode_value, encode_value
from companion.commands.handler_result import Ruling
from companion.commands.status import build_hp_lines_of_hurt, build_worn_down_arms_lines
from companion.dice.face_sources import LADDER
from companion.errant.company import ARCHETYPES, Company, Errant, ErrantKind, exhaust_errants
from companion.errant.happenings import SupplyGained, SupplyLost
from companion.errant.names_to_type import quote_typed_name
from companion.errant.packs.slots import (
    compute_spd_under_load,
    count_borne_quarter_slots,
    find_bearer_capacity,
    find_encumbrance,
)
from companion.errant.packs.stacks import count_uses_left
from companion.errant.reaction import ALIGNMENTS
from companion.grammar.context import Context
from companion.grammar.name_matching import require_present_errant
from companion.refusal import Impossible, join_words
from companion.reports.packs import CompanyLine, CompanyReport, ErrantReport, ErrantStep
from companion.reports.status import HpLine, WearLine
from companion.reports.turns import HappeningsReport
from companion.values_with_ids import make_free_slug

_ANIMAL_SLOTS = 80


_CHOICES = {"alignment": ALIGNMENTS, "archetype": ARCHETYPES, "die": LADDER[1:]}
"""What a field can be, where that is one of a few."""


def set_errant_fields(errant: Errant, fields: dict[str, int | str]) -> Errant:
    """The Errant with these fields set. Raises Impossible for a value no Errant can have."""
    alone = replace(errant, **fields, items=())
    try:
        return replace(decode_value(encode_value(alone), Errant), items=errant.items)
    except ValidationError as error:
        field = next(f for f in fields if f"$.{f}" in str(error))
        bound = re.search(r"([<>])= (\d+)", str(error))
        hint = f"At {'most' if bound[1] == '<' else 'least'} {int(bound[2]):,}." if bound else ""
        if field in _CHOICES:
            hint = f"It is {join_words(map(str, _CHOICES[field]), 'or')}."
        raise Impossible(f"{errant.name}'s {field} cannot be {fields[field]}.", hint) from None


def build_member_change_report(
    errant: Errant, step: ErrantStep, edited: tuple[str, ...] = ()
) -> ErrantReport:
    """What happened to a member of the Company, and which fields were edited."""
    return ErrantReport(
        errant=errant.id, name=errant.name, member=errant.kind, step=step, edited=edited
    )


def add_errant(
    context: Context, name: str, kind: ErrantKind | None, fields: dict[str, int | str] | None
) -> Ruling:
    """Add somebody to the Company, or an animal or a vehicle."""
    campaign = context.campaign
    if any(e.name.casefold() == name.casefold() for e in campaign.errants):
        raise Impossible(f"{name} belongs to the Company already.", f'Try: errant edit "{name}"')
    errant = Errant(
        id=make_free_slug(name, {e.id for e in campaign.errants}),
        name=name,
        kind=kind or "errant",
        slots=_ANIMAL_SLOTS if kind == "animal" else None,
    )
    errant = set_errant_fields(errant, fields or {})
    company = tuple(sorted((*campaign.errants, errant), key=lambda e: e.id))
    return Ruling(campaign.with_company(company), build_member_change_report(errant, "added"))


def edit_errant(context: Context, errant: Errant, fields: dict[str, int | str]) -> Ruling:
    """Set fields of an Errant, as phys or the name, to new values."""
    after = set_errant_fields(errant, fields)
    report = build_member_change_report(after, "edited", tuple(fields))
    return Ruling(context.campaign.with_errant(after), report)


def let_errant_die(context: Context, errant: Errant) -> Ruling:
    """Let somebody die because the Guide says so: what they carried lies where they are. Raises
    Impossible for the dead, and for what does not live."""
    if errant.kind in ("stash", "vehicle"):
        raise Impossible(
            f"{errant.name} does not live.", f"Try: errant remove {quote_typed_name(errant)}"
        )
    if errant.is_dead:
        raise Impossible(f"{errant.name} is dead already.", "If nobody died: undo")
    campaign, happened = kill_errant(context.campaign, errant)
    return Ruling(campaign, HappeningsReport(word="errant", happened=happened))


def remove_errant_for_good(context: Context, errant: Errant) -> Ruling:
    """Remove somebody from the campaign for good."""
    campaign = drop_errant_from_campaign(context.campaign, errant.id)
    return Ruling(campaign, build_member_change_report(errant, "removed"))


def drop_errant_from_campaign(campaign: Campaign, gone: str) -> Campaign:
    """The campaign without an Errant, and without effects on them, their watch, what they declared,
    who rides or draws them, and their bonds."""
    company = tuple(
        replace(
            each,
            rides="" if each.rides == gone else each.rides,
            draws="" if each.draws == gone else each.draws,
        )
        for each in campaign.errants
        if each.id != gone
    )
    effects = tuple(effect for effect in campaign.book.effects if effect.errant != gone)
    turns = tuple(
        replace(
            turn,
            watch=tuple(who for who in turn.watch if who != gone),
            declared={who: what for who, what in turn.declared.items() if who != gone},
        )
        for turn in campaign.turns
    )
    npcs = tuple(
        replace(npc, bonds={who: bond for who, bond in npc.bonds.items() if who != gone})
        if gone in npc.bonds
        else npc
        for npc in campaign.world.npcs
    )
    return campaign.with_company(company).with_effects(effects).with_turns(turns).with_npcs(npcs)


def mark_errant_away(context: Context, errant: Errant) -> Ruling:
    """Mark somebody as away: they are counted in nothing."""
    if errant.away:
        raise Impossible(f"{errant.name} is away already.", f"Try: back {quote_typed_name(errant)}")
    campaign = context.campaign.with_errant(replace(errant, away=True))
    return Ruling(campaign, build_member_change_report(errant, "away"))


def mark_errant_present(context: Context, errant: Errant) -> Ruling:
    """Mark somebody who was away as here."""
    if not errant.away:
        raise Impossible(f"{errant.name} is here.", f"Try: away {quote_typed_name(errant)}")
    campaign = context.campaign.with_errant(replace(errant, away=False))
    return Ruling(campaign, build_member_change_report(errant, "back"))


def change_supply(context: Context, errants: Company, amount: int) -> Ruling:
    """Add Supply to each of these, or take it away by an `amount` below 0. Raises Impossible for
    more than somebody has."""
    campaign, happened = context.campaign, tuple[SupplyLost | SupplyGained, ...]()
    for errant in errants:
        if errant.supply + amount < 0:
            raise Impossible(
                f"{errant.name} has only {errant.supply} Supply.",
                typed=f"{amount:+}",
                instead=(f"-{errant.supply}",) if errant.supply else (),
            )
        after = set_errant_fields(errant, {"supply": errant.supply + amount})
        campaign = campaign.with_errant(after)
        lost = SupplyLost(errant.id, -amount, after.supply)
        gained = SupplyGained(errant.id, amount, after.supply)
        happened = (*happened, gained if amount > 0 else lost)
    return Ruling(campaign, HappeningsReport(word="supply", happened=happened))


def change_exhaustion(context: Context, errants: Company, amount: int) -> Ruling:
    """Add Exhaustion to each of these, or take it away by an `amount` below 0."""
    if amount > 0:
        errants = tuple(require_present_errant(each, forced=context.is_forced) for each in errants)
    if abs(amount) > 1_000:
        why = f"{amount} points of Exhaustion is more than anyone can have."
        raise Impossible(why, typed=f"{amount:+}", instead=("+1",))
    company, happened = exhaust_errants(context.campaign.errants, errants, amount)
    if not happened:
        raise Impossible("That changes nobody's Exhaustion.", "To see who has any: company")
    report = HappeningsReport(word="exhaust", happened=happened)
    return Ruling(context.campaign.with_company(company), report)


def show_company(context: Context) -> CompanyReport:
    """Report the Company at a glance, a line for each member."""
    company = context.campaign.errants
    health = {line.errant: line for line in build_hp_lines_of_hurt(context.campaign)}
    members = (each for each in company if each.kind != "stash")
    lines = (_build_company_line(company, each) for each in members)
    wear = {line.errant: line for line in build_worn_down_arms_lines(context.campaign)}
    lines = (_add_wear_of_arms(line, wear.get(line.errant)) for line in lines)
    return CompanyReport(errants=tuple(_add_hp_and_wounds(line, health) for line in lines))


def _add_wear_of_arms(line: CompanyLine, wear: WearLine | None) -> CompanyLine:
    """The line with what is left of somebody's armour, if it is not whole."""
    if wear is None:
        return line
    lacks = wear.blocks < wear.most_blocks
    return replace(
        line,
        blocks=wear.blocks if lacks else None,
        most_blocks=wear.most_blocks if lacks else None,
        failing=wear.failing,
    )


def _add_hp_and_wounds(line: CompanyLine, health: dict[str, HpLine]) -> CompanyLine:
    """The line with what is wrong with somebody, if anything is."""
    hurt = health.get(line.errant)
    if hurt is None:
        return line
    has_lost = hurt.hp is not None and hurt.hp_max is not None and hurt.hp < hurt.hp_max
    return replace(
        line,
        hp=hurt.hp if has_lost else None,
        hp_max=hurt.hp_max if has_lost else None,
        dying=hurt.dying.turns if hurt.dying else None,
        dying_turns=hurt.dying.turn_type if hurt.dying else "",
        out_of_action=hurt.out_of_action,
        wounds=len(hurt.wounds),
    )


def _build_company_line(company: Company, errant: Errant) -> CompanyLine:
    return CompanyLine(
        errant=errant.id,
        name=errant.name,
        member=errant.kind,
        slots=find_bearer_capacity(company, errant),
        slots_filled=count_borne_quarter_slots(company, errant) / 4,
        encumbrance=find_encumbrance(errant),
        exhaustion=errant.exhaustion,
        supply=errant.supply,
        food=count_uses_left(errant, "feed" if errant.kind == "animal" else "rations"),
        spd=compute_spd_under_load(company, errant),
        away=errant.away,
        dead=errant.is_dead,
        starving=errant.starving is not None,
    )
