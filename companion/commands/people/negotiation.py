"""Negotiations at the prompt (Core Procedures, Negotiations)."""

from companion.campaign.campaign import Campaign
from companion.campaign.validate import MAX_NAME_CHARACTERS
from companion.commands.context import WORDS, Ruling
from companion.commands.people.exchanges import play_exchange
from companion.commands.people.npcs import build_base_lines, build_npc_report
from companion.commands.people.reaction import decide_reaction, find_house_band, meet_npc
from companion.errant.checks import Stakes
from companion.errant.negotiation import (
    CATEGORIES,
    CHECKED_CATEGORIES,
    ENDED_BY_PARTING,
    ENDED_BY_PATIENCE,
    Negotiation,
    begin_negotiation,
)
from companion.errant.world import MAX_PATIENCE, Npc
from companion.grammar.arguments import (
    Arguments,
    require_no_arguments,
    take_faces,
    take_flag,
    take_signed,
)
from companion.grammar.context import Context
from companion.grammar.kinds.fields import CLEARING_WORDS
from companion.grammar.kinds.people import find_npc, is_npc, list_nameable_npcs, take_npc_name
from companion.grammar.kinds.terms import parse_terms
from companion.refusal import Impossible, Malformed, Unknown, join_words, suggest_similar
from companion.reports.people import NegotiationReport, NegotiationStep, ReactionReport

_NEGOTIATION_STEPS = ("end", "again", "patience", "base")
_KEYWORDS = (*CATEGORIES, *_NEGOTIATION_STEPS)


def _is_read_only(arguments: Arguments) -> bool:
    """True for the word alone, and for a chance. The reason of an end may well be «?»."""
    return not arguments or ("?" in arguments and "end" not in map(str.casefold, arguments))


@WORDS.command(
    "talk",
    subject="people",
    usage="talk NPC [±N] [=FACE,FACE] | talk NPC CATEGORY [by ERRANT] [dv N] [shaky|risky|dire] "
    "[weak|fair|strong] [NAME ±N]… [=FACE] [?] | talk NPC bribe ±N "
    "| talk NPC base CATEGORY [dv N] [shaky|risky|dire] [weak|fair|strong] "
    "| talk NPC base CATEGORY none | talk NPC patience ±N | talk NPC end [WHY] | talk NPC again "
    "| talk",
    reads=_is_read_only,
    completes=("npc", "exchange", "of an exchange…"),
)
def handle_talk(context: Context) -> Ruling:
    """Begin, go on with or end a Negotiation."""
    by_hand, arguments = take_faces(context.arguments)
    if not arguments:
        return _list_negotiations(context)
    name, step, rest = _split_arguments(context, arguments)
    npc = find_npc(context, name)
    talk = npc.negotiation
    if by_hand is not None and step not in ("", "again", *CHECKED_CATEGORIES):
        raise Impossible(f"No die is rolled for «{step}».", "Leave the face out.")
    if step == "base":
        return _set_base(context.campaign, npc, rest)
    if step == "" and talk is not None and not (rest or by_hand or talk.ended):
        return _rule(context.campaign, npc, "stands")
    if step == "again" or (step == "" and talk is None):
        return _begin_negotiation(context, npc, rest, by_hand)
    if talk is None:
        raise Impossible(f"{npc.name} is in no Negotiation.", f"Try: talk {npc.id}")
    if talk.ended:
        raise _make_ended_refusal(npc, talk, guide=context.seat == "guide")
    if step == "":
        raise Impossible(
            f"The Negotiation with {npc.name} goes on: nothing is rolled anew.",
            f"Try: talk {npc.id} giving, or talk {npc.id} again",
        )
    if step == "end":
        return _end_negotiation(context.campaign, npc, talk, " ".join(rest))
    if step == "patience":
        return _change_patience(context.campaign, npc, talk, rest)
    category = next(each for each in CATEGORIES if each == step)
    return play_exchange(context, npc, talk, category, rest, by_hand)


def _split_arguments(context: Context, arguments: Arguments) -> tuple[str, str, Arguments]:
    """The NPC's name, a category or another step, and the rest; without a step, the modifiers of a
    Reaction Roll. Raises Malformed without a name, Unknown for a category that is none."""
    first = arguments[0].casefold()
    if first in _KEYWORDS:
        raise Malformed(f"To whom? They come before «{first}».", f"Try: talk ysolde {first}")
    for at, argument in enumerate(arguments):
        if at and argument.casefold() in _KEYWORDS:
            return " ".join(arguments[:at]), argument.casefold(), arguments[at + 1 :]
    name, rest = take_npc_name(context, arguments)
    signed, others = take_signed(rest)
    if others and is_npc(context, name):
        near = suggest_similar(others[0], CATEGORIES)
        near = near or suggest_similar(others[0], _NEGOTIATION_STEPS)
        raise Unknown(
            f"«{others[0]}» is no kind of exchange.",
            f"{near} They are {join_words(CATEGORIES)}.".strip(),
        )
    return (name, "", rest) if len(signed) == len(rest) else (" ".join(arguments), "", ())


