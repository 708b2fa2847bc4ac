"""Finds the line that shows what a question is about, as `light` for `whose light is nearly out`,
where no way of asking is known: its words are looked up by themselves."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import dropwhile, groupby, pairwise

from companion.grammar.context import Context
from companion.grammar.phrases.clauses.denials_and_questions import find_hypothetical_word
from companion.grammar.phrases.phrasebook.phrases_file import Look, Words, load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary
from companion.grammar.phrases.questions.help_topics import (
    fill_pattern_with_parts,
    is_read_only_line,
)
from companion.grammar.phrases.sentences.noun_phrases import Part, split_into_parts
from companion.grammar.phrases.sentences.tokens import Token
from companion.grammar.phrases.ways_of_saying.suggested_lines import list_words_without_deed
from companion.grammar.phrases.whole_line_phrases import tokenize_short_line

_AUXILIARY = frozenset(
    ["do", "does", "did", "have", "has", "had", "is", "are", "was", "were", "any", "can", "could"]
)
_ALLOWING, _TELLING = frozenset(["can", "could"]), frozenset(["did", "had", "can", "could"])
"""Words that ask for leave, and what only what was done or can be done answers."""
_ADVISING = frozenset(["should", "shall", "would", "will", "might", "may", "must", "why"])
"""Words that ask for advice, for a reason or for what is to come: nothing shows these."""
_UNSURE = frozenset(["likely", "chance", "chances", "odds", "if", "would", "get", "gets", "to"])
"""Words by which is asked what may be."""
_SUBJECTS = frozenset(["anyone", "anybody", "everyone", "everybody", "any", "the", "there"])
_BEINGS = ("person", "npc")
_MOST_NAMED = 3
_OF_NPCS = ("fight", "talk", "light")
"""What is shown also where an NPC is named."""


def list_lines_showing_subject(
    typed: str, tokens: Sequence[Token], vocabulary: Vocabulary, context: Context
) -> Iterator[str]:
    """The line that answers a question of which every word is one of the same subject, a name, or
    one that everybody asks with."""
    words = _list_words(tokens)
    if not _is_only_question(typed, tokens, vocabulary) or words & (_TELLING | _UNSURE):
        return
    named = {each for each in words if vocabulary.find_meanings(each) or each.isdecimal()}
    left = words - named - list_words_without_deed()
    for look in _sort_looks_by_likeness(tokens):
        if left.issubset(_list_single_words((*look.about, *look.words))):
            yield from _list_lines_of_look(look, tokens, vocabulary, context)


def find_line_showing_subject(typed: str, context: Context) -> str:
    """The line that shows the most of what a question is about, whatever else it says; "" for none,
    and for what is no question."""
    tokens, vocabulary = tokenize_short_line(typed, context), build_vocabulary(context)
    is_asked = _is_only_question(typed, tokens, vocabulary)
    looks = _sort_looks_by_likeness(tokens) if is_asked else []
    lines = (_list_lines_of_look(look, tokens, vocabulary, context) for look in looks)
    return next((line for found in lines for line in found), "")


def _list_words(tokens: Sequence[Token]) -> set[str]:
    return {token.word.removesuffix("'s") for token in tokens}


def _sort_looks_by_likeness(tokens: Sequence[Token]) -> list[Look]:
    """The looks that a question has words of, the one with the most of them first."""
    words = [token.word.removesuffix("'s") for token in tokens]
    said = {*words, *(" ".join(pair) for pair in pairwise(words))}
    found = [(len(said.intersection(look.about)), look) for look in load_phrases().looks]
    return [look for _, look in sorted(filter(lambda each: each[0], found), key=lambda e: -e[0])]


def _list_lines_of_look(
    look: Look, tokens: Sequence[Token], vocabulary: Vocabulary, context: Context
) -> list[str]:
    """The first line of a look that has a place for who is named, if they are not several."""
    parts: list[Part] = split_into_parts(tokens, frozenset(), vocabulary)
    beings = [part for part in parts if not part.meanings.keys().isdisjoint(_BEINGS)]
    are_one = len({part.meanings.get(kind) for part in beings for kind in _BEINGS} - {None}) == 1
    named = [part for part in parts if are_one or part not in beings]
    names_npc = any("npc" in part.meanings for part in beings)
    patterns = (e for e in look.lines if not names_npc or "NPC" in e or e in _OF_NPCS)
    lines = (fill_pattern_with_parts(each, named) for each in patterns)
    return [line for line in lines if line and is_read_only_line(line, context)][:1]


@cache
def _list_single_words(about: Words) -> frozenset[str]:
    return frozenset(word for each in about for word in each.split())


def _is_only_question(typed: str, tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """True for a question about how things stand, before which at most something is named, as in
    `wim's tools, are they any good`."""
    said = [*dropwhile(lambda token: token.word in _list_interjections(), tokens)]
    *named, asked = _split_at_commas(said)
    words = [token.word.removesuffix("'s") for token in asked]
    first, second, *_ = (*words, "", "")
    has_subject = second in _SUBJECTS or second in load_phrases().subjects
    has_subject = has_subject or vocabulary.names_person(second)
    is_advice = first in _ADVISING or (first in _ALLOWING and not has_subject)
    is_several = len(named) > 1 or any(len(clause) > _MOST_NAMED for clause in named)
    if not words or is_several or is_advice or "?" in typed.strip(" ?!"):
        return False
    asks = first in load_phrases().question_words or (first in _AUXILIARY and has_subject)
    asks = asks or (typed.rstrip(" !").endswith("?") and not named)
    return asks and not find_hypothetical_word(tokens, vocabulary)


@cache
def _list_interjections() -> frozenset[str]:
    """What is called out before a question, and the comma behind it."""
    return frozenset({*load_phrases().interjections, ","})


def _split_at_commas(tokens: Sequence[Token]) -> list[list[Token]]:
    clauses = groupby(tokens, lambda token: token.word == ",")
    return [[*said] for is_comma, said in clauses if not is_comma] or [[]]
