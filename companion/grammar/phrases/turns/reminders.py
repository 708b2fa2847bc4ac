"""Reads what happens so many Turns from now, as `in 3 turns the door shuts`: its text is kept as it
was typed."""

import re
from collections.abc import Iterator

from companion.grammar.phrases.phrasebook.normalized_spelling import write_numbers_in_digits
from companion.grammar.phrases.phrasebook.phrases_file import compile_named_pattern
from companion.text_cleaning import quote_name

_ONCE = ("reminder", "reminder told last")
_OVER_AND_OVER = "reminder over and over"


def list_reminder_lines(typed: str) -> Iterator[str]:
    """The line of an effect that ends after so many Turns, for what happens once; of a reminder,
    for `every two turns: the bell tolls`."""
    text = typed.strip(" .!")
    if "?" in typed:
        return
    for pattern in _ONCE:
        if said := compile_named_pattern(pattern).fullmatch(text):
            yield f"effect add {quote_name(said['text'])} for {_write_turns(said)}"
    if said := compile_named_pattern(_OVER_AND_OVER).fullmatch(text):
        yield f"every {_write_turns(said)} {quote_name(said['text'])}"


def _write_turns(said: re.Match[str]) -> str:
    """`two` and `travel` as `2 travel turns`."""
    number, kind = write_numbers_in_digits(said["number"]), said["type"]
    return f"{number} {kind} turns" if kind else f"{number} turns"
