"""Finds the ways of the phrasebook that a line uses, and what it asks about."""

from collections.abc import Sequence
from functools import cache
from itertools import chain, dropwhile, pairwise
from typing import TypeAlias

from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.ways_and_patterns import (
    Subject,
    Way,
    index_first_words_by_inflected_form,
    index_question_subjects,
    index_ways_by_second_word,
)
from companion.grammar.phrases.phrasebook.word_forms import (
    index_links_by_preposition,
    list_action_verb_forms,
    list_verb_forms,
)
from companion.grammar.phrases.sentences.tokens import Token

_PARTICLES = {"out", "up", "down", "off", "everything"}
_ALONE = "=~"
"""The way to say nothing but a name and a thing."""
_VERBLESS = "=-"
"""The way to say something in which not even a filler may be a verb, as `gets`."""
_POSSESSIVES = ("her", "his", "their", "my", "our", "the")
_DEEDS = {"result", "turn"}
"""Kinds that are named like what is done, as in `wants to rest` and `begin the fight`."""
_NAMED = {"person", "npc", "faction", "place", "effect"}

_ALLOWING = ("can", "could", "may", "might", "shall")
_DOERS = ("i", "we")
_ASKING = ("can", "could", "do", "have", "will", "would")
_WHO = ("he", "she", "they", "so", "then")

Found: TypeAlias = list[tuple[Way, frozenset[int]]]
"""Ways, each with the places of its words in a line."""


def find_ways(tokens: Sequence[Token], vocabulary: Vocabulary) -> Found:
    """The ways that a line says, each with the places of its words; those of more words first. A
    question finds what it asks about before them."""
    first_words = index_first_words_by_inflected_form()
    words = [
        token.word if token.word in first_words else token.word.removesuffix("'s")
        for token in tokens
    ]
    is_bare = _list_leading_words().isdisjoint(token.word for token in tokens)
    is_bare = is_bare and not any(
        after.word.endswith("s") and after.word in list_action_verb_forms()
        for before, after in pairwise(tokens)
        if vocabulary.names_person(before.word)
    )
    is_verbless = _list_filler_words().isdisjoint(token.word for token in tokens)
    given = [*([_ALONE] if is_bare else []), *([_VERBLESS] if is_verbless else []), ""]
    ways_alone = chain.from_iterable(index_ways_by_second_word(each)[""] for each in given)
    wordless = [(way, frozenset[int]()) for way in ways_alone]
    found: Found = []
    forms = {*words, *(word.removesuffix("s") for word in words)}
    # another verb begins there: `takes out a torch and lights it` puts no lights out
    joined = [
        at + 1 for at, word in enumerate(words) if word == "and" or _begins_own_clause(words, at)
    ]
    for at, word in enumerate(words):
        owner = tokens[at - 1].word if at else ""
        is_owned = owner.endswith("'s") and vocabulary.names_person(owner)
        if not _is_word_used_as_name(words, at, vocabulary, is_owned=is_owned):
            for by_second in map(index_ways_by_second_word, first_words.get(word, ())):
                near = (
                    way
                    for second in ("", *by_second.keys() & forms)
                    for way in by_second.get(second, ())
                    if forms.issuperset(way.words[2:])  # few have all: that is asked first
                )
                said = ((way, _find_words_of_way(way, at, words)) for way in near)
                found += [
                    (way, places)
                    for way, places in said
                    if places is not None
                    and not (at in joined and min(places) < at)
                    and not _is_particle_of_other_clause(words, at, min(places), vocabulary)
                ]
    asks = 0 if _is_request(tokens, vocabulary) else count_leading_question_words(tokens)
    asked = _find_question_subjects(tokens, vocabulary, asks=asks)
    asked, found, wordless = map(_sort_ways_longest_first, (asked, found, wordless))
    return [*asked, *found, *wordless] if asks else [*found, *asked, *wordless]


def _begins_own_clause(words: Sequence[str], at: int) -> bool:
    """True for who does something in a clause of their own, as in `it goes out, he lights one`."""
    return at > 0 and words[at - 1] == "," and words[at] in _WHO


def _is_particle_of_other_clause(
    words: Sequence[str], at: int, first: int, vocabulary: Vocabulary
) -> bool:
    """True for a verb with a small word of another clause, as in `torch out, wim lights one`."""
    is_anew = at > 1 and words[at - 2] == "," and vocabulary.names_person(words[at - 1])
    return is_anew and first < at and words[first] in _PARTICLES


