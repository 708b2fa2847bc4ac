"""Answers `check`, `save` and `fate`: Checks, Saving Throws and the Die of Fate."""

from collections.abc import Iterable
from typing import NamedTuple

from companion.campaign.campaign import Campaign
from companion.commands.dice_for_handlers import make_check_face_source, make_dice_face_source
from companion.commands.handler_result import Ruling
from companion.commands.people.reactions_and_morale import (
    find_disposition_band,
    get_npc_disposition,
    mark_npc_met,
)
from companion.errant.checks_and_saves import (
    Attribute,
    CheckRoll,
    Circumstance,
    Stakes,
    compute_dv,
    compute_npc_check_target,
    compute_opposed_odds,
    compute_success_chance,
    decide_opposed_check,
    roll_check,
    roll_fate,
)
from companion.errant.company import Errant
from companion.errant.names_to_type import quote_typed_name
from companion.errant.packs.slots import find_encumbrance
from companion.errant.world import Npc
from companion.grammar.argument_kinds.checks_and_saves import Striver
from companion.grammar.argument_kinds.terms_of_checks import CheckTerms
from companion.grammar.context import Context
from companion.grammar.name_matching import require_able_errant_here_or_away
from companion.refusal import Impossible, Malformed
from companion.reports.checks_and_saves import (
    CheckReport,
    FateReport,
    OpponentLine,
    OpposedOdds,
    SecretCheckReport,
)


class CheckRequest(NamedTuple):
    """Who is to make a Check of what, and under what. An NPC has no `errant`, and no Attribute but
    their Threat. `npcs` are those it is made with or by, `saved_against` those it wards off: their
    disposition or Threat makes the numbers `guide_only`."""

    errant: str
    name: str
    attribute: Attribute | None
    target: int
    stakes: Stakes
    circumstances: tuple[Circumstance, ...]
    guide_only: bool
    npcs: tuple[Npc, ...] = ()
    saved_against: tuple[Npc, ...] = ()
    saving: bool = False

    @property
    def dv(self) -> int:
        """The DV with everything that helps or hinders; it may be below 0."""
        return compute_dv(self.stakes.dv, self.circumstances)


def make_check(
    context: Context,
    errant: Errant,
    attribute: Attribute,
    terms: CheckTerms | None,
    opponent: Striver | None,
) -> Ruling:
    """Roll a Check, or say how likely it is."""
    request = _make_check_request(context, errant, attribute, terms)
    other = _make_opponent_check_request(context, opponent) if opponent else None
    if other is not None and other.errant == request.errant:
        raise Impossible(f"{request.name} strives against nobody else.", "Name another after vs.")
    return _roll_or_show_chance(context, request, other)


def make_save(
    context: Context,
    errant: Errant,
    attribute: Attribute,
    danger: int | Errant | Npc | None,
    terms: CheckTerms | None,
) -> Ruling:
    """Roll a Saving Throw of an Errant."""
    request = _turn_check_into_save(
        _make_check_request(context, errant, attribute, terms), danger, terms
    )
    return _roll_or_show_chance(context, request)


def make_npc_save(
    context: Context, npc: Npc, danger: int | Errant | Npc | None, terms: CheckTerms | None
) -> Ruling:
    """Roll a Saving Throw of an NPC."""
    request = _turn_check_into_save(_make_npc_check_request(npc, terms), danger, terms)
    return _roll_or_show_chance(context, request)


def _make_check_request(
    context: Context, errant: Errant, attribute: Attribute, terms: CheckTerms | None
) -> CheckRequest:
    """A Check of an Errant, ready to roll: target, DV and circumstances."""
    require_able_errant_here_or_away(errant, forced=context.is_forced)
    terms = terms or CheckTerms()
    found = list(terms.circumstances)
    if terms.is_physical and (load := find_encumbrance(errant)):
        found.append(Circumstance("Encumbrance", load))
    if terms.npc is not None:
        found += list_social_circumstances(context.campaign, terms.npc)
    return CheckRequest(
        errant=errant.id,
        name=errant.name,
        attribute=attribute,
        target=getattr(errant, attribute),
        stakes=terms.fill_missing_stakes(Stakes()),
        circumstances=tuple(found),
        guide_only=terms.npc is not None,
        npcs=(terms.npc,) if terms.npc is not None else (),
    )


def _make_npc_check_request(npc: Npc, terms: CheckTerms | None) -> CheckRequest:
    """A Check of an NPC, ready to roll."""
    terms = terms or CheckTerms()
    return CheckRequest(
        errant="",
        name=npc.name,
        attribute=None,
        target=compute_npc_check_target(_require_threat(npc)),
        stakes=terms.fill_missing_stakes(Stakes()),
        circumstances=terms.circumstances,
        guide_only=True,
        npcs=(npc,),
    )


def _make_opponent_check_request(context: Context, opponent: Striver) -> CheckRequest:
    person, attribute, terms = opponent
    if isinstance(person, Npc) or attribute is None:
        assert isinstance(person, Npc)
        return _make_npc_check_request(person, terms)
    return _make_check_request(context, person, attribute, terms)


