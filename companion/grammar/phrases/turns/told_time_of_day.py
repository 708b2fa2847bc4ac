"""Answers what time of day it is told to be with the step that the clock takes by hand until then:
`it's 7 in the evening`."""

import re

from companion.campaign.campaign import Campaign
from companion.errant.turns.moments_and_spans import DAY, HOUR, MINUTE, Moment, Span
from companion.grammar.phrases.phrasebook.normalized_spelling import write_numbers_in_digits
from companion.refusal import Impossible

_OF_DAY = r"in the (?:morning|evening|afternoon)|at night"
_TOLD = re.compile(
    r"(?i)(?:ok |so |and )*(?:it|the time)(?:['’]?s| is)(?: now| about| around| nearly)? "
    r"(?P<hour>\d{1,2})(?::(?P<minute>\d\d))?"
    rf"(?: ?(?P<half>am|pm)| (?P<clock>o['’]?clock))?(?: (?P<part>{_OF_DAY}))?(?: now| already)?"
)
_HOURS_OF_HALF = 12
_AT_NIGHT = "at night"
_LATE = ("pm", "in the evening", "in the afternoon", _AT_NIGHT)
_EARLY = ("am", "in the morning")


def refuse_told_time_of_day(typed: str, campaign: Campaign) -> None:
    """Raises Impossible for a time of day, with the step of the clock until it is that next."""
    said = _TOLD.fullmatch(write_numbers_in_digits(typed.strip(" .!?")))
    if said is None or not any(said[each] for each in ("minute", "half", "clock", "part")):
        return  # `it's 3` is a face, or a number
    step = _measure_time_until(said, campaign.book.clock.now)
    if step is None:
        return
    why = "The clock moves on by Turns, or by so much by hand."
    raise Impossible(why, f"Try: clock +{step}. To see what time it is: status")


def _measure_time_until(said: re.Match[str], now: Moment) -> Span | None:
    """How long it is until the clock shows that time next; None for no time of day. An hour up to
    12 of which it is not said is the one that comes first."""
    hour, minute = int(said["hour"]), int(said["minute"] or 0)
    told = (said["half"] or said["part"] or "").casefold()
    if hour >= DAY // HOUR or minute >= HOUR // MINUTE:
        return None
    hours = [hour]
    if hour <= _HOURS_OF_HALF:
        early, late = hour % _HOURS_OF_HALF, hour % _HOURS_OF_HALF + _HOURS_OF_HALF
        is_midnight = hour == 0 or (hour == _HOURS_OF_HALF and told == _AT_NIGHT)
        is_early, is_late = told in _EARLY or is_midnight, told in _LATE
        hours = [early] if is_early else [late] if is_late else [early, late]
    steps = ((each * HOUR + minute * MINUTE - now.seconds) % DAY for each in hours)
    return Span(min(step or DAY for step in steps))
