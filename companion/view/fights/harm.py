"""Renders Reports on harm, and a sentence for each hurt, wound, healing and death."""

from collections.abc import Callable, Iterator, Sequence

from companion.errant.harm import harm_happenings as h
from companion.errant.harm.wounds import FIRST_ROW_BEYOND
from companion.refusal import join_words
from companion.reports import harm as reports
from companion.text_cleaning import quote_name
from companion.view import shared_wording as w
from companion.view.fights.hp import describe_npc_hp, describe_time_until_death
from companion.view.reply import render_report
from companion.view.turns.happenings import render_happenings

_BY = {"kit": " by a healer's kit", "bed": " in a warm bed"}


def _render_hurt_errants(hurt: Sequence[h.Hurt], name_of: w.NameLookup) -> Iterator[str]:
    for (errant, hazard), each in w.group_by_key(hurt, _find_victim_and_hazard).items():
        who, last = name_of(errant), each[-1]
        if hazard and len(each) > MOST_TOLD:
            damage = sum(e.damage for e in each)
            turns = w.format_count(len(each), "Initiative Turn")
            left = f"HP {last.hp} of {last.hp_max}"
            yield f"{who} takes {damage} damage of {hazard} in {turns}: {left}."
            continue
        for source, same in w.group_by_key(each, lambda e: e.source).items():
            why, last = f" ({source})" if source else "", same[-1]
            taken = join_words([str(e.damage) for e in same])
            yield f"{who} takes {taken} damage{why}: HP {last.hp} of {last.hp_max}."


MOST_TOLD = 3
"""What fire and water do to somebody in one Turn is told one by one up to so many times."""
_HAZARDS = ("fire", "water")


def _find_victim_and_hazard(e: h.Hurt) -> tuple[str, str]:
    """Whose harm it is, and what hazard it comes from; "" for no hazard."""
    source = e.source.rpartition(" of ")[2]
    return e.errant, source if source in _HAZARDS else ""


def _render_hp_changes(changed: Sequence[h.HpChanged], name_of: w.NameLookup) -> Iterator[str]:
    for e in changed:
        who, verb = name_of(e.errant), "loses" if e.hp < e.before else "regains"
        if e.damage:
            yield f"{who} takes {e.damage} damage: HP {e.hp} of {e.hp_max}."
        else:
            yield f"{who} {verb} {abs(e.hp - e.before)} HP: {e.hp} of {e.hp_max}."


def _render_out_of_action(out: Sequence[h.PutOutOfAction], name_of: w.NameLookup) -> Iterator[str]:
    yield f"Out of action: {join_words([name_of(e.errant) for e in out])}."


def _render_hurt_npcs(hurt: Sequence[h.NpcHurt], _name_of: w.NameLookup) -> Iterator[str]:
    for e in hurt:
        who = f"{e.name} {e.number}" if e.number else e.name
        after = ", and is beaten" if e.beaten else ", and is half gone" if e.half_gone else ""
        told = f"takes {e.damage} damage{after}" if e.damage or not e.beaten else "is beaten"
        yield f"{who[:1].upper()}{who[1:]} {told}."


def _render_death_saves(saves: Sequence[h.DeathSave], name_of: w.NameLookup) -> Iterator[str]:
    for errant, each in w.group_by_key(saves, lambda save: save.errant).items():
        ends = ["stays on their feet" if e.success else "is out of action" for e in each]
        first_failed = next((at for at, e in enumerate(each) if not e.success), len(each))
        begun = 0 if each[0].was_out else first_failed + 1
        ends[begun:] = ["is out of action already"] * len(ends[begun:])
        if len(each) > MOST_TOLD:
            made = sum(e.success for e in each)
            end = ends[min(first_failed, len(each) - 1)]
            yield (
                f"Saves with phys {each[0].target} at 0 HP: {made} of {len(each)} made. "
                f"{name_of(errant)} {end}."
            )
            continue
        for e, end in zip(each, ends, strict=True):
            face = "no D20 could do it" if e.face is None else f"D20 {e.face}"
            yield f"Save with phys {e.target} at DV {e.dv}: {face}. {name_of(e.errant)} {end}."


