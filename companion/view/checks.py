"""Checks, Saving Throws and the Die of Fate, as plain lines.

Secret fields are None for a player: each line shows the fields that it has.
"""

from collections.abc import Iterable

from companion.errant.checks import Circumstance
from companion.refusal import join_words
from companion.reports.checks import CheckReport, FateReport
from companion.view.report import render_report
from companion.view.wording import NameLookup, StyledLine, format_signed

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
def render_check(report: CheckReport, name_of: NameLookup) -> list[str]:
    """A Check, its DV, and what its result means."""
    who = name_of(report.errant) if report.errant else report.name
    lines: list[str] = [
        StyledLine(f"{_describe_check(report, who)}: {_describe_result(report)}.", "headline")
    ]
    lines += render_dv_parts(report.circumstances, report.base_dv)
    if report.success is None:
        return [*lines, *_render_opponent(report), *_render_opposed_odds(report, who)]
    if report.winner is not None:
        wins = StyledLine(_WINNER_TEXTS[report.winner].format(who, report.against), "result")
        return [*lines, *_render_opponent(report), wins]
    if report.success:
        return [*lines, f"  {report.impact.capitalize()} Impact: {_ON_SUCCESS[report.impact]}."]
    return [*lines, f"  {report.position.capitalize()} Position: {_ON_FAILURE[report.position]}."]


def _describe_check(report: CheckReport, who: str) -> str:
    """Who checks what, at which DV."""
    target = "" if report.target is None else f" {report.target}"
    dv = f" at DV {report.dv}" if report.dv is not None else ""
    if not report.attribute:
        what = "Saving Throw" if report.saving else "Check"
        return f"{what} of {who}, by Threat{target and f',{target}'}{dv}"
    verb = "saves with" if report.saving else "checks"
    return f"{who} {verb} {report.attribute}{target}{dv}"


def _describe_result(report: CheckReport) -> str:
    if report.success is not None:
        return _describe_roll(report.faces, success=report.success)
    if report.chance is None:
        return "the Guide knows the chance"
    return _describe_chance(report.chance, report.chance_exact)


def _describe_chance(chance: float, exactly: str) -> str:
    if chance in (0, 1):
        return "certain to succeed" if chance else "no chance to succeed"
    return f"{exactly} ({chance:.0%}) to succeed"


def _render_opponent(report: CheckReport) -> list[str]:
    """The other side of an Opposed Check."""
    other = report.opponent
    if other is None:
        return []
    came = (
        "" if other.success is None else f": {_describe_roll(other.faces, success=other.success)}"
    )
    return [
        f"  {report.against} at {other.target}, DV {other.dv}{came}.",
        *render_dv_parts(other.circumstances, other.base_dv),
    ]


def _render_opposed_odds(report: CheckReport, who: str) -> list[str]:
    """The odds of each outcome of an Opposed Check."""
    odds = report.odds
    if odds is None:
        return []
    ends = (
        (f"{who} wins", odds.first),
        (f"{report.against} wins", odds.second),
        ("a tie", odds.tie),
        ("both fail", odds.both_fail),
    )
    return [StyledLine(f"{'; '.join(f'{end} {chance:.0%}' for end, chance in ends)}.", "result")]


def _describe_roll(faces: tuple[int, ...], *, success: bool) -> str:
    if not faces:
        return "it succeeds without a roll"
    return f"D20 {faces[0]}, {'success' if success else 'failure'}"


def render_dv_parts(circumstances: Iterable[Circumstance] | None, base: int | None) -> list[str]:
    """The parts of the DV, where there are several."""
    parts = [f"{each.name} {format_signed(each.dv)}" for each in circumstances or ()]
    parts = [f"{base} to begin with", *parts] if base and parts else parts
    return [f"  In the DV: {join_words(parts)}."] if parts else []


@render_report.register
def render_fate(report: FateReport, _name_of: NameLookup) -> list[str]:
    """The Die of Fate."""
    asked = f" «{report.asked}»" if report.asked else ""
    face = report.faces[0]
    return [StyledLine(f"Fate{asked}: D6 {face}, {_FATE_TEXTS[face - 1]} for them.", "headline")]
