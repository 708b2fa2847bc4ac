"""Renders Reports on fights as plain lines: the roster, the order of a Turn, movement,
encounters."""

from collections.abc import Iterator

from companion.errant.fights import list_action_order
from companion.errant.names_to_type import quote_typed_name_from_id
from companion.refusal import join_words
from companion.reports import fights as reports
from companion.reports.fights import CombatantLine, FightReport, FoeLine
from companion.view import shared_wording as w
from companion.view.reply import render_report
from companion.view.rolls_and_random_tables import render_roll_report
from companion.view.turns.turns import render_turn_report

_SIDES = {"company": "the Company", "others": "the others"}
_UNITS = {"enclosed": "feet", "open": "yards"}
_CONDITIONS = {
    "hurt": "hurt",
    "half_gone": "half gone",
    "beaten": "beaten",
    "fled": "gone",
    "out": "out of action",
    "dead": "dead",
}
_DOWN = ("beaten", "fled")
"""Conditions of who stands no longer."""
_NAME_WIDTH = 14
_MOST_HEADS = 8
"""The HP of more are told by how many have as much."""


@render_report.register
def _render_fight(report: FightReport, name_of: w.NameLookup) -> w.Lines:
    """What has changed, then a line for each combatant."""
    if report.step == "began":
        yield from _render_fight_beginning(report)
    elif report.step == "joined":
        yield w.Headline(f"{join_words(report.named)} joined the fight.")
    elif report.step in ("left", "fell"):
        names = join_words(report.named)
        yield w.Headline(f"{names} left the fight." if report.step == "left" else f"Down: {names}.")
        if _is_fight_won(report):
            yield from _render_next_step(report)
        return
    elif report.step == "cleared":
        yield w.Headline(f"{join_words(report.named)} suffers no gambit any longer.")
        return
    elif report.step == "pace":
        line = next(each for each in report.combatants if each.name in report.named)
        yield w.Headline(f"{line.name} acts {_PACES[line.acts]}.")
        return
    elif report.step == "changed" and not report.surprised:
        yield w.Headline(_describe_fight_turn(report))
        return
    else:
        yield w.Headline(_describe_fight_turn(report))
    yield from _render_roster(report, name_of)
    if report.step == "shown":
        yield from _render_weapons(report, name_of)
    yield from _render_next_step(report)


_PACES = {"quick": "quickly: 1 action", "slow": "slowly: 2 actions", "": "as it comes"}


def _render_fight_beginning(report: FightReport) -> Iterator[str]:
    """How far off they are, and who is surprised."""
    yield w.Headline(f"The fight begins: {join_words(report.named)}.")
    by_hand = ", by hand" if report.entered else ""
    face = f" (D6 {report.distance_face}{by_hand})" if report.distance_face else ""
    yield w.ResultLine(f"{w.capitalize_first_letter(_describe_distance(report))}{face}.")
    face = f" (D6 {report.surprise_face}{by_hand})" if report.surprise_face else ""
    if report.surprised:
        by = "The Company surprises them", "They surprise the Company"
        who = by[report.surprised == "company"]
        yield w.ResultLine(f"{who}{face}.")
    elif report.surprise_face:
        yield w.ResultLine(f"Nobody is surprised{face}.")
        if not report.may_surprise and report.surprise_face >= 5:
            yield f"  In {report.light} light the Company surprises nobody without an ambush."


def _describe_distance(report: FightReport) -> str:
    if report.distance is None:
        return report.ground.capitalize()
    if not report.distance:
        return "hand to hand"
    return f"{report.distance} {_UNITS[report.ground]} apart"


def _describe_fight_turn(report: FightReport) -> str:
    """The Turn, how far off they are or were at first, and who acts first in it."""
    turn = f"Turn {report.turn_number}" if report.turn_number else "Initiative Turns"
    first = f"; {_SIDES[report.first]} first" if report.first else ""
    if report.distance is None:
        return f"{turn}, {report.ground}{first}."
    far = _describe_distance(report)
    if not report.measured:
        return f"{turn}; begun {far}{first}."
    since = "" if report.measured == report.turn_number else f" in Turn {report.measured}"
    return f"{turn}; {far}{since}{first}."


