"""Bonds and courting at the prompt (Downtime Turns, Bonds; Reputation)."""

from typing import NamedTuple

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.commands.context import WORDS, Ruling, open_dice
from companion.commands.people.dispositions import (
    apply_known_disposition,
    disposition_of,
    find_bond_or_reputation,
    meet_npc,
)
from companion.commands.people.factions import replace_faction
from companion.commands.people.npcs import build_npc_report
from companion.errant.errants import Errant
from companion.errant.reaction import (
    MAX_DISPOSITION,
    MIN_DISPOSITION,
    NEUTRAL_STANDING,
    clamp_disposition,
    compute_reputation_gain,
    decide_courtship,
    find_standing,
    name_standing,
    require_modifier_range,
    roll_two_dice,
)
from companion.errant.world import Faction, Npc
from companion.grammar.arguments import (
    Arguments,
    parse_number_between,
    parse_whole_number,
    take_faces,
    take_flag,
    take_signed,
)
from companion.grammar.context import Context
from companion.grammar.kinds.people import (
    find_faction,
    find_npc,
    is_faction,
    is_npc,
    list_nameable_factions,
    list_nameable_npcs,
    take_name_after,
    take_npc_name,
)
from companion.grammar.names import find_errant, require_person, take_leading_name
from companion.refusal import Impossible, Malformed, Unknown, suggest_similar
from companion.reports.people import BondReport, BondStep, CourtReport


@WORDS.command(
    "bond",
    subject="people",
    usage="bond NPC [ERRANT [N|±N|off]]",
    completes=("npc", "person", "modifier"),
)
def handle_bond(context: Context) -> Ruling:
    """Set or tell a bond."""
    campaign = context.campaign
    name, arguments = take_npc_name(context, context.arguments)
    who, rest = take_leading_name(arguments, campaign.errants)
    if not name or len(rest) > 1:
        raise Malformed("A bond is between an NPC and an Errant.", "Try: bond ysolde corvin 9")
    npc = find_npc(context, name)
    if not who:
        return Ruling(campaign, build_npc_report(campaign, "told", (npc,)))
    errant = _find_person(campaign, who)
    before = npc.bonds.get(errant.id)
    if not rest:
        return Ruling(campaign, _build_bond_report(npc, errant, "told", before))
    off = rest[0].casefold() == "off"
    score = None if off else _parse_score(_find_starting_score(campaign, npc, errant), rest[0])
    after = _set_bond(campaign, npc, errant, score)
    report = _build_bond_report(after, errant, "off" if off else "set", before)
    waits = after.is_in_negotiation and find_bond_or_reputation(campaign, after) is not None
    later = (f"A Negotiation goes on: it counts from the next react {npc.id}.",) if waits else ()
    return Ruling(campaign.with_npc(after), report, warnings=later)


def _find_person(campaign: Campaign, name: str) -> Errant:
    return require_person(find_errant(campaign, name), "has no bonds")


def _find_starting_score(campaign: Campaign, npc: Npc, errant: Errant) -> int:
    """The score that a bond moves from: its own; without one, the NPC's disposition."""
    return npc.bonds.get(errant.id) or disposition_of(campaign, npc) or NEUTRAL_STANDING


def _build_bond_report(npc: Npc, errant: Errant, step: BondStep, before: int | None) -> BondReport:
    bond = npc.bonds.get(errant.id)
    favours = find_standing(bond or 0)
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


def _set_bond(campaign: Campaign, npc: Npc, errant: Errant, score: int | None) -> Npc:
    """The NPC with this bond, or none, and its disposition."""
    bonds = {each: bond for each, bond in npc.bonds.items() if each != errant.id}
    if score is not None:
        bonds[errant.id] = score
    bound = replace(npc, bonds=dict(sorted(bonds.items())))
    return apply_known_disposition(campaign, bound, find_bond_or_reputation(campaign, npc))


def _parse_score(before: int, typed: str) -> int:
    if typed[0] in "+-":
        return clamp_disposition(before + parse_whole_number(typed, what="bond"))
    return parse_number_between(typed, MIN_DISPOSITION, MAX_DISPOSITION, what="bond")


