"""One exchange of a Negotiation: who speaks, the Check, its outcome, and the patience that is
left."""

from typing import NamedTuple

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.commands.dice_for_handlers import make_check_face_source
from companion.commands.handler_result import Ruling
from companion.commands.people.checks_and_saves import (
    CheckRequest,
    build_check_report,
    list_social_circumstances,
)
from companion.commands.people.reactions_and_morale import find_disposition_band, mark_npc_met
from companion.errant.checks_and_saves import CheckRoll, roll_check
from companion.errant.company import Errant, list_members_present
from companion.errant.names_to_type import quote_typed_name
from companion.errant.negotiation import (
    Category,
    CheckedCategory,
    Exchange,
    Negotiation,
    apply_exchange,
    find_exchange_outcome,
)
from companion.errant.packs.slots import can_act
from companion.errant.world import Npc
from companion.grammar.argument_kinds.npcs_and_factions import take_name_after_word
from companion.grammar.argument_kinds.terms_of_checks import parse_check_terms
from companion.grammar.context import Context
from companion.grammar.name_matching import (
    find_errant,
    find_exact_errant,
    require_errant_or_retainer,
    require_present_and_able_errant,
)
from companion.grammar.option_and_number_parsing import Arguments, take_signed_numbers
from companion.refusal import Impossible, Malformed
from companion.reports.npcs_and_factions import ExchangeOutcome, ExchangeReport


class _ExchangeResult(NamedTuple):
    """The outcome of an exchange: the change of disposition, its name, and the Check, if it took
    one, as it was asked for and as it fell."""

    change: int
    name: ExchangeOutcome
    request: CheckRequest | None = None
    roll: CheckRoll | None = None


def play_negotiation_exchange(
    context: Context, npc: Npc, talk: Negotiation, category: Category, typed: Arguments
) -> Ruling:
    """An exchange with an NPC with whom a Negotiation goes on; or its chance, after `?`."""
    campaign = context.campaign
    who, rest = take_name_after_word(typed, "by", campaign.errants)
    is_circumstance = rest[1:] and rest[1][:1] in "+-"
    if who is None and rest and not is_circumstance and find_exact_errant(campaign, rest[0]):
        who, rest = rest[0], rest[1:]
    speaker = _find_speaker(context, who)
    if category == "banal" or category == "bribe":
        if context.is_asking:
            raise Impossible(f"There is no Check in «{category}».", "Leave the ? out.")
        result = _parse_bribe(npc, rest) if category == "bribe" else _make_small_talk(npc, rest)
    else:
        if context.is_asking and context.faces is not None:
            raise Malformed("A chance is told without dice.", "Leave the ? or the face out.")
        request = _make_check_request(campaign, npc, category, speaker, rest)
        if context.is_asking:
            return Ruling(campaign, build_check_report(request, None))
        result = _roll_exchange_check(context, category, request)
    assert npc.disposition is not None  # the files hold no Negotiation without one
    done = apply_exchange(talk, npc.disposition, category, result.change, campaign.now)
    after = replace(npc, disposition=done.disposition_after).with_negotiation(done.negotiation)
    after = mark_npc_met(context, after)
    report = _build_exchange_report(campaign, after, speaker, category, result, done)
    outcome = f"{category} {result.name} {speaker.id}"
    return Ruling(campaign.with_npc(after), report, outcome=outcome, secret=True)


def _find_speaker(context: Context, who: str | None) -> Errant:
    """Whoever is named, else the one of those here with the most pres. Raises Impossible."""
    if who is not None:
        errant = require_errant_or_retainer(find_errant(context.campaign, who), "does not talk")
        return require_present_and_able_errant(errant, forced=context.is_forced)
    able = [errant for errant in list_members_present(context.campaign.errants) if can_act(errant)]
    if not able:
        raise Impossible("Nobody of the Company is here to talk.", "See company, and back.")
    return max(able, key=lambda errant: errant.pres)


def _make_check_request(
    campaign: Campaign, npc: Npc, category: CheckedCategory, speaker: Errant, typed: Arguments
) -> CheckRequest:
    """The Check of pres that an exchange takes, with the stakes this NPC has for the category, the
    DV of their disposition, and what was typed besides."""
    terms = parse_check_terms(typed)
    return CheckRequest(
        errant=speaker.id,
        name=speaker.name,
        attribute="pres",
        target=speaker.pres,
        stakes=terms.fill_missing_stakes(npc.get_stakes(category)),
        circumstances=(*list_social_circumstances(campaign, npc), *terms.circumstances),
        guide_only=True,
    )


def _make_small_talk(npc: Npc, rest: Arguments) -> _ExchangeResult:
    if rest:
        raise Malformed(
            "Small talk takes no Check and moves nothing.",
            f"Try: talk {quote_typed_name(npc)} banal by bree",
        )
    return _ExchangeResult(0, "small_talk")


def _parse_bribe(npc: Npc, rest: Arguments) -> _ExchangeResult:
    """The change of disposition that the Guide says a bribe makes."""
    signed, left = take_signed_numbers(tuple("+0" if word == "0" else word for word in rest))
    if left or not signed:
        raise Malformed(
            "What does the bribe do to disposition? You say it.",
            f"Try: talk {quote_typed_name(npc)} bribe +1, or -2, or 0 where they do not care",
        )
    change = sum(signed)
    return _ExchangeResult(
        change, "swayed" if change > 0 else "affronted" if change < 0 else "unmoved"
    )


def _roll_exchange_check(
    context: Context, category: CheckedCategory, request: CheckRequest
) -> _ExchangeResult:
    with make_check_face_source(context, "talk", [request.dv]) as dice:
        roll = roll_check(request.target, request.dv, dice)
    change, name = find_exchange_outcome(
        category,
        success=roll.success,
        position=request.stakes.position,
        impact=request.stakes.impact,
        rules=context.campaign.book.rules.negotiation,
    )
    return _ExchangeResult(change, name, request, roll)


def _build_exchange_report(
    campaign: Campaign,
    npc: Npc,
    speaker: Errant,
    category: Category,
    result: _ExchangeResult,
    done: Exchange,
) -> ExchangeReport:
    it, roll = result.request, result.roll
    talk, now = done.negotiation, find_disposition_band(campaign, done.disposition_after)
    return ExchangeReport(
        npc=npc.id,
        name=npc.name,
        errant=speaker.id,
        category=category,
        position=it.stakes.position if it else None,
        impact=it.stakes.impact if it else None,
        dv=roll.dv if roll else None,
        base_dv=it.stakes.dv if it else None,
        target=roll.target if roll else None,
        faces=(roll.face,) if roll and roll.face is not None else (),
        entered=bool(roll and roll.entered),
        success=roll.success if roll else None,
        outcome=result.name,
        circumstances=it.circumstances if it else (),
        disposition_before=done.disposition_before,
        disposition_after=done.disposition_after,
        change=result.change,
        cost=done.cost,
        band=now.name,
        band_before=find_disposition_band(campaign, done.disposition_before).name,
        dv_modifier=now.dv,
        exchanges=talk.exchanges,
        patience=talk.patience,
        exchanges_left=talk.exchanges_left,
        banal=talk.banal,
        ended=bool(talk.ended),
    )
