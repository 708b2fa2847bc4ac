"""Checks at the prompt: check, save, fate."""

from collections.abc import Iterable
from typing import NamedTuple

from companion.commands.checks.check_request import (
    ATTRIBUTE_WORDS,
    CheckRequest,
    make_npc_check,
    parse_check,
    parse_check_terms,
    parse_opponent,
    require_threat,
)
from companion.commands.context import WORDS, Context, Ruling, open_check_dice, open_dice
from companion.commands.people.dispositions import disposition_of, meet_npc
from companion.commands.resolve.names import find_one
from companion.commands.resolve.people import (
    find_npc,
    is_npc,
    list_nameable_npcs,
    take_leading_name,
    take_npc_name,
)
from companion.errant.checks import (
    CHECK_SIDES,
    CheckRoll,
    Circumstance,
    compute_opposed_odds,
    compute_success_chance,
    decide_opposed_check,
    roll_check,
    roll_fate,
)
from companion.errant.errants import Errant
from companion.errant.world import Npc
from companion.grammar.arguments import Arguments, take_faces
from companion.refusal import Impossible, Malformed
from companion.reports.checks import (
    CheckReport,
    CircumstanceLine,
    FateReport,
    OpponentLine,
    OpposedOdds,
    SecretCheckReport,
)


@WORDS.command(
    "check",
    subject="checks",
    usage="check ERRANT ATTRIBUTE [dv N] [shaky|dire] [weak|strong] [physical|stabilise] "
    "[with NPC] [NAME ±N]… [vs NPC | vs ERRANT ATTRIBUTE] [=FACE] [?]",
    reads=lambda arguments: "?" in arguments,
    completes=("here", "attribute", "circumstance…"),
)
def handle_check(context: Context) -> Ruling:
    """Roll a Check, or say how likely it is."""
    by_hand, arguments = take_faces(context.arguments)
    arguments, whether = take_question_mark(arguments)
    arguments, against = _split_at_vs(arguments)
    it = parse_check(context, arguments, "check bree phys dv 4")
    other = parse_opponent(context, against) if against else None
    if other is not None and other.errant == it.errant:
        raise Impossible(f"{it.name} strives against nobody else.", "Name another after vs.")
    return _roll_or_tell_chance(context, it, by_hand, other=other, whether=whether)


def _roll_or_tell_chance(
    context: Context,
    it: CheckRequest,
    by_hand: tuple[int, ...] | None,
    *,
    whether: bool,
    other: CheckRequest | None = None,
    saving: bool = False,
) -> Ruling:
    """The Check, rolled; or its chance, where that is asked for."""
    if whether:
        if by_hand is not None:
            raise Malformed("A chance is told without dice.", "Leave the ? or the face out.")
        return Ruling(context.campaign, build_check_report(it, None, other, saving=saving))
    sides = [side for side in (it, other) if side is not None]
    with open_check_dice(context, "check", by_hand, [side.dv for side in sides]) as dice:
        roll = roll_check(it.target, it.dv, dice)
        theirs = roll_check(other.target, other.dv, dice) if other else None
    report = build_check_report(it, roll, other, theirs, saving=saving)
    rolled = f"{roll.face} " if roll.face is not None else ""
    outcome = f"{rolled}{'success' if roll.success else 'failure'}"
    campaign = context.campaign
    for npc in (npc for side in sides for npc in (*side.npcs, *side.saved_against)):
        campaign = campaign.with_npc(meet_npc(context, npc))
    return Ruling(
        campaign, report, outcome=outcome, warnings=_warn_unknown_dispositions(context, sides)
    )


def _warn_unknown_dispositions(context: Context, sides: Iterable[CheckRequest]) -> tuple[str, ...]:
    """That nobody knows how an NPC takes to the Company whose disposition should count."""
    return tuple(
        f"How {npc.name} takes to the Company, nobody knows: the DV has nothing of it. "
        f"Try: react {npc.id}"
        for side in sides
        for npc in side.npcs
        if side.errant and disposition_of(context.campaign, npc) is None
    )


def take_question_mark(arguments: Arguments) -> tuple[Arguments, bool]:
    """What was typed but for `?`, and whether that was: only the chance is asked for."""
    left = tuple(argument for argument in arguments if argument != "?")
    return left, len(left) < len(arguments)


def _split_at_vs(arguments: Arguments) -> tuple[Arguments, Arguments]:
    """What stands before `vs`, and after it. Malformed where nothing does."""
    folded = [argument.casefold() for argument in arguments]
    for sign in ("vs", "versus"):
        if sign in folded:
            at = folded.index(sign)
            if at + 1 == len(arguments):
                raise Malformed("Against whom?", "Try: check bree phys vs wim skill")
            return arguments[:at], arguments[at + 1 :]
    return arguments, ()


