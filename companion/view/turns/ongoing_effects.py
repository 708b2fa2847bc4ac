"""Renders effects, and what is done every few Turns, as plain lines."""

from collections.abc import Iterator

from companion.errant.names_to_type import quote_typed_name_from_id
from companion.reports import status as reports
from companion.view import shared_wording as w
from companion.view.reply import render_report

_EFFECT_STEPS = {"began": "Begins", "ended": "Ends", "kept": "Kept"}


@render_report.register
def _render_effects(report: reports.EffectReport, name_of: w.NameLookup) -> w.Lines:
    for effect in report.effects:
        bearer = effect.npc or (name_of(effect.errant) if effect.errant else "")
        on = f" on {bearer}" if bearer else ""
        uses = "Burn" if effect.effect_kind == "light" else "Depletion"
        left = f", {uses} {effect.depletion}" if effect.depletion is not None else ""
        lasting = ", lasting" if effect.lasting else ""
        more = "".join(f", {each}" for each in _list_status_details(effect))
        line = f"{effect.name.rstrip('.')}{on} ({effect.effect_kind}{left}{more}{lasting})."
        if report.step == "listed":
            yield f"  {line}"
        else:
            yield w.Headline(f"{_EFFECT_STEPS[report.step]}: {line}")
    if report.step == "listed" and report.effects:
        last = quote_typed_name_from_id(report.effects[-1].effect, report.effects[-1].name)
        yield w.HintLine(f"When one is over, type effect end and its name: effect end {last}")
    elif report.step == "listed":
        yield "Nothing goes on."
        yield w.HintLine("Type effect add NAME miracle 3")


def _list_status_details(effect: reports.EffectLine) -> Iterator[str]:
    """How many Turns it lasts, and what it does to damage dice."""
    if effect.turns is not None and effect.turn_type:
        yield w.format_count(effect.turns, f"{effect.turn_type.capitalize()} Turn")
    if effect.own_attacks:
        yield f"attacks {effect.own_attacks:+}"
    if effect.against:
        yield f"against {effect.against:+}"
    if effect.foe:
        yield f"with {effect.foe} alone"


@render_report.register
def _render_cadences(report: reports.CadencesReport, _name_of: w.NameLookup) -> w.Lines:
    for cadence in report.every:
        turns = f"{cadence.turn_type.capitalize()} Turn"
        turns = turns if cadence.turns == 1 else f"{cadence.turns} {turns}s"
        next_ = max(1, cadence.turns - cadence.passed)
        if report.step == "ended":
            yield w.Headline(f"No longer every {turns}: {cadence.word}.")
        elif report.step == "began":
            yield w.Headline(f"Every {turns}: {cadence.word} (next in {next_}).")
        else:
            yield f"  Every {turns}: {cadence.word} (next in {next_})."
    if not report.every:
        yield "Nothing is marked off by itself."
        yield w.HintLine("Type every 6 turns burn")
