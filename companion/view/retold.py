"""The recap as a page to read aloud."""

from itertools import groupby
from math import ceil
from typing import NamedTuple

from companion.commands import reports as r
from companion.refusal import listed
from companion.view.happened import Called
from companion.view.told import SECRETLY, Told, Tone, secret, sentence
from companion.view.turn_names import declared, turn_name, when

PAGE, WIDTH = 24, 80
"""How many lines of this width the story may fill; what is past that is counted, not told."""


def recap(report: r.RecapReport, called: Called) -> list[str]:
    """One evening: when and where, what was done and noted, what came of it, where things stand."""
    return [
        *_opening(report),
        *_story(report, called),
        *_outcome(report, called),
        *_standing(report, called),
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
        fell = [f"{each.result.replace('_', ' ')} {_times(each.times)}" for each in report.results]
        lines.append(f"The Event Die: {', '.join(fell)}.")
    return lines


def _way(report: r.RecapReport) -> str:
    between = list(dict.fromkeys(report.places[1:-1]))
    return f" by way of {listed(between)}" if between else ""


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


class _Scene(NamedTuple):
    """A line of the story, on which day of the game, and how gladly it is left out."""

    day: int
    dispensable: int
    line: Told


_NOTE, _SETTLED, _ACTION = range(3)


def _story(report: r.RecapReport, called: Called) -> list[str]:
    """What was done and noted, day by day. Where it is too long for a page, actions of which no
    outcome was told are left out first, notes last, and the oldest before the newest."""
    scenes = _scenes(report, called)
    kept = _that_fit(scenes)
    lines: list[str] = []
    for day, of_day in groupby(kept, lambda scene: scene.day):
        lines.append(Told(f"Day {day}:", "headline"))
        lines += [scene.line for scene in of_day]
    if len(kept) < len(scenes):
        lines.append(Told(f"And {len(scenes) - len(kept)} more: log has them all.", "detail"))
    return lines


def _scenes(report: r.RecapReport, called: Called) -> list[_Scene]:
    """Everything told, in order; an outcome is told with the action it follows."""
    secretly = report.secretly or ()
    told = [(each, False) for each in report.story] + [(each, True) for each in secretly]
    told.sort(key=lambda each: each[0].number)
    widest = max((len(each.time) for each, _ in told), default=0)
    scenes: list[_Scene] = []
    before: r.StoryLine | None = None
    for each, hidden in told:
        tone: Tone = "secret" if hidden else "said"
        text = _capital(sentence(each.text))
        if each.step == "outcome" and before is not None and scenes[-1].line.tone == tone:
            line = Told(f"{scenes[-1].line} {text}", tone)
            scenes[-1] = _Scene(scenes[-1].day, _SETTLED, line)
        else:
            said = {"note": _noted(each), "outcome": text, "action": _done(each, called)}[each.step]
            how = {"note": _NOTE, "outcome": _SETTLED, "action": _ACTION}[each.step]
            line = Told(f"  {each.time:<{widest}}  {SECRETLY if hidden else ''}{said}", tone)
            scenes.append(_Scene(each.day, how, line))
        before = each if each.step == "action" else None
    return scenes


def _that_fit(scenes: list[_Scene]) -> list[_Scene]:
    """As many as a page holds, in order."""
    left, kept = PAGE, set()
    ranked = sorted(range(len(scenes)), key=lambda at: (scenes[at].dispensable, -at))
    for at in ranked:
        left -= ceil(len(scenes[at].line) / WIDTH)
        if left >= 0:
            kept.add(at)
    return [scene for at, scene in enumerate(scenes) if at in kept]


def _noted(each: r.StoryLine) -> str:
    whose = "" if each.seat == "guide" else f" by the {each.seat}"
    return f"Noted{whose}: «{each.text}»"


def _done(each: r.StoryLine, called: Called) -> str:
    return declared([r.Action(each.who, each.text)], called)[0]


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
        if effects:
            names = [f"{e.name} on {called(e.errant)}" if e.errant else e.name for e in effects]
            lines.append(f"{what}: {', '.join(names)}.")
    return lines


def _then_and_now(what: str, before: int, after: int) -> str:
    return f"{what} {before} as before" if before == after else f"{what} {before} to {after}"


def _standing(report: r.RecapReport, called: Called) -> list[str]:
    """Where things stood in the end, and what waits."""
    turns: list[str] = []
    inner = ""
    for turn in reversed(report.nested):
        place = f" at {turn.place_name}" if turn.place_name not in ("", inner) else ""
        turns.append(f"{turn_name(turn.turn_type, turn.turn_number)}{place}")
        inner = turn.place_name
    now = "Now" if report.number == 1 else "In the end"
    where = ", inside ".join(turns) if turns else "no Turn is open"
    at = when(report.day_after, report.time_after)
    return [
        Told(f"{now}: {at}, {where}.", "headline"),
        *(
            f"Still to be settled: {line}"
            for turn in reversed(report.nested)
            for line in declared(turn.declared, called)
        ),
        *(
            secret(f"a sign waits ({s.place_name}): {s.encounter or 'the next encounter'}")
            for s in report.signs or ()
        ),
    ]