@WORDS.command(
    "court",
    subject="people",
    usage="court NPC by ERRANT up|down [±N] [=FACE,FACE] | "
    "court FACTION [by ERRANT] up|down [±N] [=FACE,FACE]",
    completes=("npc or faction", "courting…"),
)
def handle_court(context: Context) -> Ruling:
    """Try to be liked, or disliked."""
    by_hand, arguments = take_faces(context.arguments)
    signed, rest = take_signed(arguments)
    way, rest = take_flag(rest, "up", "down")
    if not rest or way is None:
        who = " ".join(rest) or "ysolde by corvin"
        raise Malformed("Court whom, up or down?", f"Try: court {who} {way or 'up'}")
    courted = _parse_courtship(context, rest, way)
    _require_downtime(context)
    modifier = require_modifier_range(sum(signed), forced=context.is_forced)
    with open_dice(context, "reaction", by_hand, 2) as dice:
        rolled = roll_two_dice(dice, modifier)
    result = decide_courtship(rolled.total)
    step = 1 if way == "up" else -1
    moves, target = result == "changes", courted.target
    score = clamp_disposition(courted.score + step) if moves else courted.score
    after = _apply_courtship(context, courted, score if moves else None)
    report = CourtReport(
        npc=target.id if isinstance(target, Npc) else "",
        faction="" if isinstance(target, Npc) else target.id,
        name=target.name,
        errant=courted.courtier.id if courted.courtier else "",
        faces=rolled.faces,
        entered=rolled.entered,
        modifier=modifier,
        total=rolled.total,
        result=result,
        step=step,
        before=courted.score,
        after=score,
        called=name_standing("bond" if isinstance(target, Npc) else "reputation", score),
    )
    return Ruling(after, report, outcome=f"{rolled.total} {result}", secret=True)


def _require_downtime(context: Context) -> None:
    """Raises Impossible outside a Downtime Turn, unless forced."""
    turns = context.campaign.turns
    if context.is_forced or (turns and turns[-1].type == "downtime"):
        return
    way = "Leave the open Turns (out), then zoom downtime." if turns else "Try: zoom downtime."
    raise Impossible("Courting is an action of a Downtime Turn.", way, overrulable=True)


class _Courtship(NamedTuple):
    """Whose favour is courted, an NPC's or a Faction's, by whom, and its score before."""

    target: Npc | Faction
    courtier: Errant | None
    score: int


def _parse_courtship(context: Context, typed: Arguments, way: str) -> _Courtship:
    campaign = context.campaign
    who, rest = take_name_after(typed, "by", campaign.errants)
    if who is None:
        named, more = take_npc_name(context, rest)
        if more and is_npc(context, named):
            who, rest = " ".join(more), (named,)
    by, name = _find_person(campaign, who) if who else None, " ".join(rest)
    if not is_npc(context, name) and not is_faction(context, name):
        known = [npc.id for npc in list_nameable_npcs(context)]
        known += [faction.id for faction in list_nameable_factions(context)]
        raise Unknown(f"There is no NPC and no Faction «{name}».", suggest_similar(name, known))
    if is_npc(context, name):
        npc = find_npc(context, name)
        if by is None:
            raise Malformed("Whose bond is to move?", f"Try: court {npc.id} by bree {way}")
        return _Courtship(npc, by, _find_starting_score(campaign, npc, by))
    faction = find_faction(context, name)
    return _Courtship(faction, by, faction.reputation or NEUTRAL_STANDING)


def _apply_courtship(context: Context, courted: _Courtship, score: int | None) -> Campaign:
    """The campaign with the new score, if it moved. Whoever is courted openly is met."""
    target, campaign = courted.target, context.campaign
    if isinstance(target, Faction):
        reputation = target.reputation if score is None else score
        met = target.met or not context.is_secret
        return replace_faction(campaign, replace(target, reputation=reputation, met=met))
    if score is not None and courted.courtier is not None:
        target = _set_bond(campaign, target, courted.courtier, score)
    return campaign.with_npc(meet_npc(context, target))
