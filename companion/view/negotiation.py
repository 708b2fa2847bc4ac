"""Renders Reports on Reaction Rolls and Negotiations as plain lines.

Secret fields are None for a player: each line shows the fields that it has.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby

from companion.campaign.record.story import StoryLine
from companion.errant.names_to_type import quote_typed_name_from_id
from companion.errant.negotiation import ENDED_BY_PATIENCE, PAST_PATIENCE_COST
from companion.errant.reaction import MAX_DISPOSITION, MIN_DISPOSITION
from companion.reports.npcs_and_factions import (
    ExchangeReport,
    NegotiationReport,
    ReactionReport,
    StakesLine,
)
from companion.view import shared_wording as w
from companion.view.checks_and_saves import render_dv_parts
from companion.view.reply import render_report

SMALL_TALK_TEXTS = {
    "not_yet": "There was no small talk yet.",
    "first": "Small talk came first.",
    "later": "Small talk did not come first.",
}
"""Sentences about small talk."""
_OUTCOME_TEXTS = {
    "small_talk": ("small talk", "small talk"),
    "unimpressed": ("unimpressed", "{0} left them unimpressed"),
    "pleased": ("pleased", "{0} pleased them"),
    "touched": ("touched", "{0} touched them"),
    "upset": ("upset, and a refusal", "{0} upset them"),
    "refuses": ("a refusal", "{0} was refused"),
    "compromise": ("a compromise", "{0} got a compromise"),
    "agrees": ("a yes", "{0} got what was asked"),
    "offers_more": ("a yes, and more than was asked", "{0} got more than was asked"),
    "offended": ("offended", "{0} offended them"),
    "insulted": ("insulted", "{0} insulted them"),
    "unconvinced": ("unconvinced, and not insulted", "{0} left them unconvinced"),
    "wants_proof": ("receptive, and asks for proof", "{0} is to bring proof"),
    "accepts": ("wholly convinced", "{0} convinced them"),
    "swayed": ("swayed by the bribe", "{0} bribed them, gladly taken"),
    "unmoved": ("unmoved by the bribe", "{0} bribed them, to no end"),
    "affronted": ("affronted by the bribe", "{0} affronted them with a bribe"),
}
"""How an NPC, or a band of them, takes an exchange; and the same in the recap, with the name of the
speaker."""
_CATEGORY_HELP = (
    "banal (small talk), giving (gifts, praise), taking (a request), convincing (an argument, a "
    "lie) or bribe"
)
"""The categories of an exchange, explained."""
_PATIENCE_SPENT = w.NewsLine("Their patience is at its end: each exchange costs 2 disposition now.")
_STEP_TEXTS = {
    "began": "The Negotiation with {0} begins.",
    "stands": "The Negotiation with {0} goes on.",
    "worn": "The patience of {0} has changed.",
    "ended": "The Negotiation with {0} has ended{1}.",
    "set": "What exchanges with {0} begin with is set.",
}
_SOURCE_TEXTS = {"reputation": "the reputation with their Faction", "the Guide": "the Guide"}
"""What may decide a reaction without a die, but for a bond."""


@render_report.register
def _render_reaction_and_talk(report: ReactionReport, name_of: w.NameLookup) -> w.Lines:
    """A Reaction Roll, and how to begin a Negotiation, or what is left of one that goes on."""
    yield from _render_reaction(report, name_of)
    if not report.band:
        return
    if report.exchanges_left is not None:
        left = w.format_count(report.exchanges_left, "exchange")
        yield w.DetailLine(f"The Negotiation goes on: {left} left.")
    else:
        again = " again" if report.talk == "ended" else ""
        patience = w.format_count(report.patience, "exchange")
        yield w.HintLine(
            f"Type talk {quote_typed_name_from_id(report.npc, report.name)}{again}: "
            f"they bear {patience}."
        )


def _render_reaction(report: ReactionReport, name_of: w.NameLookup) -> w.Lines:
    if not report.band:
        yield w.Headline(f"{report.name} reacts to the Company.")
        return
    stands = f"{report.band}, disposition {report.disposition}"
    yield w.Headline(f"{report.name}: {stands}, DV {w.format_signed_number(report.dv_modifier)}.")
    guides = [f"the Guide {w.format_signed_number(report.guides)}"] if report.guides else []
    if report.known_by:
        by = _SOURCE_TEXTS.get(report.known_by, f"the bond with {report.known_by}")
        yield f"  No die: {', and '.join([f'{by} says so', *guides])}."
    elif report.faces:
        parts = [f"2D6 {' + '.join(map(str, report.faces))}", *guides]
        if report.alignment:
            alignment = w.format_signed_number(report.alignment)
            parts.append(f"{name_of(report.swayed_by)}'s Alignment {alignment}")
        yield f"  {', '.join(parts)}."


def render_stakes(lines: Iterable[StakesLine]) -> list[str]:
    """The stakes of exchanges with an NPC, one line a category."""
    return [
        f"  {base.category.capitalize()}: DV {base.dv}, {base.position} Position, "
        f"{base.impact} Impact."
        for base in lines
    ]


@render_report.register
def _render_negotiation(report: NegotiationReport, name_of: w.NameLookup) -> w.Lines:
    if report.reaction is not None:
        yield from _render_reaction(report.reaction, name_of)
    why = f": {report.why_ended}" if report.why_ended else ""
    yield w.Headline(_STEP_TEXTS[report.step].format(report.name, why))
    yield from render_stakes(report.bases or ())
    stands = _render_disposition_and_patience(report, report.disposition)
    yield from stands
    if report.step == "stands":
        yield f"  {SMALL_TALK_TEXTS[report.banal]}"
    if stands and not report.ended and report.exchanges_left == 0:
        yield _PATIENCE_SPENT
    if report.step in ("began", "stands"):
        yield w.HintLine(
            f"Type talk {quote_typed_name_from_id(report.npc, report.name)}, then {_CATEGORY_HELP}."
        )
    if report.step == "set" and (report.patience is None or report.ended):
        again = " again" if report.ended else ""
        yield w.HintLine(f"Type talk {quote_typed_name_from_id(report.npc, report.name)}{again}.")


def _render_disposition_and_patience(
    report: NegotiationReport | ExchangeReport, disposition: int | None, moved: str = ""
) -> list[w.StyledLine]:
    """What is left of disposition and patience; nothing where no Negotiation goes on, and where a
    player looks."""
    if disposition is None or report.patience is None:
        return []
    squares = MAX_DISPOSITION - MIN_DISPOSITION + 1
    bar = w.Gauge(disposition - MIN_DISPOSITION + 1, squares, squares)
    stands = f"{disposition}, {report.band}{moved}"
    if report.ended:
        return [w.StyledLine("  Disposition ", bar, f"{stands}.")]
    patience = w.Gauge(report.exchanges_left, report.patience, MAX_DISPOSITION)
    left = f"{w.format_count(report.exchanges_left, 'exchange')} left."
    return [w.StyledLine("  Disposition ", bar, f"{stands}; ", patience, left)]


@render_report.register
def _render_exchange(report: ExchangeReport, name_of: w.NameLookup) -> w.Lines:
    """One exchange: the Check, how it was taken, how it stands now, and what can be typed next."""
    yield w.Headline(f"{report.name}: {_OUTCOME_TEXTS[report.outcome][0]}.")
    if report.began:
        yield w.DetailLine(_STEP_TEXTS["began"].format(report.name))
    if report.success is not None:
        dv = f", DV {report.dv}" if report.dv is not None else ""
        rolled = f"D20 {report.faces[0]}" if report.faces else "no roll needed"
        text = "success" if report.success else "failure"
        stakes = f"{report.impact} Impact" if report.success else f"{report.position} Position"
        check = f"{name_of(report.errant)} ({report.category}, pres {report.target}{dv})"
        yield f"  {check}: {rolled}, {text}, {stakes}."
        yield from render_dv_parts(report.circumstances, report.base_dv)
    yield from _render_disposition_and_patience(
        report, report.disposition_after, _describe_disposition_shift(report)
    )
    if report.band != report.band_before:
        dv = w.format_signed_number(report.dv_modifier)
        yield w.NewsLine(f"{report.name}: {report.band} now, DV {dv}.")
    if report.banal == "not_yet" and report.exchanges == 1:
        yield w.NewsLine(
            "No small talk came first: eyebrows rise, and the next Checks may be harder."
        )
    if report.ended:
        yield w.NewsLine(f"{report.name} would end it: annoyed, hostile, or worse.")
        typed = quote_typed_name_from_id(report.npc, report.name)
        yield w.HintLine(f"The Guide says which. To begin anew: talk {typed} again")
    elif report.exchanges_left == 0:
        yield _PATIENCE_SPENT


def _describe_disposition_shift(report: ExchangeReport) -> str:
    """How disposition moved, and whether it reached its limit; "" where a player looks."""
    if report.patience is None:
        return ""
    parts = [f"{w.format_signed_number(report.change)} as they took it"] if report.change else []
    worn = PAST_PATIENCE_COST if report.exchanges > report.patience else 0
    parts += [f"{-worn} past patience"] if worn else []
    if not parts:
        return ""
    if report.disposition_after != report.disposition_before + report.change - worn:
        least = report.disposition_after == MIN_DISPOSITION
        parts.append(
            f"{MIN_DISPOSITION} is the least" if least else f"{MAX_DISPOSITION} is the most"
        )
    return f" (was {report.disposition_before}: {', '.join(parts)})"


def group_story_by_negotiation(story: Iterable[StoryLine]) -> Iterator[list[StoryLine]]:
    """The story in pieces. Successive exchanges of one Negotiation and its end are one piece;
    anything else is a piece of its own."""
    piece: list[StoryLine] = []
    for each in story:
        if piece and not _is_same_negotiation(piece[-1], each):
            yield piece
            piece = []
        piece.append(each)
    if piece:
        yield piece


def _is_same_negotiation(before: StoryLine, each: StoryLine) -> bool:
    """True for the next exchange of the same Negotiation, or its end."""
    if before.step != "talk" or each.step not in ("talk", "parting"):
        return False
    return (before.who, before.secret) == (each.who, each.secret)


def describe_negotiation(piece: list[StoryLine], name_of: w.NameLookup) -> tuple[str, str]:
    """A sentence about such a piece, and one about the end of the Negotiation ("" if it goes
    on)."""
    exchanges = [
        describe_negotiation_exchange(each.text, name_of) for each in piece if each.step == "talk"
    ]
    last = piece[-1]
    if not exchanges:
        return "", _describe_negotiation_end(last, f"The talk with {last.who}")
    parts = [
        f"{part} ({w.format_number_of_times(number)})" if number > 1 else part
        for part, number in ((part, len([*same])) for part, same in groupby(exchanges))
    ]
    text = w.end_with_full_stop(f"Talked with {last.who}: {'; '.join(parts)}")
    return text, _describe_negotiation_end(last, "It") if last.step == "parting" else ""


def describe_negotiation_exchange(outcome: str, name_of: w.NameLookup) -> str:
    """One exchange as it is journalled, `taking agrees wim`, in words."""
    _, result, who = (*outcome.split(" "), "", "")[:3]
    if result not in _OUTCOME_TEXTS:
        return result or outcome
    return _OUTCOME_TEXTS[result][1].format(name_of(who) if who else "the Company")


def _describe_negotiation_end(each: StoryLine, talk: str) -> str:
    """How a Negotiation ended; `talk` is the subject of the sentence."""
    if each.text == ENDED_BY_PATIENCE:
        return f"{each.who} would have no more of it."
    return f"{talk} ended: {w.end_with_full_stop(each.text)}" if each.text else f"{talk} ended."
