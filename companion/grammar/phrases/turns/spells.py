"""Spells that somebody casts: the companion has no word for them, and each is an action."""

from collections.abc import Sequence
from itertools import pairwise

from companion.grammar.phrases.phrasebook.word_forms import list_verb_forms
from companion.grammar.phrases.sentences.tokens import Token

_CASTING = ("cast",)
_NO_SPELLS = frozenset(["off", "aside", "away", "down", "out", "lots", "about", "anchor"])
"""What is cast otherwise: a boat off, a cloak aside."""
_HARM = frozenset(["damage", "hp"])


def casts_spell(tokens: Sequence[Token]) -> bool:
    """True for `corvin casts sleep on them`, whatever the spell is called; not where harm is told
    with it, which has a line of its own."""
    words = [token.word for token in tokens]
    casting = list_verb_forms(_CASTING)
    cast = [after for word, after in pairwise(words) if word in casting]
    return bool(cast) and _NO_SPELLS.isdisjoint(cast) and _HARM.isdisjoint(words)
