"""Answers the words for how NPCs feel: dispositions, Reaction Rolls and Morale (Core Procedures,
Reaction Rolls; Initiative Turns, Morale)."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.fights.fights import record_morale
from companion.commands.dice_for_handlers import make_dice_face_source
from companion.commands.handler_result import Ruling
from companion.errant.company import Errant, list_members_present
from companion.errant.names_to_type import quote_typed_name
from companion.errant.negotiation import begin_negotiation
from companion.errant.reaction import (
    MAX_GUIDE_MODIFIER,
    Band,
    KnownDisposition,
    Sway,
    TwoDice,
    choose_known_disposition,
    clamp_disposition,
    find_band_of_disposition,
    find_swaying_member,
    is_morale_held,
    require_modifier_range,
    roll_two_dice,
)
from companion.errant.world import Npc
from companion.grammar.context import Context
from companion.refusal import Impossible
from companion.reports.npcs_and_factions import MoraleReport, ReactionReport

_GUIDE, _REPUTATION = "the Guide", "reputation"
"""The sources of a disposition without dice, beside a bond."""


class ReactionOutcome(NamedTuple):
    """The campaign in which an NPC has a new disposition, that NPC, and the Report."""

    campaign: Campaign
    npc: Npc
    report: ReactionReport


def find_disposition_band(campaign: Campaign, disposition: int) -> Band:
    """The band of a disposition, by the rules of this campaign."""
    return find_band_of_disposition(disposition, campaign.book.rules.reaction)


def find_bond_or_reputation_disposition(
    campaign: Campaign, npc: Npc, *, lowest: bool = False
) -> KnownDisposition | None:
    """The disposition that an NPC has from a bond with a member who is here, or from reputation."""
    if not npc.bonds and not npc.faction:
        return None
    present = (each.id for each in list_members_present(campaign.errants))
    reputations = {each.id: each.reputation for each in campaign.world.factions}
    return choose_known_disposition(npc.bonds, present, reputations.get(npc.faction), lowest=lowest)


def get_npc_disposition(campaign: Campaign, npc: Npc) -> int | None:
    """An NPC's disposition now, None if it is unknown."""
    if npc.disposition is not None:
        return npc.disposition
    standing = find_bond_or_reputation_disposition(campaign, npc)
    return standing.disposition if standing is not None else None


def apply_bond_or_reputation(campaign: Campaign, npc: Npc, was: KnownDisposition | None) -> Npc:
    """The NPC with the disposition that a bond or a reputation gives. It stays as it is if that is
    what it `was` before this word, and while a Negotiation goes on, which moves it."""
    standing = find_bond_or_reputation_disposition(campaign, npc)
    if standing is None or standing == was or npc.is_in_negotiation:
        return npc
    return replace(npc, disposition=standing.disposition)


def place_npc_where_company_is(campaign: Campaign, npc: Npc) -> Npc:
    """The NPC in the Settlement, or at the place, where the Company is."""
    here = campaign.place_here
    settled = any(here == each.id for each in campaign.world.settlements)
    return replace(npc, settlement=here) if settled else replace(npc, place=here)


def mark_npc_met(context: Context, npc: Npc) -> Npc:
    """The NPC, whom the players have met from now on, unless the line is secret."""
    return npc if npc.met or context.is_secret else replace(npc, met=True)


def mark_fighter_met(context: Context, campaign: Campaign, who: Errant | Npc | None) -> Campaign:
    """The campaign in which the players have met an NPC who fights before their eyes; as it is for
    anybody else, and in a secret line."""
    if not isinstance(who, Npc):
        return campaign
    return campaign.with_npc(mark_npc_met(context, campaign.get_up_to_date_npc(who)))


def set_disposition(context: Context, npc: Npc, disposition: int) -> Ruling:
    """Set an NPC's disposition to the number that the Guide gives."""
    return _build_reaction_ruling(_set_disposition(context, npc, disposition, by=_GUIDE))


def make_reaction_roll(
    context: Context, npc: Npc, modifiers: tuple[int, ...], lowest: str | None
) -> Ruling:
    """Roll 2D6 for how an NPC takes to the Company, and report their disposition."""
    ruling = _build_reaction_ruling(
        roll_reaction_unless_known(context, npc, modifiers, lowest=lowest is not None)
    )
    return ruling._replace(warnings=warn_of_absent_npc(context, npc))


