"""Checks, Saving Throws and the Die of Fate, as plain lines.

What is for the Guide alone is not there where a player looks: each line tells what it has.
"""

from collections.abc import Iterable

from companion.commands import reports as r
from companion.refusal import listed
from companion.view.happened import Called
from companion.view.told import Told

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
_WINS = {
    "first": "{0} wins.",
    "second": "{1} wins.",
    "tie": "A tie: a draw, or another opposed Check.",
    "both_fail": "Both fail: it gets worse for both.",
}
_FATES = ("as bad as can be", "bad", "rather bad", "rather good", "good", "as good as can be")


def signed(number: int) -> str:
    """A number with its sign, and 0 without."""
    return f"{number:+}" if number else "0"


def check(report: r.CheckReport, called: Called) -> list[str]:
    """A Check, how it was made up, and what it means."""
    who = called(report.errant) if report.errant else report.name
    lines: list[str] = [Told(f"{_asked(report, who)}: {_came(report)}.", "headline")]
    lines += made_up(report.circumstances, report.base_dv)
    if report.success is None:
        return [*lines, *_against(report), *_odds(report, who)]
    if report.winner is not None:
        wins = Told(_WINS[report.winner].format(who, report.against), "result")
        return [*lines, *_against(report), wins]
    if report.success:
        return [*lines, f"  {report.impact.capitalize()} Impact: {_ON_SUCCESS[report.impact]}."]
    return [*lines, f"  {report.position.capitalize()} Position: {_ON_FAILURE[report.position]}."]


def _asked(report: r.CheckReport, who: str) -> str:
    """Who makes a Check of what, at which DV."""
    target = "" if report.target is None else f" {report.target}"
    dv = f" at DV {report.dv}" if report.dv is not None else ""
    if not report.attribute:
        what = "Saving Throw" if report.saving else "Check"
        return f"{what} of {who}, by Threat{target and f',{target}'}{dv}"
    verb = "saves with" if report.saving else "checks"
    return f"{who} {verb} {report.attribute}{target}{dv}"


def _came(report: r.CheckReport) -> str:
    if report.success is not None:
        return _rolled(report.faces, success=report.success)
    if report.chance is None:
        return "the Guide knows the chance"
    return _likely(report.chance, report.chance_exact)


def _likely(chance: float, exactly: str) -> str:
    if chance in (0, 1):
        return "certain to succeed" if chance else "no chance to succeed"
    return f"{exactly} ({chance:.0%}) to succeed"


def _against(report: r.CheckReport) -> list[str]:
    """The other side of an Opposed Check."""
    other = report.opponent
    if other is None:
        return []
    came = "" if other.success is None else f": {_rolled(other.faces, success=other.success)}"
    return [
        f"  {report.against} at {other.target}, DV {other.dv}{came}.",
        *made_up(other.circumstances, other.base_dv),
    ]


def _odds(report: r.CheckReport, who: str) -> list[str]:
    """How likely each end of an Opposed Check is."""
    odds = report.odds
    if odds is None:
        return []
    ends = (
        (f"{who} wins", odds.first),
        (f"{report.against} wins", odds.second),
        ("a tie", odds.tie),
        ("both fail", odds.both_fail),
    )
    return [Told(f"{'; '.join(f'{end} {chance:.0%}' for end, chance in ends)}.", "result")]


def _rolled(faces: tuple[int, ...], *, success: bool) -> str:
    if not faces:
        return "it succeeds without a roll"
    return f"D20 {faces[0]}, {'success' if success else 'failure'}"


def made_up(circumstances: Iterable[r.CircumstanceLine] | None, base: int | None) -> list[str]:
    """What the DV came of, where more than one thing made it."""
    parts = [f"{each.name} {signed(each.dv)}" for each in circumstances or ()]
    parts = [f"{base} to begin with", *parts] if base and parts else parts
    return [f"  In the DV: {listed(parts)}."] if parts else []


def fate(report: r.FateReport, _called: Called) -> list[str]:
    """The Die of Fate."""
    asked = f" «{report.asked}»" if report.asked else ""
    face = report.faces[0]
    return [Told(f"Fate{asked}: D6 {face}, {_FATES[face - 1]} for them.", "headline")]
