"""What runs out, what falls due and what came back, as plain lines."""

from collections import Counter
from collections.abc import Iterable

from companion.campaign.restored import Restored
from companion.commands import reports as r
from companion.refusal import listed
from companion.view.happened import Called
from companion.view.told import sentence

_FOR_EVER = {"wound": "until it is healed", "disease": "until it is cured"}
_CALLED = {"burn": "Burn", "depletion": "Depletion"}


def timers(report: r.TimersReport, called: Called) -> list[str]:
    """All that runs out, what can end soonest first."""
    lines = next_lines(report.timers, called)
    return lines or ["Nothing runs out. Type: effect add NAME miracle 3, or every 6 turns burn"]


def next_lines(timers: Iterable[r.TimerLine], called: Called) -> list[str]:
    """What runs out next, what then, and what no Turn ends."""
    lines: list[str] = []
    timers = tuple(timers)
    names = Counter(map(_called_so, timers))
    for timer in timers:
        when = "Lasts" if timer.unit == "never" else "Then" if lines else "Next"
        alike = names[_called_so(timer)] > 1
        lines.append(f"{when}: {timer_line(timer, called, by_id=alike)}")
    return lines


def _called_so(timer: r.TimerLine) -> tuple[str, str]:
    return (timer.errant, timer.name.casefold())


def timer_line(timer: r.TimerLine, called: Called, *, by_id: bool = False) -> str:
    """One of them: what, whose, and how long yet; `by_id` tells it from others called the same."""
    name = timer.name.rstrip(".")
    apart = [timer.timer] if by_id and timer.unit != "never" else []
    if timer.kind in ("light", "every"):
        whose = f"{called(timer.errant)}'s " if timer.errant else ""
        by = "".join(f" ({each})" for each in apart)
        return f"{whose}{name}{by}, {_left(timer)}"
    on = f" on {called(timer.errant)}" if timer.errant else ""
    return f"{name}{on} ({', '.join([timer.kind, *apart])}), {_left(timer)}"


def _left(timer: r.TimerLine) -> str:
    if timer.unit == "turns":
        turns = "Turn" if timer.left == 1 else "Turns"
        return f"in {timer.left} {timer.turn_types[0].capitalize()} {turns}"
    if timer.unit == "result":
        return f"ends at the next {'Expiration' if timer.turn_types == ('downtime',) else '3'}"
    if timer.unit == "never":
        if timer.lasting:
            return f"lasting until effect end {timer.timer}"
        return f"{_FOR_EVER.get(timer.kind, 'until it is lifted')} (effect end {timer.timer})"
    return f"{_CALLED[timer.unit]} {timer.left}"


def taken_back_line(restored: Iterable[Restored], called: Called) -> str:
    """What came back of a result that is ignored or replaced, in one sentence; "" for nothing."""
    things = [_restored(each, called) for each in restored]
    return sentence(f"Back as before: {listed(things)}") if things else ""


def _restored(each: Restored, called: Called) -> str:
    whose = f"{called(each.errant)}'s " if each.errant else ""
    if each.what in ("exhaustion", "supply"):
        return f"{whose}{each.what.capitalize()} at {each.after}"
    if each.what == "effect":
        name = each.name.rstrip(".")
        if not each.after:
            return f"no more {name}"
        return f"{name} at Depletion {each.after}" if each.before else name
    if each.what == "number":
        return f"{whose}{each.name}" + (f", {each.after} of them" if each.before else "")
    return f"{whose}{each.name} at {_CALLED[each.what]} {each.after}"
