"""Turns, the Event Die, the clock, nights and places, as plain lines."""

from companion.errant.happenings import EffectBegan
from companion.refusal import join_words
from companion.reports.turns import (
    ClockReport,
    DeclarationReport,
    DiceToRollReport,
    EventReport,
    NightReport,
    PlaceReport,
    SeasonReport,
    SignLine,
    SignReport,
    TurnReport,
)
from companion.view.happenings import render_happenings
from companion.view.report import render_report
from companion.view.timers import describe_restorations
from companion.view.wording import (
    NameLookup,
    StyledLine,
    describe_modifiers,
    describe_night,
    end_sentence,
    format_moment,
    format_turn_name,
    make_secret_line,
    render_actions,
)

_RESULT_NAMES = {
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
_RESULT_MEANINGS = {
    "local_effect": "Something of this place happens; a timer of the site may advance.",
    "free": "Nothing happens: a reprieve.",
    "intimation": "A clue: to the next encounter, complication, trend or adventure, as you choose.",
}
_NO_TABLE_HINT = (
    "Whom they meet is the Guide's to say. Type roll and a table of your own, or zoom initiative "
    "if it comes to blows."
)
_REST_HINT = "Type rest (one more negative die next time) or press-on (1 Exhaustion each)."


@render_report.register
def render_turn(report: TurnReport, name_of: NameLookup) -> list[str]:
    """A Turn began, was nested or closed."""
    name = format_turn_name(report.turn_type, report.turn_number)
    first = {
        "began": f"{name} begins",
        "zoomed": f"Zoomed in: {name}",
        "out": f"Zoomed out: {name}",
        "closed": name,
    }[report.step]
    lines: list[str] = [
        StyledLine(f"{first} ({format_moment(report.day, report.time)}).", "headline")
    ]
    if report.nested:
        innermost = report.nested[-1]
        lines += render_actions(innermost.declared, name_of)
        lines += [describe_night(innermost.watch, name_of)] if innermost.asleep else []
    lines += render_happenings(report.happened, name_of)
    choices = [line for line in report.left_open if not line.startswith("done ")]
    if choices:
        lines.append(f"Still open here: {'; '.join(choices)}.")
    way = _describe_next_step(report, outcome=len(choices) < len(report.left_open))
    return [*lines, StyledLine(way, "way")] if way else lines


def _describe_next_step(report: TurnReport, *, outcome: bool) -> str:
    """What to type after a step in or out."""
    if report.step == "zoomed":
        if report.turn_type == "downtime":
            return "Type next: the Event Die falls first, then declare what each of them does."
        return "Type next, and what is done." if not report.turn_number else ""
    if outcome:
        return "Type done, or done and what came of it."
    return "Type zoom travel, or zoom downtime." if report.turn_type is None else ""


def _render_faces(report: EventReport) -> list[str]:
    """Every face, with those that do not count in parentheses, and the reason for extra dice.
    Nothing for a single die that the companion rolled."""
    parts = []
    if len(report.faces) > 1:
        at = report.faces.index(report.face)
        faces = [str(face) if n == at else f"({face})" for n, face in enumerate(report.faces)]
        keep = "highest" if report.positive_dice > report.negative_dice else "lowest"
        parts.append(f"{' '.join(faces)}: the {keep} counts.")
    if report.entered:
        parts.append("Rolled by hand.")
    if report.modifiers:
        because = describe_modifiers(report.modifiers)
        parts.append(f"{because[0].upper()}{because[1:]}.")
    return [StyledLine(f"  {' '.join(parts)}", "detail")] if parts else []


@render_report.register
def render_event(report: EventReport, name_of: NameLookup) -> list[str]:
    """An Event Die: the Turn, the result, the faces, what it did."""
    name = format_turn_name(report.turn_type, report.turn_number)
    lines: list[str] = [
        StyledLine(f"{name} ({format_moment(report.day, report.time)}).", "headline")
    ]
    lines += render_actions(report.declared, name_of)
    lines += [describe_night(report.watch, name_of)] if report.asleep else []
    lines += ["The Company Rests."] if report.resting and not report.asleep else []
    lines += render_happenings(report.before, name_of)
    result = _RESULT_NAMES[report.result]
    if report.ignored:
        lines.append(StyledLine(f"Event Die {report.face}, {result}: ignored.", "result"))
        return [*lines, *filter(None, [describe_restorations(report.taken_back, name_of)])]
    becomes = "becomes " if report.replaced else ""
    lines.append(StyledLine(f"Event Die {becomes}{report.face}: {result}.", "result"))
    lines += [] if report.replaced else _render_faces(report)
    lines += filter(None, [describe_restorations(report.taken_back, name_of)])
    lines += render_happenings(report.happened, name_of)
    if report.half_of_night == 1:
        lines.append(StyledLine("Half a night: next sleep once more makes a night's Rest.", "way"))
    return [*lines, *_render_meaning(report)]


def _render_meaning(report: EventReport) -> list[str]:
    """What a result asks of everybody and of the Guide alone, and what settles it."""
    if report.result == "rest":
        if "rest" in report.choices:
            return [StyledLine(_REST_HINT, "way")]
        return ["The Company Rests already: one more negative die next time."]
    lines = [_RESULT_MEANINGS[report.result]] if report.result in _RESULT_MEANINGS else []
    if report.result == "expiration" and not report.happened:
        lines.append("Nothing temporary is left to end.")
    if report.undrawn:
        lines.append(
            make_secret_line(f"no table could be drawn from. {end_sentence(report.undrawn)}")
        )
    if report.foretold is not None:
        what = end_sentence(report.foretold or "The next encounter, which you choose")
        came_true = report.result == "encounter"
        lines += [] if came_true else _render_clue(report.sign)
        lines.append(
            make_secret_line(f"the sign {'comes true' if came_true else 'foretells this'}. {what}")
        )
    elif report.result in ("complication", "trend") and report.drawn is None:
        way = f"Which one is the Guide's to say: effect add NAME {report.result}"
        lines.append(StyledLine(way, "way"))
    elif report.table and report.drawn is None:
        lines.append(
            make_secret_line(f"for what it is, type roll {report.table_typed or report.table}")
        )
    elif report.table == "" and report.result == "encounter":
        lines.append(StyledLine(_NO_TABLE_HINT, "way"))
    lines += [
        StyledLine(f"It lasts until you type effect end {began.effect}", "way")
        for began in report.happened
        if isinstance(began, EffectBegan) and began.lasting
    ]
    return lines


@render_report.register
def render_dice_to_roll(report: DiceToRollReport, _name_of: NameLookup) -> list[str]:
    """The dice to roll by hand, for this Turn or, if its die has fallen, for the next."""
    dice = "D6" if report.number == 1 else f"{report.number}D6, keep {report.keep}"
    because = f" ({describe_modifiers(report.modifiers)})" if report.modifiers else ""
    word = "event" if report.rolled is None else "next"
    faces = ",".join("35241"[: report.number])
    lines = [StyledLine(f"Roll {dice}{because}.", "result")]
    if report.rolled is not None:
        lines.insert(
            0, StyledLine(f"This Turn's Event Die shows {report.rolled}; for the next Turn:")
        )
    return [*lines, StyledLine(f"Type {word} and what was rolled: {word} ={faces}", "way")]


@render_report.register
def render_declaration(report: DeclarationReport, name_of: NameLookup) -> list[str]:
    """What is declared, or its outcome."""
    name = format_turn_name(report.turn_type, report.turn_number)
    if report.resolved:
        return [StyledLine(end_sentence(f"{name}: {report.outcome or 'done'}"), "headline")]
    return [StyledLine(f"{name}.", "headline"), *render_actions(report.declared, name_of)]


@render_report.register
def render_clock(report: ClockReport, name_of: NameLookup) -> list[str]:
    """The clock moved by hand."""
    return [
        StyledLine(
            f"The clock moves {report.moved}: {format_moment(report.day, report.time)}.", "headline"
        ),
        *render_happenings(report.happened, name_of),
    ]


@render_report.register
def render_night(report: NightReport, name_of: NameLookup) -> list[str]:
    """Who sleeps and who watches."""
    lines: list[str] = []
    if report.asleep:
        lines.append(StyledLine(f"The Company sleeps this Turn ({report.camp} camp).", "headline"))
    if report.watch:
        lines.append(f"On watch: {join_words(map(name_of, report.watch))}.")
    if report.unguarded:
        lines.append("Unguarded: an encounter sign (5) counts as an encounter (1).")
    return lines or ["Nobody keeps watch."]


@render_report.register
def render_place(report: PlaceReport, _name_of: NameLookup) -> list[str]:
    """Where the Company is."""
    return [StyledLine(f"The Company is at {report.name}.", "headline")]


def describe_sign(sign: SignLine) -> str:
    """One sign."""
    where = f" at {sign.place_name or sign.place}" if sign.place else ""
    what = end_sentence(sign.encounter or "The next encounter, which you choose")
    return make_secret_line(f"a sign of {sign.turn_type.capitalize()} Turns{where}. {what}")


@render_report.register
def render_signs(report: SignReport, _name_of: NameLookup) -> list[str]:
    """The signs that wait, or one that ended."""
    signs = report.signs or ()
    lines = [line for sign in signs for line in (describe_sign(sign), *_render_clue(sign.clue))]
    if report.step == "ended":
        return ["The sign ends." if len(signs) < 2 else "The signs end.", *lines]
    return lines or ["No sign waits."]


@render_report.register
def render_season(report: SeasonReport, _name_of: NameLookup) -> list[str]:
    """What season it is."""
    if not report.season:
        return ["No season is set.", StyledLine("Type season and its name: season autumn", "way")]
    if report.before in ("", report.season):
        return [StyledLine(f"It is {report.season}.", "headline")]
    return [StyledLine(f"It is {report.season} now; it was {report.before}.", "headline")]


def _render_clue(clue: str | None) -> list[str]:
    """What the Guide may read to the players of what is coming."""
    return [f"To read out: {end_sentence(clue)}"] if clue else []
