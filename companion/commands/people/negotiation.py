"""Answers `talk`: begins, shows and ends a Negotiation with an NPC (Core Procedures,
Negotiations)."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.invalid_campaign_values import MAX_NAME_CHARACTERS
from companion.commands.handler_result import Ruling
from companion.commands.people.negotiation_exchanges import play_negotiation_exchange
from companion.commands.people.npc_reports import build_npc_report, build_unusual_stakes_lines
from companion.commands.people.reactions_and_morale import (
    find_disposition_band,
    mark_npc_met,
    roll_reaction_unless_known,
    warn_of_absent_npc,
)
from companion.errant.checks_and_saves import Stakes
from companion.errant.names_to_type import quote_typed_name
from companion.errant.negotiation import (
    CATEGORIES,
    CHECKED_CATEGORIES,
    ENDED_BY_PARTING,
    ENDED_BY_PATIENCE,
    Category,
    Negotiation,
    begin_negotiation,
)
from companion.errant.world import MAX_PATIENCE, Npc
from companion.grammar.argument_kinds.field_values import CLEARING_WORDS
from companion.grammar.argument_kinds.negotiation import EndRequest, TalkRequest
from companion.grammar.argument_kinds.npcs_and_factions import list_nameable_npcs
from companion.grammar.argument_kinds.terms_of_checks import parse_check_terms
from companion.grammar.context import Context
from companion.grammar.option_and_number_parsing import (
    Arguments,
    require_no_arguments,
    take_keyword,
    take_signed_numbers,
)
from companion.refusal import Impossible, Malformed
from companion.reports.npcs_and_factions import (
    ExchangeReport,
    NegotiationReport,
    NegotiationStep,
    NpcReport,
    ReactionReport,
)


def begin_or_continue_negotiation(context: Context, talk: TalkRequest) -> Ruling:
    """Begin or go on with a Negotiation."""
    (npc, step, rest), faces = talk, context.faces
    going_on = npc.negotiation
    if faces is not None and step not in ("", "again", *CHECKED_CATEGORIES):
        raise Impossible(f"No die is rolled for «{step}».", "Leave the face out.")
    if step == "base":
        return _set_stakes(context.campaign, npc, rest)
    if step == "" and going_on is not None and not (rest or faces or going_on.ended):
        return _build_negotiation_ruling(context.campaign, npc, "stands")
    if step == "again" or (step == "" and going_on is None):
        return _begin_negotiation(context, npc, rest)
    if step in CATEGORIES and going_on is None and npc.disposition is not None:
        return _begin_with_exchange(context, npc, npc.disposition, step, rest)
    going_on = _require_open_negotiation(context, npc)
    if step == "":
        raise Impossible(
            f"The Negotiation with {npc.name} goes on: nothing is rolled anew.",
            f"Try: talk {quote_typed_name(npc)} giving, or talk {quote_typed_name(npc)} again",
        )
    if step == "patience":
        return _change_patience(context.campaign, npc, going_on, rest)
    return play_negotiation_exchange(context, npc, going_on, _get_category_of_step(step), rest)


def _get_category_of_step(step: str) -> Category:
    return next(each for each in CATEGORIES if each == step)


def _begin_with_exchange(
    context: Context, npc: Npc, disposition: int, step: str, rest: Arguments
) -> Ruling:
    """Begin a Negotiation with its first exchange, where the disposition is known."""
    begun = begin_negotiation(disposition)
    ruling = play_negotiation_exchange(context, npc, begun, _get_category_of_step(step), rest)
    if not isinstance(ruling.report, ExchangeReport):  # only the chance was asked for
        return ruling
    return ruling._replace(
        report=replace(ruling.report, began=True),
        warnings=(*ruling.warnings, *warn_of_absent_npc(context, npc)),
    )


def _require_open_negotiation(context: Context, npc: Npc) -> Negotiation:
    """The Negotiation with an NPC. Raises Impossible if there is none, or it has ended."""
    if npc.negotiation is None:
        raise Impossible(f"{npc.name} is in no Negotiation.", f"Try: talk {quote_typed_name(npc)}")
    if npc.negotiation.ended:
        raise _make_ended_refusal(npc, npc.negotiation, guide=context.is_guide)
    return npc.negotiation


def show_open_negotiations(context: Context) -> NpcReport:
    """The Negotiations that go on. Raises Malformed if there is none."""
    going_on = tuple(npc for npc in list_nameable_npcs(context) if npc.is_in_negotiation)
    if not going_on:
        raise Malformed("No Negotiation goes on. Talk to whom?", "Try: talk ysolde")
    return build_npc_report(context.campaign, "listed", going_on)


def _make_ended_refusal(npc: Npc, talk: Negotiation, *, guide: bool) -> Impossible:
    """When and why it ended; the reason that the Guide gave is the Guide's alone."""
    why = ": their patience was worn out" if talk.ended == ENDED_BY_PATIENCE else ""
    if guide and not why:
        why = f": {talk.ended}"
    when = f" on {talk.ended_at}" if talk.ended_at is not None else ""
    return Impossible(
        f"The Negotiation with {npc.name} ended{when}{why}.",
        f"Try: talk {quote_typed_name(npc)} again",
    )


