"""NPCs and Morale as plain lines.

Secret fields are None for a player: each line shows the fields that it has.
"""

from companion.errant.negotiation import ENDED_BY_PATIENCE
from companion.errant.reaction import Access, Favour
from companion.refusal import join_words
from companion.reports.people import (
    BondReport,
    CourtReport,
    FactionLine,
    FactionReport,
    MoraleReport,
    NpcLine,
    NpcReport,
)
from companion.view.negotiation import SMALL_TALK_TEXTS, format_exchanges, render_stakes
from companion.view.report import render_report
from companion.view.wording import NameLookup, StyledLine, end_sentence, format_reaction_dice

_MORALE_BREAKS = "When next they act they flee, retreat, surrender or parley."
_ALLY_MORALE_BREAKS = "They may flee at once, or stay, disgruntled, afraid or mutinous."
STEP_PREFIXES = {
    "made": "Made: ",
    "changed": "Changed: ",
    "fewer": "Changed: ",
    "removed": "Gone: ",
}
"""What stands before the name after a change."""


@render_report.register
def render_npcs(report: NpcReport, name_of: NameLookup) -> list[str]:
    """NPCs; for the Guide with all that is known of them."""
    if not report.npcs:
        return ["There is nobody yet.", StyledLine('Try: npc "Brother Odo", or npc ?', "way")]
    step = STEP_PREFIXES.get(report.step, "")
    lines: list[str] = []
    known = {line.npc: line for line in report.known or ()}
    for seen in report.npcs:
        line = known.get(seen.npc)
        there = line.where if line is not None else seen.where
        where = f", {there}" if there else ""
        many = f" ({line.count} of them)" if line is not None and line.count > 1 else ""
        lines.append(StyledLine(f"{step}{seen.name}{many}{where}.", "headline"))
        if line is not None and report.step != "removed":
            lines += _render_npc(line, name_of)
    if report.step == "made":
        first = report.npcs[0].npc
        lines.append(StyledLine(f"Type react {first}, or talk {first}.", "way"))
    if report.may_break:
        ways = ", ".join(f"morale {npc}" for npc in report.may_break)
        lines.append(StyledLine(f"Half of them down, or their leader? {ways}", "way"))
    return lines


def _render_npc(line: NpcLine, name_of: NameLookup) -> list[str]:
    parts = []
    if line.disposition is not None:
        parts.append(f"Disposition {line.disposition}, {line.band}")
    parts += [f"Alignment {line.alignment}"] if line.alignment != "N" else []
    parts += [f"Threat {line.threat}"] if line.threat is not None else []
    parts += [f"Morale {line.morale}"] if line.morale is not None else []
    parts += [f"of {line.faction}"] if line.faction else []
    parts += [f"hex {line.hex[0]},{line.hex[1]}"] if line.hex is not None else []
    parts += [f"bond with {name_of(each.errant)} {each.bond}" for each in line.bonds]
    parts = parts if line.met else ["Not met", *parts]
    lines = [f"  {'; '.join(parts)}."] if parts else []
    lines += [f"  {_describe_negotiation(line)}"] if line.talk != "none" else []
    lines += render_stakes(line.bases)
    lines += [f"  Wants {line.wants}."] if line.wants else []
    return lines + ([f"  {line.note}"] if line.note else [])


def _describe_negotiation(line: NpcLine) -> str:
    """How the Negotiation with an NPC stands, or how it ended."""
    if line.exchanges_left is not None:
        return (
            f"In a Negotiation: {format_exchanges(line.exchanges_left)} left. "
            f"{SMALL_TALK_TEXTS[line.banal]}"
        )
    why = "their patience was worn out" if line.why_ended == ENDED_BY_PATIENCE else line.why_ended
    return f"A Negotiation ended: {end_sentence(why)}"


@render_report.register
def render_morale(report: MoraleReport, _name_of: NameLookup) -> list[str]:
    """A Morale roll."""
    against = "" if report.morale is None else f" against Morale {report.morale}"
    total = f"{format_reaction_dice(report.faces, report.modifier, report.total)}{against}"
    if report.held:
        return [StyledLine(f"{report.name}: Morale holds ({total}).", "headline")]
    return [
        StyledLine(f"{report.name}: Morale breaks ({total}).", "headline"),
        f"  {_ALLY_MORALE_BREAKS if report.ally else _MORALE_BREAKS}",
    ]


