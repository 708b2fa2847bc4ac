"""The recap as a page to read aloud."""

from collections.abc import Callable, Iterable
from itertools import groupby
from math import ceil
from typing import NamedTuple

from companion.campaign.story import StoryLine
from companion.errant.turns import WHOLE_COMPANY
from companion.refusal import join_words
from companion.reports.record import RecapReport
from companion.reports.turns import Action
from companion.text import clip_text
from companion.view.negotiation import describe_negotiation, group_negotiations
from companion.view.report import render_report
from companion.view.wording import (
    NameLookup,
    StyledLine,
    describe_night,
    end_sentence,
    format_moment,
    format_times,
    format_turn_name,
    render_actions,
)

PAGE_LINES, PAGE_WIDTH, INDENT = 24, 80, 18
"""The story fills at most so many lines of this width and indent; further scenes are counted."""
MAX_SCENE_LENGTH = 4 * PAGE_WIDTH - INDENT
"""Characters; a long note must not crowd out an evening."""


@render_report.register
def render_recap(report: RecapReport, name_of: NameLookup) -> list[str]:
    """One evening: when and where, its story, what it changed, where things stand; and below that,
    apart from what is read aloud, what is for the Guide alone."""
    story = sorted((*report.story, *(report.secretly or ())), key=lambda each: each.number)
    scenes = build_scenes(story, name_of)
    return [
        *_render_opening(report),
        *_render_story([scene for scene in scenes if not scene.secret]),
        *_render_outcome(report, name_of),
        *_render_situation(report, name_of),
        *_render_secrets(report, [scene for scene in scenes if scene.secret]),
    ]


def _render_opening(report: RecapReport) -> list[str]:
    which = "The last evening" if report.number == 1 else f"The evening {report.number} back"
    began = format_moment(report.day_before, report.time_before)
    ended = (
        report.time_after
        if report.day_before == report.day_after
        else format_moment(report.day_after, report.time_after)
    )
    span = f"{began} to {ended}" if ended not in (began, report.time_before) else began
    lines: list[str] = [StyledLine(f"{which}: {span}.", "headline")]
    if len(report.places) > 1:
        lines.append(
            f"From {' to '.join(report.places[:1] + report.places[-1:])}{_describe_route(report)}."
        )
    elif report.places:
        lines.append(f"At {report.places[0]} throughout.")
    if report.turns:
        played = [
            f"{each.turns} {each.turn_type.capitalize()} Turn{'' if each.turns == 1 else 's'}"
            for each in report.turns
        ]
        lines.append(f"Played: {join_words(played)}.")
    if report.results:
        fell = [
            f"{each.result.replace('_', ' ')} {format_times(each.times)}" for each in report.results
        ]
        lines.append(f"The Event Die: {', '.join(fell)}.")
    return lines


def _describe_route(report: RecapReport) -> str:
    between = list(dict.fromkeys(report.places[1:-1]))
    return f" by way of {join_words(between)}" if between else ""


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
    "outcome": _OUTCOME_RANK,
    "encounter": _OUTCOME_RANK,
    "night": _OUTCOME_RANK,
    "talk": _OUTCOME_RANK,
    "parting": _OUTCOME_RANK,
}


def build_scenes(story: Iterable[StoryLine], name_of: NameLookup) -> list[Scene]:
    """The story in order. An outcome joins the last action that it settles, unless only one of the
    two is secret."""
    found: list[Scene] = []
    actions: dict[tuple[int, bool], int] = {}
    for piece in group_negotiations(story):
        each = piece[0]
        text, ended = _describe_piece(piece, name_of)
        settles = actions.get((each.of, each.secret)) if each.step == "outcome" else None
        if settles is not None:
            action = found[settles]
            found[settles] = action._replace(text=f"{action.text} {text}", rank=_OUTCOME_RANK)
            continue
        if each.step == "action":
            actions[each.number, each.secret] = len(found)
        dispensable = _RANKS.get(each.step, _ACTION_RANK)
        found.append(Scene(each.day, each.time, text, each.secret, dispensable, ended))
    return found


def _describe_piece(piece: list[StoryLine], name_of: NameLookup) -> tuple[str, str]:
    """The text and the ending of a piece of the story."""
    each = piece[0]
    return (
        (_STEP_DESCRIBERS[each.step](each, name_of), "")
        if each.step in _STEP_DESCRIBERS
        else describe_negotiation(piece, name_of)
    )


def _render_story(scenes: list[Scene]) -> list[str]:
    """The scenes day by day. If they do not fit a page, actions without an outcome are left out
    first and notes last, the oldest before the newest."""
    lines: list[str] = []
    widest = max((len(scene.time) for scene in scenes), default=0)
    shown = _fit_scenes(scenes)
    for day, of_day in groupby(shown, lambda scene: scene.day):
        lines.append(StyledLine(f"Day {day}:", "headline"))
        lines += [StyledLine(f"  {scene.time:<{widest}}  {scene.full_text}") for scene in of_day]
    return [*lines, *_render_omitted(len(scenes) - len(shown))]