def _turn_check_into_save(
    request: CheckRequest, danger: int | Errant | Npc | None, terms: CheckTerms | None
) -> CheckRequest:
    """The Check as a Save: its DV is the Threat or Renown of what is warded off, unless a DV was
    typed."""
    request = request._replace(saving=True)
    if isinstance(danger, Npc):
        request = request._replace(guide_only=True, saved_against=(danger,))
        danger = _require_threat(danger)
    elif isinstance(danger, Errant):
        danger = danger.renown
    if danger is None or (terms and terms.base_dv is not None):
        return request
    return request._replace(stakes=request.stakes._replace(dv=danger))


def list_social_circumstances(campaign: Campaign, npc: Npc) -> list[Circumstance]:
    """The DV that an NPC's disposition adds to social Checks with them; nothing if it is
    unknown."""
    disposition = get_npc_disposition(campaign, npc)
    dv = find_disposition_band(campaign, disposition).dv if disposition is not None else 0
    return [Circumstance("disposition", dv)] if dv else []


def _require_threat(npc: Npc) -> int:
    """The Threat of an NPC. Raises Impossible if nobody has said it."""
    if npc.threat is None:
        raise Impossible(
            f"Nobody has said how much of a Threat {npc.name} is.",
            f"Try: npc {quote_typed_name(npc)} threat 2",
        )
    return npc.threat


def _roll_or_show_chance(
    context: Context, it: CheckRequest, other: CheckRequest | None = None
) -> Ruling:
    """The Check, rolled; or its chance, after `?`."""
    if context.is_asking:
        if context.faces is not None:
            raise Malformed("A chance is told without dice.", "Leave the ? or the face out.")
        return Ruling(context.campaign, build_check_report(it, None, other))
    sides = [side for side in (it, other) if side is not None]
    with make_check_face_source(context, "check", [side.dv for side in sides]) as dice:
        roll = roll_check(it.target, it.dv, dice)
        theirs = roll_check(other.target, other.dv, dice) if other else None
    report = build_check_report(it, roll, other, theirs)
    rolled = f"{roll.face} " if roll.face is not None else ""
    outcome = f"{rolled}{'success' if roll.success else 'failure'}"
    campaign = context.campaign
    for npc in (npc for side in sides for npc in (*side.npcs, *side.saved_against)):
        campaign = campaign.with_npc(mark_npc_met(context, npc))
    return Ruling(
        campaign, report, outcome=outcome, warnings=_warn_unknown_dispositions(context, sides)
    )


def _warn_unknown_dispositions(context: Context, sides: Iterable[CheckRequest]) -> tuple[str, ...]:
    return tuple(
        f"How {npc.name} takes to the Company, nobody knows: the DV has nothing of it. "
        f"Try: react {quote_typed_name(npc)}"
        for side in sides
        for npc in side.npcs
        if side.errant and get_npc_disposition(context.campaign, npc) is None
    )


def build_check_report(
    it: CheckRequest,
    roll: CheckRoll | None,
    other: CheckRequest | None = None,
    theirs: CheckRoll | None = None,
) -> CheckReport:
    """A Check as it fell, or (without a roll) how likely it is."""
    likely = compute_success_chance(it.target, it.dv)
    rolls = [each for each in (roll, theirs) if each is not None]
    kind = SecretCheckReport if it.guide_only or (other and other.guide_only) else CheckReport
    return kind(
        errant=it.errant,
        name=it.name,
        attribute=it.attribute,
        target=it.target,
        dv=it.dv,
        base_dv=it.stakes.dv,
        circumstances=it.circumstances,
        position=it.stakes.position,
        impact=it.stakes.impact,
        faces=tuple(each.face for each in rolls[:1] if each.face is not None),
        entered=any(each.entered for each in rolls),
        success=None if roll is None else roll.success,
        chance=float(likely),
        chance_exact=str(likely),
        saving=it.saving,
        against=other.name if other else "",
        winner=decide_opposed_check(roll, theirs) if roll and theirs else None,
        opponent=_build_opponent_line(other, theirs) if other else None,
        odds=_build_opposed_odds(it, other) if other and roll is None else None,
    )


def _build_opponent_line(other: CheckRequest, theirs: CheckRoll | None) -> OpponentLine:
    return OpponentLine(
        target=other.target,
        dv=other.dv,
        base_dv=other.stakes.dv,
        circumstances=other.circumstances,
        faces=() if theirs is None or theirs.face is None else (theirs.face,),
        success=None if theirs is None else theirs.success,
    )


def _build_opposed_odds(it: CheckRequest, other: CheckRequest) -> OpposedOdds:
    odds = compute_opposed_odds((it.target, it.dv), (other.target, other.dv))
    return OpposedOdds(*map(float, odds.values()))


def roll_die_of_fate(context: Context, asked: str | None) -> Ruling:
    """Roll the die of fate, for what nobody at the table knows."""
    with make_dice_face_source(context, "fate", 1) as dice:
        face = roll_fate(dice)
    report = FateReport(asked=asked or "", faces=(face,), entered=context.faces is not None)
    return Ruling(context.campaign, report, outcome=str(face))
