"""NPCs, Factions, Reaction Rolls, Negotiations and Morale, as plain lines.

What is for the Guide alone is not there where a player looks: each line tells what it has.
"""

from companion.commands import reports as r
from companion.refusal import listed
from companion.view.check_lines import made_up, signed
from companion.view.happened import Called
from companion.view.told import Told

TAKEN = {
    "unimpressed": "is unimpressed",
    "pleased": "is pleased",
    "touched": "is touched",
    "upset": "is upset, and refuses",
    "refuses": "refuses",
    "compromise": "agrees to a compromise",
    "agrees": "agrees",
    "offers_more": "agrees, and offers more than was asked",
    "offended": "is offended",
    "insulted": "is insulted",
    "unconvinced": "is unconvinced, and not insulted",
    "wants_proof": "is receptive, and wants proof",
    "accepts": "accepts it wholly",
    "small_talk": "makes small talk",
    "swayed": "is swayed by the bribe",
    "unmoved": "is unmoved by the bribe",
    "affronted": "is affronted by the bribe",
}
"""How an NPC takes an exchange."""
_BANAL = {
    "not_yet": "There was no small talk yet.",
    "first": "Small talk came first.",
    "later": "Small talk did not come first.",
}
_STEPS = {"made": "Made: ", "changed": "Changed: ", "fewer": "Changed: ", "removed": "Gone: "}


def npc(report: r.NpcReport, called: Called) -> list[str]:
    """NPCs, with all that is known of them where the Guide looks."""
    if not report.npcs:
        return ["There is nobody yet.", Told('Try: npc "Brother Odo", or npc ?', "way")]
    step = _STEPS.get(report.step, "")
    lines: list[str] = []
    known = {line.npc: line for line in report.known or ()}
    for seen in report.npcs:
        where = f", {seen.where}" if seen.where else ""
        line = known.get(seen.npc)
        many = f" ({line.count} of them)" if line is not None and line.count > 1 else ""
        lines.append(Told(f"{step}{seen.name}{many}{where}.", "headline"))
        if line is not None and report.step != "removed":
            lines += _of_npc(line, called)
    if report.step == "made":
        first = report.npcs[0].npc
        lines.append(Told(f"Type react {first}, or talk {first}.", "way"))
    if report.step == "fewer" and known:
        ways = f"Half of them down, or their leader? morale {report.npcs[0].npc}"
        lines.append(Told(ways, "way"))
    return lines


def _of_npc(line: r.NpcLine, called: Called) -> list[str]:
    parts = []
    if line.disposition is not None:
        parts.append(f"Disposition {line.disposition}, {line.band}")
    parts += [f"Alignment {line.alignment}"] if line.alignment != "N" else []
    parts += [f"Threat {line.threat}"] if line.threat is not None else []
    parts += [f"Morale {line.morale}"] if line.morale is not None else []
    parts += [f"of {line.faction}"] if line.faction else []
    parts += [f"hex {line.hex[0]},{line.hex[1]}"] if line.hex is not None else []
    parts += [f"bond with {called(each.errant)} {each.bond}" for each in line.bonds]
    if line.exchanges_left is not None:
        parts.append(f"{_exchanges(line.exchanges_left)} left")
    lines = [f"  {'; '.join(parts)}."] if parts else []
    lines += _bases(line.bases)
    lines += [f"  Wants {line.wants}."] if line.wants else []
    return lines + ([f"  {line.note}"] if line.note else [])


def _bases(bases: tuple[r.BaseLine, ...]) -> list[str]:
    """What exchanges with somebody begin with, a category a line."""
    return [
        f"  {base.category.capitalize()}: DV {base.dv}, {base.position} Position, "
        f"{base.impact} Impact."
        for base in bases
    ]


def _exchanges(number: int) -> str:
    return f"{number} exchange{'' if number == 1 else 's'}"


