"""Reaction Rolls and Morale at the prompt (Core Procedures, Reaction Rolls; Initiative Turns,
Morale)."""

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.commands.context import WORDS, Ruling, open_dice
from companion.commands.people.dispositions import (
    find_bond_or_reputation,
    find_house_band,
    meet_npc,
)
from companion.errant.errants import Errant, list_members
from companion.errant.negotiation import begin_negotiation
from companion.errant.reaction import (
    MAX_DISPOSITION,
    MAX_GUIDE_MODIFIER,
    MIN_DISPOSITION,
    Sway,
    TwoDice,
    clamp_disposition,
    find_sway,
    is_steady,
    require_modifier_range,
    roll_two_dice,
)
from companion.errant.world import Npc
from companion.grammar.arguments import (
    Arguments,
    parse_number_between,
    take_after,
    take_faces,
    take_flag,
    take_signed,
)
from companion.grammar.context import Context
from companion.grammar.kinds.people import find_npc, is_npc
from companion.grammar.line import quote_name
from companion.grammar.names import find_errant, match_names
from companion.refusal import Impossible, Malformed
from companion.reports.people import MoraleReport, ReactionReport

_GUIDE, _REPUTATION = "the Guide", "reputation"
"""The sources of a disposition without dice, beside a bond."""


class ReactionOutcome(NamedTuple):
    """The campaign in which an NPC has a new disposition, that NPC, and the Report."""

    campaign: Campaign
    npc: Npc
    report: ReactionReport


@WORDS.command(
    "react",
    subject="people",
    usage="react NPC [lowest] [±N] [=FACE,FACE] | react NPC is N",
    completes=("npc", "of a reaction…"),
)
def handle_react(context: Context) -> Ruling:
    """See how somebody takes to the Company."""
    lowest, arguments = take_flag(context.arguments, "lowest")
    typed = _parse_roll(context, "react", arguments, "Who reacts?", "ysolde", "disposition")
    npc = find_npc(context, typed.name)
    if typed.score is None:
        found = decide_reaction(context, npc, typed.signed, typed.by_hand, lowest=bool(lowest))
    elif typed.by_hand is not None or typed.signed:
        raise Malformed("What is set by hand is not rolled.", f"Try: react {npc.id} is 7")
    else:
        found = _set_disposition(context, npc, typed.score, by=_GUIDE)
    report = found.report
    rolled = f"{' + '.join(map(str, report.faces))}: " if report.faces else ""
    outcome = f"{rolled}{report.disposition} {report.band}"
    return Ruling(found.campaign, report, outcome=outcome, secret=True)


def decide_reaction(
    context: Context,
    npc: Npc,
    signed: Sequence[int],
    by_hand: tuple[int, ...] | None,
    *,
    lowest: bool = False,
) -> ReactionOutcome:
    """Make a Reaction Roll, unless a bond or a reputation gives the disposition, with the Guide's
    modifiers. Typed faces roll all the same; so does force, but for modifiers of more than 3."""
    campaign = context.campaign
    guides = require_modifier_range(sum(signed), forced=context.is_forced)
    known = find_bond_or_reputation(campaign, npc, lowest=lowest)
    anyway = context.is_forced and abs(guides) <= MAX_GUIDE_MODIFIER
    if known is not None and by_hand is None and not anyway:
        by = campaign.get_errant(known.errant).name if known.errant else _REPUTATION
        disposition = clamp_disposition(known.disposition + guides)
        return _set_disposition(context, npc, disposition, guides=guides, by=by)
    if lowest and context.seat == "guide":
        why = "has no bond to go by" if known is None else "goes by a bond without dice"
        raise Impossible(f"{npc.name} {why}.", f"Try: react {npc.id}")
    present = list_members(campaign.errants)
    sway = find_sway([(each.id, each.alignment) for each in present], npc.alignment)
    with open_dice(context, "reaction", by_hand, 2) as dice:
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
    after = meet_npc(context, replace(npc, disposition=disposition))
    found, talk = find_house_band(context.campaign, disposition), npc.negotiation
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


@WORDS.command(
    "morale",
    subject="people",
    usage="morale NPC|RETAINER|ANIMAL [is N] [±N] [=FACE,FACE]",
    completes=("npc or retainer", "of morale…"),
)
def handle_morale(context: Context) -> Ruling:
    """See whether somebody stands."""
    typed = _parse_roll(context, "morale", context.arguments, "Whose Morale?", "goblins", "Morale")
    target = _find_morale_target(context, typed.name)
    score = typed.score or target.morale
    if score is None:
        raise Impossible(
            f"Nobody has said what the Morale of {target.name} is.",
            f"To say it and roll: morale {target.id} is 7",
        )
    target, campaign = replace(target, morale=score), context.campaign
    if isinstance(target, Npc):
        campaign = campaign.with_npc(meet_npc(context, target))
    else:
        campaign = campaign.with_errant(target)
    with open_dice(context, "morale", typed.by_hand, 2) as dice:
        roll = roll_two_dice(dice, sum(typed.signed))
    held = is_steady(roll.total, score)
    report = MoraleReport(
        who=target.id,
        name=target.name,
        ally=isinstance(target, Errant),
        faces=roll.faces,
        entered=roll.entered,
        modifier=roll.modifier,
        total=roll.total,
        morale=score,
        held=held,
    )
    outcome = f"{roll.total} {'holds' if held else 'breaks'}"
    return Ruling(campaign, report, outcome=outcome)


def _find_morale_target(context: Context, name: str) -> Npc | Errant:
    """An NPC, a Retainer or an animal. Raises Unknown, Ambiguous, or Impossible for an Errant."""
    if is_npc(context, name) or not match_names(name, context.campaign.errants):
        return find_npc(context, name)
    errant = find_errant(context.campaign, name)
    if errant.kind not in ("retainer", "animal"):
        raise Impossible(f"{errant.name} needs no Morale.", "NPCs, Retainers and animals do.")
    return errant


class _TypedRoll(NamedTuple):
    """`NAME [is N] [±N]… [=FACE,FACE]`."""

    name: str
    score: int | None
    signed: tuple[int, ...]
    by_hand: tuple[int, ...] | None


def _parse_roll(
    context: Context, word: str, arguments: Arguments, question: str, example: str, score_name: str
) -> _TypedRoll:
    by_hand, arguments = take_faces(arguments)
    who = " ".join(takewhile(lambda each: each.casefold() != "is", arguments))
    way = f"{word} {quote_name(who) if who else 'ysolde'} is 7"
    given, arguments = take_after(arguments, "is", example=way)
    signed, rest = take_signed(arguments)
    if not rest:
        raise Malformed(question, f"Try: {word} {example} +1")
    *names, last = rest
    if names and last.isdecimal() and not is_npc(context, " ".join(rest)):  # as «Guard 2» is
        who = quote_name(" ".join(names))
        raise Malformed(f"What is the {last}?", f"Try: {word} {who} is {last}, or +{last}")
    score = None
    if given is not None:
        score = parse_number_between(given, MIN_DISPOSITION, MAX_DISPOSITION, what=score_name)
    return _TypedRoll(" ".join(rest), score, signed, by_hand)
