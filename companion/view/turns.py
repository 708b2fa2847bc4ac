"""Renders Reports on Turns, the Event Die, the clock, nights and places as plain lines."""

from collections.abc import Iterable, Iterator

from companion.errant.happenings import Burned, EffectBegan
from companion.errant.turns.event_die import Modifier
from companion.errant.typed_names import quote_typed_name_from_id
from companion.refusal import join_words
from companion.reports import turns as reports
from companion.reports.turns import EventReport, TurnLine, TurnReport
from companion.view import shared_wording as w
from companion.view.happenings import render_happenings
from companion.view.record.reverted_values import describe_restored_values
from companion.view.reply import render_report

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


def _render_ended_turn(report: TurnReport, ended: TurnLine, name_of: w.NameLookup) -> Iterator[str]:
    """What was done in the Turn that is over, and what came of it."""
    for deed in report.deeds:
        actions = [reports.Action(deed.who, deed.action)] if deed.action else []
        outcome = w.end_with_full_stop(deed.outcome) if deed.outcome else ""
        said = (*w.render_declared_actions(actions, name_of), w.capitalize_first_letter(outcome))
        yield f"  {' '.join(filter(None, said))}"
    if not report.deeds:
        yield from w.render_declared_actions(ended.declared, name_of)
    if report.began:
        yield f"Began: {w.end_with_full_stop('; '.join(report.began))}"


@render_report.register
def render_turn_report(report: TurnReport, name_of: w.NameLookup) -> w.Lines:
    """A Turn that began, was nested or was closed."""
    name = w.format_turn_name(report.turn_type, report.turn_number)
    step = {
        "began": f"{name} begins",
        "zoomed": f"Zoomed in: {name}",
        "out": f"Zoomed out: {name}",
        "closed": name,
    }[report.step]
    yield w.Headline(f"{step} ({w.format_day_and_time(report.day, report.time)}).")
    if report.ended is not None:
        ended = w.format_turn_name(report.ended.turn_type, report.ended.turn_number)
        began = w.format_day_and_time(report.day_before, report.time_before)
        yield f"{ended} is over; it began on {began}."
        yield from _render_ended_turn(report, report.ended, name_of)
    for turn in report.nested[-1:]:
        yield from w.render_declared_actions(turn.declared, name_of)
        if turn.asleep:
            yield w.describe_night_watch(turn.watch, name_of)
    yield from render_happenings(report.happened, name_of)
    choices = [line for line in report.left_open if not line.startswith("done ")]
    if choices:
        yield f"Still open here: {'; '.join(choices)}."
    if report.step == "zoomed" and report.turn_type == "downtime":
        yield w.HintLine(
            "Type next: the Event Die falls first, then declare what each of them does."
        )
    elif report.step == "zoomed" and not report.turn_number:
        yield w.HintLine("Type next, and what is done.")
    elif report.step != "zoomed" and len(choices) < len(report.left_open):
        yield w.HintLine("Type done, or done and what came of it.")
    elif report.step != "zoomed" and report.turn_type is None:
        yield w.HintLine("Type zoom travel, or zoom downtime.")


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


def render_foretold_encounter(result: str, encounter: str, clue: str | None) -> Iterator[str]:
    """A sign that foretells an encounter, with its clue, or that comes true."""
    came_true = result == "encounter"
    if not came_true:
        yield from _render_clue(clue)
    verb = "comes true" if came_true else "foretells this"
    unnamed = w.UNNAMED_ENCOUNTER if came_true else f"{w.UNNAMED_ENCOUNTER}: sign WHOM"
    yield w.make_guide_only_line(
        f"the sign {verb}. {w.describe_foretold_encounter(encounter or unnamed)}"
    )


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


@render_report.register
def _render_declaration(report: reports.DeclarationReport, name_of: w.NameLookup) -> w.Lines:
    name = w.format_turn_name(report.turn_type, report.turn_number)
    if report.resolved:
        yield w.Headline(w.end_with_full_stop(f"{name}: {report.outcome or 'done'}"))
        if report.settles_encounter:
            yield "That settles an encounter."
    else:
        yield w.Headline(f"{name}.")
        yield from w.render_declared_actions(report.declared, name_of)
        if report.replaced:
            yield "Instead of what was declared before:"
            yield from w.render_declared_actions(report.replaced, name_of)
        if report.destination:
            yield f"When they arrive: at {report.destination}"