def faction(report: r.FactionReport, _called: Called) -> list[str]:
    """Factions, and what the Company is to them."""
    if not report.names:
        return ["No Faction is known.", Told('Try: faction "The Eel Wardens" reputation 6', "way")]
    step = _STEPS.get(report.step, "")
    if not report.factions:
        return [Told(f"{step}{name}.", "headline") for name in report.names]
    lines: list[str] = []
    for line in report.factions:
        lines.append(Told(f"{step}{_faction(line)}.", "headline"))
        lines += [f"  {line.note}"] if line.note else []
    return lines


def _faction(line: r.FactionLine) -> str:
    standing = "" if line.reputation is None else f", reputation {line.reputation}, {line.called}"
    aligned = f", {line.alignment}" if line.alignment != "N" else ""
    return f"{line.name}{standing}{aligned}"


_FAVOURS = {
    "courtesies": "small courtesies",
    "minor": "minor favours",
    "major": "major favours",
    "sacrifice": "great sacrifice",
}


def bond(report: r.BondReport, called: Called) -> list[str]:
    """A bond, and what it is worth."""
    both = f"{called(report.errant)} and {report.name}"
    if report.called is None:
        return [Told(f"{both}: what they are to one another, the Guide knows.", "headline")]
    if report.bond is None:
        return [
            Told(f"No bond is known between {both}.", "headline"),
            Told(f"Try: bond {report.npc} {report.errant} 9", "way"),
        ]
    lines: list[str] = [Told(f"{both}: bond {report.bond}, {report.called}.", "headline")]
    worth = [f"freely {_FAVOURS[report.free]}"] if report.free else []
    worth += [f"at a cost {_FAVOURS[report.at_a_cost]}"] if report.at_a_cost else []
    return lines + ([f"  Done for them: {listed(worth)}."] if worth else [])


def court(report: r.CourtReport, called: Called) -> list[str]:
    """What came of courting."""
    rolled = " + ".join(map(str, report.faces))
    more = f" {signed(report.modifier)}" if report.modifier else ""
    total = f"2D6 {rolled}{more}: {report.total}"
    said = {
        "changes": "it moves",
        "task": "a task is asked first",
        "unchanged": "nothing changes",
    }[report.result]
    whom = f"{called(report.errant)} and {report.name}" if report.errant else report.name
    lines: list[str] = [Told(f"{whom}: {total}, {said}.", "headline")]
    if report.called and report.result == "changes":
        lines.append(f"  From {report.before} to {report.after}: {report.called}.")
    if report.result == "task" and report.npc:
        done = f"bond {report.npc} {report.errant} +1, or -1"
        lines.append(Told(f"When it is done: {done}", "way"))
    return lines


def reaction(report: r.ReactionReport, called: Called) -> list[str]:
    """How somebody takes to the Company."""
    band = report.band
    if not band:
        return [Told(f"{report.name} reacts to the Company.", "headline")]
    headline = f"{report.name} is {band}: disposition {report.disposition}"
    lines: list[str] = [Told(f"{headline}, DV {signed(report.dv_modifier)}.", "headline")]
    if report.known_by:
        by = report.known_by
        by = by if by in ("reputation", "the Guide") else f"the bond with {by}"
        lines.append(f"  No die: {by} says so.")
    elif report.faces:
        parts = [f"2D6 {' + '.join(map(str, report.faces))}"]
        parts += [f"the Guide {signed(report.guides)}"] if report.guides else []
        if report.alignment:
            parts.append(f"{called(report.swayed_by)}'s Alignment {signed(report.alignment)}")
        lines.append(f"  {', '.join(parts)}.")
    lines.append(Told(f"Type talk {report.npc}: they bear {_exchanges(report.patience)}.", "way"))
    return lines


