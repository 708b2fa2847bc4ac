"""Factions and bonds as plain lines.

What is for the Guide alone is not there where a player looks: each line tells what it has.
"""

from companion.commands import reports as r
from companion.errant.favours import Access, Favour
from companion.refusal import listed
from companion.view.check_lines import signed
from companion.view.happened import Called
from companion.view.meeting_lines import STEPS
from companion.view.told import Told


def faction(report: r.FactionReport, _called: Called) -> list[str]:
    """Factions, and what the Company is to them."""
    if not report.names:
        return ["No Faction is known.", Told('Try: faction "The Eel Wardens" reputation 6', "way")]
    step = STEPS.get(report.step, "")
    if not report.factions:
        return [Told(f"{step}{name}.", "headline") for name in report.names]
    lines: list[str] = []
    for line in report.factions:
        lines.append(Told(f"{step}{_faction(line)}.", "headline"))
        lines += _worth(line.free, line.at_a_cost, line.access)
        lines += [f"  {line.note}"] if line.note else []
    return lines


def _faction(line: r.FactionLine) -> str:
    standing = "" if line.reputation is None else f", reputation {line.reputation}, {line.called}"
    aligned = f", {line.alignment}" if line.alignment != "N" else ""
    return f"{line.name}{standing}{aligned}{'' if line.met else ', not met'}"


def _worth(
    free: Favour | None, at_a_cost: Favour | None, access: tuple[Access, ...] = ()
) -> list[str]:
    """What is done for those who stand so."""
    parts = [f"{_FAVOURS[free]} freely"] if free else []
    parts += [f"{_FAVOURS[at_a_cost]} at a cost"] if at_a_cost else []
    open_to = [_ACCESS[each] for each in access]
    lines = [f"  They do {listed(parts)}."] if parts else []
    return lines + ([f"  Open to the Company: their {listed(open_to)}."] if open_to else [])


_FAVOURS = {
    "courtesies": "small courtesies",
    "minor": "minor favours",
    "major": "major favours",
    "sacrifice": "great sacrifice",
}
_ACCESS = {"items": "own wares", "trainers": "trainers", "talents": "Talents"}


def bond(report: r.BondReport, called: Called) -> list[str]:
    """A bond, and what it is worth."""
    both = f"{called(report.errant)} and {report.name}"
    if report.called is None:
        return [Told(f"{both}: what they are to one another, the Guide knows.", "headline")]
    if report.step == "off":
        return [Told(f"{both}: no bond any more.", "headline")]
    if report.bond is None:
        return [
            Told(f"{both}: no bond is known.", "headline"),
            Told(f"Try: bond {report.npc} {report.errant} 9", "way"),
        ]
    lines: list[str] = [Told(f"{both}: bond {report.bond}, {report.called}.", "headline")]
    lines += _worth(report.free, report.at_a_cost)
    if report.pull:
        way = f"faction {report.faction} reputation +{report.pull}"
        lines.append(Told(f"If they have enough pull in their Faction: {way}", "way"))
    return lines


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
    if report.result == "changes" and report.called:
        moved = f"From {report.before} to {report.after}"
        moved = (
            moved if report.before != report.after else f"{report.after} already, and no further"
        )
        lines.append(f"  {moved}: {report.called}.")
    if report.result == "task":
        what = f"bond {report.npc} {report.errant}" if report.npc else ""
        what = what or f"faction {report.faction} reputation"
        lines.append(Told(f"When it is done: {what} {report.step:+}", "way"))
    return lines
