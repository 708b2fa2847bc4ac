"""Renders the HP of the Company and, for the Guide, of NPCs, with wounds and Statuses."""

from collections.abc import Iterator

from companion.errant.names_to_type import quote_typed_name_from_id
from companion.refusal import join_words
from companion.reports import harm as reports
from companion.reports.status import HpLine
from companion.view import shared_wording as w
from companion.view.reply import render_report


@render_report.register
def _render_hp(report: reports.HpReport, name_of: w.NameLookup) -> w.Lines:
    """HP, wounds and Statuses, a line each; those of NPCs for the Guide."""
    for line in report.errants:
        told = describe_hp_and_wounds(line, name_of(line.errant))
        yield w.StyledLine(str(told), tone=told.tone)
        if line.handicaps:
            what = join_words(line.handicaps)
            yield w.DetailLine(f"  {w.end_with_full_stop(w.capitalize_first_letter(what))}")
    for npc in report.npcs or ():
        yield w.make_guide_only_line(describe_npc_hp(npc))
    if len(report.errants) == 1 and report.errants[0].at_zero:
        yield w.DetailLine(
            f"  Fallen to 0 HP {w.format_number_of_times(report.errants[0].at_zero)}."
        )
    if not report.errants and not report.npcs:
        yield f"The Guide knows what {report.npc} has left." if report.npc else "Nobody is hurt."


def describe_hp_and_wounds(line: HpLine, who: str) -> w.StyledLine:
    """HP and wounds of somebody: «Bree: HP 0 of 13, out of action, dies in 2 Initiative Turns»."""
    if line.hp is None:
        typed = w.format_errant_name(line.errant, lambda _id: who)
        return w.StyledLine(f"{who}: nobody has said how much HP (hp {typed} 12).")
    most = f" of {line.hp_max}" if line.hp_max is not None else ""
    gauge = [] if line.hp_max is None else [w.Gauge(line.hp, line.hp_max)]
    states = "".join(f", {each}" for each in list_wounds_and_statuses(line))
    tone: w.Tone = "warning" if line.dying or line.hp == 0 else "said"
    return w.StyledLine(f"{who}: HP ", *gauge, f"{line.hp}{most}{states}.", tone=tone, label=who)


def list_wounds_and_statuses(line: HpLine) -> Iterator[str]:
    """What is wrong with somebody, besides lost HP."""
    if line.dead:
        yield "dead"
    if line.dying and not line.dead:
        when = describe_time_until_death(line.dying.turns, line.dying.turn_type)
        yield f"dies {when}{' for sure' if line.dying.sure else ''}"
    if line.out_of_action:
        yield "out of action"
    yield from (*line.wounds, *line.statuses)


def describe_npc_hp(npc: reports.NpcHpLine) -> str:
    """The HP of an NPC, or of each of a group in the order of their numbers; of one who is gone a
    dash."""
    if not npc.hp:
        name = quote_typed_name_from_id(npc.npc, npc.name)
        return f"{npc.name}: nobody has said how much HP (hp {name} 6)."
    most = f" of {npc.hp_max}" if npc.hp_max is not None else ""
    if len(npc.hp) == 1:
        return f"{npc.name}: HP {npc.hp[0]}{most}{'' if npc.hp[0] else ', beaten'}."
    standing = sum(hp > 0 and at not in npc.gone for at, hp in enumerate(npc.hp, 1))
    each = ", ".join("–" if at in npc.gone else str(hp) for at, hp in enumerate(npc.hp, 1))
    return f"{npc.name}: {standing} of {len(npc.hp)} stand; HP {each}{most}."


def describe_time_until_death(turns: int, turn_type: str) -> str:
    """When somebody dies who lives for so many Turns after this one."""
    name = f"{turn_type.capitalize()} Turn"
    if turns < len(_TURNS_LEFT):
        return f"{_TURNS_LEFT[turns]} {name}{' ends' if not turns else ''}"
    return f"in {turns} {name}s"


_TURNS_LEFT = ("as this", "at the end of the next")
