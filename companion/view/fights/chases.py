"""Renders Reports on Chases as plain lines: who flees, who hunts, how far apart."""

from collections.abc import Iterator

from companion.errant.chases import Role
from companion.refusal import join_words
from companion.reports.chases import ChaseReport, ChaseRoll, SprintReport
from companion.view import shared_wording as w
from companion.view.reply import render_report
from companion.view.turns.happenings import render_happenings

_OTHER_ROLES: dict[Role, Role] = {"fugitives": "pursuers", "pursuers": "fugitives"}
_SIDES = {"fugitives": "The fugitives", "pursuers": "The pursuers"}
_DEVELOPMENTS = (
    "A hiding place: nobody sees the other. The slowest makes a Check to hide; success ends it "
    "unfound, failure gives the pursuers a movement roll (chase pursuers).",
    "A throng: win it over, or a Check clears a way; on a failure the other side makes a movement "
    "roll ({other}).",
    "A dilemma: two bad ways. Choose one.",
    "A hazard: a Check, or harm, or the like.",
    "An obstacle: their fastest makes a Check; on a failure the other side makes a movement roll "
    "({other}).",
    "An opportunity: one of them may act at once, if they are quick to say how.",
    "The paths converge: one of each side meet, and each may act.",
    "A risky shortcut: if they take it, a Check; success is a sprint at once, failure puts them "
    "out of the Chase.",
    "Separated: one is alone until they meet again; a pursuer makes a Check, or is out of it.",
    "A twist: newcomers, roles exchanged, new ground, or a new end.",
)


@render_report.register
def _render_chase(report: ChaseReport, name_of: w.NameLookup) -> w.Lines:
    if report.step in ("began", "split"):
        fugitives, pursuers = join_words(report.fugitives), join_words(report.pursuers)
        yield w.Headline(f"The Chase: {fugitives} before {pursuers}.")
        if report.apart:
            yield f"Apart: {join_words(report.apart)}."
        yield w.HintLine("Type chase for the movement rolls; before it: chase sprint NAME")
        return
    if report.step == "ended":
        yield w.Headline("The Chase is over; the Turns go on.")
        return
    alone = ", a movement roll of one side" if report.step == "alone" else ""
    yield w.Headline(f"Initiative Turn {report.turn_number}, the Chase{alone}.")
    yield from render_happenings(report.happened, name_of)
    by_hand = ", by hand" if report.entered else ""
    for roll in report.rolls:
        yield w.ResultLine(f"{_describe_chase_roll(roll)}{by_hand}.")
    for roll in report.tie:
        yield w.ResultLine(f"Both had two 4s. {_describe_chase_roll(roll)}.")
    yield from _render_chase_outcome(report)


def _describe_chase_roll(roll: ChaseRoll) -> str:
    if not roll.who:
        return f"{_SIDES[roll.role]}: nobody rolls, 0"
    who = f"{roll.name} apart" if roll.apart else f"{_SIDES[roll.role]} ({roll.name})"
    faces = f"{len(roll.faces)}D4 {' + '.join(map(str, roll.faces))}" if roll.faces else "no roll"
    return f"{who}: {faces}, {roll.total}{', two 4s' if roll.lucky else ''}"


def _render_chase_outcome(report: ChaseReport) -> Iterator[str]:
    if report.outcome:
        end = "are away" if report.outcome == "escaped" else "are caught"
        yield w.ResultLine(f"The fugitives {end}. The Chase is over; the Turns go on.")
        return
    for role in report.may_act:
        yield f"Doubles: {_SIDES[role].lower()} may attack at hand, cast or act."
    if report.shared:
        yield f"{join_words(map(str, report.shared))} on both sides: both may shoot."
    if report.development and report.lagging:
        other = f"chase {_OTHER_ROLES[report.lagging]}"
        text = _DEVELOPMENTS[report.development - 1].format(other=other)
        yield w.ResultLine(f"{_SIDES[report.lagging]} lag: D10 {report.development}. {text}")
    yield w.HintLine("The next Turn: chase. If it ends otherwise: chase end")


@render_report.register
def _render_sprint(report: SprintReport, name_of: w.NameLookup) -> w.Lines:
    name = w.name_chase_runner(report.who, report.name, name_of)
    end = "twice the dice in this Turn" if report.success else "no movement roll in this Turn"
    rolled = f"D20 {report.faces[0]}, " if report.faces else ""
    yield w.Headline(f"Sprint of {name} ({rolled}DV {report.dv}): {end}.")
