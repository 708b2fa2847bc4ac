"""Renders Reports on NPCs, Factions, bonds, courting and Morale as plain lines.

Secret fields are None for a player: each line shows the fields that it has.
"""

from collections.abc import Iterable, Iterator

from companion.errant.names_to_type import quote_typed_name_from_id
from companion.errant.negotiation import ENDED_BY_PATIENCE
from companion.errant.reaction import Access, Favour
from companion.refusal import join_words
from companion.reports import npcs_and_factions as reports
from companion.text_cleaning import quote_name
from companion.view import shared_wording as w
from companion.view.negotiation import SMALL_TALK_TEXTS, render_stakes
from companion.view.reply import render_report

_MORALE_BREAKS = "When next they act they flee, retreat, surrender or parley."
_ALLY_MORALE_BREAKS = "They may flee at once, or stay, disgruntled, afraid or mutinous."
_STEP_PREFIXES = {
    "made": "Made: ",
    "changed": "Changed: ",
    "fewer": "Changed: ",
    "removed": "Gone: ",
}
"""What stands before the name after a change."""
_FAVOURS = {
    "courtesies": "small courtesies",
    "minor": "minor favours",
    "major": "major favours",
    "sacrifice": "great sacrifice",
}
_ACCESS = {"items": "own wares", "trainers": "trainers", "talents": "Talents"}
_COURT_RESULTS = {
    "changes": "it moves",
    "task": "a task is asked first",
    "unchanged": "nothing changes",
}


@render_report.register
def _render_npcs(report: reports.NpcReport, name_of: w.NameLookup) -> w.Lines:
    """NPCs; for the Guide with all that is known of them."""
    if not report.npcs:
        yield "There is nobody yet."
        yield w.HintLine('Try: npc "Brother Odo", or npc ?')
        return
    step = _STEP_PREFIXES.get(report.step, "")
    known = {line.npc: line for line in report.known or ()}
    for seen in report.npcs:
        line = known.get(seen.npc)
        place = line.where if line is not None else seen.where
        where = f", {place}" if place else ""
        many = f" ({line.count} of them)" if line is not None and line.count > 1 else ""
        yield w.Headline(f"{step}{seen.name}{many}{where}.")
        if line is not None and report.step != "removed":
            yield from _render_npc(line, name_of)
    if report.step == "made":
        first = quote_typed_name_from_id(report.npcs[0].npc, report.npcs[0].name)
        yield w.HintLine(f"Type react {first}, or talk {first}.")
    shown = [*known.values()] if report.step == "told" else []
    if len(shown) == 1 and shown[0].disposition is None and not shown[0].met:
        name = quote_typed_name_from_id(shown[0].npc, shown[0].name)
        yield w.HintLine(f"How they take it is not known. To roll it: react {name}")
    if report.may_break:
        morale = ", ".join(f"morale {quote_name(npc)}" for npc in report.may_break)
        yield w.HintLine(f"Half of them down, or their leader? {morale}")


def _render_npc(line: reports.NpcLine, name_of: w.NameLookup) -> Iterator[str]:
    if traits := "; ".join(filter(None, _list_npc_traits(line, name_of))):
        yield f"  {traits}."
    if isinstance(line, reports.NpcFightLine):
        yield from _render_fight_figures(line)
    if line.exchanges_left is not None:
        left = w.format_count(line.exchanges_left, "exchange")
        yield f"  In a Negotiation: {left} left. {SMALL_TALK_TEXTS[line.banal]}"
    elif line.talk != "none":
        worn_out = line.why_ended == ENDED_BY_PATIENCE
        why = "their patience was worn out" if worn_out else line.why_ended
        yield f"  A Negotiation ended: {w.end_with_full_stop(why)}"
    yield from render_stakes(line.bases)
    if line.wants:
        yield f"  Wants {line.wants}."
    if line.note:
        yield f"  {line.note}"


def _render_fight_figures(line: reports.NpcFightLine) -> Iterator[str]:
    """The figures of a fight, and what must not be forgotten in it."""
    hurt = f"HP {', '.join(map(str, line.hp))}" if line.hp else ""
    each = " each" if line.count > 1 else ""
    hp = f"{hurt} of {line.hp_max}" if hurt else f"HP {line.hp_max}{each}"
    known = (
        line.creature,
        hp if line.hp_max is not None else hurt,
        line.attacks,
        f"MV {line.mv}" if line.mv else "",
        "shown" if line.shown else "",
    )
    figures = "; ".join(filter(None, known))
    yield f"  {w.capitalize_first_letter(figures)}."
    if line.special:
        yield f"  {w.end_with_full_stop(line.special)}"


