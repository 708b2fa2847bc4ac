"""Tells a verb of which the companion knows nothing, and that is no slip of one it knows: whoever
does it, does a deed of their own."""

from collections.abc import Sequence

from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.word_forms import list_mishap_verb_forms, list_verb_forms
from companion.grammar.phrases.sentences.tokens import Token

INTENDING = ("plans", "plan", "intends", "intend", "means", "mean", "about")
"""Words by which somebody will do something, and does not yet."""
_FEWEST_LETTERS = 4
_ALL = ("we", "they")
_ENDINGS_OF_OTHERS = ("s", "ed", "ing", "ly", "n't")
"""What no verb ends in that stands beside `we` and `they`."""
_OF_THE_TALE = ("that", "this", "it", "to", "up")
"""What follows where the table speaks of its own doing, as `we redid that`."""
_BEFALLING = ("fail", "manage", "succeed", "agree", "disagree", "surrender", "think", "believe")


def is_unknown_verb(tokens: Sequence[Token], at: int, vocabulary: Vocabulary) -> bool:
    """True for the verb of `bree yodels` and of `they excavate the rubble`: it means nothing to the
    companion, and somebody of the Company does it, or all of it to something."""
    *before, verb = (token.word for token in tokens[: at + 1])
    after = tokens[at + 1].word if tokens[at + 1 :] else ""
    is_theirs = any(vocabulary.names_person(word) for word in before)
    is_of_one = is_theirs and verb.endswith("s") and not verb.endswith("'s")
    is_of_all = len(before) == 1 and before[0] in _ALL and _is_verb_of_several(verb)
    is_of_all = is_of_all and after.isalpha() and after not in _OF_THE_TALE
    is_known = vocabulary.is_known(verb) or bool(vocabulary.guess_known_word(verb))
    is_known = is_known or verb in INTENDING or verb in list_verb_forms(load_phrases().planning)
    return (is_of_one or is_of_all) and len(verb) >= _FEWEST_LETTERS and not is_known


def _is_verb_of_several(verb: str) -> bool:
    """True for what may be a verb beside `they`, and is not what befalls them."""
    befalls = verb in _BEFALLING or verb in list_mishap_verb_forms()
    is_mistake = verb.startswith("mis")  # `we misread that`
    return verb.isalpha() and not (verb.endswith(_ENDINGS_OF_OTHERS) or befalls or is_mistake)
