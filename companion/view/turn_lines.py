"""Turns, the Event Die, the clock, nights and places, as plain lines."""

from companion.commands import reports as r
from companion.errant.happenings import Began
from companion.refusal import listed
from companion.view.happened import Called, happened_lines
from companion.view.table_lines import to_read_out
from companion.view.timer_lines import taken_back_line
from companion.view.told import Told, secret, sentence
from companion.view.turn_names import declared, night, turn_name, when, why

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
_MEANS = {
    "local_effect": "Something of this place happens; a timer of the site may advance.",
    "free": "Nothing happens: a reprieve.",
    "intimation": "A clue: to the next encounter, complication, trend or adventure, as you choose.",
}
_NO_TABLE = (
    "Whom they meet is the Guide's to say. Type roll and a table of your own, or zoom initiative "
    "if it comes to blows."
)
_REST = "Type rest (one more negative die next time) or press-on (1 Exhaustion each)."


def turn(report: r.TurnReport, called: Called) -> list[str]:
    """A Turn began, was nested or closed."""
    name = turn_name(report.turn_type, report.turn_number)
    first = {
        "began": f"{name} begins",
        "zoomed": f"Zoomed in: {name}",
        "out": f"Zoomed out: {name}",
        "closed": name,
    }[report.step]
    lines: list[str] = [Told(f"{first} ({when(report.day, report.time)}).", "headline")]
    if report.nested:
        innermost = report.nested[-1]
        lines += declared(innermost.declared, called)
        lines += [night(innermost.watch, called)] if innermost.asleep else []
    lines += happened_lines(report.happened, called)
    choices = [line for line in report.left_open if not line.startswith("done ")]
    if choices:
        lines.append(f"Still open here: {'; '.join(choices)}.")
    way = _after_step(report, outcome=len(choices) < len(report.left_open))
    return [*lines, Told(way, "way")] if way else lines


def _after_step(report: r.TurnReport, *, outcome: bool) -> str:
    """What is typed next after a step in or out."""
    if report.step == "zoomed":
        if report.turn_type == "downtime":
            return "Type next: the Event Die falls first, then declare what each of them does."
        return "Type next, and what is done." if not report.turn_number else ""
    if outcome:
        return "Type done, or done and what came of it."
    return "Type zoom travel, or zoom downtime." if report.turn_type is None else ""


def _how_it_fell(report: r.EventReport) -> list[str]:
    """Every face, those that do not count in parentheses, and why there are so many; nothing for
    one die that the companion rolled."""
    parts = []
    if len(report.faces) > 1:
        at = report.faces.index(report.face)
        faces = [str(face) if n == at else f"({face})" for n, face in enumerate(report.faces)]
        keep = "highest" if report.positive_dice > report.negative_dice else "lowest"
        parts.append(f"{' '.join(faces)}: the {keep} counts.")
    if report.entered:
        parts.append("Rolled by hand.")
    if report.modifiers:
        because = why(report.modifiers)
        parts.append(f"{because[0].upper()}{because[1:]}.")
    return [Told(f"  {' '.join(parts)}", "detail")] if parts else []


def event(report: r.EventReport, called: Called) -> list[str]:
    """An Event Die: the Turn, what it says, how it fell, what it did."""
    name = turn_name(report.turn_type, report.turn_number)
    lines: list[str] = [Told(f"{name} ({when(report.day, report.time)}).", "headline")]
    lines += declared(report.declared, called)
    lines += [night(report.watch, called)] if report.asleep else []
    lines += ["The Company Rests."] if report.resting and not report.asleep else []
    lines += happened_lines(report.before, called)
    result = _RESULTS[report.result]
    if report.ignored:
        lines.append(Told(f"Event Die {report.face}, {result}: ignored.", "result"))
        return [*lines, *filter(None, [taken_back_line(report.taken_back, called)])]
    becomes = "becomes " if report.replaced else ""
    lines.append(Told(f"Event Die {becomes}{report.face}: {result}.", "result"))
    lines += [] if report.replaced else _how_it_fell(report)
    lines += filter(None, [taken_back_line(report.taken_back, called)])
    lines += happened_lines(report.happened, called)
    if report.half_of_night == 1:
        lines.append(Told("Half a night: next sleep once more makes a night's Rest.", "way"))
    return [*lines, *_what_it_means(report)]


