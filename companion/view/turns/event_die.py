"""Renders the Event Die as plain lines: its result, what it did and asks, and the dice to roll."""

from collections.abc import Iterable, Iterator

from companion.errant.happenings import EffectBegan
from companion.errant.names_to_type import quote_typed_name_from_id
from companion.errant.turns.event_die import Modifier
from companion.reports import turns as reports
from companion.reports.turns import EventReport
from companion.view import shared_wording as w
from companion.view.record.reverted_values import describe_restored_values
from companion.view.reply import render_report
from companion.view.turns.happenings import render_happenings
from companion.view.turns.places_and_signs import render_foretold_encounter

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
RESULT_MEANINGS = {
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
def _render_event(report: EventReport, name_of: w.NameLookup) -> w.Lines:
    """The Turn, the result of the Event Die, the faces, what it did and what it asks."""
    name = w.format_turn_name(report.turn_type, report.turn_number)
    yield w.Headline(f"{name} ({w.format_day_and_time(report.day, report.time)}).")
    yield from w.render_declared_actions(report.declared, name_of)
    if report.asleep:
        yield w.describe_night_watch(report.watch, name_of)
    elif report.resting:
        yield "The Company Rests."
    yield from render_happenings(report.before, name_of)
    result, back = (
        _RESULT_NAMES[report.result],
        describe_restored_values(report.taken_back, name_of),
    )
    if report.ignored:
        yield w.ResultLine(f"Event Die {report.face}, {result}: ignored.")
        yield from filter(None, [back])
        return
    becomes = "becomes " if report.replaced else ""
    yield w.ResultLine(f"Event Die {becomes}{report.face}: {result}.")
    faces = "" if report.replaced else " ".join(_describe_event_die_faces(report))
    if faces:
        yield w.DetailLine(f"  {faces}")
    yield from filter(None, [back])
    yield from render_happenings(report.happened, name_of)
    if report.half_of_night == 1:
        yield w.HintLine("Half a night: next sleep once more makes a night's Rest.")
    yield from _render_event_meaning(report)


def _describe_event_die_faces(report: EventReport) -> Iterator[str]:
    """Every face, with those that do not count in parentheses, and the reason for extra dice.
    Nothing for a single die that the companion rolled."""
    if len(report.faces) > 1:
        at = report.faces.index(report.face)
        faces = [str(face) if n == at else f"({face})" for n, face in enumerate(report.faces)]
        keep = "highest" if report.positive_dice > report.negative_dice else "lowest"
        yield f"{' '.join(faces)}: the {keep} counts."
    if report.entered:
        yield "Rolled by hand."
    if report.modifiers:
        because = _describe_sources_of_event_dice(report.modifiers)
        yield f"{w.capitalize_first_letter(because)}."


def _describe_sources_of_event_dice(modifiers: Iterable[Modifier]) -> str:
    """What added Event Dice: «Bree's Encumbrance 6 adds a negative die, +2 by hand adds 2 positive
    dice»."""
    parts = []
    for modifier in modifiers:
        by_hand = f"{modifier.dice:+d} " if modifier.reason == "by hand" else ""
        kind, number = "positive" if modifier.dice > 0 else "negative", abs(modifier.dice)
        dice = f"a {kind} die" if number == 1 else f"{number} {kind} dice"
        parts.append(f"{by_hand}{modifier.reason} adds {dice}")
    return ", ".join(parts)


def _render_event_meaning(report: EventReport) -> Iterator[str]:
    """What a result asks of everybody and of the Guide alone, and what settles it."""
    if report.result == "rest" and "rest" in report.choices:
        yield w.HintLine(_REST_HINT)
    elif report.result == "rest":
        yield "The Company Rests already: one more negative die next time."
    if report.result in RESULT_MEANINGS:
        yield RESULT_MEANINGS[report.result]
    if report.result == "expiration" and not report.happened:
        yield "Nothing temporary is left to end."
    if report.undrawn:
        yield w.make_guide_only_line(
            f"no table could be drawn from. {w.end_with_full_stop(report.undrawn)}"
        )
    if report.foretold is not None:
        yield from render_foretold_encounter(report.result, report.foretold, report.sign)
    elif report.result in ("complication", "trend") and report.drawn is None:
        yield w.HintLine(f"Which one is the Guide's to say: effect add NAME {report.result}")
    elif report.table and report.drawn is None:
        yield name_command_to_roll_table(report.result, report.table_typed or report.table)
    elif report.table == "" and report.result == "encounter":
        yield w.HintLine(_NO_TABLE_HINT)
    for began in report.happened:
        if isinstance(began, EffectBegan) and began.lasting:
            name = quote_typed_name_from_id(began.effect, began.name)
            yield w.HintLine(f"The next 3 ends it, unless you type effect keep {name}")


def name_command_to_roll_table(result: str, table: str) -> str:
    """A line for the Guide that names the command for the rest of a result: `encounter`, which
    makes those it finds too, or `roll`."""
    if result == "encounter":
        return w.make_guide_only_line("for whom they meet, type encounter")
    return w.make_guide_only_line(f"for what it is, type roll {table}")


@render_report.register
def _render_dice_to_roll(report: reports.DiceToRollReport, _name_of: w.NameLookup) -> w.Lines:
    """The dice to roll by hand, for this Turn or, if its die has fallen, for the next."""
    dice = "D6" if report.number == 1 else f"{report.number}D6, keep {report.keep}"
    because = f" ({_describe_sources_of_event_dice(report.modifiers)})" if report.modifiers else ""
    word = "event"
    if report.rolled is not None:
        word = "next"
        yield f"This Turn's Event Die shows {report.rolled}; for the next Turn:"
    yield w.ResultLine(f"Roll {dice}{because}.")
    faces = ",".join("35241"[: report.number])
    yield w.HintLine(f"Type {word} and what was rolled: {word} ={faces}")