def _render_roster(report: FightReport, name_of: w.NameLookup) -> Iterator[str]:
    """A line for each, who is first before the others."""
    first = report.first or "company"
    foes = {each.npc: each for each in report.foes or ()}
    lines = sorted(report.combatants, key=lambda each: each.side != first)
    names = [line.name if line.npc else name_of(line.who) for line in lines]
    wide = min(_NAME_WIDTH, max(map(len, names), default=0))
    for name, line in zip(names, lines, strict=True):
        body = _describe_hp_and_blocks(line, foes.get(line.who), report.turn_number)
        states = [*body, *_describe_actions_of_turn(line)]
        if report.surprised == line.side:
            states.append("surprised")
        yield f"  {name:{wide}}  {', '.join(states)}".rstrip()


def _render_weapons(report: FightReport, name_of: w.NameLookup) -> Iterator[str]:
    """What everybody has in hand to strike with."""
    armed = (each for each in report.combatants if each.weapons)
    if held := [f"{name_of(each.who)} {join_words(each.weapons)}" for each in armed]:
        yield w.DetailLine(f"  In hand: {', '.join(held)}.")


def _describe_hp_and_blocks(
    line: CombatantLine, foe: FoeLine | None, turn: int | None
) -> Iterator[str]:
    """HP, Blocks, and what is on them."""
    if line.condition in _DOWN:
        yield _CONDITIONS[line.condition]
        return
    if line.hp is not None:
        yield f"HP {line.hp}/{line.hp_max}"
    elif foe is not None and foe.hp:
        yield describe_group_hp(foe.hp, foe.hp_max, line.gone)
    elif line.count > 1:
        yield f"{line.count} of them"
    if line.blocks_max:
        yield f"Blocks {line.blocks}"
    if line.condition and not (foe is not None and line.condition in ("hurt", "half_gone")):
        yield _CONDITIONS[line.condition]
    if line.gone:
        yield f"gone: {join_words([*map(str, line.gone)])}"
    if line.dying is not None:
        turns, turn_type = line.dying.turns, line.dying.turn_type
        is_near = turn is not None and turn_type == "initiative"
        last = f"dies as Turn {turns + turn} ends" if is_near and turn is not None else ""
        yield last or w.describe_dying_briefly(turns, turn_type)
    if line.broken:
        yield "Morale broken"
    for number, what in line.suffers.items():
        yield f"{number}: {what}" if number != "0" else what
    if line.rides:
        yield f"on {line.rides}"
    yield from (name.rstrip(".") for name in line.effects)


def describe_group_hp(heads: tuple[int, ...], most: int | None, gone: tuple[int, ...] = ()) -> str:
    """The HP of somebody, or of each of a group: «HP 6/14», «HP 6 3 0 –» with one who is gone, «4 ×
    HP 6», or of many «30 × HP 6, HP 3, 2 down»."""
    if len(heads) == 1:
        return f"HP {heads[0]}/{most}" if most is not None else f"HP {heads[0]}"
    counts = w.group_by_key((hp for at, hp in enumerate(heads, 1) if at not in gone), int)
    if len(heads) <= _MOST_HEADS and len(counts) > 1:
        each_hp = ("–" if at in gone else str(hp) for at, hp in enumerate(heads, 1))
        return f"HP {' '.join(each_hp)}"
    down = len(counts.pop(0, []))
    each = [
        f"{len(same)} × HP {hp}" if len(same) > 1 else f"HP {hp}" for hp, same in counts.items()
    ]
    return ", ".join([*each, *([f"{down} down"] if down else [])])


def _describe_actions_of_turn(line: CombatantLine) -> Iterator[str]:
    """What they have done in this Turn, and may do at once."""
    if line.acts:
        yield line.acts
    if line.attackers and len(line.attackers) < line.count:
        yield f"attacked: {join_words([*map(str, line.attackers)])}"
    elif line.attackers:
        yield "all attacked"
    elif attacks := line.attacked + line.used:
        yield "attacked" if attacks == 1 else f"attacked {w.format_number_of_times(attacks)}"
    if line.rolls_left:
        yield f"{w.format_count(line.rolls_left, 'Attack Roll')} left"
    if line.cast:
        yield "cast"
    if line.moved:
        yield "moved" if line.moved == "roll" else "shifted"
    noted = line.attacked + line.cast + (line.moved == "roll")
    if line.taken > noted:
        yield w.format_count(line.taken, "action")
    if line.granted and line.condition not in (*_DOWN, "out", "dead"):
        yield f"{w.format_count(line.granted, 'action')} at once"


def _render_next_step(report: FightReport) -> Iterator[str]:
    if report.surprised:
        yield w.HintLine("Who is surprised cannot act in this Turn. Then: next")
    elif _is_fight_won(report):
        yield w.HintLine("Nobody of them stands. If it is over: out")
    elif _is_fight_lost(report):
        yield w.HintLine("Nobody of the Company can act. If it is over: out")
    elif not report.first:
        yield w.HintLine("First? Call order odd, or order even")