def _render_beaten_npcs(beaten: Sequence[h.Beaten], name_of: w.NameLookup) -> Iterator[str]:
    for e in beaten:
        yield f"{name_of(e.errant)} is beaten: dead, subdued or fled, as the Guide says."


def _render_wounds(wounds: Sequence[h.WoundTaken], name_of: w.NameLookup) -> Iterator[str]:
    for e in wounds:
        lasts = f" for {w.format_count(e.turns, 'Initiative Turn')}" if e.turns else ""
        what = " and ".join(filter(None, (e.name, f"{e.state}{lasts}"))) or "Exhaustion"
        hinders = f", {e.handicap}" if e.handicap else ""
        instead = f", for {e.rolled}" if e.rolled != e.row else ""
        yield f"Wound of {name_of(e.errant)} ({e.harm} {e.row}{instead}): {what}{hinders}."


def describe_dying(e: h.Dying, who: str) -> str:
    """How long somebody still lives, and what would help."""
    typed = w.format_errant_name(e.errant, lambda _id: who)
    helps = ", and nothing helps" if e.sure else f", unless tended: tend {typed}"
    return f"{who} dies {describe_time_until_death(e.turns, e.turn_type)}{helps}."


def _render_dying(dying: Sequence[h.Dying], name_of: w.NameLookup) -> Iterator[str]:
    last = {e.errant: e for e in dying}  # several wounds of one Attack Roll tell it once
    for e in last.values():
        yield describe_dying(e, name_of(e.errant))


def _render_dying_ends(ended: Sequence[h.DyingEnded], name_of: w.NameLookup) -> Iterator[str]:
    for e in ended:
        yield f"{name_of(e.errant)} is no longer on death's door."


def _render_deaths(killed: Sequence[h.Killed], name_of: w.NameLookup) -> Iterator[str]:
    for e in killed:
        grave = ", and nothing is left to revive or bury" if e.beyond else ""
        lies = (
            f" What they carried lies there (slots {w.format_errant_name(e.stash, name_of)})."
            if e.stash
            else ""
        )
        yield f"{name_of(e.errant)} is dead{grave}.{lies}"


def _render_healing(healed: Sequence[h.Healed], name_of: w.NameLookup) -> Iterator[str]:
    rested = [e for e in healed if e.by == "downtime" and e.gained]
    if rested:
        each = join_words([f"{name_of(e.errant)} {e.hp}" for e in rested])
        yield f"As a Downtime Turn begins HP come back: {each}."
    for e in healed:
        if e in rested:
            continue
        if not e.gained:
            yield f"{name_of(e.errant)} recovers no HP: their wound does not let them."
            continue
        rolled = f" ({' + '.join(map(str, e.faces))})" if e.faces else ""
        by = _BY.get(e.by, "")
        yield f"{name_of(e.errant)} regains {e.gained} HP{by}{rolled}: {e.hp} of {e.hp_max}."


def _render_burning(burning: Sequence[h.Burning], name_of: w.NameLookup) -> Iterator[str]:
    for e in burning:
        if e.dice:
            rolled = f"{e.dice}D6" if e.dice > 1 else "D6"
            way = f"hazard {w.format_errant_name(e.errant, name_of)} out"
            yield f"{name_of(e.errant)} burns: {rolled} as this Turn ends ({way})."
        else:
            yield f"{name_of(e.errant)} is no longer on fire."


def _render_held_breath(held: Sequence[h.BreathHeld], name_of: w.NameLookup) -> Iterator[str]:
    for e in {each.errant: each for each in held}.values():  # how it stands at the end
        who, way = name_of(e.errant), f"hazard {w.format_errant_name(e.errant, name_of)} air"
        if e.turns:
            yield f"{who} holds their breath for {w.format_count(e.turns, 'Turn')} more ({way})."
        else:
            yield f"{who} has no breath left: D6 of damage as each Turn ends ({way})."


