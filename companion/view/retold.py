"""The recap as a page to read aloud."""

from collections.abc import Callable, Iterable
from itertools import groupby
from math import ceil
from typing import NamedTuple

from companion.commands import reports as r
from companion.errant.turns import COMPANY
from companion.refusal import listed
from companion.text import clipped
from companion.view.counted import times
from companion.view.happened import Called
from companion.view.talks_retold import negotiations, talked
from companion.view.told import Told, sentence
from companion.view.turn_names import declared, night, turn_name, when

PAGE, WIDTH, INDENT = 24, 80, 18
"""How many lines of this width the story may fill, and how far in it may stand; what is past that
is counted, not told."""
MOST_OF_A_SCENE = 4 * WIDTH - INDENT
"""One long note must not crowd out an evening."""


def recap(report: r.RecapReport, called: Called) -> list[str]:
    """One evening: when and where, what was done and noted, what came of it, where things stand;
    and below it, apart from what is read aloud, what is for the Guide alone."""
    story = sorted((*report.story, *(report.secretly or ())), key=lambda each: each.number)
    told = scenes(story, called)
    return [
        *_opening(report),
        *_story([scene for scene in told if not scene.secret]),
        *_outcome(report, called),
        *_standing(report, called),
        *_secretly(report, [scene for scene in told if scene.secret]),
    ]


def _opening(report: r.RecapReport) -> list[str]:
    which = "The last evening" if report.number == 1 else f"The evening {report.number} back"
    began = when(report.day_before, report.time_before)
    ended = (
        report.time_after
        if report.day_before == report.day_after
        else when(report.day_after, report.time_after)
    )
    span = f"{began} to {ended}" if ended not in (began, report.time_before) else began
    lines: list[str] = [Told(f"{which}: {span}.", "headline")]
    if len(report.places) > 1:
        lines.append(f"From {' to '.join(report.places[:1] + report.places[-1:])}{_way(report)}.")
    elif report.places:
        lines.append(f"At {report.places[0]} throughout.")
    if report.turns:
        played = [
            f"{each.turns} {each.turn_type.capitalize()} Turn{'' if each.turns == 1 else 's'}"
            for each in report.turns
        ]
        lines.append(f"Played: {listed(played)}.")
    if report.results:
        fell = [f"{each.result.replace('_', ' ')} {times(each.times)}" for each in report.results]
        lines.append(f"The Event Die: {', '.join(fell)}.")
    return lines


def _way(report: r.RecapReport) -> str:
    between = list(dict.fromkeys(report.places[1:-1]))
    return f" by way of {listed(between)}" if between else ""


class Scene(NamedTuple):
    """A line of the story: when in the game, what is said, whether to the Guide alone, how gladly
    it is left out, and how it `ended`, which is never cut off."""

    day: int
    time: str
    said: str
    secret: bool
    dispensable: int
    ended: str = ""

    @property
    def whole(self) -> str:
        """All that is said."""
        return " ".join(filter(None, (self.said, self.ended)))


_NOTE, _SETTLED, _ACTION = range(3)
_DISPENSABLE = {
    "note": _NOTE,
    "outcome": _SETTLED,
    "encounter": _SETTLED,
    "night": _SETTLED,
    "talk": _SETTLED,
    "parting": _SETTLED,
}


def scenes(story: Iterable[r.StoryLine], called: Called) -> list[Scene]:
    """Everything told, in order; an outcome is told with the last action it settles, unless one of
    the two is a secret and the other is not."""
    found: list[Scene] = []
    actions: dict[tuple[int, bool], int] = {}
    for piece in negotiations(story):
        each = piece[0]
        said, ended = _told(piece, called)
        settles = actions.get((each.of, each.secret)) if each.step == "outcome" else None
        if settles is not None:
            action = found[settles]
            found[settles] = action._replace(said=f"{action.said} {said}", dispensable=_SETTLED)
            continue
        if each.step == "action":
            actions[each.number, each.secret] = len(found)
        dispensable = _DISPENSABLE.get(each.step, _ACTION)
        found.append(Scene(each.day, each.time, said, each.secret, dispensable, ended))
    return found


def _told(piece: list[r.StoryLine], called: Called) -> tuple[str, str]:
    """What is said of a piece of the story, and how it ended."""
    each = piece[0]
    return (_SAID[each.step](each, called), "") if each.step in _SAID else talked(piece, called)


def _story(told: list[Scene]) -> list[str]:
    """What was done and noted, day by day. Where it is too long for a page, actions of which no
    outcome was told are left out first, notes last, and the oldest before the newest."""
    lines: list[str] = []
    widest = max((len(scene.time) for scene in told), default=0)
    kept = _that_fit(told)
    for day, of_day in groupby(kept, lambda scene: scene.day):
        lines.append(Told(f"Day {day}:", "headline"))
        lines += [Told(f"  {scene.time:<{widest}}  {scene.whole}") for scene in of_day]
    return [*lines, *_left_out(len(told) - len(kept))]


def _left_out(number: int) -> list[str]:
    more = f"And {number} more. The whole story: export; the last words: log 30."
    return [Told(more, "detail")] if number else []


