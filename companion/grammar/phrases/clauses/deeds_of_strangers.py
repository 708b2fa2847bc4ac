"""Tells what somebody does of whom the companion knows nothing, as `the ghost shows us the way`."""

from collections.abc import Sequence
from itertools import pairwise, zip_longest

from companion.grammar.phrases.phrasebook.amounts import parse_amount
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.word_forms import (
    expand_word_group,
    index_links_by_preposition,
    list_inflected_transitive_verbs,
    list_stop_words,
    list_suffering_verb_forms,
    list_verb_forms,
    list_verb_group_forms,
)
from companion.grammar.phrases.sentences.noun_phrases import split_into_parts
from companion.grammar.phrases.sentences.tokens import Token

_ARTICLES = ("a", "an", "the", "some", "another")
_BEING = ("is", "are", "was", "were", "has", "had")
_WHOM = ("us", "them", "company", "party", "him", "her", "at", "on")
_ONLY_SAID = ("offer", "promise")
"""Verbs of handing by which nothing changes hands yet."""
_WORDS_BEFORE_VERB = 3
_COUNTED = frozenset(["coins", "person", "npc", "faces", "dv", "span", "effect", "carried", "die"])
"""Kinds of what may change by what is told: a stranger who does something to it is no news."""


def tells_attack(words: Sequence[str]) -> bool:
    """True for `a wolf jumps them out of the dark`: a fight begins, and nothing came of a deed."""
    blows = list_verb_group_forms("assault")
    return any(word in blows and whom in _WHOM for word, whom in pairwise(words))


def is_deed_of_stranger(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """True for one clause of what somebody or something unknown does or is, as `an old ghost comes
    out of the wall` and `it's just a cat at the window`: no harm, nothing that changes hands,
    nobody of the Company by name and no number."""
    words = [token.word for token in tokens]
    is_said_of_it = words[:1] == ["it"] and words[1:2] and words[1] in _BEING
    first = next((at for at, word in enumerate(words) if word in _ARTICLES), len(words))
    if "," in words or first not in ((2, 3) if is_said_of_it else (0,)):
        return False
    said = words[first + 1 :]
    is_strange = any(
        _is_strange(noun, vocabulary) and (is_said_of_it or _is_verb_of(verb, noun))
        for noun, verb in list(zip_longest(said, said[1:], fillvalue=""))[:_WORDS_BEFORE_VERB]
    )
    return is_strange and _changes_nothing(tokens, vocabulary)


def _is_strange(noun: str, vocabulary: Vocabulary) -> bool:
    """True for a noun of nobody that the campaign knows, as a kind of folk, and no slip of what it
    knows."""
    folk = load_phrases().groups["folk"]
    single = noun.removesuffix("s")
    is_unknown = not (vocabulary.is_known(noun) or vocabulary.names_person(noun))
    is_slip = vocabulary.guess_known_word(noun) not in ("", noun, single, f"{noun}s")
    is_folk = not {noun, single}.isdisjoint(folk) and not vocabulary.names_person(noun)
    return (
        noun.isalpha()
        and noun not in list_stop_words()
        and (is_folk or (is_unknown and not is_slip))
    )


def _is_verb_of(word: str, noun: str) -> bool:
    """True for a word that may say what these do: `comes` of one, `come` of several."""
    is_small = word in index_links_by_preposition() or word in load_phrases().articles
    is_said_of_several = noun.endswith("s") and word.isalpha() and not is_small
    return is_said_of_several or word in _BEING or word.endswith(("s", "ed"))


def _changes_nothing(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """True for words that do no harm, hand nothing over, take nobody along, name nobody of the
    Company and count nothing."""
    changing = {
        *list_verb_group_forms("hit"),
        *(list_inflected_transitive_verbs() - list_verb_forms(_ONLY_SAID)),
        *list_suffering_verb_forms(),
        *list_verb_forms(expand_word_group("$changing")),
    }
    parts = split_into_parts(tokens, frozenset(), vocabulary)
    kinds = {kind for part in parts for kind in part.meanings}
    is_counted = any(
        not token.word.isalpha() or parse_amount([token.word])
        for token in tokens
        if token.word not in _ARTICLES
    )
    return (
        changing.isdisjoint(token.word for token in tokens)
        and "with us" not in " ".join(token.word for token in tokens)
        and _COUNTED.isdisjoint(kinds)
        and not is_counted
    )