def _render_healing_due(due: Sequence[h.HealingDue], name_of: w.NameLookup) -> Iterator[str]:
    each = []
    for e in due:
        way = f"heal {w.format_errant_name(e.errant, name_of)} night"
        each.append(f"{name_of(e.errant)}, HP {e.hp} of {e.hp_max} ({way})")
    yield f"A healer's kit would help after this night: {'; '.join(each)}."


def _render_status_ends(ended: Sequence[h.StatusEnded], name_of: w.NameLookup) -> Iterator[str]:
    each = [f"{e.name} on {e.who or name_of(e.errant)}" for e in ended]
    yield w.end_with_full_stop(f"Ends: {'; '.join(each)}")


HARM_RENDERERS: dict[type, Callable[..., Iterator[str]]] = {
    h.Hurt: _render_hurt_errants,
    h.HpChanged: _render_hp_changes,
    h.PutOutOfAction: _render_out_of_action,
    h.NpcHurt: _render_hurt_npcs,
    h.DeathSave: _render_death_saves,
    h.Beaten: _render_beaten_npcs,
    h.WoundTaken: _render_wounds,
    h.Dying: _render_dying,
    h.DyingEnded: _render_dying_ends,
    h.Killed: _render_deaths,
    h.Healed: _render_healing,
    h.Burning: _render_burning,
    h.BreathHeld: _render_held_breath,
    h.HealingDue: _render_healing_due,
    h.StatusEnded: _render_status_ends,
}


@render_report.register
def _render_harm(report: reports.HarmReport, name_of: w.NameLookup) -> w.Lines:
    """What befell somebody, the dice it came from, and for the Guide what an NPC has left."""
    who = report.name if report.npc else name_of(report.who)
    first, *others = _list_harm_lines(report, who, name_of)
    yield w.Headline(first)
    yield from (f"  {line}" for line in others)
    if len(report.faces) > 1 or (report.faces and "d" in report.dice):
        sign = " × " if report.step == "fall" else " + "
        yield w.DetailLine(f"  {report.dice}: {sign.join(map(str, report.faces))}.")
    if report.unsettled:
        yield ask_which_piece_loses_quality(
            w.format_errant_name(report.who, name_of), who, report.unsettled, report.unsettled_items
        )
    if report.left is not None:
        yield w.make_guide_only_line(describe_npc_hp(report.left))


def ask_which_piece_loses_quality(
    who: str, name: str, lost: int, items: Sequence[str]
) -> w.StyledLine:
    """Quality that armour loses, with a command for each piece that may lose it."""
    ways = [f"quality {who} {quote_name(item)} -1" for item in items]
    return w.HintLine(
        f"{name} loses {lost} Quality off armour that you name: {join_words(ways, 'or')}"
    )


def _list_harm_lines(report: reports.HarmReport, who: str, name_of: w.NameLookup) -> Iterator[str]:
    if report.step == "treated":
        yield f"{who} is treated by a physician, and no longer has this: {report.wound}."
    if report.step == "air":
        yield f"{who} breathes again."
    if report.step == "healed" and not report.happened:
        yield f"{who} is healed."
    found = list(render_happenings(report.happened, name_of))
    yield from found
    if not found and report.step not in ("treated", "air", "healed"):
        yield f"{who} takes no harm."


@render_report.register
def _render_harm_odds(report: reports.HarmOddsReport, name_of: w.NameLookup) -> w.Lines:
    """What harm would do before it is rolled."""
    who = name_of(report.errant)
    yield w.Headline(f"{report.dice} {report.harm} on {who}, HP {report.hp}:")
    yield f"  at 0 HP {report.at_zero:.0%}, out of action {report.out_of_action:.0%}."
    for each in report.rows:
        chance = "<1%" if each.chance < _LEAST_SHOWN else f"{each.chance:.0%}"
        rows = f"{each.first}" if each.first == each.last else f"{each.first}–{each.last}"
        rows = f"{each.first}+" if each.first >= FIRST_ROW_BEYOND else rows
        yield f"  {chance:>4}  wound {rows}: {each.name}."


_LEAST_SHOWN = 0.005
"""A chance below this is not 0 %, but rounds to it."""
