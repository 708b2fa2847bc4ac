"""Renders places, which are known and how far they are, the signs of encounters, and the season as
plain lines."""

from collections.abc import Iterator

from companion.refusal import join_words
from companion.reports import turns as reports
from companion.reports.status import KnownPlacesReport
from companion.view import shared_wording as w
from companion.view.reply import render_report


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
        yield w.make_guide_only_line(w.describe_encounter_sign(sign))
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


@render_report.register
def _render_known_places(report: KnownPlacesReport, _name_of: w.NameLookup) -> w.Lines:
    """Which places the players know of, and for the Guide of which they do not."""
    if report.known:
        yield w.Headline(f"The players know of: {join_words(report.known)}.")
    if report.unknown:
        yield w.SecretLine(f"They know nothing of: {join_words(report.unknown)}.")
    if not (report.known or report.unknown):
        yield "The players know of no place yet."
