"""Refuses an effect whose end nobody counts, as `until morning`: it would be added without its
end."""

import re
from collections.abc import Callable, Iterator
from itertools import chain, islice

from companion.grammar.phrases.phrasebook.phrases_file import Words
from companion.refusal import Ambiguous

_ENDING = re.compile(
    r"(?i),? (?:(?:un)?till?|(?:for )?(?:as|so) long as|while (?:he|she|they|it)|for the rest of"
    r"|(?:for|during) the (?:whole )?(?:day|night|fight|battle)|all (?:day|night)|overnight"
    r"|(?:for )?\d*d\d+ (?:\w+ )?(?:turns?|rounds?)\b|for (?:\d*d\d+|several|some|a few|many) "
    r"|for (?:about |around )?(?:an?|half an|\d+|one|two|three|four|six|eight|ten) "
    r"(?:hours?|minutes?|mins?|h|days?|weeks?|months?))\b.*"
)
_EFFECT = "effect add "
_LIKELY = 3
"""So many readings of what lasts are looked at."""


def refuse_uncounted_effect_duration(
    typed: str, list_command_readings: Callable[[str], Iterator[Words]]
) -> None:
    """Raises Ambiguous for a line that adds an effect and gives its length in other words than
    Turns, as `until morning` or `for two hours`."""
    found = _ENDING.search(typed)
    if found is None or not found.start():
        return
    readings = chain.from_iterable(islice(list_command_readings(typed[: found.start()]), _LIKELY))
    line = next((each for each in readings if each.startswith(_EFFECT)), "")
    if line:
        end = found[0].strip(" ,.!")
        why = f"«{end}» is not counted: an effect lasts so many Turns, or until it is ended."
        lasting = line if line.endswith(" lasting") else f"{line} lasting"
        raise Ambiguous(why, f"Try: {lasting}, or {line} for 6 turns")