def warn_of_absent_npc(context: Context, npc: Npc) -> tuple[str, ...]:
    """Where the campaign has an NPC, for the Guide, if the Company is elsewhere; nothing if it is
    forced."""
    campaign, place = context.campaign, npc.settlement or npc.place
    here = {turn.place for turn in campaign.turns}
    if not context.is_guide or context.is_forced or not place or place in here:
        return ()
    return (f"{npc.name} is at {campaign.get_place_name(place)}, and the Company is not.",)


def _build_reaction_ruling(found: ReactionOutcome) -> Ruling:
    report = found.report
    rolled = f"{' + '.join(map(str, report.faces))}: " if report.faces else ""
    outcome = f"{rolled}{report.disposition} {report.band}"
    return Ruling(found.campaign, report, outcome=outcome, secret=True)


def roll_reaction_unless_known(
    context: Context, npc: Npc, signed: Sequence[int], *, lowest: bool = False
) -> ReactionOutcome:
    """Make a Reaction Roll, unless a bond or a reputation gives the disposition, with the Guide's
    modifiers. Typed faces roll all the same; so does force, but for modifiers of more than 3."""
    campaign = context.campaign
    guides = require_modifier_range(sum(signed), forced=context.is_forced)
    known = find_bond_or_reputation_disposition(campaign, npc, lowest=lowest)
    anyway = context.is_forced and abs(guides) <= MAX_GUIDE_MODIFIER
    if known is not None and context.faces is None and not anyway:
        by = campaign.get_errant(known.errant).name if known.errant else _REPUTATION
        disposition = clamp_disposition(known.disposition + guides)
        return _set_disposition(context, npc, disposition, guides=guides, by=by)
    if lowest and context.seat == "guide":
        why = "has no bond to go by" if known is None else "goes by a bond without dice"
        raise Impossible(f"{npc.name} {why}.", f"Try: react {quote_typed_name(npc)}")
    present = list_members_present(campaign.errants)
    sway = find_swaying_member([(each.id, each.alignment) for each in present], npc.alignment)
    with make_dice_face_source(context, "reaction", 2) as dice:
        roll = roll_two_dice(dice, guides + (sway.modifier if sway else 0))
    disposition = clamp_disposition(roll.total)
    return _set_disposition(context, npc, disposition, guides=guides, roll=roll, sway=sway)


def _set_disposition(
    context: Context,
    npc: Npc,
    disposition: int,
    *,
    guides: int = 0,
    by: str = "",
    roll: TwoDice | None = None,
    sway: Sway | None = None,
) -> ReactionOutcome:
    """The NPC with this disposition, and how it came about."""
    after = mark_npc_met(context, replace(npc, disposition=disposition))
    found, talk = find_disposition_band(context.campaign, disposition), npc.negotiation
    report = ReactionReport(
        npc=npc.id,
        name=npc.name,
        faces=roll.faces if roll else (),
        entered=bool(roll and roll.entered),
        modifier=roll.modifier if roll else guides,
        guides=guides,
        alignment=sway.modifier if sway else 0,
        swayed_by=sway.errant if sway else "",
        disposition=disposition,
        band=found.name,
        dv_modifier=found.dv,
        patience=begin_negotiation(disposition).patience,
        talk=talk.state if talk else "none",
        exchanges_left=talk.exchanges_left if talk and npc.is_in_negotiation else None,
        known_by=by,
    )
    return ReactionOutcome(context.campaign.with_npc(after), after, report)


def make_morale_roll(
    context: Context, fighter: Npc | Errant, morale: int | None, modifiers: tuple[int, ...]
) -> Ruling:
    """Roll for the Morale of somebody in danger: they stand or lose heart."""
    score = morale or fighter.morale
    if score is None:
        raise Impossible(
            f"Nobody has said what the Morale of {fighter.name} is.",
            f"To say it and roll: morale {quote_typed_name(fighter)} is 7",
        )
    fighter, campaign = replace(fighter, morale=score), context.campaign
    if isinstance(fighter, Npc):
        campaign = campaign.with_npc(mark_npc_met(context, fighter))
    else:
        campaign = campaign.with_errant(fighter)
    with make_dice_face_source(context, "morale", 2) as dice:
        roll = roll_two_dice(dice, sum(modifiers))
    is_held = is_morale_held(roll.total, score)
    campaign = record_morale(campaign, fighter.id, holds=is_held)
    report = MoraleReport(
        who=fighter.id,
        name=fighter.name,
        ally=isinstance(fighter, Errant),
        faces=roll.faces,
        entered=roll.entered,
        modifier=roll.modifier,
        total=roll.total,
        morale=score,
        held=is_held,
    )
    outcome = f"{roll.total} {'holds' if is_held else 'breaks'}"
    return Ruling(campaign, report, outcome=outcome)
