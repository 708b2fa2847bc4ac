"""Reads what time of day it is told to be as the step that the clock takes by hand until then:
`it's 7 in the evening`, `set the clock back to 6`."""

import re
from collections.abc import Iterator

from companion.campaign.campaign import Campaign
from companion.errant.turns.moments_and_spans import DAY, HOUR, MINUTE, Moment, Span
from companion.grammar.phrases.phrasebook.normalized_spelling import write_numbers_in_digits
from companion.refusal import Impossible

_OF_DAY = r"in the (?:morning|evening|afternoon)|at night"
_TOLD = re.compile(
    r"(?i)(?:ok |so |and |now )*(?:(?:the )?time:? (?=\d{1,2}:\d\d)"
    r"|(?:it|the time)(?:['’]?s| is)(?: now| about| around| nearly)? "
    r"|(?P<set>(?:set|put|turn|move) the (?:clock|time)) (?:(?P<back>back)|ahead|forward|on)? ?to "
    r"|(?:skip|jump|fast forward) (?:ahead |forward |on )?to "
    r"|(?:it['’]?s )?(?:the )?next (?P<day>morning|day),? (?:at )?)"
    r"(?P<hour>\d{1,2})(?::(?P<minute>\d\d))?"
    rf"(?: ?(?P<half>am|pm)| (?P<clock>o['’]?clock))?(?: (?P<part>{_OF_DAY}))?(?: now| already)?"
)
_NOON_OR_MIDNIGHT = (
    (re.compile(r"(?i)\b(?:noon|midday|mid-day)\b"), "12 pm"),
    (re.compile(r"(?i)\bmidnight\b"), "12 am"),
)
_OUTSIDE = "travel"
_HOURS_OF_HALF = 12
_HOURS_BEFORE_DAWN = (12, 1, 2, 3, 4, 5)
"""Which hours `at night` come after midnight."""
_AT_NIGHT = "at night"
_LATE = ("pm", "in the evening", "in the afternoon", _AT_NIGHT)
_EARLY = ("am", "in the morning", "morning")
_SAID_OF_HOURS = ("set", "day", "minute", "half", "clock", "part")


def list_told_time_lines(typed: str, campaign: Campaign) -> Iterator[str]:
    """The step of the clock until a time of day. Raises Impossible, with that line, in the Turns
    inside a dungeon and for more than half a day that is not said: lights burn by Turns, and so
    much may be a slip."""
    if "?" in typed:
        return
    written = write_numbers_in_digits(typed.strip(" .!"))
    for name, hour in _NOON_OR_MIDNIGHT:
        written = name.sub(hour, written)
    said = _TOLD.fullmatch(written)
    if said is None or not any(said[each] for each in _SAID_OF_HOURS):
        return  # `it's 3` is a face, or a number
    step = _measure_step(said, campaign.book.clock.now)
    if step is None:
        return
    is_short = bool(said["day"]) or abs(step.seconds) <= _HOURS_OF_HALF * HOUR
    is_outside = not campaign.turns or campaign.innermost_turn.type == _OUTSIDE
    line = f"clock {'+' * (step.seconds > 0)}{step}"
    if not (is_short and is_outside):
        why = "The clock moves on by Turns, or by so much by hand."
        raise Impossible(why, f"Try: {line}. To see what time it is: status")
    yield line


def _measure_step(said: re.Match[str], now: Moment) -> Span | None:
    """How far the clock is moved: to that time next, on the next day, or back to it; None for no
    time of day. An hour up to 12 of which it is not said is the one that comes first."""
    hour, minute = int(said["hour"]), int(said["minute"] or 0)
    told = (said["half"] or said["part"] or said["day"] or "").casefold()
    if hour >= DAY // HOUR or minute >= HOUR // MINUTE:
        return None
    hours = [hour]
    if hour <= _HOURS_OF_HALF:
        early, late = hour % _HOURS_OF_HALF, hour % _HOURS_OF_HALF + _HOURS_OF_HALF
        is_night = hour == 0 or (told == _AT_NIGHT and hour in _HOURS_BEFORE_DAWN)
        is_early, is_late = told in _EARLY or is_night, told in _LATE
        hours = [early] if is_early else [late] if is_late else [early, late]
    since_midnight = now.seconds % DAY
    times = [each * HOUR + minute * MINUTE for each in hours]
    if said["day"]:
        return Span(times[0] + DAY - since_midnight)
    steps = [(each - since_midnight) % DAY or DAY for each in times]
    return Span(max(steps) - DAY if said["back"] else min(steps))
