"""Checks at the prompt: check, save, fate."""

from collections.abc import Iterable
from typing import NamedTuple

from companion.commands.checks_asked import (
    SPELLED_OUT,
    Asked,
    asked,
    asked_of_npc,
    opponent,
    threat_of,
)
from companion.commands.circumstances import circumstances
from companion.commands.dispositions import disposition_of, meeting
from companion.commands.names import one
from companion.commands.people_meant import (
    either_names,
    find_npc,
    first_named,
    is_npc,
    npc_named_first,
    npcs_known,
)
from companion.commands.reports import (
    CheckReport,
    CircumstanceLine,
    FateReport,
    GuidesCheckReport,
    OpponentLine,
    OpposedOdds,
)
from companion.commands.sitting import WORDS, Ruling, Sitting
from companion.commands.typed_faces import dice_for, dice_of_checks
from companion.errant.checks import (
    SIDES,
    CheckRoll,
    Circumstance,
    chance,
    check,
    opposed,
    opposed_odds,
)
from companion.errant.errants import Errant
from companion.errant.fate import fate
from companion.errant.world import Npc
from companion.refusal import Impossible, Malformed
from companion.words.options import Arguments, take_faces


@WORDS.command(
    "check",
    subject="checks",
    usage="check ERRANT ATTRIBUTE [dv N] [shaky|dire] [weak|strong] [physical|stabilise] "
    "[with NPC] [NAME ±N]… [vs NPC | vs ERRANT ATTRIBUTE] [=FACE] [?]",
    summary="A Check: a D20 above the DV and at or below the Attribute. Helps and hindrances have "
    "names; physical and stabilise add Encumbrance, with an NPC their disposition; vs makes it "
    "opposed. With ? the chance is told and nothing rolled; after secret nobody else hears of it.",
    examples=(
        "check bree phys dv 4",
        "check wim skill physical wet stone +4 rope -2 dire =12",
        "check corvin pres with ysolde",
        "check bree phys vs wim skill =9,14",
        "check bree phys dv 4 ?",
    ),
    reads=lambda arguments: "?" in arguments,
    completes=("here", "attribute", "circumstance…"),
)
def check_word(sitting: Sitting) -> Ruling:
    """Roll a Check, or say how likely it is."""
    by_hand, arguments = take_faces(sitting.arguments)
    arguments, whether = without_question(arguments)
    arguments, against = _split_at_vs(arguments)
    it = asked(sitting, arguments, "check bree phys dv 4")
    other = opponent(sitting, against) if against else None
    if other is not None and other.errant == it.errant:
        raise Impossible(f"{it.name} strives against nobody else.", "Name another after vs.")
    return _made(sitting, it, by_hand, other=other, whether=whether)


def _made(
    sitting: Sitting,
    it: Asked,
    by_hand: tuple[int, ...] | None,
    *,
    whether: bool,
    other: Asked | None = None,
    saving: bool = False,
) -> Ruling:
    """The Check, rolled; or its chance, where that is asked for."""
    if whether:
        if by_hand is not None:
            raise Malformed("A chance is told without dice.", "Leave the ? or the face out.")
        return Ruling(sitting.campaign, check_report(it, None, other, saving=saving))
    sides = [side for side in (it, other) if side is not None]
    with dice_of_checks(sitting, "check", by_hand, [side.dv for side in sides]) as dice:
        roll = check(it.target, it.dv, dice)
        theirs = check(other.target, other.dv, dice) if other else None
    report = check_report(it, roll, other, theirs, saving=saving)
    rolled = f"{roll.face} " if roll.face is not None else ""
    outcome = f"{rolled}{'success' if roll.success else 'failure'}"
    campaign = sitting.campaign
    for npc in (npc for side in sides for npc in (*side.npcs, *side.wards_off)):
        campaign = campaign.with_npc(meeting(sitting, npc))
    return Ruling(campaign, report, outcome=outcome, warnings=_unknown(sitting, sides))


def _unknown(sitting: Sitting, sides: Iterable[Asked]) -> tuple[str, ...]:
    """That nobody knows how an NPC takes to the Company whose disposition should count."""
    return tuple(
        f"How {npc.name} takes to the Company, nobody knows: the DV has nothing of it. "
        f"Try: react {npc.id}"
        for side in sides
        for npc in side.npcs
        if side.errant and disposition_of(sitting.campaign, npc) is None
    )


def without_question(arguments: Arguments) -> tuple[Arguments, bool]:
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


def check_report(
    it: Asked,
    roll: CheckRoll | None,
    other: Asked | None = None,
    theirs: CheckRoll | None = None,
    *,
    saving: bool = False,
) -> CheckReport:
    """A Check as it fell, or (without a roll) how likely it is."""
    likely = chance(it.target, it.dv)
    rolls = [each for each in (roll, theirs) if each is not None]
    kind = GuidesCheckReport if it.guides or (other and other.guides) else CheckReport
    return kind(
        errant=it.errant,
        name=it.name,
        attribute=it.attribute,
        target=it.target,
        dv=it.dv,
        base_dv=it.stakes.dv,
        circumstances=told(it.circumstances),
        position=it.stakes.position,
        impact=it.stakes.impact,
        faces=tuple(each.face for each in rolls[:1] if each.face is not None),
        entered=any(each.entered for each in rolls),
        success=None if roll is None else roll.success,
        chance=float(likely),
        chance_exact=str(likely),
        saving=saving,
        against=other.name if other else "",
        winner=opposed(roll, theirs) if roll and theirs else None,
        opponent=_opponent_line(other, theirs) if other else None,
        odds=_odds(it, other) if other and roll is None else None,
    )