@render_report.register
def _render_distance(report: reports.DistanceReport, _name_of: w.NameLookup) -> w.Lines:
    if report.hexes is None:
        yield f"{report.without_hex} is on no hex: how far it is, is the Guide's to say."
        return
    if not report.hexes:
        yield f"{report.place} is on the same hex as {report.here}."
        return
    hexes = "1 hex" if report.hexes == 1 else f"{report.hexes:,} hexes"
    yield f"{report.place} is {hexes} from {report.here}, as the crow flies."


@render_report.register
def _render_clock(report: reports.ClockReport, name_of: w.NameLookup) -> w.Lines:
    now = w.format_day_and_time(report.day, report.time)
    yield w.Headline(f"The clock moves {report.moved}: {now}.")
    yield from render_happenings(report.happened, name_of)
    if report.turns and report.turn_type:
        turns = w.format_count(report.turns, f"{report.turn_type.capitalize()} Turn")
        burned = any(isinstance(each, Burned) for each in report.happened)
        unburned = "" if burned else ", and nothing lit burned down"
        yield w.HintLine(f"No Event Die for {turns}{unburned}. To play a Turn: next")


@render_report.register
def _render_night(report: reports.NightReport, name_of: w.NameLookup) -> w.Lines:
    if report.asleep:
        yield w.Headline(f"The Company sleeps this Turn ({report.camp} camp).")
    if report.watch:
        yield f"On watch: {join_words(map(name_of, report.watch))}."
    if report.watch and not report.asleep:
        night = f"next sleep watch {' '.join(report.watch)}"
        yield w.HintLine(f"Awake this Turn. For the night to come: {night}")
    if report.unguarded:
        yield "Unguarded: an encounter sign (5) counts as an encounter (1)."
    if not (report.asleep or report.watch or report.unguarded):
        yield "Nobody keeps watch."


@render_report.register
def _render_place(report: reports.PlaceReport, _name_of: w.NameLookup) -> w.Lines:
    yield w.Headline(f"The Company is at {report.name}.")


@render_report.register
def _render_signs(report: reports.SignReport, _name_of: w.NameLookup) -> w.Lines:
    """The signs that wait, or one that ended."""
    signs = report.signs or ()
    if report.step == "ended":
        yield "The sign ends." if len(signs) < 2 else "The signs end."
    elif not signs:
        yield "No sign waits."
    for sign in signs:
        yield w.make_guide_only_line(w.describe_sign(sign))
        yield from _render_clue(sign.clue)


def _render_clue(clue: str | None) -> list[str]:
    """What the Guide may read to the players of what is coming."""
    return [f"To read out: {w.end_with_full_stop(clue)}"] if clue else []


@render_report.register
def _render_season(report: reports.SeasonReport, _name_of: w.NameLookup) -> w.Lines:
    if not report.season:
        yield "No season is set."
        yield w.HintLine("Type season and its name: season autumn")
    elif report.before in ("", report.season):
        yield w.Headline(f"It is {report.season}.")
    else:
        yield w.Headline(f"It is {report.season} now; it was {report.before}.")


_HAPPENINGS_HEADLINES = {
    "rest": "The Company Rests and forgoes its action; an armour repair kit may be used.",
    "press-on": "The Company presses on.",
    "burn": "Burn, marked off by hand.",
    "deplete": "Deplete, marked off by hand.",
    "plenty on": "Food is plentiful here: Deplete costs 1 Supply each instead of rations.",
    "plenty off": "Food is no longer plentiful.",
}


@render_report.register
def _render_happenings_report(report: reports.HappeningsReport, name_of: w.NameLookup) -> w.Lines:
    headlines = [_HAPPENINGS_HEADLINES[report.word]] if report.word in _HAPPENINGS_HEADLINES else []
    lines = [*map(w.Headline, headlines), *render_happenings(report.happened, name_of)]
    return lines or ["Nothing changes."]