@render_report.register
def render_factions(report: FactionReport, _name_of: NameLookup) -> list[str]:
    """Factions, and the Company's reputation with them."""
    if not report.names:
        return [
            "No Faction is known.",
            StyledLine('Try: faction "The Eel Wardens" reputation 6', "way"),
        ]
    step = STEP_PREFIXES.get(report.step, "")
    if not report.factions:
        return [StyledLine(f"{step}{name}.", "headline") for name in report.names]
    lines: list[str] = []
    for line in report.factions:
        lines.append(StyledLine(f"{step}{_describe_faction(line)}.", "headline"))
        lines += _render_favours(line.free, line.at_a_cost, line.access)
        lines += [f"  {line.note}"] if line.note else []
    return lines


def _describe_faction(line: FactionLine) -> str:
    standing = "" if line.reputation is None else f", reputation {line.reputation}, {line.called}"
    aligned = f", {line.alignment}" if line.alignment != "N" else ""
    return f"{line.name}{standing}{aligned}{'' if line.met else ', not met'}"


def _render_favours(
    free: Favour | None, at_a_cost: Favour | None, access: tuple[Access, ...] = ()
) -> list[str]:
    """The favours that a bond or a reputation is worth."""
    parts = [f"{_FAVOURS[free]} freely"] if free else []
    parts += [f"{_FAVOURS[at_a_cost]} at a cost"] if at_a_cost else []
    open_to = [_ACCESS[each] for each in access]
    lines = [f"  They do {join_words(parts)}."] if parts else []
    return lines + ([f"  Open to the Company: their {join_words(open_to)}."] if open_to else [])


_FAVOURS = {
    "courtesies": "small courtesies",
    "minor": "minor favours",
    "major": "major favours",
    "sacrifice": "great sacrifice",
}
_ACCESS = {"items": "own wares", "trainers": "trainers", "talents": "Talents"}


@render_report.register
def render_bond(report: BondReport, name_of: NameLookup) -> list[str]:
    """A bond, and what it is worth."""
    both = f"{name_of(report.errant)} and {report.name}"
    if report.called is None:
        return [StyledLine(f"{both}: what they are to one another, the Guide knows.", "headline")]
    if report.step == "off":
        return [StyledLine(f"{both}: no bond any more.", "headline")]
    if report.bond is None:
        return [
            StyledLine(f"{both}: no bond is known.", "headline"),
            StyledLine(f"Try: bond {report.npc} {report.errant} 9", "way"),
        ]
    lines: list[str] = [StyledLine(f"{both}: bond {report.bond}, {report.called}.", "headline")]
    lines += _render_favours(report.free, report.at_a_cost)
    if report.pull:
        way = f"faction {report.faction} reputation +{report.pull}"
        lines.append(StyledLine(f"If they have enough pull in their Faction: {way}", "way"))
    return lines


@render_report.register
def render_court(report: CourtReport, name_of: NameLookup) -> list[str]:
    """The result of courting."""
    total = format_reaction_dice(report.faces, report.modifier, report.total)
    result = {
        "changes": "it moves",
        "task": "a task is asked first",
        "unchanged": "nothing changes",
    }[report.result]
    whom = f"{name_of(report.errant)} and {report.name}" if report.errant else report.name
    lines: list[str] = [StyledLine(f"{whom}: {total}, {result}.", "headline")]
    if report.result == "changes" and report.called:
        moved = f"From {report.before} to {report.after}"
        moved = (
            moved if report.before != report.after else f"{report.after} already, and no further"
        )
        lines.append(f"  {moved}: {report.called}.")
    if report.result == "task":
        what = f"bond {report.npc} {report.errant}" if report.npc else ""
        what = what or f"faction {report.faction} reputation"
        lines.append(StyledLine(f"When it is done: {what} {report.step:+}", "way"))
    return lines
