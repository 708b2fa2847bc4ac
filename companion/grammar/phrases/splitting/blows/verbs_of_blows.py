"""Whether the words of what one does to another tell a blow that harms them."""

from collections.abc import Sequence

from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.word_forms import (
    is_past_verb_form,
    list_verb_forms,
    list_verb_group_forms,
)

SURELY_HARM = ("damage", "dmg", "harm")
_GOING_FOR = (("goes", "for"), ("comes", "at"), ("flies", "at"), ("leaps", "at"), ("jumps", "at"))
_BURNING = ("burn", "scald", "sear", "freeze", "shock")
_WHERE = ("at", "on", "into", "in", "again", "hard", "his", "her", "its", "their")


def may_be_blow(deed: Sequence[str], vocabulary: Vocabulary, told_by: str) -> bool:
    """True for words of what somebody does to another that harms them: by a verb that is known for
    it, with what and where; and by any one other verb where a word tells that they are harmed."""
    verb, *rest = deed or ("",)
    if (verb, *rest) in _GOING_FOR:
        return True
    if not list_verb_group_forms("harmless").isdisjoint(deed):
        # `grabs wim, 3 damage` harms besides
        is_harm = told_by in SURELY_HARM and verb in list_verb_group_forms("manoeuvre")
        return is_harm and not rest
    is_swung = verb in list_verb_group_forms("press") and rest[:1] == ["at"]
    is_known = verb in (
        list_verb_group_forms("hit")
        | list_verb_group_forms("kill")
        | list_verb_group_forms("cast")
        | list_verb_forms(_BURNING)
    )
    if is_known or is_swung:
        return all(word in _WHERE or vocabulary.find_singular(word) for word in rest)
    return not rest and bool(told_by) and _is_verb(verb)


def burns(verb: str) -> bool:
    """True for a verb of what fire or frost does, for which no attack is rolled."""
    return verb in list_verb_forms(_BURNING)


def _is_verb(word: str) -> bool:
    return is_past_verb_form(word) or (word.endswith("s") and not word.endswith("ss"))