def _list_negotiations(context: Context) -> Ruling:
    going_on = tuple(npc for npc in list_nameable_npcs(context) if npc.is_in_negotiation)
    if not going_on:
        raise Malformed("No Negotiation goes on. Talk to whom?", "Try: talk ysolde")
    return Ruling(context.campaign, build_npc_report(context.campaign, "listed", going_on))


def _make_ended_refusal(npc: Npc, talk: Negotiation, *, guide: bool) -> Impossible:
    """When and why it ended; the reason that the Guide gave is the Guide's alone."""
    why = ": their patience was worn out" if talk.ended == ENDED_BY_PATIENCE else ""
    if guide and not why:
        why = f": {talk.ended}"
    when = f" on {talk.ended_at}" if talk.ended_at is not None else ""
    return Impossible(
        f"The Negotiation with {npc.name} ended{when}{why}.", f"Try: talk {npc.id} again"
    )


def _begin_negotiation(
    context: Context, npc: Npc, rest: Arguments, by_hand: tuple[int, ...] | None
) -> Ruling:
    """Begin with the last Reaction Roll, or one made now."""
    campaign, report, disposition = context.campaign, None, npc.disposition
    signed, others = take_signed(rest)
    require_no_arguments(f"talk {npc.id} again", others)
    if disposition is None:
        campaign, npc, report = decide_reaction(context, npc, signed, by_hand)
        disposition = report.disposition
    elif context.seat == "guide" and (signed or by_hand is not None):
        raise Impossible(
            f"The disposition of {npc.name} is known: nothing is rolled.",
            f"To roll anew: react! {npc.id}",
        )
    npc = meet_npc(context, npc.with_negotiation(begin_negotiation(disposition)))
    return _rule(campaign, npc, "began", report)


def _end_negotiation(campaign: Campaign, npc: Npc, talk: Negotiation, why: str) -> Ruling:
    if len(why) > MAX_NAME_CHARACTERS:
        raise Malformed(
            f"Why it ended has {len(why)} characters.", f"At most {MAX_NAME_CHARACTERS}."
        )
    if why in (ENDED_BY_PATIENCE, ENDED_BY_PARTING):
        why = f"{why}."  # those mean that nobody ended it
    ended = talk.close(why or ENDED_BY_PARTING, campaign.now)
    return _rule(campaign, npc.with_negotiation(ended), "ended")


def _change_patience(campaign: Campaign, npc: Npc, talk: Negotiation, rest: Arguments) -> Ruling:
    signed, left = take_signed(rest)
    if left or not signed:
        raise Malformed("Patience by how much?", f"Try: talk {npc.id} patience -1")
    if abs(sum(signed)) > MAX_PATIENCE:
        raise Impossible(
            f"{sum(signed):+} is more than anybody bears.", f"At most {MAX_PATIENCE} exchanges."
        )
    return _rule(campaign, npc.with_negotiation(talk.wear_patience(-sum(signed))), "worn")


def _set_base(campaign: Campaign, npc: Npc, rest: Arguments) -> Ruling:
    category, left = take_flag(rest, *CHECKED_CATEGORIES)
    if category is None:
        raise Malformed(
            "What begins so: giving, taking or convincing?",
            f"Try: talk {npc.id} base giving dv 4 dire strong",
        )
    if len(left) == 1 and left[0].casefold() in CLEARING_WORDS:
        return _rule(campaign, npc.with_stakes(category, Stakes()), "set")
    terms = parse_terms(left)
    if not left:
        raise Malformed(
            f"What do {category} exchanges with {npc.name} begin with?",
            f"Try: talk {npc.id} base {category} dv 4 dire strong",
        )
    if terms.circumstances:
        raise Malformed(
            "What exchanges begin with is a DV, not circumstances.",
            f"Try: talk {npc.id} base {category} dv 4",
        )
    stakes = terms.fill_stakes(npc.get_stakes(category))
    return _rule(campaign, npc.with_stakes(category, stakes), "set")


def _rule(
    campaign: Campaign, npc: Npc, step: NegotiationStep, reaction: ReactionReport | None = None
) -> Ruling:
    """The campaign with this NPC, and how the Negotiation stands."""
    talk, disposition = npc.negotiation, npc.disposition
    found = find_house_band(campaign, disposition) if disposition is not None else None
    report = NegotiationReport(
        npc=npc.id,
        name=npc.name,
        step=step,
        disposition=disposition,
        band=found.name if found else None,
        dv_modifier=found.dv if found else 0,
        patience=talk.patience if talk else None,
        exchanges=talk.exchanges if talk else 0,
        exchanges_left=talk.exchanges_left if talk else 0,
        banal=talk.banal if talk else "not_yet",
        ended=bool(talk and talk.ended),
        why_ended=talk.ended if talk else "",
        bases=build_base_lines(npc),
        reaction=reaction,
    )
    outcome = {"began": "begins", "ended": "ends"}.get(step, "")
    return Ruling(campaign.with_npc(npc), report, outcome=outcome)