def _opponent_line(other: Asked, theirs: CheckRoll | None) -> OpponentLine:
    return OpponentLine(
        target=other.target,
        dv=other.dv,
        base_dv=other.stakes.dv,
        circumstances=told(other.circumstances),
        faces=() if theirs is None or theirs.face is None else (theirs.face,),
        success=None if theirs is None else theirs.success,
    )


def _odds(it: Asked, other: Asked) -> OpposedOdds:
    odds = opposed_odds((it.target, it.dv), (other.target, other.dv))
    return OpposedOdds(*map(float, odds))


def told(found: Iterable[Circumstance]) -> tuple[CircumstanceLine, ...]:
    """What helps or hinders, as it is told."""
    return tuple(CircumstanceLine(each.name, each.dv) for each in found)


@WORDS.command(
    "save",
    subject="checks",
    usage="save ERRANT ATTRIBUTE [vs NPC|ERRANT|N] [NAME ±N]… [=FACE] [?] | "
    "save NPC [vs ERRANT|NPC|N] [NAME ±N]… [=FACE] [?]",
    summary="A Saving Throw: a Check to ward something off, whose DV begins with the Threat of the "
    "NPC, or the Renown of the Errant, that it comes from. NPCs roll by their own Threat.",
    examples=(
        "save bree skill vs 3",
        "save wim mind vs corvin",
        "save bree phys vs 2 dire =7",
        "save harl vs corvin",
    ),
    reads=lambda arguments: "?" in arguments,
    completes=("who saves", "attribute", "circumstance…"),
)
def save_word(sitting: Sitting) -> Ruling:
    """Ward something off."""
    by_hand, arguments = take_faces(sitting.arguments)
    arguments, whether = without_question(arguments)
    if not arguments:
        raise Malformed(
            "Who wards off what?",
            "Try: save bree skill vs 3. (The campaign needs no saving: every line is on disk.)",
        )
    arguments, against = _split_at_vs(arguments)
    source, more = _comes_from(sitting, against)
    it = _who_saves(sitting, (*arguments, *more))
    if source is not None:
        it = _against(it, source, said="dv" in map(str.casefold, (*arguments, *more)))
    return _made(sitting, it, by_hand, whether=whether, saving=True)


def _who_saves(sitting: Sitting, arguments: Arguments) -> Asked:
    """An Errant with an Attribute, or an NPC."""
    of_an_errant = any(argument.casefold() in SPELLED_OUT for argument in arguments[1:])
    name, rest = npc_named_first(sitting, arguments)
    if of_an_errant or not is_npc(sitting, name):
        return asked(sitting, arguments, "save bree skill vs 3", saving=True)
    return asked_of_npc(find_npc(sitting, name), circumstances(rest))


class _Source(NamedTuple):
    """What is warded off: the Threat or Renown of whoever it comes from, and the NPC that is."""

    dv: int
    npc: Npc | None = None


def _against(it: Asked, source: _Source, *, said: bool) -> Asked:
    """The Saving Throw against this, which begins at its DV unless another was `said`."""
    stakes = it.stakes if said else it.stakes._replace(dv=source.dv)
    if source.npc is None:
        return it._replace(stakes=stakes)
    return it._replace(stakes=stakes, guides=True, wards_off=(source.npc,))


def _comes_from(sitting: Sitting, against: Arguments) -> tuple[_Source | None, Arguments]:
    """What is named, and what stands after it. Unknown where there is nobody of that name."""
    if not against:
        return None, ()
    if against[0].isdecimal():
        if len(against[0]) > 2 or int(against[0]) > SIDES:
            raise Impossible(
                f"{against[0]} is nobody's Threat or Renown.", f"It is from 0 to {SIDES}."
            )
        return _Source(int(against[0])), against[1:]
    campaign = sitting.campaign
    known: list[Errant | Npc] = [*campaign.errants, *npcs_known(sitting, " ".join(against))]
    name, more = first_named(against, known, either_names)
    found = one("Errant or NPC", name, known, either_names)
    if isinstance(found, Npc):
        return _Source(threat_of(found), found), more
    return _Source(found.renown), more


@WORDS.command(
    "fate",
    subject="checks",
    usage="fate [WHAT IS ASKED] [=FACE]",
    summary="The Die of Fate: a D6 for what nobody decides; the higher, the better for them.",
    examples=("fate", "fate is there a river below =5"),
)
def fate_word(sitting: Sitting) -> Ruling:
    """Leave it to fate."""
    by_hand, rest = take_faces(sitting.arguments)
    with dice_for(sitting, "fate", by_hand, 1) as dice:
        face = fate(dice)
    report = FateReport(asked=" ".join(rest), faces=(face,), entered=by_hand is not None)
    return Ruling(sitting.campaign, report, outcome=str(face))