def build_check_report(
    it: CheckRequest,
    roll: CheckRoll | None,
    other: CheckRequest | None = None,
    theirs: CheckRoll | None = None,
    *,
    saving: bool = False,
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
        circumstances=build_circumstance_lines(it.circumstances),
        position=it.stakes.position,
        impact=it.stakes.impact,
        faces=tuple(each.face for each in rolls[:1] if each.face is not None),
        entered=any(each.entered for each in rolls),
        success=None if roll is None else roll.success,
        chance=float(likely),
        chance_exact=str(likely),
        saving=saving,
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
        circumstances=build_circumstance_lines(other.circumstances),
        faces=() if theirs is None or theirs.face is None else (theirs.face,),
        success=None if theirs is None else theirs.success,
    )


def _build_opposed_odds(it: CheckRequest, other: CheckRequest) -> OpposedOdds:
    odds = compute_opposed_odds((it.target, it.dv), (other.target, other.dv))
    return OpposedOdds(*map(float, odds))


def build_circumstance_lines(found: Iterable[Circumstance]) -> tuple[CircumstanceLine, ...]:
    """What helps or hinders, as it is told."""
    return tuple(CircumstanceLine(each.name, each.dv) for each in found)


@WORDS.command(
    "save",
    subject="checks",
    usage="save ERRANT ATTRIBUTE [vs NPC|ERRANT|N] [NAME ±N]… [=FACE] [?] | "
    "save NPC [vs ERRANT|NPC|N] [NAME ±N]… [=FACE] [?]",
    reads=lambda arguments: "?" in arguments,
    completes=("who saves", "attribute", "circumstance…"),
)
def handle_save(context: Context) -> Ruling:
    """Ward something off."""
    by_hand, arguments = take_faces(context.arguments)
    arguments, whether = take_question_mark(arguments)
    if not arguments:
        raise Malformed(
            "Who wards off what?",
            "Try: save bree skill vs 3. (The campaign needs no saving: every line is on disk.)",
        )
    arguments, against = _split_at_vs(arguments)
    source, more = _take_save_source(context, against)
    it = _parse_save(context, (*arguments, *more))
    if source is not None:
        it = _apply_save_source(it, source, said="dv" in map(str.casefold, (*arguments, *more)))
    return _roll_or_tell_chance(context, it, by_hand, whether=whether, saving=True)


def _parse_save(context: Context, arguments: Arguments) -> CheckRequest:
    """An Errant with an Attribute, or an NPC."""
    of_an_errant = any(argument.casefold() in ATTRIBUTE_WORDS for argument in arguments[1:])
    name, rest = take_npc_name(context, arguments)
    if of_an_errant or not is_npc(context, name):
        return parse_check(context, arguments, "save bree skill vs 3", saving=True)
    return make_npc_check(find_npc(context, name), parse_check_terms(rest))


class _SaveSource(NamedTuple):
    """What is warded off: the Threat or Renown of whoever it comes from, and the NPC that is."""

    dv: int
    npc: Npc | None = None


def _apply_save_source(it: CheckRequest, source: _SaveSource, *, said: bool) -> CheckRequest:
    """The Saving Throw against this, which begins at its DV unless another was `said`."""
    stakes = it.stakes if said else it.stakes._replace(dv=source.dv)
    if source.npc is None:
        return it._replace(stakes=stakes)
    return it._replace(stakes=stakes, guide_only=True, saved_against=(source.npc,))


def _take_save_source(context: Context, against: Arguments) -> tuple[_SaveSource | None, Arguments]:
    """What is named, and what stands after it. Unknown where there is nobody of that name."""
    if not against:
        return None, ()
    if against[0].isdecimal():
        if len(against[0]) > 2 or int(against[0]) > CHECK_SIDES:
            raise Impossible(
                f"{against[0]} is nobody's Threat or Renown.", f"It is from 0 to {CHECK_SIDES}."
            )
        return _SaveSource(int(against[0])), against[1:]
    campaign = context.campaign
    known: list[Errant | Npc] = [*campaign.errants, *list_nameable_npcs(context, " ".join(against))]
    name, more = take_leading_name(against, known)
    found = find_one("Errant or NPC", name, known)
    if isinstance(found, Npc):
        return _SaveSource(require_threat(found), found), more
    return _SaveSource(found.renown), more


@WORDS.command("fate", subject="checks", usage="fate [WHAT IS ASKED] [=FACE]")
def handle_fate(context: Context) -> Ruling:
    """Leave it to fate."""
    by_hand, rest = take_faces(context.arguments)
    with open_dice(context, "fate", by_hand, 1) as dice:
        face = roll_fate(dice)
    report = FateReport(asked=" ".join(rest), faces=(face,), entered=by_hand is not None)
    return Ruling(context.campaign, report, outcome=str(face))
