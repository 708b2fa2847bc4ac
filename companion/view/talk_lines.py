"""Reaction Rolls and Negotiations as plain lines.

What is for the Guide alone is not there where a player looks: each line tells what it has.
"""

from companion.commands import reports as r
from companion.errant.negotiation import PAST_PATIENCE
from companion.errant.reaction import LEAST, MOST
from companion.view.check_lines import made_up, signed
from companion.view.happened import Called
from companion.view.told import Told

BANAL = {
    "not_yet": "There was no small talk yet.",
    "first": "Small talk came first.",
    "later": "Small talk did not come first.",
}
"""When there was small talk."""
TAKEN = {
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
_KINDS = (
    "banal (small talk), giving (gifts, praise), taking (a request), convincing (an argument, a "
    "lie) or bribe"
)
"""What can be said, for those who have never done it."""
_PAST = Told("Their patience is at its end: each exchange costs 2 disposition now.", "news")


def reaction(report: r.ReactionReport, called: Called) -> list[str]:
    """How somebody takes to the Company."""
    band = report.band
    if not band:
        return [Told(f"{report.name} reacts to the Company.", "headline")]
    headline = f"{report.name}: {band}, disposition {report.disposition}"
    lines: list[str] = [Told(f"{headline}, DV {signed(report.dv_modifier)}.", "headline")]
    if report.known_by:
        by = report.known_by
        whose = {"reputation": "the reputation with their Faction", "the Guide": "the Guide"}
        by = whose.get(by, f"the bond with {by}")
        more = f", and the Guide {signed(report.guides)}" if report.guides else ""
        lines.append(f"  No die: {by} says so{more}.")
    elif report.faces:
        parts = [f"2D6 {' + '.join(map(str, report.faces))}"]
        parts += [f"the Guide {signed(report.guides)}"] if report.guides else []
        if report.alignment:
            parts.append(f"{called(report.swayed_by)}'s Alignment {signed(report.alignment)}")
        lines.append(f"  {', '.join(parts)}.")
    return [*lines, _to_talk(report)]


def _to_talk(report: r.ReactionReport) -> str:
    """How to begin a Negotiation, or what is left of it where one goes on."""
    if report.exchanges_left is not None:
        return Told(f"The Negotiation goes on: {exchanges(report.exchanges_left)} left.", "detail")
    again = " again" if report.talk == "ended" else ""
    way = f"Type talk {report.npc}{again}: they bear {exchanges(report.patience)}."
    return Told(way, "way")


def bases(lines: tuple[r.BaseLine, ...]) -> list[str]:
    """What exchanges with somebody begin with, a category a line."""
    return [
        f"  {base.category.capitalize()}: DV {base.dv}, {base.position} Position, "
        f"{base.impact} Impact."
        for base in lines
    ]


def exchanges(number: int) -> str:
    """So many exchanges."""
    return f"{number} exchange{'' if number == 1 else 's'}"


def negotiation(report: r.NegotiationReport, called: Called) -> list[str]:
    """How a Negotiation stands."""
    lines = reaction(report.reaction, called)[:-1] if report.reaction is not None else []
    begun = {
        "began": "The Negotiation with {0} begins.",
        "stands": "The Negotiation with {0} goes on.",
        "worn": "The patience of {0} has changed.",
        "ended": "The Negotiation with {0} has ended{1}.",
        "set": "What exchanges with {0} begin with is set.",
    }[report.step]
    why = f": {report.why_ended}" if report.why_ended else ""
    lines.append(Told(begun.format(report.name, why), "headline"))
    lines += bases(report.bases or ())
    if stands := standing(report):
        lines.append(stands)
    if report.step == "stands":
        lines.append(f"  {BANAL[report.banal]}")
    if stands and not report.ended and report.exchanges_left == 0:
        lines.append(_PAST)
    if report.step in ("began", "stands"):
        lines.append(Told(f"Type talk {report.npc}, then {_KINDS}.", "way"))
    if report.step == "set" and (report.patience is None or report.ended):
        again = " again" if report.ended else ""
        lines.append(Told(f"Type talk {report.npc}{again}.", "way"))
    return lines


def standing(report: r.NegotiationReport | r.ExchangeReport) -> str:
    """What is left of disposition and patience; "" where no Negotiation goes on, and where a
    player looks."""
    disposition, band, left = disposition_now(report), report.band, report.exchanges_left
    if disposition is None or report.patience is None:
        return ""
    moved = _moved(report) if isinstance(report, r.ExchangeReport) else ""
    stands = f"  Disposition {disposition}, {band}{moved}"
    return f"{stands}." if report.ended else f"{stands}; {exchanges(left)} left."


def disposition_now(report: r.NegotiationReport | r.ExchangeReport) -> int | None:
    """The disposition now; None where a player looks."""
    if isinstance(report, r.ExchangeReport):
        return report.disposition_after
    return report.disposition


def exchange(report: r.ExchangeReport, called: Called) -> list[str]:
    """One exchange: the Check, how it was taken, and how it stands now."""
    who, taken = called(report.errant), TAKEN[report.outcome]
    lines: list[str] = [Told(f"{report.name}: {taken}.", "headline")]
    if report.success is not None:
        dv = f", DV {report.dv}" if report.dv is not None else ""
        rolled = f"D20 {report.faces[0]}" if report.faces else "no roll needed"
        said = "success" if report.success else "failure"
        stakes = f"{report.impact} Impact" if report.success else f"{report.position} Position"
        asked = f"{who} ({report.category}, pres {report.target}{dv})"
        lines.append(f"  {asked}: {rolled}, {said}, {stakes}.")
        lines += made_up(report.circumstances, report.base_dv)
    if stands := standing(report):
        lines.append(stands)
    return [*lines, *_now(report)]


def _moved(report: r.ExchangeReport) -> str:
    """What became of disposition in it, and that it goes no further."""
    parts = [f"{signed(report.change)} as they took it"] if report.change else []
    worn = PAST_PATIENCE if report.exchanges > report.patience else 0
    parts += [f"{-worn} past patience"] if worn else []
    if not parts:
        return ""
    if report.disposition_after != report.disposition_before + report.change - worn:
        least = report.disposition_after == LEAST
        parts.append(f"{LEAST} is the least" if least else f"{MOST} is the most")
    return f" (was {report.disposition_before}: {', '.join(parts)})"


def _now(report: r.ExchangeReport) -> list[str]:
    """What everybody should hear of it, and what can be typed next."""
    lines: list[str] = []
    if report.band != report.band_before:
        dv = signed(report.dv_modifier)
        lines.append(Told(f"{report.name}: {report.band} now, DV {dv}.", "news"))
    if report.banal == "not_yet" and report.exchanges == 1:
        eyebrows = "No small talk came first: eyebrows rise, and the next Checks may be harder."
        lines.append(Told(eyebrows, "news"))
    if report.ended:
        lines.append(Told(f"{report.name} would end it: annoyed, hostile, or worse.", "news"))
        lines.append(Told(f"The Guide says which. To begin anew: talk {report.npc} again", "way"))
    elif report.exchanges_left == 0:
        lines.append(_PAST)
    return lines