def _begin_negotiation(context: Context, npc: Npc, rest: Arguments) -> Ruling:
    """Begin with the last Reaction Roll, or one made now."""
    campaign, report, disposition = context.campaign, None, npc.disposition
    signed, others = take_signed_numbers(rest)
    require_no_arguments(f"talk {quote_typed_name(npc)} again", others)
    if disposition is None:
        campaign, npc, report = roll_reaction_unless_known(context, npc, signed)
        disposition = report.disposition
    elif context.seat == "guide" and (signed or context.faces is not None):
        raise Impossible(
            f"The disposition of {npc.name} is known: nothing is rolled.",
            f"To roll anew: react! {quote_typed_name(npc)}",
        )
    npc = mark_npc_met(context, npc.with_negotiation(begin_negotiation(disposition)))
    ruling = _build_negotiation_ruling(campaign, npc, "began", report)
    return ruling._replace(warnings=(*ruling.warnings, *warn_of_absent_npc(context, npc)))


def end_negotiation(context: Context, end: EndRequest) -> Ruling:
    """End a Negotiation, with a reason if there is one to give."""
    (npc, why), campaign = end, context.campaign
    talk = _require_open_negotiation(context, npc)
    if len(why) > MAX_NAME_CHARACTERS:
        raise Malformed(
            f"Why it ended has {len(why)} characters.", f"At most {MAX_NAME_CHARACTERS}."
        )
    if why in (ENDED_BY_PATIENCE, ENDED_BY_PARTING):
        why = f"{why}."  # those mean that nobody ended it
    ended = talk.close(why or ENDED_BY_PARTING, campaign.now)
    return _build_negotiation_ruling(campaign, npc.with_negotiation(ended), "ended")


def _change_patience(campaign: Campaign, npc: Npc, talk: Negotiation, rest: Arguments) -> Ruling:
    """Give the NPC more or less patience, by a signed number of exchanges."""
    signed, left = take_signed_numbers(rest)
    if left or not signed:
        raise Malformed("Patience by how much?", f"Try: talk {quote_typed_name(npc)} patience -1")
    if abs(sum(signed)) > MAX_PATIENCE:
        raise Impossible(
            f"{sum(signed):+} is more than anybody bears.", f"At most {MAX_PATIENCE} exchanges."
        )
    return _build_negotiation_ruling(
        campaign, npc.with_negotiation(talk.wear_patience(-sum(signed))), "worn"
    )


def _set_stakes(campaign: Campaign, npc: Npc, rest: Arguments) -> Ruling:
    """Set or clear the DV and stakes that exchanges of a category begin with."""
    category, left = take_keyword(rest, *CHECKED_CATEGORIES)
    if category is None:
        raise Malformed(
            "What begins so: giving, taking or convincing?",
            f"Try: talk {quote_typed_name(npc)} base giving dv 4 dire strong",
        )
    if len(left) == 1 and left[0].casefold() in CLEARING_WORDS:
        return _build_negotiation_ruling(campaign, npc.with_stakes(category, Stakes()), "set")
    terms = parse_check_terms(left)
    if not left:
        raise Malformed(
            f"What do {category} exchanges with {npc.name} begin with?",
            f"Try: talk {quote_typed_name(npc)} base {category} dv 4 dire strong",
        )
    if terms.circumstances:
        raise Malformed(
            "What exchanges begin with is a DV, not circumstances.",
            f"Try: talk {quote_typed_name(npc)} base {category} dv 4",
        )
    stakes = terms.fill_missing_stakes(npc.get_stakes(category))
    return _build_negotiation_ruling(campaign, npc.with_stakes(category, stakes), "set")


def _build_negotiation_ruling(
    campaign: Campaign, npc: Npc, step: NegotiationStep, reaction: ReactionReport | None = None
) -> Ruling:
    """The campaign with this NPC, and how the Negotiation stands."""
    talk, disposition = npc.negotiation, npc.disposition
    found = find_disposition_band(campaign, disposition) if disposition is not None else None
    report = NegotiationReport(
        npc=npc.id,
        name=npc.name,
        step=step,
        disposition=disposition,
        band=found.name if found else None,
        dv_modifier=found.dv if found else 0,
        patience=talk.patience if talk else None,
        exchanges=talk.exchanges if talk else 0,
        exchanges_left=talk.exchanges_left if talk else 0,
        banal=talk.banal if talk else "not_yet",
        ended=bool(talk and talk.ended),
        why_ended=talk.ended if talk else "",
        bases=build_unusual_stakes_lines(npc),
        reaction=reaction,
    )
    outcome = {"began": "begins", "ended": "ends"}.get(step, "")
    return Ruling(campaign.with_npc(npc), report, outcome=outcome)
