"""What runs out, what falls due and what came back, as plain lines."""

from collections.abc import Iterable

from companion.campaign.restored import Restored
from companion.commands import reports as r
from companion.refusal import listed
from companion.view.happened import Called

_FOR_EVER = {"wound": "until it is healed", "disease": "until it is cured"}
_CALLED = {"burn": "Burn", "depletion": "Depletion"}


def timers(report: r.TimersReport, called: Called) -> list[str]:
    """All that runs out, what can end soonest first."""
    lines = next_lines(report.timers, called)
    return lines or ["Nothing runs out. Type: effect add NAME miracle 3, or every 6 turns burn"]


def next_lines(timers: Iterable[r.TimerLine], called: Called) -> list[str]:
    """What runs out next, what then, and what no Turn ends."""
    lines: list[str] = []
    for timer in timers:
        when = "Lasts" if timer.unit == "never" else "Then" if lines else "Next"
        lines.append(f"{when}: {timer_line(timer, called)}")
    return lines


def timer_line(timer: r.TimerLine, called: Called) -> str:
    """One of them: what, whose, and how long yet."""
    if timer.kind == "light":
        name = f"{called(timer.errant)}'s {timer.name}" if timer.errant else timer.name
        return f"{name}, {_left(timer)}"
    if timer.kind == "every":
        return f"{timer.name}, {_left(timer)}"
    on = f" on {called(timer.errant)}" if timer.errant else ""
    return f"{timer.name.rstrip('.')}{on} ({timer.kind}), {_left(timer)}"


def _left(timer: r.TimerLine) -> str:
    if timer.unit == "turns":
        turns = "Turn" if timer.left == 1 else "Turns"
        return f"in {timer.left} {timer.turn_types[0].capitalize()} {turns}"
    if timer.unit == "result":
        return f"ends at the next {'Expiration' if timer.turn_types == ('downtime',) else '3'}"
    if timer.unit == "never":
        return "lasting" if timer.lasting else _FOR_EVER.get(timer.kind, "until it is lifted")
    return f"{_CALLED[timer.unit]} {timer.left}"


def taken_back_line(restored: Iterable[Restored], called: Called) -> str:
    """What came back of a result that is ignored or replaced, in one sentence; "" for nothing."""
    things = [_restored(each, called) for each in restored]
    return f"Back as before: {listed(things)}." if things else ""


def _restored(each: Restored, called: Called) -> str:
    whose = f"{called(each.errant)}'s " if each.errant else ""
    if each.what in ("exhaustion", "supply"):
        return f"{whose}{each.what.capitalize()} at {each.after}"
    if each.what == "effect":
        if not each.after:
            return f"no more {each.name}"
        return f"{each.name} at Depletion {each.after}" if each.before else each.name
    if each.what == "number":
        return f"{whose}{each.name}" + (f", {each.after} of them" if each.before else "")
    return f"{whose}{each.name} at {_CALLED[each.what]} {each.after}"
