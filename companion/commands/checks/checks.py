"""Checks at the prompt: check, save, fate."""

from collections.abc import Iterable

from companion.commands.checks.check_request import (
    ATTRIBUTE_WORDS,
    CheckRequest,
    make_npc_check,
    parse_check,
    parse_check_terms,
    parse_opponent,
    require_threat,
)
from companion.commands.context import WORDS, Ruling, open_check_dice, open_dice
from companion.commands.people.reaction import disposition_of, meet_npc
from companion.errant.checks import (
    CHECK_SIDES,
    CheckRoll,
    compute_opposed_odds,
    compute_success_chance,
    decide_opposed_check,
    roll_check,
    roll_fate,
)
from companion.errant.errants import Errant
from companion.errant.world import Npc
from companion.grammar.arguments import Arguments, take_faces
from companion.grammar.context import Context
from companion.grammar.kinds.people import find_npc, is_npc, list_nameable_npcs, take_npc_name
from companion.grammar.names import find_one, take_leading_name
from companion.refusal import Impossible, Malformed
from companion.reports.checks import (
    CheckReport,
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
    arguments, asks_chance = take_question_mark(arguments)
    arguments, against = _split_at_vs(arguments)
    it = parse_check(context, arguments, "check bree phys dv 4")
    other = parse_opponent(context, against) if against else None
    if other is not None and other.errant == it.errant:
        raise Impossible(f"{it.name} strives against nobody else.", "Name another after vs.")
    return _roll_or_tell_chance(context, it, by_hand, other, asks_chance=asks_chance)


def _roll_or_tell_chance(
    context: Context,
    it: CheckRequest,
    by_hand: tuple[int, ...] | None,
    other: CheckRequest | None = None,
    *,
    asks_chance: bool,
) -> Ruling:
    """The Check, rolled; or its chance, after `?`."""
    if asks_chance:
        if by_hand is not None:
            raise Malformed("A chance is told without dice.", "Leave the ? or the face out.")
        return Ruling(context.campaign, build_check_report(it, None, other))
    sides = [side for side in (it, other) if side is not None]
    with open_check_dice(context, "check", by_hand, [side.dv for side in sides]) as dice:
        roll = roll_check(it.target, it.dv, dice)
        theirs = roll_check(other.target, other.dv, dice) if other else None
    report = build_check_report(it, roll, other, theirs)
    rolled = f"{roll.face} " if roll.face is not None else ""
    outcome = f"{rolled}{'success' if roll.success else 'failure'}"
    campaign = context.campaign
    for npc in (npc for side in sides for npc in (*side.npcs, *side.saved_against)):
        campaign = campaign.with_npc(meet_npc(context, npc))
    return Ruling(
        campaign, report, outcome=outcome, warnings=_warn_unknown_dispositions(context, sides)
    )


def _warn_unknown_dispositions(context: Context, sides: Iterable[CheckRequest]) -> tuple[str, ...]:
    """Warnings for NPCs whose disposition should count, and is unknown."""
    return tuple(
        f"How {npc.name} takes to the Company, nobody knows: the DV has nothing of it. "
        f"Try: react {npc.id}"
        for side in sides
        for npc in side.npcs
        if side.errant and disposition_of(context.campaign, npc) is None
    )


def take_question_mark(arguments: Arguments) -> tuple[Arguments, bool]:
    """The arguments without `?`, and whether it was there: it asks for the chance alone."""
    left = tuple(argument for argument in arguments if argument != "?")
    return left, len(left) < len(arguments)


def _split_at_vs(arguments: Arguments) -> tuple[Arguments, Arguments]:
    """The arguments before `vs`, and after it. Raises Malformed if nothing follows it."""
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
    arguments, asks_chance = take_question_mark(arguments)
    if not arguments:
        raise Malformed(
            "Who wards off what?",
            "Try: save bree skill vs 3. (The campaign needs no saving: every line is on disk.)",
        )
    arguments, against = _split_at_vs(arguments)
    dv, npc, more = _take_save_source(context, against)
    arguments = (*arguments, *more)
    it = _parse_save(context, arguments)._replace(saving=True)
    if dv is not None and "dv" not in map(str.casefold, arguments):
        it = it._replace(stakes=it.stakes._replace(dv=dv))
    if npc is not None:
        it = it._replace(guide_only=True, saved_against=(npc,))
    return _roll_or_tell_chance(context, it, by_hand, asks_chance=asks_chance)


def _parse_save(context: Context, arguments: Arguments) -> CheckRequest:
    """An Errant with an Attribute, or an NPC."""
    has_attribute = any(argument.casefold() in ATTRIBUTE_WORDS for argument in arguments[1:])
    name, rest = take_npc_name(context, arguments)
    if has_attribute or not is_npc(context, name):
        return parse_check(context, arguments, "save bree skill vs 3", saving=True)
    return make_npc_check(find_npc(context, name), parse_check_terms(rest))


def _take_save_source(
    context: Context, against: Arguments
) -> tuple[int | None, Npc | None, Arguments]:
    """What is warded off: the Threat or Renown of whoever it comes from, and the NPC that is; and
    what stands after it. Raises Unknown or Ambiguous."""
    if not against:
        return None, None, ()
    if against[0].isdecimal():
        if len(against[0]) > 2 or int(against[0]) > CHECK_SIDES:
            raise Impossible(
                f"{against[0]} is nobody's Threat or Renown.", f"It is from 0 to {CHECK_SIDES}."
            )
        return int(against[0]), None, against[1:]
    npcs = list_nameable_npcs(context, " ".join(against))
    known: list[Errant | Npc] = [*context.campaign.errants, *npcs]
    name, more = take_leading_name(against, known)
    found = find_one("Errant or NPC", name, known)
    if isinstance(found, Npc):
        return require_threat(found), found, more
    return found.renown, None, more


def ask_fate(context: Context, asked: str | None, faces: tuple[int, ...] | None) -> Ruling:
    """Leave it to fate."""
    with open_dice(context, "fate", faces, 1) as dice:
        face = roll_fate(dice)
    report = FateReport(asked=asked or "", faces=(face,), entered=faces is not None)
    return Ruling(context.campaign, report, outcome=str(face))
