"""Reaction Rolls and Morale at the prompt: react, morale."""

import itertools
from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.commands.context import WORDS, Context, Ruling, open_dice
from companion.commands.people.dispositions import (
    find_bond_or_reputation,
    find_house_band,
    meet_npc,
)
from companion.commands.resolve.names import find_errant, match_names
from companion.commands.resolve.people import find_npc, is_npc
from companion.errant.errants import list_members
from companion.errant.negotiation import begin_negotiation
from companion.errant.reaction import (
    MAX_DISPOSITION,
    MAX_GUIDE_MODIFIER,
    MIN_DISPOSITION,
    ReactionRoll,
    Sway,
    clamp_disposition,
    find_sway,
    require_modifier_range,
    roll_morale,
    roll_reaction,
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
from companion.grammar.line import quote_name
from companion.refusal import Impossible, Malformed
from companion.reports.negotiation import ReactionReport
from companion.reports.people import MoraleReport

_GUIDE, _REPUTATION = "the Guide", "reputation"
"""Who or what says a disposition without dice, where it is no bond."""


class ReactionOutcome(NamedTuple):
    """How an NPC takes to the Company: the campaign with it, and what is told of it."""

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
    by_hand, arguments = take_faces(context.arguments)
    set_to, arguments = take_after(arguments, "is", example=_make_example("react", arguments))
    lowest, arguments = take_flag(arguments, "lowest")
    signed, rest = take_signed(arguments)
    if not rest:
        raise Malformed("Who reacts?", "Try: react ysolde +1")
    _require_sign(context, "react", rest)
    npc = find_npc(context, " ".join(rest))
    if set_to is not None:
        if by_hand is not None or signed:
            raise Malformed("What is set by hand is not rolled.", f"Try: react {npc.id} is 7")
        disposition = parse_number_between(
            set_to, MIN_DISPOSITION, MAX_DISPOSITION, what="disposition"
        )
        found = _set_disposition(context, npc, disposition, by=_GUIDE)
    else:
        found = decide_reaction(context, npc, signed, by_hand, lowest=lowest is not None)
    report = found.report
    rolled = f"{' + '.join(map(str, report.faces))}: " if report.faces else ""
    said = f"{rolled}{report.disposition} {report.band}"
    return Ruling(found.campaign, report, outcome=said, secret=True)


def decide_reaction(
    context: Context,
    npc: Npc,
    signed: Sequence[int],
    by_hand: tuple[int, ...] | None,
    *,
    lowest: bool = False,
) -> ReactionOutcome:
    """A Reaction Roll made; or what a bond or reputation says in its place, to which the Guide may
    add as well. Faces roll all the same, and so does force, unless it is to add more than 3."""
    campaign = context.campaign
    guides = require_modifier_range(sum(signed), forced=context.is_forced)
    standing = find_bond_or_reputation(campaign, npc, lowest=lowest)
    anyway = context.is_forced and abs(guides) <= MAX_GUIDE_MODIFIER
    if standing is not None and by_hand is None and not anyway:
        by = campaign.get_errant(standing.errant).name if standing.errant else _REPUTATION
        return _set_disposition(
            context, npc, clamp_disposition(standing.disposition + guides), guides=guides, by=by
        )
    if lowest and context.seat == "guide":
        why = "has no bond to go by" if standing is None else "goes by a bond without dice"
        raise Impossible(f"{npc.name} {why}.", f"Try: react {npc.id}")
    present = list_members(campaign.errants)
    swayed = find_sway([(each.id, each.alignment) for each in present], npc.alignment)
    with open_dice(context, "reaction", by_hand, 2) as dice:
        rolled = roll_reaction(dice, guides + (swayed.modifier if swayed else 0))
    return _set_disposition(
        context, npc, rolled.disposition, guides=guides, rolled=rolled, swayed=swayed
    )


def _set_disposition(
    context: Context,
    npc: Npc,
    disposition: int,
    *,
    guides: int = 0,
    by: str = "",
    rolled: ReactionRoll | None = None,
    swayed: Sway | None = None,
) -> ReactionOutcome:
    """The NPC at this disposition, and how it came about."""
    after = meet_npc(context, replace(npc, disposition=disposition))
    found, talk = find_house_band(context.campaign, disposition), npc.negotiation
    report = ReactionReport(
        npc=npc.id,
        name=npc.name,
        faces=rolled.faces if rolled else (),
        entered=bool(rolled and rolled.entered),
        modifier=rolled.modifier if rolled else guides,
        guides=guides,
        alignment=swayed.modifier if swayed else 0,
        swayed_by=swayed.errant if swayed else "",
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
    by_hand, arguments = take_faces(context.arguments)
    given, arguments = take_after(arguments, "is", example=_make_example("morale", arguments))
    signed, rest = take_signed(arguments)
    if not rest:
        raise Malformed("Whose Morale?", "Try: morale goblins +1")
    _require_sign(context, "morale", rest)
    it = _parse_morale_test(context, rest, given)
    with open_dice(context, "morale", by_hand, 2) as dice:
        rolled = roll_morale(it.score, dice, sum(signed))
    report = MoraleReport(
        who=it.who,
        name=it.name,
        ally=it.ally,
        faces=rolled.faces,
        entered=rolled.entered,
        modifier=rolled.penalty,
        total=rolled.total,
        morale=it.score,
        held=rolled.is_steady,
    )
    said = "holds" if rolled.is_steady else "breaks"
    return Ruling(it.campaign, report, outcome=f"{rolled.total} {said}")


def _make_example(word: str, arguments: Arguments) -> str:
    """`react harl is 7`, of whoever was named."""
    who = " ".join(itertools.takewhile(lambda each: each.casefold() != "is", arguments))
    return f"{word} {quote_name(who) if who else 'ysolde'} is 7"


def _require_sign(context: Context, word: str, arguments: Arguments) -> None:
    """`react ysolde 5`: whether it is set to that or adds it. Malformed, but for «Guard 2»."""
    *names, last = arguments
    if names and last.isdecimal() and not is_npc(context, " ".join(arguments)):
        who = quote_name(" ".join(names))
        raise Malformed(f"What is the {last}?", f"Try: {word} {who} is {last}, or +{last}")


class _MoraleTest(NamedTuple):
    """Whose Morale is rolled, and the score; the campaign, in which it is remembered. An `ally` is
    of the Company."""

    campaign: Campaign
    who: str
    name: str
    score: int
    ally: bool


def _parse_morale_test(context: Context, typed: Arguments, given: str | None) -> _MoraleTest:
    """Whose Morale it is, an NPC's or a Retainer's, and the score, which is remembered where it is
    given. Impossible where nobody has said what it is."""
    campaign, name = context.campaign, " ".join(typed)
    score = None
    if given is not None:
        score = parse_number_between(given, MIN_DISPOSITION, MAX_DISPOSITION, what="Morale")
    if is_npc(context, name):
        npc = find_npc(context, name)
        score = _require_known_morale(npc.name, npc.id, score or npc.morale)
        campaign = campaign.with_npc(meet_npc(context, replace(npc, morale=score)))
        return _MoraleTest(campaign, npc.id, npc.name, score, ally=False)
    if not match_names(name, campaign.errants):
        find_npc(context, name)
    errant = find_errant(campaign, name)
    if errant.kind not in ("retainer", "animal"):
        raise Impossible(f"{errant.name} needs no Morale.", "NPCs, Retainers and animals do.")
    if score is not None:
        campaign = campaign.with_errant(replace(errant, morale=score))
    score = _require_known_morale(errant.name, errant.id, score or errant.morale)
    return _MoraleTest(campaign, errant.id, errant.name, score, ally=True)


def _require_known_morale(name: str, who: str, score: int | None) -> int:
    if score is None:
        raise Impossible(
            f"Nobody has said what the Morale of {name} is.",
            f"To say it and roll: morale {who} is 7",
        )
    return score
