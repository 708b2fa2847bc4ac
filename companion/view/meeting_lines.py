"""NPCs and Morale as plain lines.

What is for the Guide alone is not there where a player looks: each line tells what it has.
"""

from companion.commands import reports as r
from companion.errant.negotiation import WORN_OUT
from companion.view.check_lines import signed
from companion.view.happened import Called
from companion.view.talk_lines import BANAL, bases, exchanges
from companion.view.told import Told, sentence

_BROKEN = "When next they act they flee, retreat, surrender or parley."
_BROKEN_ALLY = "They may flee at once, or stay, disgruntled, afraid or mutinous."
STEPS = {"made": "Made: ", "changed": "Changed: ", "fewer": "Changed: ", "removed": "Gone: "}
"""What became of somebody, before their name."""


def npc(report: r.NpcReport, called: Called) -> list[str]:
    """NPCs, with all that is known of them where the Guide looks."""
    if not report.npcs:
        return ["There is nobody yet.", Told('Try: npc "Brother Odo", or npc ?', "way")]
    step = STEPS.get(report.step, "")
    lines: list[str] = []
    known = {line.npc: line for line in report.known or ()}
    for seen in report.npcs:
        line = known.get(seen.npc)
        there = line.where if line is not None else seen.where
        where = f", {there}" if there else ""
        many = f" ({line.count} of them)" if line is not None and line.count > 1 else ""
        lines.append(Told(f"{step}{seen.name}{many}{where}.", "headline"))
        if line is not None and report.step != "removed":
            lines += _of_npc(line, called)
    if report.step == "made":
        first = report.npcs[0].npc
        lines.append(Told(f"Type react {first}, or talk {first}.", "way"))
    if report.may_break:
        ways = ", ".join(f"morale {npc}" for npc in report.may_break)
        lines.append(Told(f"Half of them down, or their leader? {ways}", "way"))
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
    parts = parts if line.met else ["Not met", *parts]
    lines = [f"  {'; '.join(parts)}."] if parts else []
    lines += [f"  {_talk(line)}"] if line.talk != "none" else []
    lines += bases(line.bases)
    lines += [f"  Wants {line.wants}."] if line.wants else []
    return lines + ([f"  {line.note}"] if line.note else [])


def _talk(line: r.NpcLine) -> str:
    """How the Negotiation with somebody stands, or that it ended."""
    if line.exchanges_left is not None:
        return f"In a Negotiation: {exchanges(line.exchanges_left)} left. {BANAL[line.banal]}"
    why = "their patience was worn out" if line.why_ended == WORN_OUT else line.why_ended
    return f"A Negotiation ended: {sentence(why)}"


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
        f"  {_BROKEN_ALLY if report.ally else _BROKEN}",
    ]