def negotiation(report: r.NegotiationReport, called: Called) -> list[str]:
    """How a Negotiation stands."""
    lines = reaction(report.reaction, called)[:-1] if report.reaction is not None else []
    begun = {
        "began": "The Negotiation with {0} begins.",
        "stands": "The Negotiation with {0} goes on.",
        "worn": "What {0} tolerates has changed.",
        "ended": "The Negotiation with {0} has ended: {1}.",
        "set": "What exchanges with {0} begin with is set.",
    }[report.step]
    lines.append(Told(begun.format(report.name, report.why_ended), "headline"))
    lines += _bases(report.bases or ())
    if stands := standing(report):
        lines.append(stands)
    if report.step == "stands":
        lines.append(f"  {_BANAL[report.banal]}")
    if report.step in ("began", "stands"):
        ways = f"talk {report.npc} banal, giving, taking, convincing or bribe"
        lines.append(Told(f"Type {ways}.", "way"))
    if report.step == "set" and (report.patience is None or report.ended):
        lines.append(Told(f"Type talk {report.npc}.", "way"))
    return lines


def standing(report: r.NegotiationReport | r.ExchangeReport) -> str:
    """What is left of disposition and patience; "" where no Negotiation goes on, and where a
    player looks."""
    disposition, band, left = disposition_of(report), report.band, report.exchanges_left
    if disposition is None or report.patience is None:
        return ""
    if report.ended:
        return f"  Disposition {disposition}, {band}."
    return f"  Disposition {disposition}, {band}; {_exchanges(left)} left."


def disposition_of(report: r.NegotiationReport | r.ExchangeReport) -> int | None:
    """The disposition now; None where a player looks."""
    if isinstance(report, r.ExchangeReport):
        return report.disposition_after
    return report.disposition


def exchange(report: r.ExchangeReport, called: Called) -> list[str]:
    """One exchange: the Check, how it was taken, and how it stands now."""
    who, taken = called(report.errant), TAKEN[report.outcome]
    lines: list[str] = [Told(f"{report.name} {taken}.", "headline")]
    if report.success is not None:
        dv = f", DV {report.dv}" if report.dv is not None else ""
        rolled = f"D20 {report.faces[0]}" if report.faces else "no roll needed"
        said = "success" if report.success else "failure"
        stakes = f"{report.impact} Impact" if report.success else f"{report.position} Position"
        asked = f"{who} ({report.category}, pres {report.target}{dv})"
        lines.append(f"  {asked}: {rolled}, {said}, {stakes}.")
        lines += made_up(report.circumstances)
    if stands := standing(report):
        lines += [*_moved(report), stands]
    return [*lines, *_now(report)]


def _moved(report: r.ExchangeReport) -> list[str]:
    """What became of disposition in it."""
    moved = report.disposition_after + report.cost - report.disposition_before
    parts = [f"{signed(moved)} as they took it"] if moved else []
    parts += [f"{-report.cost} past patience"] if report.cost else []
    return [f"  Disposition {report.disposition_before}, {', '.join(parts)}."] if parts else []


def _now(report: r.ExchangeReport) -> list[str]:
    """What everybody should hear of it, and what can be typed next."""
    lines: list[str] = []
    if report.band != report.band_before:
        dv = signed(report.dv_modifier)
        lines.append(Told(f"{report.name} is {report.band} now: DV {dv}.", "news"))
    if report.banal == "not_yet" and report.exchanges == 1:
        lines.append(Told("There was no small talk first: it may raise eyebrows.", "news"))
    if report.ended:
        lines.append(Told(f"{report.name} ends it: in annoyance, hostility or assault.", "news"))
        lines.append(Told(f"The Guide says which. To begin anew: talk {report.npc} again", "way"))
    elif report.exchanges_left == 0:
        lines.append(
            Told("Their patience is at its end: each exchange costs 2 disposition now.", "news")
        )
    return lines


def morale(report: r.MoraleReport, _called: Called) -> list[str]:
    """Whether somebody stands."""
    rolled = " + ".join(map(str, report.faces))
    more = f" {signed(report.modifier)}" if report.modifier else ""
    against = "" if report.morale is None else f" against Morale {report.morale}"
    total = f"2D6 {rolled}{more}: {report.total}{against}"
    if report.held:
        return [Told(f"{report.name}: Morale holds ({total}).", "headline")]
    return [
        Told(f"{report.name}: Morale breaks ({total}).", "headline"),
        "  When next they act they flee, retreat, surrender or parley.",
    ]