def _render_omitted(number: int) -> list[str]:
    more = f"And {number} more. The whole story: export; the last words: log 30."
    return [StyledLine(more, "detail")] if number else []


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


def _describe_note(each: StoryLine, _name_of: NameLookup) -> str:
    whose = "" if each.seat == "guide" else f" by the {each.seat}"
    return f"Noted{whose}: «{each.text}»"


def _describe_action(each: StoryLine, name_of: NameLookup) -> str:
    return render_actions([Action(each.who, each.text)], name_of)[0]


def _describe_forgone_action(each: StoryLine, name_of: NameLookup) -> str:
    who = "The Company" if each.who == WHOLE_COMPANY else name_of(each.who)
    return f"{who} Rests instead of «{each.text}»."


def _describe_outcome(each: StoryLine, _name_of: NameLookup) -> str:
    return _capitalize(end_sentence(each.text))


_STEP_DESCRIBERS: dict[str, Callable[[StoryLine, NameLookup], str]] = {
    "action": _describe_action,
    "forgone": _describe_forgone_action,
    "outcome": _describe_outcome,
    "note": _describe_note,
    "rest": lambda _each, _name_of: "The Company Rests.",
    "night": lambda each, name_of: describe_night(each.watch, name_of),
    "encounter": lambda each, name_of: f"Encounter: {_describe_outcome(each, name_of)}",
    "rolled": lambda each, name_of: f"Rolled: {_describe_outcome(each, name_of)}",
}


def _capitalize(text: str) -> str:
    return text[:1].upper() + text[1:]


_MEMBER_CHANGES = {
    "joined": "joined the Company",
    "left": "left for good",
    "died": "died",
    "away": "went away",
    "back": "came back",
}


def _render_outcome(report: RecapReport, name_of: NameLookup) -> list[str]:
    """What changed: members, Exhaustion, stores, effects."""
    gone = {each.errant: each.name for each in report.fates if each.step == "left"}
    lines = [
        f"{gone.get(each.errant, name_of(each.errant))} {_MEMBER_CHANGES[each.step]}."
        for each in report.fates
        if each.step
    ]
    tired = [
        f"{name_of(each.errant)} {each.exhaustion_before} to {each.exhaustion_after}"
        for each in report.fates
        if each.exhaustion_before != each.exhaustion_after
    ]
    if tired:
        lines.append(f"Exhaustion: {', '.join(tired)}.")
    supply = _describe_change("Supply", report.supply_before, report.supply_after)
    rations = _describe_change("rations", report.rations_before, report.rations_after)
    lines.append(f"{supply}, {rations}.")
    if report.used_up:
        spent = [f"{u.quantity} × {u.name}" if u.quantity > 1 else u.name for u in report.used_up]
        lines.append(f"Used up: {', '.join(spent)}.")
    for what, effects in (("Began", report.began), ("Ended", report.ended)):
        for e in effects:
            on = f" on {name_of(e.errant)}" if e.errant else ""
            lines.append(end_sentence(f"{what}: {e.name.rstrip('.')}{on}"))
    return lines


def _describe_change(what: str, before: int, after: int) -> str:
    return f"{what} {before} as before" if before == after else f"{what} {before} to {after}"


def _render_situation(report: RecapReport, name_of: NameLookup) -> list[str]:
    """Where things stood in the end, and what waits."""
    now = "Now" if report.number == 1 else "In the end"
    at = format_moment(report.day_after, report.time_after)
    open_now = [
        StyledLine(f"Still to be settled: {line}")
        for turn in reversed(report.nested)
        for line in render_actions(turn.declared, name_of)
    ]
    if not report.nested:
        return [StyledLine(f"{now}: {at}; no Turn is open.", "headline"), *open_now]
    *outer, innermost = report.nested
    place = f", at {innermost.place_name}" if innermost.place_name else ""
    name = format_turn_name(innermost.turn_type, innermost.turn_number)
    lines: list[str] = [StyledLine(f"{now}: {at}{place}. {name}.", "headline")]
    waiting = [
        format_turn_name(turn.turn_type, turn.turn_number)
        + (f" at {turn.place_name}" if turn.place_name not in ("", innermost.place_name) else "")
        for turn in reversed(outer)
    ]
    return [*lines, *([f"After it: {', then '.join(waiting)}."] if waiting else []), *open_now]


def _render_secrets(report: RecapReport, scenes: list[Scene]) -> list[str]:
    """What is not read aloud: secret scenes, and the signs that wait."""
    shown = _fit_scenes(scenes, PAGE_LINES // 2)
    lines = [f"{format_moment(scene.day, scene.time)}  {scene.full_text}" for scene in shown]
    lines += [
        end_sentence(f"A sign waits ({s.place_name}): {s.encounter or 'the next encounter'}")
        for s in report.signs or ()
    ]
    if not (lines or scenes):
        return []
    apart = [
        StyledLine("For you alone:", "secret"),
        *(StyledLine(f"  {line}", "secret") for line in lines),
    ]
    return [*apart, *_render_omitted(len(scenes) - len(shown))]