def _list_npc_traits(line: reports.NpcLine, name_of: w.NameLookup) -> Iterator[str]:
    """What is known of an NPC; "" for what is not."""
    yield "" if line.met else "Not met"
    yield f"Disposition {line.disposition}, {line.band}" if line.disposition is not None else ""
    yield f"Alignment {line.alignment}" if line.alignment != "N" else ""
    yield f"Threat {line.threat}" if line.threat is not None else ""
    yield f"Morale {line.morale}" if line.morale is not None else ""
    yield f"of {line.faction}" if line.faction else ""
    yield f"hex {line.hex[0]},{line.hex[1]}" if line.hex is not None else ""
    yield from (f"bond with {name_of(each.errant)} {each.bond}" for each in line.bonds)


def _format_2d6_roll(roll: reports.MoraleReport | reports.CourtReport) -> str:
    """2D6 with their modifier: «2D6 3 + 4 +1: 8»."""
    modifier = f" {w.format_signed_number(roll.modifier)}" if roll.modifier else ""
    return f"2D6 {' + '.join(map(str, roll.faces))}{modifier}: {roll.total}"


@render_report.register
def _render_morale(report: reports.MoraleReport, _name_of: w.NameLookup) -> w.Lines:
    against = "" if report.morale is None else f" against Morale {report.morale}"
    verb = "holds" if report.held else "breaks"
    yield w.Headline(f"{report.name}: Morale {verb} ({_format_2d6_roll(report)}{against}).")
    if not report.held:
        yield f"  {_ALLY_MORALE_BREAKS if report.ally else _MORALE_BREAKS}"


@render_report.register
def _render_factions(report: reports.FactionReport, _name_of: w.NameLookup) -> w.Lines:
    """Factions, and for the Guide the Company's reputation with them."""
    if not report.names:
        yield "No Faction is known."
        yield w.HintLine('Try: faction "The Eel Wardens" reputation 6')
    step = _STEP_PREFIXES.get(report.step, "")
    if not report.factions:
        yield from (w.Headline(f"{step}{name}.") for name in report.names)
    for line in report.factions or ():
        standing = ""
        if line.reputation is not None:
            standing = f", reputation {line.reputation}, {line.called}"
        alignment = f", {line.alignment}" if line.alignment != "N" else ""
        met = "" if line.met else ", not met"
        yield w.Headline(f"{step}{line.name}{standing}{alignment}{met}.")
        yield from _render_favours(line.free, line.at_a_cost, line.access)
        if line.note:
            yield f"  {line.note}"


def _render_favours(
    free: Favour | None, at_a_cost: Favour | None, access: Iterable[Access] = ()
) -> Iterator[str]:
    """The favours that a bond or a reputation is worth."""
    parts = [f"{_FAVOURS[free]} freely"] if free else []
    parts += [f"{_FAVOURS[at_a_cost]} at a cost"] if at_a_cost else []
    if parts:
        yield f"  They do {join_words(parts)}."
    if access:
        yield f"  Open to the Company: their {join_words(_ACCESS[each] for each in access)}."


@render_report.register
def _render_bond(report: reports.BondReport, name_of: w.NameLookup) -> w.Lines:
    both = f"{name_of(report.errant)} and {report.name}"
    if report.called is None:
        yield w.Headline(f"{both}: what they are to one another, the Guide knows.")
    elif report.step == "off":
        yield w.Headline(f"{both}: no bond any more.")
    elif report.bond is None:
        yield w.Headline(f"{both}: no bond is known.")
        npc = quote_typed_name_from_id(report.npc, report.name)
        yield w.HintLine(f"Try: bond {npc} {w.format_errant_name(report.errant, name_of)} 9")
    else:
        yield w.Headline(f"{both}: bond {report.bond}, {report.called}.")
        yield from _render_favours(report.free, report.at_a_cost)
        if report.pull:
            rise = f"faction {report.faction} reputation +{report.pull}"
            yield w.HintLine(f"If they have enough pull in their Faction: {rise}")


@render_report.register
def _render_court(report: reports.CourtReport, name_of: w.NameLookup) -> w.Lines:
    whom = f"{name_of(report.errant)} and {report.name}" if report.errant else report.name
    yield w.Headline(f"{whom}: {_format_2d6_roll(report)}, {_COURT_RESULTS[report.result]}.")
    if report.result == "changes" and report.called:
        moved = f"From {report.before} to {report.after}"
        if report.before == report.after:
            moved = f"{report.after} already, and no further"
        yield f"  {moved}: {report.called}."
    if report.result == "task":
        what = f"faction {report.faction} reputation"
        if report.npc:
            npc = quote_typed_name_from_id(report.npc, report.name)
            what = f"bond {npc} {w.format_errant_name(report.errant, name_of)}"
        yield w.HintLine(f"When it is done: {what} {report.step:+}")
