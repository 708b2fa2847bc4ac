"""Lists the lines of ways in which every word of a line has its place."""

from collections.abc import Iterator
from itertools import chain

from companion.grammar.command_words import WORDS
from companion.grammar.context import Context
from companion.grammar.phrases.clauses.denials_and_questions import is_neither_asked_nor_denied
from companion.grammar.phrases.fights.fight_lines import list_fight_lines
from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary
from companion.grammar.phrases.phrasebook.word_forms import list_stop_words
from companion.grammar.phrases.questions.questions_about_packs import list_item_holder_lines
from companion.grammar.phrases.sentences.tokens import replace_ordinals
from companion.grammar.phrases.ways_of_saying.way_filling import list_lines_of_way
from companion.grammar.phrases.ways_of_saying.way_matching import find_ways
from companion.grammar.phrases.whole_line_phrases import tokenize_short_line

_FREE = ("NAME", "UNKNOWN", "STORY")
"""Places that any words fill."""


def list_fully_understood_lines(typed: str, context: Context) -> Iterator[str]:
    """The lines of ways in which every word of a line has its place, whether a form reads them or
    not."""
    vocabulary = build_vocabulary(context)
    tokens = replace_ordinals(tokenize_short_line(typed, context), vocabulary)
    yield from list_item_holder_lines(typed, context)
    if not is_neither_asked_nor_denied(tokens, vocabulary):
        return
    yield from chain.from_iterable(list_fight_lines(tokens, vocabulary, context))
    for way, said in find_ways(tokens, vocabulary):
        places = {name for lines in way.patterns for line in lines for name in line.places}
        is_said = not list_stop_words().issuperset(tokens[at].word for at in said)
        if is_said and not any(name.startswith(_FREE) for name in places):
            filled = list_lines_of_way(way, said, tokens, vocabulary, context)
            yield from (line for line in chain.from_iterable(filled) if line.split()[0] in WORDS)
