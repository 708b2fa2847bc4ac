"""Reaction Rolls and Negotiations as plain lines.

Secret fields are None for a player: each line shows the fields that it has.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby

from companion.campaign.story import StoryLine
from companion.errant.negotiation import ENDED_BY_PATIENCE, PAST_PATIENCE_COST
from companion.errant.reaction import MAX_DISPOSITION, MIN_DISPOSITION
from companion.reports.people import ExchangeReport, NegotiationReport, ReactionReport, StakesLine
from companion.view.checks import render_dv_parts
from companion.view.report import render_report
from companion.view.wording import (
    Gauge,
    NameLookup,
    StyledLine,
    end_sentence,
    format_signed,
    format_times,
)

SMALL_TALK_TEXTS = {
    "not_yet": "There was no small talk yet.",
    "first": "Small talk came first.",
    "later": "Small talk did not come first.",
}
"""Sentences about small talk."""
OUTCOME_TEXTS = {
    "unimpressed": "unimpressed",
    "pleased": "pleased",
    "touched": "touched",
    "upset": "upset, and a refusal",
    "refuses": "a refusal",
    "compromise": "a compromise",
    "agrees": "a yes",
    "offers_more": "a yes, and more than was asked",
    "offended": "offended",
    "insulted": "insulted",
    "unconvinced": "unconvinced, and not insulted",
    "wants_proof": "receptive, and asks for proof",
    "accepts": "wholly convinced",
    "small_talk": "small talk",
    "swayed": "swayed by the bribe",
    "unmoved": "unmoved by the bribe",
    "affronted": "affronted by the bribe",
}
"""How an NPC, or a band of them, takes an exchange."""
_CATEGORY_HELP = (
    "banal (small talk), giving (gifts, praise), taking (a request), convincing (an argument, a "
    "lie) or bribe"
)
"""The categories of an exchange, explained."""
_PATIENCE_SPENT = StyledLine(
    "Their patience is at its end: each exchange costs 2 disposition now.", "news"
)


@render_report.register
def render_reaction(report: ReactionReport, name_of: NameLookup) -> list[str]:
    """A Reaction Roll."""
    band = report.band
    if not band:
        return [StyledLine(f"{report.name} reacts to the Company.", "headline")]
    headline = f"{report.name}: {band}, disposition {report.disposition}"
    lines: list[str] = [
        StyledLine(f"{headline}, DV {format_signed(report.dv_modifier)}.", "headline")
    ]
    if report.known_by:
        by = report.known_by
        whose = {"reputation": "the reputation with their Faction", "the Guide": "the Guide"}
        by = whose.get(by, f"the bond with {by}")
        more = f", and the Guide {format_signed(report.guides)}" if report.guides else ""
        lines.append(f"  No die: {by} says so{more}.")
    elif report.faces:
        parts = [f"2D6 {' + '.join(map(str, report.faces))}"]
        parts += [f"the Guide {format_signed(report.guides)}"] if report.guides else []
        if report.alignment:
            parts.append(
                f"{name_of(report.swayed_by)}'s Alignment {format_signed(report.alignment)}"
            )
        lines.append(f"  {', '.join(parts)}.")
    return [*lines, _describe_next_talk(report)]


def _describe_next_talk(report: ReactionReport) -> str:
    """How to begin a Negotiation, or what is left of one that goes on."""
    if report.exchanges_left is not None:
        return StyledLine(
            f"The Negotiation goes on: {format_exchanges(report.exchanges_left)} left.", "detail"
        )
    again = " again" if report.talk == "ended" else ""
    way = f"Type talk {report.npc}{again}: they bear {format_exchanges(report.patience)}."
    return StyledLine(way, "way")


def render_stakes(lines: tuple[StakesLine, ...]) -> list[str]:
    """The stakes of exchanges with an NPC, one line a category."""
    return [
        f"  {base.category.capitalize()}: DV {base.dv}, {base.position} Position, "
        f"{base.impact} Impact."
        for base in lines
    ]


def format_exchanges(number: int) -> str:
    """So many exchanges."""
    return f"{number} exchange{'' if number == 1 else 's'}"


@render_report.register
def render_negotiation(report: NegotiationReport, name_of: NameLookup) -> list[str]:
    """How a Negotiation stands."""
    lines = render_reaction(report.reaction, name_of)[:-1] if report.reaction is not None else []
    begun = {
        "began": "The Negotiation with {0} begins.",
        "stands": "The Negotiation with {0} goes on.",
        "worn": "The patience of {0} has changed.",
        "ended": "The Negotiation with {0} has ended{1}.",
        "set": "What exchanges with {0} begin with is set.",
    }[report.step]
    why = f": {report.why_ended}" if report.why_ended else ""
    lines.append(StyledLine(begun.format(report.name, why), "headline"))
    lines += render_stakes(report.bases or ())
    stands = _describe_standing(report)
    if stands is not None:
        lines.append(stands)
    if report.step == "stands":
        lines.append(f"  {SMALL_TALK_TEXTS[report.banal]}")
    if stands is not None and not report.ended and report.exchanges_left == 0:
        lines.append(_PATIENCE_SPENT)
    if report.step in ("began", "stands"):
        lines.append(StyledLine(f"Type talk {report.npc}, then {_CATEGORY_HELP}.", "way"))
    if report.step == "set" and (report.patience is None or report.ended):
        again = " again" if report.ended else ""
        lines.append(StyledLine(f"Type talk {report.npc}{again}.", "way"))
    return lines


def _describe_standing(report: NegotiationReport | ExchangeReport) -> StyledLine | None:
    """What is left of disposition and patience; None where no Negotiation goes on, and where a
    player looks."""
    if isinstance(report, ExchangeReport):
        disposition: int | None = report.disposition_after
    else:
        disposition = report.disposition
    if disposition is None or report.patience is None:
        return None
    moved = _describe_shift(report) if isinstance(report, ExchangeReport) else ""
    squares = MAX_DISPOSITION - MIN_DISPOSITION + 1
    bar = Gauge(disposition - MIN_DISPOSITION + 1, squares, squares)
    stands = f"{disposition}, {report.band}{moved}"
    if report.ended:
        return StyledLine.compose("  Disposition ", bar, f"{stands}.")
    patience = Gauge(report.exchanges_left, report.patience, MAX_DISPOSITION)
    left = f"{format_exchanges(report.exchanges_left)} left."
    return StyledLine.compose("  Disposition ", bar, f"{stands}; ", patience, left)


@render_report.register
def render_exchange(report: ExchangeReport, name_of: NameLookup) -> list[str]:
    """One exchange: the Check, how it was taken, and how it stands now."""
    who, taken = name_of(report.errant), OUTCOME_TEXTS[report.outcome]
    lines: list[str] = [StyledLine(f"{report.name}: {taken}.", "headline")]
    if report.success is not None:
        dv = f", DV {report.dv}" if report.dv is not None else ""
        rolled = f"D20 {report.faces[0]}" if report.faces else "no roll needed"
        text = "success" if report.success else "failure"
        stakes = f"{report.impact} Impact" if report.success else f"{report.position} Position"
        asked = f"{who} ({report.category}, pres {report.target}{dv})"
        lines.append(f"  {asked}: {rolled}, {text}, {stakes}.")
        lines += render_dv_parts(report.circumstances, report.base_dv)
    if (stands := _describe_standing(report)) is not None:
        lines.append(stands)
    return [*lines, *_render_aftermath(report)]


def _describe_shift(report: ExchangeReport) -> str:
    """How disposition moved, and whether it reached its limit."""
    parts = [f"{format_signed(report.change)} as they took it"] if report.change else []
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


def _render_aftermath(report: ExchangeReport) -> list[str]:
    """News after an exchange, and what can be typed next."""
    lines: list[str] = []
    if report.band != report.band_before:
        dv = format_signed(report.dv_modifier)
        lines.append(StyledLine(f"{report.name}: {report.band} now, DV {dv}.", "news"))
    if report.banal == "not_yet" and report.exchanges == 1:
        eyebrows = "No small talk came first: eyebrows rise, and the next Checks may be harder."
        lines.append(StyledLine(eyebrows, "news"))
    if report.ended:
        lines.append(StyledLine(f"{report.name} would end it: annoyed, hostile, or worse.", "news"))
        lines.append(
            StyledLine(f"The Guide says which. To begin anew: talk {report.npc} again", "way")
        )
    elif report.exchanges_left == 0:
        lines.append(_PATIENCE_SPENT)
    return lines


_RECAP_OUTCOMES = {
    "small_talk": "small talk",
    "unimpressed": "{0} left them unimpressed",
    "pleased": "{0} pleased them",
    "touched": "{0} touched them",
    "upset": "{0} upset them",
    "refuses": "{0} was refused",
    "compromise": "{0} got a compromise",
    "agrees": "{0} got what was asked",
    "offers_more": "{0} got more than was asked",
    "offended": "{0} offended them",
    "insulted": "{0} insulted them",
    "unconvinced": "{0} left them unconvinced",
    "wants_proof": "{0} is to bring proof",
    "accepts": "{0} convinced them",
    "swayed": "{0} bribed them, gladly taken",
    "unmoved": "{0} bribed them, to no end",
    "affronted": "{0} affronted them with a bribe",
}
"""Outcomes of exchanges in the recap, with the name of the speaker."""


def group_negotiations(story: Iterable[StoryLine]) -> Iterator[list[StoryLine]]:
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


def describe_negotiation(piece: list[StoryLine], name_of: NameLookup) -> tuple[str, str]:
    """A sentence about such a piece, and one about the end of the Negotiation ("" if it goes
    on)."""
    exchanges = [each for each in piece if each.step == "talk"]
    last = piece[-1]
    if not exchanges:
        return "", _describe_parting(last, f"The talk with {last.who}")
    descriptions = [_describe_exchange(each, name_of) for each in exchanges]
    parts = [
        f"{part} ({format_times(number)})" if number > 1 else part
        for part, number in ((part, len([*same])) for part, same in groupby(descriptions))
    ]
    text = end_sentence(f"Talked with {last.who}: {'; '.join(parts)}")
    return text, _describe_parting(last, "It") if last.step == "parting" else ""


def _describe_exchange(each: StoryLine, name_of: NameLookup) -> str:
    """One exchange; `taking agrees wim`."""
    _, result, who = (*each.text.split(" "), "", "")[:3]
    if result not in _RECAP_OUTCOMES:
        return result
    return _RECAP_OUTCOMES[result].format(name_of(who) if who else "the Company")


def _describe_parting(each: StoryLine, talk: str) -> str:
    """How a Negotiation ended; `talk` is the subject of the sentence."""
    if each.text == ENDED_BY_PATIENCE:
        return f"{each.who} would have no more of it."
    return f"{talk} ended: {end_sentence(each.text)}" if each.text else f"{talk} ended."