def _is_fight_won(report: FightReport) -> bool:
    """True where none of the others stands any longer."""
    return all(each.condition in _DOWN for each in report.combatants if each.side == "others")


def _is_fight_lost(report: FightReport) -> bool:
    """True where nobody of the Company can act any longer."""
    own = [each for each in report.combatants if each.side == "company"]
    return bool(own) and all(each.condition in (*_DOWN, "out", "dead") for each in own)


@render_report.register
def _render_fight_turn(report: reports.FightTurnReport, name_of: w.NameLookup) -> w.Lines:
    lines = [w.make_styled_line(line) for line in render_turn_report(report, name_of)]
    yield from (line for line in lines if line.tone != "way")
    yield from _render_roster(report.fight, name_of)
    yield from _render_next_step(report.fight)


@render_report.register
def _render_fight_order(report: reports.OrderReport, name_of: w.NameLookup) -> w.Lines:
    if report.call is None:
        yield w.Headline(f"The table has it: {_SIDES[report.first]} first.")
    else:
        who = f"{name_of(report.by)} calls" if report.by else "Called"
        by_hand = ", by hand" if report.entered else ""
        rolled = f"2D6 {report.faces[0]} + {report.faces[1]}: {sum(report.faces)}{by_hand}"
        yield w.Headline(f"{who} {report.call} ({rolled}): {_SIDES[report.first]} first.")
    one, other = (_SHORT_SIDES[side] for side, _ in list_action_order(report.first)[:2])
    yield f"  {one.capitalize()}, {other} quickly; then slowly."


_SHORT_SIDES = {"company": "Company", "others": "others"}


@render_report.register
def _render_fight_walk(report: reports.WalkReport, name_of: w.NameLookup) -> w.Lines:
    unit, dice = _UNITS[report.ground], f"{report.dice}D4" if report.dice else "no movement dice"
    how = f" on {report.rides}" if report.rides else f" ({report.way})" if report.way else ""
    name = w.name_chase_runner(report.who, report.name, name_of)
    less = f", {10 * report.terrain} less for the terrain" if report.terrain else ""
    of = f", of {report.apart} apart" if report.apart else ""
    if report.distance is None:
        rolls = f"{dice} × 10" if report.dice else "an action moves 10"
        shift = f"a shift {report.shift}" if report.dice else "no shift"
        shift = "the first of a Turn is free" if report.rides else shift
        yield w.Headline(f"{name}{how}: {rolls} {unit}{less}; {shift}.")
        return
    if report.is_shift:
        yield w.Headline(f"{name} shifts {report.distance} {unit}{less}{of}.")
        return
    free = ", beside the actions" if report.free else ""
    by_hand = " by hand" if report.entered else ""
    rolled = f"{dice}{by_hand} {' + '.join(map(str, report.faces))}" if report.faces else "10"
    yield w.Headline(f"{name}{how}: {report.distance} {unit} ({rolled}{less}){free}{of}.")


@render_report.register
def _render_encounter(report: reports.EncounterReport, name_of: w.NameLookup) -> w.Lines:
    """The roll on the table, then what the Guide needs if they fight or talk."""
    yield from render_roll_report(report, name_of)
    if report.distance is None:
        return
    parts = [f"{report.number} of them"] if report.number and report.number > 1 else []
    parts += [
        f"{report.distance} {_UNITS[report.ground]} off",
        _describe_surprise(report.surprised),
    ]
    if report.reaction is not None:
        parts.append(f"{report.reaction.band} (disposition {report.reaction.disposition})")
    yield w.make_guide_only_line(f"{', '.join(parts)}.")
    if report.npc:
        typed = quote_typed_name_from_id(report.npc, report.npc_name or report.npc)
        yield w.HintLine(f"If it comes to it: fight, or talk {typed}")


@render_report.register
def _render_meeting(report: reports.MeetingReport, _name_of: w.NameLookup) -> w.Lines:
    if report.face is None:
        yield "The Guide knows how they meet."
        return
    far = "" if report.distance is None else f", {report.distance} {_UNITS[report.ground]} off"
    surprise = "" if report.surprised is None else f", {_describe_surprise(report.surprised)}"
    by_hand = ", by hand" if report.entered else ""
    yield w.make_guide_only_line(f"D6 {report.face}{by_hand}{far}{surprise}.")


def _describe_surprise(surprised: str | None) -> str:
    return {"company": "they surprise the Company", "others": "the Company surprises them"}.get(
        surprised or "", "nobody is surprised"
    )
