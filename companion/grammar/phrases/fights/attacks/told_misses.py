"""Blows of which it is told that they missed, as `wim shoots and misses`. An Attack Roll of Errant
always hits, so that nothing is rolled for such a blow: it is kept as a note."""

import re

from companion.grammar.command_words import list_command_words
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
    r"(?i)(?P<blow>\w[^?;:,]*?)(?:,? (?:(?:and|but|then|just|only) ?)*)"
    r"(?:\b(?:miss(?:es|ed)?|whiffs?)|\b(?:goes|went|flies|flew) wide)"
    rf"(?! (?:(?:his|her|their|the|a|an|our|my|your) )?(?:{_OF_NO_BLOW})\b)"
    r"(?P<whom>(?: (?!(?:and|but|then|so|because|if|while|when|as|who|that|unless)\b)[a-z'’]+"
    r"| \d{1,3}(?!\d)){0,6})[.!… ]*"
)
_NOT_TOLD = re.compile(
    r"(?i)^(?:if|when|unless|who|what|whom|did|does|do|has|have|can|could|will|would|why|how|is|are"
    r"|was|were|a|an)\b"
    r"|\b(?:not|never|no longer|cannot|nobody|none|will|would|might|may|could|if|that|who|which)\b"
    r"|n['’]t\b"
)
"""Words of what is asked, denied or only supposed, and of who once missed."""
_OF_ANY_FOE = re.compile(
    r"(?i)^an? (?=[a-z]+(?: [a-z]+)? (?:goes|lunges|swings|stabs|shoots|miss)\w*\b)"
)
"""Before `goblin misses`: that is no short form of `attack`."""
_HARM = re.compile(r"(?i)\bfor \d|\d+ ?(?:damage|dmg|hp|points)\b")
_NOBODY_ELSE = re.compile(r"(?: (?:it|him|her|them|badly|again|wildly|completely|by .*))?")
_ENDS = ("kill", "die", "flee", "stay", "rise", "step", "creep")
_BLOWS = ("hit", "press", "shooting", "stabbing", "throwing", "punching", "cast")
_ARTICLES = ("the", "both", "all")


def is_report_of_miss(typed: str) -> bool:
    """True for one clause by which a blow missed, and nothing else is told."""
    text = _OF_ANY_FOE.sub("", typed.strip())
    told = _MISS.fullmatch(text)
    is_word = text.partition(" ")[0].rstrip("!:").casefold() in list_command_words()
    if told is None or is_word or _NOT_TOLD.search(text) or _HARM.search(text):
        return False
    words = told["blow"].casefold().split()
    blows = frozenset[str]().union(*map(list_verb_group_forms, _BLOWS))
    struck = next((at for at, word in enumerate(words) if word in blows), len(words))
    if words[struck + 1 :] and not _NOBODY_ELSE.fullmatch(told["whom"].casefold()):
        return False  # `hits goblin 1 but misses goblin 2`
    ends = frozenset[str]().union(*map(list_verb_group_forms, _ENDS))
    deeds = (list_action_verb_forms() | list_inflected_transitive_verbs() | ends) - blows
    is_other = not deeds.isdisjoint(words[1:struck])
    return not is_other and _names_only_people_before_and(words)


def _names_only_people_before_and(words: list[str]) -> bool:
    """False for `wim hides and bree`, where another deed stands before an `and`."""
    if "and" not in words:
        return True
    named = [word for word in words[: words.index("and")] if word not in _ARTICLES]
    return all(word.isdecimal() for word in named[1:])
