"""Turns, the Event Die, the clock, nights and places, as plain lines."""

from companion.commands import reports as r
from companion.view.happened import Called, happened_lines
from companion.view.turn_names import declared, turn_name, when, why

_RESULTS = {
    "encounter": "Encounter",
    "rest": "Rest or 1 Exhaustion",
    "deplete": "Deplete",
    "burn": "Burn",
    "local_effect": "Local effect",
    "encounter_sign": "Encounter sign",
    "free": "Free",
    "complication": "Complication",
    "expiration": "Expiration",
    "trend": "Trend",
    "intimation": "Intimation",
}


_PROMPTS = {
    "rest": "Type rest (one more negative die next time) or press-on (1 Exhaustion each).",
    "local_effect": "Something of this place happens; a timer of the site may advance.",
    "free": "Nothing happens: a reprieve.",
    "intimation": "A clue: to the next encounter, complication, trend or adventure, as you choose.",
}


def turn(report: r.TurnReport, called: Called) -> list[str]:
    """A Turn began, was nested or closed."""
    name = turn_name(report.turn_type, report.turn_number)
    first = {
        "began": f"{name} begins",
        "zoomed": f"Zoomed in: {name}",
        "out": f"Zoomed out: {name}",
        "closed": name,
    }[report.step]
    lines = [f"{first} ({when(report.day, report.time)})."]
    if report.nested:
        lines += declared(report.nested[-1].declared, called)
    lines += happened_lines(report.happened, called)
    if report.left_open:
        lines.append(f"Still open here: {'; '.join(report.left_open)}.")
    return lines


def _how_it_fell(report: r.EventReport) -> list[str]:
    """Which dice made the face, and why so many; nothing for one die that a seed rolled."""
    keep = "high" if report.positive_dice > report.negative_dice else "low"
    parts = [
        *([f"{', '.join(map(str, report.faces))} keep {keep}"] if len(report.faces) > 1 else []),
        *(["rolled by hand"] if report.entered else []),
        *([why(report.modifiers)] if report.modifiers else []),
    ]
    return [f"  {'; '.join(parts)}"] if parts else []


def event(report: r.EventReport, called: Called) -> list[str]:
    """An Event Die, its result first."""
    name = turn_name(report.turn_type, report.turn_number)
    lines = [f"{name} ({when(report.day, report.time)})."]
    lines += declared(report.declared, called)
    lines += happened_lines(report.before, called)
    if report.ignored:
        lines.append(f"Event Die {report.face}, {_RESULTS[report.result]}: ignored and undone.")
        return lines
    becomes = "becomes " if report.replaced else ""
    lines.append(f"Event Die {becomes}{report.face}: {_RESULTS[report.result]}.")
    lines += [] if report.replaced else _how_it_fell(report)
    lines += happened_lines(report.happened, called)
    lines += _event_prompts(report)
    return lines


def _event_prompts(report: r.EventReport) -> list[str]:
    lines = []
    if report.result == "rest" and "rest" not in report.choices:
        lines.append("The Company Rests already: one more negative die next time.")
    elif report.result in _PROMPTS:
        lines.append(_PROMPTS[report.result])
    if report.foretold is not None:
        what = report.foretold or "the next encounter, which you choose"
        spent = "The sign comes true" if report.result == "encounter" else "The sign is of"
        lines.append(f"{spent}: {what} [secret]")
    elif report.table and report.drawn is None:
        lines.append(f"What it is: roll {report.table} [secret]")
    if report.result == "expiration" and not report.happened:
        lines.append("Nothing temporary is left to end.")
    return lines


def dice_to_roll(report: r.DiceToRollReport, _called: Called) -> list[str]:
    """What a person has to roll."""
    dice = "D6" if report.number == 1 else f"{report.number}D6, keep {report.keep}"
    reasons = f" ({why(report.modifiers)})" if report.modifiers else ""
    return [f"Roll {dice}{reasons}.", "Type event and what was rolled: event =3,5"]


def declared_report(report: r.DeclaredReport, called: Called) -> list[str]:
    """What is declared, or its outcome."""
    name = turn_name(report.turn_type, report.turn_number)
    if report.resolved:
        return [f"{name}: {report.outcome or 'done'}."]
    return [f"{name}.", *declared(report.declared, called)]


def clock(report: r.ClockReport, called: Called) -> list[str]:
    """The clock moved by hand."""
    return [
        f"The clock moves {report.moved}: {when(report.day, report.time)}.",
        *happened_lines(report.happened, called),
    ]


def sleeping(report: r.NightReport, called: Called) -> list[str]:
    """Who sleeps and who watches."""
    lines = []
    if report.asleep:
        lines.append(f"The Company sleeps this Turn ({report.camp} camp).")
    if report.watch:
        lines.append(f"On watch: {', '.join(map(called, report.watch))}.")
    if report.unguarded:
        lines.append("Unguarded: an encounter sign (5) counts as an encounter (1).")
    return lines or ["Nobody keeps watch."]


def place(report: r.PlaceReport, _called: Called) -> list[str]:
    """Where the Company is."""
    return [f"The Company is at {report.name}."]


def sign_line(sign: r.SignLine) -> str:
    """One sign."""
    where = f"{sign.turn_type}{f', {sign.place}' if sign.place else ''}"
    return f"Sign ({where}): {sign.encounter or 'the next encounter'} [secret]"


def sign(report: r.SignReport, _called: Called) -> list[str]:
    """The signs that wait, or one that ended."""
    lines = [sign_line(sign) for sign in report.signs or ()]
    if report.step == "ended":
        return [f"Ended. {line}" for line in lines] or ["A sign ended."]
    return lines or ["No sign waits."]