def _is_request(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """True for `can i light a torch for bree`: that is to be done, and not answered."""
    first, second, *others = (*(token.word for token in tokens), "", "")
    is_asked = first in _ALLOWING and second in _DOERS
    return is_asked and any(map(vocabulary.names_person, others))


def _sort_ways_longest_first(found: Found) -> Found:
    return sorted(found, key=lambda each: (-len(each[1]), each[0].rank))


def count_leading_question_words(tokens: Sequence[Token]) -> int:
    """How many words a line begins with that ask something, or to be shown something."""
    words = [token.word.removesuffix("'s") for token in tokens]
    said = list(dropwhile(_list_interjections().__contains__, words))
    asking, begun = _list_question_words(), len(words) - len(said)
    lengths = (n for n in (2, 1) if said[n - 1 :] and " ".join(said[:n]) in asking)
    return next((begun + length for length in lengths), 0)


@cache
def _list_interjections() -> frozenset[str]:
    """What is called out before a line, and the comma behind it."""
    return frozenset({*load_phrases().interjections, ","})


@cache
def _list_question_words() -> frozenset[str]:
    """The words, alone or two together, that ask something or to be shown something."""
    return frozenset({*load_phrases().questions, *load_phrases().requests})


def find_trailing_question_position(tokens: Sequence[Token]) -> int:
    """Where the question begins in which a line ends after a comma; 0 where it ends in none."""
    phrases = load_phrases()
    words = [token.word.removesuffix("'s") for token in tokens]
    begun = max((at for at, word in enumerate(words, 1) if word == ","), default=0)
    asked = list(dropwhile(lambda word: word in phrases.interjections, words[begun:]))
    first, second, *_ = (*asked, "", "")
    is_asked = first in phrases.question_words
    is_asked = is_asked or (first in (*phrases.questions, *_ASKING) and second in phrases.subjects)
    return len(words) - len(asked) if begun and is_asked else 0


def _find_question_subjects(tokens: Sequence[Token], vocabulary: Vocabulary, *, asks: int) -> Found:
    """What a line asks about, with the places of all words that ask: the first `asks`, and more."""
    words = tuple(
        token.word.removesuffix("'s")
        if _NAMED.isdisjoint(vocabulary.find_meanings(token.word))
        else ""
        for token in tokens
    )
    keys: dict[Subject, set[int]] = {}
    for at, word in enumerate(words):
        for key, subject in index_question_subjects(alone=not asks).get(word, ()):
            if words[at : at + len(key)] == key:
                keys.setdefault(subject, set()).update(range(at, at + len(key)))
    asking = {*load_phrases().asking} - (set() if asks else _PARTICLES)
    begun = set(range(asks))
    return [
        (
            subject.way,
            frozenset(
                {at for at, word in enumerate(words) if word in asking or word in subject.words}
                | places
                | begun
            ),
        )
        for subject, places in keys.items()
    ]


@cache
def _list_words_of_intention() -> frozenset[str]:
    """The words after which `to` begins what somebody is to do."""
    phrases = load_phrases()
    return list_verb_forms(phrases.planning).union(phrases.having, phrases.intending)


@cache
def _list_leading_words() -> frozenset[str]:
    leading = {
        name for name, link in index_links_by_preposition().items() if link not in ("to", "for")
    }
    return frozenset({*load_phrases().fillers, *leading})


@cache
def _list_filler_words() -> frozenset[str]:
    return frozenset(load_phrases().fillers) - {
        *index_links_by_preposition(),
        "the",
        "his",
        "her",
        "some",
    }


def _is_word_used_as_name(
    words: Sequence[str], at: int, vocabulary: Vocabulary, *, is_owned: bool
) -> bool:
    """True for a word that is a name where it stands, as `in her hand`, or begins one of two; and
    for one that begins a remark, as in `leans on him, hand on axe`."""
    if tuple(words[at : at + 2]) in vocabulary.names and at + 1 < len(words):
        return True
    before = words[at - 1] if at else ""
    if before == "," and " ".join(words[at : at + 2]) in load_phrases().remarks:
        return True
    if before == "to" and at > 1 and words[at - 2] in _list_words_of_intention():
        return False  # `wants to hand corvin oil`
    leads = is_owned or before in _POSSESSIVES or before in index_links_by_preposition()
    named = vocabulary.find_meanings(words[at]).keys() - _DEEDS
    return leads and bool(named)


def _find_words_of_way(way: Way, at: int, words: Sequence[str]) -> frozenset[int] | None:
    """Where the words of a way stand, with the first of them here; None if one is missing."""
    said = [at]
    for other in way.words[1:]:
        either = (other, f"{other}s")
        places = [at for at, word in enumerate(words) if word in either and at not in said]
        if not places:
            return None
        said.append(min(places, key=lambda place: (place < at, abs(place - at))))
    return frozenset(said)
