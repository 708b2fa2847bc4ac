"""Timers, effects, reminders, and values that came back, as plain lines."""

from collections import Counter
from collections.abc import Iterable

from companion.campaign.history import RevertedValue
from companion.errant.timers import Timer
from companion.refusal import join_words
from companion.reports.turns import (
    CadenceLine,
    CadencesReport,
    EffectLine,
    EffectReport,
    TimersReport,
)
from companion.view.report import render_report
from companion.view.wording import NameLookup, StyledLine, end_sentence

_ENDLESS_TEXTS = {"wound": "until it is healed", "disease": "until it is cured"}
_UNIT_NAMES = {"burn": "Burn", "depletion": "Depletion"}


@render_report.register
def render_timers(report: TimersReport, name_of: NameLookup) -> list[str]:
    """All timers, the one that can end soonest first."""
    lines = render_timer_lines(report.timers, name_of)
    return lines or ["Nothing runs out. Type: effect add NAME miracle 3, or every 6 turns burn"]


def render_timer_lines(timers: Iterable[Timer], name_of: NameLookup) -> list[str]:
    """A line for each timer: the next, those after it, and those that no Turn ends."""
    lines: list[str] = []
    timers = tuple(timers)
    names = Counter(map(_make_timer_key, timers))
    for timer in timers:
        when = "Lasts" if timer.unit == "never" else "Then" if lines else "Next"
        alike = names[_make_timer_key(timer)] > 1
        lines.append(f"{when}: {describe_timer(timer, name_of, by_id=alike)}")
    return lines


def _make_timer_key(timer: Timer) -> tuple[str, str]:
    return (timer.errant, timer.name.casefold())


def describe_timer(timer: Timer, name_of: NameLookup, *, by_id: bool = False) -> str:
    """A timer: what, whose, and how long it lasts. `by_id` adds the id, where others have the same
    name."""
    name = timer.name.rstrip(".")
    apart = [timer.timer] if by_id and timer.unit != "never" else []
    if timer.kind in ("light", "every"):
        whose = f"{name_of(timer.errant)}'s " if timer.errant else ""
        by = "".join(f" ({each})" for each in apart)
        return f"{whose}{name}{by}, {_describe_time_left(timer)}"
    on = f" on {name_of(timer.errant)}" if timer.errant else ""
    return f"{name}{on} ({', '.join([timer.kind, *apart])}), {_describe_time_left(timer)}"


def _describe_time_left(timer: Timer) -> str:
    if timer.unit == "turns":
        turns = "Turn" if timer.left == 1 else "Turns"
        return f"in {timer.left} {timer.turn_types[0].capitalize()} {turns}"
    if timer.unit == "result":
        return f"ends at the next {'Expiration' if timer.turn_types == ('downtime',) else '3'}"
    if timer.unit == "never":
        if timer.lasting:
            return f"lasting until effect end {timer.timer}"
        return f"{_ENDLESS_TEXTS.get(timer.kind, 'until it is lifted')} (effect end {timer.timer})"
    return f"{_UNIT_NAMES[timer.unit]} {timer.left}"


def describe_restorations(restored: Iterable[RevertedValue], name_of: NameLookup) -> str:
    """One sentence about the values that came back when a result was ignored or replaced; "" for
    none."""
    things = [_describe_restoration(each, name_of) for each in restored]
    return end_sentence(f"Back as before: {join_words(things)}") if things else ""


def _describe_restoration(each: RevertedValue, name_of: NameLookup) -> str:
    whose = f"{name_of(each.errant)}'s " if each.errant else ""
    if each.what in ("exhaustion", "supply"):
        return f"{whose}{each.what.capitalize()} at {each.after}"
    if each.what == "effect":
        name = each.name.rstrip(".")
        if not each.after:
            return f"no more {name}"
        return f"{name} at Depletion {each.after}" if each.before else name
    if each.what == "number":
        return f"{whose}{each.name}" + (f", {each.after} of them" if each.before else "")
    return f"{whose}{each.name} at {_UNIT_NAMES[each.what]} {each.after}"


@render_report.register
def _render_effects(report: EffectReport, name_of: NameLookup) -> list[str]:
    lines = [_describe_effect(effect, name_of) for effect in report.effects]
    if report.step == "began":
        return [StyledLine(f"Begins: {line}.", "headline") for line in lines]
    if report.step == "ended":
        return [StyledLine(f"Ends: {line}.", "headline") for line in lines]
    if not lines:
        return ["Nothing goes on.", StyledLine("Type effect add NAME miracle 3", "way")]
    way = f"When one is over, type effect end and its name: effect end {report.effects[-1].effect}"
    return [*(f"  {line}." for line in lines), StyledLine(way, "way")]


def _describe_effect(effect: EffectLine, name_of: NameLookup) -> str:
    on = f" on {name_of(effect.errant)}" if effect.errant else ""
    uses = "Burn" if effect.effect_kind == "light" else "Depletion"
    left = f", {uses} {effect.depletion}" if effect.depletion is not None else ""
    lasting = ", lasting" if effect.lasting else ""
    return f"{effect.name.rstrip('.')}{on} ({effect.effect_kind}{left}{lasting})"


@render_report.register
def _render_cadences(report: CadencesReport, _name_of: NameLookup) -> list[str]:
    if report.step == "ended":
        return [
            StyledLine(f"No longer every {_describe_cadence(c)}.", "headline") for c in report.every
        ]
    lines = [
        f"Every {_describe_cadence(c)} (next in {max(1, c.turns - c.passed)})."
        for c in report.every
    ]
    if report.step == "began":
        return [StyledLine(line, "headline") for line in lines]
    nothing = ["Nothing is marked off by itself.", StyledLine("Type every 6 turns burn", "way")]
    return [f"  {line}" for line in lines] or nothing


def _describe_cadence(c: CadenceLine) -> str:
    turns = f"{c.turn_type.capitalize()} Turn"
    return f"{turns if c.turns == 1 else f'{c.turns} {turns}s'}: {c.word}"
