"""The next Turn as a journey or a night, as `next make for reedmarket` and `next sleep`."""

from collections.abc import Iterator
from itertools import chain, islice, pairwise

from companion.grammar.context import Context
from companion.grammar.phrases.book.phrases_file import load_phrases
from companion.grammar.phrases.book.vocabulary_building import build_vocabulary
from companion.grammar.phrases.phrase_reading import list_command_readings
from companion.grammar.phrases.whole_line_phrases import tokenize_short_line

_NIGHT, _JOURNEY, _DECLARING = "sleep ", "declare travel to ", ("declare ", "next ")


def begins_night_in_next_turn(typed: str) -> bool:
    """True for the next Turn in which people sleep, as `next make camp, bree keeps watch`."""
    first, *words = typed.casefold().replace(",", " ").split()[:3] or [""]
    begun = {" ".join(words[:length]) for length in (1, 2)}
    return first in ("next", "n") and not begun.isdisjoint(load_phrases().groups["sleep"])


def list_next_journey_lines(typed: str, context: Context) -> Iterator[str]:
    """The line of a journey to a place that is known, as `next make for reedmarket`."""
    what, names = typed.partition(" ")[2], build_vocabulary(context).names
    words = [token.word for token in tokenize_short_line(what, context)]
    named = chain(zip(words, strict=True), pairwise(words))
    if any("place" in names.get(each, {}) for each in named):
        readings = chain.from_iterable(islice(list_command_readings(what, context), 1))
        yield from (line.replace(*_DECLARING) for line in readings if line.startswith(_JOURNEY))


def list_next_night_lines(typed: str, context: Context) -> Iterator[str]:
    """The line of a night that begins with the next Turn, as `next sleep, corvin watches`."""
    readings = chain.from_iterable(list_command_readings(typed.partition(" ")[2], context))
    nights = (each.removeprefix("next ") for each in readings)
    nights = (each for each in nights if f"{each} ".startswith(_NIGHT))
    yield from (f"next {night}" for night in islice(nights, 1))
