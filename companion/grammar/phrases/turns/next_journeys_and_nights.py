"""The next Turn as a journey or a night, as `next make for reedmarket` and `next sleep`."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, dropwhile, islice, pairwise, takewhile

from companion.grammar.context import Context
from companion.grammar.phrases.clauses.denials_and_questions import says_next_of_name_or_time
from companion.grammar.phrases.phrase_reading import list_command_readings
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary
from companion.grammar.phrases.phrasebook.word_forms import list_company_words
from companion.grammar.phrases.sentences.tokens import Token
from companion.grammar.phrases.sentences.told_dice_faces import refuse_dice_faces_kept_as_text
from companion.grammar.phrases.turns.deeds_told_with_next_turn import refuse_counted_next_deed
from companion.grammar.phrases.turns.next_turns import list_lines_shortened_to_next
from companion.grammar.phrases.whole_line_phrases import (
    list_whole_phrase_lines,
    tokenize_short_line,
)

_SLEEP, _NIGHT = "sleep", re.compile(r"sleep(?: [a-z]+)?(?: watch .+)?")
_JOURNEY, _DECLARING = "declare travel to ", ("declare ", "next ")
_TURN, _REST = "turn", "rest"
_WHO_IS_NEXT = ("next up", "up next")
"""What is said of who acts next, too."""
_ALL_SLEEPERS = frozenset(["all", "everyone", "everybody"])
_MOST_WORDS_BEFORE_SLEEP = 6


def begins_night_in_next_turn(typed: str) -> bool:
    """True for the next Turn in which people sleep, as `next make camp, bree keeps watch` and
    `next they all sleep`."""
    first, *said = typed.casefold().replace(",", " ").split()[:_MOST_WORDS_BEFORE_SLEEP] or [""]
    words = [*dropwhile(_list_sleepers().__contains__, said)]
    begun = {" ".join(words[:length]) for length in (1, 2)}
    return first in ("next", "n") and not begun.isdisjoint(load_phrases().groups["sleep"])


@cache
def _list_sleepers() -> frozenset[str]:
    """The words for the Company, of whom it is said that they sleep."""
    return list_company_words().union(("they", "all"), _ALL_SLEEPERS)


def list_next_journey_lines(typed: str, context: Context) -> Iterator[str]:
    """The line of a journey to a place that is known, as `next make for reedmarket`."""
    what, vocabulary = typed.partition(" ")[2], build_vocabulary(context)
    words = [token.word for token in tokenize_short_line(what, context)]
    named = chain(zip(words, strict=True), pairwise(words))
    if any("place" in vocabulary.find_meanings(*each) for each in named):
        readings = chain.from_iterable(islice(list_command_readings(what, context), 1))
        yield from (line.replace(*_DECLARING) for line in readings if line.startswith(_JOURNEY))


def list_next_night_lines(line: str, typed: str, context: Context) -> Iterator[str]:
    """The line of a night that begins with the next Turn, as `next sleep, corvin watches`. Where
    all sleep, as it was typed, nobody keeps the watch that stood."""
    what = line.partition(" ")[2]
    readings = chain.from_iterable(list_command_readings(what, context))
    nights = (each.removeprefix("next ") for each in readings)
    nights = (each for each in nights if _NIGHT.fullmatch(each))
    sleepers = takewhile(_list_sleepers().__contains__, typed.casefold().split()[1:])
    for night in [_SLEEP] if what == _SLEEP else islice(nights, 1):
        is_everybody = night == _SLEEP and not _ALL_SLEEPERS.isdisjoint(sleepers)
        yield f"next {night} watch nobody" if is_everybody else f"next {night}"


def list_lines_of_next_turn(typed: str, tokens: Sequence[Token], context: Context) -> Iterator[str]:
    """The lines of a next Turn that is called so, as `next turn, we search`: a night, a Rest or a
    journey, or what is done in it."""
    shortened = tuple(list_lines_shortened_to_next(typed))
    whole = list_whole_phrase_lines(tokens, context) if shortened else ()
    yield from (line for line in whole if line == _TURN)  # `next turn, no roll`
    for line in shortened:
        if begins_night_in_next_turn(line):
            yield from list_next_night_lines(line, typed, context)
        what = tokenize_short_line(line.partition(" ")[2], context)
        if what and all(each.word in load_phrases().closers for each in what):
            yield "next"  # `next turn please`
        yield from ("next rest" for each in list_whole_phrase_lines(what, context) if each == _REST)
    for line in shortened:
        refuse_dice_faces_kept_as_text(line)
        refuse_counted_next_deed(typed, line, context)
        yield from list_next_journey_lines(line, context)
        if not (
            says_next_of_name_or_time(line, context) and typed.casefold().startswith(_WHO_IS_NEXT)
        ):
            yield line
