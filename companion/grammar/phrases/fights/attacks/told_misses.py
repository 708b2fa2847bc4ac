"""Blows of which it is told that they missed, as `wim shoots and misses`. An Attack Roll of Errant
always hits, so that nothing is rolled for such a blow: it is kept as a note."""

import re

from companion.grammar.phrases.phrasebook.word_forms import (
    list_action_verb_forms,
    list_inflected_transitive_verbs,
    list_verb_group_forms,
)

_OF_NO_BLOW = (
    r"turns?|go|round|rounds|session|evening|supper|dinner|lunch|breakfast|meals?|sleep|night|rest"
    r"|watch|chance|point|trap|traps|clue|boat|ferry|everything|nothing|it all"
)
"""What somebody misses who struck at nobody."""
_MISS = re.compile(
    r"(?i)(?!(?:if|when|unless|who|what|whom|did|does|do|has|have|can|could|will|would|why|how)\b)"
    r"(?P<blow>\w[^?;:,]*?)(?P<link>,? (?:(?:and|but|then|just|only) ?)*)"
    r"(?:\b(?:miss(?:es|ed)?|whiffs?)|\b(?:goes|went|flies|flew) wide)"
    rf"(?! (?:(?:his|her|their|the|a|an|our|my|your) )?(?:{_OF_NO_BLOW})\b)"
    r"(?: (?!and\b|but\b|then\b)[a-z'’]+| \d{1,3}(?!\d)){0,6}[.!… ]*"
)
_DENIED = re.compile(r"(?i)\b(?:not|never|no longer|cannot|nobody|none)\b|n['’]t\b")
_HARM = re.compile(r"(?i)\bfor \d|\d+ ?(?:damage|dmg|hp|points)\b")
_ENDS = ("kill", "die", "flee", "stay", "rise")
_BLOWS = ("hit", "press", "shooting", "stabbing", "throwing", "punching", "cast")


def tells_of_miss(typed: str) -> bool:
    """True for one clause by which a blow missed, and nothing else is told."""
    told = _MISS.fullmatch(typed.strip())
    if told is None or _DENIED.search(typed) or _HARM.search(typed):
        return False
    words = told["blow"].casefold().split()
    blows = frozenset[str]().union(*map(list_verb_group_forms, _BLOWS))
    struck = next((at for at, word in enumerate(words) if word in blows), len(words))
    ends = frozenset[str]().union(*map(list_verb_group_forms, _ENDS))
    deeds = (list_action_verb_forms() | list_inflected_transitive_verbs() | ends) - blows
    is_other = not deeds.isdisjoint(words[1:])
    return not is_other and "and" not in words[struck:]
