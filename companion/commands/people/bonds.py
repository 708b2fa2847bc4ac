"""Answers `bond` and `court`: bonds between NPCs and Errants, and courting NPCs and Factions
(Downtime Turns, Bonds; Reputation)."""

from typing import Literal

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.commands.dice_for_handlers import make_dice_face_source
from companion.commands.handler_result import Ruling
from companion.commands.people.factions import replace_faction_in_campaign
from companion.commands.people.npc_reports import build_npc_report
from companion.commands.people.reactions_and_morale import (
    apply_bond_or_reputation,
    find_bond_or_reputation_disposition,
    get_npc_disposition,
    mark_npc_met,
)
from companion.errant.company import Errant
from companion.errant.names_to_type import quote_typed_name
from companion.errant.reaction import (
    NEUTRAL_STANDING,
    clamp_disposition,
    compute_reputation_gain,
    decide_courtship,
    find_standing_of_score,
    name_standing,
    require_modifier_range,
    roll_two_dice,
)
from companion.errant.world import Faction, Npc
from companion.grammar.context import Context
from companion.grammar.name_matching import (
    require_able_errant_here_or_away,
    require_errant_or_retainer,
)
from companion.grammar.option_and_number_parsing import Setting
from companion.refusal import Malformed
from companion.reports.npcs_and_factions import BondReport, BondStep, CourtReport, NpcReport


def show_npc_bonds(context: Context, npc: Npc) -> NpcReport:
    """Report with whom an NPC has bonds."""
    return build_npc_report(context.campaign, "told", (npc,))


def show_bond_with_errant(_context: Context, npc: Npc, person: Errant) -> BondReport:
    """The bond between an NPC and an Errant."""
    errant = _require_person(person)
    return _build_bond_report(npc, errant, "told", npc.bonds.get(errant.id))


def set_bond(context: Context, npc: Npc, person: Errant, bond: Setting) -> Ruling:
    """Make a bond, or move it: it moves from what it is, else from the NPC's disposition."""
    errant, score = _require_person(person), bond.number
    if bond.is_change:
        before = _find_starting_score(context.campaign, npc, errant)
        score = clamp_disposition(before + bond.number)
    return _build_bond_ruling(context.campaign, npc, errant, score)


def end_bond(context: Context, npc: Npc, person: Errant) -> Ruling:
    """Remove the bond between an NPC and an Errant."""
    return _build_bond_ruling(context.campaign, npc, _require_person(person), None)


def _build_bond_ruling(campaign: Campaign, npc: Npc, errant: Errant, score: int | None) -> Ruling:
    after = _change_bond(campaign, npc, errant, score)
    step: BondStep = "off" if score is None else "set"
    report = _build_bond_report(after, errant, step, npc.bonds.get(errant.id))
    waits = (
        after.is_in_negotiation and find_bond_or_reputation_disposition(campaign, after) is not None
    )
    later = (
        (f"A Negotiation goes on: it counts from the next react {quote_typed_name(npc)}.",)
        if waits
        else ()
    )
    return Ruling(campaign.with_npc(after), report, warnings=later)


def _require_person(errant: Errant) -> Errant:
    return require_errant_or_retainer(errant, "has no bonds")


def _find_starting_score(campaign: Campaign, npc: Npc, errant: Errant) -> int:
    """The score that a bond moves from: its own; without one, the NPC's disposition."""
    return npc.bonds.get(errant.id) or get_npc_disposition(campaign, npc) or NEUTRAL_STANDING


def _build_bond_report(npc: Npc, errant: Errant, step: BondStep, before: int | None) -> BondReport:
    bond = npc.bonds.get(errant.id)
    favours = find_standing_of_score(bond or 0)
    pull = compute_reputation_gain(bond or 0) - compute_reputation_gain(before or 0)
    has_pull = npc.faction != "" and pull > 0
    return BondReport(
        npc=npc.id,
        name=npc.name,
        errant=errant.id,
        step=step,
        bond=bond,
        called="" if bond is None else name_standing("bond", bond),
        free=favours.free,
        at_a_cost=favours.at_a_cost,
        faction=npc.faction if has_pull else "",
        pull=pull if has_pull else 0,
    )


def _change_bond(campaign: Campaign, npc: Npc, errant: Errant, score: int | None) -> Npc:
    bonds = {each: bond for each, bond in npc.bonds.items() if each != errant.id}
    if score is not None:
        bonds[errant.id] = score
    bound = replace(npc, bonds=dict(sorted(bonds.items())))
    return apply_bond_or_reputation(
        campaign, bound, find_bond_or_reputation_disposition(campaign, npc)
    )


def roll_courtship(
    context: Context,
    courted: Npc | Faction,
    person: Errant | None,
    way: Literal["up", "down"],
    modifiers: tuple[int, ...],
) -> Ruling:
    """Roll 2D6 for courting an NPC or a Faction, to be liked more (`up`) or less (`down`)."""
    courtier, before = _find_courtship(context, courted, person, way)
    turns = context.campaign.turns
    if not turns or turns[-1].type != "downtime":
        hint = "Leave the open Turns (out), then zoom downtime." if turns else "Try: zoom downtime."
        context.refuse_unforced("Courting is an action of a Downtime Turn.", hint)
    modifier = require_modifier_range(sum(modifiers), forced=context.is_forced)
    with make_dice_face_source(context, "reaction", 2) as dice:
        rolled = roll_two_dice(dice, modifier)
    result = decide_courtship(rolled.total)
    step = 1 if way == "up" else -1
    moves, is_npc = result == "changes", isinstance(courted, Npc)
    score = clamp_disposition(before + step) if moves else before
    report = CourtReport(
        npc=courted.id if is_npc else "",
        faction="" if is_npc else courted.id,
        name=courted.name,
        errant=courtier.id if courtier else "",
        faces=rolled.faces,
        entered=rolled.entered,
        modifier=modifier,
        total=rolled.total,
        result=result,
        step=step,
        before=before,
        after=score,
        called=name_standing("bond" if is_npc else "reputation", score),
    )
    after = _apply_courtship(context, courted, courtier, score if moves else None)
    return Ruling(after, report, outcome=f"{rolled.total} {result}", secret=True)


def _find_courtship(
    context: Context, courted: Npc | Faction, person: Errant | None, way: str
) -> tuple[Errant | None, int]:
    """Who courts, and the score before. Raises Malformed for an NPC courted by nobody, Impossible
    for somebody who can do nothing."""
    courtier = _require_person(person) if person else None
    if courtier is not None:
        require_able_errant_here_or_away(courtier, forced=context.is_forced)
    if isinstance(courted, Faction):
        return courtier, courted.reputation or NEUTRAL_STANDING
    if courtier is None:
        raise Malformed(
            "Whose bond is to move?", f"Try: court {quote_typed_name(courted)} by bree {way}"
        )
    return courtier, _find_starting_score(context.campaign, courted, courtier)


def _apply_courtship(
    context: Context, courted: Npc | Faction, courtier: Errant | None, score: int | None
) -> Campaign:
    """The campaign with the new score, if it moved. Whoever is courted openly is met."""
    campaign = context.campaign
    if isinstance(courted, Faction):
        reputation = courted.reputation if score is None else score
        met = courted.met or not context.is_secret
        return replace_faction_in_campaign(
            campaign, replace(courted, reputation=reputation, met=met)
        )
    if score is not None and courtier is not None:
        courted = _change_bond(campaign, courted, courtier, score)
    return campaign.with_npc(mark_npc_met(context, courted))
