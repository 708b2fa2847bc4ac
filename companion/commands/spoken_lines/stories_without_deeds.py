"""What is told of a scene, and is no deed: `night falls`, `wim moans about his fever`."""

import re

from companion.grammar.command_words import list_command_words
from companion.grammar.context import Context
from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary
from companion.grammar.phrases.sentences.noun_phrases import split_into_parts
from companion.grammar.phrases.whole_line_phrases import tokenize_short_line

_FEWEST_WORDS, _SHORT = 2, 3
_WORDS = re.compile(r"[\w'’]+")
_OF_DEEDS = frozenset(["person", "everyone", "npc", "creature", "carried", "coins", "dice"])
"""What a clause speaks of that may tell of a deed."""


def tells_story(said: str, context: Context) -> bool:
    """True for one clause that names no command, counts nothing and speaks of nothing but people,
    or of the scene alone."""
    is_of_people = _list_subjects(said, context) <= {"person"}
    is_counted = any(map(str.isdecimal, said))
    is_plain = not (is_counted or "," in said) and not _may_be_command(said)
    return is_plain and (is_of_people or tells_of_scene(said, context))


def tells_of_scene(said: str, context: Context) -> bool:
    """True for what is told of nobody and of nothing that is carried, as `the stair has collapsed,
    20 feet to the other side`, and names no command."""
    is_of_scene = _OF_DEEDS.isdisjoint(_list_subjects(said, context))
    return is_of_scene and not _may_be_command(said)


def _list_subjects(said: str, context: Context) -> frozenset[str]:
    """The kinds of what is spoken of: `person`, `carried`."""
    tokens = tokenize_short_line(said, context)
    parts = split_into_parts(tokens, frozenset(), build_vocabulary(context))
    return frozenset(each for part in parts for each in part.meanings)


def _may_be_command(said: str) -> bool:
    words = _WORDS.findall(said.casefold())
    verbs = {word.removesuffix("s") for word in words if len(word) > _SHORT}
    return len(words) < _FEWEST_WORDS or not verbs.isdisjoint(list_command_words())