def _that_fit(told: list[Scene], lines: int = PAGE) -> list[Scene]:
    """As many as so many lines hold, in order, none of them longer than a few lines."""
    short = [scene._replace(said=_clipped(scene)) for scene in told]
    kept = set()
    ranked = sorted(range(len(short)), key=lambda at: (short[at].dispensable, -at))
    for at in ranked:
        need = ceil((len(short[at].whole) + INDENT) / WIDTH)
        if need <= lines:
            lines -= need
            kept.add(at)
    return [scene for at, scene in enumerate(short) if at in kept]


def _clipped(scene: Scene) -> str:
    """What of it fits beside how it ended; a quotation that is cut ends with its mark."""
    said, most = scene.said, MOST_OF_A_SCENE - len(scene.ended)
    if len(said) > most and said.endswith("»"):
        return f"{clipped(said, most - 1)}»"
    return clipped(said, most)


def _noted(each: r.StoryLine, _called: Called) -> str:
    whose = "" if each.seat == "guide" else f" by the {each.seat}"
    return f"Noted{whose}: «{each.text}»"


def _done(each: r.StoryLine, called: Called) -> str:
    return declared([r.Action(each.who, each.text)], called)[0]


def _forgone(each: r.StoryLine, called: Called) -> str:
    who = "The Company" if each.who == COMPANY else called(each.who)
    return f"{who} Rests instead of «{each.text}»."


def _came(each: r.StoryLine, _called: Called) -> str:
    return _capital(sentence(each.text))


_SAID: dict[str, Callable[[r.StoryLine, Called], str]] = {
    "action": _done,
    "forgone": _forgone,
    "outcome": _came,
    "note": _noted,
    "rest": lambda _each, _called: "The Company Rests.",
    "night": lambda each, called: night(each.watch, called),
    "encounter": lambda each, called: f"Encounter: {_came(each, called)}",
    "rolled": lambda each, called: f"Rolled: {_came(each, called)}",
}


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


_FATES = {
    "joined": "joined the Company",
    "left": "left for good",
    "died": "died",
    "away": "went away",
    "back": "came back",
}


def _outcome(report: r.RecapReport, called: Called) -> list[str]:
    """What it cost and brought: people, Exhaustion, stores, what goes on."""
    gone = {each.errant: each.name for each in report.fates if each.step == "left"}
    lines = [
        f"{gone.get(each.errant, called(each.errant))} {_FATES[each.step]}."
        for each in report.fates
        if each.step
    ]
    tired = [
        f"{called(each.errant)} {each.exhaustion_before} to {each.exhaustion_after}"
        for each in report.fates
        if each.exhaustion_before != each.exhaustion_after
    ]
    if tired:
        lines.append(f"Exhaustion: {', '.join(tired)}.")
    supply = _then_and_now("Supply", report.supply_before, report.supply_after)
    rations = _then_and_now("rations", report.rations_before, report.rations_after)
    lines.append(f"{supply}, {rations}.")
    if report.used_up:
        spent = [f"{u.quantity} × {u.name}" if u.quantity > 1 else u.name for u in report.used_up]
        lines.append(f"Used up: {', '.join(spent)}.")
    for what, effects in (("Began", report.began), ("Ended", report.ended)):
        for e in effects:
            on = f" on {called(e.errant)}" if e.errant else ""
            lines.append(sentence(f"{what}: {e.name.rstrip('.')}{on}"))
    return lines


def _then_and_now(what: str, before: int, after: int) -> str:
    return f"{what} {before} as before" if before == after else f"{what} {before} to {after}"


def _standing(report: r.RecapReport, called: Called) -> list[str]:
    """Where things stood in the end, and what waits."""
    now = "Now" if report.number == 1 else "In the end"
    at = when(report.day_after, report.time_after)
    open_now = [
        Told(f"Still to be settled: {line}")
        for turn in reversed(report.nested)
        for line in declared(turn.declared, called)
    ]
    if not report.nested:
        return [Told(f"{now}: {at}; no Turn is open.", "headline"), *open_now]
    *outer, innermost = report.nested
    place = f", at {innermost.place_name}" if innermost.place_name else ""
    name = turn_name(innermost.turn_type, innermost.turn_number)
    lines: list[str] = [Told(f"{now}: {at}{place}. {name}.", "headline")]
    waiting = [
        turn_name(turn.turn_type, turn.turn_number)
        + (f" at {turn.place_name}" if turn.place_name not in ("", innermost.place_name) else "")
        for turn in reversed(outer)
    ]
    return [*lines, *([f"After it: {', then '.join(waiting)}."] if waiting else []), *open_now]


def _secretly(report: r.RecapReport, told: list[Scene]) -> list[str]:
    """What is not read aloud: what was done and noted secretly, and the signs that wait."""
    kept = _that_fit(told, PAGE // 2)
    lines = [f"{when(scene.day, scene.time)}  {scene.whole}" for scene in kept]
    lines += [
        sentence(f"A sign waits ({s.place_name}): {s.encounter or 'the next encounter'}")
        for s in report.signs or ()
    ]
    if not (lines or told):
        return []
    apart = [Told("For you alone:", "secret"), *(Told(f"  {line}", "secret") for line in lines)]
    return [*apart, *_left_out(len(told) - len(kept))]
