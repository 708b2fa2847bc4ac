"""Reaction Rolls and Morale at the prompt: react, morale."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.commands.names import best, errant_names, find_errant
from companion.commands.people_meant import find_npc, is_npc
from companion.commands.reports import MoraleReport, ReactionReport
from companion.commands.sitting import WORDS, Ruling, Sitting
from companion.commands.typed_faces import dice_for
from companion.errant.alignment import Sway, sway
from companion.errant.errants import members
from companion.errant.favours import Known, known
from companion.errant.morale import roll_morale
from companion.errant.reaction import (
    Bands,
    ReactionRoll,
    band_of,
    from_2_to_12,
    guides_modifier,
    reaction,
)
from companion.errant.world import Npc
from companion.refusal import Impossible, Malformed
from companion.words.options import (
    Arguments,
    take_after,
    take_faces,
    take_last,
    take_signed,
    whole_number,
)

_GUIDE, _REPUTATION = "the Guide", "reputation"
"""Who or what says a disposition without dice, where it is no bond."""


class Reacted(NamedTuple):
    """How an NPC takes to the Company: the campaign with it, and what is told of it."""

    campaign: Campaign
    npc: Npc
    report: ReactionReport


@WORDS.command(
    "react",
    subject="people",
    usage="react NPC [±N] [=FACE,FACE] | react NPC [lowest] | react NPC is N",
    summary="A Reaction Roll: 2D6, the Guide's modifier and Alignment's by itself, from 2 "
    "(hostile) to 12 (friendly). A bond (of several the highest, or the lowest), or their "
    "Faction's reputation, says so without dice, unless forced with !. is sets a disposition by "
    "hand.",
    examples=("react ysolde", "react harl -1 =3,4", "react pike is 7"),
    completes=("npc", "modifier…"),
)
def react_word(sitting: Sitting) -> Ruling:
    """See how somebody takes to the Company."""
    by_hand, arguments = take_faces(sitting.arguments)
    set_to, arguments = take_after(arguments, "is")
    lowest, arguments = take_last(arguments, "lowest")
    signed, rest = take_signed(arguments)
    if not rest:
        raise Malformed("Who reacts?", "Try: react ysolde +1")
    npc = find_npc(sitting, " ".join(rest))
    if set_to is not None:
        if by_hand is not None or signed:
            raise Malformed("What is set by hand is not rolled.", f"Try: react {npc.id} is 7")
        disposition = from_2_to_12(whole_number(set_to, what="disposition"), "disposition")
        found = _settled(sitting.campaign, npc, Known(disposition, ""), _GUIDE)
    else:
        found = reacted(sitting, npc, signed, by_hand, lowest=lowest is not None)
    report = found.report
    said = " ".join(map(str, (*report.faces, report.disposition, report.band)))
    return Ruling(found.campaign, report, outcome=said, secret=True)


def reacted(
    sitting: Sitting,
    npc: Npc,
    signed: Sequence[int],
    by_hand: tuple[int, ...] | None,
    *,
    lowest: bool = False,
) -> Reacted:
    """A Reaction Roll made, or what a bond or reputation says in its place. Impossible where the
    Guide adds to what is not rolled, unless they force the roll."""
    campaign = sitting.campaign
    standing = known_by(campaign, npc, lowest=lowest)
    if standing is not None and by_hand is None and not sitting.forced:
        by = campaign.errant(standing.errant).name if standing.errant else _REPUTATION
        if signed:
            raise Impossible(
                f"{npc.name}'s disposition is not rolled for: it is known.", overrulable=True
            )
        return _settled(campaign, npc, standing, by)
    guides = guides_modifier(sum(signed), forced=sitting.forced)
    present = members(campaign.errants)
    swayed = sway([(each.id, each.alignment) for each in present], npc.alignment)
    with dice_for(sitting, "reaction", by_hand, 2) as dice:
        rolled = reaction(dice, guides + (swayed.modifier if swayed else 0), _bands(campaign))
    after = replace(npc, disposition=rolled.disposition)
    report = _rolled(after, rolled, guides, swayed)
    return Reacted(campaign.with_npc(after), after, report)


def known_by(campaign: Campaign, npc: Npc, *, lowest: bool = False) -> Known | None:
    """The disposition that a bond with one of the Company here, or a reputation, gives an NPC."""
    present = (each.id for each in members(campaign.errants))
    reputations = {each.id: each.reputation for each in campaign.world.factions}
    return known(npc.bonds, present, reputations.get(npc.faction), lowest=lowest)


def _bands(campaign: Campaign) -> Bands:
    return campaign.campaign.rules.reaction


def _rolled(npc: Npc, rolled: ReactionRoll, guides: int, swayed: Sway | None) -> ReactionReport:
    return ReactionReport(
        npc=npc.id,
        name=npc.name,
        faces=rolled.faces,
        entered=rolled.entered,
        modifier=rolled.modifier,
        guides=guides,
        alignment=swayed.modifier if swayed else 0,
        swayed_by=swayed.errant if swayed else "",
        disposition=rolled.disposition,
        band=rolled.band.name,
        dv_modifier=rolled.band.dv,
        patience=rolled.disposition,
        known_by="",
    )


def _settled(campaign: Campaign, npc: Npc, standing: Known, by: str) -> Reacted:
    after = replace(npc, disposition=standing.disposition)
    band = band_of(standing.disposition, _bands(campaign))
    report = ReactionReport(
        npc=npc.id,
        name=npc.name,
        faces=(),
        entered=False,
        modifier=0,
        guides=0,
        alignment=0,
        swayed_by="",
        disposition=standing.disposition,
        band=band.name,
        dv_modifier=band.dv,
        patience=standing.disposition,
        known_by=by,
    )
    return Reacted(campaign.with_npc(after), after, report)


@WORDS.command(
    "morale",
    subject="people",
    usage="morale NPC|RETAINER [is N] [±N] [=FACE,FACE]",
    summary="A Morale roll, where more danger comes than they bargained for: half of them down, "
    "their leader fallen, themselves badly hurt, a Retainer unpaid. 2D6 higher than their Morale, "
    "and they flee, yield or parley.",
    examples=("morale ysolde is 7", "morale harl is 6 +1 =5,4"),
    completes=("npc or retainer", "modifier…"),
)
def morale_word(sitting: Sitting) -> Ruling:
    """See whether somebody stands."""
    by_hand, arguments = take_faces(sitting.arguments)
    given, arguments = take_after(arguments, "is")
    signed, rest = take_signed(arguments)
    if not rest:
        raise Malformed("Whose Morale?", "Try: morale goblins +1")
    campaign, who, name, score = _whose(sitting, rest, given)
    with dice_for(sitting, "morale", by_hand, 2) as dice:
        rolled = roll_morale(score, dice, sum(signed))
    report = MoraleReport(
        who=who,
        name=name,
        faces=rolled.faces,
        entered=rolled.entered,
        modifier=rolled.penalty,
        total=rolled.total,
        morale=score,
        held=rolled.held,
    )
    said = "holds" if rolled.held else "breaks"
    return Ruling(campaign, report, outcome=f"{rolled.total} {said}")


def _whose(sitting: Sitting, typed: Arguments, given: str | None) -> tuple[Campaign, str, str, int]:
    """Whose Morale it is, an NPC's or a Retainer's, and the score, which is remembered where it is
    given. Impossible where nobody has said what it is."""
    campaign, name = sitting.campaign, " ".join(typed)
    score = None
    if given is not None:
        score = from_2_to_12(whole_number(given, what="Morale"), "Morale")
    if is_npc(sitting, name):
        npc = find_npc(sitting, name)
        if score is not None:
            campaign = campaign.with_npc(replace(npc, morale=score))
        return campaign, npc.id, npc.name, _must_be_known(npc.name, npc.id, score or npc.morale)
    if not best(name, campaign.errants, errant_names):
        find_npc(sitting, name)
    errant = find_errant(campaign, name)
    if errant.kind not in ("retainer", "animal"):
        raise Impossible(f"{errant.name} needs no Morale.", "NPCs, Retainers and animals do.")
    if score is not None:
        campaign = campaign.with_errant(replace(errant, morale=score))
    score = _must_be_known(errant.name, errant.id, score or errant.morale)
    return campaign, errant.id, errant.name, score


def _must_be_known(name: str, who: str, score: int | None) -> int:
    if score is None:
        raise Impossible(f"Nobody has said what {name}'s Morale is.", f"Try: morale {who} is 7")
    return score