def _what_it_means(report: r.EventReport) -> list[str]:
    """What a result asks for: of everybody, of the Guide alone, and what settles it."""
    if report.result == "rest":
        if "rest" in report.choices:
            return [Told(_REST, "way")]
        return ["The Company Rests already: one more negative die next time."]
    lines = [_MEANS[report.result]] if report.result in _MEANS else []
    if report.result == "expiration" and not report.happened:
        lines.append("Nothing temporary is left to end.")
    if report.undrawn:
        lines.append(secret(f"no table could be drawn from. {sentence(report.undrawn)}"))
    if report.foretold is not None:
        what = sentence(report.foretold or "The next encounter, which you choose")
        came_true = report.result == "encounter"
        lines += [] if came_true else to_read_out(report.sign)
        lines.append(secret(f"the sign {'comes true' if came_true else 'foretells this'}. {what}"))
    elif report.result in ("complication", "trend") and report.drawn is None:
        way = f"Which one is the Guide's to say: effect add NAME {report.result}"
        lines.append(Told(way, "way"))
    elif report.table and report.drawn is None:
        lines.append(secret(f"for what it is, type roll {report.table_typed or report.table}"))
    elif report.table == "" and report.result == "encounter":
        lines.append(Told(_NO_TABLE, "way"))
    lines += [
        Told(f"It lasts until you type effect end {began.effect}", "way")
        for began in report.happened
        if isinstance(began, Began) and began.lasting
    ]
    return lines


def dice_to_roll(report: r.DiceToRollReport, _called: Called) -> list[str]:
    """What a person has to roll, for this Turn or, where its die has fallen, for the next."""
    dice = "D6" if report.number == 1 else f"{report.number}D6, keep {report.keep}"
    because = f" ({why(report.modifiers)})" if report.modifiers else ""
    word = "event" if report.rolled is None else "next"
    faces = ",".join("35241"[: report.number])
    lines = [Told(f"Roll {dice}{because}.", "result")]
    if report.rolled is not None:
        lines.insert(0, Told(f"This Turn's Event Die shows {report.rolled}; for the next Turn:"))
    return [*lines, Told(f"Type {word} and what was rolled: {word} ={faces}", "way")]


def declared_report(report: r.DeclaredReport, called: Called) -> list[str]:
    """What is declared, or its outcome."""
    name = turn_name(report.turn_type, report.turn_number)
    if report.resolved:
        return [Told(sentence(f"{name}: {report.outcome or 'done'}"), "headline")]
    return [Told(f"{name}.", "headline"), *declared(report.declared, called)]


def clock(report: r.ClockReport, called: Called) -> list[str]:
    """The clock moved by hand."""
    return [
        Told(f"The clock moves {report.moved}: {when(report.day, report.time)}.", "headline"),
        *happened_lines(report.happened, called),
    ]


def sleeping(report: r.NightReport, called: Called) -> list[str]:
    """Who sleeps and who watches."""
    lines: list[str] = []
    if report.asleep:
        lines.append(Told(f"The Company sleeps this Turn ({report.camp} camp).", "headline"))
    if report.watch:
        lines.append(f"On watch: {listed(map(called, report.watch))}.")
    if report.unguarded:
        lines.append("Unguarded: an encounter sign (5) counts as an encounter (1).")
    return lines or ["Nobody keeps watch."]


def place(report: r.PlaceReport, _called: Called) -> list[str]:
    """Where the Company is."""
    return [Told(f"The Company is at {report.name}.", "headline")]


def sign_line(sign: r.SignLine) -> str:
    """One sign."""
    where = f" at {sign.place_name or sign.place}" if sign.place else ""
    what = sentence(sign.encounter or "The next encounter, which you choose")
    return secret(f"a sign of {sign.turn_type.capitalize()} Turns{where}. {what}")


def sign(report: r.SignReport, _called: Called) -> list[str]:
    """The signs that wait, or one that ended."""
    signs = report.signs or ()
    lines = [line for sign in signs for line in (sign_line(sign), *to_read_out(sign.clue))]
    if report.step == "ended":
        return ["The sign ends." if len(signs) < 2 else "The signs end.", *lines]
    return lines or ["No sign waits."]
