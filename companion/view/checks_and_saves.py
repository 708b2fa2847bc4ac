"""Renders Reports on Checks, Saving Throws and the Die of Fate as plain lines.

Secret fields are None for a player: each line shows the fields that it has.
"""

from collections.abc import Iterable

from companion.errant.checks_and_saves import Circumstance
from companion.refusal import join_words
from companion.reports.checks_and_saves import CheckReport, FateReport
from companion.view import shared_wording as w
from companion.view.reply import render_report

_ON_FAILURE = {
    "shaky": "not as bad as it could have been",
    "risky": "about as bad as expected",
    "dire": "worse than anybody thought",
}
_ON_SUCCESS = {
    "weak": "not exactly what was hoped",
    "fair": "what was wanted",
    "strong": "better than expected",
}
_WINNER_TEXTS = {
    "first": "{0} wins.",
    "second": "{1} wins.",
    "tie": "A tie: a draw, or another opposed Check.",
    "both_fail": "Both fail: it gets worse for both.",
}
_FATE_TEXTS = ("as bad as can be", "bad", "rather bad", "rather good", "good", "as good as can be")


@render_report.register
def _render_check(report: CheckReport, name_of: w.NameLookup) -> w.Lines:
    """A Check, its DV, and what its result means."""
    who = name_of(report.errant) if report.errant else report.name
    yield w.Headline(
        f"{_describe_check_to_make(report, who)}: {_describe_result_or_chance(report)}."
    )
    yield from render_dv_parts(report.circumstances, report.base_dv)
    if report.opponent is not None:
        other = report.opponent
        rolled = (
            "" if other.success is None else f": {_describe_d20_roll(other.faces, other.success)}"
        )
        yield f"  {report.against} at {other.target}, DV {other.dv}{rolled}."
        yield from render_dv_parts(other.circumstances, other.base_dv)
    if report.odds is not None:
        chances = (report.odds.first, report.odds.second, report.odds.tie, report.odds.both_fail)
        ends = (f"{who} wins", f"{report.against} wins", "a tie", "both fail")
        each = (f"{end} {chance:.0%}" for end, chance in zip(ends, chances, strict=True))
        yield w.ResultLine(f"{'; '.join(each)}.")
    if report.winner is not None:
        yield w.ResultLine(_WINNER_TEXTS[report.winner].format(who, report.against))
    elif report.success:
        yield f"  {report.impact.capitalize()} Impact: {_ON_SUCCESS[report.impact]}."
    elif report.success is not None:
        yield f"  {report.position.capitalize()} Position: {_ON_FAILURE[report.position]}."


def _describe_check_to_make(report: CheckReport, who: str) -> str:
    target = "" if report.target is None else f" {report.target}"
    dv = f" at DV {report.dv}" if report.dv is not None else ""
    if not report.attribute:
        what = "Saving Throw" if report.saving else "Check"
        return f"{what} of {who}, by Threat{target and f',{target}'}{dv}"
    verb = "saves with" if report.saving else "checks"
    return f"{who} {verb} {report.attribute}{target}{dv}"


def _describe_result_or_chance(report: CheckReport) -> str:
    if report.success is not None:
        return _describe_d20_roll(report.faces, report.success)
    if report.chance is None:
        return "the Guide knows the chance"
    if report.chance in (0, 1):
        return "certain to succeed" if report.chance else "no chance to succeed"
    return f"{report.chance_exact} ({report.chance:.0%}) to succeed"


def _describe_d20_roll(faces: tuple[int, ...], success: bool) -> str:
    if not faces:
        return "it succeeds without a roll"
    return f"D20 {faces[0]}, {'success' if success else 'failure'}"


def render_dv_parts(circumstances: Iterable[Circumstance] | None, base: int | None) -> list[str]:
    """The parts of the DV, where there are several."""
    parts = [f"{each.name} {w.format_signed_number(each.dv)}" for each in circumstances or ()]
    parts = [f"{base} to begin with", *parts] if base and parts else parts
    return [f"  In the DV: {join_words(parts)}."] if parts else []


@render_report.register
def _render_fate(report: FateReport, _name_of: w.NameLookup) -> w.Lines:
    question = f" «{report.asked}»" if report.asked else ""
    face = report.faces[0]
    yield w.Headline(f"Fate{question}: D6 {face}, {_FATE_TEXTS[face - 1]} for them.")
