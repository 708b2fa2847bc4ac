"""Reads what happens so many Turns from now, as `in 3 turns the door shuts`, or after a length of
time: its text is kept as it was typed, but for long numbers, which are in digits."""

import re
from collections.abc import Iterator

from companion.grammar.phrases.phrasebook.normalized_spelling import write_numbers_in_digits
from companion.grammar.phrases.phrasebook.phrases_file import compile_named_pattern
from companion.text_cleaning import quote_name

_ONCE = ("reminder", "reminder told last")
_OVER_AND_OVER = "reminder over and over"
_IN_DAYS = re.compile(
    r"(?i)(?:please )?remind (?:me|us) (?:in (?P<number>[1-9]\d*|an?|two|three|four|five|six|seven"
    r"|eight|nine|ten|twelve) (?P<unit>day|week|month)s?(?:['’]? time)?"
    r"|(?P<tomorrow>tomorrow)(?: (?:morning|night|evening))?)[,:]? "
    r"(?:(?:that|to|of|about) )?(?P<text>\w[^;?=]*)"
)
_HALF, _ONE = "half", ("a", "an")
_MONTH, _TRAVEL_TURNS_OF = "month", {"day": 6, "week": 42}
"""A Travel Turn is a watch of four hours, a Downtime Turn a month (Core Procedures, Turns)."""
_MINUTES_OF_HOUR, _MINUTES_OF_TURN = 60, 10
"""An Exploration Turn is ten minutes (Core Procedures, Turns)."""


def list_reminder_lines(typed: str) -> Iterator[str]:
    """The line of an effect that ends after so many Turns, for what happens once; of a reminder,
    for `every two turns: the bell tolls`."""
    text = typed.strip(" .!")
    if "?" in typed:
        return
    for pattern in _ONCE:
        said = compile_named_pattern(pattern).fullmatch(text)
        if said and (turns := _write_turns_until(said)):
            yield f"effect add {quote_name(said['text'])} for {turns}"
    if said := _IN_DAYS.fullmatch(text):
        number = "1" if said["tomorrow"] else write_numbers_in_digits(said["number"])
        unit = (said["unit"] or "day").casefold()
        yield f"effect add {quote_name(said['text'])} for {_write_turns_of_days(number, unit)}"
    if said := compile_named_pattern(_OVER_AND_OVER).fullmatch(text):
        yield f"every {_write_turns(said)} {quote_name(said['text'])}"


def _write_turns_until(said: re.Match[str]) -> str:
    """How many Turns it is until what is said; "" for a length of time that is no whole number of
    Exploration Turns."""
    if said["length"] is None:
        return _write_turns(said)
    first, *others = said["length"].casefold().split()
    number = write_numbers_in_digits(first)
    minutes = 1 if first in _ONE or first == _HALF else int(number)
    if not said["unit"].casefold().startswith("min"):
        minutes *= _MINUTES_OF_HOUR // 2 if others else _MINUTES_OF_HOUR
    turns, rest = divmod(minutes, _MINUTES_OF_TURN)
    return f"{turns} exploration turns" if turns and not rest else ""


def _write_turns_of_days(number: str, unit: str) -> str:
    """So many days or weeks in Travel Turns, and so many months in Downtime Turns."""
    many = 1 if number in _ONE else int(number)
    if unit == _MONTH:
        return f"{many} downtime turns"
    return f"{many * _TRAVEL_TURNS_OF[unit]} travel turns"


def _write_turns(said: re.Match[str]) -> str:
    """`two` and `travel` as `2 travel turns`."""
    number, kind = write_numbers_in_digits(said["number"]), said["type"]
    return f"{number} {kind} turns" if kind else f"{number} turns"
