"""Renders the recap of an evening as a page to read aloud."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from math import ceil
from typing import NamedTuple

from companion.campaign.fights.fights_of_played_evening import FoughtErrant
from companion.campaign.record.story import StoryLine
from companion.errant.turns.turns import WHOLE_COMPANY
from companion.refusal import join_words
from companion.reports.journal import RecapReport
from companion.reports.turns import Action
from companion.text_cleaning import clip_text
from companion.view import shared_wording as w
from companion.view.negotiation import describe_negotiation, group_story_by_negotiation
from companion.view.reply import render_report

PAGE_LINES, PAGE_WIDTH, INDENT = 24, 80, 18
"""The story fills at most so many lines of this width and indent; further scenes are counted."""
MAX_SCENE_LENGTH = 4 * PAGE_WIDTH - INDENT
"""Characters; a long note must not crowd out an evening."""


@render_report.register
def _render_recap(report: RecapReport, name_of: w.NameLookup) -> w.Lines:
    """One evening: when and where, its story, what it changed, where things stand; and below that,
    apart from what is read aloud, what is for the Guide alone."""
    story = sorted((*report.story, *(report.secretly or ())), key=lambda each: each.number)
    scenes = build_recap_scenes(story, name_of)
    yield from _render_evening_opening(report)
    yield from _render_story([scene for scene in scenes if not scene.secret])
    yield from _render_fights(report, name_of)
    yield from _render_evening_changes(report, name_of)
    yield from _render_closing_situation(report, name_of)
    yield from _render_secrets(report, [scene for scene in scenes if scene.secret])


def _render_evening_opening(report: RecapReport) -> Iterator[str]:
    which = "The last evening" if report.number == 1 else f"The evening {report.number} back"
    began = w.format_day_and_time(report.day_before, report.time_before)
    ended = report.time_after
    if report.day_before != report.day_after:
        ended = w.format_day_and_time(report.day_after, report.time_after)
    span = f"{began} to {ended}" if ended not in (began, report.time_before) else began
    yield w.Headline(f"{which}: {span}.")
    if len(report.places) > 1:
        between = list(dict.fromkeys(report.places[1:-1]))
        route = f" by way of {join_words(between)}" if between else ""
        yield f"From {report.places[0]} to {report.places[-1]}{route}."
    elif report.places:
        yield f"At {report.places[0]} throughout."
    if report.turns:
        turns = (w.format_count(e.turns, f"{e.turn_type.capitalize()} Turn") for e in report.turns)
        yield f"Played: {join_words(turns)}."
    if report.results:
        results = (
            f"{e.result.replace('_', ' ')} {w.format_number_of_times(e.times)}"
            for e in report.results
        )
        yield f"The Event Die: {', '.join(results)}."


def _render_fights(report: RecapReport, name_of: w.NameLookup) -> Iterator[str]:
    """A line or two for each fight: with whom, and what it cost the Company."""
    for fight in report.fights:
        when = w.format_day_and_time(fight.day, fight.time)
        foes = [f"{e.name}{f' ({e.beaten} beaten)' if e.beaten else ''}" for e in fight.foes]
        whom = f" with {join_words(foes)}" if foes else ""
        turns = w.format_count(fight.turns, "Initiative Turn")
        yield f"Fought, {when}: {turns}{whom}."
        if costs := [_describe_fight_cost(each, name_of(each.errant)) for each in fight.company]:
            yield f"  {'; '.join(costs)}."


def _describe_fight_cost(each: FoughtErrant, who: str) -> str:
    """What a fight cost somebody."""
    if each.died:
        return f"{who} died"
    wounds = f" ({', '.join(each.wounds)})" if each.wounds else ""
    if each.falls:
        times = f" {w.format_number_of_times(each.falls)}" if each.falls > 1 else ""
        return f"{who} fell to 0 HP{times}{wounds}"
    return f"{who} lost {each.lost} HP{wounds}" if each.lost else f"{who} was wounded{wounds}"


class Scene(NamedTuple):
    """A line of the story: the time in the game, its text, whether it is for the Guide alone,
    its rank (the highest is left out first), and an `ending` that is never cut off."""

    day: int
    time: str
    text: str
    secret: bool
    rank: int
    ending: str = ""

    @property
    def full_text(self) -> str:
        """The text with its ending."""
        return " ".join(filter(None, (self.text, self.ending)))


_NOTE_RANK, _OUTCOME_RANK, _ACTION_RANK = range(3)
_RANKS = {
    "note": _NOTE_RANK,
    **dict.fromkeys(("outcome", "encounter", "night", "talk", "parting"), _OUTCOME_RANK),
}


def build_recap_scenes(story: Iterable[StoryLine], name_of: w.NameLookup) -> list[Scene]:
    """The story in order. An outcome joins the last action that it settles, unless only one of the
    two is secret."""
    found: list[Scene] = []
    actions: dict[tuple[int, bool], int] = {}
    for piece in group_story_by_negotiation(story):
        each = piece[0]
        text, ending = _describe_story_line(each, name_of), ""
        if each.step in ("talk", "parting"):
            text, ending = describe_negotiation(piece, name_of)
        settles = actions.get((each.of, each.secret)) if each.step == "outcome" else None
        if settles is not None:
            action = found[settles]
            found[settles] = action._replace(text=f"{action.text} {text}", rank=_OUTCOME_RANK)
            continue
        if each.step == "action":
            actions[each.number, each.secret] = len(found)
        rank = _RANKS.get(each.step, _ACTION_RANK)
        found.append(Scene(each.day, each.time, text, each.secret, rank, ending))
    return found


def _describe_story_line(each: StoryLine, name_of: w.NameLookup) -> str:
    """A line of the story, other than of a Negotiation; a sign or a table may have given it."""
    match each.step:
        case "action":
            return w.render_declared_actions([Action(each.who, each.text)], name_of)[0]
        case "forgone":
            who = "The Company" if each.who == WHOLE_COMPANY else name_of(each.who)
            return f"{who} Rests instead of «{each.text}»."
        case "note":
            whose = "" if each.seat == "guide" else f" by the {each.seat}"
            return f"Noted{whose}: «{each.text}»"
        case "rest":
            return "The Company Rests."
        case "night":
            return w.describe_night_watch(each.watch, name_of)
    if each.step == "encounter" and not each.text:
        return "An encounter."
    text = w.end_with_full_stop(each.text)
    prefix = {"encounter": "Encounter: ", "rolled": "Rolled: "}.get(each.step, "")
    return f"{prefix}{w.capitalize_first_letter(text)}"


def _render_story(scenes: list[Scene]) -> Iterator[str]:
    """The scenes day by day. If they do not fit a page, actions without an outcome are left out
    first and notes last, the oldest before the newest."""
    widest = max((len(scene.time) for scene in scenes), default=0)
    shown = _fit_scenes(scenes)
    for day, of_day in groupby(shown, lambda scene: scene.day):
        yield w.Headline(f"Day {day}:")
        yield from (f"  {scene.time:<{widest}}  {scene.full_text}" for scene in of_day)
    yield from _render_number_omitted(len(scenes) - len(shown))


def _render_number_omitted(number: int) -> Iterator[str]:
    if number:
        yield w.DetailLine(f"And {number} more. The whole story: export; the last words: log 30.")


def _fit_scenes(scenes: list[Scene], lines: int = PAGE_LINES) -> list[Scene]:
    """The scenes that fit into so many lines, in order, each cut to a few lines."""
    short = [scene._replace(text=_clip_scene(scene)) for scene in scenes]
    shown = set()
    ranked = sorted(range(len(short)), key=lambda at: (short[at].rank, -at))
    for at in ranked:
        need = ceil((len(short[at].full_text) + INDENT) / PAGE_WIDTH)
        if need <= lines:
            lines -= need
            shown.add(at)
    return [scene for at, scene in enumerate(short) if at in shown]


def _clip_scene(scene: Scene) -> str:
    """Its text, cut to fit beside its ending. A quotation that is cut keeps its closing mark."""
    text, most = scene.text, MAX_SCENE_LENGTH - len(scene.ending)
    if len(text) > most and text.endswith("»"):
        return f"{clip_text(text, most - 1)}»"
    return clip_text(text, most)


_MEMBER_CHANGES = {
    "joined": "joined the Company",
    "left": "left for good",
    "died": "died",
    "away": "went away",
    "back": "came back",
}


def _render_evening_changes(report: RecapReport, name_of: w.NameLookup) -> Iterator[str]:
    """What changed: members, Exhaustion, stores, effects."""
    gone = {each.errant: each.name for each in report.fates if each.step == "left"}
    for each in report.fates:
        if each.step:
            name = gone.get(each.errant, name_of(each.errant))
            yield f"{name} {_MEMBER_CHANGES[each.step]}."
    tired = [
        f"{name_of(each.errant)} {each.exhaustion_before} to {each.exhaustion_after}"
        for each in report.fates
        if each.exhaustion_before != each.exhaustion_after
    ]
    if tired:
        yield f"Exhaustion: {', '.join(tired)}."
    supply = _describe_number_change("Supply", report.supply_before, report.supply_after)
    rations = _describe_number_change("rations", report.rations_before, report.rations_after)
    yield f"{supply}, {rations}."
    if report.used_up:
        spent = [w.format_quantity(each.quantity, each.name) for each in report.used_up]
        yield f"Used up: {', '.join(spent)}."
    for what, effects in (("Began", report.began), ("Ended", report.ended)):
        for effect in effects:
            on = f" on {name_of(effect.errant)}" if effect.errant else ""
            yield w.end_with_full_stop(f"{what}: {effect.name.rstrip('.')}{on}")


def _describe_number_change(what: str, before: int, after: int) -> str:
    return f"{what} {before} as before" if before == after else f"{what} {before} to {after}"


def _render_closing_situation(report: RecapReport, name_of: w.NameLookup) -> Iterator[str]:
    """Where things stood in the end, and what waits."""
    now = "Now" if report.number == 1 else "In the end"
    at = w.format_day_and_time(report.day_after, report.time_after)
    if not report.nested:
        yield w.Headline(f"{now}: {at}; no Turn is open.")
        return
    *outer, innermost = report.nested
    place = f", at {innermost.place_name}" if innermost.place_name else ""
    name = w.format_turn_name(innermost.turn_type, innermost.turn_number)
    yield w.Headline(f"{now}: {at}{place}. {name}.")
    waiting = [
        w.format_turn_name(turn.turn_type, turn.turn_number)
        + (f" at {turn.place_name}" if turn.place_name not in ("", innermost.place_name) else "")
        for turn in reversed(outer)
    ]
    if waiting:
        yield f"After it: {', then '.join(waiting)}."
    for turn in reversed(report.nested):
        for line in w.render_declared_actions(turn.declared, name_of):
            yield f"Still to be settled: {line}"


def _render_secrets(report: RecapReport, scenes: list[Scene]) -> Iterator[str]:
    """What is not read aloud: secret scenes, and the signs that wait."""
    signs = report.signs or ()
    shown = _fit_scenes(scenes, PAGE_LINES // 2)
    if scenes or signs:
        yield w.SecretLine("For you alone:")
    for scene in shown:
        yield w.SecretLine(f"  {w.format_day_and_time(scene.day, scene.time)}  {scene.full_text}")
    for sign in signs:
        where = f" ({sign.place_name})" if sign.place_name else ""
        waits = f"A sign waits{where}: {sign.encounter or 'the next encounter'}"
        yield w.SecretLine(f"  {w.end_with_full_stop(waits)}")
    yield from _render_number_omitted(len(scenes) - len(shown))
