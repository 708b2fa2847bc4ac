"""What one clause of a line means by itself: another line than the deed or the outcome that the
rest tells of."""

from itertools import chain, islice

from companion.grammar.context import Context
from companion.grammar.phrases.phrase_reading import list_command_readings
from companion.grammar.phrases.ways_of_saying.suggested_lines import is_typable_line
from companion.refusal import Refusal

_OF_DEED_OR_OUTCOME = ("done", "declare", "next")
_MOST_READ = 12


def means_another_line(typed: str, context: Context) -> bool:
    """True for words that do something else than to declare it, or to tell what came of it."""
    try:
        first = find_first_typable_line(typed, context)
    except Refusal:
        return True
    return bool(first) and first.partition(" ")[0] not in _OF_DEED_OR_OUTCOME


def find_first_typable_line(typed: str, context: Context) -> str:
    """The first line that words mean and that its form takes; "" for none."""
    readings = islice(chain.from_iterable(list_command_readings(typed, context)), _MOST_READ)
    return next((line for line in readings if is_typable_line(line, context)), "")
